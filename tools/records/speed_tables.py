"""Writes the tables of docs/records/README.md from the runs in docs/records; --check only reports if they are stale.

`make bench bench-pc RECORD=--record` and `make bench-against OLD=FOLDER RECORD=--record` measure and record; then
`python tools/records/speed_tables.py`.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

import bench
import bench_asm
import bench_warmup
import recorder
from dsp56k.system.grid import columns, markdown
from generated_sections import replaced, settle
from recorder import Record, Spread, Target

DOCUMENT = Path(__file__).parents[2] / "docs" / "records" / "README.md"
MADE_BY = "made by tools/records/speed_tables.py from docs/records/{}.json"
NATIVE = ", native, ms"
DIGITS = {
    "million instructions/s": 3,
    "million clocks/s": 3,
    "lines/s": 2,
    "times": 2,
    "ms": 3,
    "us": 2,
    "ns": 2,
    "s": 2,
    "MB": 3,
}
"""The number of significant digits by unit."""
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
}
USES = {
    "MACLOOP-DO at P:$400, times": "MACLOOP-DO in external memory, relative to its speed on the chip",
    "MACLOOP-REP at P:$400, times": "MACLOOP-REP, the same",
    "TABLELOOP at P:$400, times": "TABLELOOP, the same",
    "BRANCHY at P:$400, times": "BRANCHY, the same",
    "a DO over two, times": "a DO over a MAC and a MACR with two reads each, relative to the same written out",
    "a DO over four, times": "a DO over four operations with reads and a store, the same",
    "with a hook that is not met, times": "TABLELOOP with a Python hook that it never meets, relative to without",
    "with a watched word, times": "TABLELOOP with a watched word that it does not touch, the same",
    "with a profile, times": "BRANCHY with dsp.profile(), relative to without",
    **{
        f"{name} as generated code, times": f"{name} as generated code, relative to interpreted"
        for name in bench.GENERATED
    },
    "slices of 400 clocks as generated code, times": "BRANCHY as generated code, 400 clocks a call, the same",
    "self-modifying with generated code, times": "the loop that rewrites itself, with generated code, the same",
    "compilation, us": "compilation of an instruction of straight-line MAC",
    "compilation of loops, us": "compilation of a word in loops over four MAC each",
    "entry and exit of compiled code, ns": "entry to generated code and exit",
    "1,000 modexp of 512 bits with generated code, s": "a thousand `modexp` by `sweep`, with generated code",
    "construction with generated code, ms": "construction of a `Dsp56001` that has generated code",
    "modexp of 512 bits, ms": "`modexp` of 512 bits, exponent included",
    "modexp of 512 bits, million instructions/s": "the same in million instructions/s, its Python included",
    "1,000 modexp of 512 bits, s": "a thousand of them by `sweep` in one process",
    "DES-CBC of 8 KB, ms": "`des_cbc_encrypt` of 8 KB",
    "Montgomery product, us": "`montgomery_product` of 22 digits, each with a fresh chip",
    "construction, ms": "construction of a `Dsp56001`",
    "first run, ms": "first run of a program of 100 words",
    "step, us": "`step()` from Python",
    "register read, us": "reading a register from Python",
    "register written, us": "writing one",
    "snapshot and restore, us": "a snapshot, and going back to it",
    "trace, million instructions/s": "`trace()`, million instructions/s",
    "self-modifying, times": "a loop of ten instructions that rewrites one in each pass, relative to one writing data",
    "call of a routine, us": "a checked call of a `Routine` of 45 instructions",
    "two threads, times": "two chips one after the other, relative to a thread each, in wall time",
    "64 chips on all cores, times": "64 chips in one process, relative to `sweep` on all cores, in wall time",
}
SOURCES = {
    "straight code, lines/s": "straight code, nearly no two lines equal, lines/s",
    "macro calls, lines/s": "calls of a macro with IF and expressions, expanded lines/s",
    "tables, lines/s": "DC with six arguments, lines/s",
    "DUP, lines/s": "DUP of NOP, lines/s",
    "bare Python, s": "only Python, which is a part of the next lines",
    "import dsp56k.emu, s": "`import dsp56k.emu`",
    "import dsp56k.asm, s": "`import dsp56k.asm`",
    "dsp56k --help, s": "`dsp56k --help`",
    "dsp56k run, s": "`dsp56k run` of a program of one word",
    bench_asm.FIRST_USE: "the first `assemble`, with all start-up",
    bench_asm.FIRST_CALL: "`modexp` as the first call of the library, with all start-up",
    "asm56000 -a -b -l, 1,000 lines, s": "`asm56000 -a -b -l` on 1,000 lines, with all start-up",
    "dsp56k disasm, three full spaces, s": "`dsp56k disasm` of three full spaces: the library over and over in P",
    "asm56000 -a, 1,000,000 NOPs, MB": "memory of `asm56000 -a` for a DUP of a million NOPs",
}


def shown(name: str, value: Spread) -> str:
    """Format the median in the unit of the name, and the range of the runs."""
    unit = name.rpartition(", ")[2]
    ends = value.quartiles or (value.least, value.most)
    median, least, most = (f"{float(f'{number:.{DIGITS[unit]}g}'):,.10g}" for number in (value.median, *ends))
    after = f" {unit}" if unit in ("ms", "us", "ns", "s", "MB") else ""
    return f"{median}{after}" if least == most else f"{median}{after} ({least} to {most})"


def machine(record: Record) -> str:
    """Return the computer of a record as lines of prose."""
    load = " to ".join(f"{each:g}" for each in record.load)
    quartered = any(value.quartiles for value in record.values.values())
    said = (
        f"Measured on {record.cores} cores of {record.cpu}, {record.system}, Python {record.python}, {record.profile} "
        f"build; load average {load}. Medians of {record.runs} runs{' or more' * quartered}, with "
        f"{'the quartiles' if quartered else 'the least and the most'}."
    )
    return textwrap.fill(said, 120)


def rows(record: Record, words: dict[str, str], targets: Mapping[str, Target]) -> list[tuple[str, str, str]]:
    """Return table lines of the measurements with their targets; those that an old record lacks are left out."""
    return [
        (said, shown(name, record.values[name]), verdict(name, record, targets))
        for name, said in words.items()
        if name in record.values
    ]


def verdict(name: str, record: Record, targets: Mapping[str, Target]) -> str:
    """Return the target of a measurement, and by how much it was missed; empty if there is none."""
    return targets[name].verdict(record.values[name].median) if name in targets else ""


def emulator(record: Record) -> list[str]:
    """Return the programs, and the cost of short uses."""
    names = {name: f"{name}, million instructions/s" for name in PROGRAMS}
    programs = [
        (name, PROGRAMS[name], shown(key, record.values[key]), verdict(key, record, bench.TARGETS))
        for name, key in names.items()
        if key in record.values
    ]
    return [
        machine(record),
        "",
        *markdown(columns("program", "what it is", "million instructions/s:", "target"), programs),
        "",
        *markdown(columns("use", "measured:", "target"), rows(record, USES, bench.TARGETS)),
    ]


def growth(record: Record) -> list[str]:
    """Programs, slices, chips and moduli of different sizes."""
    bare = "million clocks/s"
    said = {name: name if name.endswith(bare) else name.rpartition(", ")[0] for name in record.values}
    measured = [(said[name], shown(name, value)) for name, value in record.values.items()]
    return [machine(record), "", *markdown(columns("what", "measured:"), measured)]


def early(record: Record) -> list[str]:
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


def assembler(record: Record) -> list[str]:
    """Return lines a second, start-up, memory."""
    measured = rows(record, SOURCES, bench_asm.TARGETS)
    return [machine(record), "", *markdown(columns("what", "measured:", "target"), measured)]


def pc(record: Record) -> list[str]:
    """Each job natively and in Python."""
    lines = []
    for name in (key.removesuffix(NATIVE) for key in record.values if key.endswith(NATIVE)):
        keys = [f"{name}, {column}" for column in ("native, ms", "Python, ms", "times")]
        lines.append((name, *(shown(key, record.values[key]) for key in keys)))
    fresh = "a fresh PC, ms"
    lines.append(("a fresh PC with a program that was loaded before", shown(fresh, record.values[fresh]), "", ""))
    return [machine(record), "", *markdown(columns("job", "native:", "Python:", "times:"), lines)]


def against(record: Record) -> list[str]:
    """Each job in an earlier version and in this one."""
    lines = []
    for name, unit in (key.split(BEFORE) for key in record.values if BEFORE in key):
        keys = [f"{name}{BEFORE}{unit}", f"{name}, now, {unit}", f"{name}, times"]
        lines.append((name, *(shown(key, record.values[key]) for key in keys)))
    return [machine(record), "", *markdown(columns("job", "before:", "now:", "times:"), lines)]


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
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, made in TABLES.items():
        text = replaced(text, name, MADE_BY.format(name), made(recorder.kept(name)))
    return settle(DOCUMENT, text, check, "run tools/records/speed_tables.py")


if __name__ == "__main__":
    sys.exit(main())
