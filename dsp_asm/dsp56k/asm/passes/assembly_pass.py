"""A pass over the source: it reads statements, has symbols and counters, and calls directives and the encoder.

The assembler is Motorola's two-pass design (ASM 1.5). Every size is fixed when a statement is first met: a value that
is not known by then takes the long form, in this pass and the next, so that the second pass finds all labels where the
first put them. `assembler.py` runs as many passes as are needed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from dsp56k.asm import budget as costs
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import (
    Advice,
    CascadingError,
    FatalSourceError,
    NewerChipFeature,
    SourceError,
    SourceTextError,
    SuppressedError,
)
from dsp56k.asm.diagnostics.suggestions import dialect_hint, later_chip, reserved_word, stand_in, suggestion
from dsp56k.asm.expressions.values import Value
from dsp56k.asm.instructions import encoder
from dsp56k.asm.instructions.hazard_checks import HazardChecker
from dsp56k.asm.listing import BlockKind
from dsp56k.asm.passes.expansion import Expansion
from dsp56k.asm.passes.listing import Shown
from dsp56k.asm.passes.option_state import OptionState
from dsp56k.asm.passes.pass_state import Session, Workspace
from dsp56k.asm.passes.scope import Scope
from dsp56k.asm.program import symbols
from dsp56k.asm.program.locations import Origin
from dsp56k.asm.program.memory_use import MemoryUse
from dsp56k.asm.program.symbols import Section
from dsp56k.asm.source.line_sources import FileInput, Input
from dsp56k.asm.source.statements import Statement, split
from dsp56k.asm.source.structured import CLOSING, Structured, instruction
from dsp56k.objects.module import Ident, Span

# The instruction that OPT RP inserts.
_DELAY = instruction("idle")


@dataclass(slots=True)
class Buffer:
    """An open BUFFER: its first address and size."""

    start: int
    size: int
    span: Span | None


class Pass(Workspace):
    """One pass: the parts that directive handlers and the encoder use, and the processing of each statement."""

    def __init__(self, session: Session, number: int, directives: dict[str, Directive]) -> None:
        super().__init__(session, self._nesting)
        self.session = session
        self.budget = session.budget
        self.symbols = session.symbols
        self.directives = directives
        self.mnemonics = encoder.MNEMONICS_OF[session.chip]
        self.scope = Scope(session, number, self)
        self.switches = OptionState(self, self.scope)
        self.expansion = Expansion(session, self, self.scope)
        if session.relative:
            self.locations.begin_relative()
        self.neighbours = HazardChecker()
        self.structured = Structured()
        self.removed: set[str] = set()
        self.buffer: Buffer | None = None
        self.memory = MemoryUse(self.locations, self.usage)
        self.ident: Ident | None = None
        self.start: Value | None = None
        self.exported_symbols: dict[str, tuple[Section, Span | None]] = {}
        # The ORG to data memory for which code was reported: each instruction would be an error.
        self._misplaced: Origin | None = None
        # The statements at which the sections in effect begin.
        self.open_sections: list[Span | None] = []
        self.ended = False
        self.fatal = False
        # Clocks of all instructions; the scope's `cycle_count` are those that OPT CC has counted.
        self.all_clocks = 0

    def _nesting(self) -> int:
        """Return the number of open IFs and sections (OPT NL)."""
        return len(self.expansion.conditionals) + len(self.symbols.stack) - 1

    # ---- the run ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Read everything. Errors go to the log."""
        given = ""
        try:
            for name, replacement in self.session.defines.items():
                given = f"the DEFINE symbol {name!r} was given with -d (defines)"
                symbols.check_name(name)
                self.defines.define(name, replacement)
                self.usage.defines[name] = replacement
            for option in self.session.options:
                given = f"the option {option!r} was given with -o (options)"
                self.switches.set(option)
        except SourceTextError as error:
            error.advice = Advice((*error.advice.notes, given))
            self.report.error(error)
            self.fatal = True
            return
        try:
            for source in self.session.sources:
                if not self.ended:
                    self.reader.push(FileInput(source, (), len(self.expansion.conditionals)))
                    self._read()
            self._finish()
        except FatalSourceError as error:
            self.report.error(error)
            self.fatal = True

    def _read(self) -> None:
        """Process a source until it ends. Raises FatalSourceError."""
        while (text := self._next_line()) is not None:
            self.output.source, self.output.chain = (self.reader.file, self.reader.line), self.reader.chain
            self.memory.begin()
            try:
                self.statement(text)
            except SourceError as error:
                self.report.error(error)
                self._recover(split(text))
                if not self.listing.begun:
                    self.listing.statement(split(text))
            if self.memory.before is not None:
                parts = split(text)
                directive = self.directives.get(parts.key)
                self.memory.end(self.scope, parts, "CODE" if directive is None else directive.memory)

    def _recover(self, parts: Statement) -> None:
        """Define the statement's label after an error, so that its uses are not errors, too."""
        directive = self.directives.get(parts.key)
        if (
            not parts.label
            or self.scope.is_defined(parts.label)
            or (directive is not None and directive.label == "none")
        ):
            return
        if directive is None or directive.label == "define":
            with contextlib.suppress(SourceError):
                self.scope.name_location(parts)
        else:
            self.scope.lost.add(self.symbols.fold(parts.label))

    def _next_line(self) -> str | None:
        text = self.read_line()
        if self.reader.ended:
            self._leave_inputs()
        return text

    def read_line(self, within: Input | None = None, *, quiet: bool = False) -> str | None:
        """Return the next line, or None at the end of everything (of `within`).

        A line that cannot be read is reported and skipped, unless `quiet`: lines are only skipped then. Raises
        FatalSourceError.
        """
        while True:
            if within is None:
                self.listing.begin()
            try:
                return self.reader.read(within)
            except SourceError as error:
                if not quiet:
                    self.report.error(error)

    def _leave_inputs(self) -> None:
        """Close finished inputs. An IF must end in its file or expansion."""
        for source in self.reader.ended:
            if isinstance(source, FileInput):
                self.output.break_run()
            self.expansion.close_conditionals(source.if_depth, report=not self.ended)
        self.reader.ended.clear()

    def _finish(self) -> None:
        """Report constructs that are still open, and names that were declared but never defined."""
        self.listing.begin()
        self._leave_inputs()
        if self.buffer is not None:
            self.report.add(messages.MISSING_ENDBUF, self.buffer.span)
        for construct in self.structured.stack:
            self.report.add(messages.MISSING_CLOSE, construct.span, name=CLOSING[construct.kind])
            # For the jumps to it: one error, one message.
            for label in construct.awaited:
                self.scope.define_generated(split(label))
        for section, span in zip(self.symbols.stack[1:], self.open_sections, strict=True):
            self.report.add(messages.MISSING_ENDSEC, span, name=section.name)
        self._check_declared()
        self.report.tell_excused()
        self.report.tell_later()

    def _check_declared(self) -> None:
        """Report names of XDEF, LOCAL and SYMOBJ that no line has defined."""
        for section in self.symbols.sections.values():
            for declared, home in ((section.exported, self.symbols.sections[symbols.GLOBAL]), (section.own, section)):
                for name, span in declared.items():
                    found = home.symbols.get(name)
                    if found is None or found.met != self.scope.number:
                        self.report.add(messages.NOT_IN_SECTION, span, name=name)
        # With SO and in relative mode everything goes into the object file, and SYMOBJ has no effect (ASM chapter 6).
        asked_for = {} if self.options["SO"] or self.session.relative else self.exported_symbols
        for name, (section, span) in asked_for.items():
            found = section.symbols.get(name) or self.symbols.sections[symbols.GLOBAL].symbols.get(name)
            if found is None or found.met != self.scope.number:
                self.report.add(messages.SYMOBJ_UNDEFINED, span, name=name)

    # ---- statements ---------------------------------------------------------------------------------------------

    def statement(self, text: str) -> None:
        """Process one statement. Raises SourceError, with a column counted in `text`."""
        parts = split(text)
        key = parts.key
        if not key:
            if parts.label:
                self.scope.define_label(parts)
            self.listing.statement(parts)
            return
        if self.macros.known and (macro := self.macros.find(parts.operation)) is not None:
            self.expansion.call(macro, parts)
            return
        if key not in self.removed:
            if key in self.mnemonics:
                self.instruction(parts)
                return
            directive = self.directives.get(key)
            if directive is not None:
                self._directive(directive, parts)
                return
        if self.expansion.from_library(parts):
            return
        raise self._unknown_operation(parts)

    def _directive(self, directive: Directive, parts: Statement) -> None:
        """Run a directive, if it and its label are allowed here."""
        key = parts.key
        if self.buffer is not None and directive.not_in_buffer:
            raise parts.operation_error(messages.NOT_IN_BUFFER, name=key)
        if parts.label:
            if directive.label == "define":
                self.scope.define_label(parts)
            elif directive.label == "none":
                self.report.warn_at(messages.LABEL_IGNORED, parts.label_column, len(parts.label), name=key)
        elif directive.label == "required":
            raise parts.operation_error(messages.LABEL_REQUIRED, name=key)
        if directive.alone:
            self.no_operands(parts)
        directive.handler(self, parts)

    def no_operands(self, parts: Statement) -> None:
        """Report text after a directive without operands (ASM D.4)."""
        if parts.operands:
            self.report.error(parts.operands_error(messages.FIELDS_IGNORED))

    def instruction(self, parts: Statement, *, unchecked: bool = False) -> None:
        """Encode a machine instruction.

        An `unchecked` one replaces an erroneous one, and has no adjacent instructions.
        """
        if parts.label:
            self.scope.define_label(parts)
        locations, scope, options, output = self.locations, self.scope, self.options, self.output
        if locations.run.space != "P":
            if self._misplaced is locations.run:
                raise CascadingError(messages.NOT_IN_P)
            self._misplaced = locations.run
            raise parts.operation_error(messages.NOT_IN_P)
        if scope.tentative and self.reader.from_file:
            self.budget.work -= costs.INSTRUCTION
        words, clocks, facts, mistakes = encoder.encode(scope, parts)
        if options["RP"] and self.neighbours.too_early(facts, locations.run_address):
            self._delay()
            words, clocks, facts, mistakes = encoder.encode(scope, parts)
        run_address, load_address = locations.run_address, locations.load_address
        if output.first_code is None:
            output.first_code = run_address
        for word in words:
            output.word(word)
        for mistake in mistakes:
            self.report.error(mistake)
        if mistakes or unchecked:
            self.neighbours.lose(facts)
        elif (problem := self.neighbours.check(scope, facts, run_address, words)) is not None:
            self.report.warn(problem)
        self.all_clocks += clocks or 0
        total = self.all_clocks
        if options["CC"]:
            scope.cycle_count += clocks or 0
            total = scope.cycle_count
        self.listing.statement(parts, Shown((run_address, load_address), words, None, clocks, total))

    def _delay(self) -> None:
        """Insert a NOP between a move to an address register and its use as a pointer (ASM chapter 6, OPT RP)."""
        with self.reader.generating():
            self.reader.text = _DELAY
            self.instruction(split(_DELAY))

    def _unknown_operation(self, parts: Statement) -> SourceError:
        key = parts.key
        if self.symbols.fold(parts.operation) in self.scope.lost:
            return CascadingError(messages.UNKNOWN_OPERATION, name=parts.operation)
        later = "" if key in self.removed else later_chip(key)
        if later:
            error = parts.operation_error(messages.LATER_CHIP, name=key, chip=later, selected=self.session.chip)
            error.advice = Advice(stand_in(key))
            error.later = NewerChipFeature(later, key)
            return error
        if self.report.missing_file:
            return SuppressedError(messages.UNKNOWN_OPERATION, parts.operation)
        error = parts.operation_error(messages.UNKNOWN_OPERATION, name=parts.operation)
        error.hint = lambda: self._meant(parts)
        return error

    def _meant(self, parts: Statement) -> Advice:
        """Return suggestions for an unknown operation."""
        if (section := self.macros.hidden(parts.operation)) is not None:
            return Advice((f"it is a macro of section {section}, defined only there",))
        for field in (parts.label, parts.operation):
            label, _, rest = field.partition(":")
            if rest:
                return Advice((f"put a space between the label and its operation: {label}: {rest}",))
        known = {*self.mnemonics, *self.directives} - self.removed
        if parts.label.upper() in known:
            return Advice((f"{parts.label} is in column 1, where labels are: put a space before it",))
        if note := dialect_hint(parts.key):
            return Advice(note)
        advice = reserved_word(parts.operation, sorted(known))
        return advice if advice.fix else suggestion(parts.operation, [name for _, name in self.macros.known])


Handler = Callable[[Pass, Statement], None]


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive's handler, and its properties.

    They are the use of a label, whether BUFFER excludes it, whether it has no operands, and the type column of the
    memory that it takes (ASM E.4).
    """

    handler: Handler
    label: Literal["none", "define", "own", "required"] = "none"
    not_in_buffer: bool = False
    alone: bool = False
    memory: BlockKind = "CODE"
