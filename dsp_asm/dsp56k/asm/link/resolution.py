"""The first pass of a link: the selection of modules, and the symbols of their names (ASM 4.3.1; linker 1.4)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from dsp56k.asm.diagnostics.model import Label, Message
from dsp56k.asm.link import messages
from dsp56k.asm.link.layout import relocation_of
from dsp56k.asm.link.messages import LinkLog
from dsp56k.asm.link.module import OUTSIDE, Library, Module
from dsp56k.objects.module import Span, SymbolRecord
from dsp56k.objects.word_sizes import Space

# Maximum number of spans in a message.
_MOST_PLACES = 5
NO_MODULE = -1
"""The number of the memory control file, used like a module's."""
_Known = tuple[int, SymbolRecord]
"""A symbol, after the number of its module."""


class Resolution:
    """The selected modules, the symbols of their names, and the missing names.

    `public` symbols are found by name, `private` ones by section and name, each with the number of its module.
    """

    def __init__(self, log: LinkLog, *, ignore_case: bool, wanted: Sequence[str]) -> None:
        self.log = log
        self.ignore_case = ignore_case
        self.modules: list[Module] = []
        self.public: dict[str, tuple[int, SymbolRecord]] = {}
        self.private: dict[tuple[str, str], tuple[int, SymbolRecord]] = {}
        # By name, the sections that refer to it, and the first module of each that does; none if it is a wanted symbol.
        self.missing: dict[str, dict[str, Module | None]] = {self.fold(name): {"": None} for name in wanted}
        # The spans that refer to a missing name, by name.
        self.references: dict[str, list[tuple[str, Span | None]]] = {}

    def fold(self, name: str) -> str:
        """Return a symbol's name in the form of the tables."""
        return name.lower() if self.ignore_case else name

    def add(self, entry: Module | Library) -> None:
        """Add a module, or the modules of a library that define missing symbols."""
        if isinstance(entry, Module):
            self._take(entry)
        else:
            self._search(entry)

    def define(self, name: str, space: Space, value: int | float, span: Span | None) -> None:
        """Define a symbol of the memory control file at `span`."""
        folded = self.fold(name)
        if folded in self.public:
            self.log.say(messages.MEMORY_SYMBOL, span=span, labels=self._first(*self.public[folded]), name=name)
        else:
            self.public[folded] = (NO_MODULE, SymbolRecord(name, value, space, "equ", "", span, True))
            self.missing.pop(folded, None)

    def find(self, module: int, section: int, name: str) -> tuple[int, SymbolRecord] | None:
        """Return the section's own symbol, of any module that has a part of it, else the public one (ASM 4.3.1)."""
        folded = self.fold(name)
        own = relocation_of(self.modules[module].obj).sections[section] if self.modules else ""
        return self.private.get((own, folded)) or self.public.get(folded)

    def is_missing(self, name: str, where: str, span: Span | None) -> bool:
        """Return True if a symbol is missing, which is reported once for all references.

        `where` and `span` are one of them.
        """
        if self.fold(name) not in self.missing:
            return False
        self.references.setdefault(self.fold(name), []).append((where, span))
        return True

    def report_missing(self) -> None:
        """Report each unresolved symbol once, with its references and a section that has a private one (ASM 4.3.1)."""
        hidden = {
            name: f"section {section} of {self.modules[number].name} defines it without XDEF"
            for (section, name), (number, _) in self.private.items()
            if name in self.missing
        }
        for name, needing in self.missing.items():
            notes = [hidden[name]] if name in hidden else []
            places = self.references.get(name, [])
            notes += [f"referred to at {place}" for place, _ in places[:_MOST_PLACES]]
            notes += [f"and {len(places) - _MOST_PLACES} more"] if len(places) > _MOST_PLACES else []
            declared = (module.span(section) for section, module in needing.items() if module is not None)
            span = next((span for _, span in places if span is not None), next(declared, None))
            sections = ", ".join(sorted(needing)) or OUTSIDE
            self.log.say(messages.UNRESOLVED, *notes, span=span, name=name, section=sections)

    def _say_twice(self, kind: Message, again: _Known, known: _Known, **values: object) -> None:
        """Report a second definition with both spans, unless it is only counted: the search for them takes time."""
        (number, symbol), (before, _) = again, known
        shown = self.log.has_room(kind)
        span = self.modules[number].symbol_span(symbol) if shown else None
        labels = self._first(*known) if shown else ()
        first, second = self.modules[before].name, self.modules[number].name
        self.log.say(kind, span=span, labels=labels, name=symbol.name, first=first, second=second, **values)

    def _first(self, number: int, symbol: SymbolRecord) -> tuple[Label, ...]:
        """Return the label of a symbol that is defined a second time."""
        span = symbol.span if number == NO_MODULE else self.modules[number].symbol_span(symbol)
        return () if span is None else (Label(span, "first defined here"),)

    def _take(self, module: Module) -> None:
        """Add a module: its symbols, and the names that it needs."""
        number = len(self.modules)
        self.modules.append(module)
        for symbol in module.obj.symbol_table:
            if symbol.section and not symbol.exported:
                self._take_private(number, symbol)
            else:
                self._take_public(number, symbol)
        sections = relocation_of(module.obj).sections
        for section, name in relocation_of(module.obj).externals:
            folded, here = self.fold(name), sections[section]
            if folded not in self.public and (here, folded) not in self.private:
                self.missing.setdefault(folded, {}).setdefault(here, module)

    def _take_private(self, number: int, symbol: SymbolRecord) -> None:
        """Add a section's own symbol, which its parts in other modules can use, too."""
        name = self.fold(symbol.name)
        before, other = self.private.setdefault((symbol.section, name), (number, symbol))
        moves = symbol.base is not None or other.base is not None
        if before != number and (moves or symbol.value != other.value):
            self._say_twice(messages.LOCAL_TWICE, (number, symbol), (before, other), section=symbol.section)
        # Another module's part of this section may have been waiting for it.
        self.missing.get(name, {}).pop(symbol.section, None)
        if name in self.missing and not self.missing[name]:
            del self.missing[name]

    def _take_public(self, number: int, symbol: SymbolRecord) -> None:
        """Add a symbol for all modules: the first one of a name counts."""
        name = self.fold(symbol.name)
        old = self.public.get(name)
        if old is not None:
            self._say_twice(messages.MULTIPLE, (number, symbol), old)
            return
        self.public[name] = (number, symbol)
        self.missing.pop(name, None)

    def _search(self, library: Library) -> None:
        """Add the modules of a library that resolve a name, and search it again as long as any does."""
        defining: dict[str, list[int]] = {}
        for number, module in enumerate(library.modules):
            for symbol in module.obj.symbol_table:
                if not symbol.section or symbol.exported:
                    defining.setdefault(self.fold(symbol.name), []).append(number)
        # Names whose modules are on one of the lists below: the first of these to be processed resolves the name.
        asked = set(self.missing)
        # The modules of this round, and of the next one.
        round_now = sorted({number for name in self.missing for number in defining.get(name, ())})
        round_next: list[int] = []
        taken: set[int] = set()
        while round_now or round_next:
            if not round_now:
                round_now, round_next = round_next, []
            number = heapq.heappop(round_now)
            module = library.modules[number]
            if number in taken or not self._resolves(module):
                continue
            taken.add(number)
            self._take(module)
            # A private symbol of a section resolves its own parts in other modules, and may be missing elsewhere.
            asked.difference_update(self.fold(symbol.name) for symbol in module.obj.symbol_table)
            for _, external in relocation_of(module.obj).externals:
                name = self.fold(external)
                if name in asked or name not in self.missing:
                    continue
                asked.add(name)
                for other in defining.get(name, ()):
                    heapq.heappush(round_now if other > number else round_next, other)

    def _resolves(self, module: Module) -> bool:
        """Return True if a module defines a missing name."""
        public = (symbol for symbol in module.obj.symbol_table if not symbol.section or symbol.exported)
        return any(self.fold(symbol.name) in self.missing for symbol in public)
