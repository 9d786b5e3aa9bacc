"""Structured control (ASM chapter 7) and directives of later versions: recognised, and refused."""

from __future__ import annotations

from dsp56k.asm import catalogue as say
from dsp56k.asm.diagnostics import SourceError
from dsp56k.asm.passes import Directive, Pass
from dsp56k.asm.statements import Statement

_STRUCTURED = [
    ".BREAK",
    ".CONTINUE",
    ".ELSE",
    ".ENDF",
    ".ENDI",
    ".ENDL",
    ".ENDW",
    ".FOR",
    ".IF",
    ".LOOP",
    ".REPEAT",
    ".UNTIL",
    ".WHILE",
]
_LATER = ["FORCE", "LOCAL", "SCSJMP", "SCSREG"]


def _refuse(_assembly: Pass, parts: Statement) -> None:
    raise SourceError(say.NOT_SUPPORTED, parts.operation_column, len(parts.key), name=parts.key)


DIRECTIVES = {name: Directive(_refuse, label="define") for name in (*_STRUCTURED, *_LATER)}
