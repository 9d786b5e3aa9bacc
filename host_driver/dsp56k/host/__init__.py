"""The host PC: emulated x86 machines with a clock model, programs for them, and the card's driver.

>>> from dsp56k.host import Machine, compile_c
>>> pc = Machine("386-20").load(compile_c("crc.c"))  # doctest: +SKIP
>>> timed = pc.call("crc32", b"hello world", 11)  # doctest: +SKIP
>>> hex(timed.value), timed.clocks  # doctest: +SKIP
('0xd4a1185', 4069)
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import check_extra, lazy_names

check_extra("unicorn", "capstone", "elftools")

if TYPE_CHECKING:
    from dsp56k.host.bus.isa_bus import IsaTiming
    from dsp56k.host.calls.arguments import Out
    from dsp56k.host.calls.function_calls import LoadedMachine, Machine, Timed
    from dsp56k.host.compiler import compile_c
    from dsp56k.host.driver import CardDriver, driver_pc
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
    from dsp56k.host.karn import KarnDes, karn_des
    from dsp56k.host.machines import MachineRow, builtin_machines, load_machines, machine
    from dsp56k.host.pc import PC
    from dsp56k.host.program import Program, builtin_program, load_program
    from dsp56k.host.slot import insert
    from dsp56k.host.software import HostSoftware, Measured, RsaKey, host_software
else:
    _MODULES = {
        "bus.isa_bus": ("IsaTiming",),
        "calls.arguments": ("Out",),
        "calls.function_calls": ("LoadedMachine", "Machine", "Timed"),
        "compiler": ("compile_c",),
        "driver": ("CardDriver", "driver_pc"),
        "errors": (
            "ClockLimitError",
            "CompileError",
            "DriverError",
            "HostError",
            "MachineFaultError",
            "MachineFileError",
            "ProgramError",
            "UncountedInstructionError",
        ),
        "karn": ("KarnDes", "karn_des"),
        "machines": ("MachineRow", "builtin_machines", "load_machines", "machine"),
        "pc": ("PC",),
        "program": ("Program", "builtin_program", "load_program"),
        "slot": ("insert",),
        "software": ("HostSoftware", "Measured", "RsaKey", "host_software"),
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)

# Machines and their programs
__all__ = ["PC", "IsaTiming", "MachineRow", "Program", "builtin_machines", "builtin_program", "compile_c"]
__all__ += ["load_machines", "load_program", "machine"]
# Calls of functions
__all__ += ["LoadedMachine", "Machine", "Out", "Timed"]
# The card, and the host's own software
__all__ += ["CardDriver", "HostSoftware", "KarnDes", "Measured", "RsaKey", "driver_pc", "host_software", "insert"]
__all__ += ["karn_des"]
# Errors
__all__ += [
    "ClockLimitError",
    "CompileError",
    "DriverError",
    "HostError",
    "MachineFaultError",
    "MachineFileError",
    "ProgramError",
    "UncountedInstructionError",
]
