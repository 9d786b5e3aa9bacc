"""Assertions about routines: each holds where it should, and names what does not."""

from typing import Any

import pytest
from hypothesis import strategies as st

from dsp56k.lib import Routine, modexp, montgomery_product, montgomery_square
from dsp56k.testing import assert_clocks, assert_constant_time, compare
from dsp56k.testing.strategies import residues, words

SOURCE = """
        org     p:$40
; x:$10 + 1 if it is odd
round   move    x:$10,a
        jclr    #0,x:$10,even
        move    #>1,x0
        add     x0,a
even    move    a1,x:$11
        rts

; the same without a branch
steady  move    x:$10,a
        move    #>1,x0
        and     x0,a
        move    a1,x0
        move    x:$10,a
        add     x0,a
        move    a1,x:$11
        rts

; y:(x:$10) by a table
look    move    x:$10,r0
        nop
        move    y:(r0),a
        move    a1,x:$11
        rts

        org     y:0
        dc      0,1,2,3,4,5,6,7
"""
N = (1 << 88) - 21


def routine(entry: str) -> Routine:
    return Routine.from_source(SOURCE, entry, inputs={"x": "x:$10"}, outputs={"r": "x:$11"})


def test_constant_time_is_told_with_its_clocks() -> None:
    steady = routine("steady")
    found = assert_constant_time(steady, words().map(lambda word: {"x": word}))
    assert found.clocks == steady(x=1).clocks
    assert found.cases >= 100
    assert found.same_data_addresses


def test_a_branch_is_found_and_named_with_the_simplest_cases() -> None:
    with pytest.raises(AssertionError) as failure:
        assert_constant_time(routine("round"), st.fixed_dictionaries({"x": words()}))
    lines = str(failure.value).splitlines()
    assert lines[0] == "round does not execute the same instructions for all arguments:"
    assert sorted(lines[1:3]) == ["  14 clocks for round(x=0)", "  20 clocks for round(x=1)"]
    assert lines[3].startswith("  they diverge after P:$0041 <round+1> `jclr #0,x:<$10,$0046` (")
    assert lines[3].endswith(":5), for P:$0046 and P:$0043")


def test_addresses_of_data_are_another_question() -> None:
    look = routine("look")
    cases: list[Any] = [{"x": index} for index in range(8)]
    assert not assert_constant_time(look, cases).same_data_addresses
    with pytest.raises(AssertionError, match=r"they diverge at P:\$\S+ <look\+2> `move y:\(r0\),a`"):
        assert_constant_time(look, cases, data_addresses=True)


def test_functions_of_the_library_are_seen_too() -> None:
    cases = st.tuples(residues(N, signed=True), residues(N, signed=True), st.just(N), st.just(5))
    assert assert_constant_time(montgomery_product, cases, cases=40).clocks == montgomery_product(1, 1, N, 5).clocks
    with pytest.raises(AssertionError, match=r"they diverge after .*<\w+\+\d+> .*\(bignum/\w+\.asm:\d+\)"):
        assert_constant_time(modexp, [(5, 3, N), (5, 5, N)])


def test_a_limit_of_clocks() -> None:
    assert assert_clocks(routine("round"), [{"x": 0}, {"x": 1}], at_most=20) == 20
    with pytest.raises(AssertionError, match=r"round\(x=1\) takes 20 clocks, 6 more than 14"):
        assert_clocks(routine("round"), st.fixed_dictionaries({"x": words()}), at_most=14)


def test_two_routines_that_do_the_same() -> None:
    found = compare(routine("round"), routine("steady"), [{"x": 0}, {"x": 1}])
    assert (found.cases, found.first) == (2, 20)
    assert found.second == routine("steady")(x=0).clocks
    shorter = compare(routine("round"), routine("steady"), [{"x": 0}])
    assert (shorter.first, shorter.second) == (14, found.second)


def test_two_routines_that_do_not() -> None:
    with pytest.raises(AssertionError, match=r"round\(x=1\) gives 2, but look\(x=1\) gives 1"):
        compare(routine("round"), routine("look"), st.fixed_dictionaries({"x": st.integers(0, 7)}))


def test_positional_arguments_and_single_ones() -> None:
    found = compare(montgomery_square, lambda a, n, digits: montgomery_product(a, a, n, digits), [(3, N, 5)])
    assert found.cases == 1
    with pytest.raises(AssertionError, match=r"<lambda>\(7\) takes"):
        assert_clocks(lambda x: routine("round")(x=x), [7], at_most=1)
