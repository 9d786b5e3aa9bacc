"""The linker: modules and libraries to one absolute object file (ASM, linker 1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dsp56k.asm.diagnostics.model import Label, SourceError
from dsp56k.asm.expressions.values import Value
from dsp56k.asm.link import messages
from dsp56k.asm.link.evaluation_context import Site, shown
from dsp56k.asm.link.expressions import compile_link_expression
from dsp56k.asm.link.incremental import combined
from dsp56k.asm.link.layout import Layout, numbers_of, place, relocation_of
from dsp56k.asm.link.memory import ANY, Counter, MemoryControl
from dsp56k.asm.link.messages import LinkLog
from dsp56k.asm.link.module import OUTSIDE, Library, Module
from dsp56k.asm.link.resolution import Resolution
from dsp56k.asm.object_file import ObjectFile
from dsp56k.objects.module import Base, Ident, ObjectComment, Run, Span, SymbolRecord
from dsp56k.objects.overlaps import Piece, overlaps
from dsp56k.objects.word_sizes import SPACE_CODES, TOP, WORD_MASK

# Symbols that depend on symbols of other modules: more than any program has, and what Python's stack can take.
_DEEPEST = 50


@dataclass(slots=True)
class Linked:
    """The absolute object file, with the linker's diagnostics, and the data of the map file."""

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
    """Link modules and libraries, in their order. Errors are in the result's diagnostics.

    Args:
        inputs: Modules, and libraries to be searched.
        control: The memory control file and origins.
        ignore_case: Ignore the case of symbols (dsplnk -n).
        wanted: Symbols to be searched in libraries although nothing refers to them (dsplnk -u).
        incremental: Make one relocatable module, in which symbols may remain unresolved, instead of a program.
        start: The start address if no module has one. The default is the beginning of program memory.
    """
    control = control or MemoryControl()
    resolution = Resolution(LinkLog(), ignore_case=ignore_case, wanted=wanted)
    for entry in inputs:
        resolution.add(entry)
    return _combined(resolution, control) if incremental else _Linker(resolution, control, start).run()


def _combined(resolution: Resolution, control: MemoryControl) -> Linked:
    """Link incrementally: of the memory control file only IDENT and START apply (ASM, linker 1.4.3.1)."""
    log, modules = resolution.log, resolution.modules

    def no_section(module: int, text: str) -> None:
        reason = "names a section that the module does not have"
        log.say(
            messages.EXPRESSION,
            span=modules[module].span(""),
            text=shown(text),
            place=modules[module].name,
            reason=reason,
        )

    missing = resolution.missing
    obj = combined([module.obj for module in modules], lambda name: resolution.fold(name) in missing, no_section)
    if control.start and obj.relocation is not None:
        obj.relocation.start, obj.start = _start_expression(control), None
    obj.ident = control.ident or obj.ident
    obj.diagnostics, obj.errors, obj.warnings = log.entries, log.errors, log.warnings
    return Linked(obj, modules, Layout(), control, list(missing))


def _start_expression(control: MemoryControl) -> str:
    """Return the link expression of a START record: an address of P memory."""
    return f"{{{control.start}}}@{SPACE_CODES['P']}#0"


class _Linker:
    """The second pass: addresses of all relocatable sections, and the words of all link expressions."""

    def __init__(self, resolution: Resolution, control: MemoryControl, start: int | None) -> None:
        self.resolution = resolution
        self.modules = resolution.modules
        self.say = resolution.log.say
        self.is_missing = resolution.is_missing
        self.control = control
        self.default_start = start
        self.layout = Layout()
        # Values of symbols with link expressions, by module, section and name.
        self.values: dict[tuple[int, str, str], int | float] = {}
        self.evaluating: set[tuple[int, str, str]] = set()
        self.section_numbers: dict[int, dict[str, int]] = {}

    def run(self) -> Linked:
        """Assign addresses, and compute values and words."""
        for name, (space, value) in self.control.symbols.items():
            self.resolution.define(name, space, value, self.control.symbol_spans.get(name))
        self.check_sections()
        self.layout = place([module.obj for module in self.modules], self.control, self.overflow)
        return Linked(self.output(), self.modules, self.layout, self.control, list(self.resolution.missing))

    def check_sections(self) -> None:
        """Report sections of the memory control file that no module has, or that it orders despite an address."""
        known = {name for module in self.modules for name in relocation_of(module.obj).sections}
        absolute: set[str] = set()
        for record in self.control.sections:
            if record.name not in known:
                self.say(messages.MEMORY_SECTION, span=record.span, name=record.name)
            elif record.addresses:
                absolute.add(record.name)
            elif record.name in absolute:
                self.say(messages.MEMORY_ORDER, span=record.span, name=record.name)

    def overflow(self, module: int, section: str, counter: Counter, address: int, limit: int) -> None:
        """See layout.Overflow."""
        span = self.modules[module].span(section)
        name = "".join(counter)
        self.say(messages.NO_ROOM, span=span, section=section or OUTSIDE, space=name, address=address, limit=limit)

    def output(self) -> ObjectFile:
        """Return the absolute object file."""
        records: list[Run | ObjectComment] = []
        table: list[SymbolRecord] = []
        exported: list[str] = []
        # The runs of all modules: the module's number, the run before and after linking.
        runs: list[tuple[int, Run, Run]] = []
        start: int | None = None
        start_span: Span | None = None
        for number, module in enumerate(self.modules):
            obj = module.obj
            for record in obj.records:
                linked = self.record(number, record)
                records.append(linked)
                if isinstance(record, Run) and isinstance(linked, Run):
                    runs.append((number, record, linked))
            for symbol in obj.symbol_table:
                # With case ignored, all symbols are converted to lower case (ASM, linker 1.3, -N).
                name, value = self.resolution.fold(symbol.name), self.value(number, symbol)
                table.append(replace(symbol, name=name, value=value, base=None, expression=""))
            exported += obj.exported_symbols
            if (found := self.start(number, module)) is not None:
                start, start_span = found, module.span("")
        if self.control.start:
            start_span = self.control.start_span
            start = self.evaluate(
                _start_expression(self.control), Site(self, 0, 0, None, "the START record", start_span)
            )
        if start is None:
            start = self.default_start
        if start is None:
            # As in the linked LOD files of version 6.3.0: without an END address, the beginning of program memory.
            start = min((run.address for run in records if isinstance(run, Run) and run.space == "P"), default=None)
        if start is not None and not 0 <= start < TOP:
            self.say(messages.START, span=start_span, value=start & WORD_MASK)
            start = None
        self.resolution.report_missing()
        if not self.resolution.log.errors:
            self.report_overlaps(runs)
        ident = self.control.ident or (self.modules[0].obj.ident if self.modules else Ident("EMPTY"))
        log = self.resolution.log
        return ObjectFile(
            ident,
            records,
            table,
            start,
            exported_symbols=exported,
            diagnostics=log.entries,
            errors=log.errors,
            warnings=log.warnings,
        )

    def report_overlaps(self, runs: Sequence[tuple[int, Run, Run]]) -> None:
        """Report each pair of runs with different words at one address."""
        pieces = [Piece(run.space, run.address, run.words, mapping=run.mapping) for _, _, run in runs]
        for overlap in overlaps(pieces):
            first, second = (
                self.modules[number].word_span(run, index)
                for (number, run, _), index in (
                    (runs[overlap.earlier], overlap.earlier_index),
                    (runs[overlap.later], overlap.later_index),
                )
            )
            text = overlap.message(first.place)
            self.say(messages.WORDS_LOST, span=second, labels=(Label(first, "the first word"),), text=text)

    def find(self, module: int, section: int, name: str) -> Value | None:
        """See context.Resolver."""
        found = self.resolution.find(module, section, name)
        return None if found is None else Value(self.value(*found), found[1].space)

    def value(self, number: int, symbol: SymbolRecord) -> int | float:
        """Return the value of a module's symbol: its number, relative to its base, or of its link expression."""
        if symbol.base is not None and isinstance(symbol.value, int):
            return symbol.value + self.address(number, symbol.base)
        if not symbol.expression:
            return symbol.value
        key = number, symbol.section, symbol.name
        if key not in self.values:
            where = f"the symbol {symbol.name} of {self.modules[number].name}"
            span = self.modules[number].symbol_span(symbol)
            place = Site(self, number, self.section_number(number, symbol.section), None, where, span)
            if key in self.evaluating or len(self.evaluating) >= _DEEPEST:
                reason = "depends on itself" if key in self.evaluating else "depends on too many others"
                self.say(messages.EXPRESSION, span=span, text=shown(symbol.expression), place=where, reason=reason)
                return 0
            self.evaluating.add(key)
            self.values[key] = self.number(symbol.expression, place)
            self.evaluating.remove(key)
        return self.values[key]

    def section_number(self, number: int, name: str) -> int:
        """Return the number of a module's section."""
        if number not in self.section_numbers:
            self.section_numbers[number] = numbers_of(relocation_of(self.modules[number].obj))
        return self.section_numbers[number][name]

    def address(self, number: int, base: Base) -> int:
        """Return the address of a base of a module: its location, or the value of an overlay's expression."""
        known = self.layout.addresses.get((number, base))
        if known is not None:
            return known
        overlay = relocation_of(self.modules[number].obj).overlays.get(base)
        # A label in an empty part has no location, so it counts from the counter's own origin. An overlay has that
        # address while its expression is evaluated, so that one which names itself terminates.
        address = self.layout.addresses[number, base] = self.control.bases.get((base.space, base.counter), 0)
        if overlay is not None:
            section, text = overlay
            where = f"the address of an overlay of {self.modules[number].name}"
            module = self.modules[number]
            span = module.span(module.section_name(section))
            address = self.evaluate(text, Site(self, number, section, None, where, span))
            self.layout.addresses[number, base] = address
        return address

    def start(self, number: int, module: Module) -> int | None:
        """Return the start address of a module, or None; of several the last one counts."""
        relocation = relocation_of(module.obj)
        if not relocation.start:
            return module.obj.start
        return self.evaluate(relocation.start, Site(self, number, 0, None, "the start address", module.span("")))

    def record(self, number: int, record: Run | ObjectComment) -> Run | ObjectComment:
        """Return a record with final words and addresses."""
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
            self.overflow(number, section, (record.space, ""), address + run.locations - 1, TOP - 1)
        if not 0 <= run_address <= TOP - run.locations:
            # An overlay, whose address is an expression.
            self.overflow(number, section, (record.run_space, ""), run_address, TOP - run.locations)
            run.run_address = 0
        for index, text in record.fixups:
            span = self.modules[number].word_span(record, index)
            line = f" ({span.place})" if span.line else ""
            where = f"{self.modules[number].name} {record.space}:${run.location(index):04X}{line}"
            place = Site(self, number, record.section, run_base, where, span)
            run.words[index] = self.evaluate(text, place) & WORD_MASK
        return run

    def evaluate(self, text: str, place: Site) -> int:
        """Return the integer of a link expression; 0 after an error."""
        number = self.number(text, place)
        if isinstance(number, float):
            self.say(
                messages.EXPRESSION, span=place.span, text=place.text, place=place.where, reason="is floating point"
            )
            return 0
        return number

    def number(self, text: str, place: Site) -> int | float:
        """Return the number of a link expression; 0 after an error."""
        place.text = shown(text)
        try:
            return compile_link_expression(text)(place).number
        except SourceError as error:
            if not place.unresolved:
                self.say(messages.EXPRESSION, span=place.span, text=place.text, place=place.where, reason=str(error))
            return 0
