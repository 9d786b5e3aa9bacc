"""Pages of diagnostics by code, with the messages of their examples."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.link import messages as link_messages
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.suggestions import did_you_mean
from dsp56k.system.text import described, shown

GROUPS = {
    "A01": ("files", "Files and lines"),
    "A02": ("symbols", "Statements and symbols"),
    "A03": ("expressions", "Expressions"),
    "A04": ("macros", "Macros and repetition"),
    "A05": ("directives", "Directives"),
    "A06": ("instructions", "Instructions"),
    "A07": ("locations", "Locations and data"),
    "A08": ("messages", "Messages of the program"),
    "A09": ("structured", "Structured control"),
    "L01": ("linker", "The linker"),
    "L02": ("linker", "The linker"),
}
"""The table, and the title of its page, by the first letters of the code."""
_HERE = Path(__file__).parent
_FIELD = re.compile(r"\{(\w+)[^}]*\}")
_REPEATED = re.compile(r"\{([^{}]*) \* (\d+)\}")


class UnknownCodeError(Dsp56kError):
    """No diagnostic has that `code`."""


@dataclass(frozen=True)
class Page:
    """The facts about one diagnostic; the docstring of this package describes the fields."""

    message: Message
    cure: str = ""
    example: str = ""
    modules: tuple[str, ...] = ()
    control: str = ""
    relative: bool = False
    work: int = 0
    kept: int = 0

    @property
    def sentence(self) -> str:
        """The message, with the names of its placeholders in capital letters."""
        return _FIELD.sub(lambda field: field[1].upper(), self.message.text)

    @property
    def source(self) -> str:
        """The example as it is assembled."""
        return _REPEATED.sub(lambda text: text[1] * int(text[2]), self.example)

    @property
    def printed(self) -> str:
        """The example, or the modules, as they are shown."""
        parts = [(f"{letter}.asm", text) for letter, text in zip("abc", self.modules, strict=False)]
        parts += [("memory control file", self.control)] if self.control else []
        named = "\n".join(f"; {name}\n{text}" for name, text in parts)
        return "\n".join(shown(line) for line in (self.example + named).rstrip("\n").split("\n"))


@cache
def kinds() -> dict[str, Message]:
    """Every diagnostic by its code."""
    found = [*vars(messages).values(), *vars(link_messages).values()]
    return {kind.code: kind for kind in sorted((k for k in found if isinstance(k, Message)), key=lambda k: k.code)}


def page(code: str) -> Page:
    """Return the page of a code, in any case.

    Raises:
        UnknownCodeError: No diagnostic has that code.
    """
    kind = kinds().get(code.upper())
    if kind is None:
        meant = did_you_mean(code.upper(), kinds()) or "; `dsp56k explain` lists all"
        raise UnknownCodeError(f"unknown diagnostic {described(code)}{meant}", code=code)
    # A new diagnostic has no page until its author writes one: its sentence is shown.
    group = GROUPS.get(kind.code[:3])
    row = _table(group[0]).get(kind.code, {}) if group else {}
    known = {field.name for field in fields(Page)} - {"message"}
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    assert given.keys() <= known, kind.code
    return Page(kind, **given)


def text(page: Page) -> str:
    """Return a page for a terminal."""
    kind = page.message
    lines = [f"{kind.code} ({kind.severity.value}): {page.sentence}"]
    if kind.help:
        lines += ["", f"Help: {kind.help}."]
    if page.printed:
        lines += ["", "Example:", "", *(f"    {line}".rstrip() for line in page.printed.split("\n"))]
    if page.cure:
        lines += ["", f"Fix: {page.cure}"]
    return "\n".join([*lines, ""])


@cache
def _table(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))
