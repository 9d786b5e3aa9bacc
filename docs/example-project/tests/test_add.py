"""Sums of four words against Python's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

NUMBERS = st.integers(0, 2**96 - 1)


@pytest.fixture(scope="module")
def add(routine):
    return routine(
        "../src/add.asm",
        "add",
        inputs={"a": "x:first[LENGTH] number", "b": "y:second[LENGTH] number"},
        outputs={"sum": "x:sum[5] number"},
    )


@settings(deadline=None)  # emulated code is timed in clocks
@given(a=NUMBERS, b=NUMBERS)
def test_sums_are_pythons(add, clock_budget, a, b):
    assert clock_budget("add, 4 words", add(a=a, b=b)).value == a + b
