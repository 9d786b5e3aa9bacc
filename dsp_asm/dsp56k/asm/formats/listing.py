"""The listing: line number, flag, addresses, words, clocks, source (ASM appendix E, figure E-3)."""

from __future__ import annotations

from collections.abc import Iterator

from dsp56k.asm.objectfile import ListingLine, ObjectFile
from dsp56k.asm.render import render

_MASK = 0xFFFFFF


def listing_text(obj: ObjectFile, *, clocks: bool = True) -> str:
    """The listing of an assembly.

    Args:
        obj: The object file.
        clocks: Whether to show [clocks of the instruction - clocks so far], without wait states; OPT CC asks for it
            too.
    """
    settings = obj.listing_settings
    lines: list[str] = []
    if settings.title:
        lines += [settings.title, settings.subtitle, ""]
    total = 0
    if not settings.inhibited:
        for line in obj.listing:
            total += line.clocks or 0
            lines += _lines(line, total, clocks or settings.cycles)
    lines += [render(diagnostic) for diagnostic in obj.diagnostics]
    lines += [f"{obj.errors}    Errors", f"{obj.warnings}    Warnings"]
    if settings.symbols:
        lines += _symbols(obj)
    return "\n".join(lines) + "\n"


def _lines(line: ListingLine, total: int, clocks: bool) -> Iterator[str]:
    run = _place(line.run_space, line.run_address)
    load = _place(line.load_space, line.load_address) if line.load_space else ""
    words = [f"{word:06X}" for word in line.words]
    shown = words[0] if words else _value(line.value)
    count = f"[{line.clocks} - {total:>8}]" if clocks and line.clocks is not None else ""
    # The load address is there only while an overlay is made (ASM E.2).
    places = f"{run:<7}{load:<7}" if load else f"{run:<7}"
    head = f"{line.number:<6}{line.flag:<3} {places}"
    column = f"{count:<16}" if clocks else ""
    yield f"{head}{shown:<7}{column}{line.text.expandtabs(8)}".rstrip()
    for word in words[1:]:
        yield " " * len(head) + word


def _place(space: str, address: int | None) -> str:
    return f"{space}:{address:04X}" if address is not None else ""


def _value(value: int | float | None) -> str:
    if value is None:
        return ""
    return f"{value & _MASK:06X}" if isinstance(value, int) else f"{value:.6g}"


def _symbols(obj: ObjectFile) -> Iterator[str]:
    yield ""
    yield "Symbols:"
    yield ""
    yield "Name            Type   Value     Section           Attributes"
    yield ""
    for symbol in sorted(obj.symbol_table, key=lambda symbol: symbol.name):
        kind, value = (
            ("int", f"{symbol.value & _MASK:08X}") if isinstance(symbol.value, int) else ("flt", f"{symbol.value:.6g}")
        )
        attribute = "SET" if symbol.kind == "set" else "GLOBAL" if not symbol.section or symbol.exported else "LOCAL"
        yield f"{symbol.name:.<16}{kind:<7}{value:<10}{symbol.section:<18}{attribute}"
