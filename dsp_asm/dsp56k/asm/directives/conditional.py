"""Conditional assembly (ASM 5.7): IF ELSE ENDIF. Skipped lines are still lines of text: DEFINE applies to them."""

from __future__ import annotations

from dsp56k.asm import budget as costs
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.asm.directives.assembly import open_delimiter
from dsp56k.asm.passes.assembly_pass import Directive, Pass
from dsp56k.asm.passes.expansion import Conditional
from dsp56k.asm.passes.listing import Shown
from dsp56k.asm.source.statements import Statement, split


def if_(assembly: Pass, parts: Statement) -> None:
    """IF expression: true if not zero; it must be known."""
    span, _ = assembly.reader.span(parts.operation_column, len(parts.key))
    assembly.expansion.conditionals.append(Conditional(span))
    assembly.budget.work -= costs.EFFECT
    assembly.budget.kept -= costs.OPEN
    assembly.listing.statement(parts)
    try:
        if not parts.operands:
            raise parts.operation_error(messages.MISSING_EXPRESSION)
        truth = assembly.scope.integer(parts.operands, parts.operands_column) != 0
    except SourceError as error:
        assembly.report.error(error)
        truth = False
    if not truth:
        _skip(assembly, stop_at_else=True)


def else_(assembly: Pass, parts: Statement) -> None:
    """ELSE, read at the end of a part that was assembled."""
    conditional = _innermost(assembly, parts, messages.ELSE_ALONE)
    if conditional.seen_else:
        raise parts.operation_error(messages.ELSE_ALONE)
    assembly.listing.statement(parts)
    _skip(assembly, stop_at_else=False)


def endif(assembly: Pass, parts: Statement) -> None:
    """ENDIF."""
    _innermost(assembly, parts, messages.ENDIF_ALONE)
    assembly.expansion.conditionals.pop()
    assembly.listing.statement(parts)


def _innermost(assembly: Pass, parts: Statement, alone: Message) -> Conditional:
    """Return the open IF of an ELSE or ENDIF: one opened in the same file or expansion."""
    depth = assembly.reader.stack[-1].if_depth
    if len(assembly.expansion.conditionals) <= depth:
        raise parts.operation_error(alone)
    return assembly.expansion.conditionals[-1]


def _skip(assembly: Pass, *, stop_at_else: bool) -> None:
    """Skip lines up to the ENDIF (or the ELSE) of the innermost IF; lines of a COMMENT are not directives."""
    within = assembly.reader.stack[-1]
    depth = 0
    delimiter = ""
    show = assembly.options["U"]
    while True:
        # A line too long or without its ? value is not assembled anyway.
        text = assembly.read_line(within, quiet=True)
        if text is None:
            # The end of the file or expansion reports the missing ENDIF.
            return
        parts = split(text)
        key = parts.key
        if delimiter:
            delimiter = "" if delimiter in text else delimiter
        elif key == "COMMENT":
            delimiter = open_delimiter(parts)
        elif key == "IF":
            depth += 1
        elif key == "ENDIF":
            if not depth:
                assembly.no_operands(parts)
                assembly.expansion.conditionals.pop()
                assembly.listing.statement(parts)
                return
            depth -= 1
        elif key == "ELSE" and not depth:
            conditional = assembly.expansion.conditionals[-1]
            if conditional.seen_else or not stop_at_else:
                assembly.report.error(parts.operation_error(messages.ELSE_ALONE))
                continue
            conditional.seen_else = True
            assembly.no_operands(parts)
            assembly.listing.statement(parts)
            return
        if show:
            assembly.listing.statement(parts, Shown(flag="i"))


DIRECTIVES = {
    "ELSE": Directive(else_, alone=True),
    "ENDIF": Directive(endif, alone=True),
    "IF": Directive(if_),
}
