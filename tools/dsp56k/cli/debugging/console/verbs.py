"""The verbs of the console as a table: names, what they take and do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dsp56k.cli.debugging.console.session import Console

Action = Callable[["Console", str], None]


@dataclass(frozen=True)
class Verb:
    """A command of the console.

    Attributes:
        names: its own name first, then shorter ones and those of Hatari's debugger.
        takes: its arguments, for people.
        about: what it does, in a line.
        act: does it with the rest of the line.
    """

    names: tuple[str, ...]
    takes: str
    about: str
    act: Action


VERBS: dict[str, Verb] = {}
"""The verbs by each of their names."""
ALL: list[Verb] = []
"""The verbs in the order of the help."""


def verb(names: str, takes: str, about: str) -> Callable[[Action], Action]:
    """Make a verb of a function; names have blanks between."""

    def register(act: Action) -> Action:
        made = Verb(tuple(names.split()), takes, about, act)
        ALL.append(made)
        for name in made.names:
            assert name not in VERBS, name
            VERBS[name] = made
        return act

    return register
