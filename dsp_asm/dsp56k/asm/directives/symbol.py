"""Symbol definition and sections (ASM 6.3.2).

EQU SET = SECTION ENDSEC XDEF XREF; later versions' GLOBAL, GSET, LOCAL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsp56k.asm import budget as costs
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.asm.expressions.values import Value
from dsp56k.asm.passes.assembly_pass import Directive, Pass
from dsp56k.asm.passes.listing import Shown
from dsp56k.asm.program import symbols
from dsp56k.asm.source.statements import Statement
from dsp56k.asm.source.strings import split_commas, split_fields
from dsp56k.objects.module import SymbolKind
from dsp56k.objects.word_sizes import NO_SPACE, TOP, space_of

_NAMELESS = "?"
"""The name, which no source can give, of a section without one."""
_SPACE_PREFIX = re.compile(r"([XYLP])[ \t]*:[ \t]*", re.IGNORECASE)


def _assign(kind: SymbolKind) -> Directive:
    """EQU, SET and =: the label's value is that of the expression. SET keeps no memory space (ASM 3.3)."""

    def handler(assembly: Pass, parts: Statement) -> None:
        if not parts.label:
            parts = _label_after(parts)
        if not parts.operands:
            raise parts.operation_error(messages.MISSING_EXPRESSION)
        value = _value(assembly, parts)
        space = NO_SPACE if kind == "set" or isinstance(value.number, float) else value.space
        if space != NO_SPACE and not 0 <= value.number <= TOP and value.known:
            raise parts.operands_error(messages.ADDRESS_RANGE, value=value.number)
        assembly.scope.define(parts.label, parts.label_column, value.number, space, kind, value.base, value.late)
        assembly.listing.statement(parts, Shown(value=value.number))
        if value.forward:
            raise parts.operands_error(messages.FORWARD_REFERENCE)
        if value.late and kind == "set":
            raise parts.operands_error(messages.NOT_ABSOLUTE)
        if value.linked and kind == "set":
            # The manual forbids it, but the Music Kit's allocators count so in the modules that NeXT shipped.
            assembly.report.warn_at(messages.RELATIVE_SET, parts.operands_column, len(parts.operands))

    return Directive(handler, label="own" if kind == "set" else "required")


def _label_after(parts: Statement) -> Statement:
    """SET and GSET with the symbol in the operand field, as later versions allow. Raises SourceError."""
    fields = split_fields(parts.operands)
    if len(fields) < 2:
        raise parts.operation_error(messages.LABEL_REQUIRED, name=parts.key)
    (label, at), (_, start) = fields[:2]
    column = parts.operands_column
    return parts._replace(
        label=label,
        label_column=column + at,
        operands=parts.operands[start:],
        operands_column=column + start,
    )


def _value(assembly: Pass, parts: Statement) -> Value:
    """Return the operand [space:]expression. A space may be forced only on an expression that has none, or the same."""
    prefix = _SPACE_PREFIX.match(parts.operands)
    if prefix is None:
        return assembly.scope.evaluate(parts.operands, parts.operands_column)
    at = prefix.end()
    value = assembly.scope.evaluate(parts.operands[at:], parts.operands_column + at)
    space = space_of(prefix.group(1))
    if not value.linked and not (isinstance(value.number, int) and 0 <= value.number < TOP) and value.known:
        raise parts.operands_error(messages.ADDRESS_RANGE, value=value.number)
    if value.space not in (NO_SPACE, space):
        raise parts.operands_error(messages.EQU_SPACE, space=space, other=value.space)
    return Value(value.number, space, value.forward, value.base, value.late)


def gset(assembly: Pass, parts: Statement) -> None:
    """GSET: assign a global symbol from inside a section, as SET does."""
    with assembly.symbols.outside():
        _assign("set").handler(assembly, parts)


def section(assembly: Pass, parts: Statement) -> None:
    """SECTION name [GLOBAL|STATIC|LOCAL]. The section is entered even after an error, because its ENDSEC follows."""
    words = parts.operands.split() or [_NAMELESS]
    name = assembly.symbols.fold(words[0])
    modifier = words[1].upper() if len(words) > 1 else "LOCAL"
    try:
        _check_section(assembly, parts, name, modifier if len(words) <= 2 else "")
    except SourceError as error:
        assembly.report.error(error)
    assembly.scope.sectioned = True
    assembly.budget.kept -= costs.OPEN
    assembly.usage.sections.setdefault(name, assembly.reader.count)
    assembly.open_sections.append(assembly.reader.span(parts.operation_column, len(parts.key))[0])
    entered = assembly.symbols.enter(name)
    entered.is_global = modifier == "GLOBAL" or assembly.options["GL"]
    assembly.defines.use(name)
    assembly.locations.enter(entered.number, static=assembly.scope.all_static or modifier == "STATIC")
    assembly.output.break_run()
    assembly.listing.statement(parts)


def _check_section(assembly: Pass, parts: Statement, name: str, modifier: str) -> None:
    """Raise SourceError for a name or a modifier that a section cannot have."""
    column = parts.operands_column
    if name == _NAMELESS:
        raise parts.operation_error(messages.MISSING_SECTION_NAME)
    if symbols.is_local(name):
        raise SourceError(messages.BAD_SECTION_NAME, column, len(name))
    symbols.check_name(name, column)
    known = assembly.symbols.sections.get(name)
    if known is not None and known.is_open:
        raise SourceError(messages.SECTION_IN_ITSELF, column, len(name), name=name)
    if modifier not in ("GLOBAL", "STATIC", "LOCAL"):
        raise SourceError(messages.BAD_SECTION_MODIFIER, column, len(parts.operands))


def endsec(assembly: Pass, parts: Statement) -> None:
    """ENDSEC: return to the enclosing section."""
    if len(assembly.symbols.stack) == 1:
        raise parts.operation_error(messages.ENDSEC_ALONE)
    outside = assembly.symbols.leave()
    assembly.open_sections.pop()
    assembly.defines.use(outside.name)
    assembly.locations.leave()
    assembly.output.break_run()
    assembly.listing.statement(parts)


def name_list(assembly: Pass, parts: Statement, what: str, missing: Message) -> Iterator[tuple[str, int]]:
    """Yield the names between the commas of the operand field, with their columns; `what` is their kind (ASM D.4).

    Raises SourceError, `missing` if there are none.
    """
    if not parts.operands:
        raise parts.operation_error(missing)
    for name, at in split_commas(parts.operands):
        column = parts.operands_column + at
        if len(name.split()) > 1:
            raise SourceError(messages.NAME_LIST, column, len(name), what=what)
        assembly.budget.work -= costs.NAME
        assembly.budget.kept -= costs.REFERENCE
        yield name, column


def names(assembly: Pass, parts: Statement, outside: Message, local: Message) -> Iterator[tuple[str, int]]:
    """Yield the symbol names that a directive passes to its section, with their columns.

    Raises SourceError: `outside` if no section is in effect, `local` for local labels (ASM D.4).
    """
    if assembly.symbols.section.name == symbols.GLOBAL:
        raise parts.operation_error(outside, name=parts.key)
    assembly.listing.statement(parts)
    for name, column in name_list(assembly, parts, "symbol", messages.MISSING_SYMBOL):
        if symbols.is_local(name):
            raise SourceError(local, column, len(name))
        symbols.check_name(name, column)
        yield assembly.symbols.fold(name), column


def xdef(assembly: Pass, parts: Statement) -> None:
    """XDEF: declare symbols of this section that others may use, before they are defined."""
    here = assembly.symbols.section
    for name, column in names(assembly, parts, messages.XDEF_OUTSIDE, messages.XDEF_LOCAL):
        if name in here.imported:
            raise SourceError(messages.XREF_BEFORE, column, len(name), name=name)
        if name in here.exported:
            raise SourceError(messages.XDEF_BEFORE, column, len(name), name=name)
        own = here.symbols.get(name)
        if own is not None and own.met == assembly.scope.number:
            raise SourceError(messages.XDEF_LATE, column, len(name), name=name)
        public = assembly.symbols.sections[symbols.GLOBAL].symbols.get(name)
        if public is not None and public.met == assembly.scope.number and public.section != here.name:
            raise SourceError(messages.XDEF_GLOBAL, column, len(name), name=name)
        here.exported[name] = assembly.reader.span(column, len(name))[0]


def xref(assembly: Pass, parts: Statement) -> None:
    """XREF: declare symbols of other sections that are used in this one."""
    here = assembly.symbols.section
    for name, column in names(assembly, parts, messages.XREF_OUTSIDE, messages.XREF_LOCAL):
        if name in here.exported:
            raise SourceError(messages.XDEF_BEFORE, column, len(name), name=name)
        if here.imported.get(name) == here.openings:
            raise SourceError(messages.XREF_BEFORE, column, len(name), name=name)
        own = here.symbols.get(name)
        if own is not None and own.met == assembly.scope.number:
            raise SourceError(messages.XREF_OWN, column, len(name), name=name)
        here.imported[name] = here.openings


def global_symbols(assembly: Pass, parts: Statement) -> None:
    """GLOBAL: make symbols of this section visible everywhere, without XREF."""
    here = assembly.symbols.section
    for name, column in names(assembly, parts, messages.XDEF_OUTSIDE, messages.XDEF_LOCAL):
        here.exported[name] = assembly.reader.span(column, len(name))[0]
        here.everywhere.add(name)


def local(assembly: Pass, parts: Statement) -> None:
    """LOCAL: keep symbols within this section although it is GLOBAL; declared before they are defined."""
    here = assembly.symbols.section
    for name, column in names(assembly, parts, messages.XDEF_OUTSIDE, messages.XDEF_LOCAL):
        home = assembly.symbols.home(name, "label")
        own = home.symbols.get(name)
        if own is not None and own.met == assembly.scope.number and own.section == here.name:
            raise SourceError(messages.XDEF_LATE, column, len(name), name=name)
        here.own[name] = assembly.reader.span(column, len(name))[0]


DIRECTIVES = {
    "ENDSEC": Directive(endsec, not_in_buffer=True, alone=True),
    "EQU": _assign("equ"),
    "GLOBAL": Directive(global_symbols),
    "GSET": Directive(gset, label="own"),
    "LOCAL": Directive(local),
    "SECTION": Directive(section, not_in_buffer=True),
    "SET": _assign("set"),
    "XDEF": Directive(xdef),
    "XREF": Directive(xref),
    "=": _assign("="),
}
