"""The DSP56001 emulator.

>>> from dsp56k.emu import Dsp56001
>>> dsp = Dsp56001()
>>> dsp.p[0] = 0x0C0000        # jmp 0
>>> dsp.run().reason.name
'HALT'
"""

from dsp56k.emu._core import build_info
from dsp56k.emu.chip import Dsp56001, UnmappedAccess
from dsp56k.emu.device import Device, PortDevice
from dsp56k.emu.errors import (
    ConfigurationError,
    DeviceError,
    EmulatorError,
    LoadError,
    MemoryAccessError,
    RegisterError,
    SnapshotError,
    UnmappedAccessError,
    UnsupportedError,
)
from dsp56k.emu.host_interface import HostInterface
from dsp56k.emu.memory import Memory
from dsp56k.emu.registers import Registers, Stack
from dsp56k.emu.stop import Stop, StopReason
from dsp56k.emu.timeline import Clock, Time

__all__ = [
    "Clock",
    "ConfigurationError",
    "Device",
    "DeviceError",
    "Dsp56001",
    "EmulatorError",
    "HostInterface",
    "LoadError",
    "Memory",
    "MemoryAccessError",
    "PortDevice",
    "RegisterError",
    "Registers",
    "SnapshotError",
    "Stack",
    "Stop",
    "StopReason",
    "Time",
    "UnmappedAccess",
    "UnmappedAccessError",
    "UnsupportedError",
    "build_info",
]
