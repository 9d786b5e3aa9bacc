"""Checks of operands before they go to the DSP."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import SupportsIndex

from dsp56k.lib.digits import MAX_DIGITS, MIN_DIGITS, largest
from dsp56k.lib.errors import OperandError
from dsp56k.system.text import counted, described


def require_int(name: str, value: SupportsIndex) -> int:
    """Return an integer of any type as an int; raise OperandError for anything else.

    Every operand goes through here first: a numpy integer would wrap around in the sums that follow.
    """
    try:
        return operator.index(value)
    except TypeError:
        message = f"{name} must be an integer, got {described(value)}"
        raise OperandError(message, name=name, value=value) from None


def octets(name: str, value: Iterable[SupportsIndex]) -> bytes:
    """Return `value` as bytes: a bytes-like object or integers from 0 to 255; raise OperandError for anything else."""
    if isinstance(value, bytes):
        return value
    try:
        return bytes(operator.index(byte) for byte in value)
    except (TypeError, ValueError):
        raise OperandError(f"{name} must be bytes, each 0 to 255", name=name, value=value) from None


def octets_up_to(name: str, value: Iterable[SupportsIndex], most: int) -> bytes:
    """Return `value` as `octets` does; raise OperandError for more than `most`."""
    data = octets(name, value)
    check_size(name, data, len(data) <= most, f"at most {most} bytes")
    return data


def octets_of_size(name: str, value: Iterable[SupportsIndex], size: int) -> bytes:
    """Return `value` as `octets` does; raise OperandError for another number than `size`."""
    data = octets(name, value)
    check_size(name, data, len(data) == size, f"{size} bytes")
    return data


def check_blocks(name: str, data: bytes, block: int, most: int) -> None:
    """Raise OperandError unless data are blocks of `block` bytes, at most `most` bytes."""
    holds = len(data) % block == 0 and len(data) <= most
    check_size(name, data, holds, f"whole blocks of {block} bytes, at most {most} bytes")


def check_size(name: str, data: bytes, holds: bool, required: str) -> None:
    """Raise OperandError unless the condition `holds`, which `required` describes, on the number of bytes."""
    if not holds:
        message = f"{name} must be {required}, got {counted(len(data), 'byte')}"
        raise OperandError(message, name=name, value=len(data))


def check_range(name: str, value: int, first: int, last: int) -> None:
    """Raise OperandError unless first <= value <= last."""
    if not first <= value <= last:
        raise OperandError(f"{name} is outside [{_brief(first)}, {_brief(last)}]", name=name, value=value)


def check_digits(digits: int, last: int = MAX_DIGITS) -> None:
    """Raise OperandError unless the routines have this number of digits."""
    if not MIN_DIGITS <= digits <= last:
        raise OperandError(f"digits must be {MIN_DIGITS} to {last}, not {_brief(digits)}", name="digits", value=digits)


def check_modulus(name: str, value: int, digits: int) -> None:
    """Raise OperandError unless value is odd, positive and fits `digits` signed digits."""
    if value < 1 or value % 2 == 0:
        raise OperandError(f"{name} must be odd and positive", name=name, value=value)
    if value > largest(digits):
        raise OperandError(
            f"{name} must fit into {digits} signed digits, got {value.bit_length()} bits", name=name, value=value
        )


def _brief(value: int) -> str:
    return str(value) if abs(value) < 1 << 32 else f"{'-' if value < 0 else ''}{abs(value).bit_length()}-bit number"
