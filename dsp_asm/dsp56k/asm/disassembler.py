"""The disassembler: it converts a word, by the instruction table, to the text that assembles to it.

Sizes are printed with their force signs, so that the text means exactly one form. Two things are lost: don't-care
bits of the encodings, and which of its two encodings a MOVEC between two control registers had (the assembler takes the
first, UM A-157).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import SupportsIndex

from dsp56k.asm.arguments import require_chip, require_int
from dsp56k.asm.instructions.operands import ABSOLUTE
from dsp56k.isa import MODES, Operand, OperandValue, Part, Row, decode
from dsp56k.isa.chips import DSP56001
from dsp56k.objects.word_sizes import TOP, WORD_MASK

Naming = Callable[[str, int], str | None]
"""Returns the symbol for an address of a space ("X", "Y", "L" or "P"), or None."""

# Notation of a number of each class: the force sign and the width in hexadecimal digits.
_NUMBERS = {"aa": ("<", 2), "pp": ("<<", 4), "address": ("<", 3), "unsigned": ("", 2)}
_PLACEHOLDER = re.compile(r"(\{[^}]*\})")
_ADDRESS_MASK = TOP - 1


def disassemble(
    word: SupportsIndex,
    ext: SupportsIndex = 0,
    pc: SupportsIndex = 0,
    *,
    naming: Naming | None = None,
    chip: str = DSP56001,
) -> tuple[str, int]:
    """Return the text of an instruction and its number of words.

    Args:
        word: The first 24-bit word.
        ext: The word after it, used if the instruction has two.
        pc: Address of the instruction; all addresses are absolute, so the text does not depend on it.
        naming: Returns the name for an address. Without it, or if it returns None, the number is written.
        chip: The chip whose instructions are written, "DSP56001" or "DSP56002".

    Returns:
        The instruction in lower case, names as they are, or DC with the word if it is illegal or has no name in
        assembly language; 1 or 2.

    Raises:
        ArgumentError: a word is not an integer, or the chip is unknown.
    """
    del pc
    number = require_int(word, "word")
    decoded = decode(number & WORD_MASK, require_chip(chip))
    if decoded is None:
        return _as_data(number)
    # A move part comes first in the word's value but after the operation in the text.
    words = decoded.words
    second = require_int(ext, "ext") & WORD_MASK if words == 2 else 0
    write = _numbered_part if naming is None else partial(_part, naming=naming)
    parts = [write(part, second) for part in reversed(decoded.parts)]
    mnemonic = parts[0][0]
    operands = "  ".join(fields for _, fields in parts if fields)
    if len(decoded.parts) == 2 and not operands:
        # MOVE without a move: legal for the chip, not for the assembler.
        return _as_data(number)
    return f"{mnemonic:<7} {operands}".rstrip(), words


def _as_data(word: int) -> tuple[str, int]:
    return f"dc      ${word & WORD_MASK:06x}", 1


@cache
def _pieces(template: str) -> tuple[str, ...]:
    """Return a mnemonic or a syntax, split at its placeholders."""
    return tuple(piece if piece.startswith("{") else piece.lower() for piece in _PLACEHOLDER.split(template) if piece)


def _part(part: Part, ext: int, naming: Naming | None) -> tuple[str, str]:
    """Return the mnemonic and the operand fields of one entry of the instruction table."""
    row = part.row
    values = iter(zip(row.operands, part.values, strict=True))
    texts = []
    for template in (row.mnemonic, row.syntax):
        text = ""
        for piece in _pieces(template):
            if piece.startswith("{"):
                operand, value = next(values)
                text += _operand(row, operand, value, ext, _space_before(text), naming)
            else:
                text += piece
        texts.append(text)
    return texts[0], texts[1]


@lru_cache(maxsize=4096)
def _numbered_part(part: Part, ext: int) -> tuple[str, str]:
    """Return `_part` with numbers only. It is cached because it is called frequently."""
    return _part(part, ext, None)


def _space_before(text: str) -> str:
    """Return the space of the next address: the one written before it, or P."""
    return text[-2].upper() if text.endswith(":") else "P"


def _operand(row: Row, operand: Operand, value: OperandValue, ext: int, space: str, naming: Naming | None) -> str:
    cls = operand.kind.cls
    if isinstance(value, tuple):
        mode, register = value
        if mode == ABSOLUTE:
            return _address(">", ext & _ADDRESS_MASK, 4, space, naming)
        return MODES[mode].text.replace("Rr", f"R{register}").replace("Nr", f"N{register}").lower()
    if isinstance(value, str):
        return value.lower()
    if cls == "word":
        return f">${ext:06x}" if _has_short_form(row) else f"${ext:06x}"
    if cls == "target":
        return _address("", ext & _ADDRESS_MASK, 4, space, naming)
    if cls == "loop_end":
        return _address("", (ext & _ADDRESS_MASK) + 1, 4, space, naming)
    force, digits = _NUMBERS[cls]
    if operand.kind.name == "imm8" and _has_short_form(row):
        force = "<"
    if operand.kind.name == "bit":
        return str(value)
    return _address(force, value, digits, space, None if cls == "unsigned" else naming)


def _address(force: str, address: int, digits: int, space: str, naming: Naming | None) -> str:
    """Return an address with its force sign, by its name if it has one."""
    name = naming(space, address) if naming else None
    return f"{force}{name or f'${address:0{digits}x}'}"


def _has_short_form(row: Row) -> bool:
    """Return True if an immediate may be short or long: the instruction loads a register."""
    return any(operand.kind.name in ("data_reg", "ctrl_reg") for operand in row.operands)
