"""Operands on a command line: OPERAND=VALUE, and the values as text."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.shell import dollar_hint
from dsp56k.system.files import read_at_most
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.lib import Operand

Wrong = Callable[[str, str], click.BadParameter]
"""Returns the error about a text, with the form that was expected."""

FILE_BYTES = 1 << 18
"""More than the words of all memories need."""
MAX_EXPONENT = 1000
"""Maximum power of ten of a fraction: accumulators have 47 bits after the point, the least of which is 7e-15."""


def input_of(text: str, option: str) -> tuple[str, str]:
    """Split `OPERAND=VALUE` of an option into operand string and value; a list of values without a count is counted."""
    place, equals, value = text.partition("=")
    place, value = place.strip(), value.strip()
    if not (place and equals and value):
        # An operand without a value may have had a value that began with $.
        hint = dollar_hint(text) if place and equals else ""
        raise click.BadParameter(
            f"expected OPERAND=VALUE, as in 'x:data[3]=1,2,3', got {described(text)}{hint}", param_hint=option
        )
    head, blank, kind = place.partition(" ")
    if "," in value and "[" not in head:
        place = f"{head}[{value.count(',') + 1}]{blank}{kind}"
    return place, value


def value_of(operand: Operand, text: str, option: str) -> Any:
    """Return the value that a text is for an operand: numbers with commas between, bytes as hex digits or @FILE.

    Raises:
        BadParameter: the text does not have the form that the operand's kind requires; it names the option.
    """

    def wrong(part: str, expected: str) -> click.BadParameter:
        wanted = f"{operand.text}: expected {expected}, got {described(part)}"
        return click.BadParameter(f"{wanted}{dollar_hint(part) or _cure(operand, text)}", param_hint=option)

    if operand.kind == "bytes":
        return _octets(text, wrong)
    number = _fraction if operand.kind == "fraction" else _whole
    if operand.count is None or operand.form.whole:
        return number(text, wrong)
    return [number(part, wrong) for part in text.split(",")]


def _cure(operand: Operand, text: str) -> str:
    """Return how to write a value that is a fraction; operands are words unless their kind is given."""
    from dsp56k.lib.routine.operand_types import KINDS

    if operand.shape.width not in KINDS["fraction"].widths:
        return ""
    try:
        for part in text.split(","):
            _fraction(part, lambda _, expected: click.BadParameter(expected))
    except click.BadParameter:
        return ""
    place = operand.text.partition(" ")[0]
    return f"; for a fraction write '{place} fraction={text}'"


def text_of(operand: Operand, value: Any) -> str:
    """Format a value as text that `value_of` accepts."""
    if isinstance(value, bytes):
        return value.hex()
    return ",".join(_number_text(operand, part) for part in (value if isinstance(value, list) else [value]))


def json_of(value: Any) -> Any:
    """Return a value for JSON: bytes as hexadecimal digits, a fraction of an accumulator as numerator/denominator."""
    if isinstance(value, bytes):
        return value.hex()
    return str(value) if isinstance(value, Fraction) else value


def _number_text(operand: Operand, value: int | float | Fraction) -> str:
    if operand.kind == "words" and isinstance(value, int):
        return f"${value:0{operand.shape.width // 4}X}"
    if isinstance(value, int) and abs(value) >> 64:
        return f"{value:#x}"
    return str(value)


def _whole(text: str, wrong: Wrong) -> int:
    text = text.strip()
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    try:
        return sign * (int(digits[1:], 16) if digits.startswith("$") else int(digits, 0))
    except ValueError:
        raise wrong(text, "an integer (decimal, $hex or 0xhex)") from None


def _fraction(text: str, wrong: Wrong) -> Fraction:
    try:
        # The digits of 1e999999999 would fill the memory.
        if abs(Decimal(text.partition("/")[0].strip()).adjusted()) > MAX_EXPONENT:
            raise OverflowError
        return Fraction(Decimal(text.strip())) if "/" not in text else Fraction(text.strip())
    except (ValueError, InvalidOperation, ZeroDivisionError, OverflowError):
        raise wrong(text, "a fraction, as 0.25, -1 or 1/3") from None


def _octets(text: str, wrong: Wrong) -> bytes:
    if text.startswith("@"):
        return read_at_most(Path(text[1:]), FILE_BYTES)
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise wrong(text, "bytes (two hexadecimal digits each, or @FILE)") from None
