"""The listing: line number, flag, addresses, words, clocks, source (ASM appendix E, figure E-3)."""

from __future__ import annotations

from collections.abc import Iterator

from dsp56k.asm.formats import reports
from dsp56k.asm.formats.pages import paged, pretty
from dsp56k.asm.objectfile import FORM_FEED, ListingLine, ListingSettings, ObjectFile
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
    columns = settings.pretty if settings.pretty is not None else pages
    for line in obj.listing if not settings.inhibited else ():
        total += line.clocks or 0
        if line.text == FORM_FEED:
            lines += [FORM_FEED] if pages else []
        else:
            lines += _lines(line, total, clocks or settings.cycles, settings if columns else None)
    lines += [text for diagnostic in obj.diagnostics for text in render(diagnostic).split("\n")]
    lines += [f"{obj.errors}    Errors", f"{obj.warnings}    Warnings"]
    usage = obj.usage
    if settings.symbols:
        if usage.macros:
            lines += reports.macros(usage)
        lines += reports.symbols(obj)
    if usage.crossing:
        lines += reports.cross_reference(usage)
    if usage.measuring:
        lines += reports.memory(usage)
    return "\n".join(paged(lines, settings, f"dsp56k assembler  {obj.ident.name}") if pages else lines) + "\n"


def _lines(line: ListingLine, total: int, clocks: bool, columns: ListingSettings | None) -> Iterator[str]:
    run = _place(line.run_space, line.run_address)
    load = _place(line.load_space, line.load_address) if line.load_space else ""
    words = [f"{word:06X}" for word in line.words]
    shown = words[0] if words else _value(line.value)
    count = f"[{line.clocks} - {total:>8}]" if clocks and line.clocks is not None else ""
    # The load address is there only while an overlay is made (ASM E.2).
    places = f"{run:<7}{load:<7}" if load else f"{run:<7}"
    head = f"{line.number:<6}{line.flag:<3} {places}"
    column = f"{count:<16}" if clocks else ""
    source = [line.text.expandtabs(8)] if columns is None else pretty(line.text, columns)
    yield f"{head}{shown:<7}{column}{source[0]}".rstrip()
    yield from (" " * len(f"{head}{shown:<7}{column}") + text for text in source[1:])
    for word in words[1:]:
        yield " " * len(head) + word


def _place(space: str, address: int | None) -> str:
    return f"{space}:{address:04X}" if address is not None else ""


def _value(value: int | float | None) -> str:
    if value is None:
        return ""
    return f"{value & _MASK:06X}" if isinstance(value, int) else f"{value:.6g}"
