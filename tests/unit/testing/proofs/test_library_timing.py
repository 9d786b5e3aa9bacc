"""Theorems: the operations of the library take constant time, with instructions that are declassified for a reason."""

from __future__ import annotations

import os

import pytest

from dsp56k.testing import ConstantTime, Declassified
from dsp56k.testing.timing.assessments import TimingTarget
from dsp56k.testing.timing.proofs import DECLASSIFIED, prove_timing
from dsp56k.testing.timing.targets import timing_targets

ALL = os.environ.get("PROOFS") == "all"
"""All operations are proved, as by make proofs."""
SAMPLE = ("mp_add", "rsa_private, CRT", "des_cbc_encrypt", "md5", "rc4", "aes_ecb_decrypt, key load")
BIG_NUMBERS = ("modular_inverse", "mp_", "montgomery_", "unrolled_", "md4", "md5")
"""Operations whose addresses of data do not depend on the data, either."""
CONSTANT = (
    *BIG_NUMBERS,
    "rsa_private, n and d",
    "rsa_private, CRT",
    "rsa_public, key load",
    "des",
    "md2",
    "aes",
    "blowfish",
    "rc4",
    "seal",
    "sha1",
    "hmac_sha1",
    "hmac_drbg",
    "noise",
)
LEAKS = {
    "modexp": "exponent",
    "rsa_public": "exponent",
    "rsa_private, n and d, not in constant time": "exponent",
    "rsa_private, CRT, not in constant time": "key",
    "rsa_generate": "randomness",
}
"""Factors on which the time does depend (docs/records/library.md)."""
TARGETS = {target.name: target for target in timing_targets()}


def secrets_of(target: TimingTarget) -> list[str]:
    """Return the factors that must not change the time, together."""
    public = {"length", "exponent"} if target.name.startswith("rsa_public") else {"length"}
    return [factor for factor in target.factors if factor not in public]


PROVED = [name for name in TARGETS if name.startswith(CONSTANT) and name not in LEAKS]


@pytest.mark.parametrize("name", PROVED if ALL else SAMPLE)
def test_an_operation_takes_constant_time(name: str) -> None:
    target = TARGETS[name]
    declassified = DECLASSIFIED.get(target.function.__name__, ())
    data_addresses = name.startswith(BIG_NUMBERS)
    proof = prove_timing(target, secrets_of(target), declassified, data_addresses=data_addresses)
    assert isinstance(proof, ConstantTime), f"{name}: {proof}"
    assert proof.clocks > 0
    if data_addresses:
        assert proof.secret_addresses == 0


@pytest.mark.parametrize("name", LEAKS if ALL else ["modexp"])
def test_an_operation_that_depends_on_a_secret_is_not_proved(name: str) -> None:
    target = TARGETS[name]
    assert not prove_timing(target, [LEAKS[name]], DECLASSIFIED.get(target.function.__name__, ()))


def test_each_declassified_place_is_needed() -> None:
    target = TARGETS["rsa_private, CRT"]
    places = DECLASSIFIED["rsa_private"]
    without = [place for place in places if place.address != "rsa_crt+35"]
    assert not prove_timing(target, ["data"], without)
    proof = prove_timing(target, ["data"], [*places, Declassified("mp_add+1", "unused")])
    assert isinstance(proof, ConstantTime), proof
    assert [text for text in proof.assumptions if "declassified" in text] == [
        "rsa_crt+35 is declassified: c < N, or c < p q, is a precondition: the library checks it before"
    ]
