"""The disassembler: a word, by its rows, to the text that assembles to it.

Sizes are printed with their force signs, so that the text means exactly one form. Two things are lost: don't-care
bits of the rows, and which of its two encodings a MOVEC between two control registers had (the assembler takes the
first, UM A-157).
"""

from __future__ import annotations

from functools import lru_cache

from dsp56k.asm.operands import ABSOLUTE
from dsp56k.isa import MODES, Operand, Row, Value, decode
from dsp56k.isa.decode import Part

# How a number of each class is written: the force sign and the width in hexadecimal digits.
_NUMBERS = {"aa": ("<", 2), "pp": ("<<", 4), "address": ("<", 3), "unsigned": ("", 2)}
_WORD_MASK = 0xFFFFFF
_ADDRESS_MASK = 0xFFFF


def disassemble(word: int, ext: int = 0, pc: int = 0) -> tuple[str, int]:
    """The text of an instruction and how many words it takes.

    Args:
        word: The first 24-bit word.
        ext: The word behind it, used if the instruction has two.
        pc: Where the instruction stands; all addresses are absolute, so the text does not depend on it.

    Returns:
        The instruction in lower case, or DC with the word if it is illegal or has no name in assembly language; 1 or 2.
    """
    del pc
    decoded = decode(word & _WORD_MASK)
    if decoded is None:
        return _as_data(word)
    # A move part comes first in the word's value but behind the operation in the text.
    words = decoded.words
    parts = [_part(part, ext & _WORD_MASK if words == 2 else 0) for part in reversed(decoded.parts)]
    mnemonic = parts[0][0]
    operands = "  ".join(fields for _, fields in parts if fields)
    if len(decoded.parts) == 2 and not operands:
        # MOVE without a move: legal for the chip, not for the assembler.
        return _as_data(word)
    return f"{mnemonic:<7} {operands}".rstrip(), words


def _as_data(word: int) -> tuple[str, int]:
    return f"dc      ${word & _WORD_MASK:06x}", 1


@lru_cache(maxsize=4096)
def _part(part: Part, ext: int) -> tuple[str, str]:
    """The mnemonic and the operand fields of one row."""
    row = part.row
    texts = [_operand(row, operand, value, ext) for operand, value in zip(row.operands, part.values, strict=True)]
    mnemonic, syntax = row.mnemonic, row.syntax
    for operand, text in zip(row.operands, texts, strict=True):
        letters = f":{operand.letters}" if operand.letters else ""
        placeholder = f"{{{operand.kind.name}{letters}}}"
        if placeholder in mnemonic:
            mnemonic = mnemonic.replace(placeholder, text, 1)
        else:
            syntax = syntax.replace(placeholder, text, 1)
    return mnemonic.lower(), syntax.lower()


def _operand(row: Row, operand: Operand, value: Value, ext: int) -> str:
    cls = operand.kind.cls
    if isinstance(value, tuple):
        mode, register = value
        if mode == ABSOLUTE:
            return f">${ext & _ADDRESS_MASK:04x}"
        return MODES[mode].text.replace("Rr", f"R{register}").replace("Nr", f"N{register}")
    if isinstance(value, str):
        return value
    if cls == "word":
        return f">${ext:06x}" if _has_short_form(row) else f"${ext:06x}"
    if cls == "target":
        return f"${ext & _ADDRESS_MASK:04x}"
    if cls == "loop_end":
        return f"${(ext & _ADDRESS_MASK) + 1:04x}"
    force, digits = _NUMBERS[cls]
    if operand.kind.name == "imm8" and _has_short_form(row):
        force = "<"
    if operand.kind.name == "bit":
        return str(value)
    return f"{force}${value:0{digits}x}"


def _has_short_form(row: Row) -> bool:
    """Whether an immediate of this row may be short or long: those that load a register may."""
    return any(operand.kind.name in ("data_reg", "ctrl_reg") for operand in row.operands)
