"""Operand errors: the reason why a mnemonic has no form for its operands, worded as in ASM D.4.

If a change of one operand makes the instruction legal, that operand is the error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Advice, Message, SourceError
from dsp56k.asm.diagnostics.suggestions import later_form, later_note, register_hint
from dsp56k.asm.instructions.encodings import Source, candidates, shapes_of
from dsp56k.asm.instructions.operands import ADDRESS, IMMEDIATE, MODE, REGISTER, OperandSpace, Shape, SourceOperand
from dsp56k.asm.instructions.templates import ALU, CONTROL, Template
from dsp56k.isa.tables import Kind

_SHOWN_FORMS = 6
_SHOWN_NAMES = 8
_LETTERS = {
    "product": "S1,S2", "sign": "[-]", "ea": "ea", "aa": "aa", "pp": "pp", "address": "xxx", "target": "xxxx",
    "word": "xxxxxx", "loop_end": "expr",
}  # fmt: skip
# A register of each kind, to test whether another register would be legal.
_SORTS = ("X0", "Y0", "X1", "Y1", "A", "R0", "N0", "SR", "MR", "X")
_SPACES: tuple[OperandSpace, ...] = ("", "X", "Y", "L", "P")
_UPDATE = "PostInc"
# The number of an address register of each bank.
_BANKS = (0, 4)
_MODES = {
    "Indirect": "No-update",
    "Indexed": "Indexed",
    "PreDec": "Pre-decrement",
    "PostDecN": "Post-decrement by offset",
}
_KINDS = {ADDRESS: "Absolute", IMMEDIATE: "Immediate", REGISTER: "Register direct"}


def operand_error(key: str, text: str, column: int, source: Source, mnemonics: Sequence[str]) -> SourceError:
    """Return the error of operands, a text at a column, that fit no form of the mnemonics.

    The first one was written.
    """
    templates = [*CONTROL.get(key, ()), *ALU.get(key, ())]
    most = max(len(template.fields) + (2 if key in ALU else 0) for template in templates)
    least = min(len(template.fields) for template in templates)
    if len(source) > most:
        first = source[most][0]
        return SourceError(messages.TOO_MANY_FIELDS, column + first.column, first.length, name=key)
    if len(source) < max(least, 1 if key in ALU else 0):
        return SourceError(messages.TOO_FEW_FIELDS, column, 1, name=key)
    error = (
        _combination(templates, source, column)
        or _single(source, mnemonics, column)
        or _two_absolutes(source, mnemonics, column)
    )
    if error is None:
        no_io = _wants_io(templates) and not any(map(_may_be_io, source[0]))
        error = SourceError(messages.NO_IO_SHORT if no_io else messages.NO_FORM, column, max(1, len(text)), name=key)
    notes: list[str] = []
    forms = [_readable(template) for template in templates if template.row.syntax]
    if forms:
        more = " ..." if len(forms) > _SHOWN_FORMS else ""
        moves = " and parallel moves" if key in ALU else ""
        notes.append(f"{key} takes {'; '.join(forms[:_SHOWN_FORMS])}{more}{moves}")
    for operand in (operand for field in source for operand in field):
        shape = operand.shape
        if shape.kind == ADDRESS and not shape.space and error.column in (column, column + operand.column):
            notes += register_hint(text[operand.column : operand.column + operand.length])
    error.advice = Advice((*notes, *later_note(later_form(key, text))))
    return error


def _wants_io(templates: Sequence[Template]) -> bool:
    """Return True if a mnemonic takes an I/O short address in all of its forms, as MOVEP does."""
    patterns = [[pattern for field in template.fields for pattern in field] for template in templates]
    return all(any(pattern.kind is not None and pattern.kind.cls == "pp" for pattern in row) for row in patterns)


def _may_be_io(operand: SourceOperand) -> bool:
    return operand.shape.kind == ADDRESS and operand.shape.space in ("X", "Y")


def _combination(templates: Sequence[Template], source: Source, column: int) -> SourceError | None:
    """Return the error of two factors that are legal separately, but not together."""
    for template in templates:
        for patterns, operands in zip(template.fields, source, strict=False):
            kind = patterns[0].kind
            if kind is None or kind.cls != "product" or len(operands) < patterns[0].operands:
                continue
            first, second = operands[:2]
            factors = {name for pair in kind.values for name in pair.split(",")}
            names = first.shape.name, second.shape.name
            pairs = {",".join(names), ",".join(reversed(names))}
            if factors.issuperset(names) and not pairs & set(kind.values):
                length = second.column + second.length - first.column
                return SourceError(messages.REGISTER_COMBINATION, column + first.column, length)
    return None


def _single(source: Source, mnemonics: Sequence[str], column: int) -> SourceError | None:
    """Return the error of the only wrong operand, if there is one: first its space, mode or register, then its kind."""
    shapes = shapes_of(source)
    for others in (_others, _of_other_kinds):
        for row, field in enumerate(source):
            for place, operand in enumerate(field):
                for other, kind, name in others(operand.shape):
                    before, after = shapes[row][:place], shapes[row][place + 1 :]
                    changed = (*shapes[:row], (*before, other, *after), *shapes[row + 1 :])
                    if any(candidates(mnemonic, changed) for mnemonic in mnemonics):
                        return SourceError(kind, column + operand.column, max(1, operand.length), name=name)
    return None


def _two_absolutes(source: Source, mnemonics: Sequence[str], column: int) -> SourceError | None:
    """Return the error of absolute addresses in both memories, which no parallel move has (ASM D.4)."""
    absolute = [operand for field in source for operand in field if operand.shape.kind == ADDRESS]
    if len(absolute) != len(_BANKS):
        return None
    pairs = zip(absolute, _BANKS, strict=True)
    modes = {id(operand): Shape(MODE, _UPDATE, bank, operand.shape.space) for operand, bank in pairs}
    changed = tuple(tuple(modes.get(id(operand), operand.shape) for operand in field) for field in source)
    if not any(candidates(mnemonic, changed) for mnemonic in mnemonics):
        return None
    first = absolute[0]
    return SourceError(messages.MODE_NOT_ALLOWED, column + first.column, first.length, name=_KINDS[ADDRESS])


def _others(shape: Shape) -> Iterator[tuple[Shape, Message, str]]:
    """Yield legal replacements of an operand, with the error of the operand that each implies."""
    if shape.kind in (MODE, ADDRESS):
        for space in _SPACES:
            if space != shape.space:
                kind = messages.SPACE_NOT_ALLOWED if shape.space else messages.MISSING_SPACE
                yield shape._replace(space=space), kind, shape.space
    if shape.kind == MODE:
        # The two addresses of a parallel move come from different banks (UM A-242, note 5).
        yield shape._replace(register=shape.register ^ 4), messages.XY_REGISTERS, ""
        if shape.name in _MODES:
            yield shape._replace(name=_UPDATE), messages.MODE_NOT_ALLOWED, _MODES[shape.name]
    elif shape.kind == ADDRESS:
        for bank in _BANKS:
            yield Shape(MODE, _UPDATE, bank, shape.space), messages.MODE_NOT_ALLOWED, _KINDS[ADDRESS]
    elif shape.kind == REGISTER:
        yield from ((shape._replace(name=name), messages.BAD_REGISTER, shape.name) for name in _SORTS)


def _of_other_kinds(shape: Shape) -> Iterator[tuple[Shape, Message, str]]:
    """Yield legal replacements of another kind than the operand, with the error that each implies."""
    if shape.kind != REGISTER:
        only = (messages.ONLY_REGISTERS, "") if shape.kind == MODE else (messages.MODE_NOT_ALLOWED, _KINDS[shape.kind])
        yield from ((Shape(REGISTER, name), *only) for name in _SORTS)
    if shape.kind in (IMMEDIATE, REGISTER):
        yield Shape(MODE, _UPDATE), messages.MODE_NOT_ALLOWED, _KINDS[shape.kind]
    if shape.kind != IMMEDIATE:
        yield Shape(IMMEDIATE), messages.IMMEDIATE_REQUIRED, ""


def _readable(template: Template) -> str:
    """Return the syntax of a form for messages: the possible operands instead of {kind:letters}."""
    text = template.row.syntax
    for operand in template.row.operands:
        letters = f":{operand.letters}" if operand.letters else ""
        text = text.replace(f"{{{operand.kind.name}{letters}}}", _choices(operand.kind))
    return text


def _choices(kind: Kind) -> str:
    """Return the possible operands: a few registers, or the manual's letters for the kind (UM A-4)."""
    names = dict.fromkeys(name for name in kind.values if name)
    if kind.cls in ("register", "space") and len(names) <= _SHOWN_NAMES:
        return "/".join(names)
    if kind.cls == "register":
        return "register"
    # The width of a bit number is not a multiple of hexadecimal digits.
    return _LETTERS.get(kind.cls) or ("n" if kind.width % 4 else "x" * (kind.width // 4))
