"""Queries about a position in a file: hover, definition, references, inlay hints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from dsp56k.asm import Diagnostic, Span, SymbolRecord, assemble
from dsp56k.asm.instructions.encoder import MNEMONICS_OF
from dsp56k.asm.source.files import SUPPLIED, find
from dsp56k.asm.source.statements import split
from dsp56k.isa import REGISTERS
from dsp56k.language import instruction_info, keyword_info, peripherals
from dsp56k.language.analysis import Analysis, value_of
from dsp56k.language.project import real
from dsp56k.language.symbol_index import SymbolOccurrence, is_name, opens_file, same
from dsp56k.language.tokenizer import token_at, tokens
from dsp56k.language.view import SourceRange, View

# Errors of a line that no other line can change: those in the spelling of operands and expressions.
_OWN_MISTAKES = ("A0202", "A03", "A060", "A0645", "A0646", "A0647", "A0648", "A0649", "A0650", "A0654", "A0655")
_NOT_OWN = ("A0316", "A0314", "A0330", "A0608", "A0609")
_COMMENT_LINES = 12
MAX_FOUND = 500
"""Maximum number of symbols in the response to a search: an editor searches again when more letters are typed."""


def hover(view: View, line: int, column: int) -> str:
    """Return Markdown about the word at a position; "" if there is nothing to show."""
    text = view.lines[line]
    token = token_at(text, column)
    if token is None:
        return ""
    match token.sort:
        case "instruction":
            words = view.analysis.instructions.get((str(view.path), line + 1), ()) if view.analysis is not None else ()
            return instruction_info.explain_instruction(words) or instruction_info.describe_mnemonic(token.text)
        case "register":
            register = REGISTERS[token.text.upper()]
            made_of = f", made of {', '.join(register.parts)}" if register.parts else ""
            return f"**{register.name}** register of {register.width} bits{made_of}"
        case "number":
            return peripherals.at_address(_number(token.text))
        case "label" | "symbol":
            known = peripherals.by_equate(token.text) or _register_at(_record(view, token.text))
            shown = _symbol(view, token.text) or _written(view, line, column)
            return "\n\n".join(part for part in (shown, known) if part)
        case "macro":
            return _written(view, line, column)
        case "directive" | "function":
            find_keyword = keyword_info.directive if token.sort == "directive" else keyword_info.function
            known_keyword = find_keyword(token.text)
            return known_keyword.text if known_keyword is not None else ""
        case _:
            return ""


def _number(text: str) -> int:
    """Return the value of a number in hexadecimal, binary or decimal; -1 if the text is another number."""
    base = {"$": 16, "%": 2}.get(text[0], 10)
    try:
        return int(text.lstrip("$%`"), base)
    except ValueError:
        return -1


def _record(view: View, name: str) -> SymbolRecord | None:
    own = view.analysis.symbol(name) if view.analysis is not None else None
    return own or find_external(view, name)


def _register_at(record: SymbolRecord | None) -> str:
    """Return the description of the register at the address that a symbol has."""
    if record is None or record.base is not None or record.expression:
        return ""
    return peripherals.at_address(int(record.value))


def _symbol(view: View, name: str) -> str:
    record = _record(view, name)
    if record is None:
        return ""
    section = f", section {record.section}" if record.section else ""
    value = f"`{value_of(record)}`" + (f" = {record.value}" if record.base is None and not record.expression else "")
    lines = [f"**{record.name}** ({record.kind}{section}): {value}"]
    if record.span is not None:
        lines += ["", *_source(view, real(record.span.file), record.span.line - 1)]
    return "\n".join(lines)


def _written(view: View, line: int, column: int) -> str:
    """Return the definition of a name, as it is written."""
    found = definition(view, line, column)
    return "\n".join(_source(view, found.path, found.line)) if found is not None else ""


def _source(view: View, path: Path, line: int) -> list[str]:
    """Return a line of source as Markdown, and the comment above it."""
    lines = view.lines_of(path)
    if not 0 <= line < len(lines):
        return []
    first = line
    while first > max(0, line - _COMMENT_LINES) and lines[first - 1].startswith((";", "*")):
        first -= 1
    return ["```dsp56k", *lines[first : line + 1], "```"]


def definition(view: View, line: int, column: int) -> SourceRange | None:
    """Return the definition of a symbol, macro, DEFINE or dummy argument at a position, or the file of an INCLUDE."""
    parts = split(view.lines[line])
    if opens_file(parts) and parts.operands_column <= column:
        name = parts.operands.strip("'\"")
        folders = [view.path.parent, None, *reversed(view.project.include_paths), SUPPLIED]
        path = find(name, folders)
        return SourceRange(real(path), 0, 0, 0) if path is not None else None
    place = view.names.at(line, column)
    if place is None:
        return None
    if place.scope[0] not in ("local", "macro") and view.analysis is not None:
        if split(view.lines[line]).operation_column == place.column and (span := view.analysis.macros.get(place.name)):
            return _range(span)
        section = place.scope[0].removeprefix("section ")
        record = view.analysis.symbol(place.name, section)
        if record is not None and record.span is not None:
            return _range(record.span)
        if (external := find_external(view, place.name)) is not None and external.span is not None:
            return _range(external.span)
    return next((where for where, defines in _same(view, place) if defines), None)


def _range(span: Span) -> SourceRange:
    return SourceRange(real(span.file), span.line - 1, span.column - 1, span.column - 1 + span.length)


def find_external(view: View, name: str) -> SymbolRecord | None:
    """Return the symbol of another module that a name refers to."""
    return next((record for module in view.modules if (record := module.public.get(name)) is not None), None)


def references(view: View, line: int, column: int) -> list[SourceRange]:
    """Return every occurrence of the name at a position, in all files of the program."""
    place = view.names.at(line, column)
    return [where for where, _ in _same(view, place)] if place is not None and is_name(place.name) else []


def _same(view: View, place: SymbolOccurrence) -> Iterator[tuple[SourceRange, bool]]:
    names = {path: view.names_of(path) for path in sorted(view.files_with(place.name))}
    for path, found in same(place, view.path, names):
        yield SourceRange(path, found.line, found.column, found.end), found.defines


def highlights(view: View, line: int, column: int) -> list[tuple[SourceRange, bool]]:
    """Return the occurrences in this file of the name at a position, and whether each is a definition."""
    place = view.names.at(line, column)
    if place is None or not is_name(place.name):
        return []
    return [(where, defines) for where, defines in _same(view, place) if where.path == view.path]


class ProgramSymbol(NamedTuple):
    """A symbol or macro of a program: its name, section, sort and definition."""

    name: str
    section: str
    is_macro: bool
    where: SourceRange


def search_symbols(analyses: Iterable[Analysis], query: str) -> list[ProgramSymbol]:
    """Return the symbols of programs whose names contain the letters of a query in their order, in any case."""
    wanted = query.lower()

    def is_found(name: str) -> bool:
        letters = iter(name.lower())
        return all(letter in letters for letter in wanted)

    found: dict[ProgramSymbol, None] = {}
    for analysis in analyses:
        for record in analysis.obj.symbol_table:
            if record.span is not None and is_found(record.name):
                found[ProgramSymbol(record.name, record.section, False, _range(record.span))] = None
        for name, span in analysis.macros.items():
            if is_found(name):
                found[ProgramSymbol(name, "", True, _range(span))] = None
    return sorted(found, key=lambda symbol: (len(symbol.name), symbol))[:MAX_FOUND]


class InlayHint(NamedTuple):
    """Clocks, shown after a line's code."""

    line: int
    column: int
    clocks: int
    tip: str


def inlay_hints(view: View, first: int, last: int) -> list[InlayHint]:
    """Return the clocks of the lines from `first` up to `last`, without wait states."""
    if view.analysis is None:
        return []
    found = []
    name, mnemonics = str(view.path), MNEMONICS_OF[view.analysis.chip]
    for line in range(first, min(last, len(view.lines))):
        parts = split(view.lines[line])
        words = view.analysis.instructions.get((name, line + 1)) if parts.key in mnemonics else None
        clocks = instruction_info.clocks_of(words) if words is not None else None
        if clocks is not None:
            end = (
                parts.operands_column + len(parts.operands)
                if parts.operands
                else parts.operation_column + len(parts.key)
            )
            found.append(InlayHint(line, end, clocks, "oscillator clocks with all memory internal"))
    return found


@lru_cache(maxsize=2000)
def syntax_errors(line: str) -> tuple[Diagnostic, ...]:
    """Return the syntax errors of a line, which no other line can mend."""
    if not any(token.sort == "instruction" for token in tokens(line)):
        return ()
    found = assemble(f" org p:\n{line}\n").diagnostics
    return tuple(
        entry
        for entry in found
        if entry.span is not None and entry.code.startswith(_OWN_MISTAKES) and entry.code not in _NOT_OWN
    )
