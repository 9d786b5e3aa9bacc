"""The studies whether a card pays off for ciphers with tables, at their base and with one size of each job, and their
tables in docs/records/ciphers.md.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.points import Point
from dsp56k.study.results.result import StudyResult
from dsp56k.study.results.wording import amount
from dsp56k.study.schema import StudyFile
from dsp56k.study.toml_reader import builtin_document

DOCUMENT = Path(__file__).parents[2] / "docs" / "records" / "ciphers.md"
GRADES = {"286-6": ("asm",), "386-20": ("plain-c", "good", "asm"), "486-50": ("plain-c", "good", "asm")}
CIPHERS = {row.name: row for row in ALGORITHMS.values() if row.tables is not None}
BESIDE = ("seal", "khufu")
"""Whose tables the PC makes on both sides, so that the document adds them."""
SIZES = {"s4-table-crossings": 4096, "s4-key-crossings": 256}
TABLES = {"s4-table-crossings": "tables that are there", "s4-key-crossings": "fresh keys"}


def measured(name: str) -> StudyResult:
    document = builtin_document(name)
    study = document.convert(StudyFile)
    jobs = tuple(msgspec.structs.replace(job, sizes=(SIZES[name],)) for job in study.job)
    plan = Plan(name, document, None, study=msgspec.structs.replace(study, job=jobs, vary={}, crossing=()))
    (found,) = analyze([plan], Measurer(Serial()))
    return found


def said(point: Point) -> str:
    """Rates with tables that are there, times with a fresh key."""
    if point.key == "loaded":
        return amount(point.bits_per_second, "bit/s")
    return amount(point.us, "us") + (" + t" if point.job in BESIDE else "")


def printed(name: str) -> list[list[str]]:
    """The cells of a table up to the second side's, ranges left out."""
    _, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(f"<!-- {TABLES[name]}: ")
    rows = rest.partition("<!-- end of")[0].strip().splitlines()[4:]
    return [[cell.strip() for cell in re.sub(r" \([^)]*\)", "", row).split("|")][1:5] for row in rows]


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.timeout(300)
def test_the_document_has_what_is_measured(name: str) -> None:
    result = measured(name)
    assert result.right
    jobs = list(dict.fromkeys(point.job for point in result.points))
    assert set(jobs) == set(CIPHERS)
    points = {(point.run, point.job): point for point in result.points}
    expected = [
        [
            CIPHERS[job].title.partition(",")[0],
            f"{machine}, {grade}",
            *(said(points[f"{machine}, {run}", job]) for run in ("card", grade)),
        ]
        for job in jobs
        for machine, grades in GRADES.items()
        for grade in grades
    ]
    assert printed(name) == expected
