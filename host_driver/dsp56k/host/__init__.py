"""The host PC: emulated x86 machines with a clock model, programs for them, and the card's driver.

>>> from dsp56k.host import Machine, compile_c
>>> pc = Machine("386-20").load(compile_c("crc.c"))  # doctest: +SKIP
>>> timed = pc.call("crc32", b"hello world", 11)  # doctest: +SKIP
>>> hex(timed.value), timed.clocks  # doctest: +SKIP
('0xd4a1185', 2810)
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import check_extra, lazy_names

check_extra("unicorn", "capstone", "elftools")

if TYPE_CHECKING:
    __all__: list[str]

    from dsp56k.host.bus.isa_bus import IsaTiming as IsaTiming
    from dsp56k.host.calls.arguments import Out as Out
    from dsp56k.host.calls.function_calls import LoadedMachine as LoadedMachine
    from dsp56k.host.calls.function_calls import Machine as Machine
    from dsp56k.host.calls.function_calls import Timed as Timed
    from dsp56k.host.compiler import compile_c as compile_c
    from dsp56k.host.driver import CardDriver as CardDriver
    from dsp56k.host.driver import driver_pc as driver_pc
    from dsp56k.host.errors import ClockLimitError as ClockLimitError
    from dsp56k.host.errors import CompileError as CompileError
    from dsp56k.host.errors import DriverError as DriverError
    from dsp56k.host.errors import HostError as HostError
    from dsp56k.host.errors import MachineFaultError as MachineFaultError
    from dsp56k.host.errors import MachineFileError as MachineFileError
    from dsp56k.host.errors import ProgramError as ProgramError
    from dsp56k.host.errors import UncountedInstructionError as UncountedInstructionError
    from dsp56k.host.karn import KarnDes as KarnDes
    from dsp56k.host.karn import karn_des as karn_des
    from dsp56k.host.machines import MachineRow as MachineRow
    from dsp56k.host.machines import builtin_machines as builtin_machines
    from dsp56k.host.machines import load_machines as load_machines
    from dsp56k.host.machines import machine as machine
    from dsp56k.host.pc import PC as PC
    from dsp56k.host.pc_parameters import PcParameters as PcParameters
    from dsp56k.host.program import Program as Program
    from dsp56k.host.program import builtin_program as builtin_program
    from dsp56k.host.program import load_program as load_program
    from dsp56k.host.slot import insert as insert
    from dsp56k.host.software import HostSoftware as HostSoftware
    from dsp56k.host.software import Measured as Measured
    from dsp56k.host.software import RsaKey as RsaKey
    from dsp56k.host.software import host_software as host_software
else:
    __getattr__, __dir__, __all__ = lazy_names(__name__)
