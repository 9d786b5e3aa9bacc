"""The host PC: emulated x86 machines with a clock model, programs for them, and the card's driver.

>>> from dsp56k.host import Machine, compile_c
>>> pc = Machine("386-20").load(compile_c("crc.c"))  # doctest: +SKIP
>>> timed = pc.call("crc32", b"hello world", 11)  # doctest: +SKIP
>>> hex(timed.value), timed.clocks  # doctest: +SKIP
('0xd4a1185', 4069)
"""

from dsp56k.host.bus.isa_bus import IsaTiming
from dsp56k.host.calls.arguments import Out
from dsp56k.host.calls.machine import LoadedMachine, Machine, Timed
from dsp56k.host.calls.profile import FunctionCost, InstructionCost, Profile
from dsp56k.host.compiler import compile_c
from dsp56k.host.driver import CardDriver
from dsp56k.host.errors import (
    ClockLimitError,
    CompileError,
    DriverError,
    HostError,
    MachineFaultError,
    MachineFileError,
    ProgramError,
    UncountedInstructionError,
)
from dsp56k.host.machines import MachineRow, builtin_machines, load_machines
from dsp56k.host.pc import PC
from dsp56k.host.program import Program, load_program
from dsp56k.host.software import HostSoftware, Measured, RsaKey, host_software

__all__ = [
    "PC",
    "CardDriver",
    "ClockLimitError",
    "CompileError",
    "DriverError",
    "FunctionCost",
    "HostError",
    "HostSoftware",
    "InstructionCost",
    "IsaTiming",
    "LoadedMachine",
    "Machine",
    "MachineFaultError",
    "MachineFileError",
    "MachineRow",
    "Measured",
    "Out",
    "Profile",
    "Program",
    "ProgramError",
    "RsaKey",
    "Timed",
    "UncountedInstructionError",
    "builtin_machines",
    "compile_c",
    "host_software",
    "load_machines",
    "load_program",
]
