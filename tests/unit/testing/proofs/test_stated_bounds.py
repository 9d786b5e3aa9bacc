"""Theorems: big-number routines keep to the bounds that their headers state, for all digits and all lengths."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import pytest

from dsp56k.lib import Routine
from dsp56k.lib.library_runner import PROGRAM
from dsp56k.lib.program_cache import assembled
from dsp56k.testing import Bounded, Counterexample, prove_bounds
from shared.documented_bounds import bounds

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
    Case("double", {**VALUE, "n": "y:mp_yn[{n}] digits"}),
    Case("halve", VALUE),
    Case("mont_reduce", {**VALUE, "n": "y:mp_yn[{n}] digits"}),
    Case("word_inverse", {"a": "a1"}),
    Case("word_inverse_bits", {"a": "a1"}, {"r7": 24}),
)


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
