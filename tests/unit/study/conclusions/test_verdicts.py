import math
from typing import Any

import pytest

from dsp56k.study.conclusions.assessments import (
    UnitError,
    converter,
    flip,
    former,
    group_by_source,
    judge,
    rounding,
)
from dsp56k.study.errors import StudyError
from dsp56k.study.plans.plan import Plan
from dsp56k.study.published import Published, builtin_published
from dsp56k.study.results.quantities import Budget, Component
from dsp56k.study.results.result import Verdict
from dsp56k.study.schema import QuantityName, VerdictName
from dsp56k.study.toml_reader import builtin_studies

ROOT_3 = math.sqrt(3)


def published(value: float | None, **more: Any) -> Published:
    return Published(seed="S1", place="here", quote="so", value=value, unit="bit/s", **more)


def budget(value: float, *ends: tuple[float, float]) -> Budget:
    return Budget(value, tuple(Component(str(place), low, high) for place, (low, high) in enumerate(ends)))


@pytest.mark.parametrize(
    ("value", "half_digit"),
    [(350_000, 5000), (11_600, 50), (38_373, 0.5), (1.92, 0.005), (600, 50), (2, 0.5), (0, 0.5), (7e-6, 5e-7)],
)
def test_a_printed_number_is_uncertain_by_half_its_last_significant_digit(value: float, half_digit: float) -> None:
    assert rounding(published(value)) == pytest.approx(half_digit)


def test_a_range_is_as_uncertain_as_its_coarser_end_and_a_bound_is_not() -> None:
    assert rounding(published(64, to=200)) == 50
    assert rounding(published(10, relation="more")) == rounding(published(10, relation="less")) == 0


@pytest.mark.parametrize(
    ("value", "verdict", "error"),
    [
        (350_000, "agrees", 0.0),
        (350_000 + 9_999 / ROOT_3, "agrees", 0.9999),
        (350_000 + 10_001 / ROOT_3, "disagrees above", 1.0001),
        (350_000 - 20_000 / ROOT_3, "disagrees below", 2.0),
        (math.inf, "disagrees above", math.inf),
    ],
)
def test_only_the_printed_digits_are_tolerated(value: float, verdict: VerdictName, error: float) -> None:
    word, found = judge(published(350_000), budget(value))
    assert word == verdict
    assert found == pytest.approx(error)


def test_the_budget_is_tolerated_in_the_direction_of_the_published_value() -> None:
    ours = budget(700_000, (400_000, 710_000), (700_000, 800_000))
    # 300,000 downwards, so 2 / sqrt(3) of it; nothing else counts.
    word, error = judge(published(350_000), ours)
    assert word == "disagrees above"
    assert error == pytest.approx(350 / math.hypot(2 * 300 / ROOT_3, 2 * 5 / ROOT_3))
    assert judge(published(450_000), ours)[0] == "agrees"
    assert judge(published(900_000), ours)[0] == "disagrees below"


def test_components_are_added_in_quadrature() -> None:
    ours = budget(100, (97, 100), (96, 104), (100, 100))
    assert ours.expanded(below=True) == pytest.approx(2 * 5 / ROOT_3)
    assert ours.shares(below=True) == pytest.approx({"0": 9 / 25, "1": 16 / 25})
    assert ours.shares(below=False) == {"1": 1.0}
    assert (ours.low, ours.high) == (96, 104)


def test_a_crossing_that_never_comes_at_a_corner_decides_nothing() -> None:
    assert judge(published(600), budget(280, (280, math.inf))) == ("agrees", 0.0)
    assert judge(published(600), budget(math.inf, (500, math.inf))) == ("agrees", 0.0)
    assert judge(published(600), budget(math.inf, (700, math.inf)))[0] == "disagrees above"
    assert judge(published(600), budget(280, (200, 280)))[0] == "disagrees below"


@pytest.mark.parametrize(
    ("relation", "value", "verdict"),
    [
        ("more", 10.01, "agrees"),
        ("more", 10, "disagrees below"),
        ("less", 9.99, "agrees"),
        ("less", 10, "disagrees above"),
        ("about", 12, "agrees"),
        ("about", 16, "disagrees above"),
    ],
)
def test_a_bound_excludes_itself(relation: str, value: float, verdict: VerdictName) -> None:
    assert judge(published(10, relation=relation), budget(value))[0] == verdict


def test_a_bound_that_some_corners_keep() -> None:
    assert judge(published(10, relation="more"), budget(9, (8, 11)))[0] == "agrees"


def test_a_maximum_is_compared_from_both_sides_and_a_range_with_both_ends() -> None:
    assert judge(published(30, to=360, relation="up to"), budget(253))[0] == "disagrees below"
    assert judge(published(30, to=360), budget(253))[0] == "agrees"
    assert judge(published(30, to=360), budget(500))[0] == "disagrees above"


def test_what_is_not_compared() -> None:
    assert judge(published(None, kind="bar"), budget(64)) == ("not comparable", None)
    assert judge(published(64, incomparable="another machine"), budget(64)) == ("not comparable", None)
    assert judge(published(64, given="a table"), budget(64)) == ("input", None)
    reasons = [published(None, kind=kind).reason for kind in ("bar", "claim")]
    assert reasons == ["drawn without a number in our copy", "its words have no number"]


@pytest.mark.parametrize(
    ("power", "limit", "change"), [(-1, 80.0, 0.25), (-1, 125.0, -0.2), (1, 125.0, 0.25), (1, 80.0, -0.2)]
)
def test_a_flip_is_the_smallest_change_of_time(power: int, limit: float, change: float) -> None:
    entry = published(limit, relation="more" if limit < 100 else "less")

    def judged(scale: float) -> VerdictName:
        return judge(entry, budget(100 * scale**power))[0]

    assert judged(1) == "agrees"
    assert flip("agrees", judged) == pytest.approx(change, abs=2e-3)


def test_the_nearer_of_two_flips_counts_and_some_never_come() -> None:
    assert flip("agrees", lambda scale: "agrees" if 0.9 < scale < 1.5 else "disagrees above") == pytest.approx(
        -0.1, abs=2e-3
    )
    assert flip("agrees", lambda scale: "agrees") is None


@pytest.mark.parametrize(
    ("quantity", "verdict", "ours", "word"),
    [
        ("rate", "agrees", 100, "reproduced"),
        ("rate", "agrees", 300, "bounded"),
        ("rate", "disagrees above", 300, "exceeded"),
        ("rate", "disagrees below", 30, "contradicted"),
        ("time", "disagrees below", 30, "exceeded"),
        ("crossing", "disagrees above", 300, "contradicted"),
        ("rate", "input", 100, "set"),
        ("rate", "not comparable", 100, "outside"),
    ],
)
def test_the_former_words(quantity: QuantityName, verdict: VerdictName, ours: float, word: str) -> None:
    assert former(verdict, published(100), ours, quantity) == word
    assert former("not comparable", published(None, kind="bar"), ours, quantity) == "no number in our copy"


@pytest.mark.parametrize(
    ("quantity", "unit", "said", "value"),
    [
        ("rate", "bit/s", "bit/s", 640.0),
        ("rate", "bit/s", "byte/s", 80.0),
        ("rate", "bit/s", "blocks/s", 10.0),
        ("time", "us", "ms", 0.64),
        ("time", "us", "ns", 640_000.0),
        ("free", "us", "ms", 0.64),
        ("ratio", "times", "%", 63_900.0),
        ("ratio", "times", "% less time", 99.84375),
        ("coefficient", "", "% less time", -63_900.0),
        ("coefficient", "", "us", 640.0),
        ("count", "", "bytes", 640.0),
        ("count", "", "%", 64_000.0),
        ("share", "%", None, 640.0),
    ],
)
def test_ours_in_the_published_unit(quantity: QuantityName, unit: str, said: str | None, value: float) -> None:
    assert converter(quantity, unit, said, 8)(640) == pytest.approx(value)


def test_a_unit_of_something_else() -> None:
    message = "the published unit must be one of bit/s, byte/s, blocks/s, operations/s, taps/s, got 'Mbit/s'"
    with pytest.raises(UnitError, match=message):
        converter("rate", "bit/s", "Mbit/s", 8)
    with pytest.raises(UnitError, match="must be one of times, %, % less time, got 'factor'"):
        converter("ratio", "times", "factor", 8)


def verdict(study: str, *, repeated: bool = False) -> Verdict:
    return Verdict("s1-des-600", study, "crossing", ("a", "b"), None, "agrees", "agrees", "bounded", repeated=repeated)


def test_a_number_is_judged_once_and_repeated_at_will() -> None:
    own = verdict("a")
    assert group_by_source([verdict("b", repeated=True), own, verdict("c", repeated=True)]) == {"s1-des-600": own}
    with pytest.raises(StudyError, match="s1-des-600 is assessed twice: by a and by b"):
        group_by_source([own, verdict("b")])


def test_every_published_number_has_one_verdict() -> None:
    judges: dict[str, list[str]] = {}
    for name in builtin_studies():
        for table in Plan.builtin(name).study.expect:
            if not table.repeats:
                judges.setdefault(table.published, []).append(name)
    assert {name: by for name, by in judges.items() if len(by) > 1} == {}
    entries = builtin_published()
    unjudged = {name for name, entry in entries.items() if name not in judges}
    assert {name for name in unjudged if not entries[name].locations and not entries[name].reason} == set()
    assert {name for name in judges if entries[name].locations} == set()
