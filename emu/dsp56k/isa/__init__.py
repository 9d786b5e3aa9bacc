"""The DSP56001 instruction set as data: encodings, fields, registers, timing.

The encodings are TOML files in this directory; the decoder and encoder here, and the Rust decoder of the emulator, are
generated from them.
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    from dsp56k.isa.chips import CHIPS, DSP56001, DSP56002, DSP56300, require_chip
    from dsp56k.isa.decoder import Decoded, Part, decode, later_chip, later_mnemonics
    from dsp56k.isa.errors import Dsp56kError
    from dsp56k.isa.io_registers import HOST_REGISTERS, IO_REGISTERS, BitField, IoRegister, io_register
    from dsp56k.isa.rows import (
        ALU_ROWS,
        CONTROL_ROWS,
        DSP56002_ROWS,
        MOVE_ROWS,
        ROWS,
        Operand,
        OperandValue,
        Row,
        clocks,
        rows_of,
    )
    from dsp56k.isa.tables import KINDS, MODES, REGISTERS, SEQUENCES, Kind, Mode, Register, Sequence
else:
    # A module, and with it its data files, is loaded when one of its names is first used: the emulator needs only the
    # root of the errors.
    _MODULES = {
        "chips": ("CHIPS", "DSP56001", "DSP56002", "DSP56300", "require_chip"),
        "decoder": ("Decoded", "Part", "decode", "later_chip", "later_mnemonics"),
        "errors": ("Dsp56kError",),
        "io_registers": ("HOST_REGISTERS", "IO_REGISTERS", "BitField", "IoRegister", "io_register"),
        "rows": (
            "ALU_ROWS",
            "CONTROL_ROWS",
            "DSP56002_ROWS",
            "MOVE_ROWS",
            "ROWS",
            "Operand",
            "OperandValue",
            "Row",
            "clocks",
            "rows_of",
        ),
        "tables": ("KINDS", "MODES", "REGISTERS", "SEQUENCES", "Kind", "Mode", "Register", "Sequence"),
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)


__all__ = [
    "ALU_ROWS",
    "CHIPS",
    "CONTROL_ROWS",
    "DSP56001",
    "DSP56002",
    "DSP56002_ROWS",
    "DSP56300",
    "HOST_REGISTERS",
    "IO_REGISTERS",
    "KINDS",
    "MODES",
    "MOVE_ROWS",
    "REGISTERS",
    "ROWS",
    "SEQUENCES",
    "BitField",
    "Decoded",
    "Dsp56kError",
    "IoRegister",
    "Kind",
    "Mode",
    "Operand",
    "OperandValue",
    "Part",
    "Register",
    "Row",
    "Sequence",
    "clocks",
    "decode",
    "io_register",
    "later_chip",
    "later_mnemonics",
    "require_chip",
    "rows_of",
]
