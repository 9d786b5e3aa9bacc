"""Crossings of made-up curves whose answer is known."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.study.conclusions.crossovers import (
    CrossoverSearch,
    crossover_size,
    describe_crossing,
    find_crossing,
    search,
)
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Band, Change, stretches
from dsp56k.study.schema import Setting
from shared.made_up_outcomes import made_up

SIZES = [8 << power for power in range(14)]
OF = ("card", "host")
ENDS = (SIZES[0], SIZES[-1])

Curve = Callable[[int], float]


def found(
    host: Curve, card: Curve, sizes: list[int] = SIZES, step: int = 8, block: int = 8
) -> tuple[CrossoverSearch, list[int]]:
    """Return the changes of two curves, and the sizes that were measured."""
    known = {size: (card(size), host(size)) for size in sizes}
    asked: list[int] = []
    while (result := search(OF, known, step, block)).missing:
        asked += result.missing
        known |= {size: (card(size), host(size)) for size in result.missing}
    return result, asked


def of(first: str, *changes: Change) -> CrossoverSearch:
    """A search that found changes far from each other."""
    return CrossoverSearch(first, tuple(Band((change,)) for change in changes))


@given(st.integers(1, 4000))
def test_the_crossing_is_found_to_the_step(at: int) -> None:
    result, _ = found(lambda size: 2.0 * size, lambda size: 8.0 * at + size)
    if at == 1:
        assert result == of("card")
        assert crossover_size(result, OF) == 0
    else:
        assert result == of("host", Change("card", (8 * at - 8, 8 * at)))
        assert crossover_size(result, OF) == 8 * at - 8


@given(st.integers(2, 4000))
def test_a_card_that_wins_first_and_loses_later(at: int) -> None:
    result, _ = found(lambda size: 8.0 * at + size, lambda size: 2.0 * size)
    assert result == of("card", Change("host", (8 * at - 8, 8 * at)))
    assert crossover_size(result, OF) == math.inf
    told = describe_crossing(OF, ENDS, "bytes", result)
    last = f"8 to {8 * at - 8:,}" if at > 2 else "8"
    assert told == f"of the measured sizes card at {last}, host at {8 * at:,} to 65,536 bytes"


def test_the_host_that_wins_at_the_largest_size_alone() -> None:
    result, _ = found(lambda size: 100.0, lambda size: 50.0 if size < 65536 else 200.0)
    assert result.changes == (Change("host", (65528, 65536)),)
    assert describe_crossing(OF, ENDS, "bytes", result).endswith("card at 8 to 65,528, host at 65,536 bytes")


@given(st.lists(st.integers(6, 12), min_size=2, max_size=6, unique=True), st.booleans())
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
    parts = stretches(result.first, result.bands, ENDS)
    assert parts[0].winner == result.first == ("card" if card_first else "host")
    assert all(one.winner != other.winner for one, other in pairwise(parts))
    for part in parts:
        assert [card(size) < 2.0 for size in (part.first, part.last)] == [part.winner == "card"] * 2
    assert len(parts) == len(places) + 1


def test_two_crossings_in_words() -> None:
    result, _ = found(lambda size: 2.0, lambda size: 1.0 if 40 <= size <= 8192 else 3.0)
    assert result.changes == (Change("card", (32, 40)), Change("host", (8192, 8200)))
    told = describe_crossing(OF, ENDS, "bytes", result)
    assert told == "of the measured sizes host at 8 to 32, card at 40 to 8,192, host at 8,200 to 65,536 bytes"
    assert describe_crossing(OF, ENDS, "bytes", result, [result]).endswith("bytes; the same at every corner")
    once = of("host", Change("card", (32, 40)))
    assert describe_crossing(OF, ENDS, "bytes", result, [result, once]).endswith("bytes; different at 1 of 2 corners")
    assert describe_crossing(OF, ENDS, "bytes", result, [once, once]).endswith("bytes; different at 2 of 2 corners")


@pytest.mark.parametrize(
    ("corners", "ending"),
    [
        ([32, 32], "; the same at every corner"),
        ([848, 16], "; card is faster up to 848 bytes at its best corner, up to 16 bytes at its worst"),
        ([65536], "; card is faster at every size up to 65,536 bytes at its best corner, up to 32 bytes at its worst"),
        ([0], "; card is faster up to 32 bytes at its best corner, at no size from 8 bytes at its worst"),
    ],
)
def test_the_first_may_win_at_small_sizes(corners: list[int], ending: str) -> None:
    def up_to(size: int) -> CrossoverSearch:
        if size in (0, ENDS[1]):
            return of("card" if size else "host")
        return of("card", Change("host", (size, size + 8)))

    told = describe_crossing(OF, ENDS, "bytes", up_to(32), [up_to(size) for size in corners])
    assert told == f"of the measured sizes card at 8 to 32, host at 40 to 65,536 bytes{ending}"
    turned = of("host", Change("card", (32, 40)))
    assert describe_crossing(OF, ENDS, "bytes", up_to(32), [turned]).endswith("bytes; different at 1 of 1 corners")


@pytest.mark.parametrize("before", ["host", "card"])
def test_curves_that_touch_do_not_cross(before: str) -> None:
    other = 3.0 if before == "host" else 1.0
    result, _ = found(lambda size: 2.0, lambda size: 2.0 if size in (8, 64, 1024, 65536) else other)
    assert result == of(before)


def test_curves_that_are_one() -> None:
    assert found(lambda size: 2.0, lambda size: 2.0)[0] == of("card")


def test_one_side_may_win_at_every_measured_size() -> None:
    result, _ = found(lambda size: 1.0, lambda size: 2.0)
    assert result == of("host")
    assert crossover_size(result, OF) == math.inf
    assert describe_crossing(OF, ENDS, "bytes", result) == "host is faster at every measured size, 8 to 65,536 bytes"
    one = describe_crossing(OF, (4, 4), "operations", of("card"))
    assert one == "card is faster at every measured size, 4 operations"
    assert describe_crossing(OF, (1, 1), "operations", of("card")).endswith("size, 1 operation")


def test_only_a_gap_with_a_change_and_its_window_are_measured() -> None:
    result, asked = found(lambda size: 2.0 * size, lambda size: 20_000.0 + size)
    assert result == of("host", Change("card", (19_992, 20_000)))
    window = range(19_992 - 128, 20_000 + 128 + 8, 8)
    bisected = {16_384 + 8 * 2**power for power in range(12)} - set(window)
    assert {size for size in asked if size not in window} <= set(range(16_384, 32_768, 8))
    assert {*window} <= {*asked}
    assert len(asked) < len(window) + len(bisected)


def test_staircases_that_cross_change_places_more_than_once() -> None:
    """Return curves like those of MD2: staircases of 16 bytes, and on the card complete words are cheaper."""

    def card(size: int) -> float:
        return 820.0 + 590 * (size // 16 + 1) + (60 if size % 8 else 0)

    def host(size: int) -> float:
        return 759.0 + 600 * (size // 16 + 1) + 2.5 * size

    result, _ = found(host, card, block=16, step=1)
    every = list(range(8, 200))
    winners = ["card" if card(size) <= host(size) else "host" for size in every]
    assert [change.interval for change in result.changes] == [
        (size, size + 1) for size, (one, other) in zip(every, pairwise(winners), strict=False) if one != other
    ]
    assert [change.interval[1] for change in result.changes] == [24, 25, 32, 33, 37]
    assert [band.in_turn for band in result.bands] == [(24, 36)]
    assert crossover_size(result, OF) == 36


@given(st.integers(1, 40), st.integers(0, 3000), st.integers(5, 40), st.integers(1, 16))
def test_no_change_near_a_crossing_is_missed(block: int, fixed: int, slope: int, phase: int) -> None:
    """Two staircases whose stairs begin at different sizes, against every size of the window around the crossing."""

    def card(size: int) -> float:
        return fixed + 3.0 * block * ((size + phase) // block)

    def host(size: int) -> float:
        return float(slope) * block * (size // block)

    result, _ = found(host, card, block=block, step=1)
    if not result.changes:
        return
    first, last = result.bands[0].interval[0], result.bands[-1].interval[1]
    sizes = range(max(8, first - block), min(65_536, last + block) + 1)
    winners = [card(size) - host(size) for size in sizes]
    signs = [difference < 0 for difference in winners if difference]
    assert len(result.changes) == sum(one != other for one, other in pairwise(signs))


def test_a_dip_between_two_sizes_that_agree_is_found_if_a_stair_is_high_enough() -> None:
    """The card wins at 16 and at 32, by less than a stair, and loses from 25 to 31."""

    def card(size: int) -> float:
        return 100.0 + 10.0 * size + (85 if 25 <= size <= 31 else 0)

    def host(size: int) -> float:
        return 150.0 + 11.0 * size

    result, _ = found(host, card, block=16, step=1)
    assert [change.interval for change in result.changes] == [(24, 25), (31, 32)]
    assert describe_crossing(OF, ENDS, "bytes", result) == (
        "of the measured sizes card at 8 to 24, card and host in turn at 25 to 31, card at 32 to 65,536 bytes"
    )


@pytest.mark.parametrize(
    ("corners", "ending", "bounds"),
    [
        ([40, 40], "bytes; the same at every corner", (32, 32)),
        (
            [16, 160],
            "bytes; card is faster above 8 bytes at its best corner, above 152 bytes at its worst",
            (8, 152),
        ),
        (
            [8, math.inf],
            "card is faster at every size from 8 bytes at its best corner, at no size up to 65,536 bytes at its worst",
            (0, math.inf),
        ),
    ],
)
def test_a_crossing_has_its_range(corners: list[float], ending: str, bounds: tuple[float, float]) -> None:
    def at(size: float) -> CrossoverSearch:
        if size == 8:
            return of("card")
        return of("host") if math.isinf(size) else of("host", Change("card", (int(size) - 8, int(size))))

    found: list[tuple[dict[str, Setting], CrossoverSearch]] = [({"a": size}, at(size)) for size in corners]
    result = find_crossing(OF, "des", ENDS, "bytes", at(40), found, Quantity(2, 2, 2, "times"))
    assert (result.crossover.value, result.crossover.unit) == (32, "bytes")
    assert (result.crossover.low, result.crossover.high) == bounds
    assert result.sentence.endswith(ending)
    assert [corner for corner, _, _ in result.corners] == [{"a": size} for size in corners]


@pytest.mark.parametrize(("last", "phase"), [(3444, 0), (3900, 3), (1542, 7)])
def test_ends_of_a_wide_zone_are_exact_without_measuring_it(last: int, phase: int) -> None:
    """Two staircases of one slope: out of phase they alternate at each stair up to `last`, and never after it."""

    def card(size: int) -> float:
        return 50.0 * ((size + phase) // 16) + (0 if size <= last else -1000.0)

    def host(size: int) -> float:
        return 50.0 * (size // 16) + 0.5

    result, asked = found(host, card, [1, 4, 16, 64, 256, 1024, 4096], step=1, block=16)
    losses = [size for size in range(1, 4097) if card(size) > host(size)]
    assert crossover_size(result, OF) == max(losses, default=0)
    assert len(result.bands) == bool(losses)
    assert len(asked) <= 1500


def test_a_crossover_point_moves_between_the_measured_sizes_when_the_time_varies() -> None:
    (one,) = (each for each in made_up("s1-overhead", "md2").verdicts if each.quantity == "crossing")
    assert one.ours is not None
    assert one.coverage is not None
    # The fitted surfaces have a misfit, so the interval may exceed the limits over the corners.
    assert one.coverage.low < one.ours.value < one.coverage.high
    assert {one.coverage.low, one.coverage.high}.isdisjoint({one.ours.low, one.ours.high})
