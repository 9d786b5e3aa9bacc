"""Theorem: each generated Montgomery kernel is right for all operands and all odd moduli (dsp56k.testing.proofs)."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import pytest

from dsp56k import lib
from dsp56k.emu import Dsp56001
from dsp56k.isa import decode
from dsp56k.lib.kernels import generate
from dsp56k.lib.kernels.program import kernel_name, kernel_program, unproved_source
from dsp56k.lib.kernels.proved import UnprovedKernelError, digest_of, proved
from dsp56k.lib.kernels.searched import RECORDED, SIZES
from dsp56k.lib.subroutine_calls import watched
from dsp56k.testing import Unknown
from proofs.kernels import DIGIT, KernelProof, prove_kernel

ALL = os.environ.get("PROOFS") == "all"
"""All sizes are proved, as by make proofs."""
DIGITS = RECORDED if ALL else (2, 9, 22)
MUTANT_DIGITS = 9


def prove(digits: int, *, square: bool = False, patch: tuple[int, int] | None = None) -> KernelProof | Unknown:
    return prove_kernel(kernel_program(digits, square=square), digits, square=square, patch=patch)


@pytest.mark.parametrize("square", [False, True])
@pytest.mark.parametrize("digits", DIGITS)
def test_a_kernel_is_right_for_all_operands(digits: int, square: bool) -> None:
    proof = prove(digits, square=square)
    assert isinstance(proof, KernelProof), proof
    assert proof.ratio < (1.00400 if square else 1.00798)
    assert proof.largest <= (2 * digits + 1) << 47
    # The source that was proved is that of the record, and no other is used.
    assert proved()[kernel_name(digits, square=square)] == digest_of(unproved_source(digits, square=square))


def test_every_kernel_has_a_recorded_proof() -> None:
    assert proved().keys() == {kernel_name(digits, square=square) for digits in RECORDED for square in (False, True)}


@pytest.mark.parametrize("digits", [3, SIZES[0]])
def test_a_kernel_without_a_recorded_proof_is_not_used(digits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    name = kernel_name(digits, square=False)
    others = {**proved(), name: digest_of("another source")}
    monkeypatch.setattr("dsp56k.lib.kernels.proved.proved", lambda: others)
    use = generate.kernel_file if digits in SIZES else partial(kernel_program, square=False)
    with pytest.raises(UnprovedKernelError, match=f"cannot use kernel {name}: its proof is not in proved.toml"):
        use(digits)


@cache
def proved_words(digits: int) -> dict[int, int]:
    """Return the words of a kernel that is proved."""
    proof = prove(digits)
    assert isinstance(proof, KernelProof)
    return dict(proof.words)


def odd_modulus(digits: int, chance: random.Random) -> int:
    """Return a random odd modulus of full length."""
    return chance.getrandbits(DIGIT * digits - 8) | 1 << DIGIT * digits - 9 | 1


@pytest.mark.parametrize("seed", range(24))
def test_a_wrong_kernel_is_not_proved(seed: int) -> None:
    """One bit of one word is inverted. A change that is proved must be right for random operands."""
    digits, chance = 9, random.Random(seed)
    words = proved_words(digits)
    while True:
        address = chance.choice(sorted(words))
        patch = address, words[address] ^ 1 << chance.randrange(24)
        decoded = decode(patch[1])
        if decoded is not None and len(decoded.parts) == 2 and decoded.words == 1:
            break
    if not prove(digits, patch=patch):
        return
    for _ in range(20):
        modulus = odd_modulus(digits, chance)
        a, b = chance.randrange(modulus), chance.randrange(modulus)
        assert is_right(a, b, modulus, digits, patch)


def test_a_kernel_that_relies_on_a_register_after_reset_is_not_proved() -> None:
    """The kernel sets N5 to 0 instead of R5, which is 0 only after a reset."""
    words = proved_words(3)
    address = next(address for address, word in words.items() if word == 0x350000)
    found = prove(3, patch=(address, 0x3D0000))
    assert isinstance(found, Unknown), found
    assert found.reason == "an address depends on a value of an operand"


def is_right(a: int, b: int, modulus: int, digits: int, patch: tuple[int, int]) -> bool:
    """Return True if a changed kernel computes the product of these factors."""

    @contextmanager
    def change(dsp: Dsp56001) -> Iterator[None]:
        before = dsp.p[patch[0]]
        dsp.p[patch[0]] = patch[1]
        yield
        dsp.p[patch[0]] = before

    with watched(change):
        result: Any = lib.montgomery_product(a, b, modulus, digits=digits).value
    return bool((result * (1 << DIGIT * digits) - a * b) % modulus == 0)
