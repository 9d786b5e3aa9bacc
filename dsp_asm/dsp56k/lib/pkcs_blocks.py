"""The blocks of PKCS #1 (RFC 8017): what RSA signs and encrypts, made and checked without a DSP."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from types import MappingProxyType

from dsp56k.lib.errors import OperandError
from dsp56k.lib.operands import octets, require_int
from dsp56k.system.text import counted

_DIGEST_INFO: Mapping[str, bytes] = MappingProxyType(
    {
        "md2": bytes.fromhex("3020300c06082a864886f70d020205000410"),
        "md5": bytes.fromhex("3020300c06082a864886f70d020505000410"),
        "sha1": bytes.fromhex("3021300906052b0e03021a05000414"),
    }
)
"""DigestInfo without the digest (RFC 8017, 9.2)."""
OVERHEAD = 11
"""Bytes of a block of version 1.5 without its contents: 0, the type, at least eight bytes of padding, 0."""


def modulus_bytes(n: int) -> int:
    """Return the bytes of a modulus."""
    return -(-require_int("n", n).bit_length() // 8)


def signed_block(value: bytes, n: int, digest: str) -> bytes:
    """Return the block of RSASSA-PKCS1-v1_5 for a digest's value.

    Raises:
        OperandError: a modulus that is too short.
    """
    content = _DIGEST_INFO[digest] + value
    size = modulus_bytes(n)
    if size < len(content) + OVERHEAD:
        wanted = f"at least {len(content) + OVERHEAD} bytes for {digest}"
        raise OperandError(f"n must be {wanted}, got {counted(size, 'byte')}", name="n", value=n)
    return b"\x00\x01" + b"\xff" * (size - len(content) - 3) + b"\x00" + content


def encryption_block(message: bytes, n: int, padding: bytes | None) -> bytes:
    """Return the block of RSAES-PKCS1-v1_5; `padding` None: random bytes.

    Raises:
        OperandError: a message that is too long, wrong padding.
    """
    size = modulus_bytes(n)
    check_message(message, size, OVERHEAD)
    count = size - len(message) - 3
    given = bytes(1 + secrets.randbelow(255) for _ in range(count)) if padding is None else octets("padding", padding)
    if len(given) != count or 0 in given:
        got = f"{counted(len(given), 'byte')}{', at least one of them 0' * (0 in given)}"
        text = f"padding must be {counted(count, 'byte')} from 1 to 255, got {got}"
        raise OperandError(text, name="padding", value=given)
    return b"\x00\x02" + given + b"\x00" + message


def encrypted_message(block: bytes) -> bytes:
    """Return the message of a block of RSAES-PKCS1-v1_5.

    Raises:
        OperandError: wrong padding, whatever is wrong in it.
    """
    wrong, end = block[0] | block[1] ^ 2, first_after(block, 2, 0)
    return message_of(block, end + 1, wrong | _is_less(end, OVERHEAD - 1))


def check_message(message: bytes, size: int, overhead: int) -> None:
    """Raise OperandError unless a message fits a block of `size` bytes."""
    _check_size("n", size, overhead)
    if len(message) > size - overhead:
        most = counted(size - overhead, "byte")
        text = f"message must be at most {most} for this key, got {counted(len(message), 'byte')}"
        raise OperandError(text, name="message", value=len(message))


def _check_size(name: str, size: int, overhead: int) -> None:
    if size < overhead:
        text = f"{name} must be at least {overhead} bytes, got {counted(size, 'byte')}"
        raise OperandError(text, name=name, value=size)


def checked_data(data: bytes, n: int, overhead: int) -> bytes:
    """Return data as bytes; raise OperandError unless they can be an encrypted block of this modulus."""
    data, size = octets("data", data), modulus_bytes(n)
    _check_size("key", size, overhead)
    if len(data) != size:
        raise OperandError(f"data must be {size} bytes, got {counted(len(data), 'byte')}", name="data", value=data)
    if int.from_bytes(data) >= n:
        raise OperandError("data must be a number below the modulus, got another", name="data", value=data)
    return data


def first_after(block: bytes, start: int, value: int) -> int:
    """Return the index of the first byte `value` from `start` on, or the length; every byte is read."""
    index, seen = len(block), 0
    for place in range(start, len(block)):
        equal = _is_less(block[place] ^ value, 1)
        index += (place - index) * (equal & 1 - seen)
        seen |= equal
    return index


def _is_less(one: int, other: int) -> int:
    return one - other >> 63 & 1


def message_of(block: bytes, start: int, wrong: int) -> bytes:
    """Return the end of a block, if nothing is wrong: the only error of padding."""
    if wrong or start > len(block):
        raise OperandError("cannot decrypt data: the padding is wrong", name="data", value=None)
    return block[start:]
