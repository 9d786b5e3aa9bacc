"""Fields of an instruction for numbers, and the numbers that each can hold.

`holds` is Motorola's choice of size: a number goes into a short field by itself if it is known when it is first met and
fits; `deposit` puts it there, or raises the reason why it cannot.
"""

from __future__ import annotations

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
    """A field for a number: its kind, the bits of the first word (most significant first), and its operand."""

    kind: Kind
    bits: tuple[int, ...]
    source: int
    takes_fraction: bool
    shorter_form: bool

    @property
    def in_second_word(self) -> bool:
        """True if the number is the instruction's second word."""
        return self.kind.cls in _SECOND_WORD

    def holds(self, value: Value, operand: SourceOperand) -> bool:
        """Return True if this field suits a number: known (unless forced, or of the only size) and within range."""
        known = value.known or operand.force in SHORT_FORCES or not self.shorter_form
        if not known:
            return False
        if not value.known:
            return True
        return self._code(value.number) is not None

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
        at = column + operand.column
        cls = self.kind.cls
        if value.linked:
            return self._linked(assembly, value, operand)
        if cls == "word":
            return encode_word(assembly, value, at, operand.length)
        meaningful = not (assembly.tentative and value.forward)
        if meaningful and (error := self._mistake(assembly, value, operand, at)):
            raise error
        code = self._code(value.number) or 0
        if self.in_second_word:
            return code
        word = 0
        for place, bit in enumerate(reversed(self.bits)):
            word |= (code >> place & 1) << bit
        return word

    def _linked(self, assembly: FieldContext, value: Value, operand: SourceOperand) -> LinkWord:
        """Return the link expression of this field's bits, or of the second word (ASM F.4.1)."""
        cls = self.kind.cls
        space: Space = NO_SPACE if cls in ("unsigned", "word") else operand.space or "P"
        size = 0 if self.in_second_word else -_IO_SHORT if cls == "pp" else len(self.bits)
        expression = user_expression(value, space, size)
        if not self.in_second_word:
            return LinkWord(0, field_expression(expression, self.bits))
        before = int(cls == "loop_end")
        here = value.base is not None and value.base == assembly.locations.run_base
        near = int(value.number) - before if here else None
        return LinkWord(0, f"{expression}-1" if before else expression, near)

    def _mistake(self, assembly: FieldContext, value: Value, operand: SourceOperand, column: int) -> SourceError | None:
        """Return the error for a number that does not fit; warn if it belongs to another memory space."""
        cls, number = self.kind.cls, value.number
        is_address = cls not in ("unsigned", "word")
        if is_address:
            assembly.check_space(operand.space or "P", value, messages.ADDRESS_SPACE, column, operand.length)
        if self._code(number) is not None:
            return None
        kind = messages.ADDRESS_RANGE
        if isinstance(number, float):
            kind = messages.FLOAT_NOT_ALLOWED if not is_address else messages.NOT_INTEGER
        elif not is_address:
            kind = messages.NEGATIVE_IMMEDIATE if number < 0 else messages.IMMEDIATE_TOO_LARGE
            if operand.force == "<":
                kind = messages.IMMEDIATE_SHORT_TOO_LARGE
        elif 0 <= number < TOP:
            if value.forward and not operand.force:
                kind = messages.FORWARD_SHORT
            elif cls == "pp":
                kind = messages.IO_TOO_SMALL
            else:
                kind = messages.SHORT_TOO_LARGE if operand.force else messages.MUST_BE_SHORT
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
    return Field(operand.kind, bits, source, fractional, short)
