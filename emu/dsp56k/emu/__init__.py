"""The DSP56001 emulator.

>>> from dsp56k.emu import Dsp56001
>>> dsp = Dsp56001()
>>> dsp.p[0] = 0x0C0000        # jmp 0
>>> dsp.run().reason.name
'HALT'
"""

from typing import TYPE_CHECKING

from dsp56k.emu._core import build_info
from dsp56k.emu.chip import Dsp56001
from dsp56k.emu.debugging.breakpoints import Breakpoints
from dsp56k.emu.debugging.guard import MemoryGuard, UnknownRead
from dsp56k.emu.debugging.hooks import AccessHook, ExecutionHook, Hooks
from dsp56k.emu.debugging.path import PathHash
from dsp56k.emu.debugging.trace import Step, Trace
from dsp56k.emu.debugging.watch import Watchpoint, Watchpoints
from dsp56k.emu.device import Device, KeptDevice, PortDevice
from dsp56k.emu.errors import (
    BoardError,
    ChipInUseError,
    ConfigurationError,
    DeviceError,
    EmulatorError,
    ExpressionError,
    GuardedMemoryError,
    HostPortError,
    IslandError,
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
from dsp56k.emu.memory import Memory, UnmappedAccess
from dsp56k.emu.peripherals.host_interface import HostInterface
from dsp56k.emu.peripherals.ports import Port, PortChange
from dsp56k.emu.peripherals.sci import Sci, SciDevice, SciFrame, SciSent, SciSentKind
from dsp56k.emu.peripherals.ssi import Ssi, SsiDevice
from dsp56k.emu.peripherals.ssi_word import SsiWord
from dsp56k.emu.registers import Registers, Stack
from dsp56k.emu.stop import Stop, StopReason
from dsp56k.emu.symbols import Symbols
from dsp56k.emu.timeline import Clock, Time
from dsp56k.system.lazy_imports import lazy_names

if TYPE_CHECKING:
    from dsp56k.emu.board import Board, DevicePlace, RamView, Start, WaitRange
    from dsp56k.emu.debugging.profile import Profiler
    from dsp56k.emu.engine_report import EngineReport, RegionReport
    from dsp56k.emu.loader import SourceLine
    from dsp56k.emu.peripherals.wav import save_wav
else:
    # Few chips load files, have a board or are profiled: what makes those is loaded when it is first asked for.
    _MODULES = {
        "board": ("Board", "DevicePlace", "RamView", "Start", "WaitRange"),
        "debugging.profile": ("Profiler",),
        "engine_report": ("EngineReport", "RegionReport"),
        "loader": ("SourceLine",),
        "peripherals.wav": ("save_wav",),
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)

# The chip, its registers and memory
__all__ = ["Dsp56001", "Memory", "Registers", "Stack", "UnmappedAccess", "build_info"]
# Programs
__all__ += ["SourceLine", "Symbols"]
# How a run ends, what an instruction costs
__all__ += ["Access", "Cost", "Stop", "StopReason"]
# Watching a program
__all__ += ["AccessHook", "Breakpoints", "ExecutionHook", "Hooks", "MemoryGuard", "PathHash", "Profiler", "Step"]
__all__ += ["Trace", "UnknownRead", "Watchpoint", "Watchpoints"]
# The report of the engine
__all__ += ["EngineReport", "RegionReport"]
# Lines
__all__ += ["InputLine", "Line", "LineChange", "Lines", "Listener", "OutputLine", "Signal"]
# Peripherals
__all__ += [
    "HostInterface",
    "Port",
    "PortChange",
    "Sci",
    "SciDevice",
    "SciFrame",
    "SciSent",
    "SciSentKind",
    "Ssi",
    "SsiDevice",
    "SsiWord",
    "save_wav",
]
# Boards
__all__ += [
    "Board",
    "Clock",
    "Device",
    "DevicePlace",
    "KeptDevice",
    "PortDevice",
    "RamView",
    "Start",
    "Time",
    "WaitRange",
]
# Errors
__all__ += [
    "BoardError",
    "ChipInUseError",
    "ConfigurationError",
    "DeviceError",
    "EmulatorError",
    "ExpressionError",
    "GuardedMemoryError",
    "HostPortError",
    "IslandError",
    "LoadError",
    "MemoryAccessError",
    "RegisterError",
    "RestrictedSequenceError",
    "SnapshotError",
    "StackLocationError",
    "UnmappedAccessError",
    "UnsupportedError",
]
