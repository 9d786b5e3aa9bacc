"""Macros and repetition (ASM 6.3.6): MACRO ENDM EXITM PMACRO MACLIB DUP DUPA DUPC, and DUPF of later versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_REPETITIONS
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Label, Message, SourceError
from dsp56k.asm.directives.assembly import open_delimiter
from dsp56k.asm.directives.symbol import name_list
from dsp56k.asm.expressions.relocation import unresolved_reason
from dsp56k.asm.passes.assembly_pass import Directive, Pass
from dsp56k.asm.passes.listing import Shown
from dsp56k.asm.program import symbols
from dsp56k.asm.source.line_sources import RepeatInput, SingleArguments
from dsp56k.asm.source.macros import BodyLine, Macro, argument_text
from dsp56k.asm.source.statements import Statement, split
from dsp56k.asm.source.strings import QUOTES, Fields, end_of_code, is_string, split_commas, whole_string
from dsp56k.objects.module import Span

# Directives whose body an ENDM closes.
_OPENING = frozenset({"MACRO", "DUP", "DUPA", "DUPC", "DUPF"})
# Directives with the name of a DEFINE symbol, which is not replaced before they run.
_NAMING = frozenset({"DEFINE", "UNDEF"})

Values = Callable[[Pass, Statement, Fields], Sequence[str] | range]
"""Returns the values of a dummy in each repetition, from the directive's fields and their columns."""


def _body(assembly: Pass, parts: Statement, flag: str) -> list[BodyLine]:
    """Return the lines up to the matching ENDM; none if there is no ENDM. The text of a COMMENT is not changed."""
    reader = assembly.reader
    span, _ = reader.span(parts.operation_column, len(parts.key))
    within = reader.stack[-1]
    lines: list[BodyLine] = []
    depth = 0
    delimiter = ""
    while (text := assembly.read_line(within)) is not None:
        inner = split(text)
        kept: str | None = text
        if delimiter:
            delimiter = "" if delimiter in text else delimiter
        else:
            if inner.key in _NAMING:
                inner = _with_symbol(assembly, inner)
            elif inner.key == "COMMENT":
                delimiter = open_delimiter(inner)
            elif inner.key in _OPENING:
                depth += 1
            elif inner.key == "ENDM":
                if not depth:
                    if inner.label:
                        assembly.report.warn_at(
                            messages.LABEL_IGNORED, inner.label_column, len(inner.label), name=inner.key
                        )
                    assembly.no_operands(inner)
                    assembly.listing.statement(inner, Shown(flag=flag))
                    return lines
                depth -= 1
            kept = _without_comment(inner, lines_kept=assembly.options["CM"])
        if kept is not None:
            if assembly.options["MD"]:
                assembly.listing.statement(inner, Shown(flag=flag))
            lines.append(BodyLine(kept, reader.file, reader.line))
    assembly.report.add(messages.MISSING_ENDM, span)
    return []


def _with_symbol(assembly: Pass, parts: Statement) -> Statement:
    """Return a DEFINE or UNDEF in a body as it was before the symbol that it names was replaced."""
    written = split(assembly.reader.raw)
    named = any(word in assembly.defines for word in written.operands.split()[:1])
    return written if named else parts


def _without_comment(parts: Statement, *, lines_kept: bool) -> str | None:
    """Return a line of a body without its comment after ;; or None for one that is dropped (OPT CM)."""
    text = parts.text
    comment = end_of_code(text) if text[:1] != "*" else 0
    if text.startswith(";;", comment):
        return text[:comment].rstrip() or None
    is_comment = bool(text) and not parts.key and not parts.label
    return None if is_comment and not lines_kept else text


def macro(assembly: Pass, parts: Statement) -> None:
    """Name MACRO [dummy,...]."""
    name = parts.label
    if not name:
        error = parts.operation_error(messages.MISSING_MACRO_NAME)
        assembly.report.error(error)
        _body(assembly, parts, "m")
        return
    assembly.listing.statement(parts)
    problem: SourceError | None = None
    dummies: list[str] = []
    try:
        if symbols.is_local(name):
            raise SourceError(messages.BAD_MACRO_NAME, parts.label_column, len(name))
        # A macro may have a register's name, because it is only used in the operation field.
        symbols.check_spelling(name, parts.label_column)
        dummies = _dummies(parts)
    except SourceError as error:
        problem = error
        assembly.report.error(error)
    key = (assembly.symbols.section.name, assembly.symbols.fold(name))
    again = key in assembly.macros.known
    place, _ = assembly.reader.span(parts.label_column, len(name))
    if again:
        second = SourceError(messages.MACRO_AGAIN, parts.label_column, len(name), name=name)
        if (first := assembly.macros.places.get(key)) is not None:
            second.labels = (Label(first, "first defined here"),)
        assembly.report.error(second)
    upper = name.upper()
    if upper not in assembly.removed:
        if upper in assembly.mnemonics:
            assembly.report.warn_at(messages.MACRO_IS_MNEMONIC, parts.label_column, len(name), name=name)
        elif upper in assembly.directives:
            assembly.report.warn_at(messages.MACRO_IS_DIRECTIVE, parts.label_column, len(name), name=name)
    line = assembly.reader.count
    body = _body(assembly, parts, "m")
    if problem is not None:
        assembly.scope.lost.add(assembly.symbols.fold(name))
    elif not again:
        made = assembly.macros.known[key] = _macro(assembly, name, dummies, body)
        if made.numbered is not None:
            _refuse_numbers(assembly, *made.numbered, body)
        assembly.usage.macros[name] = line
        if place is not None:
            assembly.macros.places[key] = place


def _refuse_numbers(assembly: Pass, index: int, column: int, body: Sequence[BodyLine]) -> None:
    """Report the first argument by number of the program: all of them have one cause."""
    kind, line = messages.NUMBERED_ARGUMENTS, body[index]
    if kind.code not in assembly.report.log.seen_once:
        assembly.report.log.seen_once.add(kind.code)
        span = Span(line.file, line.line, column + 1, 2, line.text)
        assembly.report.add(kind, span, text=line.text[column : column + 2])


def _macro(assembly: Pass, name: str, dummies: Sequence[str], body: Sequence[BodyLine]) -> Macro:
    """Return a macro of a body. The body is parsed, which costs work and memory."""
    characters = sum(len(line.text) for line in body)
    assembly.budget.work -= characters
    assembly.budget.kept -= characters * costs.BODY
    return Macro(name, dummies, body)


def _dummies(parts: Statement) -> list[str]:
    """Return the dummy arguments of a macro definition. A comment may follow them after a space (ASM 5.3)."""
    dummies: list[str] = []
    for name, at in split_commas(argument_text(parts.operands)):
        if not name:
            if parts.operands:
                raise SourceError(messages.DUMMY_LIST, parts.operands_column + at)
            continue
        _check_dummy(name, parts.operands_column + at)
        if name in dummies:
            raise SourceError(messages.SAME_DUMMY, parts.operands_column + at, len(name), name=name)
        dummies.append(name)
    return dummies


def _check_dummy(name: str, column: int) -> None:
    """Raise SourceError unless a name can be a dummy argument; a register's name can."""
    if symbols.is_local(name):
        raise SourceError(messages.BAD_DUMMY, column, len(name))
    symbols.check_spelling(name, column)


def _alone(kind: Message) -> Directive:
    def handler(_assembly: Pass, parts: Statement) -> None:
        raise parts.operation_error(kind)

    return Directive(handler)


def exitm(assembly: Pass, parts: Statement) -> None:
    """EXITM: end the expansion."""
    reader = assembly.reader
    if not any(source.is_macro for source in reader.stack):
        raise parts.operation_error(messages.EXITM_ALONE)
    assembly.listing.statement(parts)
    while True:
        source = reader.stack[-1]
        # The IFs around EXITM end with the expansion, without a diagnostic.
        assembly.expansion.close_conditionals(source.if_depth, report=False)
        reader.pop()
        if source.is_macro:
            return


def pmacro(assembly: Pass, parts: Statement) -> None:
    """PMACRO name,...: remove macros."""
    assembly.listing.statement(parts)
    for text, column in name_list(assembly, parts, "macro", messages.MISSING_MACRO_NAME):
        if not assembly.macros.purge(text):
            raise SourceError(messages.NO_SUCH_MACRO, column, max(1, len(text)), name=text)


def maclib(assembly: Pass, parts: Statement) -> None:
    """MACLIB 'folder': add a directory in which macro definitions are searched (ASM 5.2)."""
    if not parts.operands:
        raise parts.operation_error(messages.MISSING_PATHNAME)
    name = whole_string(parts.operands) if is_string(parts.operands) else parts.operands
    name = name.replace("\\", "/")
    beside = assembly.session.main.folder or Path()
    folder = assembly.session.files.folder(name, (Path(), beside)) or beside / name
    assembly.expansion.macro_folders.append(folder)
    assembly.budget.kept -= costs.REFERENCE
    assembly.listing.statement(parts)


def dup(assembly: Pass, parts: Statement) -> None:
    """DUP count."""
    assembly.listing.statement(parts)
    count = 0
    try:
        if not parts.operands:
            raise parts.operation_error(messages.MISSING_EXPRESSION)
        value = assembly.scope.evaluate(parts.operands, parts.operands_column)
        if not value.known:
            raise parts.operands_error(unresolved_reason(value))
        if isinstance(value.number, float):
            raise parts.operands_error(messages.COUNT_NOT_INTEGER)
        if value.number > MAX_REPETITIONS:
            raise parts.operands_error(messages.TOO_MANY_REPETITIONS, limit=MAX_REPETITIONS)
        count = value.number
    except SourceError as error:
        assembly.report.error(error)
    chain = assembly.expansion.here("repetition", "")
    body = _body(assembly, parts, "m")
    if count > 0:
        scope = assembly.expansion.new_scope()
        assembly.reader.push(RepeatInput(body, count, chain, scope, len(assembly.expansion.conditionals)))


def _iterate(assembly: Pass, parts: Statement, dummy: str, values: Sequence[str] | range) -> None:
    chain = assembly.expansion.here("repetition", "")
    body = _body(assembly, parts, "m")
    if values:
        each = _macro(assembly, parts.key, [dummy], body)
        assembly.expansion.expand(each, SingleArguments(values), chain, sees_outside=True)


def _dummy(parts: Statement) -> tuple[str, Fields]:
    """Return the dummy of DUPA, DUPC or DUPF, and the fields after it: expressions for DUPF, else arguments."""
    expressions = parts.key == "DUPF"
    text = parts.operands if expressions else argument_text(parts.operands)
    fields = split_commas(text, parentheses=expressions)
    name, at = fields[0]
    if not name or len(fields) < 2:
        raise parts.operation_error(messages.MISSING_ARGUMENT, name=parts.key)
    _check_dummy(name, parts.operands_column + at)
    return name, fields[1:]


def _repetition(parse: Values) -> Directive:
    """Return the handler of a DUP directive with a dummy. After an error the body is still read, and dropped."""

    def handler(assembly: Pass, parts: Statement) -> None:
        assembly.listing.statement(parts)
        dummy = ""
        values: Sequence[str] | range = ()
        try:
            dummy, fields = _dummy(parts)
            values = parse(assembly, parts, fields)
        except SourceError as error:
            assembly.report.error(error)
        _iterate(assembly, parts, dummy, values)

    return Directive(handler, label="define")


def _dupa_values(_assembly: Pass, _parts: Statement, fields: Fields) -> list[str]:
    return [whole_string(text) if is_string(text) else text for text, _ in fields]


def _dupc_values(_assembly: Pass, parts: Statement, fields: Fields) -> list[str]:
    text, at = fields[0]
    if len(fields) > 1:
        raise SourceError(messages.EXTRA_FIELDS, parts.operands_column + fields[1][1])
    return list(whole_string(text, parts.operands_column + at) if text.startswith(QUOTES) else text)


def _dupf_values(assembly: Pass, parts: Statement, fields: Fields) -> range:
    """Return the numbers of DUPF dummy,[start],end[,increment]; start and increment default to 1."""
    if len(fields) not in (2, 3):
        raise parts.operation_error(messages.MISSING_ARGUMENT, name=parts.key)
    numbers = []
    for (text, at), default in zip((*fields, ("", 0))[:3], (1, None, 1), strict=True):
        if not text and default is None:
            raise parts.operation_error(messages.MISSING_ARGUMENT, name=parts.key)
        numbers.append(assembly.scope.integer(text, parts.operands_column + at) if text else default or 0)
    start, last, step = numbers
    if step == 0:
        raise parts.operands_error(messages.SIZE_NOT_POSITIVE, value=step)
    values = range(start, last + (1 if step > 0 else -1), step)
    # The lengths of ranges beyond the host's native integers have no number.
    if abs(last - start) // abs(step) >= MAX_REPETITIONS:
        raise parts.operands_error(messages.TOO_MANY_REPETITIONS, limit=MAX_REPETITIONS)
    return values


DIRECTIVES = {
    "DUP": Directive(dup, label="define"),
    "DUPA": _repetition(_dupa_values),
    "DUPC": _repetition(_dupc_values),
    "DUPF": _repetition(_dupf_values),
    "ENDM": _alone(messages.ENDM_ALONE),
    "EXITM": Directive(exitm, alone=True),
    "MACLIB": Directive(maclib),
    "MACRO": Directive(macro, label="own"),
    "PMACRO": Directive(pmacro),
}
