"""Operands on a command line: PLACE=VALUE, and the values as text."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.system.files import read_at_most
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.lib import Operand

FILE_BYTES = 1 << 18
"""More than the words of all memory."""


def input_of(text: str, option: str = "--in") -> tuple[str, str]:
    """`PLACE=VALUE` of an option as (operand string, value); a list of values without a count is counted."""
    place, equals, value = text.partition("=")
    place, value = place.strip(), value.strip()
    if not (place and equals and value):
        raise click.BadParameter(f"{text!r} is not PLACE=VALUE, as in 'x:data[3]=1,2,3'", param_hint=option)
    head, blank, kind = place.partition(" ")
    if "," in value and "[" not in head:
        place = f"{head}[{value.count(',') + 1}]{blank}{kind}"
    return place, value


def value_of(operand: Operand, text: str) -> Any:
    """The value that a text is for an operand: numbers with commas between, bytes as hexadecimal digits or @FILE."""
    if operand.kind == "bytes":
        return _octets(text)
    number = _fraction if operand.kind == "fraction" else _whole
    if operand.count is None or operand.form.whole:
        return number(text)
    return [number(part) for part in text.split(",")]


def text_of(operand: Operand, value: Any) -> str:
    """A value as a person reads it: what `value_of` takes again."""
    if isinstance(value, bytes):
        return value.hex()
    return ",".join(_number_text(operand, part) for part in (value if isinstance(value, list) else [value]))


def json_of(value: Any) -> Any:
    """A value as JSON holds it: bytes as hexadecimal digits, a fraction of an accumulator as numerator/denominator."""
    if isinstance(value, bytes):
        return value.hex()
    return str(value) if isinstance(value, Fraction) else value


def _number_text(operand: Operand, value: int | float | Fraction) -> str:
    if operand.kind == "words" and isinstance(value, int):
        return f"${value:0{operand.shape.width // 4}X}"
    if isinstance(value, int) and abs(value) >> 64:
        return f"{value:#x}"
    return str(value)


def _whole(text: str) -> int:
    text = text.strip()
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    try:
        return sign * (int(digits[1:], 16) if digits.startswith("$") else int(digits, 0))
    except ValueError:
        raise _bad(text, "a whole number: decimal, $hex or 0xhex") from None


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(Decimal(text.strip())) if "/" not in text else Fraction(text.strip())
    except (ValueError, InvalidOperation, ZeroDivisionError, OverflowError):
        raise _bad(text, "a fraction, as 0.25, -1 or 1/3") from None


def _octets(text: str) -> bytes:
    if text.startswith("@"):
        return read_at_most(Path(text[1:]), FILE_BYTES)
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise _bad(text, "bytes: two hexadecimal digits each, or @FILE") from None


def _bad(text: str, wanted: str) -> click.BadParameter:
    return click.BadParameter(f"{described(text)} is not {wanted}", param_hint="--in")
