"""The load file, LOD: text records _START _DATA _COMMENT _SYMBOL _END (ASM appendix G).

Three styles are in the field: those of the assemblers and of the linker of 1989 to 1993, which write LOD themselves,
and that of CLDLOD, which converts a COFF file and lists every symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dsp56k.asm.formats.symbol_table import exponential, in_file_order, written
from dsp56k.objects.module import UNNAMED, Module, ObjectComment, Run, SymbolRecord
from dsp56k.objects.word_sizes import LONG_MASK, WORD_MASK

MACHINE = "DSP56000"


@dataclass(frozen=True, slots=True)
class LodStyle:
    """The differences between the writers of LOD files.

    The early ones put symbols in the order of their names, with one space after a long one, and floating point values
    as `0.001512` (the example of ASM G.3; the Music Kit's `mkmon8k.lod` of 1989).
    """

    words_per_line: int
    name_width: int
    name_gap: int
    all_symbols: bool
    blank_before_end: bool
    newline: str
    version_end: str
    joins_runs: bool
    short_start: bool = False


CLDLOD = LodStyle(8, 21, 2, all_symbols=True, blank_before_end=True, newline="\n", version_end=" ", joins_runs=False)
ASM31 = LodStyle(10, 17, 1, all_symbols=False, blank_before_end=False, newline="\r\n", version_end="", joins_runs=True)
LNK56000 = replace(ASM31, words_per_line=11, short_start=True)


def lod_text(obj: Module, style: LodStyle = CLDLOD, version: str | None = None) -> str:
    """Return an object file as LOD text. `version` replaces the version of the tool that wrote the file in _START."""
    lines = [*start_record(obj, style, version or obj.tool), *_records(obj, style), *_symbols(obj, style)]
    if style.blank_before_end:
        lines.append("")
    lines.append("_END" if obj.start is None else f"_END {obj.start:04X}")
    return style.newline.join(lines) + style.newline


def start_record(obj: Module, style: LodStyle, version: str) -> Iterator[str]:
    """Yield the line of _START and that of IDENT's comment; none for a file that does not name its module."""
    ident = obj.ident
    if ident == UNNAMED:
        return
    name = ident.name.upper() if ident.from_file else ident.name
    origin = "" if style.short_start else f" {obj.errors:04X} {MACHINE} {version}{style.version_end}"
    yield f"_START {name} {ident.version:04X} {ident.revision:04X}{origin}"
    yield ident.comment


def _records(obj: Module, style: LodStyle) -> Iterator[str]:
    for record in joined(obj.records) if style.joins_runs else obj.records:
        if isinstance(record, ObjectComment):
            yield "_COMMENT"
            yield record.text
        else:
            yield from _data(record, style)


def joined(records: Sequence[Run | ObjectComment]) -> list[Run | ObjectComment]:
    """Return the records; a run that an ORG began where the last one ended is appended to that one."""
    result: list[Run | ObjectComment] = []
    for record in records:
        last = result[-1] if result else None
        if isinstance(record, Run) and isinstance(last, Run) and _continues(last, record):
            result[-1] = replace(last, words=last.words + record.words)
        else:
            result.append(record)
    return result


def _continues(last: Run, run: Run) -> bool:
    return (
        (last.space, last.run_space, last.mapping) == (run.space, run.run_space, run.mapping)
        and last.address + last.locations == run.address
        and last.run_address + last.locations == run.run_address
    )


def _data(run: Run, style: LodStyle) -> Iterator[str]:
    yield f"_DATA {run.space}{run.mapping} {run.address:04X}"
    for first in range(0, len(run.words), style.words_per_line):
        yield "".join(f"{word:06X} " for word in run.words[first : first + style.words_per_line])


def _symbols(obj: Module, style: LodStyle) -> Iterator[str]:
    if style.all_symbols:
        symbols = in_file_order(written(obj))
    else:
        wanted = set(obj.exported_symbols)
        symbols = sorted((s for s in written(obj) if s.name in wanted), key=lambda symbol: symbol.name)
    space = ""
    for symbol in symbols:
        if symbol.space != space:
            space = symbol.space
            yield f"_SYMBOL {space}"
        yield f"{symbol.name:<{style.name_width - style.name_gap}}{' ' * style.name_gap}{_value(symbol, style)}"


def _value(symbol: SymbolRecord, style: LodStyle) -> str:
    value = symbol.value
    if isinstance(value, float):
        # 0.0 has no sign here, as it has in listings.
        return f"F {exponential(value + 0.0) if style.all_symbols else f'{value + 0.0:<13f}'}"
    mask, digits = (WORD_MASK, 6) if -WORD_MASK <= value <= WORD_MASK else (LONG_MASK, 12)
    return f"I {value & mask:0{digits}X}"
