"""The reports after a listing: macros, symbols, cross reference, memory utilization (ASM E.2 to E.4)."""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence

from dsp56k.asm.formats.symbol_table import exponential
from dsp56k.asm.listing import ListingStatistics
from dsp56k.asm.object_file import ObjectFile
from dsp56k.objects.word_sizes import LONG_MASK, TOP, WORD_MASK

_NAME = 14
"""The width of the column of names."""
_LINES_A_ROW = 8


def symbols(obj: ObjectFile) -> Iterator[str]:
    """Yield the symbol table, sorted by name; OPT LOC adds local labels."""
    yield ""
    yield "Symbols:"
    yield ""
    yield "Name          Type   Value     Section           Attributes"
    yield ""
    table = [(name, value, section, "LOCAL") for name, value, section in obj.usage.labels]
    for symbol in obj.symbol_table:
        attribute = "SET" if symbol.kind == "set" else "GLOBAL" if not symbol.section or symbol.exported else "LOCAL"
        table.append((symbol.name, symbol.value, symbol.section, attribute))
    for name, value, section, attribute in sorted(table, key=lambda row: row[0]):
        shown = f"{name:.<14}" if len(name) < _NAME else f"{name} "
        yield f"{shown}{_typed(value)} {section:<14} {attribute}"


def _typed(value: int | float) -> str:
    """Return the type and the value of a symbol; numbers beyond 24 bits have 12 digits."""
    if isinstance(value, float):
        return f"flt     {exponential(value):<8}"
    short = -WORD_MASK <= value <= WORD_MASK
    return f"int     {value & WORD_MASK:08X}" if short else f"int     {value & LONG_MASK:012X}"


def definitions(usage: ListingStatistics, long_labels: Sequence[int] = ()) -> Iterator[str]:
    """Yield macros and sections with the lines where they begin, and DEFINE symbols with their strings (ASM E.2).

    `long_labels` are the lines whose labels have a separate line and number on the listing. Only the table of
    macros is on the manual's sample; the others follow it.
    """
    for title, table in (("Macros:", usage.macros), ("Sections:", usage.sections)):
        if table:
            yield from ("", title, "", "Name      Definition", "             Line", "")
            yield from (f"{name:.<14}{_listed(table[name], long_labels)}" for name in sorted(table))
    if usage.defines:
        yield from ("", "Define symbols:", "", "Name          String", "")
        yield from (f"{name:.<14}'{usage.defines[name]}'" for name in sorted(usage.defines))


def cross_reference(usage: ListingStatistics, long_labels: Sequence[int] = ()) -> Iterator[str]:
    """Yield each symbol with the lines that name it; * marks the definition. `long_labels` as for `definitions`."""
    yield from ("", "Symbol cross-reference listing:", "", "Name          Line number (* is definition)")
    for name in sorted(usage.references):
        lines = sorted(set(usage.references[name]), key=lambda use: (use[0], not use[1]))
        for first in range(0, len(lines), _LINES_A_ROW):
            row = "".join(
                f"{_listed(line, long_labels):>5}{'*' if defines else ' '}  "
                for line, defines in lines[first : first + _LINES_A_ROW]
            )
            yield f"{name if not first else '':{'.' if not first else ' '}<14}{row}".rstrip()


def _listed(line: int, long_labels: Sequence[int]) -> int:
    """Return the number of a line on the listing."""
    return line + bisect.bisect_right(long_labels, line)


def memory(usage: ListingStatistics) -> Iterator[str]:
    """Yield the used and the free blocks of each memory space."""
    yield from ("", "Memory Utilization Report")
    for space in "XYLP":
        yield from ("", "", f"{space} Memory", "")
        yield "Start    End     Length    Type      Label       Section     Overlay Address"
        at = 0
        for block in sorted((block for block in usage.blocks if block.space == space), key=lambda block: block.start):
            if block.start > at:
                yield _row(at, block.start, "UNUSED")
            yield _row(block.start, block.end, block.kind, block.label, block.section, block.other)
            at = max(at, block.end)
        if at < TOP:
            yield _row(at, TOP, "UNUSED")


def _row(start: int, end: int, kind: str, label: str = "", section: str = "", other: str = "") -> str:
    head = f"{start:04X}     {end - 1:04X}{end - start:>9}     {kind:<10}"
    return f"{head}{label:<12}{section:<12}{other}".rstrip()
