"""The map file: sections by address and by name, symbols by name and by value (ASM, linker 1.4.3.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsp56k.asm.formats.listings.pagination import joined, paged
from dsp56k.asm.link.layout import relocation_of
from dsp56k.asm.link.linker import Linked
from dsp56k.asm.listing import ListingSettings
from dsp56k.objects.module import SymbolRecord
from dsp56k.objects.word_sizes import NO_SPACE, WORD_MASK


def map_text(linked: Linked) -> str:
    """Return the map of a link. MAP OPT records of the memory control file omit parts of it."""
    options = linked.control.map_options
    lines: list[str | ListingSettings]
    lines = ["Modules:", "", *(f"  {module.name}" for module in linked.modules)]
    blocks = sorted(_blocks(linked))
    if "NOSECADDR" not in options:
        lines += ["", "Sections by address:", "", _HEADING, *(_section(*block) for block in blocks)]
    if "NOSECNAME" not in options:
        by_name = sorted(blocks, key=lambda block: (block[3], block))
        lines += ["", "Sections by name:", "", _HEADING, *(_section(*block) for block in by_name)]
    symbols = [
        symbol
        for symbol in linked.obj.symbol_table
        if not ("NOCONST" in options and symbol.space == NO_SPACE)
        and not ("NOLOCAL" in options and symbol.section and not symbol.exported)
    ]
    if "NOSYMNAME" not in options:
        lines += ["", "Symbols by name:", ""]
        lines += [_symbol(symbol) for symbol in sorted(symbols, key=lambda symbol: (symbol.name, symbol.section))]
    if "NOSYMVAL" not in options:
        lines += ["", "Symbols by value:", ""]
        lines += [_symbol(symbol) for symbol in sorted(symbols, key=lambda symbol: (symbol.space, symbol.value))]
    lines += ["", *_overlaps(blocks)]
    if linked.unresolved:
        lines += ["Unresolved references:", "", *(f"  {name}" for name in linked.unresolved)]
    pages = linked.control.pages
    if pages is not None:
        lines = list(paged([pages, *lines], f"dsp56k linker  {linked.obj.ident.name}"))
    return joined(lines).rstrip("\n") + "\n"


_HEADING = "  Memory  Start  End    Length  Section"
_Block = tuple[tuple[str, str], int, int, str, str]
"""Memory space and counter (or mapping), address, size, section, and a remark."""


def _section(place: tuple[str, str], address: int, size: int, name: str, remark: str) -> str:
    return f"  {''.join(place):<8}{address:04X}   {address + size - 1:04X}   {size:>6}  {name or 'GLOBAL'}{remark}"


def _blocks(linked: Linked) -> Iterator[_Block]:
    """Yield the blocks that the linker has located, and those whose addresses the assembler assigned."""
    for part in linked.layout.placed:
        if part.size:
            yield part.counter, part.address, part.size, part.section, ""
    for module in linked.modules:
        sections = relocation_of(module.obj).sections
        for run in module.obj.runs:
            if run.base is None and run.words:
                place = run.space, run.mapping
                yield place, run.address, run.locations, sections[run.section], f" (absolute, {module.name})"


def _symbol(symbol: SymbolRecord) -> str:
    value = f"{symbol.value & WORD_MASK:06X}" if isinstance(symbol.value, int) else f"{symbol.value:.6g}"
    return f"  {symbol.name:<24} {symbol.space}  {value:<14} {symbol.section or 'GLOBAL'}"


def _overlaps(blocks: Iterable[_Block]) -> Iterator[str]:
    """Yield the first addresses of blocks that lie in another block, storage without words included."""
    spaces = (
        (space, address, address + size)
        for (owner, _), address, size, _, _ in blocks
        for space in ("XY" if owner == "L" else owner)
    )
    last = "", 0
    for space, start, end in sorted(spaces):
        if (space, start) < last:
            yield f"Memory overlap at {space}:{start:04X}"
        last = max(last, (space, end))
