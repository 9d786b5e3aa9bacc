"""The linker: modules and libraries to one absolute object file (ASM, linker 1.4)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dsp56k.asm.diagnostics import Diagnostic, Kind, Severity, SourceError
from dsp56k.asm.link import catalogue as say
from dsp56k.asm.link.context import Place, shown
from dsp56k.asm.link.expressions import compile_link_expression
from dsp56k.asm.link.incremental import combined
from dsp56k.asm.link.layout import Layout, place, relocation_of
from dsp56k.asm.link.memory import ANY, Counter, MemoryControl
from dsp56k.asm.machine import TOP, WORD_MASK
from dsp56k.asm.objectfile import Base, Ident, ObjectComment, ObjectFile, Run, SymbolRecord
from dsp56k.asm.values import Value

MOST_SHOWN = 1000
# Symbols that depend on symbols of other modules: more than any program has, and what Python's stack can take.
_DEEPEST = 50


@dataclass(frozen=True, slots=True)
class Module:
    """An object file and the name under which messages and the map show it."""

    name: str
    obj: ObjectFile


@dataclass(frozen=True, slots=True)
class Library:
    """Modules of which only those are taken that define what is missing where the library is named."""

    name: str
    modules: tuple[Module, ...]


@dataclass(slots=True)
class Linked:
    """The absolute object file, with the linker's diagnostics, and what the map file shows."""

    obj: ObjectFile
    modules: list[Module]
    layout: Layout
    control: MemoryControl
    unresolved: list[str] = field(default_factory=list)


def link(
    inputs: Sequence[Module | Library],
    control: MemoryControl | None = None,
    *,
    ignore_case: bool = False,
    wanted: Sequence[str] = (),
    incremental: bool = False,
    start: int | None = None,
) -> Linked:
    """Link modules and libraries, in their order. What is wrong is in the result's diagnostics.

    Args:
        inputs: Modules, and libraries to be searched.
        control: The memory control file and origins.
        ignore_case: Whether symbols differ by case (dsplnk -n).
        wanted: Symbols to be looked for in libraries although nothing refers to them (dsplnk -u).
        incremental: Make one relocatable module, in which symbols may stay unresolved, in place of a program.
        start: The start address where nothing gives one. Without it, it is where program memory begins.
    """
    linker = _Linker(inputs, control or MemoryControl(), ignore_case, wanted, start)
    linker.collect()
    return linker.combine() if incremental else linker.run()


class _Linker:
    def __init__(
        self,
        inputs: Sequence[Module | Library],
        control: MemoryControl,
        ignore_case: bool,
        wanted: Sequence[str],
        start: int | None,
    ) -> None:
        self.inputs = inputs
        self.control = control
        self.ignore_case = ignore_case
        self.default_start = start
        self.modules: list[Module] = []
        self.diagnostics: list[Diagnostic] = []
        self.errors = 0
        self.warnings = 0
        self.public: dict[str, tuple[int, SymbolRecord]] = {}
        self.private: dict[tuple[str, str], tuple[int, SymbolRecord]] = {}
        # By name, the sections that refer to it.
        self.missing: dict[str, set[str]] = {self.fold(name): {""} for name in wanted}
        # By name of what is missing, the places that refer to it.
        self.references: dict[str, list[str]] = {}
        self.layout = Layout()
        # Of symbols with link expressions: what they are worth, by module, section and name.
        self.values: dict[tuple[int, str, str], int | float] = {}
        self.evaluating: set[tuple[int, str, str]] = set()

    def fold(self, name: str) -> str:
        """A symbol's name as it is looked up."""
        return name.lower() if self.ignore_case else name

    def say(self, kind: Kind, *notes: str, **values: object) -> None:
        """Report a diagnostic; beyond a limit they are only counted, errors and warnings each for themselves."""
        if kind.severity is Severity.WARNING:
            self.warnings += 1
            count, name = self.warnings, "warnings"
        else:
            self.errors += 1
            count, name = self.errors, "errors"
        if count == MOST_SHOWN + 1:
            kind, notes, values = say.TOO_MANY, (), {"limit": MOST_SHOWN, "name": name}
        if count <= MOST_SHOWN + 1:
            self.diagnostics.append(Diagnostic(kind.code, kind.severity, kind.text.format(**values), None, notes))

    # ---- first pass: symbols ------------------------------------------------------------------------------------

    def collect(self) -> None:
        """The first pass: modules, and of libraries what is missing."""
        for entry in self.inputs:
            if isinstance(entry, Module):
                self.take(entry)
            else:
                self.search(entry)

    def combine(self) -> Linked:
        """Incremental linking: of the memory control file only IDENT and START count (ASM, linker 1.4.3.1)."""
        modules = [module.obj for module in self.modules]
        obj = combined(modules, lambda name: self.fold(name) in self.missing, self.no_section)
        if self.control.start and obj.relocation is not None:
            obj.relocation.start, obj.start = f"{{{self.control.start}}}@4#0", None
        obj.ident = self.control.ident or obj.ident
        obj.diagnostics, obj.errors, obj.warnings = self.diagnostics, self.errors, self.warnings
        return Linked(obj, self.modules, self.layout, self.control, list(self.missing))

    def no_section(self, module: int, text: str) -> None:
        """Report a link expression of a module that names a section it does not have."""
        reason = "names a section that the module does not have"
        self.say(say.EXPRESSION, text=shown(text), place=self.modules[module].name, reason=reason)

    def run(self) -> Linked:
        """Fix-ups and the second pass."""
        for name, (space, value) in self.control.symbols.items():
            if self.fold(name) in self.public:
                self.say(say.MEMORY_SYMBOL, name=name)
            else:
                self.public[self.fold(name)] = (-1, SymbolRecord(name, value, space, "equ", "", None, True))
                self.missing.pop(self.fold(name), None)
        objects = [module.obj for module in self.modules]
        known = {name for obj in objects for name in relocation_of(obj).sections}
        absolute: set[str] = set()
        for record in self.control.sections:
            if record.name not in known:
                self.say(say.MEMORY_SECTION, name=record.name)
            elif record.addresses:
                absolute.add(record.name)
            elif record.name in absolute:
                self.say(say.MEMORY_ORDER, name=record.name)
        self.layout = place(objects, self.control, self.overflow)
        return Linked(self.output(), self.modules, self.layout, self.control, list(self.missing))

    def report_missing(self) -> None:
        """Report each unresolved symbol once: who refers to it, and which section keeps one for itself (ASM 4.3.1)."""
        hidden = {
            name: f"section {section} of {self.modules[number].name} defines it without XDEF"
            for (section, name), (number, _) in self.private.items()
            if name in self.missing
        }
        for name, needing in self.missing.items():
            notes = [hidden[name]] if name in hidden else []
            places = self.references.get(name, [])
            notes += [f"referred to at {place}" for place in places[:_MOST_PLACES]]
            notes += [f"and {len(places) - _MOST_PLACES} more"] if len(places) > _MOST_PLACES else []
            self.say(say.UNRESOLVED, *notes, name=name, section=", ".join(sorted(needing)) or "GLOBAL")

    def take(self, module: Module) -> None:
        """Add a module: its symbols, and what it needs."""
        number = len(self.modules)
        self.modules.append(module)
        for symbol in module.obj.symbol_table:
            name = self.fold(symbol.name)
            if symbol.section and not symbol.exported:
                before, other = self.private.setdefault((symbol.section, name), (number, symbol))
                moves = symbol.base is not None or other.base is not None
                if before != number and (moves or symbol.value != other.value):
                    first = self.modules[before].name
                    self.say(say.LOCAL_TWICE, name=symbol.name, section=symbol.section, first=first, second=module.name)
                # Another module's part of this section may have been waiting for it.
                self.missing.get(name, set()).discard(symbol.section)
                if name in self.missing and not self.missing[name]:
                    del self.missing[name]
                continue
            old = self.public.get(name)
            if old is not None:
                first = self.modules[old[0]].name
                self.say(say.MULTIPLE, name=symbol.name, first=first, second=module.name)
                continue
            self.public[name] = (number, symbol)
            self.missing.pop(name, None)
        sections = relocation_of(module.obj).sections
        for number_of_section, name in relocation_of(module.obj).externals:
            folded = self.fold(name)
            section = sections[number_of_section]
            if folded not in self.public and (section, folded) not in self.private:
                self.missing.setdefault(folded, set()).add(section)

    def search(self, library: Library) -> None:
        """Take the modules of a library that resolve something, going through it again as long as any does."""
        defining: dict[str, list[int]] = {}
        for number, module in enumerate(library.modules):
            for symbol in module.obj.symbol_table:
                if not symbol.section or symbol.exported:
                    defining.setdefault(self.fold(symbol.name), []).append(number)
        # The modules to be looked at in this round, and in the next one.
        round_now = sorted({number for name in self.missing for number in defining.get(name, ())})
        round_next: list[int] = []
        taken: set[int] = set()
        while round_now or round_next:
            if not round_now:
                round_now, round_next = round_next, []
            number = heapq.heappop(round_now)
            module = library.modules[number]
            if number in taken or not self.resolves(module):
                continue
            taken.add(number)
            self.take(module)
            for _, name in relocation_of(module.obj).externals:
                for other in defining.get(self.fold(name), ()):
                    heapq.heappush(round_now if other > number else round_next, other)

    def resolves(self, module: Module) -> bool:
        """Whether a module defines something that is missing."""
        public = (symbol for symbol in module.obj.symbol_table if not symbol.section or symbol.exported)
        return any(self.fold(symbol.name) in self.missing for symbol in public)

    def overflow(self, section: str, counter: Counter, address: int, limit: int) -> None:
        """See layout.Overflow."""
        name = "".join(counter)
        self.say(say.NO_ROOM, section=section or "GLOBAL", space=name, address=address, limit=limit)

    # ---- second pass: words -------------------------------------------------------------------------------------

    def output(self) -> ObjectFile:
        """The absolute object file."""
        records: list[Run | ObjectComment] = []
        table: list[SymbolRecord] = []
        exported: list[str] = []
        start: int | None = None
        for number, module in enumerate(self.modules):
            obj = module.obj
            records += [self.record(number, record) for record in obj.records]
            for symbol in obj.symbol_table:
                # Where case is ignored, all symbols are mapped to lower case (ASM, linker 1.3, -N).
                name, value = self.fold(symbol.name), self.value(number, symbol)
                table.append(replace(symbol, name=name, value=value, base=None, expression=""))
            exported += obj.exported_symbols
            start = self.start(number, obj, start)
        if self.control.start:
            start = self.evaluate(f"{{{self.control.start}}}@4#0", Place(self, 0, 0, None, "the START record"))
        if start is None:
            start = self.default_start
        if start is None:
            # Seen in the linked LOD files of version 6.3.0: without an END address, where program memory begins.
            start = min((run.address for run in records if isinstance(run, Run) and run.space == "P"), default=None)
        if start is not None and not 0 <= start < TOP:
            self.say(say.START, value=start & WORD_MASK)
            start = None
        self.report_missing()
        ident = self.control.ident or (self.modules[0].obj.ident if self.modules else Ident("EMPTY"))
        return ObjectFile(
            ident, records, table, self.diagnostics, start, exported, errors=self.errors, warnings=self.warnings
        )

    def find(self, module: int, section: int, name: str) -> Value | None:
        """The section's own symbol, of any module that holds a part of it; else the public one (ASM 4.3.1)."""
        folded = self.fold(name)
        own = relocation_of(self.modules[module].obj).sections[section] if self.modules else ""
        found = self.private.get((own, folded)) or self.public.get(folded)
        return None if found is None else Value(self.value(*found), found[1].space)

    def is_missing(self, name: str, where: str) -> bool:
        """Whether a symbol is missing, which is reported once for all places; `where` is one of them."""
        if self.fold(name) not in self.missing:
            return False
        self.references.setdefault(self.fold(name), []).append(where)
        return True

    def value(self, number: int, symbol: SymbolRecord) -> int | float:
        """The value of a module's symbol: as it stands, counted from its base, or of its link expression."""
        if symbol.base is not None and isinstance(symbol.value, int):
            return symbol.value + self.address(number, symbol.base)
        if not symbol.expression:
            return symbol.value
        key = number, symbol.section, symbol.name
        if key not in self.values:
            section = relocation_of(self.modules[number].obj).sections.index(symbol.section)
            place = Place(self, number, section, None, f"the symbol {symbol.name} of {self.modules[number].name}")
            if key in self.evaluating or len(self.evaluating) >= _DEEPEST:
                reason = "depends on itself" if key in self.evaluating else "depends on too many others"
                self.say(say.EXPRESSION, text=shown(symbol.expression), place=place.where, reason=reason)
                return 0
            self.evaluating.add(key)
            self.values[key] = self.number(symbol.expression, place)
            self.evaluating.remove(key)
        return self.values[key]

    def address(self, number: int, base: Base) -> int:
        """The address of a base of a module: as placed, or as an overlay's expression says."""
        known = self.layout.addresses.get((number, base))
        if known is not None:
            return known
        overlay = relocation_of(self.modules[number].obj).overlays.get(base)
        # A label in an empty part: nothing was placed, so it counts from the counter's own origin. An overlay has that
        # address while its expression is evaluated, so that one which names itself has an end.
        address = self.layout.addresses[number, base] = self.control.bases.get((base.space, base.counter), 0)
        if overlay is not None:
            section, text = overlay
            where = f"the address of an overlay of {self.modules[number].name}"
            address = self.evaluate(text, Place(self, number, section, None, where))
            self.layout.addresses[number, base] = address
        return address

    def start(self, number: int, obj: ObjectFile, before: int | None) -> int | None:
        """The start address after a module: the last one that has any counts."""
        relocation = relocation_of(obj)
        if not relocation.start:
            return obj.start if obj.start is not None else before
        return self.evaluate(relocation.start, Place(self, number, 0, None, "the start address"))

    def record(self, number: int, record: Run | ObjectComment) -> Run | ObjectComment:
        """A record with its words and addresses settled."""
        if isinstance(record, ObjectComment):
            return record
        base, run_base = record.base, record.run_base
        address = record.address + (self.address(number, base) if base else 0)
        run_address = record.run_address + (self.address(number, run_base) if run_base else 0)
        section = relocation_of(self.modules[number].obj).sections[record.section]
        mapping = record.mapping
        if base is not None and not mapping:
            counter = (base.space, base.counter)
            mapping = self.control.mappings.get((section, counter), self.control.mappings.get((ANY, counter), ""))
        run = Run(record.space, address, record.run_space, run_address, mapping, list(record.words), lines=record.lines)
        if address + run.locations > TOP:
            self.overflow(section, (record.space, ""), address + run.locations - 1, TOP - 1)
        if not 0 <= run_address <= TOP - run.locations:
            # An overlay, whose address is an expression.
            self.overflow(section, (record.run_space, ""), run_address, TOP - run.locations)
            run.run_address = 0
        for index, text in record.fixups:
            source = record.source(index)
            line = f" ({source[0]}:{source[1]})" if source else ""
            where = f"{self.modules[number].name} {record.space}:${run.location(index):04X}{line}"
            place = Place(self, number, record.section, run_base, where)
            run.words[index] = self.evaluate(text, place) & WORD_MASK
        return run

    def evaluate(self, text: str, place: Place) -> int:
        """The integer of a link expression; 0 after an error."""
        number = self.number(text, place)
        if isinstance(number, float):
            self.say(say.EXPRESSION, text=place.text, place=place.where, reason="is floating point")
            return 0
        return number

    def number(self, text: str, place: Place) -> int | float:
        """The number of a link expression; 0 after an error."""
        place.text = shown(text)
        try:
            return compile_link_expression(text)(place).number
        except SourceError as error:
            if not place.unresolved:
                self.say(say.EXPRESSION, text=place.text, place=place.where, reason=str(error))
            return 0


# Places that a message names.
_MOST_PLACES = 5
