"""Object file control (ASM 6.3.5): COBJ IDENT SYMOBJ."""

from __future__ import annotations

from pathlib import Path

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.directives.symbol import name_list
from dsp56k.asm.passes.assembly_pass import Directive, Pass
from dsp56k.asm.program.symbols import check_name
from dsp56k.asm.source.statements import Statement
from dsp56k.asm.source.strings import split_commas, whole_string
from dsp56k.objects.module import Ident

# Version and revision have four hexadecimal digits (ASM G.2.1).
_NUMBERS = range(0x10000)


def cobj(assembly: Pass, parts: Statement) -> None:
    """COBJ 'string': a comment in the object file."""
    assembly.output.comment(whole_string(parts.operands, parts.operands_column))
    assembly.listing.statement(parts)


def ident(assembly: Pass, parts: Statement) -> None:
    """Store the first IDENT (ASM G.2.1): [module] IDENT version,revision ;comment."""
    fields = split_commas(parts.operands)
    if not fields[0][0]:
        raise parts.operation_error(messages.IDENT_VERSION)
    if len(fields) < 2 or not fields[1][0]:
        raise parts.operands_error(messages.IDENT_REVISION)
    if len(fields) > 2:
        raise SourceError(messages.EXTRA_FIELDS, parts.operands_column + fields[2][1], 1)
    numbers = []
    for text, at in fields:
        column = parts.operands_column + at
        number = assembly.scope.integer(text, column)
        if number not in _NUMBERS:
            raise SourceError(messages.RESULT_TOO_LARGE, column, len(text), bits=16)
        numbers.append(number)
    if parts.label:
        check_name(parts.label, parts.label_column)
    if assembly.ident is None:
        name = parts.label or Path(assembly.session.main.name).stem
        assembly.ident = Ident(name, numbers[0], numbers[1], parts.comment, from_file=not parts.label)
    assembly.listing.statement(parts)


def symobj(assembly: Pass, parts: Statement) -> None:
    """SYMOBJ symbol,...: symbols to be written to the object file."""
    for text, column in name_list(assembly, parts, "directive", messages.MISSING_SYMBOL):
        check_name(text, column)
        span, _ = assembly.reader.span(column, len(text))
        assembly.exported_symbols.setdefault(assembly.symbols.fold(text), (assembly.symbols.section, span))
    assembly.listing.statement(parts)


DIRECTIVES = {
    "COBJ": Directive(cobj),
    "IDENT": Directive(ident, label="own"),
    "SYMOBJ": Directive(symobj),
}
