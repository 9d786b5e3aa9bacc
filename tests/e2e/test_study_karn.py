"""The studies of Karn's letters: every verdict is the expected one, every result right."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import StudyResult


@pytest.fixture(scope="module")
def results() -> dict[str, StudyResult]:
    plans = [Plan.builtin(name, vary=False) for name in ("s5-karn", "s5-instructions")]
    return {plan.id: result for plan, result in zip(plans, analyze(plans, Measurer(Serial())), strict=True)}


def test_results_are_right(results: dict[str, StudyResult]) -> None:
    assert all(result.right and result.points for result in results.values())


def test_verdicts_are_the_expected_ones(results: dict[str, StudyResult]) -> None:
    verdicts = {verdict.published: verdict for result in results.values() for verdict in result.verdicts}
    assert len(verdicts) == 19
    for verdict in verdicts.values():
        assert verdict.verdict == verdict.expected, verdict
    ours = {name: verdict.ours for name, verdict in verdicts.items() if verdict.ours}
    rates = {name: ours[f"s5-{name}"].value for name in ("des", "des-noperm", "triple", "odd-even-gain")}
    assert rates == pytest.approx(
        {"des": 39_185, "des-noperm": 44_803, "triple": 15_188, "odd-even-gain": 1.339}, rel=1e-3
    )


def test_on_the_386_the_lessons_are_other_ones(results: dict[str, StudyResult]) -> None:
    result = results["s5-instructions"]
    times = {
        name: result.measured("386", f"instruction-{name}", "time")[20_000].value
        for name in ("rol-1", "ror-31", "lods", "mov-add")
    }
    assert times["rol-1"] == pytest.approx(times["ror-31"], rel=0.01)
    assert times["lods"] < times["mov-add"]


def test_only_his_programs_do_his_operations(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text(
        """schema = "dsp56k-study/1"
title = "Other software"
about = "It has no such operation."
[[run]]
name = "PC"
where = "pc"
machine = "386-20"
program = "good"
[[job]]
operation = "des-iterated"
sizes = [1]
runs = ["PC"]
"""
    )
    with pytest.raises(StudyError, match=r"des-iterated cannot be measured on a PC alone"):
        Plan.of_file(path)
