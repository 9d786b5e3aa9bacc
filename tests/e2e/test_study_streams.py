"""The study of streams of short DES operations, as it comes with the package, except for its larger batches."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.figures.builder import build_content
from dsp56k.study.figures.figure_data import Curves, Panel
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.published import builtin_published
from dsp56k.study.results.result import StudyResult
from dsp56k.study.schema import StudyFile
from dsp56k.study.toml_reader import builtin_document

LARGEST = 100
SIZES = (1, 10, LARGEST)
ERRATUM = "E7, erratum"
ROWS = 11
STEPS = 9


@pytest.fixture(scope="module")
def result() -> StudyResult:
    document = builtin_document("s2-streams")
    study = document.convert(StudyFile)
    sizes = {"streams": SIZES, "controls": SIZES, "streams-80": SIZES, None: SIZES[:1]}
    jobs = [msgspec.structs.replace(job, sizes=sizes[job.name]) for job in study.job if job.name in sizes]
    small = msgspec.structs.replace(study, job=tuple(jobs), fit=(), expect=(), seeds=1)
    (found,) = analyze([Plan("s2-streams", document, None, study=small)], Measurer(Serial()))
    return found


def rate(result: StudyResult, run: str, size: int = LARGEST, *jobs: str) -> float:
    points = [point for job in jobs or ("streams", "controls") for point in result.base(run, job)]
    return next(point.bits_per_second / 8000 for point in points if point.size == size)


def test_every_result_is_right_but_those_of_the_erratum(result: StudyResult) -> None:
    assert {point.run for point in result.points if not point.right} == {ERRATUM}
    assert not any(point.right for point in result.points if point.run == ERRATUM)
    assert result.right


def test_the_ladder_goes_up_and_down_as_theirs(result: StudyResult) -> None:
    slow, fast, batched, mended = (rate(result, run, LARGEST, "streams-80") for run in ("E5", "E6", "E7", "E8"))
    assert slow < fast < batched
    assert slow < mended < batched
    assert rate(result, "E5, accesses doubled") < 0.8 * rate(result, "E5")
    assert rate(result, "pump") > rate(result, "E7")
    assert rate(result, "E6, no end") > rate(result, "E6")


def test_one_figure_has_all_experiments_and_what_was_published_of_the_steps(result: StudyResult) -> None:
    content = build_content(result, builtin_published())
    assert isinstance(content, Curves)
    panels = [panel for panel in content.panels if isinstance(panel, Panel)]
    experiments = [f"E{number}" for number in range(1, 9)]
    names = [curve.name for panel in panels for curve in panel.curves]
    assert [name for name in names if name in experiments] == experiments
    assert [len(panel.words) for panel in panels] == [0] * (len(panels) - 1) + [STEPS]
    words = panels[-1].words
    assert "E5 to E6: " in words[6]
    assert words[6].endswith("(published 1.79)")
    told = float(words[6].split()[3])
    assert told == pytest.approx(rate(result, "E6") / rate(result, "E5"), rel=0.005)


def test_a_batch_costs_little_beside_a_request_without_an_end(result: StudyResult) -> None:
    assert rate(result, "E6, no end", 1) / rate(result, "E6", 1) == pytest.approx(4.6, rel=0.01)


def test_the_document_has_the_ladder(result: StudyResult) -> None:
    text = (Path(__file__).parents[2] / "docs" / "records" / "short-des.md").read_text(encoding="utf-8")
    table = text.split("<!-- streams:")[1].split("<!-- end")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")][2:]
    measured = [row for row in rows if row[0] not in ("E1", "E4")]
    assert len(rows) == ROWS
    for run, *rates in measured:
        assert rates[:3] == [f"{rate(result, run, size):.1f}" for size in (1, 10, LARGEST)]
