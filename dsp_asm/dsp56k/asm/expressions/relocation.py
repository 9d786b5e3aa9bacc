"""Values that only the linker can resolve: arithmetic with relocatable and external symbols, and words of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.asm.expressions import values
from dsp56k.asm.expressions.values import Listener, Value, fits_word, fraction
from dsp56k.objects.module import Base
from dsp56k.objects.word_sizes import COUNTER_CODES, NO_SPACE, SPACE_CODES, WORD_BITS, Space

LONG_BITS = 48
"""The size of a long word as a right operand of `#`; ASM F.4.2.4 does not have it."""
_SPACES = {code: space for space, code in SPACE_CODES.items()}
_COUNTERS = {code: counter for counter, code in COUNTER_CODES.items()}
_COMPARISONS = frozenset({"<", ">", "==", "<=", ">=", "!="})
# Longer than any useful expression; a SET that doubles itself must not fill the memory.
_LONGEST = 4000


class LinkLong(int):
    """A location of L memory that the linker computes: the link expressions of its X and Y words."""

    halves: tuple[str, str]

    def __new__(cls, value: Value) -> LinkLong:
        """Create a location whose value is not known."""
        location = super().__new__(cls, 0)
        location.halves = long_expressions(value)
        return location


class LinkWord(int):
    """A word that the linker computes; the int is its known part, for the listing.

    `near` is the word as an offset, if it counts from the same base as the code around it.
    """

    expression: str
    near: int | None

    def __new__(cls, known: int, expression: str, near: int | None = None) -> LinkWord:
        """Create a word with `known` bits and the link expression of the complete word."""
        word = super().__new__(cls, known)
        word.expression = expression
        word.near = near
        return word


def relative_address(word: int) -> int | None:
    """Return a second word's address, or its offset if it counts from the same base as the instruction's."""
    return word.near if isinstance(word, LinkWord) else word


def base_code(base: Base) -> int:
    """Return the right operand of `:` for a base."""
    home = base.block << 24 | (base.section + 1) << 8
    return home | SPACE_CODES[base.space] << 4 | COUNTER_CODES[base.counter]


def coded_base(code: int, section: int) -> Base | None:
    """Return the base for a right operand of `:` in a section; None for an invalid code."""
    space, counter = _SPACES.get(code >> 4 & 15), _COUNTERS.get(code & 15)
    if space is None or counter is None:
        return None
    home = code >> 8 & 0xFFFF
    return Base(home - 1 if home else section, space, counter, code >> 24)


def term(value: Value) -> str:
    """Return a value as an operand of a link expression."""
    if value.late:
        return value.late
    if isinstance(value.number, float):
        return f"({value.number!r})"
    if value.base is not None:
        code = f"${base_code(value.base):X}"
        return f"([${value.number:X}]:{code})" if value.number >= 0 else f"([$0]:{code}-${-value.number:X})"
    return f"${value.number:X}" if value.number >= 0 else f"(-${-value.number:X})"


def user_expression(value: Value, space: Space, size: int) -> str:
    """Return the value as in ASM F.4.1: braces, the required memory space, its size in bits (0 for a word)."""
    return f"{{{term(value)}}}@{SPACE_CODES[space]}#{size}"


def long_expressions(value: Value) -> tuple[str, str]:
    """Return the high and the low word of a value in L memory (ASM F.2.4: the X word first), checked for 48 bits."""
    text = f"{{{term(value)}}}#{LONG_BITS}"
    return f"(({text}>>24)&$FFFFFF)", f"({text}&$FFFFFF)"


def field_expression(expression: str, bits: Sequence[int]) -> str:
    """Return an expression of the low bits moved to `bits` of a word, most significant first."""
    parts: list[str] = []
    taken = 0
    places = list(reversed(bits))
    while taken < len(places):
        count = 1
        while taken + count < len(places) and places[taken + count] == places[taken] + count:
            count += 1
        source = f"({expression}>>{taken})" if taken else expression
        part = f"({source}&~(~0<<{count}))"
        parts.append(f"({part}<<{places[taken]})" if places[taken] else part)
        taken += count
    return "|".join(parts)


def binary(operator: str, left: Value, right: Value, listener: Listener, at: int) -> Value:
    """Apply a binary operator to any values. Raises SourceError if the result must be known and is not.

    The listener receives warnings about incompatible spaces, and about offsets that are used as addresses.
    """
    if left.base is None and right.base is None and not left.late and not right.late:
        return values.binary(operator, left, right, listener, at)
    forward = left.forward or right.forward
    same = left.base is not None and left.base == right.base
    if same and (operator == "-" or operator in _COMPARISONS):
        # The difference of two addresses that move together is absolute (ASM 3.2).
        plain = values.binary(operator, Value(left.number, left.space), Value(right.number, right.space), listener, at)
        return Value(plain.number, plain.space, forward)
    for value, other in ((left, right), (right, left)):
        if value.base is None or other.linked or isinstance(other.number, float):
            continue
        if operator == "+" or (operator == "-" and value is left):
            space = values.binary("+", Value(0, left.space), Value(0, right.space), listener, at).space
            number = left.number + right.number if operator == "+" else left.number - right.number
            return Value(number, space, forward, value.base)
    if operator in _COMPARISONS and not left.late and not right.late:
        listener.warn_within(messages.RELATIVE_COMPARED, at, len(operator))
        return Value(
            values.binary(operator, Value(left.number), Value(right.number), listener, at).number, NO_SPACE, forward
        )
    if operator in _COMPARISONS or operator in ("&&", "||"):
        raise SourceError(messages.NOT_ABSOLUTE)
    signs = _joined_signs(operator, left, right)
    text = f"({term(left)}{operator}{term(right)})"
    if len(text) > _LONGEST:
        raise SourceError(messages.EXPRESSION_TOO_DEEP)
    space = values.binary("+", Value(0, left.space), Value(0, right.space), listener, at).space
    return Value(0, space, forward, None, text, signs)


def _signs(value: Value) -> int | None:
    """Return the number of relative terms of a value, counted with their signs; None if it is unknown."""
    if value.base is not None:
        return 1
    return value.signs if value.late else 0


def _joined_signs(operator: str, left: Value, right: Value) -> int | None:
    """Return the relative terms of an operation's result. Raises SourceError if they are invalid (ASM 3.2, D.4)."""
    first, second = _signs(left), _signs(right)
    if first or second:
        if isinstance(left.number, float) or isinstance(right.number, float):
            raise SourceError(messages.FLOAT_RELATIVE)
        if operator not in ("+", "-"):
            raise SourceError(messages.RELATIVE_OPERATION)
    if left.base is not None and right.base is not None and left.base.section != right.base.section:
        raise SourceError(messages.RELATIVE_SECTIONS)
    if first is None or second is None:
        return None
    return first - second if operator == "-" else first + second


def unary(operator: str, value: Value) -> Value:
    """Apply a unary operator to any value."""
    if (value.base is None and not value.late) or operator == "+":
        return values.unary(operator, value)
    signs = _signs(value)
    if operator != "-" and signs:
        raise SourceError(messages.RELATIVE_OPERATION)
    if operator == "!":
        raise SourceError(messages.NOT_ABSOLUTE)
    return Value(0, value.space, value.forward, None, f"({operator}{term(value)})", signs and -signs)


def is_external(value: Value) -> bool:
    """Return True if external symbols occur in a value."""
    return _signs(value) is None


def unresolved_reason(value: Value) -> Message:
    """Return the message for an unresolved value: the source has not defined it yet, or only the linker locates it."""
    return messages.FORWARD_REFERENCE if value.forward or is_external(value) else messages.NOT_ABSOLUTE


def whole(value: Value, column: int) -> Value:
    """Return the value of a complete expression at a column: absolute or relative (ASM 3.2).

    Raises SourceError if neither.
    """
    if value.signs not in (None, 0, 1):
        raise SourceError(messages.INVALID_RELATIVE, column)
    return value


def absolute(arguments: Sequence[Value]) -> None:
    """Raise SourceError if only the linker resolves one of a function's arguments (ASM 3.8)."""
    for value in arguments:
        if value.linked:
            raise SourceError(messages.EXTERNAL_ARGUMENT if is_external(value) else messages.RELATIVE_ARGUMENT)


class WordContext(Protocol):
    """The pass's interface for the encoding of words. While `tentative`, a forward value's number is provisional."""

    tentative: bool

    def warn_at(self, kind: Message, column: int | None, length: int, **values: object) -> None:
        """Report a warning about text[column] of the statement."""


def encode_word(assembly: WordContext, value: Value, column: int, length: int, bits: int = WORD_BITS) -> int:
    """Return the word of a value: an integer unchanged, a floating point number as a binary fraction.

    Raises SourceError for an integer beyond `bits` bits; warns of a number outside [-1, 1).
    """
    if value.linked:
        if bits != WORD_BITS:
            return LinkLong(value)
        return LinkWord(0, user_expression(value, NO_SPACE, 0))
    number = value.number
    if isinstance(number, float):
        # Motorola's 3.1 rounds the words of X, Y and P memory and cuts off those of L memory (2/3 ends in AAAAAA).
        word, limited = fraction(number, bits, rounded=bits <= WORD_BITS)
        if limited:
            assembly.warn_at(messages.OUTSIDE_FRACTION, column, length)
        return word
    if not fits_word(number, bits):
        if assembly.tentative and value.forward:
            return 0
        raise SourceError(messages.RESULT_TOO_LARGE, column, length, bits=bits)
    return number & ((1 << bits) - 1)
