"""Writes the timing verdicts of docs/lib.md; with --check only says whether they are fresh, by fewer cases."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dsp56k.testing.timing.subjects import subjects
from dsp56k.testing.timing.verdicts import Verdict, verdict
from marked import replaced, settle

DOCUMENT = Path(__file__).parents[2] / "docs" / "lib.md"
MADE_BY = "made by tools/records/timing_table.py"
CASES, FEW_CASES = 100, 6
"""Of each factor. The first are the ends of the ranges, so that few find what many do; --check proves that."""
HEADER = ["| routine | instructions and clocks | clocks | addresses of data |", "| --- | --- | --- | --- |"]


def row(found: Verdict) -> str:
    """A line of the table."""
    least, most = found.clocks
    clocks = f"{least:,}" if found.constant and least == most else ""
    addresses = f"depend on {' and '.join(found.addresses)}" if found.addresses else ""
    return f"| {found.name} | {found} | {clocks} | {addresses} |"


def partings(found: Verdict) -> list[str]:
    """Where the ways of a subject part: without addresses, which every change of a program moves."""
    places = {factor: part.after or part.first for factor, part in found.depends.items()}
    return [
        f"- {found.name}, {factor}: "
        + (f"`{place.symbol}`, {place.file}:{place.line}" if place.source else f"`{place.text}`")
        for factor, place in places.items()
        if place is not None
    ]


def lines(cases: int) -> list[str]:
    """The table and the list below it."""
    found = [verdict(subject, cases) for subject in subjects()]
    places = [line for one in found for line in partings(one)]
    intro = f"By {CASES} choices of each factor (`dsp56k timing --cases {CASES}`):"
    return [
        intro,
        "",
        *HEADER,
        *map(row, found),
        "",
        "The last instruction before the first two ways part:",
        "",
        *places,
    ]


def main() -> int:
    """Write or compare; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say whether the document is fresh")
    check = parser.parse_args().check
    text = DOCUMENT.read_text(encoding="utf-8")
    fresh = replaced(text, "timing", MADE_BY, lines(FEW_CASES if check else CASES))
    return settle(DOCUMENT, fresh, check, "run tools/records/timing_table.py")


if __name__ == "__main__":
    sys.exit(main())
