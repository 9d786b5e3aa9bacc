"""Peaks of accumulators, and lost bits."""

from functools import partial

import pytest

from dsp56k.lib import Routine, mp_multiply
from dsp56k.testing import accumulators_of, assert_accumulators

SOURCE = """
        org     p:$40
; X:$10 * X:$10, X:$11 times, added up in A; then rounded to X:$12
sum     clr     a       x:$10,x0
        move    x:$11,b
        do      b1,end
        mac     x0,x0,a
end     move    a,x:$12
        rts

; 2^55 of it, shifted out
shift   move    #$40,a2
        asl     a
        nop
        rts
"""
SQUARE = 1 << 46
"""The square of a half, as A has it: a fraction with 47 bits after the point."""


@pytest.fixture
def sum_of_squares() -> Routine:
    return Routine.from_source(SOURCE, "sum", inputs={"factor": "x:$10", "times": "x:$11"}, outputs={"sum": "x:$12"})


def test_the_peak_is_a_number_of_56_bits(sum_of_squares: Routine) -> None:
    found = accumulators_of(partial(sum_of_squares, factor=0x400000, times=3), sum_of_squares.symbols)
    assert found.a.value == 3 * SQUARE // 2
    assert found.a.place is not None
    assert found.a.place.text == "mac x0,x0,a"
    assert found.b.value == 3 << 24
    assert [loss.sort for loss in found.losses] == []


def test_a_move_that_is_limited_loses_bits(sum_of_squares: Routine) -> None:
    found = accumulators_of(partial(sum_of_squares, factor=0x400000, times=9), sum_of_squares.symbols)
    assert [str(loss).split(" (")[0] for loss in found.losses] == ["limiting at P:$0045 <end> `move a,x:<$12`"]


def test_an_overflow_of_56_bits() -> None:
    shift = Routine.from_source(SOURCE, "shift")
    found = accumulators_of(shift, shift.symbols)
    assert [loss.sort for loss in found.losses] == ["overflow"]
    assert found.a.value == -1 << 55
    with pytest.raises(AssertionError, match=r"exceeds its bound: overflow at P:\$\w+ <shift\+1> `asl a`"):
        assert_accumulators(shift, symbols=shift.symbols)


def test_a_limit_of_ones_own(sum_of_squares: Routine) -> None:
    call = partial(sum_of_squares, factor=0x400000, times=3)
    assert assert_accumulators(call, 3 * SQUARE // 2, sum_of_squares.symbols).losses == ()
    with pytest.raises(AssertionError, match=r"A = 0x\w+ at P:\$0044"):
        assert_accumulators(call, SQUARE, sum_of_squares.symbols)


def test_the_call_gives_what_it_gives_alone() -> None:
    call = partial(mp_multiply, -3, 5, 4)
    values = []
    found = assert_accumulators(lambda: values.append(call().value))
    assert values == [call().value] * 2
    assert found.a.place is not None
    assert found.a.place.file.startswith("bignum/")
