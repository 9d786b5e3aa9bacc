"""The DSP56001 instruction set as data: rows, fields, registers, timing.

Rows are TOML files beside this module; the decoder and encoder here, and the Rust decoder of the emulator, are made
from them.
"""

from dsp56k.isa.decode import Decoded, Part, decode, later_chip, later_mnemonics
from dsp56k.isa.errors import Dsp56kError
from dsp56k.isa.rows import ALU_ROWS, CONTROL_ROWS, MOVE_ROWS, ROWS, Operand, Row, Value
from dsp56k.isa.tables import KINDS, MODES, REGISTERS, SEQUENCES, Kind, Mode, Register, Sequence
from dsp56k.isa.timing import clocks

__all__ = [
    "ALU_ROWS",
    "CONTROL_ROWS",
    "KINDS",
    "MODES",
    "MOVE_ROWS",
    "REGISTERS",
    "ROWS",
    "SEQUENCES",
    "Decoded",
    "Dsp56kError",
    "Kind",
    "Mode",
    "Operand",
    "Part",
    "Register",
    "Row",
    "Sequence",
    "Value",
    "clocks",
    "decode",
    "later_chip",
    "later_mnemonics",
]
