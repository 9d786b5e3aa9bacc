"""Messages of every length to 100 bytes and of 10^5 through every digest and cipher, under weak keys as well: the right
value, or an error that names the operand.
"""

from collections.abc import Callable
from typing import Any

import pytest
from Crypto.Cipher import ARC4, DES
from Crypto.Hash import MD2, MD4, MD5
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k import lib
from dsp56k.lib import OperandError
from dsp56k.testing.strategies import des_keys
from dsp56k.testing.strategies.big_numbers import WEAK_KEYS

ZEROS = bytes(8)
LENGTHS = range(101)
LONG = 100_000
LONGEST = {lib.rc4: 57_344, lib.md5: 57_088, lib.md2_pair: 28_640}
"""Bytes that those take whose message has to fit in memory."""


def message(length: int) -> bytes:
    return bytes(i * i + length >> 3 & 0xFF for i in range(length))


def whole_blocks(call: Callable[[bytes], lib.Result[bytes]], data: bytes) -> bytes:
    """Return the output of a block cipher; it refuses an incomplete block, and then gets only the complete ones."""
    if len(data) % 8:
        with pytest.raises(OperandError) as caught:
            call(data)
        assert (caught.value.fields["name"], caught.value.fields["value"]) == ("data", len(data))
        data = data[: len(data) // 8 * 8]
    return call(data).value


def triple(keys: bytes, iv: bytes, data: bytes) -> bytes:
    """Triple DES in CBC mode of single ones, with two keys or three: pycryptodome's refuses equal ones."""
    first, second, third = (DES.new(keys[place : place + 8], DES.MODE_ECB) for place in (0, 8, 16 % len(keys)))
    found = b""
    for place in range(0, len(data), 8):
        mixed = bytes(a ^ b for a, b in zip(data[place : place + 8], iv, strict=True))
        iv = third.encrypt(second.decrypt(first.encrypt(mixed)))
        found += iv
    return found


@pytest.mark.parametrize("length", LENGTHS)
def test_every_length(length: int) -> None:
    data = message(length)
    key, iv, blocks = b"\x80\x01\xfe\x7f\x55\xaa\x00\xff", b"\xff" * 8, data[: length // 8 * 8]
    assert lib.md2(data).value == MD2.new(data).digest()
    assert lib.md4(data).value == MD4.new(data).digest()
    assert lib.md5(data).value == MD5.new(data).digest()
    assert lib.md2_pair(data, data[::-1]).value == (MD2.new(data).digest(), MD2.new(data[::-1]).digest())
    assert lib.rc4(key, data).value == ARC4.new(key).encrypt(data)
    sent = DES.new(key, DES.MODE_CBC, iv).encrypt(blocks)
    assert whole_blocks(lambda text: lib.des_cbc_encrypt(key, iv, text), data) == sent
    assert whole_blocks(lambda text: lib.des_cbc_decrypt(key, iv, text), sent + data[len(blocks) :]) == blocks
    sent = DES.new(key, DES.MODE_ECB).encrypt(blocks)
    assert whole_blocks(lambda text: lib.des_ecb_encrypt(key, text), data) == sent
    assert whole_blocks(lambda text: lib.des_ecb_decrypt(key, text), sent + data[len(blocks) :]) == blocks
    keys = key + iv + key[::-1]
    sent = triple(keys, iv, blocks)
    assert whole_blocks(lambda text: lib.des3_cbc_encrypt(keys, iv, text), data) == sent
    assert whole_blocks(lambda text: lib.des3_cbc_decrypt(keys, iv, text), sent + data[len(blocks) :]) == blocks
    if length:
        padded = data + bytes(-length % 8)
        assert lib.des_mac(key, data, 8).value == DES.new(key, DES.MODE_CBC, ZEROS).encrypt(padded)[-8:]
    else:
        with pytest.raises(OperandError, match="data must not be empty"):
            lib.des_mac(key, data)


def test_a_hundred_thousand_bytes() -> None:
    data, key, iv = message(LONG), b"\x80\x01\xfe\x7f\x55\xaa\x00\xff", b"\xff" * 8
    assert lib.md2(data).value == MD2.new(data).digest()
    assert lib.md4(data).value == MD4.new(data).digest()
    sent = lib.des_cbc_encrypt(key, iv, data).value
    assert sent == DES.new(key, DES.MODE_CBC, iv).encrypt(data)
    assert lib.des_cbc_decrypt(key, iv, sent).value == data
    sent = lib.des_ecb_encrypt(key, data).value
    assert sent == DES.new(key, DES.MODE_ECB).encrypt(data)
    assert lib.des_ecb_decrypt(key, sent).value == data
    assert lib.des_mac(key, data, 8).value == DES.new(key, DES.MODE_CBC, ZEROS).encrypt(data)[-8:]
    keys = key + iv
    sent = lib.des3_cbc_encrypt(keys, iv, data).value
    assert sent == triple(keys, iv, data)
    assert lib.des3_cbc_decrypt(keys, iv, sent).value == data


@pytest.mark.parametrize("call", LONGEST, ids=lambda call: call.__name__)
def test_messages_that_must_fit_in_memory(call: Callable[..., lib.Result[Any]]) -> None:
    longest = message(LONGEST[call])
    operands, value = {
        lib.rc4: ({"key": b"key"}, ARC4.new(b"key").encrypt(longest)),
        lib.md5: ({}, MD5.new(longest).digest()),
        lib.md2_pair: ({"a": longest}, (MD2.new(longest).digest(),) * 2),
    }[call]
    name = "b" if call is lib.md2_pair else "data"
    assert call(**operands, **{name: longest}).value == value
    with pytest.raises(OperandError) as caught:
        call(**operands, **{name: message(LONG)})
    assert (caught.value.fields["name"], caught.value.fields["value"]) == (name, LONG)


@settings(max_examples=40)
@given(des_keys(parity=False), des_keys(parity=False), st.sampled_from(WEAK_KEYS), st.binary(min_size=8, max_size=8))
def test_weak_keys_in_every_place(first: bytes, second: bytes, weak: bytes, block: bytes) -> None:
    data = block + ZEROS
    assert lib.des_ecb_encrypt(weak, data).value == DES.new(weak, DES.MODE_ECB).encrypt(data)
    assert lib.des_cbc_encrypt(weak, block, data).value == DES.new(weak, DES.MODE_CBC, block).encrypt(data)
    assert lib.des_mac(weak, data, 8).value == DES.new(weak, DES.MODE_CBC, ZEROS).encrypt(data)[-8:]
    for keys in (weak + first + second, first + weak + second, first + second + weak, weak + weak, weak + first):
        sent = lib.des3_cbc_encrypt(keys, block, data).value
        assert sent == triple(keys, block, data)
        assert lib.des3_cbc_decrypt(keys, block, sent).value == data
