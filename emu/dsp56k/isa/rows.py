"""Encodings of an instruction, parallel move or ALU operation, for decoding and encoding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from dsp56k.isa.chips import DSP56001, DSP56002, require_chip
from dsp56k.isa.tables import KINDS, Kind
from dsp56k.isa.toml_files import load
from dsp56k.system.properties import lazy_property

OperandValue = str | int | tuple[str, int]
"""An operand's meaning: a register, space, condition or sign by name; a number; (addressing mode, address register)."""

_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_SECOND_WORD = frozenset({"word", "target", "loop_end"})


@dataclass(frozen=True, slots=True)
class Operand:
    """One {kind:letters} of an encoding's mnemonic or syntax. Operands without letters are in the second word."""

    kind: Kind
    letters: str


@dataclass(frozen=True, eq=False)
class Row:
    """An encoding of alu.toml, moves.toml, control.toml or dsp56002.toml; their header comments explain the columns.

    `table` is "alu", "move" or "control"; `index` is the position in it. `chip` is the first that has the encoding.
    `mask` and `value` are the pattern's fixed bits within the 24-bit word; `words` the program words without those of
    an absolute address; `cycles` the manual's formula in clocks; `sequence` names the effect on the sequence of
    instructions (SEQUENCES).
    """

    table: str
    index: int
    op: str
    mnemonic: str
    bits: str
    syntax: str
    words: int
    cycles: str
    ccr: str
    page: str
    mask: int
    value: int
    fields: dict[str, tuple[int, ...]]
    operands: tuple[Operand, ...]
    sequence: str
    compares: bool
    modifies: bool
    chip: str

    @property
    def family(self) -> str:
        """The mnemonic, with "cc" for a condition; "" for a parallel move."""
        return self.mnemonic.replace("{cc:C}", "cc")

    def field(self, letter: str, word: int) -> int:
        """Return the bits of one letter of the pattern in `word`, most significant first."""
        code = 0
        for bit in self.fields[letter]:
            code = code << 1 | word >> bit & 1
        return code

    def code(self, operand: Operand, word: int) -> int:
        """Return the bits of the operand's letters in `word`, in the order of the letters."""
        code = 0
        for letter in operand.letters:
            code = code << len(self.fields[letter]) | self.field(letter, word)
        return code

    def read(self, operand: Operand, word: int) -> OperandValue | None:
        """Return the operand's value in `word`; None if the code is illegal. A second-word operand reads as 0."""
        kind = operand.kind
        code = self.code(operand, word)
        if kind.cls in ("register", "space", "condition", "product"):
            return kind.values[code] or None
        if kind.cls == "sign":
            return kind.values[code]
        if kind.cls == "ea":
            mode, register = kind.modes[self.field(operand.letters[0], word)], self.field(operand.letters[1], word)
            return (mode, register) if mode and not (mode == "Absolute" and register) else None
        if kind.cls == "other_ea":
            mode_letter, bank, low = tuple(operand.letters)
            register = ~self.field(bank, word) & 4 | self.field(low, word)
            return kind.modes[self.field(mode_letter, word)], register
        if kind.cls in _SECOND_WORD:
            return 0
        return None if kind.cls == "unsigned" and code > kind.max else kind.base + code

    def read_all(self, word: int) -> tuple[OperandValue, ...] | None:
        """Return the value of every operand in `word`, or None if the word does not have this encoding."""
        if word & self.mask != self.value:
            return None
        values = []
        for operand in self.operands:
            value = self.read(operand, word)
            if value is None:
                return None
            values.append(value)
        return tuple(values)

    def encode(self, values: Sequence[OperandValue]) -> int | None:
        """Return the word whose operands have `values`, in the order of `operands`; don't-care bits are 0.

        None if a value has no code in this encoding, or if two operands require different values of a letter they
        share.
        """
        choices = [self._choices(operand, value) for operand, value in zip(self.operands, values, strict=True)]
        for choice in product(*choices):
            word = self._merge(choice)
            if word is not None:
                return word
        return None

    def _choices(self, operand: Operand, value: OperandValue) -> list[dict[str, int]]:
        """Return the codes of `value` for the operand's letters; a few kinds have the same register under two codes."""
        if operand.kind.cls == "other_ea":
            mode, register = value if isinstance(value, tuple) else ("", 0)
            if mode not in operand.kind.modes:
                return []
            mode_letter, bank, low = tuple(operand.letters)
            index = operand.kind.modes.index(mode)
            # The bank letter also numbers the X register; only its top bit is ours (UM A-242, note 5).
            return [{mode_letter: index, bank: ~register & 4 | other, low: register & 3} for other in range(4)]
        width = sum(len(self.fields[letter]) for letter in operand.letters)
        return [self._split(operand, code) for code in _codes(operand.kind, value) if not code >> width]

    def _merge(self, choice: Sequence[dict[str, int]]) -> int | None:
        wanted: dict[str, int] = {}
        for parts in choice:
            for letter, bits in parts.items():
                if wanted.setdefault(letter, bits) != bits:
                    return None
        word = self.value
        for letter, code in wanted.items():
            for place, bit in enumerate(reversed(self.fields[letter])):
                word |= (code >> place & 1) << bit
        return word

    @lazy_property
    def dont_care(self) -> int:
        """Return the bits of the word that neither the pattern nor a field fixes, within the bits of the encoding."""
        covered = {"alu": 0xFF, "move": 0xFFFF00, "control": 0xFFFFFF}[self.table]
        used = self.mask
        for bits in self.fields.values():
            used |= sum(1 << bit for bit in bits)
        return covered & ~used

    def _split(self, operand: Operand, code: int) -> dict[str, int]:
        parts = {}
        for letter in reversed(operand.letters):
            width = len(self.fields[letter])
            parts[letter] = code & (1 << width) - 1
            code >>= width
        return parts


def _codes(kind: Kind, value: OperandValue) -> list[int]:
    """Return the codes of `value` in a kind, at any position of its letters."""
    if kind.cls in _SECOND_WORD:
        return [0]
    if isinstance(value, int):
        code = value - kind.base
        known = not kind.values and not kind.modes and code >= 0
        return [code] if known and not (kind.cls == "unsigned" and code > kind.max) else []
    if isinstance(value, tuple):
        mode, register = value
        return [kind.modes.index(mode) << 3 | register] if mode in kind.modes else []
    names = {kind.aliases.get(value, value)}
    if kind.cls == "product" and value not in kind.values:
        names = {",".join(reversed(value.split(",")))}
    elif not value and kind.cls != "sign":
        return []
    return [code for code, name in enumerate(kind.values) if name in names]


def _operands(*templates: str) -> tuple[Operand, ...]:
    found = (match.groups() for template in templates for match in _PLACEHOLDER.finditer(template))
    return tuple(Operand(KINDS[kind], letters or "") for kind, letters in found)


def _rows(file: str, table: str, shift: int, chip: str = DSP56001, first: int = 0) -> tuple[Row, ...]:
    data = load(file)
    rows = []
    for index, row in enumerate(data["rows"], first):
        pattern = row["bits"].replace(" ", "")
        mask = value = 0
        fields: dict[str, list[int]] = {}
        for position, letter in enumerate(pattern):
            bit = len(pattern) - 1 - position + shift
            if letter in "01":
                mask |= 1 << bit
                value |= int(letter) << bit
            elif letter != "x":
                fields.setdefault(letter, []).append(bit)
        rows.append(
            Row(
                table,
                index,
                row["op"],
                row.get("mnemonic", ""),
                row["bits"],
                row["syntax"],
                row.get("words", data.get("words")),
                row.get("cycles", data.get("cycles")),
                row.get("ccr", "-------"),
                row["page"],
                mask,
                value,
                {letter: tuple(bits) for letter, bits in fields.items()},
                _operands(row.get("mnemonic", ""), row["syntax"]),
                row.get("sequence", "next"),
                row.get("compares", False),
                row.get("modifies", False),
                chip,
            )
        )
    return tuple(rows)


ALU_ROWS = _rows("alu.toml", "alu", 0)
"""Operations that allow parallel moves: bits 7-0."""

MOVE_ROWS = _rows("moves.toml", "move", 8)
"""Parallel moves: bits 23-8."""

CONTROL_ROWS = _rows("control.toml", "control", 0)
"""Instructions without parallel moves: all 24 bits."""

ROWS = CONTROL_ROWS + MOVE_ROWS + ALU_ROWS
"""Every encoding of the DSP56001."""

DSP56002_ROWS = _rows("dsp56002.toml", "control", 0, DSP56002, len(CONTROL_ROWS))
"""The encodings that the DSP56002 adds: all 24 bits."""


def rows_of(chip: str) -> tuple[Row, ...]:
    """Return every encoding of a chip. Raises ValueError if the chip is not one of CHIPS."""
    return ROWS if require_chip(chip) == DSP56001 else DSP56002_ROWS + ROWS


_SYMBOLS: dict[str, dict[str, object]] = load("timing.toml")["symbol"]
_TERM = re.compile(r"(\d*)([a-z]*)")


@lru_cache(maxsize=256)
def _terms(formula: str) -> tuple[tuple[int, str], ...]:
    terms = []
    for term in formula.split("+"):
        match = _TERM.fullmatch(term)
        if match is None or (match[2] and match[2] not in _SYMBOLS):
            raise ValueError(f"clock formula {formula!r}: unknown term {term!r}")
        terms.append((int(match[1] or 1), match[2]))
    return tuple(terms)


def clocks(formula: str, **terms: int) -> int | None:
    """Return the oscillator clocks of a formula such as "6+ea+ap"; a symbol not given counts 0.

    None for "n/a", the manual's entry for WAIT and STOP (Table A-6, UM A-228). ValueError for an unknown symbol.
    """
    if formula == "n/a":
        return None
    return sum(factor * (terms.get(symbol, 0) if symbol else 1) for factor, symbol in _terms(formula))
