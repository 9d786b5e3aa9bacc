"""Symbols: names, sections and local labels (ASM 2.2, 2.4.1, 4.3).

Symbols outlive a pass: the second one resolves forward references with the symbols of the first. A symbol counts as
known only after the current pass has met its definition.
"""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_NAME, Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.isa import REGISTERS
from dsp56k.objects.module import Base, Span, SymbolKind
from dsp56k.objects.word_sizes import Space

GLOBAL = ""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_LOCAL = re.compile(r"_[A-Za-z0-9_]+")
# Names that ASM 2.2 reserves: the registers, and SS.
RESERVED = frozenset(REGISTERS) | {"SS"}


@dataclass(slots=True)
class Symbol:
    """A name and its value.

    `met` is the pass that last defined it; `public` whether it is among the global symbols although a section defines
    it. A relocatable one counts from `base`; `late` is the link expression of one that only the linker can compute.
    """

    name: str
    number: int | float
    space: Space
    kind: SymbolKind
    section: str
    met: int
    span: Span | None
    public: bool = False
    base: Base | None = None
    late: str = ""


@dataclass(slots=True)
class Section:
    """A section's own symbols, and those it shares: XDEF (exported), XREF (imported), GLOBAL (ASM 4.3).

    `own` are the symbols that LOCAL excludes from GLOBAL, `openings` counts the SECTION directives of this name,
    `imported` says in which of them a symbol was named, and `is_open` whether its ENDSEC has yet to come.
    """

    name: str
    is_global: bool = False
    symbols: dict[str, Symbol] = field(default_factory=dict)
    exported: dict[str, Span | None] = field(default_factory=dict)
    imported: dict[str, int] = field(default_factory=dict)
    everywhere: set[str] = field(default_factory=set)
    own: dict[str, Span | None] = field(default_factory=dict)
    number: int = 0
    openings: int = 0
    is_open: bool = False


class LocalLabels:
    """The local labels, by scope: an expansion, or the stretch between two labels of code and data.

    ASM 2.4.1 can be read so that EQU and SET end a stretch, too, and so do labels that an expansion between defines.
    Programs of both kinds are accepted: `part` counts such lines, a label may come again in another part, and a
    reference means the label of the same part, else the last one before it. An expansion has no parts (None).
    """

    def __init__(self) -> None:
        self._labels: dict[tuple[object, str, int | None], Symbol] = {}
        self._parts: dict[tuple[object, str], list[int]] = {}

    def exact(self, scope: object, part: int | None, name: str) -> Symbol | None:
        """Return the label defined in a part of a scope."""
        return self._labels.get((scope, name, part))

    def nearest(self, scope: object, part: int, name: str) -> Symbol | None:
        """Return the label that a reference in a part of a scope means."""
        parts = self._parts.get((scope, name))
        if parts is None:
            return None
        return self._labels[scope, name, parts[max(0, bisect_right(parts, part) - 1)]]

    def add(self, scope: object, part: int | None, symbol: Symbol) -> None:
        """Add a new label."""
        self._labels[scope, symbol.name, part] = symbol
        if part is not None:
            insort(self._parts.setdefault((scope, symbol.name), []), part)

    def names(self, scope: object) -> list[str]:
        """Return the names of the labels of a scope."""
        return [name for home, name, _ in self._labels if home == scope]

    def hidden(self, name: str) -> tuple[str, ...]:
        """Return a note for an unresolved reference if another scope has a label of that name (ASM 2.4.1)."""
        if all(other != name for _, other, _ in self._labels):
            return ()
        return (f"a {name} exists elsewhere; its scope ends at the next label that is not local, or with its macro",)


class SymbolTable:
    """All symbols of an assembly, by section; and the local labels, by scope."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.sections: dict[str, Section] = {GLOBAL: Section(GLOBAL)}
        # The names that some section has privately.
        self._inner_names: set[str] = set()
        self.local = LocalLabels()
        self.stack: list[Section] = [self.sections[GLOBAL]]
        self.nested_scope = True
        self.exports_everywhere = False
        self.ignore_case = False
        self.number = 0
        # Whether a file is missing, which may define any name that is unknown.
        self.incomplete = False

    def begin_pass(self, number: int) -> None:
        """Return to the state before the first line of a pass; symbols stay."""
        self.number = number
        self.stack = [self.sections[GLOBAL]]
        self.nested_scope = True
        self.exports_everywhere = False
        for section in self.sections.values():
            section.is_global = section.is_open = False
            section.exported.clear()
            section.imported.clear()
            section.everywhere.clear()
            section.own.clear()

    @property
    def section(self) -> Section:
        """The section in effect."""
        return self.stack[-1]

    def fold(self, name: str) -> str:
        """Return the name under which a symbol is stored (OPT IC)."""
        return name.lower() if self.ignore_case else name

    def home(self, name: str, kind: SymbolKind) -> Section:
        """Return the section whose table gets a symbol defined here: public ones are with the global symbols.

        SET may change a public symbol in another section that has XREF for it (ASM 4.3.1).
        """
        section, outside = self.stack[-1], self.sections[GLOBAL]
        if (section.is_global or name in section.exported) and name not in section.own:
            return outside
        if kind == "set" and name in section.imported and name not in section.symbols and self._met(outside, name):
            return outside
        return section

    def _met(self, section: Section, name: str) -> bool:
        symbol = section.symbols.get(name)
        return symbol is not None and symbol.met == self.number

    def find(self, name: str) -> Symbol | None:
        """Return the symbol that a reference from the current section means (ASM 4.3.1, 4.3.3)."""
        section = self.stack[-1]
        own = section.symbols.get(name)
        if section.name == GLOBAL or (own is not None and (own.kind != "set" or own.met == self.number)):
            return own
        # SET assigns a value from its line onwards: above the first one in a section the name means the outer one.
        return self._outside(section, name) or own

    def _outside(self, section: Section, name: str) -> Symbol | None:
        """Return the symbol that the name means in a section that does not define it."""
        if self.nested_scope and name in self._inner_names:
            self._budget.work -= len(self.stack) // costs.SECTIONS_SEARCHED
            for index in range(len(self.stack) - 2, 0, -1):
                symbol = self.stack[index].symbols.get(name)
                if symbol is not None:
                    return symbol
        symbol = self.sections[GLOBAL].symbols.get(name)
        if symbol is None or symbol.section in (GLOBAL, section.name):
            return symbol
        home = self.sections[symbol.section]
        visible = self.exports_everywhere or name in section.imported or name in home.everywhere
        return symbol if visible or name not in home.exported else None

    def all(self) -> Iterator[Symbol]:
        """Yield every symbol except the local ones."""
        self._budget.work -= sum(len(section.symbols) for section in self.sections.values()) // costs.SYMBOLS_SEARCHED
        for section in self.sections.values():
            yield from section.symbols.values()

    def names(self) -> list[str]:
        """Return the names of all symbols except the local ones."""
        return [symbol.name for symbol in self.all()]

    def hidden(self, name: str) -> tuple[str, ...]:
        """Return a note for an unresolved reference if other sections define the name (ASM 4.3.1)."""
        for section in self.sections.values():
            symbol = section.symbols.get(name)
            if symbol is not None:
                shared = "" if symbol.public else f"XDEF in {symbol.section}" + (" and " if self.section.name else "")
                wanted = f"XREF in {self.section.name}" if self.section.name else ""
                return (f"section {symbol.section} defines it; {shared}{wanted} would make it visible here",)
        return ()

    def enter(self, name: str) -> Section:
        """Create the section of that name, or return to it (SECTION)."""
        section = self.sections.get(name)
        if section is None:
            self._budget.kept -= costs.SECTION
            section = self.sections[name] = Section(name, number=len(self.sections))
        section.openings += 1
        section.is_open = True
        self.stack.append(section)
        return section

    def leave(self) -> Section:
        """Return to the enclosing section, and return it (ENDSEC)."""
        name = self.stack.pop().name
        # After an error a section may be nested in itself.
        self.sections[name].is_open = False
        return self.stack[-1]

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Leave all sections while the context lasts."""
        stack, self.stack = self.stack, self.stack[:1]
        try:
            yield
        finally:
            self.stack = stack

    def add(self, home: Section, symbol: Symbol) -> None:
        """Add a new symbol."""
        home.symbols[symbol.name] = symbol
        if home.name:
            self._inner_names.add(symbol.name)


def is_local(name: str) -> bool:
    """Return True if a name is that of a local label (ASM 2.4.1)."""
    return name.startswith("_")


def check_name(name: str, column: int = 0) -> None:
    """Raise SourceError unless a name can be a symbol (ASM 2.2)."""
    check_spelling(name, column)
    if name.upper() in RESERVED:
        raise SourceError(messages.RESERVED_NAME, column, len(name), name=name)


def check_spelling(name: str, column: int = 0) -> None:
    """Raise SourceError unless a name is spelled as symbols are; the names of registers are."""
    pattern = _LOCAL if is_local(name) else _NAME
    match = pattern.match(name)
    if match is None:
        raise SourceError(messages.BAD_SYMBOL_START, column, len(name))
    if match.end() != len(name):
        raise SourceError(messages.BAD_SYMBOL_CHARACTER, column + match.end(), name=name)
    if len(name) > MAX_NAME:
        raise SourceError(messages.SYMBOL_TOO_LONG, column, len(name))
