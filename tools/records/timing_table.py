"""Writes the constant-time assessments of docs/records/library.md; --check reports if they are stale, by fewer cases.

--missing assesses only the routines that the table does not have, for a new algorithm. `make timing`, the run of
thousands, is for publication: the table has the number of calls of each assessment.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from dsp56k.system.grid import columns, markdown
from dsp56k.testing.timing.assessments import TimingAssessment, assess_timing
from dsp56k.testing.timing.targets import timing_targets
from generated_sections import update

DOCUMENT = Path(__file__).parents[2] / "docs" / "records" / "library.md"
MADE_BY = "made by tools/records/timing_table.py"
CASES, FEW_CASES = 100, 6
"""Of each factor. The first are the ends of the ranges, so that few find what many do; --check proves that."""
COLUMNS = columns("routine", "instructions and clocks", "clocks", "addresses of data", "calls:")
ROW = re.compile(r"^\| (?P<name>[^|]+?) \|(?P<cells>.*)\| (?P<calls>[\d,]+) \|$", re.MULTILINE)
PARTING = re.compile(r"^- (?P<name>.+), \w+: .*$", re.MULTILINE)


@dataclass(frozen=True)
class Line:
    """The document's line about a target."""

    name: str
    cells: tuple[str, ...]
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


def recorded(document: str) -> dict[str, Line]:
    """Return the document's lines by the names of their targets."""
    table = document.partition(f"<!-- timing: {MADE_BY}")[2].partition("<!-- end of timing")[0]
    partings = [(found["name"], found[0]) for found in PARTING.finditer(table)]
    return {
        row["name"]: Line(
            row["name"],
            tuple(cell.strip() for cell in row["cells"].split("|")),
            row["calls"],
            tuple(parting for name, parting in partings if name == row["name"]),
        )
        for row in ROW.finditer(table)
    }


def assessed(cases: int, jobs: int, known: Mapping[str, Line]) -> list[Line]:
    """Return a line for each target: that of `known`, or a new one."""
    names = [target.name for target in timing_targets()]
    numbers = [number for number, name in enumerate(names) if name not in known]
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            found = list(pool.map(partial(line, cases=cases), numbers))
    else:
        found = [line(number, cases) for number in numbers]
    by_name = {**known, **{one.name: one for one in found}}
    return [by_name[name] for name in names]


def section(lines: Sequence[Line]) -> list[str]:
    """Return the table and the list below it."""
    return [
        *markdown(COLUMNS, [(one.name, *one.cells, one.calls) for one in lines]),
        "",
        "The last instruction before the first two calls diverge:",
        "",
        *(parting for one in lines for parting in one.partings),
    ]


def main() -> int:
    """Write or compare; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--check", action="store_true", help="only say whether the document is fresh")
    kind.add_argument("--missing", action="store_true", help="keep the lines that the document has")
    parser.add_argument("--cases", type=int, default=CASES, help="choices of each factor")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    chosen = parser.parse_args()
    document = DOCUMENT.read_text(encoding="utf-8")
    lines = assessed(
        FEW_CASES if chosen.check else chosen.cases, chosen.jobs, recorded(document) if chosen.missing else {}
    )
    if chosen.check:
        # The document's numbers of calls are of a longer run.
        calls = {name: one.calls for name, one in recorded(document).items()}
        lines = [replace(one, calls=calls.get(one.name, one.calls)) for one in lines]
    return update(DOCUMENT, MADE_BY, {"timing": section(lines)}, check=chosen.check)


if __name__ == "__main__":
    sys.exit(main())
