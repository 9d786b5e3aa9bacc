"""What is asked of a place in a file: what stands there, where it is defined and used, what it may be called."""

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
from dsp56k.asm.source.files import as_read, find
from dsp56k.asm.source.statements import split
from dsp56k.isa import REGISTERS
from dsp56k.isa.errors import Dsp56kError
from dsp56k.language import costs
from dsp56k.language.analysis import Analysis, Project, analyse, real, same_program, value_of
from dsp56k.language.lines import token_at, tokens
from dsp56k.language.places import Names, Place, is_name, names_of, opens_file, same
from dsp56k.system.text import decode_lines

# Mistakes that a line has by itself, whatever stands around it: spelling of operands and expressions.
_OWN_MISTAKES = ("A0202", "A03", "A060", "A0645", "A0646", "A0647", "A0648", "A0649", "A0650", "A0654", "A0655")
_NOT_OWN = ("A0316", "A0314", "A0330", "A0608", "A0609")
_COMMENT_LINES = 12


class RenameError(Dsp56kError):
    """A name that cannot be given: it is none, it is taken, or the program would change."""


class Where(NamedTuple):
    """A stretch of a line (from 0) in a file."""

    path: Path
    line: int
    first: int
    last: int


@dataclass(frozen=True)
class View:
    """A file as an editor shows it (without lines if it is not open), the program that it is a part of, and the texts
    of all files that are open.
    """

    path: Path
    lines: Sequence[str]
    analysis: Analysis | None
    texts: Mapping[Path, str]
    project: Project

    def lines_of(self, path: Path) -> Sequence[str]:
        """The lines of a file of the program: the editor's, else those on the disk; none where it cannot be read."""
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
        """Every file of the program, this one at least."""
        return (self.analysis.files if self.analysis is not None else frozenset()) | {self.path}


def hover(view: View, line: int, column: int) -> str:
    """What is known of the word at a place, as Markdown; "" if nothing is."""
    text = view.lines[line]
    token = token_at(text, column)
    if token is None:
        return ""
    match token.sort:
        case "instruction":
            placed = view.analysis.placed.get((str(view.path), line + 1)) if view.analysis is not None else None
            words = placed.words if placed is not None and placed.space == "P" else ()
            return costs.explained(words) or costs.described(token.text)
        case "register":
            register = REGISTERS[token.text.upper()]
            made_of = f", made of {', '.join(register.parts)}" if register.parts else ""
            return f"**{register.name}** register of {register.width} bits{made_of}"
        case "label" | "symbol":
            return _symbol(view, token.text) or _written(view, line, column)
        case "macro":
            return _written(view, line, column)
        case _:
            return ""


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
    """The definition of a name, as it is written."""
    found = definition(view, line, column)
    return "\n".join(_source(view, found.path, found.line)) if found is not None else ""


def _source(view: View, path: Path, line: int) -> list[str]:
    """A line of source as Markdown, and the comment above it."""
    lines = view.lines_of(path)
    if not 0 <= line < len(lines):
        return []
    first = line
    while first > max(0, line - _COMMENT_LINES) and lines[first - 1].startswith((";", "*")):
        first -= 1
    return ["```dsp56k", *lines[first : line + 1], "```"]


def definition(view: View, line: int, column: int) -> Where | None:
    """Where the word at a place is defined: symbol, macro, DEFINE, dummy argument; the file that an INCLUDE names."""
    parts = split(view.lines[line])
    if opens_file(parts) and parts.operands_column <= column:
        name = parts.operands.strip("'\"")
        folders = [view.path.parent, None, *reversed(view.project.include_paths)]
        path = find(name, folders)
        return Where(real(path), 0, 0, 0) if path is not None else None
    place = names_of(view.lines).at(line, column)
    if place is None:
        return None
    if place.scope[0] not in ("local", "macro") and view.analysis is not None:
        if split(view.lines[line]).operation_column == place.column and (span := view.analysis.macros.get(place.name)):
            return Where(real(span.file), span.line - 1, span.column - 1, span.column - 1 + span.length)
        section = place.scope[0].removeprefix("section ")
        record = view.analysis.symbol(place.name, section)
        if record is not None and record.span is not None:
            span = record.span
            return Where(real(span.file), span.line - 1, span.column - 1, span.column - 1 + span.length)
    return next((where for where, defines in _same(view, place) if defines), None)


def references(view: View, line: int, column: int) -> list[Where]:
    """Every place of the name at a place, in all files of the program."""
    place = names_of(view.lines).at(line, column)
    return [where for where, _ in _same(view, place)] if place is not None and is_name(place.name) else []


def _same(view: View, place: Place) -> Iterator[tuple[Where, bool]]:
    names: dict[Path, Names] = {path: names_of(view.lines_of(path)) for path in sorted(view.files)}
    for path, found in same(place, view.path, names):
        yield Where(path, found.line, found.column, found.end), found.defines


def renamed(view: View, line: int, column: int, new: str) -> list[Where]:
    """The places to be changed so that the name at a place becomes another.

    Raises:
        RenameError: there is no name, the new one is none or taken, or the words would not stay as they are.
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


def _check_unchanged(view: View, places: Sequence[Where], new: str) -> None:
    """Assemble the program with the new name: it has to be the same."""
    assert view.analysis is not None
    texts = dict(view.texts)
    for path in {place.path for place in places}:
        lines = list(view.lines_of(path))
        for place in sorted((place for place in places if place.path == path), reverse=True):
            text = lines[place.line]
            lines[place.line] = text[: place.first] + new + text[place.last :]
        texts[path] = "\n".join(lines) + "\n"
    root = view.analysis.root
    before, after = analyse(root, view.texts, view.project).obj, analyse(root, texts, view.project).obj
    if not same_program(before, after):
        raise RenameError(
            f"cannot rename to {new}: the program would change, because the name is in use or occurs in replaced text"
        )


class Hint(NamedTuple):
    """Clocks after a line's code."""

    line: int
    column: int
    clocks: int
    tip: str


def hints(view: View, first: int, last: int) -> list[Hint]:
    """The clocks of the lines from `first` to before `last`, wait states left out."""
    if view.analysis is None:
        return []
    found = []
    name = str(view.path)
    for line in range(first, min(last, len(view.lines))):
        parts = split(view.lines[line])
        placed = view.analysis.placed.get((name, line + 1)) if parts.key in MNEMONICS else None
        clocks = costs.clocks_of(placed.words) if placed is not None and placed.space == "P" else None
        if clocks is not None:
            end = (
                parts.operands_column + len(parts.operands)
                if parts.operands
                else parts.operation_column + len(parts.key)
            )
            found.append(Hint(line, end, clocks, "oscillator clocks with all memory internal"))
    return found


@lru_cache(maxsize=2000)
def own_mistakes(line: str) -> tuple[Diagnostic, ...]:
    """The mistakes of a line alone: those of spelling, which no other line can mend."""
    if not any(token.sort == "instruction" for token in tokens(line)):
        return ()
    found = assemble(f" org p:\n{line}\n").diagnostics
    return tuple(
        entry
        for entry in found
        if entry.span is not None and entry.code.startswith(_OWN_MISTAKES) and entry.code not in _NOT_OWN
    )
