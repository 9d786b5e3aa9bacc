"""Recorded values, joint claims, targets of fits and the range of a fit without one size, in one study on a DSP."""

from __future__ import annotations

import pytest

from dsp56k.study.conclusions.analysis import Analysis, analyze
from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import Joint, JointPoint, StudyResult
from dsp56k.study.toml_reader import parse_document

STUDY = """schema = "dsp56k-study/1"
title = "Taps"
about = "Multiply-accumulates in a row at two clocks."
hold = [
    { quantity = "clocks", of = ["slow chip"], job = "taps", value = 256 },
    { quantity = "ratio", of = ["fast chip", "slow chip"], job = "taps", value = 1.3, within = 0.001 },
]

[[run]]
name = "slow chip"
where = "dsp"
board = "isa-card-8k"

[[run]]
name = "fast chip"
where = "dsp"
board = "isa-card-27mhz"

[[job]]
name = "taps"
operation = "multiply-accumulate"
sizes = [1, 16, 128]

[[fit]]
name = "clocks"
of = "clocks.dsp"
model = "call + each * size"
run = "slow chip"
job = "taps"

[[fit]]
name = "power"
model = "each * size ^ power"
run = "slow chip"
job = "taps"

[[joint]]
name = "Section 7"
instead = { SPEED = ["slow", "fast"] }

[[joint.claim]]
published = "s1-taps"
quantity = "rate"
of = ["SPEED chip"]
job = "taps"

[[joint.claim]]
published = "s1-27mhz"
quantity = "ratio"
of = ["fast chip", "slow chip"]
job = "taps"
"""


def planned(text: str = STUDY) -> Plan:
    return Plan("taps", parse_document(text, "taps.toml"), None)


@pytest.fixture(scope="module")
def found() -> StudyResult:
    (result,) = analyze([planned()], Measurer(Serial()))
    return result


def test_a_recorded_value_is_held_or_told(found: StudyResult) -> None:
    clocks, ratio = found.holds
    assert (clocks.ours.value, clocks.broken) == (256, False)
    assert ratio.broken
    assert ratio.change == pytest.approx(1.35 / 1.3 - 1, rel=2e-3)
    assert found.broken == [ratio.told]
    assert ratio.told == "ratio of fast chip and slow chip at taps: 1.35007, recorded 1.3 (+3.9 %)"


def test_other_columns_than_the_time_are_fitted(found: StudyResult) -> None:
    clocks, power = found.fits
    assert {one.name: one.value for one in clocks.coefficients} == pytest.approx({"call": 0, "each": 2}, abs=1e-9)
    assert clocks.left_one_out == pytest.approx(0, abs=1e-9)
    assert {one.name: one.value for one in power.coefficients} == pytest.approx({"each": 0.1, "power": 1}, rel=1e-6)


def test_a_fit_without_one_size_shows_what_the_model_does_not_explain() -> None:
    text = STUDY.replace("call + each * size", "each * (size + 1)")
    (result,) = analyze([planned(text)], Measurer(Serial()))
    fit = result.fits[0]
    (each,) = fit.coefficients
    assert fit.left_one_out is not None
    assert fit.left_one_out > fit.worst > 0.2
    assert each.interval[0] < each.value < each.interval[1]


def test_a_size_that_is_left_out_must_have_a_value() -> None:
    text = STUDY.replace('"each * size ^ power"', '"each / (size - 16)"').replace('"power"', '"power"\nleft_out = [16]')
    with pytest.raises(StudyError, match=r"\[fit 2\] model: power: the model has no finite value at size 16"):
        analyze([planned(text)], Measurer(Serial()))


def test_claims_that_hold_together(found: StudyResult) -> None:
    (joint,) = found.joints
    assert joint.claims == ("s1-taps", "s1-27mhz")
    assert joint.counts == {"s1-taps": 1, "s1-27mhz": 2}
    assert [point.settings for point in joint.region] == [{"SPEED": "fast"}]
    assert joint.told == "Section 7: all 2 claims hold at 1 of 2 points: SPEED fast."


def joint(*points: tuple[bool, ...]) -> Joint:
    return Joint("J", ("a", "b", "c"), tuple(JointPoint({"x": place}, held) for place, held in enumerate(points)))


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (
            ((True, True, False), (True, False, False)),
            "J: no point of 2 holds all 3 claims; c holds at none; the other 2 hold together at 1: x 0.",
        ),
        (
            ((True, True, False), (True, False, True), (True, False, False)),
            "J: no point of 3 holds all 3 claims; at most 2 hold together, at 2: x 0 or 1; there b, c fail.",
        ),
    ],
)
def test_an_empty_region_is_told(points: tuple[tuple[bool, ...], ...], words: str) -> None:
    assert joint(*points).region == ()
    assert joint(*points).told == words


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('published = "s1-taps"', 'published = "s1-tap"', "unknown published number 's1-tap'"),
        ('of = ["SPEED chip"]', 'of = ["any chip"]', "unknown run 'any chip'"),
        ("value = 256 }", "value = 256, size = 8 }", r"\[hold 1\] size: taps is not measured at 8"),
        ('of = "clocks.dsp"', 'of = "clocks.cpu"', "must be one of"),
    ],
)
def test_what_does_not_exist_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(StudyError, match=message):
        Analysis(planned(STUDY.replace(old, new)))


def test_a_column_without_values_is_refused() -> None:
    with pytest.raises(StudyError, match="bus_bytes is 0 at some point"):
        analyze([planned(STUDY.replace("clocks.dsp", "bus_bytes"))], Measurer(Serial()))
