"""Writes README's results tables from docs/records/crossover.json; with --check only says whether they are fresh.

`make crossover` gives the same bytes every time; when they change for a reason, `python tools/records/readme_results.py
--record` keeps the new ones first. With --compare the last run must have given those that are kept.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from dsp56k.study.crossover import ranged
from dsp56k.study.results.words import amount, span
from marked import replaced, settle
from recording import RECORDS

ROOT = Path(__file__).parents[2]
RUN = ROOT / "results" / "crossover.json"
RECORD = RECORDS / "crossover.json"
OPERATION_BYTES = 64
"""Of RSA with 512 bits."""


def routines(data: dict[str, Any]) -> list[str]:
    """The routines on the bare DSP."""
    rows = ["| routine on the DSP at 20 MHz | clocks | rate | paper |", "|---|---:|---:|---:|"]
    for row in data["routines"]:
        paper = amount(row["paper_bits_per_second"], "bit/s") if row["paper_bits_per_second"] else ""
        clocks, rate = (span(ranged(row, key, unit)) for key, unit in (("clocks", ""), ("bits_per_second", "bit/s")))
        rows.append(f"| {row['name']}, {row['what']} | {clocks} | {rate} | {paper} |")
    return rows


def crossovers(data: dict[str, Any]) -> list[str]:
    """Host software against the card, end to end."""
    rows = [
        "| job | host software | host, large | card, large | host fixed | card fixed | card wins at | over corners |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    for row in data["crossovers"]:
        last = row["points"][-1]
        large = [amount(8e6 * last["bytes"] / last[side], "bit/s") for side in ("host_us", "card_us")]
        fixed = [amount(row[side], "us") for side in ("host_fixed_us", "card_fixed_us")]
        cells = [*large, *fixed, card_wins(row), corners(row)]
        rows.append(f"| {row['job']} | {row['host']}, {row['software']} | {' | '.join(cells)} |")
    return rows


def card_wins(row: dict[str, Any]) -> str:
    """Return the sizes at which the card wins.

    Examples: "40 to 65,536 bytes", "all of 1 to 16 operations", "16 to 31 in turn, 32 to 65,536 bytes".
    """
    divisor, unit = (OPERATION_BYTES, "operations") if row["job"].startswith("rsa") else (1, "bytes")

    def words(first: int, last: int) -> str:
        return f"{first // divisor:,}" + (f" to {last // divisor:,}" if last != first else "")

    parts, sizes = row["card_wins"], row["sizes"]
    if not parts or parts == [sizes]:
        return f"{'all' if parts else 'none'} of {words(*sizes)} {unit}"
    stretches = sorted([*((part, "") for part in parts), *((band, " in turn") for band in row["bands"])])
    return f"{', '.join(words(*sizes) + note for sizes, note in stretches)} {unit}"


def corners(row: dict[str, Any]) -> str:
    """From which size on it wins over what is uncertain: "160 to never", "always"."""
    divisor = OPERATION_BYTES if row["job"].startswith("rsa") else 1

    def words(size: int | None) -> str:
        if size is None:
            return "never"
        return "always" if size == row["sizes"][0] else f"{size // divisor:,}"

    low, high = row["crossover_range"]
    return words(low) if low == high else f"{words(low)} to {words(high)}"


def main() -> int:
    """0 if README is fresh or was written, 1 if --check finds it stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if README is stale")
    parser.add_argument("--compare", action="store_true", help="exit code 1 if the last run gave something else")
    parser.add_argument("--record", action="store_true", help="keep what the last run gave")
    arguments = parser.parse_args()
    if arguments.record:
        shutil.copyfile(RUN, RECORD)
    if arguments.compare and RUN.read_bytes() != RECORD.read_bytes():
        sys.stderr.write("results/crossover.json is not docs/records/crossover.json\n")
        return 1
    data = json.loads(RECORD.read_text(encoding="utf-8"))
    readme = ROOT / "README.md"
    made_by = "made by tools/records/readme_results.py from docs/records/crossover.json"
    tables = [*routines(data), "", *crossovers(data)]
    text = replaced(readme.read_text(encoding="utf-8"), "results", made_by, tables)
    return settle(readme, text, arguments.check, "run tools/records/readme_results.py")


if __name__ == "__main__":
    sys.exit(main())
