"""Symbol index of a program: definitions and uses, by the rules of scope (ASM 2.2, 4.3, 5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.instructions.encoder import MNEMONICS
from dsp56k.asm.source.statements import Statement
from dsp56k.language.tokenizer import KEPT_LINES, Token, statement, token_at, tokens

Scope = tuple[str, int]
"""Scope of a name: ("", 0) is global; others are ("section NAME", 0), ("local", number of stretch), ("macro", line)."""
EVERYWHERE: Scope = ("", 0)

# Directives that skip their body, and the directive that ends it.
_BODIES = frozenset({"MACRO", "DUP", "DUPA", "DUPC", "DUPF"})
_MACRO, _END_BODY, _COMMENT, _SECTION, _END_SECTION = "MACRO", "ENDM", "COMMENT", "SECTION", "ENDSEC"
_EXPORTS = frozenset({"XDEF", "GLOBAL"})
_GLOBAL = "GLOBAL"
_INCLUDES = frozenset({"INCLUDE"})
_DEFINE = frozenset({"DEFINE"})
_NAMES_SECTION = frozenset({_SECTION})


class SymbolOccurrence(NamedTuple):
    """A name in a line (from 0) at a column (from 0)."""

    name: str
    line: int
    column: int
    defines: bool
    scope: Scope

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.name)


class Entry(NamedTuple):
    """An entry of the outline: a macro, a section or a label, with its last line."""

    name: str
    sort: str
    line: int
    last: int


@dataclass
class FileSymbols:
    """The names of one file, its outline, and the names that its sections export.

    `exported` has (name, section); the name "" is every name of a section that is GLOBAL.
    """

    lines: Sequence[str]
    places: dict[str, list[SymbolOccurrence]] = field(default_factory=dict)
    outline: list[Entry] = field(default_factory=list)
    exported: set[tuple[str, str]] = field(default_factory=set)

    def at(self, line: int, column: int) -> SymbolOccurrence | None:
        """Return the name at a position."""
        token = token_at(self.lines[line], column)
        if token is None:
            return None
        found = self.places.get(token.text, ())
        return next((place for place in found if (place.line, place.column) == (line, token.column)), None)


class _Reader:
    """Reads the lines of a file once, and tracks the current macro, section, and stretch of local labels."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.names = FileSymbols(lines)
        self.sections: list[tuple[str, int]] = []
        self.stretch = 0
        self.bodies: list[tuple[str, int, frozenset[str]]] = []
        self.delimiter = ""

    def read(self) -> FileSymbols:
        for number, text in enumerate(self.names.lines):
            if self.delimiter:
                if self.delimiter in text:
                    self.delimiter = ""
                continue
            parts, named = _statement(text)
            if parts.key or parts.label:
                self._read(number, parts, named)
        return self.names

    def _read(self, number: int, parts: Statement, named: tuple[Token, ...]) -> None:
        key = parts.key
        if key == _COMMENT and parts.operands:
            self.delimiter = "" if parts.operands[0] in parts.operands[1:] else parts.operands[0]
            return
        if key in _BODIES:
            dummies = _dummies(parts)
            self.bodies.append((parts.label if key == _MACRO else "", number, dummies))
        if self._begins_stretch(parts):
            self.stretch += 1
            self.names.outline.append(Entry(parts.label, "label", number, number))
        for token in named:
            self._token(number, token, parts)
        if key == _SECTION and parts.operands:
            name, *modifier = parts.operands.split()
            self.sections.append((name, number))
            if modifier and modifier[0].upper() == _GLOBAL:
                self.names.exported.add(("", name))
        elif key in _EXPORTS and self.sections:
            section = self.sections[-1][0]
            self.names.exported.update((token.text, section) for token in named if token.sort == "symbol")
        elif key == _END_SECTION and self.sections:
            name, first = self.sections.pop()
            self.names.outline.append(Entry(name, "section", first, number))
        elif key == _END_BODY and self.bodies:
            name, first, _ = self.bodies.pop()
            if name:
                self.names.outline.append(Entry(name, "macro", first, number))

    def _begins_stretch(self, parts: Statement) -> bool:
        """Return True if a label ends the scope of local ones: one of code or data that is not local itself."""
        if not parts.label or parts.label.startswith("_") or any(name for name, _, _ in self.bodies):
            return False
        directive = DIRECTIVES.get(parts.key)
        return directive is None or directive.label == "define"

    def _token(self, number: int, token: Token, parts: Statement) -> None:
        scope = self._scope(token.text)
        named_here = parts.key in _DEFINE | _NAMES_SECTION and token.column == parts.operands_column
        # A dummy argument is defined in the first line of its body.
        defines = token.sort == "label" or named_here or scope == ("macro", number)
        place = SymbolOccurrence(token.text, number, token.column, defines, scope)
        self.names.places.setdefault(token.text, []).append(place)

    def _scope(self, name: str) -> Scope:
        for _, first, dummies in reversed(self.bodies):
            if name in dummies:
                return "macro", first
        if name.startswith("_"):
            named = next((first for macro, first, _ in reversed(self.bodies) if macro), None)
            return ("local", self.stretch) if named is None else ("macro", named)
        return (f"section {self.sections[-1][0]}", 0) if self.sections else EVERYWHERE


@lru_cache(maxsize=KEPT_LINES)
def _statement(text: str) -> tuple[Statement, tuple[Token, ...]]:
    """Return the fields of a line, and its names."""
    parts = statement(text)
    named = tokens(text) if parts.key or parts.label else ()
    return parts, tuple(token for token in named if token.sort in ("label", "symbol", "macro"))


def _dummies(parts: Statement) -> frozenset[str]:
    """Return the dummy arguments of a macro, or the one of a DUPA, DUPC or DUPF."""
    words = [token.text for token in tokens(parts.text) if token.sort == "symbol"]
    return frozenset(words if parts.key == _MACRO else words[:1] if parts.key != "DUP" else ())


def names_of(lines: Sequence[str]) -> FileSymbols:
    """Return the names of a file."""
    return _Reader(lines).read()


def same(
    wanted: SymbolOccurrence, here: Path, names: Mapping[Path, FileSymbols]
) -> Iterator[tuple[Path, SymbolOccurrence]]:
    """Yield every occurrence of the name `wanted` in the file `here`; a local or dummy one occurs only in that file."""
    if wanted.scope[0] in ("local", "macro"):
        yield from ((here, place) for place in names[here].places[wanted.name] if place.scope == wanted.scope)
        return
    homes = {scope for file in names.values() for scope in _definitions(wanted.name, file)}
    exporting = {f"section {section}" for file in names.values() for section in _exporting(wanted.name, file)}

    def home_of(place: SymbolOccurrence) -> Scope:
        """Return the scope that an occurrence refers to: its own section's, else the global one."""
        if place.scope[0] in exporting:
            return EVERYWHERE
        if place.scope in homes:
            return place.scope
        private = {scope for scope in homes if scope[0] not in exporting}
        # The only section that defines it may be an enclosing one.
        return next(iter(private)) if len(homes) == len(private) == 1 else EVERYWHERE

    home = home_of(wanted)
    for path, file in names.items():
        for place in file.places.get(wanted.name, ()):
            if place.scope[0] not in ("local", "macro") and home_of(place) == home:
                yield path, place


def _definitions(name: str, file: FileSymbols) -> Iterator[Scope]:
    """Yield the scopes of a file that define a name."""
    return (place.scope for place in file.places.get(name, ()) if place.defines)


def _exporting(name: str, file: FileSymbols) -> Iterator[str]:
    """Yield the sections of a file that export a name."""
    return (section for exported, section in file.exported if exported in (name, ""))


def in_body(lines: Sequence[str], number: int) -> bool:
    """Return True if a line is in the body of a macro or a repetition, where it need not be a statement yet."""
    keys = (statement(lines[above]).key for above in range(number - 1, -1, -1))
    return next((key in _BODIES for key in keys if key in _BODIES or key == _END_BODY), False)


def opens_file(parts: Statement) -> bool:
    """Return True if a statement names a file to read."""
    return parts.key in _INCLUDES


def is_name(word: str) -> bool:
    """Return True if a word can name a symbol."""
    return bool(word) and word.upper() not in MNEMONICS | DIRECTIVES.keys()
