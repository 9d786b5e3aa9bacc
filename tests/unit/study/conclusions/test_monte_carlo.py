import math
from itertools import product

import pytest

from dsp56k.study.conclusions.monte_carlo import Axis, coverage
from dsp56k.study.results.quantities import Budget, Component
from dsp56k.study.results.wording import with_uncertainty

WAITS = Axis((1, 0, 2))
CYCLE = Axis((6, 8))


def points(value: float, waits: float, cycle: float, both: float = 0.0) -> list[tuple[dict[str, int], float]]:
    return [
        ({"waits": wait, "cycle": clocks}, value + waits * wait + cycle * (clocks - 6) + both * wait * (clocks - 6))
        for wait, clocks in product((1, 0, 2), (6, 8))
    ]


def test_one_uniform_parameter_covers_95_per_cent_of_its_range() -> None:
    found = coverage({"waits": WAITS}, [({"waits": wait}, 100.0 + 10 * wait) for wait in (1, 0, 2)])
    assert found is not None
    assert (found.low, found.high) == pytest.approx((100.5, 119.5), abs=0.3)
    assert found.misfit < 1e-12


def test_two_parameters_cover_less_than_their_corners_and_products_are_fitted() -> None:
    found = coverage({"waits": WAITS, "cycle": CYCLE}, points(100, 10, 5, both=2))
    assert found is not None
    assert 100 < found.low < found.high < 100 + 20 + 10 + 8
    assert found.misfit < 1e-12
    # The sum of two equal uniform parts has 95 % within 1 - sqrt(0.05) of its range: 0.7764.
    even = coverage({"waits": WAITS, "cycle": CYCLE}, points(100, 5, 5))
    assert even is not None
    assert even.high - even.low == pytest.approx(20 * (1 - math.sqrt(0.05)), abs=0.2)


def test_a_surface_that_does_not_fit_says_so() -> None:
    bent = [({"waits": wait}, value) for wait, value in zip((0, 1, 2, 3), (100.0, 100, 100, 130), strict=True)]
    found = coverage({"waits": Axis((0, 1, 2, 3))}, bent)
    assert found is not None
    assert 0.01 < found.misfit < 0.1


def test_limits_of_a_pc_are_ends_of_a_range_and_words_are_drawn_as_such() -> None:
    machine = Axis(("declared", "fast", "slow"))
    found = coverage(
        {"cpu": machine}, [({"cpu": "declared"}, 100.0), ({"cpu": "fast"}, 90.0), ({"cpu": "slow"}, 110.0)]
    )
    assert found is not None
    assert (found.low, found.high) == pytest.approx((90.5, 109.5), abs=0.3)
    wide = coverage({"wide": Axis((True, False))}, [({"wide": True}, 50.0), ({"wide": False}, 70.0)])
    assert wide is not None
    assert (wide.low, wide.high) == pytest.approx((50, 70))


def test_seeds_and_the_error_of_the_clocks_multiply() -> None:
    found = coverage({}, [({}, 100.0)], factors=(0.8, 1.1))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((80, 110))
    found = coverage({}, [({}, 100.0)], error=(0.9, 1.1))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((90.5, 109.5), abs=0.3)


def test_a_crossing_that_never_comes_has_no_distribution() -> None:
    assert coverage({"waits": WAITS}, [({"waits": 1}, math.inf), ({"waits": 0}, 8.0)]) is None


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "words"),
    [
        (732_123.0, 732_123.0 - 10_392, 732_123.0 + 10_392, "bit/s", "732 ± 12 Kbit/s"),
        (732_123.0, 732_123.0 - 10_392, 732_123.0 + 1039, "bit/s", "732 -12 +1 Kbit/s"),
        (600.0, 590.0, 610.0, "bytes", "600 ± 12 bytes"),
        (1.3912, 1.3812, 1.4012, "times", "1.391 ± 0.012 times"),
        (12_345.0, 11_345.0, 13_345.0, "clocks", "12,300 ± 1,200 clocks"),
        (280.0, 150.0, math.inf, "bytes", "280 bytes (150 bytes to never)"),
        (280.0, 280.0, 280.0, "bytes", "280 bytes, nothing moves it"),
    ],
)
def test_digits_follow_from_the_uncertainty(value: float, low: float, high: float, unit: str, words: str) -> None:
    assert with_uncertainty(Budget(value, (Component("waits", low, high),)), unit) == words


def test_nothing_varied_is_not_nothing_moves_it() -> None:
    assert with_uncertainty(Budget(280.0, ()), "bytes") == "280 bytes, nothing varied"


def test_a_value_that_becomes_infinite_has_no_interval() -> None:
    assert coverage({}, [({}, 100.0)], error=(0.9, float("inf"))) is None
    assert coverage({}, [({}, 100.0)], factors=(float("inf"),)) is None
