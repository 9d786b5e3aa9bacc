"""RSA and modular exponentiation on the DSP against published examples and Python's pow."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dsp56k import lib
from dsp56k.lib.errors import OperandError
from shared import pkcs_vectors
from shared.pkcs_vectors import PARTS

# B. Kaliski, "Some Examples of the PKCS Standards", 1993: the 508-bit key, an MD2 digest signed with it.
P = 0x33D48445C859E52340DE704BCDDA065FBB4058D740BD1D67D29E9C146C11CF61
Q = 0x335E8408866B0FD38DC7002D3F972C67389A65D5D8306566D5C4F2A5AA52628B
D = int(
    "0123c5b61ba36edb1d3679904199a89ea80c09b9122e1400c09adcf7784676d0"
    "1d23356a7d44d6bd8bd50e94bfc723fa87d8862b75177691c11d757692df8881",
    16,
)
CERTIFICATION_REQUEST = bytes.fromhex(
    "3081a40201003042310b3009060355040613025553311d301b060355040a13144578616d706c65204f7267616e697a6174696f6e"
    "311430120603550403130b5465737420557365722031305b300d06092a864886f70d0101010500034a0030470240"
    + f"{P * Q:0128x}"
    + "0203010001"
)
SIGNATURE = int(
    "06db36cb18d3475b9c01db3c789528080279bbaeff2b7d558ed6615987c85186"
    "3f8a6c2cffbc89c3f75a18d96b127c717d54d0d8048da8a0544626d17a2a8fbe",
    16,
)
MD2_DIGEST_INFO = bytes.fromhex("3020300c06082a864886f70d020205000410")
SHA1_DIGEST_INFO = bytes.fromhex("3021300906052b0e03021a05000414")


def crt_key(p: int, q: int, d: int) -> dict[str, Any]:
    return {"p": p, "q": q, "dp": d % (p - 1), "dq": d % (q - 1), "qinv": pow(q, -1, p)}


def padded_signature(digest_info: bytes, length: int) -> int:
    return int.from_bytes(b"\x00\x01" + b"\xff" * (length - 3 - len(digest_info)) + b"\x00" + digest_info, "big")


def test_signs_kaliskis_example_with_md2_and_rsa() -> None:
    digest = lib.md2(CERTIFICATION_REQUEST).value
    block = padded_signature(MD2_DIGEST_INFO + digest, 64)
    assert lib.rsa_private(block, **crt_key(P, Q, D)).value == SIGNATURE
    assert lib.rsa_private(block, **crt_key(P, Q, D), check=65537).value == SIGNATURE
    assert lib.rsa_private(block, n=P * Q, d=D).value == SIGNATURE
    assert lib.rsa_public(SIGNATURE, n=P * Q, e=65537).value == block


def pkcs_examples(name: str, limit: int) -> Iterator[dict[str, list[int]]]:
    """The fields of the examples as numbers."""
    for fields in pkcs_vectors.pkcs_examples(name, limit):
        yield {title: [int.from_bytes(value) for value in values] for title, values in fields.items()}


def test_decrypts_the_pkcs_encryption_vectors_with_crt() -> None:
    keys = list(pkcs_examples("pkcs1v15crypt-vectors.txt", 1024))
    assert len(keys) == 6
    for key in keys:
        p, q, dp, dq, qinv = (key[title][0] for title in PARTS)
        for message, seed, cipher in zip(key["Message"][:2], key["Seed"][:2], key["Encryption"][:2], strict=True):
            block = lib.rsa_private(cipher, p=p, q=q, dp=dp, dq=dq, qinv=qinv).value.to_bytes(128, "big")
            head, text = block[1:].split(b"\x00", 1)
            assert head == b"\x02" + seed.to_bytes(len(head) - 1, "big")
            assert text == message.to_bytes(len(text), "big")


def test_signs_the_pkcs_signature_vectors_without_crt_and_verifies_them() -> None:
    keys = list(pkcs_examples("pkcs1v15sign-vectors.txt", 1028))
    assert {key["Modulus"][0].bit_length() for key in keys} == {1024, 1025, 1026, 1027, 1028}
    for key in keys:
        modulus, signature = key["Modulus"][0], key["Signature"][0]
        block = lib.rsa_public(signature, n=modulus, e=key["Public exponent"][0]).value
        length = -(-modulus.bit_length() // 8)
        digest = (block & (1 << 160) - 1).to_bytes(20, "big")
        assert block == padded_signature(SHA1_DIGEST_INFO + digest, length)
    key = keys[0]
    assert lib.rsa_private(block_of(key), n=key["Modulus"][0], d=key["Exponent"][1]).value == key["Signature"][0]


def block_of(key: dict[str, list[int]]) -> int:
    return pow(key["Signature"][0], key["Public exponent"][0], key["Modulus"][0])


def test_crt_takes_the_factors_in_any_order() -> None:
    block = random.Random(1).randrange(P * Q)
    assert lib.rsa_private(block, **crt_key(P, Q, D)).value == lib.rsa_private(block, **crt_key(Q, P, D)).value


@pytest.mark.parametrize("c", [0, 1, P, Q, P * Q - 1, P * (Q - 1)])
def test_crt_at_the_borders(c: int) -> None:
    assert lib.rsa_private(c, **crt_key(P, Q, D)).value == pow(c, D, P * Q)


@pytest.mark.parametrize(
    "exponent", [0, 1, 2, 3, 31, 32, 1 << 23, (1 << 24) - 1, 1 << 24, 65537, 31 << 91, (1 << 120) - 1]
)
def test_modexp_at_the_borders_of_windows_and_words(exponent: int) -> None:
    modulus = P * Q
    assert lib.modexp(D, exponent, modulus).value == pow(D, exponent, modulus)


@pytest.mark.parametrize("length", [97, 101, 102, 119, 120])
def test_modexp_with_every_leading_window(length: int) -> None:
    """Windows of five bits look at six, in one word of the exponent or two."""
    modulus, rest = 1000003, random.Random(length).getrandbits(length - 6)
    for six in range(32, 64):
        for exponent in (six << length - 6, six << length - 6 | rest):
            assert lib.modexp(7, exponent, modulus).value == pow(7, exponent, modulus)


def test_a_power_starts_from_a_product_of_two_entries() -> None:
    """Six bits at once, whatever zeros are among them."""
    assert len({lib.modexp(7, six << 114 | 1, 1000003).clocks for six in range(32, 64, 4)}) == 1


@pytest.mark.parametrize("bits", [1, 2, 15, 16, 17, 24, 40, 41, 256, 263, 264, 500, 1000, 1016, 1017, 1024])
def test_modexp_with_moduli_of_many_sizes(bits: int) -> None:
    source = random.Random(bits)
    modulus = source.getrandbits(bits) | 1 | 1 << (bits - 1)
    exponent = source.getrandbits(100)
    for base in (source.randrange(modulus), modulus - 1, 0):
        assert lib.modexp(base, exponent, modulus).value == pow(base, exponent, modulus)


def test_modexp_reduces_a_base_of_twice_the_length() -> None:
    modulus = P * Q
    for base in (modulus, modulus * modulus - 1, modulus * modulus + 12345):
        assert lib.modexp(base, 65537, modulus).value == pow(base, 65537, modulus)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: lib.modexp(2, 3, 10), "modulus"),
        (lambda: lib.modexp(2, 3, -7), "modulus"),
        (lambda: lib.modexp(-1, 3, 7), "base"),
        (lambda: lib.modexp(2, -1, 7), "exponent"),
        (lambda: lib.modexp(2, 3, (1 << 1040) + 1), "modulus"),
        (lambda: lib.rsa_public(35, n=35, e=5), "m"),
        (lambda: lib.rsa_private(P * Q, n=P * Q, d=D), "c"),
        (lambda: lib.rsa_private(P * Q, **crt_key(P, Q, D)), "c"),
        (lambda: lib.rsa_private(1, p=P, q=Q + 1, dp=1, dq=1, qinv=1), "q"),
        (lambda: lib.rsa_private(1, p=P, q=Q, dp=1, dq=1, qinv=P), "qinv"),
        (lambda: lib.rsa_private(1, p=P << 300 | 1, q=Q, dp=1, dq=1, qinv=1), "digits"),
    ],
)
def test_operands_out_of_range_are_refused_by_name(call: Callable[[], object], name: str) -> None:
    with pytest.raises(OperandError) as error:
        call()
    assert error.value.fields["name"] == name


def test_all_parts_of_a_key_go_together() -> None:
    key, n, order = crt_key(P, Q, D), P * Q, (P - 1) * (Q - 1)
    wholes: list[dict[str, Any]] = [{"n": n}, {"d": D + order}, {"n": n, "d": D, "check": 65537}]
    for whole in wholes:
        assert lib.rsa_private(SIGNATURE, **key, **whole).value == pow(SIGNATURE, D, n)


def test_another_set_of_key_parts_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        lib.rsa_private(1, n=35)  # type: ignore[call-overload] # the missing argument


@pytest.mark.parametrize(
    ("change", "name", "message"),
    [
        ({"q": P}, "q", "q must differ from p"),
        ({"p": P + 2}, "p", "p must be a prime"),
        ({"q": Q * 3}, "q", "q must be a prime"),
        ({"p": 1, "qinv": 0}, "p", "p must be a prime"),
        ({"qinv": 1}, "qinv", "qinv must be 1/q modulo p"),
        ({"qinv": 0}, "qinv", "qinv must be 1/q modulo p"),
        ({"dp": D % (P - 1) + 1, "check": 65537}, "dp", "dp must be the inverse"),
        ({"dq": 1, "check": 65537}, "dq", "dq must be the inverse"),
        ({"check": 3}, "dp", "dp must be the inverse"),
        ({"dq": D % (Q - 1) + 1}, "dq", "dq and dp must be derived"),
        ({"n": P * Q + 2}, "n", "n must be p q"),
        ({"n": P}, "n", "n must be p q"),
        ({"d": D + 1}, "d", "d must be dp modulo p - 1"),
        ({"d": D + P - 1}, "d", "d must be dq modulo q - 1"),
        ({"c": P * Q}, "c", "c is outside"),
        ({"c": -1}, "c", "c is outside"),
    ],
)
def test_parts_that_are_no_key_are_refused_by_name(change: dict[str, int], name: str, message: str) -> None:
    arguments: dict[str, Any] = {"c": 1, **crt_key(P, Q, D), **change}
    with pytest.raises(OperandError, match=message) as error:
        lib.rsa_private(**arguments)
    assert (error.value.fields["name"], error.value.fields["value"]) == (name, arguments[name])
