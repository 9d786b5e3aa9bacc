"""Hints: what words of other assemblers and later chips are called here (`assembler.toml`), and what operands a
mnemonic takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.asm import catalogue as say
from dsp56k.asm.diagnostics import SourceError
from dsp56k.asm.operands import Operand
from dsp56k.asm.statements import Statement
from dsp56k.asm.templates import ALU, CONTROL, Template
from dsp56k.isa import KINDS, later_mnemonics
from dsp56k.isa.tables import load

_TABLES = load("assembler.toml")
_WORDS: dict[str, str] = _TABLES["dialects"]
_STAND_INS: dict[str, str] = _TABLES["stand_ins"]
_CONDITIONS = frozenset(KINDS["cc"].values) | frozenset(KINDS["cc"].aliases)
_SHOWN_FORMS = 6


def dialect_hint(word: str) -> tuple[str, ...]:
    """A note on an operation, in upper case, that only other assemblers have."""
    hint = _WORDS.get(word)
    return (hint,) if hint else ()


def stand_in(mnemonic: str) -> tuple[str, ...]:
    """A note with what the DSP56001 has in place of a later chip's instruction."""
    name = _STAND_INS.get(mnemonic)
    return (f"the DSP56001 has {name}",) if name else ()


def later_chip(mnemonic: str) -> str | None:
    """The later chip that has a mnemonic unknown here, or None."""
    for name, chip in later_mnemonics().items():
        word, _, variants = name.partition(" ")[0].partition("(")
        stem = word.removesuffix("cc")
        if stem != word:
            if mnemonic.startswith(stem) and mnemonic.removeprefix(stem) in _CONDITIONS:
                return chip
        elif mnemonic in {word + variant.upper() for variant in variants.rstrip(")").split(",")}:
            return chip
    return None


def no_form(parts: Statement, source: Sequence[Sequence[Operand]]) -> SourceError:
    """Why no row of a mnemonic takes the operands."""
    key = parts.key
    templates = [*CONTROL.get(key, ()), *ALU.get(key, ())]
    most = max(len(template.fields) + (2 if key in ALU else 0) for template in templates)
    least = min(len(template.fields) for template in templates)
    if len(source) > most:
        first = source[most][0]
        return SourceError(say.TOO_MANY_FIELDS, first.column, first.length, name=key)
    if len(source) < max(least, 1 if key in ALU else 0):
        return SourceError(say.TOO_FEW_FIELDS, None, 1, name=key)
    length = len(parts.operands)
    error = SourceError(say.NO_FORM, 0, max(1, length), name=key)
    forms = [_readable(template) for template in templates if template.row.syntax]
    if forms:
        more = " ..." if len(forms) > _SHOWN_FORMS else ""
        moves = " and parallel moves" if key in ALU else ""
        error.notes = (f"{key} takes {'; '.join(forms[:_SHOWN_FORMS])}{more}{moves}",)
    error.notes += tuple(
        f"{name} is an instruction of the {chip}; the DSP56001 does not have it"
        for name, chip in later_mnemonics().items()
        if name.startswith(f"{key} ")
    )
    return error


def _readable(template: Template) -> str:
    """A row's syntax for a person: <kind> in place of {kind:letters}."""
    text = template.row.syntax
    for operand in template.row.operands:
        letters = f":{operand.letters}" if operand.letters else ""
        text = text.replace(f"{{{operand.kind.name}{letters}}}", f"<{operand.kind.name}>")
    return text
