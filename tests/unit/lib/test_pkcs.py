"""PKCS #1 and #7 on the DSP against the vectors of RSA Laboratories and pycryptodome, and their errors."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from Crypto.Cipher import PKCS1_OAEP, PKCS1_v1_5
from Crypto.Hash import MD2, MD5, SHA1
from Crypto.PublicKey import RSA
from Crypto.Signature import pkcs1_15, pss
from Crypto.Util.Padding import pad
from hypothesis import given
from hypothesis import strategies as st

from dsp56k import lib
from dsp56k.lib import OperandError, RsaPrivateKey, pkcs
from shared.pkcs_vectors import key_of, pkcs_examples

# B. Kaliski, "Some Examples of the PKCS Standards", 1993: the 508-bit key.
P = 0x33D48445C859E52340DE704BCDDA065FBB4058D740BD1D67D29E9C146C11CF61
Q = 0x335E8408866B0FD38DC7002D3F972C67389A65D5D8306566D5C4F2A5AA52628B
PUBLIC: Mapping[str, Any] = {"n": P * Q, "e": 65537}
D = pow(65537, -1, (P - 1) * (Q - 1))
KEY = RsaPrivateKey(P, Q, D % (P - 1), D % (Q - 1), pow(Q, -1, P), 65537)
TOLD = "cannot decrypt data: the padding is wrong"


def pycryptodomes(key: RsaPrivateKey) -> RSA.RsaKey:
    return RSA.construct((key.n, key.e, key.d, key.p, key.q), consistency_check=False)


def sealed(block: bytes) -> bytes:
    """A block to the power of the public exponent."""
    return pow(int.from_bytes(block), KEY.e, KEY.n).to_bytes(64)


def test_signatures_of_the_vectors() -> None:
    """A message of each key of 1024 bits, signed and verified; each byte of the message counts."""
    keys = list(pkcs_examples("pkcs1v15sign-vectors.txt", 1024))
    assert len(keys) == 6
    for number, fields in enumerate(keys):
        key, message, signature = key_of(fields), fields["Message to be signed"][number], fields["Signature"][number]
        assert pkcs.sign(message, key).value == signature
        assert pkcs.verify(message, signature, n=key.n, e=key.e).value
        assert not pkcs.verify(message + b"\0", signature, n=key.n, e=key.e).value


def test_encryptions_of_the_vectors() -> None:
    for fields in pkcs_examples("pkcs1v15crypt-vectors.txt", 1024):
        key, message, cipher = key_of(fields), fields["Message"][0], fields["Encryption"][0]
        assert pkcs.encrypt(message, n=key.n, e=key.e, padding=fields["Seed"][0]).value == cipher
        assert pkcs.decrypt(cipher, key).value == message


def test_pss_of_the_vectors() -> None:
    (fields,) = pkcs_examples("pkcs-1v2-1d2-vec/pss-vect.txt", 1024)
    key = key_of(fields)
    cases = list(zip(fields["Message to be signed"], fields["Salt"], fields["Signature"], strict=True))
    assert len(cases) == 6
    for message, salt, signature in cases:
        assert pkcs.sign_pss(message, key, salt=salt).value == signature
        assert pkcs.verify_pss(message, signature, n=key.n, e=key.e).value
        assert not pkcs.verify_pss(message[:-1], signature, n=key.n, e=key.e).value
        assert not pkcs.verify_pss(message, signature, n=key.n, e=key.e, salt_bytes=19).value


def test_oaep_of_the_vectors() -> None:
    (fields,) = pkcs_examples("pkcs-1v2-1d2-vec/oaep-vect.txt", 1024)
    key = key_of(fields)
    cases = list(zip(fields["Message"], fields["Seed"], fields["Encryption"], strict=True))
    assert len(cases) == 6
    for message, seed, cipher in cases:
        assert pkcs.encrypt_oaep(message, n=key.n, e=key.e, seed=seed).value == cipher
        assert pkcs.decrypt_oaep(cipher, key).value == message


@pytest.mark.parametrize(("digest", "other"), [("md2", MD2), ("md5", MD5), ("sha1", SHA1)])
def test_digests_with_pycryptodome(digest: str, other: Any) -> None:
    signature = pkcs.sign(b"message", KEY, digest=digest).value
    assert pkcs1_15.new(pycryptodomes(KEY)).sign(other.new(b"message")) == signature
    assert pkcs.verify(b"message", signature, **PUBLIC, digest=digest).value
    assert not pkcs.verify(b"message", signature, **PUBLIC, digest="md5" if digest == "sha1" else "sha1").value


@pytest.mark.parametrize("size", [0, 1, 22])
def test_random_padding_with_pycryptodome(size: int) -> None:
    message, key = random.Random(size).randbytes(size), pycryptodomes(KEY)
    found = {pkcs.encrypt(message, **PUBLIC).value for _ in range(2)}
    assert {PKCS1_v1_5.new(key).decrypt(cipher, None) for cipher in found} == {message}
    found |= {pkcs.encrypt_oaep(message, **PUBLIC, label=b"L").value for _ in range(2)}
    assert len(found) == 4
    assert PKCS1_OAEP.new(key, label=b"L").decrypt(pkcs.encrypt_oaep(message, **PUBLIC, label=b"L").value) == message
    assert pkcs.decrypt_oaep(PKCS1_OAEP.new(key, label=b"L").encrypt(message), KEY, label=b"L").value == message
    pss.new(key).verify(SHA1.new(message), pkcs.sign_pss(message, KEY).value)
    assert pkcs.verify_pss(message, pss.new(key).sign(SHA1.new(message)), **PUBLIC).value


def test_a_block_is_a_byte_shorter_if_the_modulus_has_a_bit_more() -> None:
    """PSS with a modulus of 505 bits: emLen is 63, the signature has 64 bytes."""
    p, q = 2**252 - 129, 2**253 - 273
    assert (p * q).bit_length() == 505
    assert all(pow(2, factor - 1, factor) == 1 for factor in (p, q))
    d = pow(65537, -1, (p - 1) * (q - 1))
    key = RsaPrivateKey(p, q, d % (p - 1), d % (q - 1), pow(q, -1, p), 65537)
    signature = pkcs.sign_pss(b"abc", key, salt=b"salt").value
    assert len(signature) == 64
    assert pkcs.verify_pss(b"abc", signature, n=key.n, e=key.e, salt_bytes=4).value
    pss.new(pycryptodomes(key), salt_bytes=4).verify(SHA1.new(b"abc"), signature)


@pytest.mark.parametrize(
    "block",
    [
        b"\0\2" + b"\1" * 62,
        b"\0\2" + b"\1" * 7 + b"\0" + b"m" * 54,
        b"\0\1" + b"\xff" * 60 + b"\0m",
        b"\1\2" + b"\xff" * 60 + b"\0m",
        bytes(64),
    ],
    ids=["no end", "seven bytes", "a signature", "first byte", "zeros"],
)
def test_every_wrong_padding_is_told_alike(block: bytes) -> None:
    with pytest.raises(OperandError) as caught:
        pkcs.decrypt(sealed(block), KEY)
    assert (caught.value.message, caught.value.fields) == (TOLD, {"name": "data", "value": None})


def test_the_shortest_padding() -> None:
    assert pkcs.decrypt(sealed(b"\0\2" + b"\1" * 8 + b"\0" + b"\0" * 53), KEY).value == bytes(53)
    assert pkcs.decrypt(sealed(b"\0\2" + b"\1" * 61 + b"\0"), KEY).value == b""


@pytest.mark.parametrize("place", [0, 1, 21, 45, 62])
def test_every_wrong_oaep_is_told_alike(place: int) -> None:
    """A changed bit of the block: first byte, seed, zeros, end; and another label."""
    cipher = pkcs.encrypt_oaep(b"", **PUBLIC, seed=bytes(20)).value
    block = bytearray(pow(int.from_bytes(cipher), KEY.d, KEY.n).to_bytes(64))
    block[place] ^= 1
    for data, label in ((sealed(bytes(block)), b""), (cipher, b"other")):
        with pytest.raises(OperandError) as caught:
            pkcs.decrypt_oaep(data, KEY, label=label)
        assert (caught.value.message, caught.value.fields) == (TOLD, {"name": "data", "value": None})


def test_signatures_that_are_no_numbers_below_n_are_wrong() -> None:
    signature = pkcs.sign(b"m", KEY).value
    for wrong in (signature[1:], b"\0" + signature, b"", b"\xff" * 64, KEY.n.to_bytes(64), bytes(64)):
        assert not pkcs.verify(b"m", wrong, **PUBLIC).value
        assert not pkcs.verify_pss(b"m", wrong, **PUBLIC).value


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: pkcs.sign(b"m", KEY, digest="sha256"), "digest"),
        (lambda: pkcs.verify(b"m", b"", n=(1 << 359) + 1, e=3), "n"),
        (lambda: pkcs.encrypt(bytes(54), **PUBLIC), "message"),
        (lambda: pkcs.encrypt(b"m", **PUBLIC, padding=bytes(60)), "padding"),
        (lambda: pkcs.encrypt(b"m", **PUBLIC, padding=b"\1" * 61), "padding"),
        (lambda: pkcs.encrypt_oaep(bytes(23), **PUBLIC), "message"),
        (lambda: pkcs.encrypt_oaep(b"", **PUBLIC, seed=bytes(19)), "seed"),
        (lambda: pkcs.decrypt(bytes(63), KEY), "data"),
        (lambda: pkcs.decrypt_oaep(b"\xff" * 64, KEY), "data"),
        (lambda: pkcs.sign_pss(b"m", KEY, salt=bytes(43)), "salt"),
        (lambda: pkcs.verify_pss(b"m", bytes(64), **PUBLIC, salt_bytes=-1), "salt_bytes"),
        (lambda: pkcs.verify_pss(b"m", bytes(21), n=(1 << 168) + 1, e=3, salt_bytes=0), "n"),
        (lambda: pkcs.unpad_blocks(bytes(15), 16), "data"),
        (lambda: pkcs.unpad_blocks(b"", 16), "data"),
        (lambda: pkcs.pad_blocks(b"", 0), "block_bytes"),
        (lambda: pkcs.pad_blocks(b"", 256), "block_bytes"),
    ],
)
def test_what_is_refused(call: Callable[[], object], name: str) -> None:
    with pytest.raises(OperandError) as caught:
        call()
    assert caught.value.fields["name"] == name


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pkcs.encrypt(b"", n=35, e=5), "n must be at least 11 bytes, got 1 byte"),
        (lambda: pkcs.encrypt_oaep(b"", n=35, e=5), "n must be at least 42 bytes, got 1 byte"),
        (lambda: pkcs.decrypt(bytes(63), KEY), "data must be 64 bytes, got 63 bytes"),
        (lambda: pkcs.decrypt(KEY.n.to_bytes(64), KEY), "data must be a number below the modulus, got another"),
        (lambda: pkcs.encrypt(bytes(54), **PUBLIC), "message must be at most 53 bytes for this key, got 54 bytes"),
        (
            lambda: pkcs.encrypt(b"m", **PUBLIC, padding=bytes(60)),
            "padding must be 60 bytes from 1 to 255, got 60 bytes, at least one of them 0",
        ),
    ],
)
def test_a_message_names_what_was_expected(call: Callable[[], object], message: str) -> None:
    with pytest.raises(OperandError) as caught:
        call()
    assert caught.value.message == message


def test_the_smallest_key_and_the_longest_salt_of_pss() -> None:
    """A block of 22 bytes has only digest, 1 and trailer; 42 bytes of salt fill one of 64."""
    assert not pkcs.verify_pss(b"m", bytes(22), n=(1 << 169) + 1, e=3, salt_bytes=0).value
    signature = pkcs.sign_pss(b"m", KEY, salt=bytes(42)).value
    assert pkcs.verify_pss(b"m", signature, **PUBLIC, salt_bytes=42).value


def test_costs_are_those_of_digests_and_rsa() -> None:
    digest = lib.sha1(b"m")
    signed = pkcs.sign(b"m", KEY)
    parts: dict[str, Any] = {"p": KEY.p, "q": KEY.q, "dp": KEY.dp, "dq": KEY.dq, "qinv": KEY.qinv}
    alone = lib.rsa_private(int.from_bytes(b"\0\1" + bytes(62)), **parts, check=KEY.e)
    assert (signed.clocks, signed.setup_clocks) == (digest.clocks + alone.clocks, alone.setup_clocks)
    assert signed.instructions == digest.instructions + alone.instructions


@given(st.binary(max_size=40), st.integers(1, 255))
def test_padding_of_blocks(data: bytes, size: int) -> None:
    padded = pkcs.pad_blocks(data, size)
    assert padded == pad(data, size)
    assert pkcs.unpad_blocks(padded, size) == data


@pytest.mark.parametrize("end", [b"\0", b"\x11", b"\1\2", b"\2\3\3", b"\xff"])
def test_wrong_padding_of_blocks_is_told_alike(end: bytes) -> None:
    with pytest.raises(OperandError, match=TOLD):
        pkcs.unpad_blocks(bytes(16) + end.rjust(16, b"\0"), 16)
