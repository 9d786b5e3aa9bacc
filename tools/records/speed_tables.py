"""Writes the tables of docs/records/README.md and performance.md from docs/records; --check reports stale ones.

`make bench bench-pc RECORD=--record` and `make bench-against OLD=FOLDER RECORD=--record` measure and record; then
`python tools/records/speed_tables.py`.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import bench
import bench_asm
import bench_peers
import bench_warmup
from dsp56k.system.grid import columns, markdown
from dsp56k.system.records import read
from generated_sections import update
from recorder import Benchmark, Spread, Target, path_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "records" / "README.md"
PERFORMANCE = Path(__file__).parents[2] / "docs" / "explanation" / "performance.md"
PEERS = "speed-peers"
MADE_BY = "made by tools/records/speed_tables.py from docs/records/{}.json"
NATIVE = ", native, ms"
DIGITS = {
    "million instructions/s": 3,
    "million clocks/s": 3,
    "lines/s": 2,
    "times": 2,
    "host instructions": 3,
    "ms": 3,
    "us": 2,
    "ns": 2,
    "s": 2,
    "MB": 3,
}
"""The number of significant digits by unit."""
SHOWN = ("ms", "us", "ns", "s", "MB")
"""Units that follow the numbers; others follow the name."""
NO_TARGETS: Mapping[str, Target] = MappingProxyType({})
BEFORE = ", before, "
PROGRAMS = {
    "MACLOOP-DO": "22-digit Montgomery product by columns, each a DO over one MAC with two reads",
    "MACLOOP-REP": "the same with REP",
    "TABLELOOP": "table look-ups as in MD2 and DES, pointers set by data",
    "BRANCHY": "Jcc, JSR and RTS, bit tests and changes, a counted loop",
    "BRANCHY-LFSR": "the same kind of code, decided by a shift register of 24 bits: no pass is like the one before",
    "FIR-200": "a filter of 200 taps, a REP over one MAC with two reads",
    "REP-MACR": "a REP of 48 over one MACR with two reads",
    "KERNEL": "the library's unrolled square of 22 digits, 900 words in external memory",
    "rc4": "the library's plain RC4, code, state and data in external memory",
    "md4": "the library's MD4 of 4 KB in external memory",
    "des_cbc": "the library's DES-CBC encryption of 4 KB in external memory",
    "SSI-FIR": "a filter of 64 taps, a REP, with fast interrupts of the SSI, 100,000 words/s in each direction",
}


def shown(name: str, value: Spread) -> str:
    """Format the median in the unit of the name, and the range of the runs."""
    unit = name.rpartition(", ")[2]
    ends = value.quartiles or (value.least, value.most)
    median, least, most = (f"{float(f'{number:.{DIGITS[unit]}g}'):,.10g}" for number in (value.median, *ends))
    after = f" {unit}" if unit in SHOWN else ""
    return f"{median}{after}" if least == most else f"{median}{after} ({least} to {most})"


def machine(record: Benchmark) -> str:
    """Return the computer of a record as lines of prose."""
    place = record.environment
    load = " to ".join(f"{each:g}" for each in place.load)
    quartered = any(row.quartiles for row in record.rows)
    said = (
        f"Measured on {place.cores} cores of {place.cpu}, {place.system}, Python {place.python}, {place.profile} "
        f"build; load average {load}. Medians of {place.repetitions} runs{' or more' * quartered}, with "
        f"{'the quartiles' if quartered else 'the least and the most'}."
    )
    return textwrap.fill(said, 120)


def rows(record: Benchmark, targets: Mapping[str, Target] = NO_TARGETS) -> list[tuple[str, str, str]]:
    """Return table lines of the measurements with their targets, without those of `PROGRAMS`."""
    return [
        (said if unit in SHOWN or unit == "times" else name, shown(name, value), verdict(name, record, targets))
        for name, value in record.values.items()
        for said, _, unit in [name.rpartition(", ")]
        if said not in PROGRAMS
    ]


def verdict(name: str, record: Benchmark, targets: Mapping[str, Target]) -> str:
    """Return the target of a measurement, and by how much it was missed; empty if there is none."""
    return targets[name].verdict(record.values[name].median) if name in targets else ""


def emulator(record: Benchmark) -> list[str]:
    """Return the programs that the record has, and the cost of short uses."""
    programs = [
        (name, said, shown(key, record.values[key]), verdict(key, record, bench.TARGETS))
        for name, said in PROGRAMS.items()
        for key in [f"{name}, million instructions/s"]
        if key in record.values
    ]
    return [
        machine(record),
        "",
        *markdown(columns("program", "what it is", "million instructions/s:", "target"), programs),
        "",
        *markdown(columns("use", "measured:", "target"), rows(record, bench.TARGETS)),
    ]


def growth(record: Benchmark) -> list[str]:
    """Programs, slices, chips and moduli of different sizes."""
    return [machine(record), "", *markdown(columns("what", "measured:"), [row[:2] for row in rows(record)])]


def early(record: Benchmark) -> list[str]:
    """Return each program at each length, and its maximum loss."""
    lengths = bench_warmup.LENGTHS
    head = columns("times the interpreter after", *(f"{length:,}:" for length in lengths), "most lost, ms:")
    lines = []
    for name in bench_warmup.NAMES:
        found = [record.values.get(bench_warmup.cell(name, length)) for length in lengths]
        lost = record.values.get(bench_warmup.loss(name))
        if any(found) and lost:
            cells = [
                *(spread(value) if value else "" for value in found),
                f"{lost.median:.0f} (at most {lost.most:.0f})",
            ]
            lines.append((name, *cells))
    return [machine(record), "", *markdown(head, lines)]


def spread(value: Spread) -> str:
    """Format a median of times to two decimals, with its quartiles."""
    ends = value.quartiles or (value.least, value.most)
    return f"{value.median:.2f} ({ends[0]:.2f} to {ends[1]:.2f})"


def assembler(record: Benchmark) -> list[str]:
    """Return lines a second, start-up, memory."""
    return [machine(record), "", *markdown(columns("what", "measured:", "target"), rows(record, bench_asm.TARGETS))]


def pc(record: Benchmark) -> list[str]:
    """Each job natively and in Python."""
    lines = []
    for name in (key.removesuffix(NATIVE) for key in record.values if key.endswith(NATIVE)):
        keys = [f"{name}, {column}" for column in ("native, ms", "Python, ms", "times")]
        lines.append((name, *(shown(key, record.values[key]) for key in keys)))
    fresh = "a fresh PC, ms"
    lines.append(("a fresh PC with a program that was loaded before", shown(fresh, record.values[fresh]), "", ""))
    return [machine(record), "", *markdown(columns("job", "native:", "Python:", "times:"), lines)]


def against(record: Benchmark) -> list[str]:
    """Each job in an earlier version and in this one."""
    lines = []
    for name, unit in (key.split(BEFORE) for key in record.values if BEFORE in key):
        keys = [f"{name}{BEFORE}{unit}", f"{name}, now, {unit}", f"{name}, times"]
        lines.append((name, *(shown(key, record.values[key]) for key in keys)))
    return [machine(record), "", *markdown(columns("job", "before:", "now:", "times:"), lines)]


def rates(record: Benchmark, cell: Callable[[str, Spread], str]) -> list[str]:
    """Return each program on each engine, in million instructions a second."""
    head = columns("million instructions/s", *(f"{engine}:" for engine in bench_peers.ENGINES), "auto, times others:")
    lines = []
    for name in bench_peers.PROGRAMS:
        keys = [*(bench_peers.rate(name, engine) for engine in bench_peers.ENGINES), bench_peers.gain(name)]
        found = [(key, record.values.get(key)) for key in keys]
        lines.append((name, *(cell(key, value) if value else "-" for key, value in found)))
    return markdown(head, lines)


def peers(record: bench_peers.Comparison) -> list[str]:
    """Return each program on each engine, and the first instructions of a few."""
    head = columns("ms to the end of", "instructions:", *(f"{engine}:" for engine in bench_peers.ENGINES))
    first = []
    for name, length in itertools.product(bench_peers.EARLY, bench_peers.LENGTHS):
        keys = [bench_peers.early(name, engine, length) for engine in bench_peers.ENGINES]
        cells = [shown(key, record.values[key]).replace(" ms", "") if key in record.values else "-" for key in keys]
        first.append((name, f"{length:,}", *cells))
    commits = ", ".join(f"{repository} {commit}" for repository, commit in record.commits.items())
    return [
        machine(record),
        "",
        textwrap.fill(f"Commits: {commits}. A star marks other contents of data memory than the interpreter's.", 120),
        "",
        *rates(record, lambda key, value: shown(key, value) + "*" * (key in record.different)),
        "",
        *markdown(head, first),
    ]


def peer_medians(record: bench_peers.Comparison) -> list[str]:
    """Return the medians of each program on each engine."""
    return rates(
        record,
        lambda key, value: (
            shown(key, Spread(value.median, value.median, value.median)) + "*" * (key in record.different)
        ),
    )


TABLES = {
    "speed-emulator": emulator,
    "speed-growth": growth,
    "speed-early": early,
    "speed-assembler": assembler,
    "speed-pc": pc,
    "speed-against": against,
}


def main() -> int:
    """Return 0 if the document is fresh or was written, 1 if --check finds it stale."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a table is stale")
    check = parser.parse_args().check
    sections = {name: made(read(path_of(name), Benchmark)) for name, made in TABLES.items()}
    comparison = read(path_of(PEERS), bench_peers.Comparison)
    sections[PEERS] = peers(comparison)
    short = {PEERS: peer_medians(comparison)}
    return update(DOCUMENT, MADE_BY, sections, check=check) | update(PERFORMANCE, MADE_BY, short, check=check)


if __name__ == "__main__":
    sys.exit(main())
