"""Write the tables of docs/records/pc-validation.md: published times of real PCs next to those of the model.

    python tools/documents/validation.py

The section on single instructions of the 80286 comes from docs/records/captures-286.json, which
`make captures CAPTURES=DIRECTORY RECORD=--record` writes. A test compares the document with the output of this script,
and checks each table row against its tolerance.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import host_clocks
from dsp56k.host.clocks import PUBLISHED_LEVEL
from dsp56k.host.karn import karn_des
from dsp56k.host.machines import machine
from dsp56k.host.software import host_software
from dsp56k.system.grid import columns, markdown
from dsp56k.system.records import read
from generated_files import update_file, with_tables
from validation_loops import PAIRS, Loops

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from silicon import captures_286

DOCUMENT = Path(__file__).parents[2] / "docs" / "records" / "pc-validation.md"
SCRIPT = "tools/documents/validation.py"
WAIT_STATES = (0, 1, 2)
"""Wait states of a 386 whose memory is unknown."""
INTEL = {1: 0.81, 2: 0.66, 3: 0.57}
"""Relative speed of a 386 by wait states: Intel386 DX Hardware Reference Manual, table 4-2."""
_NEAR = 0.02
"""Tolerance of the relative speed, and of times outside of the wait states."""
KARN_BLOCKS = 1000


@dataclass(frozen=True)
class Row:
    """A published number and the model's.

    Attributes:
        what: The measurement.
        published: The number, or its minimum and maximum.
        ours: One number, or one for each of WAIT_STATES.
        unit: The unit of both.
        tolerance: The maximum relative difference. None means that the published number must be between ours, or ours
            between those published.
        rounded: The unit to which the published number was rounded.
    """

    what: str
    published: tuple[float, ...]
    ours: tuple[float, ...]
    unit: str
    tolerance: float | None = None
    rounded: float = 0

    @property
    def off(self) -> float:
        """The relative difference of ours, the smallest if there are several."""
        return min((ours / published - 1 for ours in self.ours for published in self.published), key=abs)

    @property
    def holds(self) -> bool:
        """True if the difference is within the tolerance."""
        if self.tolerance is not None:
            return abs(self.off) <= self.tolerance
        slack = self.rounded / 2
        return min(self.ours) <= max(self.published) + slack and min(self.published) - slack <= max(self.ours)

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The cells of a table row: measurement, published, ours, difference."""
        if self.tolerance is not None:
            compared = f"{100 * self.off:+.1f} % (within {100 * self.tolerance:.0f} %)"
        else:
            compared = "inside" if self.holds else "outside"
        published, ours = (" to ".join(_written(number) for number in some) for some in (self.published, self.ours))
        if len(self.ours) == len(WAIT_STATES):
            ours = ", ".join(_written(number) for number in self.ours)
        return self.what, f"{published} {self.unit}".strip(), ours, compared


def _written(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.4g}"


def i286() -> list[Row]:
    """Measure an AT clone of 10 MHz: Abrash, ch. 8 and 11."""
    loops = Loops(**machine("286-10").parameters)
    means = {"mean_of_elements": 644, "mean_unrolled": 486, "mean_by_scan": 207}
    names = ("listing 8.3, element by element", "listing 8.4, unrolled", "listing 8.6, REPNZ SCASW")
    found = [
        Row(name, (published,), (loops.mean(function),), "us", 0.03)
        for name, (function, published) in zip(names, means.items(), strict=True)
    ]
    moves = (("words", loops.room, 6.4), ("words at odd addresses", loops.room + 1, 12.7))
    return [
        *found,
        Row("listing 11.1: a constant stored in memory", (12.7,), (loops.store(),), "clocks", 0.01),
        *(
            Row(f"REP MOVSW of {name}", (published,), (loops.clocks_each("move_words", place),), "clocks", 0.02)
            for name, place, published in moves
        ),
        Row("LOOP to itself, at an odd address", (14.0, 15.0), (loops.clocks_each("loop_odd"),), "clocks"),
        Row("LOOP to itself, at an even address", (12.5,), (loops.clocks_each("loop_even"),), "clocks", 0.03),
    ]


def i386(level: str = PUBLISHED_LEVEL["i386"]) -> list[Row]:
    """Measure a 386 of 20 MHz with a cache of unknown misses: Abrash, ch. 7, 8 and 10."""
    parameters = machine("386-20").parameters | {"memory": level}
    several = [Loops(**parameters | {"wait_states": wait_states}) for wait_states in WAIT_STATES]
    means = (("3", "mean_of_elements", 265), ("4", "mean_unrolled", 212), ("6", "mean_by_scan", 100))
    scans = (
        ("2, unrolled", "scan_unrolled", 121),
        ("1 with DEC and JNZ", "scan_by_dec", 168),
        ("1 with LOOP", "scan_by_loop", 170),
    )
    divisors = zip(PAIRS, (10, 10, 15, 10, 17), strict=True)
    return [
        *(_microseconds(f"8.{name}", us, [on.mean(function) for on in several]) for name, function, us in means),
        *(_microseconds(f"7.{name}", us, [on.scan(function) for on in several]) for name, function, us in scans),
        *(
            _microseconds(f"10.5: {pair[0]} and {pair[1]}", us, [on.divisor(*pair) for on in several])
            for pair, us in divisors
            if pair != (90, 27)
        ),
        Row("listing 10.5: 90 and 27, with the call", (10,), tuple(on.divisor(90, 27) for on in several), "us", 0.2),
    ]


def _microseconds(listing: str, published: int, ours: list[float]) -> Row:
    """Compare a time that must be between the model's, or differ by at most 2 %."""
    row = Row(f"listing {listing}", (published,), tuple(ours), "us", rounded=1)
    return row if row.holds else replace(row, tolerance=_NEAR)


def i386_three_units() -> list[Row]:
    """Measure the same loops with the second timing model."""
    return i386("three-units")


def wait_states() -> list[Row]:
    """Measure how much slower six programs are on a 386 with wait states, as geometric means."""
    grades = ("plain-c", "good")
    speeds: dict[int, list[float]] = {count: [] for count in INTEL}
    for grade in grades:
        without, *others = (_clocks(grade, wait_states=count) for count in (0, *INTEL))
        for count, clocks in zip(INTEL, others, strict=True):
            speeds[count] += [first / then for first, then in zip(without, clocks, strict=True)]
    return [
        Row(f"{count} wait state{'s' * (count > 1)}", (INTEL[count],), (_mean(some),), "", _NEAR / INTEL[count])
        for count, some in speeds.items()
    ]


def _mean(numbers: list[float]) -> float:
    return math.exp(sum(math.log(number) for number in numbers) / len(numbers))


def _clocks(grade: Any, **parameters: Any) -> list[int]:
    clocks = host_clocks.clocks(grade, parameters)
    return [clocks[what] for what in ("DES-CBC, clocks a block", "MD2, clocks for 16 bytes", "RSA-512 private, CRT")]


def karn() -> list[Row]:
    """Measure a 486 of 50 MHz in real mode: Karn's DES (study S5)."""
    published = {"karn": ("with the permutations", 38_373), "karn-bare": ("without them", 42_986)}
    return [
        Row(what, (rate,), (_karn_rate(form),), "blocks a second", 0.05) for form, (what, rate) in published.items()
    ]


def _karn_rate(form: str) -> float:
    des = karn_des(form, **machine("486-50").parameters | {"byte_rules": True})
    des.load_des_keys(bytes(8))
    first, last = (des.des_iterate(bytes(8), count).time for count in (1, KARN_BLOCKS + 1))
    return KARN_BLOCKS * 10**12 / (last - first)


def compiled() -> list[Row]:
    """Measure a 286 of 20 MHz with unknown memory and other code."""
    parameters = machine("286-10").parameters | {"clock_hz": 20_000_000}
    rates = []
    for wait_states in WAIT_STATES:
        software = host_software("asm", **parameters | {"wait_states": wait_states})
        short, long = (software.call("md4", bytes(blocks * 64)).time for blocks in (10, 20))
        rates.append(10 * 64 * 10**12 / (long - short))
    what = "MD4 (RFC 1186)"
    return [Row(what, (32_000, 6 * 32_000), tuple(rates), "bytes/s")]


def bounds() -> list[Row]:
    """Measure 486s against other code for the same algorithms."""
    parameters = {name: value for name, value in machine("486-66").parameters.items() if name != "clock_hz"}
    des, md2, rsa = _clocks("good", **parameters)
    md4 = (
        64 * 8 * machine("486-66").clock_hz / host_clocks.clocks("good", parameters)["MD4, clocks for 64 bytes"] / 10**6
    )
    return [
        Row("DES: libdes at 50 MHz, by compiler options", (1148, 1572), (des,), "clocks"),
        Row("DES-CBC: SSLeay 0.6.1 at 66 MHz", (1227,), (des,), "clocks", 0.05),
        Row("MD2: SSLeay 0.6.1 at 66 and at 50 MHz", (402, 408), (md2 / 16,), "clocks a byte", 0.05),
        Row("RSA-512 private: SSLeay 0.9.1 and 0.6.1", (4.5, 5.5), (rsa / 10**6,), "million clocks"),
        Row("MD4 at 66 MHz", (31, 62), (md4,), "Mbit/s"),
    ]


SECTIONS: Mapping[str, Callable[[], list[Row]]] = MappingProxyType(
    {
        "286 at 10 MHz": i286,
        "386 at 20 MHz": i386,
        "386 at 20 MHz with three units": i386_three_units,
        "386: relative speed with wait states": wait_states,
        "286 at 20 MHz: a bound": compiled,
        "486 at 50 MHz in real mode": karn,
        "486: bounds": bounds,
    }
)
"""Measurements of each section of the document, by its title."""


def captures() -> list[str]:
    """Return the table of single instructions of the 80286."""
    found = read(captures_286.RECORD, captures_286.Captures)
    rows = []
    for name, some in zip(("source of the rules", "held out"), found.groups, strict=True):
        shares = (f"{share:.2f} %" for share in (some.exact, some.within_1, some.within_2))
        off = ", ".join(f"`{text}`" for text in some.off) or "none"
        rows.append((name, str(some.forms), f"{some.tests:,}", *shares, off))
    heads = columns(
        "forms", "number:", "executions:", "exact:", "within 1 clock:", "within 2 clocks:", "forms that are off"
    )
    return markdown(heads, rows)


def measured() -> dict[str, list[Row]]:
    """Return the measurements of each section by its title."""
    return {title: rows() for title, rows in SECTIONS.items()}


def document(sections: Mapping[str, list[Row]]) -> str:
    """Return the document with regenerated tables."""
    heads = columns("measurement", "published", "model", "difference")
    tables = {title: markdown(heads, [row.cells for row in rows]) for title, rows in sections.items()}
    return with_tables(DOCUMENT, SCRIPT, {"80286, instruction by instruction": captures(), **tables})


def main() -> int:
    """Return 0 if the document is fresh or was written."""
    return update_file(DOCUMENT, document(measured()), SCRIPT, __doc__)


if __name__ == "__main__":
    sys.exit(main())
