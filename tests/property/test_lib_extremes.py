"""Every function of the library at the limits of its operands: the right value, or an error that names the operand."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from Crypto.Cipher import DES
from Crypto.Hash import MD4
from Crypto.Util.number import getPrime
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dsp56k import lib
from dsp56k.lib import OperandError
from dsp56k.lib.digits import from_digits, largest

ENDS = (0x000000, 0x000001, 0xFFFFFF, 0x7FFFFF, 0x800000, 0x800001, 0x555555, 0xAAAAAA)
BLOCK = bytes(8)
TOO_LARGE_FACTORS = {"p", "q"}
"""Refused as their number of digits, which both share."""
CRT = {"p": 11, "q": 7, "dp": 3, "dq": 1, "qinv": 8}


def digit_vectors(digits: int) -> st.SearchStrategy[int]:
    """Numbers whose digits are at their ends, the largest and the smallest among them."""
    patterns = st.lists(st.sampled_from(ENDS), min_size=digits, max_size=digits).map(from_digits)
    ends = st.sampled_from((largest(digits), -largest(digits), 0, 1, -1))
    return patterns.filter(lambda value: abs(value) <= largest(digits)) | ends


@st.composite
def pairs(draw: st.DrawFn) -> tuple[int, int, int]:
    digits = draw(st.integers(2, 43))
    return draw(digit_vectors(digits)), draw(digit_vectors(digits)), digits


@st.composite
def moduli(draw: st.DrawFn, most: int) -> int:
    """Draw an odd number of up to `most` bits: all ones, a one at either end, digits at their limits, or any."""
    bits = draw(st.integers(1, most))
    top = 1 << bits - 1
    value = draw(st.sampled_from((2 * top - 1, top | 1, top | top >> 1 | 1)) | st.integers(top, 2 * top - 1))
    return value | 1


@settings(max_examples=150)
@given(pairs())
def test_arithmetic(case: tuple[int, int, int]) -> None:
    a, b, digits = case
    assert lib.mp_add(a, b, digits).value == a + b
    assert lib.mp_subtract(a, b, digits).value == a - b
    assert lib.mp_multiply(a, b, digits).value == a * b
    assert lib.mp_square(a, digits).value == a * a
    assert lib.mp_compare(a, b, digits).value == (a > b) - (a < b)


@given(st.integers(1, 24), st.data(), st.sampled_from(["newton", "bits"]))
def test_modular_inverse(bits: int, data: st.DataObject, method: str) -> None:
    x = data.draw(st.integers(0, (1 << bits) - 1) | st.sampled_from((0, 1, (1 << bits) - 1, 1 << bits - 1)))
    if x % 2:
        assert lib.modular_inverse(x, bits, method=method).value == pow(x, -1, 1 << bits)
    else:
        with pytest.raises(OperandError) as caught:
            lib.modular_inverse(x, bits, method=method)
        assert caught.value.fields["name"] == "x"


def bases(modulus: int) -> st.SearchStrategy[int]:
    """Bases, including 0, 1 and n - 1."""
    return st.sampled_from((0, 1 % modulus, modulus // 2, modulus - 1)) | st.integers(0, modulus - 1)


@settings(max_examples=60)
@given(moduli(1024), st.data(), st.booleans())
def test_powers(modulus: int, data: st.DataObject, constant_time: bool) -> None:
    ends = (0, 1, 2, 3, (1 << 24) - 1, 1 << 24, (1 << 48) + 1)
    exponent = data.draw(st.sampled_from(ends) | st.integers(0, 1 << 60))
    base = data.draw(bases(modulus))
    assert lib.modexp(base, exponent, modulus).value == pow(base, exponent, modulus)
    if exponent.bit_length() <= modulus.bit_length():
        assert lib.rsa_public(base, n=modulus, e=exponent).value == pow(base, exponent, modulus)
        private = lib.rsa_private(base, n=modulus, d=exponent, constant_time=constant_time)
        assert private.value == pow(base, exponent, modulus)


@st.composite
def factors(draw: st.DrawFn) -> tuple[int, int]:
    """Two primes of any sizes, unequal ones among them."""
    first, second = (
        int(getPrime(draw(st.integers(2, 500)), Random(draw(st.integers(0, 2**32))).randbytes)) for _ in range(2)
    )
    assume(first != second and min(first, second) > 2)
    return first, second


@settings(max_examples=30)
@given(factors(), st.data(), st.booleans())
def test_factors_of_any_sizes(primes: tuple[int, int], data: st.DataObject, constant_time: bool) -> None:
    p, q = primes
    n, order = p * q, (p - 1) * (q - 1)
    d = data.draw(st.sampled_from((1, 3, order - 1, order + 1)) | st.integers(1, order))
    c = data.draw(bases(n) | st.sampled_from((p, q, n - p, n - q)))
    key = {"p": p, "q": q, "dp": d % (p - 1), "dq": d % (q - 1), "qinv": pow(q, -1, p)}
    # A dp of 0 makes 1 of every c, of a multiple of p as well.
    assume(key["dp"] and key["dq"])
    assert lib.rsa_private(c, **key, constant_time=constant_time).value == pow(c, d, n)


@settings(max_examples=15)
@given(st.integers(25, 400), st.data())
def test_long_exponents(bits: int, data: st.DataObject) -> None:
    modulus = data.draw(moduli(bits))
    base = data.draw(bases(modulus))
    for exponent in ((1 << bits) - 1, 1 << bits - 1, int("5" * (bits // 4), 16), 31 << bits // 2):
        assert lib.modexp(base, exponent, modulus).value == pow(base, exponent, modulus)


@settings(max_examples=40)
@given(moduli(520), st.integers(-2, 2), st.sampled_from((0, 1, 5, 65537)))
def test_bases_about_the_modulus_and_its_square(modulus: int, by: int, exponent: int) -> None:
    for base in (modulus + by, modulus * modulus + by):
        if base >= 0:
            assert lib.modexp(base, exponent, modulus).value == pow(base, exponent, modulus)


@settings(max_examples=30)
@given(st.binary(min_size=8, max_size=8), st.integers(0, 12), st.integers(0, 255), st.booleans())
def test_des_of_uniform_blocks(key: bytes, count: int, byte: int, pair_tables: bool) -> None:
    text = bytes([byte]) * 8 * count
    for iv in (BLOCK, b"\xff" * 8, key):
        sent = lib.des_cbc_encrypt(key, iv, text, pair_tables=pair_tables).value
        assert sent == DES.new(key, DES.MODE_CBC, iv).encrypt(text)
        assert lib.des_cbc_decrypt(key, iv, sent, pair_tables=pair_tables).value == text
    assert lib.des_ecb_encrypt(key, text, pair_tables=pair_tables).value == DES.new(key, DES.MODE_ECB).encrypt(text)


@pytest.mark.parametrize("length", [4095, 4096, 4097, 8191, 8192])
def test_lengths_about_buffers(length: int) -> None:
    text = bytes(0xFF - i & 0xFF for i in range(length))
    assert lib.md4(text).value == MD4.new(text).digest()
    padded = text + bytes(-length % 8)
    assert lib.des_mac(b"8 bytes!", text, 8).value == DES.new(b"8 bytes!", DES.MODE_CBC, BLOCK).encrypt(padded)[-8:]


def hmac_drbg(seed: bytes = bytes(24), **operands: Any) -> object:
    return lib.hmac_drbg(seed, **{"size": 1, **operands})


def rsa_private_without_crt(**operands: Any) -> object:
    return lib.rsa_private(**operands)


def khafre_encrypt(**operands: Any) -> object:
    return lib.khafre_encrypt([range(256)], **operands)


def khufu_encrypt(**operands: Any) -> object:
    return lib.khufu_encrypt([range(256)], [0] * 4, **operands)


def khafre_decrypt(**operands: Any) -> object:
    return lib.khafre_decrypt([range(256)], **operands)


def khufu_decrypt(**operands: Any) -> object:
    return lib.khufu_decrypt([range(256)], [0] * 4, **operands)


def rsa_generate(**operands: Any) -> object:
    return lib.rsa_generate(source=lambda count: lib.Result(bytes(count), 0, 0), **operands)


def noise(**operands: Any) -> object:
    return lib.noise(lib.Firmware(), **operands)


# Each public function with operands that it takes.
NUMBERS: dict[Callable[..., Any], dict[str, int]] = {
    lib.mp_add: {"a": 1, "b": 2, "digits": 2},
    lib.mp_subtract: {"a": 1, "b": 2, "digits": 2},
    lib.mp_compare: {"a": 1, "b": 2, "digits": 2},
    lib.mp_multiply: {"a": 1, "b": 2, "digits": 2},
    lib.mp_square: {"a": 1, "digits": 2},
    lib.modular_inverse: {"x": 3, "bits": 24},
    lib.montgomery_product: {"a": 5, "b": 7, "n": 101, "digits": 2},
    lib.montgomery_square: {"a": 5, "n": 101, "digits": 2},
    lib.unrolled_product: {"a": 5, "b": 7, "n": 101, "digits": 2},
    lib.unrolled_square: {"a": 5, "n": 101, "digits": 2},
    lib.modexp: {"base": 3, "exponent": 5, "modulus": 101},
    lib.rsa_public: {"m": 3, "n": 101, "e": 5},
    lib.rsa_private: {"c": 3, **CRT},
    rsa_generate: {"bits": 128, "e": 3},
    noise: {"count": 3},
    hmac_drbg: {"size": 3, "request": 2},
    lib.khafre_boxes: {"boxes": 4},
    rsa_private_without_crt: {"c": 3, "n": 77, "d": 5, "check": 5},
}
BYTES: dict[Callable[..., Any], dict[str, bytes | list[bytes]]] = {
    lib.des_ecb_encrypt: {"key": BLOCK, "data": BLOCK},
    lib.des_ecb_decrypt: {"key": BLOCK, "data": BLOCK},
    lib.des_cbc_encrypt: {"key": BLOCK, "iv": BLOCK, "data": BLOCK},
    lib.des_cbc_decrypt: {"key": BLOCK, "iv": BLOCK, "data": BLOCK},
    lib.des3_cbc_encrypt: {"keys": 2 * BLOCK, "iv": BLOCK, "data": BLOCK},
    lib.des3_cbc_decrypt: {"keys": 3 * BLOCK, "iv": BLOCK, "data": BLOCK},
    lib.des_mac: {"key": BLOCK, "data": BLOCK},
    lib.aes_ecb_encrypt: {"key": 2 * BLOCK, "data": 2 * BLOCK},
    lib.aes_ecb_decrypt: {"key": 2 * BLOCK, "data": 2 * BLOCK},
    lib.aes_cbc_encrypt: {"key": 2 * BLOCK, "iv": 2 * BLOCK, "data": 2 * BLOCK},
    lib.aes_cbc_decrypt: {"key": 2 * BLOCK, "iv": 2 * BLOCK, "data": 2 * BLOCK},
    lib.rc4: {"key": BLOCK, "data": BLOCK},
    lib.rc4_pair: {"keys": [BLOCK, BLOCK], "data": [BLOCK, b""]},
    lib.blowfish_encrypt: {"key": BLOCK, "data": BLOCK},
    lib.blowfish_decrypt: {"key": BLOCK, "data": BLOCK},
    khafre_encrypt: {"key": BLOCK, "data": BLOCK},
    khufu_encrypt: {"data": BLOCK},
    khafre_decrypt: {"key": BLOCK, "data": BLOCK},
    khufu_decrypt: {"data": BLOCK},
    lib.khufu_key: {"key": bytes(64)},
    lib.seal: {"key": bytes(20), "data": b"abc"},
    lib.seal_pair: {"key": bytes(20), "data": [b"abc", b""]},
    lib.md2: {"data": b"abc"},
    lib.md5: {"data": b"abc"},
    lib.md5_pair: {"data": [b"abc", b""]},
    lib.md2_pair: {"a": BLOCK, "b": BLOCK},
    lib.md4: {"data": b"abc"},
    lib.sha1: {"data": b"abc"},
    lib.hmac_sha1: {"key": BLOCK, "data": b"abc"},
    hmac_drbg: {"seed": 3 * BLOCK},
}


def refuses(call: Callable[..., Any], operands: dict[str, Any], name: str, wrong: object) -> None:
    with pytest.raises(OperandError) as caught:
        call(**operands | {name: wrong})
    assert caught.value.fields["name"] == name
    assert name in caught.value.message


@pytest.mark.parametrize("call", NUMBERS)
@pytest.mark.parametrize("wrong", [1.0, "1", [1], b"1"], ids=str)
def test_what_is_no_number_is_refused_by_its_operand(call: Callable[..., Any], wrong: object) -> None:
    for name in NUMBERS[call]:
        refuses(call, NUMBERS[call], name, wrong)


@pytest.mark.parametrize("call", NUMBERS)
@pytest.mark.parametrize("wrong", [-(1 << 4000), 1 << 4000], ids=["below", "above"])
def test_numbers_far_out_of_range_are_refused_by_their_operand(call: Callable[..., Any], wrong: int) -> None:
    for name in NUMBERS[call].keys() - TOO_LARGE_FACTORS:
        refuses(call, NUMBERS[call], name, wrong)


@pytest.mark.parametrize("call", BYTES)
@pytest.mark.parametrize("wrong", ["8 bytes!", [300] * 8, [-1] * 8, [1.5] * 8, 8, None], ids=str)
def test_what_is_no_bytes_is_refused_by_its_name(call: Callable[..., Any], wrong: object) -> None:
    for name in BYTES[call]:
        refuses(call, BYTES[call], name, wrong)


@pytest.mark.parametrize("call", [call for call in NUMBERS if {"n", "modulus", "p"} & NUMBERS[call].keys()])
def test_moduli_that_have_no_inverse_are_refused_by_name(call: Callable[..., Any]) -> None:
    for name in {"n", "modulus", "p", "q"} & NUMBERS[call].keys():
        for wrong in (0, -101, 100, 1 << 24):
            refuses(call, NUMBERS[call], name, wrong)


def test_every_function_is_asked() -> None:
    functions = {name for name in lib.__all__ if name.islower()}
    asked = {call.__name__ for call in (*NUMBERS, *BYTES)}
    assert functions - asked == {"sweep"}  # takes functions, not operands
