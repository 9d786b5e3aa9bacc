"""Writes ioequ.inc, the equates of the peripheral registers that come with the assembler, from dsp56k.isa.

With --check nothing is written: exit code 1 if the file is stale.
"""

from __future__ import annotations

import sys

from dsp56k.asm.source.files import SUPPLIED
from dsp56k.isa import IO_REGISTERS
from generated_files import update_file

FILE = SUPPLIED / "ioequ.inc"
HEAD = """\
; Made by tools/documents/io_equates.py from emu/dsp56k/isa/memory.toml: change that, then run it.
;
; Equates of the peripheral registers of the DSP56001, under the names of Motorola's I/O equates.
; A register is its address in X data memory. A bit is its number, as BSET and JCLR take it.
; A field of several bits is a mask, and each of its bits has a number.
"""


def text() -> str:
    """Return the text of the file."""
    lines = [HEAD]
    for register in IO_REGISTERS.values():
        for name, value, meaning in register.equated():
            is_address = name in register.equates
            number = f"${value:X}" if is_address or value > 23 or name in _masks() else f"{value}"
            lines.append(f"{name:<8}equ     {number:<8}; {meaning}" + (f" (UM {register.page})" if is_address else ""))
        lines.append("")
    return "\n".join(lines)


def _masks() -> set[str]:
    """Return the names of fields of several bits."""
    fields = (field for register in IO_REGISTERS.values() for field in register.fields if field.high > field.low)
    return {name for field in fields for name in field.equates}


def main() -> int:
    """Return 0 if the file is fresh or was written."""
    return update_file(FILE, text(), "tools/documents/io_equates.py", __doc__)


if __name__ == "__main__":
    sys.exit(main())
