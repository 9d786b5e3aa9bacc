import math
from typing import Any

import pytest

from dsp56k.study.conclusions.assessments import UnitError, assess, convert_unit, criterion, group_by_source
from dsp56k.study.errors import StudyError
from dsp56k.study.plans.plan import Plan
from dsp56k.study.published import Published, builtin_published
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Verdict
from dsp56k.study.schema import ExpectTable, QuantityName, VerdictName
from dsp56k.study.toml_reader import builtin_studies


def published(value: float | None, **more: object) -> Published:
    return Published(seed="S1", place="here", quote="so", value=value, unit="bit/s", **more)  # type: ignore[arg-type]  # other fields


def expect(quantity: QuantityName = "rate", **more: object) -> ExpectTable:
    return ExpectTable(published="x", quantity=quantity, of=("a",), verdict="bounded", because="so", **more)  # type: ignore[arg-type]  # other fields


@pytest.mark.parametrize(
    ("value", "low", "high", "verdict"),
    [
        (100, 100, 100, "reproduced"),
        (105, 105, 105, "reproduced"),
        (106, 106, 106, "exceeded"),
        (94, 94, 94, "contradicted"),
        (94, 90, 101, "bounded"),
        (106, 99, 120, "bounded"),
        (math.inf, math.inf, math.inf, "exceeded"),
    ],
)
def test_a_number_with_five_per_cent(value: float, low: float, high: float, verdict: VerdictName) -> None:
    assert assess(published(100), Quantity(value, low, high, "bit/s"), expect(tolerance=0.05)) == verdict


def test_less_is_better_of_times_and_crossings() -> None:
    ours = Quantity(40, 40, 40, "bytes")
    assert assess(published(600), ours, expect("crossing")) == "exceeded"
    assert assess(published(600), Quantity(40, 16, math.inf, "bytes"), expect("crossing")) == "bounded"
    assert assess(published(600), Quantity(math.inf, math.inf, math.inf, "bytes"), expect("crossing")) == "contradicted"
    assert assess(published(30), ours, expect("time")) == "contradicted"


@pytest.mark.parametrize(
    ("relation", "value", "verdict"),
    [("more", 20, "reproduced"), ("more", 9, "contradicted"), ("less", 9, "reproduced"), ("less", 20, "contradicted")],
)
def test_a_bound(relation: str, value: float, verdict: VerdictName) -> None:
    assert assess(published(10, relation=relation), Quantity(value, value, value, "times"), expect("ratio")) == verdict


@pytest.mark.parametrize(
    ("value", "verdict"),
    [(253, "contradicted"), (343, "reproduced"), (360, "reproduced"), (377, "reproduced"), (379, "exceeded")],
)
def test_a_maximum_is_compared_from_both_sides(value: float, verdict: VerdictName) -> None:
    ours = Quantity(value, value, value, "byte/s")
    assert assess(published(360, relation="up to"), ours, expect(tolerance=0.05)) == verdict
    assert assess(published(30, to=360, relation="up to"), ours, expect(tolerance=0.05)) == verdict


@pytest.mark.parametrize(
    ("entry", "expected", "words"),
    [
        (published(600, relation="about"), {"tolerance": 0.05}, "within 5 % of 600 bit/s"),
        (published(600), {}, "600 bit/s"),
        (published(64, to=256), {}, "from 64 to 256 bit/s"),
        (published(10, relation="more"), {}, "at least 10 bit/s"),
        (published(10, relation="less"), {"tolerance": 0.1}, "at most 10 bit/s, and 10 % more"),
        (published(30, to=290, relation="up to"), {"tolerance": 0.1}, "the maximum within 10 % of 290 bit/s"),
        (published(None, kind="claim"), {"at_least": 2.0, "at_most": 4.0}, "at least 2 bit/s and at most 4 bit/s"),
        (published(None, kind="bar"), {}, ""),
    ],
)
def test_the_criterion_in_words(entry: Published, expected: dict[str, Any], words: str) -> None:
    assert criterion(entry, expect(**expected), "bit/s") == words


def test_a_bound_that_some_corners_keep() -> None:
    assert assess(published(10, relation="more"), Quantity(9, 8, 11, "times"), expect("ratio")) == "bounded"


def test_a_printed_range() -> None:
    entry = published(64, to=256)
    assert assess(entry, Quantity(128, 128, 128, "bytes"), expect("crossing")) == "reproduced"
    assert assess(entry, Quantity(300, 300, 300, "bytes"), expect("crossing")) == "contradicted"
    assert assess(entry, Quantity(300, 200, 300, "bytes"), expect("crossing")) == "bounded"


def test_bars_and_claims() -> None:
    ours = Quantity(64, 8, 64, "bytes")
    assert assess(published(None, kind="bar"), ours, expect("rate")) == "no number in our copy"
    assert assess(published(None, kind="claim"), ours, expect("crossing", at_most=64.0)) == "reproduced"
    assert assess(published(None, kind="claim"), ours, expect("crossing", at_most=16.0)) == "bounded"
    assert assess(published(None, kind="claim"), ours, expect("crossing", at_least=65.0)) == "contradicted"


@pytest.mark.parametrize(
    ("quantity", "unit", "said", "value"),
    [
        ("rate", "bit/s", "bit/s", 640.0),
        ("rate", "bit/s", "byte/s", 80.0),
        ("rate", "bit/s", "blocks/s", 10.0),
        ("time", "us", "ms", 0.64),
        ("time", "us", "ns", 640_000.0),
        ("ratio", "times", "%", 63_900.0),
        ("ratio", "times", "% less time", 99.84375),
        ("coefficient", "", "us", 640.0),
        ("count", "", "bytes", 640.0),
        ("count", "", "%", 64_000.0),
        ("share", "%", None, 640.0),
    ],
)
def test_ours_in_the_published_unit(quantity: QuantityName, unit: str, said: str | None, value: float) -> None:
    ours = convert_unit(Quantity(640, 320, 1280, unit), quantity, said, 8)
    assert ours.value == pytest.approx(value)
    assert ours.low < ours.value < ours.high


def test_a_unit_of_something_else() -> None:
    with pytest.raises(UnitError, match="our rate, in bit/s, cannot be said in digits"):
        convert_unit(Quantity(1, 1, 1, "bit/s"), "rate", "digits", 8)


def verdict(study: str, *, repeated: bool = False) -> Verdict:
    return Verdict("s1-des-600", study, "crossing", ("a", "b"), None, "bounded", "bounded", "so", repeated=repeated)


def test_a_number_is_judged_once_and_repeated_at_will() -> None:
    own = verdict("a")
    assert group_by_source([verdict("b", repeated=True), own, verdict("c", repeated=True)]) == {"s1-des-600": own}
    with pytest.raises(StudyError, match="s1-des-600 is assessed twice: by a and by b"):
        group_by_source([own, verdict("b")])


def test_every_published_number_has_one_verdict_or_waits() -> None:
    judges: dict[str, list[str]] = {}
    for name in builtin_studies():
        for table in Plan.builtin(name).study.expect:
            if not table.repeats:
                judges.setdefault(table.published, []).append(name)
    assert {name: by for name, by in judges.items() if len(by) > 1} == {}
    entries = builtin_published()
    assert {name for name in judges if entries[name].without_verdict != "absent" or entries[name].stands} == set()
