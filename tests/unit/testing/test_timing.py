"""Constant-time assessments: the inputs on which a routine's time depends, and one for every routine of the library."""

import inspect
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from dsp56k import lib
from dsp56k.lib import Routine
from dsp56k.testing.timing.assessments import FactorLevel, TimingTarget, assess_timing
from dsp56k.testing.timing.targets import timing_targets

SOURCE = """
        org     p:$40
; Y:(X:$10 + 16), X:$11 + 1 passes through a loop
look    move    x:$10,r0
        move    x:$11,a
        move    #>1,x0
        add     x0,a    #16,n0
        do      a1,end
        move    y:(r0+n0),b
        nop
end     rts
; longer if both bits are set
both    move    x:$10,a
        move    x:$11,x0
        and     x0,a
        tst     a
        jeq     apart
        nop
apart   rts
"""
CASES = 12


def subject(loading: bool = False) -> TimingTarget:
    routine = Routine.from_source(SOURCE, "look", inputs={"index": "x:$10", "passes": "x:$11"})

    def make(key: FactorLevel, length: FactorLevel) -> Mapping[str, Any]:
        return {"index": key.number(0, 63), "passes": length.number(1, 9)}

    return TimingTarget("look", routine, make, ("key", "length"), loading)


def test_a_verdict_names_each_factor_and_where_ways_part() -> None:
    found = assess_timing(subject(), CASES)
    assert str(found) == "depends on length"
    assert not found.constant
    assert found.cases == 2 * CASES
    assert list(found.depends) == ["length"]
    after = found.depends["length"].after
    assert after is not None
    assert after.text == "nop"
    assert found.addresses == ("key",)


def test_what_only_two_factors_together_change_is_found() -> None:
    routine = Routine.from_source(SOURCE, "both", inputs={"first": "x:$10", "second": "x:$11"})

    def make(key: FactorLevel, data: FactorLevel) -> Mapping[str, Any]:
        return {name: int(draw.number(0, 63) == 63) for name, draw in (("first", key), ("second", data))}

    found = assess_timing(TimingTarget("both", routine, make, ("key", "data")), CASES)
    assert str(found) == "depends on key with data"
    assert found.cases == 3 * CASES


def test_a_costly_subject_is_called_as_often_as_another_has_choices() -> None:
    costly = replace(subject(), costly=True)
    assert assess_timing(costly, 60).cases == 2 * 20
    found = assess_timing(costly, 12)
    assert found.cases == 2 * 8
    assert (str(found), found.addresses) == ("depends on length", ("key",))


def test_clocks_are_the_least_and_the_most() -> None:
    least, most = assess_timing(subject(), CASES).clocks
    routine = subject().function
    clocks = tuple(routine(index=0, passes=passes).clocks for passes in (1, 9))  # type: ignore[attr-defined]  # a Result
    assert (least, most) == clocks


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("des_mac", "des/des.asm"),
        ("des3_cbc_encrypt", "des/des_block.asm"),
        ("des3_cbc_decrypt, pair tables", "des/des_block.asm"),
        ("md2_pair", "digests/md2_pair_block.asm"),
        ("rc4", "ciphers/rc4/stream.asm"),
    ],
)
def test_ways_part_at_a_source_line_of_whatever_program_runs(name: str, file: str) -> None:
    (one,) = (one for one in timing_targets() if one.name == name)
    after = assess_timing(one, 2).depends["length"].after
    assert after is not None
    assert (after.file, bool(after.symbol)) == (file, True)


def test_what_is_loaded_is_another_subject() -> None:
    cases = {one.name: one for one in timing_targets() if one.name.startswith("rsa_public")}
    operation, load = (assess_timing(cases[name], 2).clocks for name in ("rsa_public", "rsa_public, key load"))
    assert operation != load


@pytest.mark.parametrize("name", ["noise", "rsa_generate"])
def test_the_randomness_of_a_target_is_a_seed(name: str) -> None:
    (target,) = (one for one in timing_targets() if one.name == name)
    assert [target.arguments(target.factors, index) for index in range(2)] == [{"seed": 0}, {"seed": (1 << 64) - 1}]


def test_a_draw_begins_with_the_ends_and_is_the_same_each_time() -> None:
    assert [FactorLevel("key", index).number(5, 90) for index in range(4)] == [5, 90, 6, 89]
    assert [FactorLevel("key", index).number(7, 7) for index in range(4)] == [7] * 4
    later = [FactorLevel("key", index).number(0, 1 << 99) for index in range(4, 50)]
    assert later == [FactorLevel("key", index).number(0, 1 << 99) for index in range(4, 50)]
    assert len(set(later)) > 30
    assert all(FactorLevel("n", index).odd(16) % 2 == 1 for index in range(9))
    assert [FactorLevel("key", index).octets(2) for index in range(3)] == [b"\0\0", b"\xff\xff", b"\0\1"]
    assert FactorLevel("key", 1).octets(0) == b""


def test_every_function_of_the_library_has_a_verdict() -> None:
    functions = {
        name
        for name in lib.__all__
        if inspect.isfunction(function := getattr(lib, name))
        and str(inspect.signature(function).return_annotation).startswith("Result")
    }
    assert len(functions) > 15
    assert functions <= {one.name.partition(",")[0] for one in timing_targets()}
