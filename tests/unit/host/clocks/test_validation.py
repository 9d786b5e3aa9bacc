"""The PC's clocks compared with published measurements: every line of pc-validation.md satisfies its rule."""

from __future__ import annotations

import re

import pytest

import validation
from dsp56k.host.machines import machine
from dsp56k.system.records import read
from silicon import captures_286
from validation import Row
from validation_loops import Loops


@pytest.fixture(scope="module")
def sections() -> dict[str, list[Row]]:
    return validation.measured()


def test_every_row_keeps_its_rule(sections: dict[str, list[Row]]) -> None:
    rows = [row for some in sections.values() for row in some]
    assert [row.cells for row in rows if not row.holds] == []
    assert len(rows) == 8 + 11 + 11 + 3 + 1 + 2 + 5


def test_ten_times_of_the_386_lie_between_no_and_two_wait_states(sections: dict[str, list[Row]]) -> None:
    assert sum(row.tolerance is None for row in sections["386 at 20 MHz"]) == 10
    assert sum(row.tolerance is None for row in sections["386 at 20 MHz with three units"]) == 8


def test_the_document_is_what_the_script_makes(sections: dict[str, list[Row]]) -> None:
    text = validation.DOCUMENT.read_text(encoding="utf-8")
    assert text == validation.document(sections)
    assert set(sections) <= set(re.findall("^## (.*)$", text, re.MULTILINE))
    executions = read(captures_286.RECORD, captures_286.Captures).tests_of_a_form
    assert f"in {executions} executions of each form" in " ".join(text.split())


@pytest.mark.parametrize(
    ("row", "holds", "compared"),
    [
        (Row("", (100,), (102.9,), "us", 0.03), True, "+2.9 % (within 3 %)"),
        (Row("", (100,), (96.9,), "us", 0.03), False, "-3.1 % (within 3 %)"),
        (Row("", (402, 408), (411,), "clocks", 0.05), True, "+0.7 % (within 5 %)"),
        (Row("", (100,), (80, 99, 110), "us"), True, "inside"),
        (Row("", (100,), (80, 90, 99), "us"), False, "outside"),
        (Row("", (100,), (80, 90, 99.6), "us", rounded=1), True, "inside"),
        (Row("", (100,), (101, 110, 120), "us", rounded=1), False, "outside"),
        (Row("", (4.5, 5.5), (4.7,), "million"), True, "inside"),
        (Row("", (4.5, 5.5), (5.6,), "million"), False, "outside"),
    ],
)
def test_rules(row: Row, holds: bool, compared: str) -> None:
    assert (row.holds, row.cells[3]) == (holds, compared)


def test_the_rows_tell_a_wrong_clock() -> None:
    """Without its wait state the 286 would be far outside of its limits."""
    loops = Loops(**machine("286-10").parameters | {"wait_states": 0})
    assert loops.mean("mean_of_elements") < 0.97 * 644
    assert loops.store() < 0.99 * 12.7
