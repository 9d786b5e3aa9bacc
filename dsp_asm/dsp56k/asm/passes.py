"""A pass over the source: reads statements, keeps symbols and counters, hands operations to directives and the encoder.

The assembler is Motorola's two-pass design (ASM 1.5). Every size is settled when a statement is first met: what is
not known by then takes the long form, in this pass and the next, so that the second pass finds all labels where the
first put them. `assembler.py` runs as many passes as are needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from dsp56k.asm import catalogue as say
from dsp56k.asm import encoder, symbols
from dsp56k.asm.defines import Defines
from dsp56k.asm.diagnostics import Diagnostic, FatalSourceError, Frame, Kind, Log, Severity, SourceError, Span
from dsp56k.asm.expressions import compile_expression
from dsp56k.asm.inputs import FileInput, Input, MacroInput, ReplayInput
from dsp56k.asm.lines import LineReader
from dsp56k.asm.locations import TOP, Place
from dsp56k.asm.macros import Macro, argument_text, parse_arguments
from dsp56k.asm.objectfile import Ident, ListingLine, ListingSettings
from dsp56k.asm.options import Options
from dsp56k.asm.output import Output
from dsp56k.asm.sequence import Neighbours
from dsp56k.asm.source import SourceText, find, from_file
from dsp56k.asm.statements import Statement, split
from dsp56k.asm.symbols import Symbol, SymbolTable
from dsp56k.asm.values import UNKNOWN, Value, compatible

if TYPE_CHECKING:
    from random import Random

# @RND repeats itself from run to run: the same source gives the same words.
_RANDOM_SEED = 56001


@dataclass
class Session:
    """What all passes share: the symbols, and what the caller asked for."""

    main: SourceText
    include_folders: tuple[Path, ...] = ()
    macro_folders: tuple[Path, ...] = ()
    defines: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    symbols: SymbolTable = field(default_factory=SymbolTable)


@dataclass(slots=True)
class Conditional:
    """An open IF: where it stands, and whether its ELSE has been seen."""

    span: Span | None
    seen_else: bool = False


@dataclass(slots=True)
class Buffer:
    """An open BUFFER: its first address and size."""

    start: int
    size: int
    span: Span | None


class Pass:
    """One pass. It is the context in which expressions are evaluated, and what directive handlers work on."""

    def __init__(self, session: Session, number: int, directives: dict[str, Directive]) -> None:
        self.session = session
        self.number = number
        self.tentative = number == 1
        self.relative = False
        self.directives = directives
        self.log = Log()
        self.symbols = session.symbols
        self.symbols.begin_pass()
        self.defines = Defines()
        self.reader = LineReader(self.defines)
        self.options = Options()
        self.output = Output(self._overflow)
        self.locations = self.output.locations
        self.neighbours = Neighbours()
        self.macros: dict[tuple[str, str], Macro] = {}
        self.macro_folders = list(session.macro_folders)
        self.removed: set[str] = set()
        self.conditionals: list[Conditional] = []
        self.buffer: Buffer | None = None
        self.bounds: dict[tuple[str, str, bool], tuple[int, int]] = {}
        self.ident: Ident | None = None
        self.start: Value | None = None
        self.ended = False
        self.radix = 10
        self.cycle_count = 0
        self.list_level = 0
        self.listing: list[ListingLine] = []
        self.listing_settings = ListingSettings()
        self.exported_symbols: list[str] = []
        self.forward_references = False
        self.moved_labels = 0
        self.fatal = False
        self._random: Random | None = None
        self._expansions = 0
        self._normal_scope = 0
        self._good_names: set[str] = set()
        self._library_tries: set[str] = set()

    # ---- the run ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Read everything. What is wrong goes to the log."""
        try:
            for name, replacement in self.session.defines.items():
                symbols.check_name(name)
                self.defines.define(name, replacement)
            for option in self.session.options:
                self.options.set(option, self)
        except SourceError as error:
            self.report(error)
            self.fatal = True
            return
        self.reader.push(FileInput(self.session.main, (), 0))
        try:
            while (text := self._next_line()) is not None:
                before = self._counters() if self.bounds else None
                try:
                    self.statement(text)
                except FatalSourceError:
                    raise
                except SourceError as error:
                    self.report(error)
                if before is not None:
                    self._check_bounds(before)
        except FatalSourceError as error:
            self.report(error)
            self.fatal = True
            return
        self._finish()

    def _next_line(self) -> str | None:
        while True:
            try:
                text = self.reader.read()
            except FatalSourceError:
                raise
            except SourceError as error:
                self.report(error)
                continue
            if self.reader.ended:
                self._leave_inputs()
            return text

    def _counters(self) -> tuple[tuple[Place, int], tuple[Place, int]]:
        """The counters in use and where they stand: runtime, load."""
        locations = self.locations
        return (locations.run, locations.run_address), (locations.load, locations.load_address)

    def _check_bounds(self, before: tuple[tuple[Place, int], tuple[Place, int]]) -> None:
        """Warn where a statement moved a counter beyond HIMEM or below LOMEM."""
        for load, ((old, start), (place, end)) in enumerate(zip(before, self._counters(), strict=True)):
            low, high = self.bounds.get((place.space, place.counter, bool(load)), (0, TOP - 1))
            if old is place and end > start and not low <= start <= end - 1 <= high:
                side = "Load" if load else "Runtime"
                self.warn(say.OUT_OF_BOUNDS, side=side, space=place.space, address=end - 1)

    def _leave_inputs(self) -> None:
        """An IF must end in the file or expansion that it stands in."""
        for source in self.reader.ended:
            self.close_conditionals(source.if_depth, report=not self.ended)
        self.reader.ended.clear()

    def close_conditionals(self, depth: int, *, report: bool) -> None:
        """Drop the IFs opened since there were `depth` of them."""
        while len(self.conditionals) > depth:
            conditional = self.conditionals.pop()
            if report:
                self.add(say.MISSING_ENDIF, conditional.span)

    def _finish(self) -> None:
        self._leave_inputs()
        if self.buffer is not None:
            self.add(say.MISSING_ENDBUF, self.buffer.span)
        for section in self.symbols.stack[1:]:
            self.add(say.MISSING_ENDSEC, None, name=section.name)
        for section in self.symbols.sections.values():
            for name, span in section.exported.items():
                found = self.symbols.sections[symbols.GLOBAL].symbols.get(name)
                if found is None or found.met != self.number:
                    self.add(say.XDEF_UNDEFINED, span, name=name)
        # With SO everything goes into the object file, and SYMOBJ has no effect (ASM chapter 6, SYMOBJ).
        for name in () if self.options["SO"] else self.exported_symbols:
            if not self.is_defined(name):
                self.add(say.SYMOBJ_UNDEFINED, None, name=name)

    # ---- statements ---------------------------------------------------------------------------------------------

    def statement(self, text: str) -> None:
        """Process one statement. Raises SourceError, with a column counted in `text`."""
        parts = split(text)
        key = parts.key
        if not key:
            if parts.label:
                self.define_label(parts)
            self.list_statement(parts, value=None)
            return
        if self.macros and (macro := self.find_macro(parts.operation)) is not None:
            self.call(macro, parts)
            return
        if key not in self.removed:
            if key in encoder.MNEMONICS:
                self.instruction(parts)
                return
            directive = self.directives.get(key)
            if directive is not None:
                if self.buffer is not None and directive.not_in_buffer:
                    raise SourceError(say.NOT_IN_BUFFER, parts.operation_column, len(key), name=key)
                if parts.label:
                    if directive.label == "define":
                        self.define_label(parts)
                    elif directive.label == "none":
                        self.warn_at(say.LABEL_IGNORED, parts.label_column, len(parts.label), name=key)
                elif directive.label == "required":
                    raise SourceError(say.LABEL_REQUIRED, parts.operation_column, len(key), name=key)
                directive.handler(self, parts)
                return
        if self._from_library(parts):
            return
        raise self._unknown_operation(parts)

    def instruction(self, parts: Statement) -> None:
        """Encode a machine instruction."""
        if parts.label:
            self.define_label(parts)
        locations = self.locations
        if locations.run.space != "P":
            raise SourceError(say.NOT_IN_P, parts.operation_column, len(parts.key))
        run_address, load_address = locations.run_address, locations.load_address
        encoded = encoder.encode(self, parts)
        output = self.output
        if output.first_code is None:
            output.first_code = run_address
        for word in encoded.words:
            output.word(word)
        problem = self.neighbours.check(self, encoded.facts, run_address, encoded.words)
        if problem is not None:
            self.warn(problem)
        self.cycle_count += encoded.clocks or 0
        if self.listing_wanted:
            self.list_statement(parts, run_address, load_address, encoded.words, None, encoded.clocks)

    def _unknown_operation(self, parts: Statement) -> SourceError:
        key = parts.key
        later = encoder.later_chip(key)
        if later:
            return SourceError(say.LATER_CHIP, parts.operation_column, len(key), name=key, chip=later)
        error = SourceError(say.UNKNOWN_OPERATION, parts.operation_column, len(key), name=parts.operation)
        known = [*encoder.MNEMONICS, *self.directives, *(name.upper() for _, name in self.macros)]
        error.notes = _suggestion(key, known)
        return error

    # ---- macros and other inputs --------------------------------------------------------------------------------

    def find_macro(self, name: str) -> Macro | None:
        """The macro that can be called by a name here: the section's own, else a global one (ASM 4.3.2)."""
        name = self.symbols.fold(name)
        section = self.symbols.stack[-1].name
        return self.macros.get((section, name)) or self.macros.get((symbols.GLOBAL, name))

    def call(self, macro: Macro, parts: Statement) -> None:
        """Expand a macro."""
        if parts.label:
            self.define_label(parts)
        field_text = argument_text(parts.operands)
        arguments = parse_arguments(field_text)
        if len(arguments) > len(macro.dummies):
            self.warn_at(
                say.TOO_MANY_ARGUMENTS,
                parts.operands_column,
                len(field_text),
                name=macro.name,
                count=len(macro.dummies),
            )
        self.list_statement(parts, value=None)
        self.expand(macro, [arguments], "macro", macro.name)

    def expand(
        self, macro: Macro, rounds: list[list[str]], kind: str, name: str, *, sees_outside: bool = False
    ) -> None:
        """Read the expansions of a body next."""
        chain, scope, depth = self.here(kind, name), self.new_scope(), len(self.conditionals)
        self.reader.push(MacroInput(macro, rounds, self.number_of, chain, scope, depth, sees_outside=sees_outside))

    def new_scope(self) -> int:
        """A number for the local labels of an expansion."""
        self._expansions += 1
        return self._expansions

    def here(self, kind: str, name: str) -> tuple[Frame, ...]:
        """The chain of frames for lines that the present statement brings in, the innermost first."""
        reader = self.reader
        outer = reader.stack[-1].chain if reader.stack else ()
        return (Frame(kind, name, reader.file, reader.line), *outer)

    def include(self, name: str, column: int, folders: list[Path | None]) -> None:
        """Read a file next. Raises SourceError if there is none of that name."""
        path = find(name, folders)
        if path is None:
            raise FatalSourceError(say.CANNOT_OPEN_INCLUDE, column, len(name), name=name)
        self.reader.push(FileInput(from_file(path), self.here("file included", ""), len(self.conditionals)))

    def folders(self) -> list[Path | None]:
        """Where INCLUDE looks: beside the file that asks, in the current folder, along the include path (ASM 1.4)."""
        here = next(
            (source.source.folder for source in reversed(self.reader.stack) if isinstance(source, FileInput)), None
        )
        found: list[Path | None] = [here, None, *reversed(self.session.include_folders)]
        if self.options["MI"]:
            found += reversed(self.macro_folders)
        return found

    def _from_library(self, parts: Statement) -> bool:
        """Look for an unknown operation in the macro libraries (ASM 5.2); True if a file of that name is now read."""
        name = parts.operation
        if not self.macro_folders or name in self._library_tries:
            return False
        path = find(name, list(reversed(self.macro_folders)))
        if path is None:
            return False
        self._library_tries.add(name)
        reader = self.reader
        chain = reader.stack[-1].chain if reader.stack else ()
        depth = len(self.conditionals)
        reader.push(ReplayInput(parts.text, reader.file, reader.line, chain, depth))
        reader.push(FileInput(from_file(path), self.here("macro library file", ""), depth))
        return True

    # ---- symbols ------------------------------------------------------------------------------------------------

    def scope(self) -> object:
        """The local label scope of the present line: the innermost expansion, else the stretch between two labels."""
        for source in reversed(self.reader.stack):
            if source.scope is not None:
                return source.scope
        return self._normal_scope

    def define_label(self, parts: Statement) -> None:
        """Give the label of a statement the value of the runtime location counter."""
        locations = self.locations
        self.define(parts.label, parts.label_column, locations.run_address, locations.run.space, "label")

    def define(self, name: str, column: int, number: int | float, space: str, kind: str) -> None:
        """Define a symbol. Raises SourceError for a bad name or a second definition."""
        if name not in self._good_names:
            symbols.check_name(name, column)
            self._good_names.add(name)
        if symbols.is_local(name):
            key = (self.scope(), name)
            old = self.symbols.local.get(key)
            if old is None or not self._redefine(old, number, space, kind, column):
                self.symbols.local[key] = Symbol(name, number, space, kind, "", self.number, None)
            return
        name = self.symbols.fold(name)
        home = self.symbols.home(name)
        old = home.symbols.get(name)
        if old is None or not self._redefine(old, number, space, kind, column):
            span, _ = self.reader.span(column, len(name))
            section = self.symbols.stack[-1]
            symbol = Symbol(name, number, space, kind, section.name, self.number, span, home is not section)
            home.symbols[name] = symbol
        if kind == "label":
            self._normal_scope += 1

    def _redefine(self, old: Symbol, number: int | float, space: str, kind: str, column: int) -> bool:
        """Bring a symbol up to date. Raises SourceError if it may not change."""
        if old.met == self.number:
            changeable = ("set", "=")
            if kind in changeable and old.kind not in changeable:
                raise SourceError(say.CANNOT_SET, column, len(old.name), name=old.name)
            if kind not in changeable and old.kind in changeable:
                raise SourceError(say.ALREADY_SET_SYMBOL, column, len(old.name), name=old.name)
            if kind not in changeable:
                error = SourceError(say.SYMBOL_REDEFINED, column, len(old.name), name=old.name)
                if old.span is not None:
                    error.notes = (f"first defined at {old.span.file}:{old.span.line}",)
                raise error
        elif kind not in ("set", "=") and (old.number != number or old.space != space):
            self.moved_labels += 1
        old.number, old.space, old.kind, old.met = number, space, kind, self.number
        return True

    def find_symbol(self, name: str, *, outer: bool = False) -> Symbol | None:
        """The symbol a name means here, met in this pass or left by the one before."""
        if not symbols.is_local(name):
            return self.symbols.find(self.symbols.fold(name))
        table = self.symbols.local
        for source in reversed(self.reader.stack):
            if source.scope is None or outer:
                continue
            symbol = table.get((source.scope, name))
            # A macro's labels are its own; the body of a DUP sees those around it.
            if symbol is not None or not source.sees_outside:
                return symbol
        return table.get((self._normal_scope, name))

    def lookup(self, name: str, *, outer: bool = False) -> Value:
        """See expressions.Context."""
        symbol = self.find_symbol(name, outer=outer)
        if symbol is None:
            self.forward_references = True
            if self.tentative:
                return UNKNOWN
            raise self._undefined(name)
        if symbol.met != self.number:
            self.forward_references = True
            return Value(symbol.number, symbol.space, forward=True)
        return Value(symbol.number, symbol.space)

    def _undefined(self, name: str) -> SourceError:
        if name.upper() in symbols.RESERVED:
            return SourceError(say.RESERVED_NAME, None, len(name), name=name)
        error = SourceError(say.UNDEFINED_SYMBOL, None, len(name), name=name)
        if not symbols.is_local(name):
            known = [known for section in self.symbols.sections.values() for known in section.symbols]
            error.notes = _suggestion(name, known)
        return error

    def is_defined(self, name: str) -> bool:
        """See functions.FunctionContext: only what stands before the present line counts, in every pass."""
        symbol = self.find_symbol(name)
        return symbol is not None and symbol.met == self.number

    def is_macro(self, name: str) -> bool:
        """See functions.FunctionContext."""
        return self.find_macro(name) is not None

    def number_of(self, name: str) -> int | float | None:
        """The number of a symbol for the macro operators ? and %; None if it is not known."""
        symbol = self.find_symbol(name)
        return symbol.number if symbol is not None else None

    def location(self) -> Value:
        """See expressions.Context."""
        return Value(self.locations.run_address, self.locations.run.space)

    def counter(self, load: bool) -> Value:
        """See functions.FunctionContext."""
        locations = self.locations
        return Value(locations.load_address, locations.load.space) if load else self.location()

    def counter_type(self, load: bool) -> int:
        """See functions.FunctionContext."""
        return self.locations.counter_type(load)

    def random(self) -> float:
        """See functions.FunctionContext."""
        if self._random is None:
            from random import Random

            self._random = Random(_RANDOM_SEED)
        return self._random.random()

    def space_mismatch(self, left: str, right: str) -> None:
        """See expressions.Context."""
        if self.options["MSW"]:
            self.warn(say.EXPRESSION_SPACES, left=left, right=right)

    def check_space(self, space: str, value: Value, kind: Kind, column: int) -> None:
        """Warn where a value of one memory space is used as an address in another."""
        if value.space != space and not compatible(space, value.space) and self.options["MSW"]:
            self.warn_at(kind, column, 1, space=space, other=value.space)

    # ---- expressions of directives ------------------------------------------------------------------------------

    def evaluate(self, text: str, column: int) -> Value:
        """The value of an expression that starts at `column` of the statement. Raises SourceError."""
        try:
            return compile_expression(text, self.radix)(self)
        except SourceError as error:
            raise error.moved(column) from None

    def integer(self, text: str, column: int, *, known: bool = True) -> int:
        """The value of an integer expression, without forward references if `known`."""
        value = self.evaluate(text, column)
        if known and value.forward:
            raise SourceError(say.FORWARD_REFERENCE, column, len(text))
        if isinstance(value.number, float):
            raise SourceError(say.NOT_INTEGER, column, len(text))
        return value.number

    # ---- diagnostics and listing --------------------------------------------------------------------------------

    def report(self, error: SourceError) -> None:
        """Log an error of the present statement."""
        span, expanded = self.reader.span(error.column, error.length)
        self._log(error.kind, str(error), span, expanded, error.notes)

    def warn(self, kind: Kind, **values: object) -> None:
        """See expressions.Context."""
        self.warn_at(kind, None, 1, **values)

    def warn_at(self, kind: Kind, column: int | None, length: int, **values: object) -> None:
        """Log a warning (or a message) about text[column] of the present statement."""
        span, expanded = self.reader.span(column, length)
        self._log(kind, kind.text.format(**values), span, expanded, ())

    def add(self, kind: Kind, span: Span | None, **values: object) -> None:
        """Log something about another place than the present statement."""
        self.log.add(Diagnostic(kind.code, kind.severity, kind.text.format(**values), span, (), kind.help))

    def _log(self, kind: Kind, message: str, span: Span | None, expanded: str, notes: tuple[str, ...]) -> None:
        if kind.severity is Severity.WARNING and not self.options["W"]:
            return
        chain = self.reader.stack[-1].chain if self.reader.stack else ()
        self.log.add(Diagnostic(kind.code, kind.severity, message, span, notes, kind.help, chain, expanded))

    def _overflow(self, kind: Kind) -> None:
        """A counter wraps once for many words; say so once."""
        if kind.code not in self.log.seen_once:
            self.log.seen_once.add(kind.code)
            self.warn(kind)

    @property
    def listing_wanted(self) -> bool:
        """Whether the present line belongs on the listing: expansions only under OPT MEX."""
        stack = self.reader.stack
        return self.list_level >= 0 and (not stack or not stack[-1].is_macro or self.options["MEX"])

    def list_statement(
        self,
        parts: Statement,
        run_address: int | None = None,
        load_address: int | None = None,
        words: tuple[int, ...] = (),
        value: int | float | None = None,
        clocks: int | None = None,
        flag: str = "",
    ) -> None:
        """Put a statement on the listing."""
        if not self.listing_wanted:
            return
        locations = self.locations
        stack = self.reader.stack
        self.listing.append(
            ListingLine(
                self.reader.count,
                flag or ("+" if stack and stack[-1].is_macro else ""),
                self.reader.text,
                locations.run.space if run_address is not None else "",
                run_address,
                locations.load.space if load_address is not None and locations.overlay else "",
                load_address if locations.overlay else None,
                words,
                value,
                clocks,
            )
        )


def _suggestion(name: str, known: list[str]) -> tuple[str, ...]:
    """A note with the known name that is most like an unknown one, if any is."""
    # Imported where it is needed, for it would slow every start of the assembler.
    from difflib import get_close_matches

    near = get_close_matches(name[:_LONGEST_GUESS], known[:_MOST_GUESSES], 1, 0.75)
    return (f"did you mean {near[0]}?",) if near else ()


_LONGEST_GUESS = 40
_MOST_GUESSES = 5000

Handler = Callable[[Pass, Statement], None]


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive's handler, what becomes of a label (none define own required), and whether BUFFER excludes it."""

    handler: Handler
    label: str = "none"
    not_in_buffer: bool = False


__all__ = ["Buffer", "Conditional", "Directive", "Handler", "Input", "Pass", "Session"]
