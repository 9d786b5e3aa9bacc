"""Syntax and meaning of the directives and of the built-in functions."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

_FILE = Path(__file__).with_name("keywords.toml")


class Keyword(NamedTuple):
    """A directive or a function: its syntax, its meaning in a few words, and the part of the manual that has it."""

    name: str
    syntax: str
    title: str
    source: str

    @property
    def text(self) -> str:
        """The keyword as Markdown."""
        return f"**{self.name}** {self.title}\n\n`{self.syntax}`\n\n- {self.source}"


def directive(name: str) -> Keyword | None:
    """Return the directive of a name in any case."""
    return _keywords("directives").get(name.upper())


def function(name: str) -> Keyword | None:
    """Return the function of a name in any case, with or without its @."""
    return _keywords("functions").get(name.upper().removeprefix("@"))


@cache
def _keywords(kind: Literal["directives", "functions"]) -> dict[str, Keyword]:
    groups = tomllib.loads(_FILE.read_text(encoding="utf-8"))["group"]
    rows = [(name, syntax, title, group["source"]) for group in groups for name, syntax, title in group.get(kind, ())]
    return {row[0]: Keyword(*row) for row in rows}
