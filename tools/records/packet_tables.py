"""Writes the tables of docs/records/packets.md from the results of `dsp56k study run` for packets.

python tools/records/packet_tables.py [RESULTS]

The studies are s3-packets, s3-flow, s3-bus and s3-disk.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsp56k.study.points import Point
from dsp56k.study.reports.writer import StudyRecord
from dsp56k.system.grid import Column, markdown
from dsp56k.system.records import read
from generated_sections import update

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "records" / "packets.md"
MADE_BY = "made by tools/records/packet_tables.py"
SIZES = (64, 128, 256, 512, 1024, 1518)
ENDS = (64, 1518)
FORWARDED = 2
"""Times that plain forwarding moves a payload: into memory and out of it."""
OVERHEAD, BLOCK = 26, 8
"""Bytes of a packet in addition to its payload, up to a complete block: 16 before, 2 at the end, 8 of code."""

Value = Callable[[Point], float]


@dataclass(frozen=True)
class Row:
    """A run of a study, and the jobs of its columns."""

    study: str
    run: str
    name: str = ""
    job: str = "packets"

    @property
    def head(self) -> str:
        """Its first cell."""
        return self.name or self.run


class Points:
    """The points of some studies."""

    def __init__(self, results: Path) -> None:
        self._results = results
        self._of: dict[str, StudyRecord] = {}

    def at(self, row: Row, job: str, size: int) -> tuple[Point, ...]:
        """Return the points of a run, the base first, then the corners."""
        if row.study not in self._of:
            self._of[row.study] = read(self._results / row.study / "results.json", StudyRecord)
        return self._of[row.study].at(row.run, job, size)


def kbit(point: Point) -> float:
    """Return Kbit/s."""
    return point.bits_per_second / 1000


def packets(point: Point) -> float:
    """Return packets a second; a mix's size counts packets."""
    count = point.size if point.operation == "packets-mixed" else point.data_bytes // point.size
    return count / point.us * 1e6


def left(point: Point) -> float:
    """Return the available part of the CPU, in percent."""
    return 100 * point.host_share


def cycles(point: Point) -> float:
    """Return byte cycles per byte of payload."""
    return point.counts["bus-cycles"] / point.data_bytes


def more(point: Point) -> float:
    """Return the addition to plain forwarding, in percent: byte cycles, and the length of the packet, per payload."""
    longer = -(-(point.size + 2) // BLOCK) * BLOCK + OVERHEAD - 2 - point.size
    return 100 * (cycles(point) + longer / point.size) / FORWARDED


def lost(point: Point) -> float:
    """Return the fraction of a disk's bytes that were lost, in percent."""
    taken, gone = point.counts["disk-bytes"], point.counts["disk-bytes-lost"]
    return 100 * gone / (taken + gone)


LOOK_ASIDE = tuple(
    Row("s3-packets", run)
    for run in (
        "CPU, two passes",
        "CPU, one pass",
        "FIFO, two passes",
        "FIFO, one pass",
        "DMA, two passes",
        "DMA, one pass",
        "descriptors",
        "descriptors, together",
        "descriptors, other work",
        "descriptors, interrupts",
        "descriptors, one interrupt",
    )
)
FLOW = (
    Row("s3-flow", "flow-through"),
    Row("s3-flow", "flow-through", "flow-through, keys before", "packets-loaded"),
    Row("s3-flow", "flow-through, interrupt", "flow-through, keys before, interrupt", "packets-loaded"),
)
ALONE = Row("s3-packets", "PC alone")
BUS = tuple(
    Row("s3-bus", run)
    for run in (
        "CPU, two passes",
        "CPU, one pass",
        "FIFO, two passes",
        "FIFO, one pass",
        "DMA, two passes",
        "DMA, one pass",
        "DMA, one pass, block",
        "DMA, one pass, single",
        "descriptors, together",
    )
)
SUMMED = (
    (LOOK_ASIDE[1], Row("s3-packets", "CPU, one pass, no sums")),
    (LOOK_ASIDE[3], Row("s3-packets", "FIFO, one pass, no sums")),
    (LOOK_ASIDE[7], Row("s3-packets", "descriptors, together, no sums")),
    (FLOW[0], Row("s3-flow", "flow-through, no sums")),
)
DISK = ("CPU, one pass", "DMA, one pass", "DMA, one pass, single", "descriptors, together")


def by_size(points: Points, rows: Iterable[Row], value: Value, form: str, title: str, *, mix: bool) -> list[str]:
    """Return a table with a column for each size and one for the mix, of the base."""
    lines = []
    for row in rows:
        cells = [form.format(value(points.at(row, row.job, size)[0])) for size in SIZES]
        if mix:
            mixed = points.at(row, "packets-mixed" if row.job == "packets" else "", 12)
            cells.append(form.format(value(mixed[0])) if mixed else "")
        lines.append((row.head, *cells))
    return table(title, [*map(str, SIZES), *(["mix"] if mix else [])], lines)


def price(points: Points) -> list[str]:
    """Return each transport with and without checksums, and the difference."""
    lines = []
    for with_sums, without in SUMMED:
        pairs = [[kbit(points.at(row, row.job, size)[0]) for row in (with_sums, without)] for size in SIZES]
        lines += [
            (with_sums.head, *(f"{summed:.0f}" for summed, _ in pairs)),
            (without.head, *(f"{bare:.0f}" for _, bare in pairs)),
            ("less, %", *(f"{100 * (1 - summed / bare):.1f}" for summed, bare in pairs)),
        ]
    return table("Kbit/s", [str(size) for size in SIZES], lines)


def beside_disk(points: Points) -> list[str]:
    """Return each transport with and without a disk."""
    lines = []
    for run in DISK:
        for size in ENDS:
            (alone, *_), (beside, *_) = (
                points.at(Row("s3-disk", run + end), "packets", size) for end in ("", "; disk")
            )
            values = (size, kbit(alone), kbit(beside), left(alone), left(beside), lost(beside))
            lines.append((run, *(f"{each:.0f}" for each in values)))
    return table(
        "configuration", ["payload", "Kbit/s", "with disk", "CPU left, %", "with disk", "disk's bytes lost, %"], lines
    )


def table(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a table of names and numbers."""
    return markdown((Column(title), *(Column(heading, number=True) for heading in headings)), rows)


def tables(points: Points) -> dict[str, list[str]]:
    """Return all tables, by name."""
    rates = (*LOOK_ASIDE, *FLOW, ALONE)
    of_all = (*LOOK_ASIDE, *FLOW)
    counted = tuple(row for row in BUS if row.run.count(",") < FORWARDED)
    return {
        "rates": by_size(points, rates, kbit, "{:.0f}", "Kbit/s", mix=True),
        "packets a second": by_size(points, rates, packets, "{:.0f}", "packets/s", mix=True),
        "CPU left": by_size(points, of_all, left, "{:.0f}", "CPU left, %", mix=True),
        "price of sums": price(points),
        "bytes": by_size(points, (*BUS, FLOW[0]), cycles, "{:.2f}", "byte cycles for a byte of payload", mix=False),
        "more than forwarding": by_size(points, counted, more, "{:.0f}", "more than forwarding, %", mix=False),
        "disk": beside_disk(points),
    }


def main(arguments: Sequence[str]) -> int:
    """Return 0 after writing."""
    points = Points(Path(arguments[0]) if arguments else ROOT / "results")
    return update(DOCUMENT, MADE_BY, tables(points))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
