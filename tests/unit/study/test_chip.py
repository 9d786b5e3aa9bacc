import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import StudyResult


@pytest.fixture(scope="module")
def found() -> StudyResult:
    (result,) = analyze([Plan.builtin("s1-chip")], Measurer(Serial()))
    return result


def test_every_result_is_right_and_no_expectation_breaks(found: StudyResult) -> None:
    assert found.right
    assert [verdict.verdict for verdict in found.verdicts] == ["agrees"] * 3


@pytest.mark.parametrize(("job", "clocks"), [("multiply-accumulate", 2), ("digit-shift", 6)])
def test_clocks_are_the_manual_s_at_either_oscillator(found: StudyResult, job: str, clocks: int) -> None:
    for run in ("DSP at 20 MHz", "DSP at 27 MHz"):
        assert {point.size: point.clocks.dsp for point in found.base(run, job)} == {
            size: clocks * size for size in (1, 16, 128)
        }
