"""Symbols and expressions of a pass: definition, lookup in scope and section, and the data of functions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dsp56k.asm import budget as costs
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Advice, CascadingError, Label, Message, SourceError, SuppressedError
from dsp56k.asm.diagnostics.suggestions import suggestion
from dsp56k.asm.expressions.functions import compile_expression
from dsp56k.asm.expressions.relocation import unresolved_reason, whole
from dsp56k.asm.expressions.values import UNKNOWN, Value, compatible
from dsp56k.asm.instructions.operands import Force
from dsp56k.asm.passes.pass_state import Session, Workspace
from dsp56k.asm.program import symbols
from dsp56k.asm.program.symbols import Symbol
from dsp56k.asm.source.line_sources import MacroInput
from dsp56k.asm.source.statements import Statement
from dsp56k.objects.module import Base, SymbolKind
from dsp56k.objects.word_sizes import Space

if TYPE_CHECKING:
    from random import Random

# @RND repeats its sequence in every run: the same source has the same words.
_RANDOM_SEED = 56001


class Scope:
    """The symbols of the current line, and the context of expressions, fields and instructions.

    `number` counts passes from 1. `forward_references` and `moved_labels` decide whether another pass is needed.
    `stretch` numbers the regions between two labels of code and data, wherever these come from.
    """

    assembling = True

    def __init__(self, session: Session, number: int, space: Workspace) -> None:
        self.number = number
        self.tentative = number == 1
        self.symbols = session.symbols
        self.symbols.begin_pass(number)
        self.budget = session.budget
        self._reader = space.reader
        self.options = space.options
        self.locations = space.locations
        self._macros = space.macros
        self._defines = space.defines
        self._usage = space.usage
        self._listing = space.listing
        self._report = space.report
        self.radix = 10
        # The forcing operator of FORCE for operands without one.
        self.force: Force = ""
        # OPT GS in relative mode: every section is static.
        self.all_static = False
        self.cycle_count = 0
        # The column at which the expression that is being evaluated begins.
        self.expression_column = 0
        self.forward_references = False
        self.moved_labels = 0
        # Whether a symbol has been defined, and a section entered.
        self.defined = False
        self.sectioned = False
        self.externals: dict[tuple[int, str], None] = {}
        self._random: Random | None = None
        self._normal_scope = 0
        self.stretch = 0
        # The number of equates, and of labels that expansions define: see LocalLabels.
        self._part = 0
        self._good_names: set[str] = set()
        # The label last defined, with its memory space and address.
        self.last_label = "", "", 0
        # Symbols with a wrong definition in this pass: that was reported, and every use would be an error, too.
        self.lost: set[str] = set()

    def of_labels(self) -> object:
        """Local label scope of the current line: the innermost expansion, else the code between two labels."""
        for source in reversed(self._reader.stack):
            if source.scope is not None:
                return source.scope
        return self._normal_scope

    def define_label(self, parts: Statement) -> None:
        """Set the label of a statement to the value of the runtime location counter.

        An error of the label is reported here: the statement continues, so that its words and other errors remain.
        """
        try:
            self.name_location(parts)
        except SourceError as error:
            self._report.error(error)

    def name_location(self, parts: Statement) -> None:
        """Define the statement's label as `define_label` does, but raise SourceError."""
        locations = self.locations
        address, space = locations.run_address, locations.run.space
        self.define(parts.label, parts.label_column, address, space, "label", locations.run_base)
        self.last_label = parts.label, space, address

    def define_generated(self, parts: Statement) -> None:
        """Define a label of structured control: local labels stay valid around it, as around a macro's."""
        with self._same_locals():
            self.define_label(parts)

    @contextmanager
    def _same_locals(self) -> Iterator[None]:
        """Keep the local labels: labels defined here begin no new scope of them."""
        scope = self._normal_scope
        try:
            yield
        finally:
            self._normal_scope = scope

    def define(
        self,
        name: str,
        column: int,
        number: int | float,
        space: Space,
        kind: SymbolKind,
        base: Base | None = None,
        late: str = "",
    ) -> None:
        """Define a symbol: relocatable if it has a base, computed by the linker if `late` has an expression.

        Raises SourceError for a bad name or a second definition.
        """
        if name not in self._good_names:
            symbols.check_name(name, column)
            self._good_names.add(name)
        self.defined = True
        if self._usage.crossing:
            self._refer(name, defines=True)
        name = self.symbols.fold(name)
        if symbols.is_local(name):
            scope = self.of_labels()
            part = self._part if scope == self._normal_scope else None
            if self._usage.local and part is not None:
                self.budget.kept -= costs.REFERENCE
                self._usage.labels.append((name, number, self.symbols.section.name))
            old = self.symbols.local.exact(scope, part, name)
            if old is None or not self._redefine(old, number, space, kind, column, base, late):
                self.budget.work -= costs.NOTED
                self.budget.kept -= costs.SYMBOL + len(late)
                symbol = Symbol(name, number, space, kind, "", self.number, None, False, base, late)
                self.symbols.local.add(scope, part, symbol)
            return
        home = self.symbols.home(name, kind)
        old = home.symbols.get(name)
        if old is None or not self._redefine(old, number, space, kind, column, base, late):
            span, _ = self._reader.span(column, len(name))
            section = self.symbols.stack[-1]
            if section.name and self.symbols.find(name) is not None:
                # References above meant the outer one; in the next pass they mean this one.
                self.forward_references = True
            public = home is not section
            self.budget.work -= costs.NOTED
            self.budget.kept -= costs.SYMBOL + len(self._reader.raw) + len(late)
            symbol = Symbol(name, number, space, kind, section.name, self.number, span, public, base, late)
            self.symbols.add(home, symbol)
        if kind == "label":
            self.stretch += 1
        if kind == "label" and self.of_labels() == self._normal_scope:
            self._normal_scope += 1
        else:
            self._part += 1

    def _redefine(
        self,
        old: Symbol,
        number: int | float,
        space: Space,
        kind: SymbolKind,
        column: int,
        base: Base | None,
        late: str,
    ) -> bool:
        """Update a symbol. Raises SourceError if it may not change."""
        if old.met == self.number:
            changeable = ("set", "=")
            if kind in changeable and old.kind not in changeable:
                raise SourceError(messages.CANNOT_SET, column, len(old.name), name=old.name)
            if kind not in changeable and old.kind in changeable:
                raise SourceError(messages.ALREADY_SET_SYMBOL, column, len(old.name), name=old.name)
            if kind not in changeable:
                error = SourceError(messages.SYMBOL_REDEFINED, column, len(old.name), name=old.name)
                if old.span is not None:
                    error.labels = (Label(old.span, "first defined here"),)
                raise error
        elif kind not in ("set", "=") and ((old.number, old.space, old.base, old.late) != (number, space, base, late)):
            self.moved_labels += 1
        old.number, old.space, old.kind, old.met, old.base, old.late = number, space, kind, self.number, base, late
        return True

    def find_symbol(self, name: str, *, outer: bool = False) -> Symbol | None:
        """Return the symbol of a name, met in this pass or left by the one before."""
        name = self.symbols.fold(name)
        if not symbols.is_local(name):
            return self.symbols.find(name)
        table = self.symbols.local
        for source in reversed(self._reader.stack):
            if source.scope is None or outer:
                continue
            symbol = table.exact(source.scope, None, name)
            # A macro's labels are local to it; the body of a DUP sees the enclosing ones.
            if symbol is not None or not source.sees_outside:
                return symbol
        return table.nearest(self._normal_scope, self._part, name)

    def _refer(self, name: str, *, defines: bool = False) -> None:
        """Record for the cross reference that this line names a symbol, except an expansion's label (figure E-2)."""
        if not symbols.is_local(name) or self.of_labels() == self._normal_scope:
            self.budget.work -= costs.NOTED
            if self._usage.refer(name, self._reader.count, defines=defines):
                self.budget.kept -= costs.REFERENCE

    def lookup(self, name: str, *, outer: bool = False) -> Value:
        """See expressions.parser.Context."""
        symbol = self.find_symbol(name, outer=outer)
        if self._usage.crossing:
            self._refer(name)
        if symbol is None:
            self.forward_references = True
            if self.tentative:
                self._report.uncertain_line = self._reader.count
                return UNKNOWN
            if self.locations.relative and not symbols.is_local(name) and name.upper() not in symbols.RESERVED:
                # Left to the linker (ASM F.2.10).
                name = self.symbols.fold(name)
                if self.options["UR"]:
                    self.warn(messages.UNRESOLVED, name=name)
                self.externals[self.locations.scope, name] = None
                return Value(0, late=name)
            raise self._undefined(name)
        if symbol.met != self.number:
            if self.lost and self.symbols.fold(name) in self.lost:
                raise self._undefined(name)
            self.forward_references = True
            return Value(symbol.number, symbol.space, True, symbol.base, symbol.late)
        if symbol.base is not None or symbol.late:
            # Only the last pass writes link expressions, and the first is not the last.
            self.forward_references = True
            return Value(symbol.number, symbol.space, False, symbol.base, symbol.late)
        return Value(symbol.number, symbol.space)

    def _undefined(self, name: str) -> SourceError:
        if self.symbols.fold(name) in self.lost:
            return CascadingError(messages.UNDEFINED_SYMBOL, name=name)
        if name.upper() in symbols.RESERVED:
            return SourceError(messages.RESERVED_NAME, None, len(name), name=name)
        if self.symbols.incomplete and not symbols.is_local(name):
            return SuppressedError(messages.UNDEFINED_SYMBOL, name)
        error = SourceError(messages.UNDEFINED_SYMBOL, None, len(name), name=name)
        error.hint = lambda: self._meant_symbol(name)
        return error

    def _meant_symbol(self, name: str) -> Advice:
        """Return suggestions for an unknown symbol."""
        folded = self.symbols.fold(name)
        if symbols.is_local(name):
            labels = self.symbols.local
            hidden = labels.hidden(folded)
            return Advice(hidden) if hidden else suggestion(name, labels.names(self.of_labels()))
        hidden = self.symbols.hidden(folded)
        if not hidden and folded in self.symbols.section.imported:
            hidden = ("another module defines it: assemble this one with -o FILE.cln, and list it in dsp56k.toml",)
        return Advice(hidden) if hidden else suggestion(name, self.symbols.names())

    def is_defined(self, name: str) -> bool:
        """See expressions.function_arguments.FunctionContext.

        Only definitions before the current line count, in every pass.
        """
        symbol = self.find_symbol(name)
        return symbol is not None and symbol.met == self.number

    def number_of(self, text: str) -> int | float | None:
        """Return the number that the macro operators ? and % show, or None if it is not known.

        It is that of a symbol, or of the expression of an argument (ASM D.4, "Macro value substitution failed").
        """
        symbol = self.find_symbol(text)
        if symbol is not None:
            return None if symbol.base is not None or symbol.late else symbol.number
        if text.isidentifier():
            return None
        self.budget.work -= costs.CHARACTER * len(text) + 1
        try:
            value = compile_expression(text, 0, self.radix)(self)
        except SourceError:
            return None
        return value.number if value.known else None

    def location(self) -> Value:
        """See expressions.parser.Context."""
        locations = self.locations
        if locations.run_base is not None:
            self.forward_references = True
        return Value(locations.run_address, locations.run.space, False, locations.run_base)

    def counter(self, load: bool) -> Value:
        """See expressions.function_arguments.FunctionContext."""
        locations = self.locations
        if not load:
            return self.location()
        if locations.load_base is not None:
            self.forward_references = True
        return Value(locations.load_address, locations.load.space, False, locations.load_base)

    def counter_type(self, load: bool) -> int:
        """See expressions.function_arguments.FunctionContext."""
        return self.locations.counter_type(load)

    @property
    def relative(self) -> bool:
        """See expressions.function_arguments.FunctionContext."""
        return self.locations.relocatable

    def random(self) -> float:
        """See expressions.function_arguments.FunctionContext."""
        if self._random is None:
            from random import Random

            self._random = Random(_RANDOM_SEED)
        return self._random.random()

    @property
    def list_level(self) -> int:
        """See expressions.function_arguments.FunctionContext."""
        return self._listing.level

    def is_replaced(self, name: str) -> bool:
        """See expressions.function_arguments.FunctionContext."""
        return name in self._defines

    def is_macro(self, name: str) -> bool:
        """See expressions.function_arguments.FunctionContext."""
        return self._macros.find(name) is not None

    def macro_arguments(self) -> tuple[tuple[str, ...], list[str]] | None:
        """See expressions.function_arguments.FunctionContext."""
        for source in reversed(self._reader.stack):
            if isinstance(source, MacroInput) and not source.sees_outside:
                return source.macro.dummies, list(source.rounds[0])
        return None

    def warn(self, kind: Message, **values: object) -> None:
        """See instructions.hazard_checks.Listener."""
        self._report.warn(kind, **values)

    def warn_at(self, kind: Message, column: int | None, length: int, **values: object) -> None:
        """See expressions.relocation.WordContext."""
        self._report.warn_at(kind, column, length, **values)

    def warn_within(self, kind: Message, at: int, length: int, **values: object) -> None:
        """See expressions.parser.Context."""
        self.warn_at(kind, self.expression_column + at, length, **values)

    def space_mismatch(self, left: Space, right: Space, at: int) -> None:
        """See expressions.parser.Context."""
        if self.options["MSW"]:
            self.warn_within(messages.EXPRESSION_SPACES, at, 1, left=left, right=right)

    def check_space(self, space: Space, value: Value, kind: Message, column: int, length: int) -> None:
        """Warn if a value of one memory space is used as an address in another."""
        if value.space != space and not compatible(space, value.space) and self.options["MSW"]:
            self.warn_at(kind, column, length, space=space, other=value.space)

    def evaluate(self, text: str, column: int) -> Value:
        """Return the value of an expression that starts at `column` of the statement. Raises SourceError."""
        self.expression_column = column
        self.budget.work -= costs.CHARACTER * len(text) + 1
        return whole(compile_expression(text, column, self.radix)(self), column)

    def integer(self, text: str, column: int, *, known: bool = True) -> int:
        """Return the value of an integer expression, without forward references if `known`."""
        value = self.evaluate(text, column)
        if known and not value.known:
            raise SourceError(unresolved_reason(value), column, len(text))
        if value.linked:
            raise SourceError(messages.NOT_ABSOLUTE, column, len(text))
        if isinstance(value.number, float):
            raise SourceError(messages.NOT_INTEGER, column, len(text))
        return value.number
