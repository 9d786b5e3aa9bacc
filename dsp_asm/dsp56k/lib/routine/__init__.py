"""Any subroutine of a DSP56001 program as a Python function: `Routine`.

routine.py      the class
declaration.py  its declaration; operand.py reads operand strings
program.py      sources and object files for the emulator
call.py         one call; failures.py has its errors, replay.py shows its instructions
harness.py      the chip that it runs on
operand_types.py        values to words and back
"""

from dsp56k.lib.routine.operand import Operand, Place
from dsp56k.lib.routine.replay import CallStep, CallTrace
from dsp56k.lib.routine.routine import Routine, observed

__all__ = ["CallStep", "CallTrace", "Operand", "Place", "Routine", "observed"]
