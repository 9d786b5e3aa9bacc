"""Crossings of made-up curves whose answer is known."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.study.conclusions.crossings import Found, crossing, search, sentence, wins_from
from dsp56k.study.results.result import Change, stretches

SIZES = [8 << power for power in range(14)]
OF = ("card", "host")
ENDS = (SIZES[0], SIZES[-1])

Curve = Callable[[int], float]


def found(host: Curve, card: Curve, sizes: list[int] = SIZES) -> tuple[Found, list[int]]:
    """The changes of two curves, and the sizes that were asked for."""
    known = {size: (card(size), host(size)) for size in sizes}
    asked: list[int] = []
    while (result := search(OF, sizes, 8, known)).missing:
        asked += result.missing
        known |= {size: (card(size), host(size)) for size in result.missing}
    return result, asked


@given(st.integers(1, 4000))
def test_the_crossing_is_found_to_the_step(at: int) -> None:
    result, _ = found(lambda size: 2.0 * size, lambda size: 8.0 * at + size)
    if at == 1:
        assert result == Found("card", ())
        assert wins_from(result, OF, ENDS) == 8
    else:
        assert result == Found("host", (Change("card", (8 * at - 8, 8 * at)),))
        assert wins_from(result, OF, ENDS) == 8 * at


@given(st.integers(2, 4000))
def test_a_card_that_wins_first_and_loses_later(at: int) -> None:
    result, _ = found(lambda size: 8.0 * at + size, lambda size: 2.0 * size)
    assert result == Found("card", (Change("host", (8 * at - 8, 8 * at)),))
    assert wins_from(result, OF, ENDS) == math.inf
    told = sentence(OF, ENDS, "bytes", result)
    last = f"8 to {8 * at - 8:,}" if at > 2 else "8"
    assert told == f"of the measured sizes card at {last}, host at {8 * at:,} to 65,536 bytes"


def test_the_host_that_wins_at_the_largest_size_alone() -> None:
    result, _ = found(lambda size: 100.0, lambda size: 50.0 if size < 65536 else 200.0)
    assert result.changes == (Change("host", (65528, 65536)),)
    assert sentence(OF, ENDS, "bytes", result).endswith("card at 8 to 65,528, host at 65,536 bytes")


@given(st.lists(st.integers(1, 12), min_size=2, max_size=6, unique=True), st.booleans())
def test_curves_that_cross_again_and_again(powers: list[int], card_first: bool) -> None:
    """One change in each of some gaps between measured sizes, at three quarters of the gap."""
    places = sorted((8 << power) + (8 << power) * 3 // 4 for power in powers)

    def card(size: int) -> float:
        passed = sum(size >= place for place in places)
        return 1.0 if (passed % 2 == 0) == card_first else 3.0

    result, _ = found(lambda size: 2.0, card)
    assert [change.interval for change in result.changes] == [
        ((place - 1) // 8 * 8, -(-place // 8) * 8) for place in places
    ]
    parts = stretches(result.first, result.changes, ENDS)
    assert parts[0].winner == result.first == ("card" if card_first else "host")
    assert all(one.winner != other.winner for one, other in pairwise(parts))
    for part in parts:
        assert [card(size) < 2.0 for size in (part.first, part.last)] == [part.winner == "card"] * 2
    assert len(parts) == len(places) + 1


def test_two_crossings_in_words() -> None:
    result, _ = found(lambda size: 2.0, lambda size: 1.0 if 40 <= size <= 8192 else 3.0)
    assert result.changes == (Change("card", (32, 40)), Change("host", (8192, 8200)))
    told = sentence(OF, ENDS, "bytes", result)
    assert told == "of the measured sizes host at 8 to 32, card at 40 to 8,192, host at 8,200 to 65,536 bytes"
    assert sentence(OF, ENDS, "bytes", result, [result]).endswith("bytes; so at every corner")
    once = Found("host", (Change("card", (32, 40)),))
    assert sentence(OF, ENDS, "bytes", result, [result, once]).endswith("bytes; at 1 of 2 corners otherwise")
    assert sentence(OF, ENDS, "bytes", result, [once, once]).endswith("bytes; at 2 of 2 corners otherwise")


@pytest.mark.parametrize(
    ("corners", "ending"),
    [
        ([32, 32], "; so at every corner"),
        ([848, 16], "; card wins up to 848 bytes at its best corner, up to 16 bytes at its worst"),
        ([65536], "; card wins always (up to 65,536 bytes) at its best corner, up to 32 bytes at its worst"),
        ([0], "; card wins up to 32 bytes at its best corner, never (from 8 bytes) at its worst"),
    ],
)
def test_the_first_may_win_at_small_sizes(corners: list[int], ending: str) -> None:
    def up_to(size: int) -> Found:
        if size in (0, ENDS[1]):
            return Found("card" if size else "host", ())
        return Found("card", (Change("host", (size, size + 8)),))

    told = sentence(OF, ENDS, "bytes", up_to(32), [up_to(size) for size in corners])
    assert told == f"of the measured sizes card at 8 to 32, host at 40 to 65,536 bytes{ending}"
    turned = Found("host", (Change("card", (32, 40)),))
    assert sentence(OF, ENDS, "bytes", up_to(32), [turned]).endswith("bytes; at 1 of 1 corners otherwise")


@pytest.mark.parametrize("before", ["host", "card"])
def test_curves_that_touch_do_not_cross(before: str) -> None:
    other = 3.0 if before == "host" else 1.0
    result, asked = found(lambda size: 2.0, lambda size: 2.0 if size in (8, 64, 1024, 65536) else other)
    assert (result, asked) == (Found(before, ()), [])


def test_curves_that_are_one() -> None:
    assert found(lambda size: 2.0, lambda size: 2.0)[0] == Found("card", ())


def test_one_side_may_win_at_every_measured_size() -> None:
    result, _ = found(lambda size: 1.0, lambda size: 2.0)
    assert result == Found("host", ())
    assert wins_from(result, OF, ENDS) == math.inf
    assert sentence(OF, ENDS, "bytes", result) == "host wins at every measured size, 8 to 65,536 bytes"
    one = sentence(OF, (4, 4), "operations", Found("card", ()))
    assert one == "card wins at every measured size, 4 operations"


def test_only_gaps_with_a_change_are_measured() -> None:
    times = {8: (4.0, 5.0), 16: (6.0, 5.0), 32: (7.0, 9.0)}
    result, asked = found(lambda size: times.get(size, (7, 9))[1], lambda size: times.get(size, (7, 9))[0], [8, 16, 32])
    assert result.changes == (Change("host", (8, 16)), Change("card", (16, 24)))
    assert asked == [24]


@pytest.mark.parametrize(
    ("corners", "ending", "bounds"),
    [
        ([40, 40], "bytes; so at every corner", (40, 40)),
        ([16, 160], "bytes; card wins from 16 bytes on at its best corner, from 160 bytes on at its worst", (16, 160)),
        (
            [8, math.inf],
            "card wins always (from 8 bytes) at its best corner, never (up to 65,536 bytes) at its worst",
            (8, math.inf),
        ),
    ],
)
def test_a_crossing_has_its_range(corners: list[float], ending: str, bounds: tuple[float, float]) -> None:
    def at(size: float) -> Found:
        if size == 8:
            return Found("card", ())
        return Found("host", () if math.isinf(size) else (Change("card", (int(size) - 8, int(size))),))

    result = crossing(OF, "des", ENDS, "bytes", at(40), [({"a": size}, at(size)) for size in corners])
    assert (result.wins_from.value, result.wins_from.unit) == (40, "bytes")
    assert (result.wins_from.low, result.wins_from.high) == bounds
    assert result.sentence.endswith(ending)
    assert [corner for corner, _, _ in result.corners] == [{"a": size} for size in corners]
