"""Fields of an instruction for numbers, and the numbers that each can hold.

`holds` is Motorola's choice of size: a number goes into a short field by itself if it is known when it is first met and
fits; `deposit` puts it there, or raises the reason why it cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dsp56k import isa
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.asm.expressions.relocation import LinkWord, WordContext, encode_word, field_expression, user_expression
from dsp56k.asm.expressions.values import Value, fits_word, fraction
from dsp56k.asm.instructions.operands import SHORT_FORCES, SourceOperand
from dsp56k.asm.program.locations import Locations
from dsp56k.isa import KINDS, Kind, Row
from dsp56k.objects.word_sizes import NO_SPACE, TOP, WORD_MASK, Space

# Registers for which a short immediate is a fraction, in bits 23-16 (UM 7-13, 7-14): those of the X: and Y: moves.
_FRACTION_REGISTERS = frozenset(KINDS["x_reg"].values) | frozenset(KINDS["y_reg"].values)
# Classes whose number is the second word.
_SECOND_WORD = frozenset({"ea", "word", "target", "loop_end"})
# Bits of an I/O short address, which is negative as a size (ASM F.4.2.4).
_IO_SHORT = 6


class FieldContext(WordContext, Protocol):
    """A field's view of the pass."""

    locations: Locations

    def check_space(self, space: Space, value: Value, kind: Message, column: int, length: int) -> None:
        """Warn if a value of one memory space is used as an address in another."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field for a number: its kind, the bits of the first word (most significant first), and its operand.

    `pieces` are the same bits as (mask of the number's bits, shift to the left), one for each group of adjacent bits.
    If `in_second_word`, the number is the instruction's second word.
    """

    kind: Kind
    bits: tuple[int, ...]
    pieces: tuple[tuple[int, int], ...]
    in_second_word: bool
    source: int
    takes_fraction: bool
    shorter_form: bool

    def holds(self, value: Value, operand: SourceOperand) -> bool:
        """Return True if this field suits a number: known (unless forced, or of the only size) and within range."""
        if value.known:
            return self._code(value.number) is not None
        return not self.shorter_form or operand.shape.force in SHORT_FORCES

    def _code(self, number: int | float) -> int | None:
        """Return the field's contents for a number, or None if it does not fit."""
        cls = self.kind.cls
        if cls == "word":
            return 0 if isinstance(number, float) or fits_word(number) else None
        if isinstance(number, float):
            return self._fraction_code(number)
        if self.in_second_word:
            number -= cls == "loop_end"
            return number if 0 <= number < TOP else None
        if self.takes_fraction and not number & 0xFFFF and number & WORD_MASK > 0xFF and fits_word(number):
            # The register would get the byte in its bits 23-16, which are this number's bits there.
            return number >> 16 & 0xFF
        code = number - self.kind.base
        return code if 0 <= code <= self.kind.max else None

    def _fraction_code(self, number: float) -> int | None:
        """Return the short form of a fraction: its high byte, or its low byte if the register is filled from below."""
        word, limited = fraction(number)
        if limited or self.kind.cls != "unsigned" or not self.shorter_form:
            return None
        code, rest = (word >> 16, word & 0xFFFF) if self.takes_fraction else (word & 0xFF, word >> 8)
        return None if rest else code

    def deposit(self, assembly: FieldContext, value: Value, operand: SourceOperand, column: int) -> int:
        """Return the bits of the first word, or the second word, for a number.

        Raises SourceError if it does not fit.
        """
        if value.linked:
            return self._linked(assembly, value, operand)
        cls = self.kind.cls
        if cls == "word":
            return encode_word(assembly, value, column + operand.column, operand.length)
        code = self._code(value.number)
        if not (value.forward and assembly.tentative):
            if cls != "unsigned":
                space, at = operand.shape.space or "P", column + operand.column
                assembly.check_space(space, value, messages.ADDRESS_SPACE, at, operand.length)
            if code is None:
                raise self._mistake(value, operand, column + operand.column)
        code = code or 0
        if self.in_second_word:
            return code
        word = 0
        for mask, shift in self.pieces:
            word |= (code & mask) << shift if shift >= 0 else (code & mask) >> -shift
        return word

    def _linked(self, assembly: FieldContext, value: Value, operand: SourceOperand) -> LinkWord:
        """Return the link expression of this field's bits, or of the second word (ASM F.4.1)."""
        cls = self.kind.cls
        space: Space = NO_SPACE if cls in ("unsigned", "word") else operand.shape.space or "P"
        size = 0 if self.in_second_word else -_IO_SHORT if cls == "pp" else len(self.bits)
        expression = user_expression(value, space, size)
        if not self.in_second_word:
            return LinkWord(0, field_expression(expression, self.bits))
        before = int(cls == "loop_end")
        here = value.base is not None and value.base == assembly.locations.run_base
        near = int(value.number) - before if here else None
        return LinkWord(0, f"{expression}-1" if before else expression, near)

    def _mistake(self, value: Value, operand: SourceOperand, column: int) -> SourceError:
        """Return the error for a number that does not fit."""
        cls, number, force = self.kind.cls, value.number, operand.shape.force
        is_address = cls != "unsigned"
        kind = messages.ADDRESS_RANGE
        if isinstance(number, float):
            kind = messages.FLOAT_NOT_ALLOWED if not is_address else messages.NOT_INTEGER
        elif not is_address:
            kind = messages.NEGATIVE_IMMEDIATE if number < 0 else messages.IMMEDIATE_TOO_LARGE
            if force == "<":
                kind = messages.IMMEDIATE_SHORT_TOO_LARGE
        elif 0 <= number < TOP:
            if value.forward and not force:
                kind = messages.FORWARD_SHORT
            elif cls == "pp":
                kind = messages.IO_TOO_SMALL
            else:
                kind = messages.SHORT_TOO_LARGE if force else messages.MUST_BE_SHORT
        return SourceError(
            kind, column, operand.length, value=number, low=self.kind.base, high=self.kind.base + self.kind.max
        )


def field(row: Row, at: int, source: int, values: list[isa.OperandValue]) -> Field:
    """Return the field of row operand `at`, its number that of operand `source`.

    `values` are those of all row operands.
    """
    operand = row.operands[at]
    bits = tuple(bit for letter in operand.letters for bit in row.fields[letter])
    # If a register takes an immediate, there is a long form in addition to the short one.
    takes_register = any(isinstance(value, str) and value in KINDS["any_reg"].values for value in values)
    short = operand.kind.cls in ("aa", "pp", "address") or (operand.kind.name == "imm8" and takes_register)
    fractional = operand.kind.name == "imm8" and any(value in _FRACTION_REGISTERS for value in values)
    return Field(operand.kind, bits, _pieces(bits), operand.kind.cls in _SECOND_WORD, source, fractional, short)


def _pieces(bits: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return `Field.pieces` for the bits of the first word, most significant first."""
    masks: dict[int, int] = {}
    for place, bit in enumerate(reversed(bits)):
        masks[bit - place] = masks.get(bit - place, 0) | 1 << place
    return tuple((mask, shift) for shift, mask in masks.items())
