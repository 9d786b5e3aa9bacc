"""The call graph of a PC's functions: the clocks of callees are assigned to callers, and add up."""

from __future__ import annotations

from fractions import Fraction

from dsp56k.host.calls.profile import profile_of
from dsp56k.host.clocks.profile import Spent
from dsp56k.profile import Profile
from shared.x86.code import ORIGIN, program

A, B, C = ORIGIN, ORIGIN + 0x10, ORIGIN + 0x20


def profile(calls: dict[tuple[int, int], int], own: tuple[int, int, int] = (10, 20, 31)) -> Profile:
    spent = {address: Spent(clocks, 1) for address, clocks in zip((A, B, C), own, strict=True)}
    texts = dict.fromkeys(spent, "x") | {site: "call" for site, _ in calls}
    return profile_of("PC", Fraction(1), program("c3"), A, texts, spent, calls)


def totals(found: Profile) -> dict[int, int]:
    return {one.address: one.total for one in found.functions}


def test_callers_share_by_how_often_they_called() -> None:
    found = profile({(A + 1, B): 1, (A + 2, C): 1, (B + 1, C): 2})
    assert totals(found) == {A: 61, B: 20 + 21, C: 31}
    assert [arc.total for arc in found.arcs if found.functions[arc.callee].address == C] == [10, 21]
    assert "divided among its callers" in found.notes[0]


def test_a_call_of_an_open_function_is_given_nothing() -> None:
    found = profile({(A + 1, B): 1, (B + 1, B): 5, (B + 2, C): 1, (C + 1, A): 1})
    assert totals(found) == {A: 61, B: 51, C: 31}
    assert sum(arc.total for arc in found.arcs) == 51 + 31


def test_calls_are_counted_where_they_are_made() -> None:
    from dsp56k.host import Machine

    # f: call g; call g; ret      g: ret
    code = program("e8 06 00 00 00", "e8 01 00 00 00", "c3", "c3")
    timed = Machine().load(code).call("f")
    found = timed.profile()
    assert [(arc.site, arc.times) for arc in found.arcs] == [(ORIGIN, 1), (ORIGIN + 5, 1)]
    assert [one.times for one in sorted(found.functions, key=lambda one: one.address)] == [1, 2]
    assert max(one.total for one in found.functions) == found.clocks == timed.clocks
