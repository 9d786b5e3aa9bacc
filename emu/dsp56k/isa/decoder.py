"""The decoder: the encoding, or pair of encodings, of a word; and the later chip that defines an illegal one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType

from dsp56k.isa.chips import DSP56001, DSP56300, require_chip
from dsp56k.isa.rows import ALU_ROWS, CONTROL_ROWS, DSP56002_ROWS, MOVE_ROWS, OperandValue, Row
from dsp56k.isa.tables import KINDS
from dsp56k.isa.toml_files import load


@dataclass(frozen=True, slots=True)
class Part:
    """One encoding of a decoded word with the values of its operands, in the order of `row.operands`."""

    row: Row
    values: tuple[OperandValue, ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """A legal word: one control part, or a move part followed by an ALU part."""

    word: int
    parts: tuple[Part, ...]

    @property
    def words(self) -> int:
        """Program words of the instruction, those of an absolute address included."""
        absolute = any(value == ("Absolute", 0) for part in self.parts for value in part.values)
        return self.parts[0].row.words + absolute


@cache
def _by_top_byte(rows: tuple[Row, ...]) -> tuple[tuple[Row, ...], ...]:
    """Return the encodings that words may belong to, by their top byte; computed when the first word is decoded."""
    tops = range(0, 1 << 24, 1 << 16)
    return tuple(tuple(row for row in rows if not (top ^ row.value) & row.mask & 0xFF0000) for top in tops)


def _find(rows: tuple[Row, ...], word: int) -> Part | None:
    for row in rows:
        if word & row.mask == row.value:
            values = row.read_all(word)
            if values is not None:
                return Part(row, values)
    return None


@lru_cache(maxsize=4096)
def _move(bits: int) -> Part | None:
    """Return the parallel move of bits 23-8, which many operations share."""
    return _find(_by_top_byte(MOVE_ROWS)[bits >> 8], bits << 8)


@lru_cache(maxsize=256)
def _alu(low: int) -> Part | None:
    """Return the operation of bits 7-0."""
    return _find(ALU_ROWS, low)


def decode(word: int, chip: str = DSP56001) -> Decoded | None:
    """Return the encodings of a 24-bit instruction word; None if the word is illegal on the chip.

    Raises ValueError if the chip is not one of CHIPS.
    """
    top = word >> 16 & 0xFF
    control = _find(_by_top_byte(CONTROL_ROWS)[top], word)
    if chip != DSP56001:
        require_chip(chip)
        control = control or _find(DSP56002_ROWS, word)
    if control:
        return Decoded(word, (control,))
    alu = _alu(word & 0xFF)
    move = _move(word >> 8) if alu else None
    return Decoded(word, (move, alu)) if move and alu else None


def later_chip(word: int) -> tuple[str, str] | None:
    """Return (mnemonic, chip) of a later family member that defines a word illegal here; None if none is known."""
    for row in DSP56002_ROWS:
        if row.read_all(word) is not None:
            return row.family, row.chip
    later = load("dsp56300.toml")
    for entry in later["rows"]:
        pattern = entry["bits"].replace(" ", "")
        if re.fullmatch(re.sub("[^01]", ".", pattern), f"{word:024b}"):
            return entry["mnemonic"], DSP56300
    codes = {int(entry["code"], 2) for entry in later["operands"] if "code" in entry}
    for row in CONTROL_ROWS:
        if word & row.mask == row.value and _has_register_of(row, word, codes):
            return row.mnemonic, DSP56300
    return None


def _has_register_of(row: Row, word: int, codes: Set[int]) -> bool:
    """Return True if registers with these codes are the only operands that make a word illegal here."""
    illegal = [operand for operand in row.operands if row.read(operand, word) is None]
    return bool(illegal) and all(
        operand.kind in (KINDS["ctrl_reg"], KINDS["any_reg"])
        and (0b100000 if operand.kind is KINDS["ctrl_reg"] else 0) | row.code(operand, word) in codes
        for operand in illegal
    )


@cache
def later_mnemonics() -> Mapping[str, str]:
    """Return the mnemonics of later chips with the first chip that has them; a condition is "cc"."""
    names = {row.family: row.chip for row in DSP56002_ROWS}
    return MappingProxyType(names | {entry["mnemonic"]: DSP56300 for entry in load("dsp56300.toml")["rows"]})
