"""The offload model: fits and crossings of lines whose answer is known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.host.jobs import JOBS
from dsp56k.host.model import Change, Crossing, Line, Point, crossing, fit, reason
from dsp56k.host.report import card_wins

SIZES = [8 << power for power in range(14)]


@given(st.floats(0, 1e5), st.floats(0.01, 100))
def test_a_line_fits_itself(fixed: float, slope: float) -> None:
    line = fit(SIZES, [fixed + slope * size for size in SIZES])
    assert line.fixed_us == pytest.approx(fixed, rel=1e-6, abs=1e-6)
    assert line.us_per_byte == pytest.approx(slope, rel=1e-6)
    assert line.worst < 1e-6


def test_parts_are_never_negative() -> None:
    assert fit([1, 2, 4], [1.0, 3.0, 9.0]).fixed_us == 0
    assert fit([1, 2, 4], [9.0, 8.0, 7.0]).us_per_byte == 0


def curves(host: Callable[[int], float], card: Callable[[int], float]) -> tuple[list[Point], Callable[[int], Point]]:
    """The points of two made-up curves at all sizes, and how to measure more."""

    def measure(size: int) -> Point:
        return Point(size, host(size), card(size), True)

    return [measure(size) for size in SIZES], measure


@given(st.integers(1, 4000))
def test_the_crossing_is_found_to_the_unit(at: int) -> None:
    points, measure = curves(lambda size: 2.0 * size, lambda size: 8.0 * at + size)
    found = crossing(points, 8, measure)
    if at == 1:
        assert found == Crossing((8, 65536), "card", ())
    else:
        assert found == Crossing((8, 65536), "host", (Change("card", (8 * at - 8, 8 * at)),))
        assert (found.winner, found.size) == ("card", 8 * at)


@given(st.integers(2, 4000))
def test_a_card_that_wins_first_and_loses_later(at: int) -> None:
    host, card = Line(8.0 * at, 1.0, 0), Line(0.0, 2.0, 0)
    points, measure = curves(host.at, card.at)
    found = crossing(points, 8, measure)
    assert found == Crossing((8, 65536), "card", (Change("host", (8 * at - 8, 8 * at)),))
    assert (found.winner, found.size) == ("host", None)
    told = reason(found, host, card)
    last = f"8 to {8 * at - 8:,}" if at > 2 else "8"
    assert told.startswith(f"of the measured sizes the card at {last}, the host at {8 * at:,} to 65,536 bytes: ")
    assert "every" not in told


def test_the_host_that_wins_at_the_largest_size_alone() -> None:
    host, card = Line(0, 0, 0), Line(0, 0, 0)
    points, measure = curves(lambda size: 100.0, lambda size: 50.0 if size < 65536 else 200.0)
    found = crossing(points, 8, measure)
    assert found.changes == (Change("host", (65528, 65536)),)
    assert "the card at 8 to 65,528, the host at 65,536 bytes" in reason(found, host, card)


@given(st.lists(st.integers(1, 12), min_size=2, max_size=6, unique=True), st.booleans())
def test_curves_that_cross_again_and_again(powers: list[int], card_first: bool) -> None:
    """One change in each of some gaps between measured sizes, at three quarters of the gap."""
    places = sorted((8 << power) + (8 << power) * 3 // 4 for power in powers)

    def card(size: int) -> float:
        passed = sum(size >= place for place in places)
        return 1.0 if (passed % 2 == 0) == card_first else 3.0

    points, measure = curves(lambda size: 2.0, card)
    found = crossing(points, 8, measure)
    assert [change.interval for change in found.changes] == [
        ((place - 1) // 8 * 8, -(-place // 8) * 8) for place in places
    ]
    winners = [part.winner for part in found.ranges]
    assert winners[0] == found.first == ("card" if card_first else "host")
    assert all(one != other for one, other in pairwise(winners))
    for part in found.ranges:
        assert [measure(size).card_us < 2.0 for size in (part.first, part.last)] == [part.winner == "card"] * 2
    assert len(found.ranges) == len(places) + 1


def test_two_crossings_in_words() -> None:
    line = Line(1, 2, 0)
    points, measure = curves(lambda size: 2.0, lambda size: 1.0 if 40 <= size <= 8192 else 3.0)
    found = crossing(points, 8, measure)
    assert found.changes == (Change("card", (32, 40)), Change("host", (8192, 8200)))
    told = reason(found, line, line)
    assert "the host at 8 to 32, the card at 40 to 8,192, the host at 8,200 to 65,536 bytes" in told
    assert "pays" not in told


@pytest.mark.parametrize("before", ["host", "card"])
def test_curves_that_touch_do_not_cross(before: str) -> None:
    other = 3.0 if before == "host" else 1.0
    points, measure = curves(lambda size: 2.0, lambda size: 2.0 if size in (8, 64, 1024, 65536) else other)
    assert crossing(points, 8, measure) == Crossing((8, 65536), before, ())


def test_curves_that_are_one() -> None:
    points, measure = curves(lambda size: 2.0, lambda size: 2.0)
    assert crossing(points, 8, measure) == Crossing((8, 65536), "card", ())


def test_one_side_may_win_at_every_measured_size() -> None:
    slow, fast, steep = Line(10, 5, 0), Line(1, 1, 0), Line(0, 50, 0)
    points, measure = curves(fast.at, slow.at)
    host_wins = crossing(points, 8, measure)
    assert host_wins == Crossing((8, 65536), "host", ())
    assert reason(host_wins, fast, slow).startswith("the host wins at every measured size, 8 to 65,536 bytes: ")
    assert "does not yet pay" not in reason(host_wins, fast, slow)
    assert "does not yet pay" in reason(host_wins, steep, slow)
    points, measure = curves(slow.at, fast.at)
    card_wins = crossing(points, 8, measure)
    assert card_wins == Crossing((8, 65536), "card", ())
    assert "the card wins at every measured size, 8 to 65,536 bytes" in reason(card_wins, slow, fast)


def test_only_gaps_with_a_change_are_measured() -> None:
    measured = []

    def measure(size: int) -> Point:
        measured.append(size)
        return Point(size, 9, 7, True)

    points = [Point(8, 5, 4, True), Point(16, 5, 6, True), Point(32, 9, 7, True)]
    found = crossing(points, 8, measure)
    assert found == Crossing((8, 32), "card", (Change("host", (8, 16)), Change("card", (16, 24))))
    assert (found.size, measured) == (24, [24])


@pytest.mark.parametrize(
    ("job", "ranges", "sizes", "words"),
    [
        ("des-cbc", [[40, 65536]], [8, 65536], "40 to 65,536 bytes"),
        ("des-cbc", [[8, 8192]], [8, 65536], "8 to 8,192 bytes"),
        ("des-cbc", [[16, 16], [64, 512]], [8, 512], "16, 64 to 512 bytes"),
        ("md2", [[8, 65536]], (8, 65536), "all of 8 to 65,536 bytes"),
        ("md2", [], [8, 512], "none of 8 to 512 bytes"),
        ("rsa512", [[64, 1024]], [64, 1024], "all of 1 to 16 operations"),
        ("rsa512", [[1024, 1024]], [64, 1024], "16 operations"),
    ],
)
def test_where_the_card_wins_in_the_words_of_the_job(
    job: str, ranges: list[list[int]], sizes: list[int], words: str
) -> None:
    assert card_wins(job, ranges, sizes) == words


def test_md2_is_fitted_over_whole_blocks() -> None:
    job = JOBS["md2"]
    assert [job.worked_on(size) for size in (0, 8, 15, 16, 31, 32)] == [0, 0, 0, 16, 16, 32]
    assert job.regressor == "16 * (bytes // 16)"
    assert JOBS["des-cbc"].worked_on(24) == 24
    # Two blocks more than the message has: 20 us a block.
    times = [20.0 * (size // 16 + 2) + 5 for size in job.sizes]
    line = fit([job.worked_on(size) for size in job.sizes], times)
    assert line.fixed_us == pytest.approx(45)
    assert line.us_per_byte == pytest.approx(20 / 16)
    assert line.worst < 1e-9
