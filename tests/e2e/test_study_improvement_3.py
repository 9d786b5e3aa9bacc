"""The study of product and operand scanning on the DSP: assessments, and the exact ratios of clocks."""

from __future__ import annotations

import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import StudyResult


@pytest.fixture(scope="module")
def result() -> StudyResult:
    return next(iter(analyze([Plan.builtin("s1-improvement-3-dsp")], Measurer(Serial()))))


def test_results_are_right_and_verdicts_the_expected_ones(result: StudyResult) -> None:
    assert result.right
    ours = {verdict.published: verdict.ours.value for verdict in result.verdicts if verdict.ours}
    assert [verdict.verdict for verdict in result.verdicts] == [verdict.expected for verdict in result.verdicts]
    # Clocks of the DSP are exact: 34,540 / 9,338 at 43 digits; 3 n^2 and 4 n^2
    assert ours["s1-improvement-3-dsp"] == pytest.approx(34_540 / 9_338)
    assert ours["s1-square-25"] == pytest.approx(25)
