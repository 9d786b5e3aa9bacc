"""Whether a card pays off for ciphers with tables: the study at its base, and the table of docs/ciphers.md made of
it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dsp56k.lib.ciphers.tables import TABLE_CIPHERS
from dsp56k.study.conclusions.analysis import conclude
from dsp56k.study.measuring.execution import Serial
from dsp56k.study.measuring.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import StudyResult

DOCUMENT = Path(__file__).parents[2] / "docs" / "ciphers.md"
GRADES = {"286-6": ("asm",), "386-20": ("plain-c", "good", "asm"), "486-50": ("plain-c", "good", "asm")}
NAMES = {"blowfish": "Blowfish", "seal": "SEAL", "khufu": "Khufu", "khafre": "Khafre"}
LARGEST = 4096


def rate(result: StudyResult, run: str, job: str) -> str:
    (point,) = (point for point in result.base(run, job) if point.size == LARGEST)
    return f"{point.bits_per_second / 1e3:,.0f}"


def rows(result: StudyResult) -> list[str]:
    found = []
    for job, name in NAMES.items():
        for machine, grades in GRADES.items():
            rates = [rate(result, f"{machine}, {run}", job) for run in ("card", *grades)]
            rates[1:1] = ["", ""] if len(grades) == 1 else []
            found.append(f"| {name} | {machine} | " + " | ".join(rates) + " |")
    return found


@pytest.mark.timeout(300)
def test_the_document_has_what_is_measured() -> None:
    (result,) = conclude([Plan.builtin("s4-table-crossings", vary=False)], Measurer(Serial()))
    assert result.right
    assert set(TABLE_CIPHERS) == set(NAMES)
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [row for row in rows(result) if row not in text] == []
