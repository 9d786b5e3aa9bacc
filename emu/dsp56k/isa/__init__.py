"""The DSP56001 instruction set as data: encodings, fields, registers, timing.

The encodings are TOML files in this directory; the decoder and encoder here, and the Rust decoder of the emulator, are
generated from them.
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    __all__: list[str]

    from dsp56k.isa.chips import CHIPS as CHIPS
    from dsp56k.isa.chips import DSP56001 as DSP56001
    from dsp56k.isa.chips import DSP56002 as DSP56002
    from dsp56k.isa.chips import DSP56300 as DSP56300
    from dsp56k.isa.chips import require_chip as require_chip
    from dsp56k.isa.decoder import Decoded as Decoded
    from dsp56k.isa.decoder import Part as Part
    from dsp56k.isa.decoder import decode as decode
    from dsp56k.isa.decoder import later_chip as later_chip
    from dsp56k.isa.decoder import later_mnemonics as later_mnemonics
    from dsp56k.isa.errors import Dsp56kError as Dsp56kError
    from dsp56k.isa.io_registers import HOST_REGISTERS as HOST_REGISTERS
    from dsp56k.isa.io_registers import IO_REGISTERS as IO_REGISTERS
    from dsp56k.isa.io_registers import BitField as BitField
    from dsp56k.isa.io_registers import IoRegister as IoRegister
    from dsp56k.isa.io_registers import io_register as io_register
    from dsp56k.isa.rows import ALU_ROWS as ALU_ROWS
    from dsp56k.isa.rows import CONTROL_ROWS as CONTROL_ROWS
    from dsp56k.isa.rows import DSP56002_ROWS as DSP56002_ROWS
    from dsp56k.isa.rows import MOVE_ROWS as MOVE_ROWS
    from dsp56k.isa.rows import ROWS as ROWS
    from dsp56k.isa.rows import Operand as Operand
    from dsp56k.isa.rows import OperandValue as OperandValue
    from dsp56k.isa.rows import Row as Row
    from dsp56k.isa.rows import clocks as clocks
    from dsp56k.isa.rows import rows_of as rows_of
    from dsp56k.isa.tables import KINDS as KINDS
    from dsp56k.isa.tables import MODES as MODES
    from dsp56k.isa.tables import REGISTERS as REGISTERS
    from dsp56k.isa.tables import SEQUENCES as SEQUENCES
    from dsp56k.isa.tables import Kind as Kind
    from dsp56k.isa.tables import Mode as Mode
    from dsp56k.isa.tables import Register as Register
    from dsp56k.isa.tables import Sequence as Sequence
else:
    # A module, and with it its data files, is loaded when one of its names is first used: the emulator needs only the
    # root of the errors.
    __getattr__, __dir__, __all__ = lazy_names(__name__)
