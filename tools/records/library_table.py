"""Writes the table of the library's speed in docs/records/library.md; with --check only reports if it is stale.

docs/records/speed-library.json has the numbers. `python tools/records/library_table.py --record` measures and records
first, as `dsp56k bench-lib --json` prints it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dsp56k.lib.benchmarks import ROWS, LibrarySpeed, Speed, measured, record
from dsp56k.system.grid import columns, markdown
from dsp56k.system.records import read
from generated_sections import update
from recorder import keep, path_of

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "records" / "library.md"
MADE_BY = "made by tools/records/library_table.py from docs/records/speed-library.json"
COLUMNS = columns("routine", "clocks:", "Kbit/s:", "paper:", "bound:", "above it:", "where they go")
SHARE = 0.5
"""Percent below which a component is not named."""


def cells(row: Speed) -> tuple[str, ...]:
    """Return the cells of a line of the table."""
    rates = ["" if rate is None else f"{rate / 1000:,.1f}" for rate in (row.rate, row.paper)]
    bounds = ["" if count is None else f"{count:,}" for count in (row.bound, row.left)]
    shares = {name: 100 * count / row.clocks for name, count in row.parts.items()}
    parts = ", ".join(f"{name} {share:.0f} %" for name, share in shares.items() if share >= SHARE)
    return row.routine, f"{row.clocks:,}", *rates, *bounds, parts


def main() -> int:
    """Return 0 if the document is fresh or was written, 1 if --check finds it stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if the table is stale")
    parser.add_argument("--record", action="store_true", help="measure, and record the results")
    chosen = parser.parse_args()
    if chosen.record:
        keep(record(map(measured, ROWS), "dsp56k bench-lib"))
    rows = read(path_of("speed-library"), LibrarySpeed).routines
    return update(DOCUMENT, MADE_BY, {"library": markdown(COLUMNS, map(cells, rows))}, check=chosen.check)


if __name__ == "__main__":
    sys.exit(main())
