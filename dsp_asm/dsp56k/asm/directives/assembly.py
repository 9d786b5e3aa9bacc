"""Assembly control (ASM 6.3.1).

COMMENT DEFINE END FAIL HIMEM INCLUDE LOMEM MODE MSG ORG RADIX RDIRECT UNDEF WARN, and FORCE of later versions.
"""

from __future__ import annotations

import re

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message, Severity, SourceError
from dsp56k.asm.directives.symbol import name_list
from dsp56k.asm.expressions.relocation import user_expression
from dsp56k.asm.expressions.values import Value
from dsp56k.asm.instructions.operands import Force
from dsp56k.asm.passes.assembly_pass import Directive, Pass
from dsp56k.asm.passes.listing import Shown
from dsp56k.asm.program import symbols
from dsp56k.asm.program.locations import Origin
from dsp56k.asm.source.statements import Statement, split
from dsp56k.asm.source.strings import QUOTES, split_commas, whole_string
from dsp56k.objects.word_sizes import MAPPINGS, NO_SPACE, TOP, counter_of, space_of

_PLACE = re.compile(r"([A-Za-z]*)[ \t]*:[ \t]*")
_PLACE_LETTERS = re.compile(r"([XYLP])([HL]?)([A-Z]?)")
_BOUND = re.compile(r"([XYLP])([HL]?)([RL]?)[ \t]*:[ \t]*", re.IGNORECASE)
# The symbol of DEFINE; its string may follow without a space.
_DEFINED = re.compile(r"[^\s'\"]+")
_RADICES = (2, 8, 10, 16)
_FORCE_SIGNS: dict[str, Force] = {"SHORT": "<", "LONG": ">", "NONE": ""}


def open_delimiter(parts: Statement) -> str:
    """Return the delimiter of a COMMENT that continues after its line, "" for one that ends there.

    It may be any character, a quote or semicolon too, so it is taken from the text itself.
    """
    rest = parts.text[parts.operands_column :]
    return "" if rest[:1] in rest[1:] else rest[0]


def comment(assembly: Pass, parts: Statement) -> None:
    """COMMENT: skip text up to the line that has the delimiter again."""
    if not parts.operands and not parts.comment:
        raise parts.operation_error(messages.MISSING_DELIMITER)
    delimiter = open_delimiter(parts)
    span, _ = assembly.reader.span(parts.operands_column, 1)
    assembly.listing.statement(parts, Shown(raw=True))
    within = assembly.reader.stack[-1]
    while delimiter:
        text = assembly.read_line(within, quiet=True)
        if text is None:
            assembly.report.add(messages.MISSING_COMMENT_END, span, delimiter=delimiter)
            return
        assembly.listing.statement(parts, Shown(raw=True))
        if delimiter in text:
            return


def define(assembly: Pass, parts: Statement) -> None:
    """DEFINE symbol 'string'."""
    name, column = _define_symbol(assembly, parts, messages.DEFINE_GLOBAL_NAME)
    quotes = [at for at in (parts.operands.find("'"), parts.operands.find('"')) if at >= 0]
    if not quotes:
        raise SourceError(messages.MISSING_DEFINITION, parts.operands_column, max(1, len(parts.operands)))
    text = whole_string(parts.operands[min(quotes) :], parts.operands_column + min(quotes))
    if assembly.defines.get(name) is not None:
        assembly.report.warn_at(messages.DEFINE_AGAIN, column, len(name), name=name)
    assembly.listing.statement(parts)
    assembly.defines.define(name, text)
    assembly.usage.defines[name] = text


def undef(assembly: Pass, parts: Statement) -> None:
    """UNDEF symbol."""
    name, column = _define_symbol(assembly, parts, messages.UNDEF_GLOBAL_NAME)
    if not assembly.defines.remove(name):
        raise SourceError(messages.NOT_DEFINED_BEFORE, column, len(name), name=name)
    assembly.listing.statement(parts)


def _define_symbol(assembly: Pass, parts: Statement, local: Message) -> tuple[str, int]:
    """Return the symbol of DEFINE or UNDEF and its column, as written: it is not itself replaced."""
    written = split(assembly.reader.raw)
    if written.key != parts.key:
        written = parts
    match = _DEFINED.match(written.operands)
    if match is None:
        raise parts.operation_error(messages.MISSING_SYMBOL)
    name = match.group()
    if symbols.is_local(name):
        raise SourceError(local, written.operands_column, len(name))
    symbols.check_name(name, written.operands_column)
    return name, written.operands_column


def end(assembly: Pass, parts: Statement) -> None:
    """END [start address]: nothing after it is read."""
    if parts.operands:
        value = assembly.scope.evaluate(parts.operands, parts.operands_column)
        if isinstance(value.number, float):
            raise parts.operands_error(messages.NOT_INTEGER)
        if value.space not in ("P", NO_SPACE):
            raise parts.operands_error(messages.END_SPACE)
        if not value.linked and not 0 <= value.number < TOP:
            raise parts.operands_error(messages.ADDRESS_RANGE, value=value.number)
        assembly.start = value
    assembly.listing.statement(parts)
    assembly.ended = True
    while assembly.reader.stack:
        assembly.reader.pop()


def _announce(kind: Message) -> Directive:
    """FAIL, WARN and MSG: strings and numbers, joined, as a diagnostic."""

    def handler(assembly: Pass, parts: Statement) -> None:
        pieces = []
        for text, at in split_commas(parts.operands):
            column = parts.operands_column + at
            if text.startswith(QUOTES):
                pieces.append(whole_string(text, column))
            elif text:
                pieces.append(str(assembly.scope.evaluate(text, column).number))
        text = "".join(pieces) or parts.key
        if kind.severity is Severity.ERROR:
            assembly.report.error(parts.operation_error(kind, text=text))
        else:
            assembly.report.warn_at(kind, parts.operation_column, len(parts.key), text=text)
        assembly.listing.statement(parts)

    return Directive(handler)


def force(assembly: Pass, parts: Statement) -> None:
    """FORCE SHORT|LONG|NONE: set the size of addresses and immediates without a forcing operator."""
    assembly.scope.force = force_sign(parts)
    assembly.listing.statement(parts)


def force_sign(parts: Statement) -> Force:
    """Return the forcing operator for the operand SHORT, LONG or NONE. Raises SourceError."""
    sign = _FORCE_SIGNS.get(parts.operands.upper())
    if sign is None:
        column = parts.operands_column if parts.operands else parts.operation_column
        raise SourceError(messages.BAD_FORCE, column, max(1, len(parts.operands)))
    return sign


def include(assembly: Pass, parts: Statement) -> None:
    """INCLUDE 'file'."""
    column = parts.operands_column
    if not parts.operands:
        raise parts.operation_error(messages.MISSING_FILENAME)
    name = whole_string(parts.operands, column)
    if not name.strip():
        raise SourceError(messages.MISSING_FILENAME, column, len(parts.operands))
    assembly.listing.statement(parts)
    assembly.expansion.include(name, column, len(parts.operands), assembly.expansion.folders())


def _bounds(index: int) -> Directive:
    """LOMEM (0) and HIMEM (1): mem[ctr][rl]:address, ..."""

    def handler(assembly: Pass, parts: Statement) -> None:
        assembly.listing.statement(parts)
        for text, at in split_commas(parts.operands):
            column = parts.operands_column + at
            match = _BOUND.match(text)
            if match is None:
                raise SourceError(messages.BAD_BOUND, column, max(1, len(text)))
            space, counter, side = (group.upper() for group in match.groups())
            bound = assembly.scope.integer(text[match.end() :], column + match.end())
            if bound < 0:
                raise SourceError(messages.BOUND_NEGATIVE, column, len(text))
            if bound >= TOP:
                raise SourceError(messages.BOUND_TOO_LARGE, column, len(text))
            key = (space, counter, side == "L")
            low, high = assembly.memory.bounds.get(key, (0, TOP - 1))
            assembly.memory.bounds[key] = (bound, high) if index == 0 else (low, bound)

    return Directive(handler)


def mode(assembly: Pass, parts: Statement) -> None:
    """MODE: without effect in absolute mode."""
    if not parts.operands:
        raise parts.operation_error(messages.MISSING_MODE)
    if not any(
        word.startswith(parts.operands.upper()) and len(parts.operands) >= 3 for word in ("ABSOLUTE", "RELATIVE")
    ):
        raise parts.operands_error(messages.BAD_MODE)
    if assembly.locations.relative:
        assembly.locations.mode(relocatable=parts.operands[0] in "Rr")
        assembly.output.break_run()
    else:
        assembly.report.warn_at(messages.MODE_IGNORED, parts.operation_column, len(parts.key))
    assembly.listing.statement(parts)


def org(assembly: Pass, parts: Statement) -> None:
    """ORG run[,load]: choose memory spaces, counters and addresses (ASM 4.5.2)."""
    fields = split_commas(parts.operands)
    if len(fields) > 2:
        raise SourceError(messages.EXTRA_FIELDS, parts.operands_column + fields[2][1], 1)
    column = parts.operands_column
    run, run_value = _place(assembly, fields[0][0], column + fields[0][1], messages.RUN_ORIGIN_SPACE)
    load, load_at = None, None
    if len(fields) == 2:
        load, load_value = _place(assembly, fields[1][0], column + fields[1][1], messages.LOAD_ORIGIN_SPACE)
        at, length = column + fields[1][1], len(fields[1][0])
        load_at = None if load_value is None else _address(load_value, at, length, messages.LOAD_RELOCATABLE)
        if (run.space == "L") != (load.space == "L"):
            kind = messages.L_RUN_ONLY if run.space == "L" else messages.L_LOAD_ONLY
            raise parts.operands_error(kind)
    locations = assembly.locations
    run_at = run_base = None
    if run_value is not None and run_value.linked and load is not None:
        # A relocatable overlay: in relative mode, without an address to load it at (ASM 4.5.3).
        if load_at is not None:
            raise SourceError(messages.LOAD_EXPLICIT, column, len(parts.operands))
        if not locations.relocatable:
            raise SourceError(messages.NOT_ABSOLUTE, column, len(fields[0][0]))
        run_at, run_base = int(run_value.number), run_value.base
        if run_base is None:
            run_base = locations.overlay_base(run, user_expression(run_value, run.space, 0))
    elif run_value is not None:
        run_at = _address(run_value, column, len(fields[0][0]))
    locations.origin(run, run_at, load, load_at, run_base)
    assembly.output.break_run()
    assembly.listing.statement(parts, Shown((locations.run_address, locations.load_address)))


def _place(assembly: Pass, text: str, column: int, mismatch: Message) -> tuple[Origin, Value | None]:
    match = _PLACE.match(text)
    if match is None:
        raise SourceError(messages.EXPECTED_COLON, column, max(1, len(text)))
    letters = _PLACE_LETTERS.fullmatch(match.group(1).upper())
    if letters is None:
        raise SourceError(messages.BAD_SPACE, column, max(1, len(match.group(1))))
    space, counter = space_of(letters.group(1)), counter_of(letters.group(2))
    mapping = MAPPINGS.get(letters.group(3))
    if mapping is None:
        raise SourceError(messages.BAD_MAPPING, column + len(match.group(1)) - 1, 1, letter=letters.group(3))
    if mapping == "B" and space != "P":
        raise SourceError(messages.BOOTSTRAP_NOT_P, column, len(match.group(1)))
    rest = text[match.end() :]
    place = Origin(space, counter, mapping)
    if not rest:
        return place, None
    column += match.end()
    value = assembly.scope.evaluate(rest, column)
    if value.forward:
        raise SourceError(messages.FORWARD_REFERENCE, column, len(rest))
    if isinstance(value.number, float):
        raise SourceError(messages.NOT_INTEGER, column, len(rest))
    if not value.linked and not 0 <= value.number < TOP:
        raise SourceError(messages.ADDRESS_RANGE, column, len(rest), value=value.number)
    assembly.scope.check_space(space, value, mismatch, column, len(rest))
    return place, value


def _address(value: Value, column: int, length: int, relative: Message = messages.NOT_ABSOLUTE) -> int:
    """Return an address that must be absolute. Raises SourceError, `relative`, if it is not."""
    if value.linked:
        raise SourceError(relative, column, length)
    return int(value.number)


def radix(assembly: Pass, parts: Statement) -> None:
    """RADIX base of numbers without a prefix."""
    base = assembly.scope.integer(parts.operands, parts.operands_column)
    if base not in _RADICES:
        raise parts.operands_error(messages.BAD_RADIX, value=base)
    assembly.listing.statement(parts)
    assembly.scope.radix = base


def rdirect(assembly: Pass, parts: Statement) -> None:
    """RDIRECT: remove directives or mnemonics, so that macros may take their names."""
    if assembly.symbols.section.name:
        raise parts.operation_error(messages.RDIRECT_IN_SECTION)
    assembly.listing.statement(parts)
    for text, column in name_list(assembly, parts, "directive", messages.MISSING_DIRECTIVE_NAME):
        name = text.upper()
        if name not in assembly.directives and name not in assembly.mnemonics:
            raise SourceError(messages.NOT_A_DIRECTIVE, column, max(1, len(text)), name=text)
        assembly.removed.add(name)


DIRECTIVES = {
    "COMMENT": Directive(comment),
    "DEFINE": Directive(define),
    "END": Directive(end),
    "FAIL": _announce(messages.FAIL),
    "FORCE": Directive(force),
    "HIMEM": _bounds(1),
    "INCLUDE": Directive(include),
    "LOMEM": _bounds(0),
    "MODE": Directive(mode, not_in_buffer=True),
    "MSG": _announce(messages.MSG),
    "ORG": Directive(org, not_in_buffer=True),
    "RADIX": Directive(radix),
    "RDIRECT": Directive(rdirect),
    "UNDEF": Directive(undef),
    "WARN": _announce(messages.WARN),
}
