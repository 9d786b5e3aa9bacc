"""Theorems: routines keep to the bounds that their headers state, for all operands.

Big-number routines are proved for all digits and all lengths, the others for the path of one call of the library
(`call_bounds`). Each stated bound is proved here or in another module of this directory, or has a reason.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import pytest

from dsp56k.lib import Routine
from dsp56k.lib.kernels.searched import SIZES as KERNEL_SIZES
from dsp56k.lib.library_runner import KERNEL_PROGRAM, PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.testing import Bounded, Counterexample, prove_bounds
from dsp56k.testing.timing.targets import timing_targets
from shared.documented_bounds import bounds
from unit.testing.proofs.call_bounds import peaks_of

ALL = os.environ.get("PROOFS") == "all"
"""All sizes are proved, as by make proofs."""
SIZES = range(2, 44) if ALL else (2, 11)


@dataclass(frozen=True)
class Case:
    """A routine with the operands that its header states; `{n}` is the number of digits.

    Attributes:
        inputs: operands with all values.
        fixed: pointers and other words.
    """

    entry: str
    inputs: dict[str, str]
    fixed: dict[str, Any] = field(default_factory=dict)


VALUE = {"a": "x:mp_xv[{n}] digits"}
PAIR = {**VALUE, "b": "y:mp_yt[{n}] digits"}
POINTERS = {"r0": "mp_xv", "r1": "mp_xv", "r4": "mp_yt"}
CASES = (
    Case("mp_add", PAIR, POINTERS),
    Case("mp_add_words", PAIR, {**POINTERS, "y1": 0}),
    Case("mp_sub", PAIR, POINTERS),
    Case("mp_sign", VALUE, POINTERS),
    Case("mp_compare", PAIR, POINTERS),
    Case("mp_digits", {"a": "x:mp_xv[{n}]"}, {**POINTERS, "r1": 0x2000}),
    Case("mp_digits_n7", {"a": "x:mp_xv[{n}]"}, {**POINTERS, "r1": 0x2000, "n7": "{n}"}),
    Case("mp_words", VALUE, POINTERS),
    Case("mp_multiply", PAIR, {"r2": "mp_xv", "r6": "mp_yt", "r3": 0x2000}),
    Case("mp_square", {"a": "x:mp_xv,y:mp_yt[{n}] digits"}, {"r2": "mp_xv", "r6": "mp_yt", "r3": 0x2000}),
    Case("value_twice", VALUE, POINTERS),
    Case("half_value", {**VALUE, "n": "y:mp_yn[{n}] digits"}),
    Case("value_less_n", {**VALUE, "n": "y:mp_yn[{n}] digits", "factor": "y0"}),
    Case("mont_rows", {**PAIR, "n": "y:mp_yn[{n}] digits", "v": "y:mp_yv[{n}] digits", "ninv": "x:mp_ninv"}),
    Case("double", {**VALUE, "n": "y:mp_yn[{n}] digits"}),
    Case("halve", VALUE),
    Case("mont_reduce", {**VALUE, "n": "y:mp_yn[{n}] digits"}),
    Case("word_inverse", {"a": "a1"}),
    Case("word_inverse_bits", {"a": "a1"}, {"r7": 24}),
)
MACROS = {"product": "fast_product", "squares": "fast_squares"}
"""Macros of unrolled kernels, and their routines."""
CALLS = {
    "md2": {"md2_blocks"},
    "md2_pair": {"md2_pair_blocks"},
    "md4": {"md4_blocks", "md4_three_bytes"},
    "md5": {"md5", "md5_three_bytes"},
    "md5_pair": {"md5_pair", "md5_three_bytes", "md5_three_bytes_y"},
    "rc4": {"rc4", "rc4_key"},
    "rc4_pair": {"rc4_pair", "rc4_key", "rc4_second_key"},
    "des_ecb_encrypt": {
        *("des_schedule", "des_schedule_of", "des_initial", "des_ecb_loop", "des_block"),
        *("rounds_begin", "rounds_again"),
    },
    "des_cbc_encrypt": {"des_cbc_encrypt_loop"},
    "des_cbc_decrypt": {"des_cbc_decrypt_loop"},
    "des3_cbc_encrypt": {"des3_block"},
    "khufu_encrypt": {"khufu"},
}
"""Calls of the library, and routines whose bounds they prove."""
ELSEWHERE = {
    *("mont_product", "mont_square", "mont_value", "mont_columns"),
    *(f"fast_product_{digits}{suffix}" for digits in KERNEL_SIZES for suffix in ("", "_at", "_run")),
    *(f"fast_squares_{digits}{suffix}" for digits in KERNEL_SIZES for suffix in ("", "_run")),
}
"""Routines whose bounds test_paper_products.py and test_kernels.py prove."""
DIVISION = "an interval does not show that each step of DIV leaves a remainder below the divisor"
ADDRESSES = "a look-up has more than 16,384 possible addresses for the intervals"
KEYED_TABLES = "the key schedule computes its own tables, with 33,000 look-ups in them"
HALVES = "an interval does not show that a sum of halves has no bits above 16"
UNPROVED = {
    **dict.fromkeys(("prime_division", "prime_residue"), DIVISION),
    **dict.fromkeys(("key_setup", "khufu_back", "khafre", "khafre_back", "khafre_pair", "khafre_pair_back"), ADDRESSES),
    **dict.fromkeys(("khufu_pair", "khufu_pair_back"), "no call of both streams has been followed"),
    **dict.fromkeys(("blowfish", "blowfish_blocks", "blowfish_key", "blowfish_pair", "blowfish_pairs"), KEYED_TABLES),
    **dict.fromkeys(("seal", "seal_part", "seal_first_words", "seal_pair", "seal_pair_part"), HALVES),
}
"""Routines whose bounds are only tested (test_cipher_accumulators.py, test_lib_accumulators.py), and why."""


def routine(case: Case, digits: int) -> Routine:
    """Return the routine for operands of `digits` digits."""
    fixed = {name: digits if value == "{n}" else value for name, value in case.fixed.items()}
    return Routine(
        assembled(PROGRAM),
        case.entry,
        inputs={name: place.format(n=digits) for name, place in case.inputs.items()},
        fixed={**fixed, "x:mp_len": digits},
        strict=False,
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.entry)
def test_a_stated_bound_is_proved(case: Case) -> None:
    for digits in SIZES if any("[" in place for place in case.inputs.values()) else (2,):
        limit = bounds()[case.entry](digits)
        proof = prove_bounds(routine(case, digits), limit)
        assert isinstance(proof, Bounded), f"{case.entry}, {digits} digits: {proof}"
        assert proof.largest <= limit


def test_a_bound_that_is_too_small_is_exceeded() -> None:
    found = prove_bounds(routine(CASES[0], 3), 2 << 47)
    assert isinstance(found, Counterexample), found


@pytest.mark.parametrize("digits", (3, 9, 11, 22) if ALL else (3,))
@pytest.mark.parametrize("macro", MACROS)
def test_the_bound_of_an_unrolled_kernel_is_proved(macro: str, digits: int) -> None:
    vectors = {"a": "x:mp_xv", "b": "y:mp_yt", "w": "x:mp_xm", "h": "x:mp_xh"}
    kernel = Routine(
        assembled(KERNEL_PROGRAM, KERNEL_DIGITS=digits),
        MACROS[macro],
        inputs={**{name: f"{place}[{digits}] digits" for name, place in vectors.items()}, "pinv": "x:mp_pinv"},
        fixed={"x:mp_half": 1 << 11, "x:mp_cnt": 1, "x:mp_len": digits},
        strict=False,
    )
    proof = prove_bounds(kernel, bounds()[macro](digits))
    assert isinstance(proof, Bounded), proof


@pytest.mark.parametrize("name", CALLS if ALL else ["md5"])
def test_a_bound_is_proved_for_all_operands_of_a_call(name: str) -> None:
    target = next(target for target in timing_targets() if target.name == name)
    peaks = peaks_of(target)
    for entry in CALLS[name]:
        largest, address = peaks[entry]
        assert largest <= bounds()[entry](0), f"{entry}: {largest / 2**47:.3f} * 2^47 at P:${address:04X}"


def test_each_stated_bound_is_proved_or_has_a_reason() -> None:
    groups = [{case.entry for case in CASES}, set(MACROS), set().union(*CALLS.values()), ELSEWHERE, set(UNPROVED)]
    assert set().union(*groups) == bounds().keys()
    assert sum(map(len, groups)) == len(bounds()), "a routine is in two groups"
