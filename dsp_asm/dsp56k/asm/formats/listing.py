"""The listing: line number, flag, addresses, words, clocks, source (ASM appendix E, figure E-3)."""

from __future__ import annotations

from collections.abc import Iterator

from dsp56k.asm.formats import reports
from dsp56k.asm.formats.lod import exponential
from dsp56k.asm.formats.pages import Control, joined, long_label, paged, pretty
from dsp56k.asm.objectfile import CONTROL, FORM_FEED, ListingLine, ListingSettings, ObjectFile
from dsp56k.asm.rendering import render

_MASK = 0xFFFFFF


def listing_text(obj: ObjectFile, *, clocks: bool = True, pages: bool = False) -> str:
    """The listing of an assembly.

    Args:
        obj: The object file.
        clocks: Whether to show [clocks of the instruction - clocks so far], without wait states; OPT CC asks for it
            too.
        pages: Pages with banner, title and margins as PAGE asks for, and source fields in columns (ASM E.2).
    """
    settings = obj.listing_settings
    lines: list[str] = []
    if settings.title and not pages:
        lines += [settings.title, settings.subtitle, ""]
    total = 0
    long_labels: list[int] = []
    columns = settings.pretty if settings.pretty is not None else pages
    for line in obj.listing:
        if line.diagnostic is not None:
            lines += render(line.diagnostic).split("\n")
            continue
        if settings.inhibited:
            continue
        total += line.clocks or 0
        if line.flag == CONTROL:
            lines.append(Control(line.text))
            continue
        if line.text == FORM_FEED:
            lines += [FORM_FEED] if pages else []
            continue
        in_columns = columns and not line.raw
        if in_columns and (label := long_label(line.text, settings)):
            # It has a line, and a line number, of its own.
            lines.append(f"{line.number + len(long_labels):<{33 if line.overlay else 25}}{label}")
            long_labels.append(line.number)
        count = _clocks(line, total) if clocks or settings.cycles else ""
        number = line.number + len(long_labels)
        lines += _lines(line, number, count, settings if in_columns else None)
    # Behind the last line it is meant to restore the printer, so everything else comes first (ASM chapter 6, PRCTL).
    last = len(lines)
    while last and isinstance(lines[last - 1], Control):
        last -= 1
    lines, restoring = lines[:last], lines[last:]
    lines.append("")
    lines += [f"{obj.errors}    Errors", f"{obj.warnings}    Warnings"]
    lines += ["", ""] if pages else []
    usage = obj.usage
    if settings.symbols:
        lines += reports.definitions(usage, long_labels)
        lines += reports.symbols(obj)
    if usage.crossing:
        lines += reports.cross_reference(usage, long_labels)
    if usage.measuring:
        lines += reports.memory(usage)
    lines += restoring
    return joined(paged(lines, settings, f"dsp56k assembler  {obj.ident.name}") if pages else lines)


def _clocks(line: ListingLine, total: int) -> str:
    count = f"[{line.clocks} - {total:>8}]" if line.clocks is not None else ""
    return f"{count:<15}"


def _lines(line: ListingLine, number: int, clocks: str, columns: ListingSettings | None) -> Iterator[str]:
    """A line: number and flag, runtime and load address, word or value, clocks, source; its other words below."""
    run, load = _place(line.run_space, line.run_address), _place(line.load_space, line.load_address)
    words = [f"{word:06X}" for word in line.words]
    # The letter, the plus sign and the nesting level (OPT NL) have columns of their own.
    letter = line.flag.rstrip("+0123456789")
    plus, level = line.flag.count("+"), line.flag.lstrip(f"{letter}+")
    head = f"{number:<5}{letter:<1}{'+' * plus:<1}{level:<3}"
    # The load address is there only while an overlay is made (ASM E.2).
    places = f"{run:<7}{load:<7}" if line.overlay else f"{run:<7}"
    if run:
        head += f"{places}{words[0] if words else '':<8}"
    else:
        head += f"{_value(line.value):<{len(places) + 8}}"
    head += clocks
    source = [line.text.expandtabs(8)] if columns is None else pretty(line.text, columns)
    yield f"{head}{source[0]}".rstrip()
    yield from (" " * len(head) + text for text in source[1:])
    for word in words[1:]:
        yield " " * (10 + len(places)) + word


def _place(space: str, address: int | None) -> str:
    return f"{space}:{address:04X}" if address is not None else ""


def _value(value: int | float | None) -> str:
    if value is None:
        return ""
    return f"{value & _MASK:06X}" if isinstance(value, int) else exponential(value)
