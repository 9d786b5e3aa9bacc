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
from dsp56k.emu.debugging.execution_hash import ExecutionHash
from dsp56k.emu.debugging.hooks import AccessHook, ExecutionHook, Hooks
from dsp56k.emu.debugging.memory_guard import MemoryGuard, UninitializedRead
from dsp56k.emu.debugging.trace import Step, Trace
from dsp56k.emu.debugging.watchpoints import Watchpoint, Watchpoints
from dsp56k.emu.device import Device, PortDevice, RestorableDevice
from dsp56k.emu.errors import (
    BoardError,
    ChipInUseError,
    ConfigurationError,
    DeviceError,
    EmulatorError,
    ExpressionError,
    GuardedMemoryError,
    HostPortError,
    LoadError,
    MemoryAccessError,
    RamConflictError,
    RegisterError,
    RestrictedSequenceError,
    SnapshotError,
    StackLocationError,
    UnmappedAccessError,
    UnsupportedError,
)
from dsp56k.emu.instruction_cost import Access, Cost
from dsp56k.emu.memory import Memory, UnmappedAccess
from dsp56k.emu.peripherals.host_interface import HostInterface
from dsp56k.emu.peripherals.ports import Port, PortChange
from dsp56k.emu.peripherals.sci import Sci, SciDevice, SciFrame, SciSent, SciSentKind
from dsp56k.emu.peripherals.ssi import Ssi, SsiDevice
from dsp56k.emu.peripherals.ssi_word import SsiWord
from dsp56k.emu.registers import Registers, Stack
from dsp56k.emu.signal_lines import InputLine, Line, LineChange, Lines, Listener, OutputLine, Signal
from dsp56k.emu.stop import Stop, StopReason
from dsp56k.emu.symbols import Symbols
from dsp56k.emu.timeline import Clock, Time
from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    from dsp56k.emu.board import Board, DeviceSlot, InitialState, RamMapping, WaitStateRange
    from dsp56k.emu.debugging.profile import Profiler
    from dsp56k.emu.engine_report import EngineReport, RegionReport
    from dsp56k.emu.loader import SourceLine
    from dsp56k.emu.peripherals.wav import save_wav
else:
    # Few chips load files, have a board or are profiled, so these modules are imported with the first use of a name.
    _RENAMED = {
        "DevicePlace": "DeviceSlot",
        "IslandError": "RamConflictError",
        "KeptDevice": "RestorableDevice",
        "PathHash": "ExecutionHash",
        "RamView": "RamMapping",
        "Start": "InitialState",
        "UnknownRead": "UninitializedRead",
        "WaitRange": "WaitStateRange",
    }
    __getattr__, __dir__ = lazy_names(__name__, _RENAMED)[:2]

# The chip, its registers and memory
__all__ = ["Dsp56001", "Memory", "Registers", "Stack", "UnmappedAccess", "build_info"]
# Programs
__all__ += ["SourceLine", "Symbols"]
# The end of a run, the cost of an instruction
__all__ += ["Access", "Cost", "Stop", "StopReason"]
# Watching a program
__all__ += ["AccessHook", "Breakpoints", "ExecutionHash", "ExecutionHook", "Hooks", "MemoryGuard", "Profiler", "Step"]
__all__ += ["Trace", "UninitializedRead", "Watchpoint", "Watchpoints"]
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
    "DeviceSlot",
    "InitialState",
    "PortDevice",
    "RamMapping",
    "RestorableDevice",
    "Time",
    "WaitStateRange",
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
    "LoadError",
    "MemoryAccessError",
    "RamConflictError",
    "RegisterError",
    "RestrictedSequenceError",
    "SnapshotError",
    "StackLocationError",
    "UnmappedAccessError",
    "UnsupportedError",
]
