"""Models, and points that were made from them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.study.conclusions.fits import FitError, fit
from dsp56k.study.conclusions.model_grammar import MAX_NESTING, ModelError, parse_model
from dsp56k.study.operations import OPERATIONS

SIZES = [8.0 * 2**power for power in range(14)]
LINE = parse_model("fixed + slope * bytes")


@pytest.mark.parametrize(
    ("text", "value", "names"),
    [
        ("1 + 2 * 3", 7, ()),
        ("(1 + 2) * 3", 9, ()),
        ("8 / 4 / 2 - 1", 0, ()),
        ("-a + a", 0, ("a",)),
        ("2.5e1 - -1", 26, ()),
        ("2 * mod(a + c2, 4) - 1", 5, ("a", "c2")),
        ("2 * 3 ^ 2 ^ 2 - -2 ^ 2", 166, ()),
        ("ceil(a / 3) + max(c1, log2(2 ^ ops))", 7, ("a", "c1", "ops")),
        ("ceil * max", 6, ("ceil", "max")),
        ("bats*(c1 + ops*(c2 + c3*dlen))", 2 * (3 + 5 * (7 + 11 * 13)), ("bats", "c1", "ops", "c2", "c3", "dlen")),
    ],
)
def test_a_model_is_what_it_says(text: str, value: float, names: tuple[str, ...]) -> None:
    model = parse_model(text)
    assert model.names == names
    values = {"a": 4, "bats": 2, "c1": 3, "ops": 5, "c2": 7, "c3": 11, "dlen": 13, "ceil": 2, "max": 3}
    assert model.at(values) == value


@given(st.recursive(st.sampled_from(["1", "2", "a", "b"]), lambda part: st.tuples(part, st.sampled_from("+-*"), part)))
def test_a_model_has_the_value_that_python_gives(tree: object) -> None:
    def written(part: Any) -> str:
        return part if isinstance(part, str) else f"({''.join(written(one) for one in part)})"

    text = written(tree)
    if text.count("(") <= MAX_NESTING:
        assert parse_model(text).at({"a": 3, "b": 5}) == eval(text, {"a": 3, "b": 5})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 +",
        "a b",
        "(a",
        "a)",
        "a ** 2",
        "__import__('os')",
        "a.b",
        "a[0]",
        "f(x)",
        "mod(a)",
        "max(a)",
        "ceil(a, b)",
        "log2(a",
        "a ^",
        "mod(a, b",
        "a = 1",
        "1 if a else 2",
        "(",
    ],
)
def test_what_is_no_model_is_refused(text: str) -> None:
    with pytest.raises(ModelError):
        parse_model(text)


def test_nesting_is_bounded() -> None:
    parse_model("(" * MAX_NESTING + "a" + ")" * MAX_NESTING)
    for deep in ("(" * 4000, "(" * 60 + "a" + ")" * 60, "-" * 3000 + "a"):
        with pytest.raises(ModelError):
            parse_model(deep)


@given(st.floats(0, 1e5), st.floats(0.01, 100))
def test_a_line_fits_itself(fixed: float, slope: float) -> None:
    found = fit(LINE, {"us": [fixed + slope * size for size in SIZES], "bytes": SIZES})
    assert found.values["fixed"] == pytest.approx(fixed, rel=1e-6, abs=1e-6)
    assert found.values["slope"] == pytest.approx(slope, rel=1e-6)
    assert max(map(abs, found.residuals)) < 1e-6
    low, high = found.intervals["slope"]
    assert low <= found.values["slope"] <= high


def test_no_coefficient_is_negative() -> None:
    assert fit(LINE, {"us": [1.0, 3.0, 9.0], "bytes": [1, 2, 4]}).values["fixed"] == 0
    assert fit(LINE, {"us": [9.0, 8.0, 7.0], "bytes": [1, 2, 4]}).values["slope"] == 0


def test_an_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    source = np.random.default_rng(7)
    inside = 0
    for _ in range(300):
        us = [(100 + 3 * size) * (1 + 0.01 * source.standard_normal()) for size in SIZES]
        low, high = fit(LINE, {"us": us, "bytes": SIZES}).intervals["slope"]
        inside += low <= 3 <= high
    assert 0.91 * 300 < inside < 0.99 * 300


def test_the_batch_model_is_found_again() -> None:
    model = parse_model("bats*(c1 + ops*(c2 + c3*dlen))")
    rows = [(bats, ops, dlen) for bats in (1, 4) for ops in (1, 10, 100, 1000) for dlen in (8, 24, 80)]
    columns: dict[str, list[float]] = {
        "us": [bats * (290.0 + ops * (42 + 0.5 * dlen)) for bats, ops, dlen in rows],
        "bats": [row[0] for row in rows],
        "ops": [row[1] for row in rows],
        "dlen": [row[2] for row in rows],
    }
    assert fit(model, columns).values == pytest.approx({"c1": 290, "c2": 42, "c3": 0.5})


def test_a_model_that_is_not_linear() -> None:
    model = parse_model("top / (1 + half / bytes)")
    found = fit(model, {"us": [500 / (1 + 64 / size) for size in SIZES], "bytes": SIZES})
    assert found.values == pytest.approx({"top": 500, "half": 64}, rel=1e-3)


@pytest.mark.parametrize(
    ("text", "coefficients"),
    [
        ("max(a, b * bytes)", {"a": 3000, "b": 8}),
        ("a + b * max(bytes, c)", {"a": 1100, "b": 2, "c": 500}),
        ("a + b * max(0, bytes - c)", {"a": 1700, "b": 3, "c": 900}),
        ("max(a, max(b * bytes, c * bytes ^ 2))", {"a": 1000, "b": 4, "c": 0.002}),
    ],
)
def test_both_sides_of_a_maximum_are_found(text: str, coefficients: dict[str, float]) -> None:
    sizes = [64.0, 128.0, 512.0, 1024.0, 2048.0, 4096.0]
    model = parse_model(text)
    us = [float(model.at({"bytes": size, **coefficients})) for size in sizes]
    found = fit(model, {"us": us, "bytes": sizes})
    assert found.values == pytest.approx(coefficients, rel=1e-6)


@pytest.mark.filterwarnings("error")
def test_a_search_beyond_the_range_of_numbers_ends() -> None:
    with pytest.raises(FitError, match="only a combination of b and c"):
        fit(parse_model("a * bytes ^ b ^ c"), {"us": [3000, 3500, 6500, 33000], "bytes": [64, 128, 512, 4096]})


def test_as_many_points_as_coefficients_leave_no_interval() -> None:
    found = fit(LINE, {"us": [10.0, 20.0], "bytes": [1, 2]})
    assert all(math.isnan(end) for end in found.intervals["slope"])


def test_a_value_that_is_infinite_beside_the_fit_has_no_half_width() -> None:
    found = fit(LINE, {"us": [10.0, 21.0, 38.0], "bytes": [1, 2, 4]})
    assert 0 < found.half_width({"fixed": 1.0, "slope": 0.0}) < math.inf
    for slopes in ({"fixed": math.inf, "slope": 0.0}, {"fixed": -math.inf, "slope": math.inf}):
        assert found.half_width(slopes) == math.inf


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bytes", "must have a coefficient"),
        ("a + b * bytes + c / bytes", "2 points for 3 coefficients"),
        ("a / (bytes - bytes)", "no finite value"),
        ("1 / 0 + a * bytes", "no finite value"),
        ("a * (-bytes) ^ b", "no finite value"),
        ("a ^ b ^ bytes", "no finite value"),
        ("a * bytes ^ b ^ c", "2 points for 3"),
    ],
)
def test_points_that_cannot_be_fitted(text: str, message: str) -> None:
    with pytest.raises(FitError, match=message):
        fit(parse_model(text), {"us": [1.0, 2.0], "bytes": [8, 16]})


def test_md2_is_fitted_over_whole_blocks() -> None:
    blocks = OPERATIONS["md2"].blocks
    assert [blocks(size) for size in (0, 8, 15, 16, 31, 32)] == [0, 0, 0, 1, 1, 2]
    sizes = [8, 16, 24, 40, 100, 1000]
    # Two blocks more than the message has: 20 us a block.
    us = [20.0 * (size // 16 + 2) + 5 for size in sizes]
    found = fit(parse_model("fixed + block * blocks"), {"us": us, "blocks": [blocks(size) for size in sizes]})
    assert found.values == pytest.approx({"fixed": 45, "block": 20})
    assert [OPERATIONS["md4"].blocks(size) for size in (0, 55, 56, 119, 120)] == [0, 0, 1, 1, 2]
    assert [OPERATIONS["des-mac"].blocks(size) for size in (0, 1, 8, 9)] == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("fixed + a * bytes + b * bytes", "a and b"),
        ("fixed + a * b * bytes", "a and b"),
        ("o + l * bytes + c * bytes / k", "l, c and k"),
        ("o + l * bytes - m", "o and m"),
        ("p / (q + r / bytes)", "p, q and r"),
        ("o + z * mod(bytes, 8)", "z"),
        ("fixed + a * bytes + z * (bytes - bytes)", "z"),
    ],
)
def test_coefficients_that_the_points_do_not_determine_are_refused_by_name(text: str, names: str) -> None:
    us = [1300 + 12.5 * size * (1 + 0.01 * math.sin(size)) for size in SIZES]
    with pytest.raises(
        FitError, match=rf"^the data points (do not determine|determine only a combination of) {names}[:,] "
    ):
        fit(parse_model(text), {"us": us, "bytes": SIZES})


def test_an_interval_at_the_bound_is_not_negative() -> None:
    """The points bend down, so that the coefficient of the square is 0: no cost is smaller."""
    us = [1300 + 12.5 * size - 1e-4 * size * size for size in SIZES]
    found = fit(parse_model("o + l * bytes + q * bytes * bytes"), {"us": us, "bytes": SIZES})
    low, high = found.intervals["q"]
    assert found.values["q"] == low == 0 < high < 1e-3
