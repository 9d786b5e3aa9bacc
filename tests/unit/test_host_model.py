"""The offload model: fits and crossings of lines whose answer is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.host.model import Crossing, Line, Point, crossing, fit, reason

SIZES = [8 << power for power in range(14)]


def sides(host: Line, card: Line) -> Callable[[int], Point]:
    return lambda size: Point(size, host.at(size), card.at(size), True)


@given(st.floats(0, 1e5), st.floats(0.01, 100))
def test_a_line_fits_itself(fixed: float, slope: float) -> None:
    line = fit(SIZES, [fixed + slope * size for size in SIZES])
    assert line.fixed_us == pytest.approx(fixed, rel=1e-6, abs=1e-6)
    assert line.us_per_byte == pytest.approx(slope, rel=1e-6)
    assert line.worst < 1e-6


def test_parts_are_never_negative() -> None:
    assert fit([1, 2, 4], [1.0, 3.0, 9.0]).fixed_us == 0
    assert fit([1, 2, 4], [9.0, 8.0, 7.0]).us_per_byte == 0


@given(st.integers(1, 4000))
def test_the_crossing_is_found_to_the_unit(at: int) -> None:
    card = Line(fixed_us=8.0 * at, us_per_byte=1.0, worst=0)
    host = Line(fixed_us=0.0, us_per_byte=2.0, worst=0)
    measure = sides(host, card)
    found = crossing([measure(size) for size in SIZES], 8, measure)
    if at == 1:
        assert found == Crossing(None, None, "card")
    else:
        assert found == Crossing(8 * at, (8 * at - 8, 8 * at), "card")


def test_one_side_may_always_win() -> None:
    slow, fast = Line(10, 5, 0), Line(1, 1, 0)
    host_wins = crossing([sides(fast, slow)(size) for size in SIZES], 8, sides(fast, slow))
    assert host_wins == Crossing(None, None, "host")
    assert "host wins at every size" in reason(host_wins, fast, slow)
    card_wins = crossing([sides(slow, fast)(size) for size in SIZES], 8, sides(slow, fast))
    assert card_wins == Crossing(None, None, "card")
    assert "card wins at every measured size" in reason(card_wins, slow, fast)


def test_the_last_change_to_the_card_counts() -> None:
    points = [Point(8, 5, 4, True), Point(16, 5, 6, True), Point(32, 9, 7, True)]
    measured = []

    def measure(size: int) -> Point:
        measured.append(size)
        return Point(size, 9, 7, True)

    assert crossing(points, 8, measure) == Crossing(24, (16, 24), "card")
    assert measured == [24]
