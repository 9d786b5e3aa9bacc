"""Queries about a position in a file: hover, definition, references, rename, inlay hints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from dsp56k.asm import Diagnostic, assemble
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.instructions.encoder import MNEMONICS
from dsp56k.asm.program.symbols import RESERVED, check_name
from dsp56k.asm.source.files import SUPPLIED, as_read, find
from dsp56k.asm.source.statements import split
from dsp56k.isa import REGISTERS
from dsp56k.isa.errors import Dsp56kError
from dsp56k.language import instruction_info, peripherals
from dsp56k.language.analysis import Analysis, Project, analyze, real, same_program, value_of
from dsp56k.language.symbol_index import FileSymbols, SymbolOccurrence, is_name, names_of, opens_file, same
from dsp56k.language.tokenizer import token_at, tokens
from dsp56k.system.text import decode_lines

# Errors of a line that no other line can change: those in the spelling of operands and expressions.
_OWN_MISTAKES = ("A0202", "A03", "A060", "A0645", "A0646", "A0647", "A0648", "A0649", "A0650", "A0654", "A0655")
_NOT_OWN = ("A0316", "A0314", "A0330", "A0608", "A0609")
_COMMENT_LINES = 12


class RenameError(Dsp56kError):
    """A name cannot be used: it is invalid, it is taken, or the program would change."""


class SourceRange(NamedTuple):
    """A range of a line (from 0) in a file."""

    path: Path
    line: int
    first: int
    last: int


@dataclass(frozen=True)
class View:
    """A file in an editor, its program, and the contents of all open documents.

    A file that is not open has no lines.
    """

    path: Path
    lines: Sequence[str]
    analysis: Analysis | None
    texts: Mapping[Path, str]
    project: Project

    def lines_of(self, path: Path) -> Sequence[str]:
        """Return the lines of a file of the program, from the editor or from the disk; empty if it cannot be read."""
        if path == self.path and self.lines:
            return self.lines
        if (text := self.texts.get(path)) is not None:
            return text.splitlines()
        try:
            return [as_read(line) for line in decode_lines(path.read_bytes(), "latin-1")]
        except OSError:
            return []

    @property
    def files(self) -> frozenset[Path]:
        """Every file of the program, at least this one."""
        return (self.analysis.files if self.analysis is not None else frozenset()) | {self.path}


def hover(view: View, line: int, column: int) -> str:
    """Return Markdown about the word at a position; "" if there is nothing to show."""
    text = view.lines[line]
    token = token_at(text, column)
    if token is None:
        return ""
    match token.sort:
        case "instruction":
            placed = view.analysis.placed.get((str(view.path), line + 1)) if view.analysis is not None else None
            words = placed.words if placed is not None and placed.space == "P" else ()
            return instruction_info.explain_instruction(words) or instruction_info.describe_mnemonic(token.text)
        case "register":
            register = REGISTERS[token.text.upper()]
            made_of = f", made of {', '.join(register.parts)}" if register.parts else ""
            return f"**{register.name}** register of {register.width} bits{made_of}"
        case "number":
            return peripherals.at_address(_number(token.text))
        case "label" | "symbol":
            record = view.analysis.symbol(token.text) if view.analysis is not None else None
            known = peripherals.by_equate(token.text) or (peripherals.at_address(int(record.value)) if record else "")
            shown = _symbol(view, token.text) or _written(view, line, column)
            return "\n\n".join(part for part in (shown, known) if part)
        case "macro":
            return _written(view, line, column)
        case _:
            return ""


def _number(text: str) -> int:
    """Return the value of a number in hexadecimal, binary or decimal; -1 if the text is another number."""
    base = {"$": 16, "%": 2}.get(text[0], 10)
    try:
        return int(text.lstrip("$%`"), base)
    except ValueError:
        return -1


def _symbol(view: View, name: str) -> str:
    record = view.analysis.symbol(name) if view.analysis is not None else None
    if record is None:
        return ""
    section = f", section {record.section}" if record.section else ""
    lines = [f"**{record.name}** ({record.kind}{section}): `{value_of(record)}` = {record.value}"]
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
    place = names_of(view.lines).at(line, column)
    if place is None:
        return None
    if place.scope[0] not in ("local", "macro") and view.analysis is not None:
        if split(view.lines[line]).operation_column == place.column and (span := view.analysis.macros.get(place.name)):
            return SourceRange(real(span.file), span.line - 1, span.column - 1, span.column - 1 + span.length)
        section = place.scope[0].removeprefix("section ")
        record = view.analysis.symbol(place.name, section)
        if record is not None and record.span is not None:
            span = record.span
            return SourceRange(real(span.file), span.line - 1, span.column - 1, span.column - 1 + span.length)
    return next((where for where, defines in _same(view, place) if defines), None)


def references(view: View, line: int, column: int) -> list[SourceRange]:
    """Return every occurrence of the name at a position, in all files of the program."""
    place = names_of(view.lines).at(line, column)
    return [where for where, _ in _same(view, place)] if place is not None and is_name(place.name) else []


def _same(view: View, place: SymbolOccurrence) -> Iterator[tuple[SourceRange, bool]]:
    names: dict[Path, FileSymbols] = {path: names_of(view.lines_of(path)) for path in sorted(view.files)}
    for path, found in same(place, view.path, names):
        yield SourceRange(path, found.line, found.column, found.end), found.defines


def rename_edits(view: View, line: int, column: int, new: str) -> list[SourceRange]:
    """Return the ranges to change so that the name at a position becomes another.

    Raises:
        RenameError: There is no name, the new one is invalid or taken, or the words would change.
    """
    places = references(view, line, column)
    if not places:
        raise RenameError("cannot rename: no symbol at this position")
    old = view.lines[line][places[0].first : places[0].last] if places[0].path == view.path else ""
    word = token_at(view.lines[line], column)
    old = word.text if word is not None else old
    try:
        check_name(new)
    except SourceError as error:
        raise RenameError(f"{new}: {error}") from error
    if new.upper() in RESERVED or not is_name(new):
        raise RenameError(f"cannot rename to {new}: it is a reserved word of the assembler")
    if old.startswith("_") != new.startswith("_"):
        raise RenameError("cannot rename: a local name must begin with an underscore, and other names must not")
    if view.analysis is not None:
        _check_unchanged(view, places, new)
    return places


def _check_unchanged(view: View, places: Sequence[SourceRange], new: str) -> None:
    """Assemble the program with the new name, and check that its words do not change."""
    assert view.analysis is not None
    texts = dict(view.texts)
    for path in {place.path for place in places}:
        lines = list(view.lines_of(path))
        for place in sorted((place for place in places if place.path == path), reverse=True):
            text = lines[place.line]
            lines[place.line] = text[: place.first] + new + text[place.last :]
        texts[path] = "\n".join(lines) + "\n"
    root = view.analysis.root
    before, after = analyze(root, view.texts, view.project).obj, analyze(root, texts, view.project).obj
    if not same_program(before, after):
        raise RenameError(
            f"cannot rename to {new}: the program would change, because the name is in use or occurs in replaced text"
        )


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
    name = str(view.path)
    for line in range(first, min(last, len(view.lines))):
        parts = split(view.lines[line])
        placed = view.analysis.placed.get((name, line + 1)) if parts.key in MNEMONICS else None
        clocks = instruction_info.clocks_of(placed.words) if placed is not None and placed.space == "P" else None
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
