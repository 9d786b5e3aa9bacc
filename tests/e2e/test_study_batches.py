"""The study of short DES operations, as it comes with the package, except for its largest batches."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.figures.builder import build_content, draw
from dsp56k.study.figures.figure_data import Curves, Panel
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.published import builtin_published
from dsp56k.study.reports.tables import fits
from dsp56k.study.results.result import StudyResult
from dsp56k.study.schema import StudyFile
from dsp56k.study.toml_reader import builtin_document

LARGEST = 100
BATCHES = ("E2", "E2, key cache", "E4")


@pytest.fixture(scope="module")
def result() -> StudyResult:
    document = builtin_document("s2-batches")
    study = document.convert(StudyFile)
    jobs = [
        msgspec.structs.replace(job, sizes=tuple(size for size in job.sizes if size <= LARGEST))
        for job in study.job
        if isinstance(job.sizes, tuple)
    ]
    fitted = [msgspec.structs.replace(table, left_out=(30,)) for table in study.fit]
    small = msgspec.structs.replace(study, job=tuple(jobs), fit=tuple(fitted), expect=(), seeds=1)
    (found,) = analyze([Plan("s2-batches", document, None, study=small)], Measurer(Serial()))
    return found


def rate(result: StudyResult, run: str, job: str = "short-des", size: int = LARGEST) -> float:
    (point,) = (point for point in result.base(run, job) if point.size == size)
    return point.bits_per_second / 8000


def test_every_result_is_right(result: StudyResult) -> None:
    assert len(result.points) > 80
    assert all(point.right for point in result.points)


def test_bytes_are_those_of_the_operations(result: StudyResult) -> None:
    of = {(point.job, point.size): point.data_bytes for point in result.points}
    assert of["short-des-8", 10] == 80
    assert of["short-des-80", 10] == 800
    assert of["short-des", 100] == pytest.approx(4400, rel=0.1)
    assert of["short-des", 100] == of["short-des-one-key", 100]


def test_the_ladder_goes_up(result: StudyResult) -> None:
    rates = [rate(result, run) for run in ("E1", "E1, key cache", "E2", "E2, key cache", "E4")]
    assert rates == sorted(rates)
    assert rates == pytest.approx([82.2, 89.2, 142.7, 160.5, 222.8], rel=0.002)
    one_key = [rate(result, run, "short-des-one-key") for run in ("E2, key cache", "E4", "E3, resets", "E3")]
    assert one_key == sorted(one_key)


def test_models_hold_where_they_were_not_fitted(result: StudyResult) -> None:
    fitted = {fit.name: fit for fit in result.fits}
    for run in BATCHES:
        fit = fitted[run]
        assert fit.job == "short-des, short-des-8, short-des-80"
        assert len(fit.checked) == 1
        assert fit.worst_checked is not None
        assert fit.worst_checked < 0.06
        assert 30 not in dict(fit.residuals)
    operation = {run: next(part.value for part in fitted[run].coefficients if part.name == "c2") for run in BATCHES}
    assert operation["E2"] > operation["E2, key cache"] > operation["E4"]
    assert [column.heading for column in fits(result).columns][-1] == "maximum residual, left out"


def test_rates_are_drawn_over_batches(result: StudyResult) -> None:
    content = build_content(result, builtin_published())
    assert isinstance(content, Curves)
    panels = [panel for panel in content.panels if isinstance(panel, Panel) and panel.title.startswith("short-des, ")]
    assert {(content.rate_unit, panel.unit) for panel in panels} == {("byte/s", "operations")}
    curves = {curve.name: curve.rates[-1].value for panel in panels for curve in panel.curves}
    runs = ["E1", "E1, key cache", *BATCHES, "PC alone"]
    assert [*curves] == runs
    assert [*curves.values()] == pytest.approx([1000 * rate(result, run) for run in runs])
    assert "Kbyte/s" in draw(content).alt


def test_the_document_has_the_ladder(result: StudyResult) -> None:
    text = (Path(__file__).parents[2] / "docs" / "records" / "short-des.md").read_text(encoding="utf-8")
    table = text.split("<!-- ladder:")[1].split("<!-- end")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")][2:]
    assert len(rows) == 14
    for job, run, *rates in rows:
        assert rates[:3] == [f"{rate(result, run, job, size):.1f}" for size in (1, 10, 100)]
