"""Writes the results in README.md, docs/records/crossover.md and docs/crossover.svg from docs/records/crossover.json.

With --check nothing is written, and the exit code is 1 if one of them is stale.

`make crossover` gives the same bytes every time; when they change for a reason, `python tools/records/readme_results.py
--record` keeps the new ones first. With --compare the last run must have given those that are kept.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

import msgspec

from dsp56k.study.crossover import CrossoverRecord, ranged
from dsp56k.study.results.wording import amount, span
from dsp56k.system.grid import columns, markdown
from dsp56k.system.records import encode, read
from generated_sections import settle, update
from recorder import keep, path_of

ROOT = Path(__file__).parents[2]
RUN = ROOT / "results" / "crossover.json"
MADE_BY = "made by tools/records/readme_results.py from docs/records/crossover.json"
COLOURS = ("#c9c9c9", "#9ec5e8", "#1f6fb4")
LEGEND = ("PC faster", "depends on the uncertainty of the PC", "card faster")
"""Sides of the picture, and their colours."""
OPERATION_BYTES = 64
"""Bytes of an operand of RSA with 512 bits."""
SOFTWARE = {"period": "assembler of 1990", "good": "optimised C", "asm (1994)": "assembler of 1994"}
"""Names of the PC's software for readers of README, by run."""
IN_README = (
    *(("des-cbc", run) for run in SOFTWARE),
    ("des-cbc-chip", "period"),
    ("rsa512-crt", "good"),
)
"""Jobs of the table in README, each with a run of the PC's software: first the opponent that the paper had."""
CHECKS = {0: "none", 7: "all"}
"""Words for the card's checks of its memory and results."""
IN_PICTURE = ("des-cbc", "des-cbc-chip", "md2")
"""Jobs of the picture: those whose sizes are bytes."""


def routines(data: CrossoverRecord) -> list[str]:
    """Return the routines on the DSP without a PC."""
    rows = []
    for row in data.routines:
        paper = amount(row["paper_bits_per_second"], "bit/s") if row["paper_bits_per_second"] else ""
        clocks, rate = (span(ranged(row, key, unit)) for key, unit in (("clocks", ""), ("bits_per_second", "bit/s")))
        rows.append((f"{row['name']}, {row['what']}", clocks, rate, paper))
    return markdown(columns("routine on the DSP at 20 MHz", "clocks:", "rate:", "paper:"), rows)


def crossovers(data: CrossoverRecord) -> list[str]:
    """Host software against the card, end to end."""
    rows = []
    for row in data.crossovers:
        last = row["points"][-1]
        large = [amount(8e6 * last["bytes"] / last[side], "bit/s") for side in ("host_us", "card_us")]
        fixed = [amount(row[side], "us") for side in ("host_fixed_us", "card_fixed_us")]
        cells = [*large, *fixed, card_wins(row), corners(row)]
        rows.append((row["job"], f"{row['host']}, {row['software']}", CHECKS[row["checks"]], *cells))
    numbers = ("host, large:", "card, large:", "host fixed:", "card fixed:", "card wins at:", "crossover point:")
    return markdown(columns("job", "host software", "checks", *numbers), rows)


def summary(data: CrossoverRecord) -> list[str]:
    """Return the table in README: the paper's card and the one with all checks side by side."""
    found = {(row["job"], row["software"], row["checks"]): row for row in data.crossovers}
    rows = []
    for job, software in IN_README:
        paper, careful = (found[job, software, checks] for checks in CHECKS)
        last = paper["points"][-1]
        large = [amount(8e6 * last["bytes"] / last[side], "bit/s") for side in ("host_us", "card_us")]
        rows.append((job, SOFTWARE[software], *large, corners(paper), corners(careful)))
    numbers = ("PC, large:", "card, large:", "crossover, paper's card:", "crossover, careful card:")
    return markdown(columns("job", "PC's software", *numbers), rows)


def picture(data: CrossoverRecord) -> str:
    """Return an SVG with a strip for each job and variant of the PC's software: the faster side by size."""
    rows = [row for row in data.crossovers if row["job"] in IN_PICTURE]
    first, last = rows[0]["sizes"]
    left, width, top, row_height = 190, 520, 34, 22
    total, bottom = left + width + 30, top + len(rows) * row_height

    def x(size: int) -> float:
        return left + width * math.log(size / first) / math.log(last / first)

    def label(at: float, y: int, anchor: str, text: str) -> str:
        return f'<text x="{at:.1f}" y="{y}" text-anchor="{anchor}">{text}</text>'

    lines = []
    for at, colour, text in zip((0, 100, 370), COLOURS, LEGEND, strict=True):
        lines.append(f'<rect x="{left + at}" y="8" width="12" height="12" fill="{colour}"/>')
        lines.append(label(left + at + 18, 18, "start", text))
    for y, row in zip(range(top, bottom, row_height), rows, strict=True):
        lines.append(label(left - 8, y + 11, "end", f"{row['job']}, {row['software']}, {CHECKS[row['checks']]}"))
        # Each colour is drawn to the end, and the next over it; None: the card is never faster.
        for end, colour in zip((first, *row["crossover_range"]), COLOURS, strict=True):
            if end is not None:
                begin = x(max(first, end))
                lines.append(
                    f'<rect x="{begin:.1f}" y="{y}" width="{x(last) - begin:.1f}" height="14" fill="{colour}"/>'
                )
    for number, size in enumerate(1 << exponent for exponent in range(first.bit_length() - 1, last.bit_length())):
        lines.append(f'<rect x="{x(size):.1f}" y="{bottom - 4}" width="1" height="4" fill="#666"/>')
        lines += [] if number % 2 else [label(x(size), bottom + 14, "middle", f"{size:,}")]
    lines.append(label(left + width / 2, bottom + 32, "middle", "bytes"))
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {bottom + 42}" font-family="sans-serif"'
        ' font-size="12">',
        f"<!-- {MADE_BY} -->",
        f'<rect width="{total}" height="{bottom + 42}" fill="#fff"/>',
    ]
    return "\n".join([*head, *lines, "</svg>", ""])


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
    """Return the crossover point and its range over the corners: "72 bytes (56 to 168)", "always"."""
    divisor, unit = (OPERATION_BYTES, "operations") if row["job"].startswith("rsa") else (1, "bytes")

    def words(size: int | None) -> str:
        return "never" if size is None else f"{size // divisor:,}" if size else "always"

    value, (low, high) = row["crossover_bytes"], row["crossover_range"]
    text = f"{words(value)} {unit}" if value else words(value)
    return text if low == high else f"{text} ({words(low)} to {words(high)})"


def is_same(run: CrossoverRecord, kept: CrossoverRecord) -> bool:
    """Return True if a run gave the same bytes; `inputs` also changes with a new setting that has no effect."""
    return encode(msgspec.structs.replace(run, inputs=kept.inputs)) == encode(kept)


def main() -> int:
    """Return 0 if all files are fresh or were written, 1 if --check finds a stale one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a file is stale")
    parser.add_argument("--compare", action="store_true", help="exit code 1 if the last run gave something else")
    parser.add_argument("--record", action="store_true", help="record the results of the last run")
    arguments = parser.parse_args()
    if arguments.record:
        keep(read(RUN, CrossoverRecord))
    data = read(path_of(RUN.stem), CrossoverRecord)
    if arguments.compare and not is_same(read(RUN, CrossoverRecord), data):
        sys.stderr.write("results/crossover.json is not docs/records/crossover.json\n")
        return 1
    tables = {"README.md": summary(data), "docs/records/crossover.md": [*routines(data), "", *crossovers(data)]}
    stale = settle(ROOT / "docs" / "crossover.svg", MADE_BY, picture(data), check=arguments.check)
    for name, lines in tables.items():
        stale |= update(ROOT / name, MADE_BY, {"results": lines}, check=arguments.check)
    return stale


if __name__ == "__main__":
    sys.exit(main())
