"""Directives that the later manuals add: FORCE LOCAL SCSJMP SCSREG."""

from __future__ import annotations

from dsp56k.asm import catalogue as say
from dsp56k.asm import symbols
from dsp56k.asm.diagnostics import SourceError
from dsp56k.asm.directives.symbol import names
from dsp56k.asm.passes import Directive, Pass
from dsp56k.asm.statements import Statement
from dsp56k.asm.strings import split_commas
from dsp56k.asm.structured import Registers
from dsp56k.isa import KINDS

_FORCES = {"SHORT": "<", "LONG": ">", "NONE": ""}


def _force(parts: Statement) -> str:
    """The operator that SHORT, LONG or NONE stands for. Raises SourceError."""
    force = _FORCES.get(parts.operands.upper())
    if force is None:
        column = parts.operands_column if parts.operands else parts.operation_column
        raise SourceError(say.BAD_FORCE, column, max(1, len(parts.operands)))
    return force


def force(assembly: Pass, parts: Statement) -> None:
    """FORCE SHORT|LONG|NONE: the size of addresses and immediates that have no forcing operator of their own."""
    assembly.force = _force(parts)
    assembly.list_statement(parts)


def scsjmp(assembly: Pass, parts: Statement) -> None:
    """SCSJMP SHORT|LONG|NONE: the size of the jumps that structured control makes."""
    assembly.structured.jump_force = _force(parts)
    assembly.list_statement(parts)


def local(assembly: Pass, parts: Statement) -> None:
    """LOCAL: symbols that stay within this section although it is GLOBAL; to be given before they are defined."""
    here = assembly.symbols.section
    if here.name == symbols.GLOBAL:
        raise SourceError(say.XDEF_OUTSIDE, parts.operation_column, len(parts.key), name=parts.key)
    assembly.list_statement(parts)
    for name, column in names(assembly, parts, say.XDEF_LOCAL):
        home = assembly.symbols.home(name, "label")
        own = home.symbols.get(name)
        if own is not None and own.met == assembly.number and own.section == here.name:
            raise SourceError(say.XDEF_LATE, column, len(name), name=name)
        here.own[name] = assembly.reader.span(column, len(name))[0]


def scsreg(assembly: Pass, parts: Statement) -> None:
    """SCSREG [source[,destination[,temporary[,extra]]]]: the registers that structured control uses, in place of X0, A
    and Y0; an extra one is never needed. Without operands, the usual ones again. Nothing else is checked.
    """
    usual = Registers()
    chosen = [usual.right, usual.left, usual.scratch]
    for index, (text, at) in enumerate(split_commas(parts.operands)):
        name = text.upper()
        if index > len(chosen) or (name and name not in KINDS["any_reg"].values):
            raise SourceError(say.NOT_A_REGISTER, parts.operands_column + at, max(1, len(text)), name=text)
        if name and index < len(chosen):
            chosen[index] = name
    right, left, scratch = chosen
    assembly.structured.registers = Registers(left, right, scratch)
    assembly.list_statement(parts)


DIRECTIVES = {
    "FORCE": Directive(force),
    "LOCAL": Directive(local),
    "SCSJMP": Directive(scsjmp),
    "SCSREG": Directive(scsreg),
}
