"""The DSP56001 emulator.

>>> from dsp56k.emu import Dsp56001
>>> dsp = Dsp56001()
>>> dsp.p[0] = 0x0C0000        # jmp 0
>>> dsp.run().reason.name
'HALT'
"""

from dsp56k.emu._core import build_info
from dsp56k.emu.chip import Dsp56001, UnmappedAccess
from dsp56k.emu.debugging.breakpoints import Breakpoints
from dsp56k.emu.debugging.hooks import AccessHook, ExecutionHook, Hooks
from dsp56k.emu.debugging.trace import Step, Trace
from dsp56k.emu.debugging.watch import Watchpoint, Watchpoints
from dsp56k.emu.device import Device, PortDevice
from dsp56k.emu.errors import (
    ChipInUseError,
    ConfigurationError,
    DeviceError,
    EmulatorError,
    LoadError,
    MemoryAccessError,
    RegisterError,
    RestrictedSequenceError,
    SnapshotError,
    StackLocationError,
    UnmappedAccessError,
    UnsupportedError,
)
from dsp56k.emu.explain import Access, Cost
from dsp56k.emu.lines import InputLine, Line, LineChange, Lines, Listener, OutputLine, Signal
from dsp56k.emu.loader import SourceLine
from dsp56k.emu.memory import Memory
from dsp56k.emu.peripherals.host_interface import HostInterface
from dsp56k.emu.peripherals.ports import Port, PortChange
from dsp56k.emu.peripherals.sci import Sci, SciDevice, SciFrame, SciSent, SciSentKind
from dsp56k.emu.peripherals.ssi import Ssi, SsiDevice, SsiWord, save_wav
from dsp56k.emu.registers import Registers, Stack
from dsp56k.emu.stop import Stop, StopReason
from dsp56k.emu.symbols import Symbols
from dsp56k.emu.timeline import Clock, Time

__all__ = [
    "Access",
    "AccessHook",
    "Breakpoints",
    "ChipInUseError",
    "Clock",
    "ConfigurationError",
    "Cost",
    "Device",
    "DeviceError",
    "Dsp56001",
    "EmulatorError",
    "ExecutionHook",
    "Hooks",
    "HostInterface",
    "InputLine",
    "Line",
    "LineChange",
    "Lines",
    "Listener",
    "LoadError",
    "Memory",
    "MemoryAccessError",
    "OutputLine",
    "Port",
    "PortChange",
    "PortDevice",
    "RegisterError",
    "Registers",
    "RestrictedSequenceError",
    "Sci",
    "SciDevice",
    "SciFrame",
    "SciSent",
    "SciSentKind",
    "Signal",
    "SnapshotError",
    "SourceLine",
    "Ssi",
    "SsiDevice",
    "SsiWord",
    "Stack",
    "StackLocationError",
    "Step",
    "Stop",
    "StopReason",
    "Symbols",
    "Time",
    "Trace",
    "UnmappedAccess",
    "UnmappedAccessError",
    "UnsupportedError",
    "Watchpoint",
    "Watchpoints",
    "build_info",
    "save_wav",
]
