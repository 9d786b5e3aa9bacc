"""Writes README's results tables from results/crossover.json; with --check only says whether they are fresh.

`make crossover` makes the results; then `python tools/readme_results.py`.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from dsp56k.host.report import card_wins, duration, rate

ROOT = Path(__file__).parents[1]
BEGIN = "<!-- results: made by tools/readme_results.py from results/crossover.json -->"
END = "<!-- end of results -->"


def routines(data: dict[str, Any]) -> list[str]:
    """The routines on the bare DSP."""
    rows = ["| routine on the DSP at 20 MHz | clocks | rate | paper |", "|---|---:|---:|---:|"]
    for row in data["routines"]:
        paper = rate(row["paper_bits_per_second"]) if row["paper_bits_per_second"] else ""
        rows.append(f"| {row['name']}, {row['what']} | {row['clocks']:,} | {rate(row['bits_per_second'])} | {paper} |")
    return rows


def crossovers(data: dict[str, Any]) -> list[str]:
    """Host software against the card, end to end."""
    rows = [
        "| job | host software | host, large | card, large | host fixed | card fixed | card wins at |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for row in data["crossovers"]:
        last = row["points"][-1]
        wins = card_wins(row["job"], row["card_wins"], row["sizes"])
        large = [rate(8e6 * last["bytes"] / last[side]) for side in ("host_us", "card_us")]
        fixed = [duration(row[side]) for side in ("host_fixed_us", "card_fixed_us")]
        rows.append(f"| {row['job']} | {row['host']}, {row['software']} | {' | '.join([*large, *fixed, wins])} |")
    return rows


def main() -> int:
    """0 if README is fresh or was written, 1 if --check finds it stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if README is stale")
    arguments = parser.parse_args()
    data = json.loads((ROOT / "results" / "crossover.json").read_text())
    readme = ROOT / "README.md"
    text = readme.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    fresh = "\n".join([before + BEGIN, "", *routines(data), "", *crossovers(data), "", END + after])
    if fresh == text:
        return 0
    if arguments.check:
        sys.stderr.write("README.md: the results are stale; run `make crossover`, then tools/readme_results.py\n")
        return 1
    readme.write_text(fresh)
    return 0


if __name__ == "__main__":
    sys.exit(main())
