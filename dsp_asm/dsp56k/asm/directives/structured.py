"""Structured control (ASM chapter 7).

.IF .ELSE .ENDI .WHILE .ENDW .REPEAT .UNTIL .FOR .ENDF .LOOP .ENDL .BREAK .CONTINUE, and SCSJMP SCSREG of later
versions. source/structured.py generates their instructions.
"""

from __future__ import annotations

from collections.abc import Callable

from dsp56k.asm import budget as costs
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message, SourceError
from dsp56k.asm.directives.assembly import force_sign
from dsp56k.asm.instructions.operands import MODE, REGISTER, parse_operand
from dsp56k.asm.passes.assembly_pass import Directive, Pass
from dsp56k.asm.source.statements import Statement, split
from dsp56k.asm.source.strings import Fields, split_commas, split_fields
from dsp56k.asm.source.structured import (
    Construct,
    ConstructKind,
    ControlOperand,
    Registers,
    Simple,
    assignments,
    branches,
    expression,
    instruction,
    move,
    operand,
)
from dsp56k.isa import KINDS

# The DO instruction's own field has 12 bits; a larger count goes through a register (ASM 7.3.5 allows 16 bits).
_DO_LIMIT = 0xFFF
_COUNT_LIMIT = 0xFFFF
# An integer up to this value would be a short immediate, which a data register takes as a fraction.
_SHORT = range(1, 256)


def emit(assembly: Pass, lines: list[str], *, unchecked: bool = False) -> bool:
    """Assemble generated lines, of which those of one word are labels. Return False after an error.

    After the error only labels are defined. For `unchecked` see `Pass.instruction`.
    """
    reader, failed = assembly.reader, False
    with reader.generating():
        for text in lines:
            reader.text = text
            parts = split(text)
            assembly.budget.work -= costs.GENERATED
            if not parts.key:
                assembly.scope.define_generated(parts)
                assembly.listing.statement(parts)
            elif not failed:
                try:
                    assembly.instruction(parts, unchecked=unchecked)
                except SourceError as error:
                    assembly.report.error(error)
                    failed = True
    _mark(assembly, ended=bool(lines) and not split(lines[-1]).key)
    return not failed


def _mark(assembly: Pass, *, ended: bool) -> None:
    """Note that no code exists yet after a label (or a DO) that was just generated."""
    locations = assembly.locations
    assembly.structured.empty_at = (locations.run.space, locations.run_address) if ended else None


def _fields(parts: Statement) -> Fields:
    return [(text, parts.operands_column + at) for text, at in split_fields(parts.operands)]


def _open(assembly: Pass, parts: Statement, construct: Construct) -> None:
    construct.span = assembly.reader.span(parts.operation_column, len(parts.key))[0]
    assembly.structured.open(construct)
    assembly.budget.kept -= costs.OPEN


def _close(assembly: Pass, parts: Statement, kind: ConstructKind, problem: Message) -> Construct:
    """Return the innermost construct, which must be of a kind."""
    stack = assembly.structured.stack
    if not stack or stack[-1].kind != kind:
        raise parts.operation_error(problem, name=parts.key, opening=kind)
    assembly.listing.statement(parts)
    return assembly.structured.close()


def _no_operands(parts: Statement) -> None:
    if parts.operands:
        raise parts.operands_error(messages.STATEMENT_END)


def _checked(handler: Callable[[Pass, Statement], None]) -> Callable[[Pass, Statement], None]:
    """Return a handler for a statement without operands."""

    def checked(assembly: Pass, parts: Statement) -> None:
        handler(assembly, parts)
        _no_operands(parts)

    return checked


def if_(assembly: Pass, parts: Statement) -> None:
    """.IF expression [THEN]."""
    state = assembly.structured
    assembly.listing.statement(parts)
    construct = Construct(".IF", None, state.label())
    _open(assembly, parts, construct)
    emit(assembly, branches(state, *_expression(assembly, parts, "THEN"), construct.end))


def _expression(assembly: Pass, parts: Statement, keyword: str) -> tuple[list[Simple], str]:
    fields = [(immediate(assembly, text, at), at) for text, at in _fields(parts)]
    simple, joined = expression(fields, keyword, assembly.structured.registers)
    _overwrites(assembly, parts, used=any(part.lines for part in simple))
    return simple, joined


def _overwrites(assembly: Pass, parts: Statement, *, used: bool) -> None:
    """Warn of a use of X0 within .FOR (ASM 7.3.4: nothing reloads it)."""
    if used and assembly.structured.counting:
        name = assembly.structured.registers.right
        assembly.report.warn_at(messages.LOOP_REGISTER_LOST, parts.operation_column, len(parts.key), name=name)


def immediate(assembly: Pass, text: str, column: int) -> str:
    """Return an immediate as an integer for a data register: forced long if its short form would be a fraction."""
    if not text.startswith("#") or text[1:2] in ("<", ">", ""):
        return text
    try:
        value = assembly.scope.evaluate(text[1:], column + 1)
    except SourceError as error:
        # The code keeps its size of pass 1, where a symbol may be unknown: otherwise all later labels would move.
        assembly.report.error(error)
        return "#>0"
    short = isinstance(value.number, int) and value.number in _SHORT and value.known
    return f"#>{text[1:]}" if short else text


def else_(assembly: Pass, parts: Statement) -> None:
    """.ELSE."""
    state = assembly.structured
    construct = _close(assembly, parts, ".IF", messages.CLOSED_ALONE)
    if construct.top:
        # A second .ELSE of the same .IF.
        state.open(construct)
        raise parts.operation_error(messages.CLOSED_ALONE, name=parts.key, opening=".IF")
    other, construct.end = construct.end, state.label()
    construct.top = other
    state.open(construct)
    emit(assembly, [state.jump("", construct.end), other])


def endi(assembly: Pass, parts: Statement) -> None:
    """.ENDI."""
    emit(assembly, [_close(assembly, parts, ".IF", messages.CLOSED_ALONE).end])


def while_(assembly: Pass, parts: Statement) -> None:
    """.WHILE expression [DO]."""
    state = assembly.structured
    assembly.listing.statement(parts)
    top = state.label()
    construct = Construct(".WHILE", None, state.label(), top, top)
    _open(assembly, parts, construct)
    emit(assembly, [top])
    emit(assembly, branches(state, *_expression(assembly, parts, "DO"), construct.end))


def endw(assembly: Pass, parts: Statement) -> None:
    """.ENDW."""
    construct = _close(assembly, parts, ".WHILE", messages.CLOSED_ALONE)
    emit(assembly, [assembly.structured.jump("", construct.top), construct.end])


def repeat(assembly: Pass, parts: Statement) -> None:
    """.REPEAT."""
    state = assembly.structured
    assembly.listing.statement(parts)
    top = state.label()
    _open(assembly, parts, Construct(".REPEAT", None, top=top))
    emit(assembly, [top])


def until(assembly: Pass, parts: Statement) -> None:
    """.UNTIL expression."""
    construct = _close(assembly, parts, ".REPEAT", messages.CLOSED_ALONE)
    if construct.again:
        emit(assembly, [construct.again])
    try:
        emit(assembly, branches(assembly.structured, *_expression(assembly, parts, ""), construct.top))
    finally:
        # After an error in the expression the jumps of .BREAK must still have their label.
        if construct.end:
            emit(assembly, [construct.end])


def for_(assembly: Pass, parts: Statement) -> None:
    """.FOR op1 = op2 {TO|DOWNTO} op3 [BY op4] [DO]: A counts, X0 holds the step, Y0 the last value (ASM 7.3.4)."""
    state = assembly.structured
    use = state.registers
    assembly.listing.statement(parts)
    _overwrites(assembly, parts, used=True)
    top = state.label()
    construct = Construct(".FOR", None, state.label(), top)
    _open(assembly, parts, construct)
    counter, start, down, last, step = _for_fields(assembly, parts)
    store = [] if counter.register == use.left else [instruction("move", f"{use.left.lower()},{counter.text}")]
    lines = assignments([(use.right, step), (use.scratch, last), (use.left, start)])
    construct.tail = [
        *move(counter, use.left),
        instruction("subtract" if down else "add", f"{use.right},{use.left}".lower()),
        *store,
        state.jump("", top),
    ]
    compare = instruction("compare", f"{use.scratch},{use.left}".lower())
    emit(assembly, [*lines, *store, top, compare, state.jump("LT" if down else "GT", construct.end)])


def _for_fields(
    assembly: Pass, parts: Statement
) -> tuple[ControlOperand, ControlOperand, bool, ControlOperand, ControlOperand]:
    """Return counter, first value, whether it counts down, last value and step."""
    fields = _fields(parts)
    if fields and fields[-1][0].upper() == "DO":
        fields.pop()
    end = parts.operands_column + len(parts.operands)
    fields += [("", end)] * (5 - len(fields))
    sign, direction = fields[1][0], fields[3][0].upper()
    counter = _operand(assembly, fields[0], writable=True)
    if counter.register in (assembly.structured.registers.right, assembly.structured.registers.scratch):
        raise SourceError(messages.LOOP_REGISTER, counter.column, len(counter.text), name=counter.text)
    if sign != "=":
        raise SourceError(messages.ASSIGNMENT_OPERATOR, fields[1][1], max(1, len(sign)))
    start = _operand(assembly, fields[2])
    if direction not in ("TO", "DOWNTO"):
        raise SourceError(messages.KEYWORD_TO, fields[3][1], max(1, len(direction)))
    last = _operand(assembly, fields[4])
    step = operand("#>1", end)
    if len(fields) > 5:
        word, column = fields[5]
        if word.upper() != "BY":
            raise SourceError(messages.KEYWORD_BY, column, len(word))
        step = _operand(assembly, fields[6] if len(fields) > 6 else ("", end))
        if len(fields) > 7:
            raise SourceError(messages.STATEMENT_END, fields[7][1], len(fields[7][0]))
    return counter, start, direction == "DOWNTO", last, step


def _operand(assembly: Pass, field: tuple[str, int], *, writable: bool = False) -> ControlOperand:
    text, column = field
    if not text:
        raise SourceError(messages.OPERAND_MISSING, column)
    return operand(text if writable else immediate(assembly, text, column), column, writable=writable)


def endf(assembly: Pass, parts: Statement) -> None:
    """.ENDF."""
    construct = _close(assembly, parts, ".FOR", messages.CLOSED_ALONE)
    emit(assembly, [*([construct.again] if construct.again else []), *construct.tail, construct.end])


def loop(assembly: Pass, parts: Statement) -> None:
    """.LOOP count: a DO loop (ASM 7.3.5). The count may be any operand of DO, as in version 4.1."""
    state = assembly.structured
    assembly.listing.statement(parts)
    construct = Construct(".LOOP", None, state.label())
    _open(assembly, parts, construct)
    begun = False
    try:
        begun = emit(assembly, _loop_lines(assembly, parts, construct.end))
    except SourceError as error:
        assembly.report.error(error)
    if not begun:
        # After an error in the count the loop exists, with the words of pass 1, so that no further errors follow.
        emit(assembly, [instruction("begin_loop", f"#1,{construct.end}")], unchecked=True)
    _mark(assembly, ended=True)


def _loop_lines(assembly: Pass, parts: Statement, end: str) -> list[str]:
    """Return the lines that begin a loop which ends before the label `end`. Raises SourceError."""
    fields = _fields(parts)
    if not fields:
        raise SourceError(messages.OPERAND_MISSING, parts.operation_column + len(parts.key))
    text, column = fields[0]
    if len(fields) > 1:
        raise SourceError(messages.STATEMENT_END, fields[1][1], len(fields[1][0]))
    count = parse_operand(text, column, 0, assembly.scope.radix).shape
    if count.kind in (REGISTER, MODE) or count.space or count.force:
        return [instruction("begin_loop", f"{text},{end}")]
    text, column = text.removeprefix("#"), column + text.startswith("#")
    value = assembly.scope.evaluate(text, column)
    # A forward reference is left to DO, which takes 12 bits.
    number = assembly.scope.integer(text, column) if value.known else 1
    if not 0 < number <= _COUNT_LIMIT:
        raise SourceError(messages.LOOP_COUNT_RANGE, column, len(text), value=number)
    if number <= _DO_LIMIT:
        return [instruction("begin_loop", f"#{text},{end}")]
    register = assembly.structured.registers.right.lower()
    _overwrites(assembly, parts, used=True)
    return [instruction("move", f"#>{number},{register}"), instruction("begin_loop", f"{register},{end}")]


def endl(assembly: Pass, parts: Statement) -> None:
    """.ENDL.

    The last address of the loop must have an instruction that is a valid target of jumps: otherwise insert one.
    """
    construct = _close(assembly, parts, ".LOOP", messages.CLOSED_ALONE)
    locations = assembly.locations
    lines = [construct.end]
    if construct.again:
        lines = [construct.again, instruction("idle"), construct.end]
    elif assembly.structured.empty_at == (locations.run.space, locations.run_address):
        lines = [instruction("idle"), construct.end]
    emit(assembly, lines)


def break_(assembly: Pass, parts: Statement) -> None:
    """.BREAK: leave the innermost loop; out of a DO loop by ENDDO."""
    construct = _innermost_loop(assembly, parts)
    if construct is None:
        return
    construct.end = construct.end or assembly.structured.label()
    leave = [instruction("leave_loop")] if construct.kind == ".LOOP" else []
    emit(assembly, [*leave, assembly.structured.jump("", construct.end)])


def continue_(assembly: Pass, parts: Statement) -> None:
    """.CONTINUE: continue with the next iteration of the innermost loop."""
    construct = _innermost_loop(assembly, parts)
    if construct is None:
        return
    construct.again = construct.again or assembly.structured.label()
    emit(assembly, [assembly.structured.jump("", construct.again)])


def _innermost_loop(assembly: Pass, parts: Statement) -> Construct | None:
    """List a statement and return the loop that it leaves or continues; warn if there is none."""
    assembly.listing.statement(parts)
    construct = assembly.structured.loop
    if construct is None:
        assembly.report.warn_at(messages.NO_LOOP, parts.operation_column, len(parts.key), name=parts.key)
    return construct


def scsjmp(assembly: Pass, parts: Statement) -> None:
    """SCSJMP SHORT|LONG|NONE: set the size of the jumps of structured control."""
    assembly.structured.jump_force = force_sign(parts)
    assembly.listing.statement(parts)


def scsreg(assembly: Pass, parts: Statement) -> None:
    """Set the registers of structured control: SCSREG [source[,destination[,temporary[,extra]]]].

    They replace X0, A and Y0; an extra one is never needed. Without operands, the default ones are restored. Nothing
    else is checked.
    """
    usual = Registers()
    chosen = [usual.right, usual.left, usual.scratch]
    for index, (text, at) in enumerate(split_commas(parts.operands)):
        name = text.upper()
        if index > len(chosen) or (name and name not in KINDS["any_reg"].values):
            raise SourceError(messages.NOT_A_REGISTER, parts.operands_column + at, max(1, len(text)), name=text)
        if name and index < len(chosen):
            chosen[index] = name
    right, left, scratch = chosen
    assembly.structured.registers = Registers(left, right, scratch)
    assembly.listing.statement(parts)


DIRECTIVES = {
    ".BREAK": Directive(_checked(break_), label="define"),
    ".CONTINUE": Directive(_checked(continue_), label="define"),
    ".ELSE": Directive(_checked(else_), label="define"),
    ".ENDF": Directive(_checked(endf), label="define"),
    ".ENDI": Directive(_checked(endi), label="define"),
    ".ENDL": Directive(_checked(endl), label="define"),
    ".ENDW": Directive(_checked(endw), label="define"),
    ".FOR": Directive(for_, label="define"),
    ".IF": Directive(if_, label="define"),
    ".LOOP": Directive(loop, label="define"),
    ".REPEAT": Directive(_checked(repeat), label="define"),
    ".UNTIL": Directive(until, label="define"),
    ".WHILE": Directive(while_, label="define"),
    "SCSJMP": Directive(scsjmp),
    "SCSREG": Directive(scsreg),
}
