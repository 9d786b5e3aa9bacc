"""Writes the constant-time assessments of docs/records/library.md; --check reports if they are stale, by fewer cases.

Without options it is quick, for a change of code. `make timing`, the run of thousands, is for publication: the table
has the number of calls of each assessment.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from dsp56k.system.grid import columns, markdown
from dsp56k.testing.timing.assessments import TimingAssessment, assess_timing
from dsp56k.testing.timing.targets import timing_targets
from generated_sections import replaced, settle

DOCUMENT = Path(__file__).parents[2] / "docs" / "records" / "library.md"
MADE_BY = "made by tools/records/timing_table.py"
CASES, FEW_CASES = 100, 6
"""Of each factor. The first are the ends of the ranges, so that few find what many do; --check proves that."""
COLUMNS = columns("routine", "instructions and clocks", "clocks", "addresses of data", "calls:")
CALLS = re.compile(r"^\| ([^|]+?) \|.*\| ([\d,]+) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Line:
    """The document's line about a target."""

    name: str
    cells: tuple[str, str, str]
    calls: str
    partings: tuple[str, ...]


def line(number: int, cases: int) -> Line:
    """Return the line of the target of this number."""
    found = assess_timing(list(timing_targets())[number], cases)
    least, most = found.clocks
    clocks = f"{least:,}" if found.constant and least == most else ""
    addresses = f"depend on {' and '.join(found.addresses)}" if found.addresses else ""
    return Line(found.name, (str(found), clocks, addresses), f"{found.cases:,}", tuple(partings(found)))


def partings(found: TimingAssessment) -> list[str]:
    """Return where the traces of a target diverge, without addresses and line numbers, which other changes move."""
    places = {factor: part.after or part.first for factor, part in found.depends.items()}
    return [
        f"- {found.name}, {factor}: " + (f"`{place.symbol}`, {place.file}" if place.source else f"`{place.text}`")
        for factor, place in places.items()
        if place is not None
    ]


def lines(cases: int, jobs: int, calls: Mapping[str, str]) -> list[str]:
    """Return the table and the list below it; `calls` has the number of calls by name, if another run found more."""
    numbers = range(sum(1 for _ in timing_targets()))
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            found = list(pool.map(partial(line, cases=cases), numbers))
    else:
        found = [line(number, cases) for number in numbers]
    return [
        *markdown(COLUMNS, [(one.name, *one.cells, calls.get(one.name, one.calls)) for one in found]),
        "",
        "The last instruction before the first two ways part:",
        "",
        *(parting for one in found for parting in one.partings),
    ]


def main() -> int:
    """Write or compare; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the document is fresh")
    parser.add_argument("--cases", type=int, default=CASES, help="choices of each factor")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    chosen = parser.parse_args()
    if chosen.check:
        table = DOCUMENT.read_text(encoding="utf-8").partition(f"<!-- timing: {MADE_BY}")[2]
        made = lines(FEW_CASES, chosen.jobs, dict(CALLS.findall(table)))
    else:
        made = lines(chosen.cases, chosen.jobs, {})
    text = replaced(DOCUMENT.read_text(encoding="utf-8"), "timing", MADE_BY, made)
    return settle(DOCUMENT, text, chosen.check, "run tools/records/timing_table.py")


if __name__ == "__main__":
    sys.exit(main())
