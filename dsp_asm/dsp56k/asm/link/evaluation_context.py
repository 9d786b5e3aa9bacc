"""The context in which a link expression is evaluated. It gets symbols and addresses from the linker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dsp56k.asm.diagnostics import messages as asm_messages
from dsp56k.asm.diagnostics.model import Label, Message, SourceError
from dsp56k.asm.expressions.relocation import coded_base
from dsp56k.asm.expressions.values import Value
from dsp56k.asm.link import messages
from dsp56k.objects.module import Base, Span
from dsp56k.objects.word_sizes import Space
from dsp56k.system import text as system

_LONGEST = 80


class Resolver(Protocol):
    """The linker's interface for link expressions."""

    def say(
        self, kind: Message, *notes: str, span: Span | None = None, labels: tuple[Label, ...] = (), **values: object
    ) -> None:
        """Report a diagnostic."""

    def find(self, module: int, section: int, name: str) -> Value | None:
        """Return the value of a symbol in a section of a module."""

    def is_missing(self, name: str, where: str, span: Span | None) -> bool:
        """Return True if a symbol, which `where` refers to, is reported as unresolved."""

    def address(self, number: int, base: Base) -> int:
        """Return the address of a base of a module."""


@dataclass(slots=True)
class Site:
    """The module and section of a word, the base of its addresses, its name in messages, and its address.

    An expressions.LinkContext. `unresolved` is set if a symbol is missing, which needs no further message.
    """

    linker: Resolver
    module: int
    section: int
    run_base: Base | None
    where: str
    span: Span | None
    text: str = ""
    unresolved: bool = False
    tentative: bool = False
    assembling: bool = False
    expression_column: int = 0

    def lookup(self, name: str, *, outer: bool = False) -> Value:
        """See expressions.parser.Context."""
        value = self.linker.find(self.module, self.section, name)
        if value is None:
            self.unresolved = self.linker.is_missing(name, self.where, self.span)
            raise SourceError(asm_messages.UNDEFINED_SYMBOL, name=name)
        return value

    def location(self) -> Value:
        """See expressions.parser.Context: the assembler writes no `*` into link expressions."""
        raise SourceError(asm_messages.UNEXPECTED_CHARACTER, char="*")

    def warn_within(self, kind: Message, at: int, length: int, **values: object) -> None:
        """See expressions.parser.Context."""
        self.linker.say(kind, span=self.span, labels=(), **values)

    def space_mismatch(self, left: Space, right: Space, at: int) -> None:
        """See expressions.parser.Context."""
        self.linker.say(messages.SPACES, left=left, right=right, span=self.span, text=self.text, place=self.where)

    def relocated(self, offset: Value, code: int | None) -> Value:
        """See link.expressions.LinkContext."""
        base = self.run_base if code is None else coded_base(code, self.section)
        if base is None:
            if code is not None:
                raise SourceError(asm_messages.UNEXPECTED_CHARACTER, char=":")
            return offset
        return Value(offset.number + self.linker.address(self.module, base), base.space)

    def field_too_small(self, value: int, bits: int) -> None:
        """See link.expressions.LinkContext."""
        self.linker.say(messages.FIELD_SIZE, value=value, span=self.span, text=self.text, place=self.where, bits=bits)

    def outside_fraction(self) -> None:
        """See link.expressions.LinkContext."""
        self.linker.say(messages.FRACTION, span=self.span, text=self.text, place=self.where)


def shown(text: str) -> str:
    """Return a link expression as messages show it."""
    return system.shown(text, _LONGEST)
