"""The study whether a card pays off for RC4 and MD5, and its table in docs/records/ciphers.md."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.points import Point
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import StudyResult
from dsp56k.study.results.wording import span

DOCUMENT = Path(__file__).parents[2] / "docs" / "records" / "ciphers.md"
GRADES = {"286-6": ("asm",), "386-20": ("plain-c", "good", "asm"), "486-50": ("plain-c", "good", "asm")}
LARGEST = 16384
NAMES = {"rc4": "RC4", "md5": "MD5"}


@pytest.fixture(scope="module")
def result() -> StudyResult:
    (found,) = analyze([Plan.builtin("s4-crossings")], Measurer(Serial()))
    return found


def rate(result: StudyResult, run: str, job: str) -> str:
    (base,) = (point for point in result.base(run, job) if point.size == LARGEST)
    points: list[Point] = [
        point for point in result.points if (point.run, point.job, point.size) == (run, job, LARGEST)
    ]
    return span(Quantity.of(base.bits_per_second, [point.bits_per_second for point in points], "bit/s"))


def said(size: float) -> str:
    return "never" if math.isinf(size) else f"{size:.0f} bytes" if size else "always"


def rows(result: StudyResult) -> list[str]:
    found = []
    for job, name in NAMES.items():
        for machine, grades in GRADES.items():
            for grade in grades:
                card, own = f"{machine}, card", f"{machine}, {grade}"
                (crossing,) = (one for one in result.crossings if (one.of, one.job) == ((card, own), job))
                least, most = said(crossing.crossover.low), said(crossing.crossover.high)
                ends = least if least == most else f"{least} to {most}"
                cells = (name, own, rate(result, card, job), rate(result, own, job), said(crossing.crossover.value))
                found.append("| " + " | ".join((*cells, ends)) + " |")
    return found


@pytest.mark.timeout(300)
def test_the_document_has_what_is_measured(result: StudyResult) -> None:
    assert result.right
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [row for row in rows(result) if row not in text] == []
