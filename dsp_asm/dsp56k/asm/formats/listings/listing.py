"""The listing: line number, flag, addresses, words, clocks, source (ASM appendix E, figure E-3)."""

from __future__ import annotations

from collections.abc import Iterator

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import INCLUDED, Diagnostic, Severity
from dsp56k.asm.formats.listings import summaries
from dsp56k.asm.formats.listings.pagination import Control, joined, long_label, paged, pretty
from dsp56k.asm.formats.symbol_table import exponential
from dsp56k.asm.listing import CONTROL, DATA, FORM_FEED, ListingLine, ListingSettings
from dsp56k.asm.object_file import ObjectFile
from dsp56k.asm.source.files import as_read
from dsp56k.objects.word_sizes import WORD_MASK

# Shown length of a line whose source is blank.
_BLANK = 7


def listing_text(obj: ObjectFile, *, clocks: bool = True, pages: bool = False) -> str:
    """Return the listing of an assembly.

    Args:
        obj: The object file.
        clocks: Show [clocks of the instruction - clocks so far], without wait states; OPT CC enables it,
            too.
        pages: Write pages with banner, title and margins of PAGE, and source fields in columns (ASM E.2).
    """
    settings = obj.listing_settings
    lines: list[str | ListingSettings] = []
    if settings.title and not pages:
        lines += [settings.title, settings.subtitle, ""]
    body = _Body(settings, clocks=clocks, pages=pages)
    for line in obj.listing:
        if line.diagnostic is not None or not settings.inhibited:
            lines += body.lines(line)
    # It may restore the printer after the last line, so everything else comes first (ASM chapter 6, PRCTL).
    last = len(lines)
    while last and isinstance(lines[last - 1], Control):
        last -= 1
    lines, restoring = [*lines[:last], settings], lines[last:]
    lines.append("")
    # Motorola's listings have no warning of overlaps, and do not count it.
    warnings = obj.warnings - sum(found.code == messages.WORDS_LOST.code for found in obj.diagnostics)
    lines += [f"{obj.errors}    Errors", f"{warnings}    Warnings"]
    lines += ["", ""] if pages else []
    usage = obj.usage
    if settings.symbols:
        lines += summaries.definitions(usage, body.long_labels)
        lines += summaries.symbols(obj)
    if usage.crossing:
        lines += summaries.cross_reference(usage, body.long_labels)
    if usage.measuring:
        lines += summaries.memory(usage)
    lines += restoring
    return joined(paged(lines, f"dsp56k assembler  {obj.ident.name}") if pages else lines)


class _Body:
    """The lines of the source; `long_labels` has the numbers of those whose label has a separate line."""

    def __init__(self, final: ListingSettings, *, clocks: bool, pages: bool) -> None:
        self.long_labels: list[int] = []
        self._clocks = clocks
        self._pages = pages
        self._final = final
        self._given: ListingSettings | None = None
        self._settings = final

    def lines(self, line: ListingLine) -> Iterator[str | ListingSettings]:
        """Yield the text of one line of the listing, after its settings if they are new."""
        if line.settings is not self._given:
            self._given = line.settings
            self._settings = line.settings.after(self._final)
            yield self._settings
        settings = self._settings
        if line.diagnostic is not None:
            yield _message(self._number(line), line.diagnostic)
        elif line.flag == CONTROL:
            yield Control(line.text)
        elif line.text == FORM_FEED:
            yield from [FORM_FEED] if self._pages else []
        else:
            columns = settings.pretty if settings.pretty is not None else self._pages
            in_columns = columns and not line.raw
            text = as_read(line.text)
            if in_columns and (label := long_label(text, settings)):
                # It has a separate line and line number.
                yield f"{self._number(line):<{33 if line.overlay else 25}}{label}"
                self.long_labels.append(line.number)
            yield from self._statement(line, text, in_columns)

    def _number(self, line: ListingLine) -> int:
        return line.number + len(self.long_labels)

    def _statement(self, line: ListingLine, text: str, in_columns: bool) -> Iterator[str]:
        """Yield number and flag, runtime and load address, word or value, clocks, source; the other words below.

        Those of a DC have their addresses and the flag (ASM E.2).
        """
        run, load = _place(line.run_space, line.run_address), _place(line.load_space, line.load_address)
        words = [f"{word:06X}" for word in line.words]
        # The letter, the plus sign and the nesting level (OPT NL) have separate columns.
        letter = line.flag.rstrip("+0123456789")
        plus, level = line.flag.count("+"), line.flag.lstrip(f"{letter}+")
        constants = letter == DATA
        flags = f"{'+' * plus:<1}{level:<3}"
        head = f"{self._number(line):<5}{'' if constants else letter:<1}{flags}"
        # The load address is shown only while an overlay is generated (ASM E.2).
        places = f"{run:<7}{load:<7}" if line.overlay else f"{run:<7}"
        if run:
            head += f"{places}{words[0] if words else '':<8}"
        else:
            head += f"{_value(line.value):<{len(places) + 8}}"
        if self._clocks or self._settings.cycles:
            count = f"[{line.clocks} - {line.total:>8}]" if line.clocks is not None else ""
            head += f"{count:<15}"
        # The operations of a body that is stored or skipped are not looked up, so that moves are not recognised.
        told = not letter or constants
        source = pretty(text, self._settings, told=told) if in_columns else [text.expandtabs(8)]
        yield f"{head}{source[0]}".rstrip() if source[0].strip() else head[:_BLANK]
        yield from (" " * len(head) + folded for folded in source[1:])
        for index, word in enumerate(words[1:], start=1):
            if constants and line.run_address is not None:
                ahead = index // 2 if line.run_space == "L" else index
                run = _place(line.run_space, line.run_address + ahead)
                load = _place(line.load_space, line.load_address + ahead) if line.load_address is not None else ""
                places = f"{run:<7}{load:<7}" if line.overlay else f"{run:<7}"
                yield f"{'':<5}{DATA}{flags}{places}{word}"
            else:
                yield " " * (10 + len(places)) + word


def _message(number: int, diagnostic: Diagnostic) -> str:
    """Return `**** 12 [file.asm 10]: ERROR --- text`, as in listings of 6.3.4: lines of listing and source file.

    An expansion of a macro or DUP has the line of its call in the file.
    """
    place = (diagnostic.span.file, diagnostic.span.line) if diagnostic.span is not None else None
    for frame in diagnostic.chain:
        if frame.kind == INCLUDED:
            break
        place = (frame.file, frame.line)
    where = f" [{place[0]} {place[1]}]" if place is not None else ""
    severity = "" if diagnostic.severity is Severity.MESSAGE else f"{diagnostic.severity.value.upper()} --- "
    return f"**** {number}{where}: {severity}{diagnostic.message}"


def _place(space: str, address: int | None) -> str:
    return f"{space}:{address:04X}" if address is not None else ""


def _value(value: int | float | None) -> str:
    if value is None:
        return ""
    return f"{value & WORD_MASK:06X}" if isinstance(value, int) else exponential(value)
