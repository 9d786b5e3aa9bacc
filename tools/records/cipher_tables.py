"""Writes the tables of crossover points in docs/records/ciphers.md from the results of `dsp56k study run`.

python tools/records/cipher_tables.py [RESULTS]

The studies are s4-crossings, s4-table-crossings and s4-key-crossings.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.study.points import Point
from dsp56k.study.reports.writer import StudyRecord
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.wording import amount, between, span
from dsp56k.study.schema import StudyFile
from dsp56k.study.toml_reader import builtin_document
from dsp56k.system.grid import columns, markdown
from dsp56k.system.records import read
from generated_sections import update

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "records" / "ciphers.md"
MADE_BY = "made by tools/records/cipher_tables.py"
GRADES = {"286-6": ("asm",), "386-20": ("plain-c", "good", "asm"), "486-50": ("plain-c", "good", "asm")}
CALL, LOADED, FRESH = "s4-crossings", "s4-table-crossings", "s4-key-crossings"
NAMES = {
    str(job.name): ALGORITHMS[str(job.name)].title.partition(",")[0]
    for job in builtin_document(LOADED).convert(StudyFile).job
}
"""Names of the jobs, in the order of the study."""
LONG_CALL, LARGEST, MESSAGE = 16384, 4096, 256
"""Bytes: of the rates of RC4 and MD5 and with loaded tables, and of the times with a fresh key."""
BESIDE = ("seal", "khufu")
"""Ciphers whose tables the PC computes on both sides, outside of the measured time."""
CPU, BUS, CLOCK = "machine.cpu", "machine.isa", "board.dsp_clock_hz"
ENDS: tuple[tuple[str, str, Any], ...] = (
    ("fast PC", CPU, "fast"),
    ("slow PC", CPU, "slow"),
    ("slow bus", BUS, "slow"),
    ("DSP of 27 MHz", CLOCK, 27_000_000),
)
"""Differences from the base, one at a time."""

Setting = Mapping[str, Any]


@dataclass(frozen=True)
class Where:
    """The sizes for which the card is no slower.

    `rank` is 0 for never and 3 for always; between them the sizes are up to `size` (1), or from it (2).
    """

    rank: int
    size: float = 0

    @property
    def order(self) -> tuple[int, float]:
        """Order by benefit for the card, ascending."""
        return self.rank, -self.size if self.rank == FROM else self.size

    def __str__(self) -> str:
        words = ("never", f"up to {amount(self.size, 'bytes')}", f"from {amount(self.size, 'bytes')}", "always")
        return words[self.rank]


UP_TO, FROM = 1, 2


def where(card: str, first: str, changes: Sequence[Mapping[str, Any]]) -> Where:
    """Return the result of a crossing; the last change counts."""
    if not changes:
        return Where(3 if first == card else 0)
    low, high = changes[-1]["interval"]
    return Where(FROM, high) if changes[-1]["winner"] == card else Where(UP_TO, low)


def reach(found: Iterable[Where]) -> str:
    """Return the range from the worst to the best for the card."""
    ordered = sorted(found, key=lambda each: each.order)
    worst, best = ordered[0], ordered[-1]
    if worst == best:
        return str(best)
    if worst.rank == best.rank:
        low, high = sorted((worst.size, best.size))
        return f"{'up to' if best.rank == UP_TO else 'from'} {between(low, high, 'bytes')}"
    return f"{worst}; {best}"


class Results:
    """The results of a run of a study."""

    def __init__(self, folder: Path) -> None:
        self.record = read(folder / "results.json", StudyRecord)

    def quantity(self, run: str, job: str, size: int, unit: str, value: Callable[[Point], float]) -> Quantity:
        """Return the base's value with its range."""
        base, *corners = map(value, self.record.at(run, job, size))
        return Quantity.of(base, corners, unit)

    def rate(self, run: str, job: str, size: int) -> Quantity:
        """Return the base's rate over the data with its range."""
        return self.quantity(run, job, size, "bit/s", lambda point: point.bits_per_second)

    def crossover(self, card: str, own: str, job: str) -> dict[str, float | None]:
        """Return the crossover point with its range; None for infinity."""
        (found,) = (one for one in self.record.crossings if one["of"] == [card, own] and one["job"] == job)
        size: dict[str, float | None] = found["crossover"]
        return size

    def at(self, card: str, own: str, job: str) -> tuple[Where, list[tuple[Setting, Where]]]:
        """Return the sizes at which the card is no slower: in the base, and at each corner."""
        (found,) = (one for one in self.record.crossings if one["of"] == [card, own] and one["job"] == job)
        corners = [(one["corner"], where(card, one["first"], one["changes"])) for one in found["corners"]]
        return where(card, found["first"], found["changes"]), corners


def sides() -> Iterator[tuple[str, str]]:
    """Yield the run with the card and the run without, of each machine and grade."""
    for machine, grades in GRADES.items():
        for grade in grades:
            yield f"{machine}, card", f"{machine}, {grade}"


def pairs() -> Iterator[tuple[str, str, str]]:
    """Yield job, run with the card, run without."""
    for job in NAMES:
        for card, own in sides():
            yield job, card, own


def rows(results: Results, cells: Callable[[str, str, str], Sequence[str]], heads: Sequence[str]) -> list[str]:
    """Return a table of the measurements of both sides, and the sizes at which the card is no slower."""
    said = []
    for job, card, own in pairs():
        base, corners = results.at(card, own, job)
        reached = reach([base, *(each for _, each in corners)])
        said.append((NAMES[job], own, *cells(job, card, own), str(base), reached))
    return markdown(columns("", "software of the PC", *heads, "card no slower", "range"), said)


def calls(results: Results) -> list[str]:
    """Return the table of RC4 and MD5, one call each: rates, and the last sizes at which the PC is faster."""
    said = []
    for job in ("rc4", "md5"):
        for card, own in sides():
            rates = (results.rate(run, job, LONG_CALL) for run in (card, own))
            size = results.crossover(card, own, job)
            ends = sorted((size["low"], size["high"]), key=_or_infinite)
            spread = " to ".join(dict.fromkeys(map(last_size, ends)))
            said.append((job.upper(), own, *map(span, rates), last_size(size["value"]), spread))
    return markdown(columns("", "software of the PC", "with the card", "PC", "crossover point", "range"), said)


def last_size(size: float | None) -> str:
    """Return the last size at which the PC is faster in words; None if it is at all of them."""
    return "never" if size is None else f"{size:.0f} bytes" if size else "always"


def _or_infinite(size: float | None) -> float:
    return math.inf if size is None else size


def loaded(results: Results) -> list[str]:
    """Return the table with loaded tables: rates."""

    def cells(job: str, card: str, own: str) -> list[str]:
        return [span(results.rate(run, job, LARGEST)) for run in (card, own)]

    return rows(results, cells, ("with the card", "PC alone"))


def fresh(results: Results) -> list[str]:
    """Return the table with a fresh key: times."""

    def cells(job: str, card: str, own: str) -> list[str]:
        beside = " + t" if job in BESIDE else ""
        times = (results.quantity(run, job, MESSAGE, "us", lambda point: point.us) for run in (card, own))
        return [span(time) + beside for time in times]

    return rows(results, cells, ("with the card", "PC alone"))


def causes(of: Mapping[str, Results]) -> list[str]:
    """Return the causes of crossover points that vary: one difference from the base at a time."""
    rows = []
    for kind, results in of.items():
        for job, card, own in pairs():
            base, corners = results.at(card, own, job)
            if all(each == base for _, each in corners):
                continue
            said = [str(single_difference(base, corners, key, value)) for _, key, value in ENDS]
            rows.append((f"{NAMES[job]}, {kind}", own, str(base), *said))
    return markdown(columns("", "software of the PC", "base", *(head for head, _, _ in ENDS)), rows)


def single_difference(base: Where, corners: Sequence[tuple[Setting, Where]], key: str, value: object) -> Where:
    """Return the result at the corner with only this difference; that of the base if neither side depends on it."""
    usual: dict[str, Any] = {CPU: "declared", BUS: "declared", CLOCK: 20_000_000}
    wanted = usual | {key: value}
    return next((each for corner, each in corners if usual | dict(corner) == wanted), base)


def main(arguments: Sequence[str]) -> int:
    """Return 0 after writing."""
    folder = Path(arguments[0]) if arguments else ROOT / "results"
    of = {"tables there": Results(folder / LOADED), "fresh key": Results(folder / FRESH)}
    sections = {
        "calls of RC4 and MD5": calls(Results(folder / CALL)),
        "tables that are there": loaded(of["tables there"]),
        "fresh keys": fresh(of["fresh key"]),
        "what crossings depend on": causes(of),
    }
    return update(DOCUMENT, MADE_BY, sections)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
