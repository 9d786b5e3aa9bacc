"""Where names stand in the files of a program: definitions and uses, by the rules of scope (ASM 2.2, 4.3, 5.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.instructions.encoder import MNEMONICS
from dsp56k.asm.source.statements import Statement, split
from dsp56k.language.lines import Token, tokens

Scope = tuple[str, int]
"""What a name is known in: ("", 0) everywhere, ("section NAME", 0), ("local", number of stretch), ("macro", line)."""
EVERYWHERE: Scope = ("", 0)

# Directives that read their body without obeying it, and what ends that.
_BODIES = frozenset({"MACRO", "DUP", "DUPA", "DUPC", "DUPF"})
_MACRO, _END_BODY, _COMMENT, _SECTION, _END_SECTION = "MACRO", "ENDM", "COMMENT", "SECTION", "ENDSEC"
_INCLUDES = frozenset({"INCLUDE"})
_DEFINE = frozenset({"DEFINE"})
_NAMES_SECTION = frozenset({_SECTION})


class Place(NamedTuple):
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
    """What an outline shows: a macro, a section or a label, with the last line of it."""

    name: str
    sort: str
    line: int
    last: int


@dataclass
class Names:
    """The names of one file, and its outline."""

    places: dict[str, list[Place]] = field(default_factory=dict)
    outline: list[Entry] = field(default_factory=list)

    def at(self, line: int, column: int) -> Place | None:
        """The name at a place."""
        found = (place for places in self.places.values() for place in places if place.line == line)
        return next((place for place in found if place.column <= column <= place.end), None)


class _Reader:
    """Goes through the lines of a file once, and keeps what is open: macro, section, stretch of local labels."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.names = Names()
        self.sections: list[tuple[str, int]] = []
        self.stretch = 0
        self.bodies: list[tuple[str, int, frozenset[str]]] = []
        self.delimiter = ""

    def read(self) -> Names:
        for number, text in enumerate(self.lines):
            if self.delimiter:
                if self.delimiter in text:
                    self.delimiter = ""
                continue
            parts = split(text)
            if parts.key or parts.label:
                self._statement(number, parts)
        return self.names

    def _statement(self, number: int, parts: Statement) -> None:
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
        for token in tokens(parts.text):
            self._token(number, token, parts)
        if key == _SECTION and parts.operands:
            self.sections.append((parts.operands.split()[0], number))
        elif key == _END_SECTION and self.sections:
            name, first = self.sections.pop()
            self.names.outline.append(Entry(name, "section", first, number))
        elif key == _END_BODY and self.bodies:
            name, first, _ = self.bodies.pop()
            if name:
                self.names.outline.append(Entry(name, "macro", first, number))

    def _begins_stretch(self, parts: Statement) -> bool:
        """Whether a label ends the life of local ones: one of code or data that is not local itself."""
        if not parts.label or parts.label.startswith("_") or any(name for name, _, _ in self.bodies):
            return False
        directive = DIRECTIVES.get(parts.key)
        return directive is None or directive.label == "define"

    def _token(self, number: int, token: Token, parts: Statement) -> None:
        if token.sort not in ("label", "symbol", "macro"):
            return
        scope = self._scope(token.text)
        named_here = parts.key in _DEFINE | _NAMES_SECTION and token.column == parts.operands_column
        # A dummy argument is defined in the head of its body.
        defines = token.sort == "label" or named_here or scope == ("macro", number)
        place = Place(token.text, number, token.column, defines, scope)
        self.names.places.setdefault(token.text, []).append(place)

    def _scope(self, name: str) -> Scope:
        for _, first, dummies in reversed(self.bodies):
            if name in dummies:
                return "macro", first
        if name.startswith("_"):
            named = next((first for macro, first, _ in reversed(self.bodies) if macro), None)
            return ("local", self.stretch) if named is None else ("macro", named)
        return (f"section {self.sections[-1][0]}", 0) if self.sections else EVERYWHERE


def _dummies(parts: Statement) -> frozenset[str]:
    """The dummy arguments of a macro, or of a DUPA and its like, which have one."""
    words = [token.text for token in tokens(parts.text) if token.sort == "symbol"]
    return frozenset(words if parts.key == _MACRO else words[:1] if parts.key != "DUP" else ())


def names_of(lines: Sequence[str]) -> Names:
    """The names of a file."""
    return _Reader(lines).read()


def same(wanted: Place, here: Path, names: Mapping[Path, Names]) -> Iterator[tuple[Path, Place]]:
    """Every place of the name that `wanted`, in the file `here`, is about; a local or dummy one is of that file."""
    if wanted.scope[0] in ("local", "macro"):
        yield from ((here, place) for place in names[here].places[wanted.name] if place.scope == wanted.scope)
        return
    homes = _homes(wanted.name, names)
    home = _home(wanted, homes)
    for path, file in names.items():
        for place in file.places.get(wanted.name, ()):
            if place.scope[0] not in ("local", "macro") and _home(place, homes) == home:
                yield path, place


def _homes(name: str, names: Mapping[Path, Names]) -> set[Scope]:
    """The scopes that a name is defined in."""
    return {place.scope for file in names.values() for place in file.places.get(name, ()) if place.defines}


def _home(place: Place, homes: set[Scope]) -> Scope:
    """The scope whose definition a place means: its own section's, else the one of all."""
    if place.scope in homes:
        return place.scope
    if EVERYWHERE in homes or len(homes) != 1:
        return EVERYWHERE
    # XDEF made it known everywhere.
    return next(iter(homes))


def in_body(lines: Sequence[str], number: int) -> bool:
    """Whether a line stands in the body of a macro or a repetition, where it need not be a statement yet."""
    keys = (split(lines[above].rstrip("\r\n")).key for above in range(number - 1, -1, -1))
    return next((key in _BODIES for key in keys if key in _BODIES or key == _END_BODY), False)


def opens_file(parts: Statement) -> bool:
    """Whether a statement names a file to be read."""
    return parts.key in _INCLUDES


def is_name(word: str) -> bool:
    """Whether a word can name a symbol."""
    return bool(word) and word.upper() not in MNEMONICS | DIRECTIVES.keys()
