"""A guard on memory: what a program may write, and what it reads that nobody has put there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsp56k.emu.checks import listed, whole
from dsp56k.emu.errors import ConfigurationError
from dsp56k.emu.memory import SPACES, WORDS
from dsp56k.system.text import described

Range = tuple[str, int, int]
"""A space ("X", "Y" or "P"), and the first and the last address."""


@dataclass(frozen=True)
class UnknownRead:
    """A data access that read a word which holds nothing: the word, and the instruction's address."""

    space: str
    address: int
    pc: int


@dataclass(frozen=True)
class MemoryGuard:
    """Ranges of words, each (space, first, last): those that hold something, and those that may be written.

    What the program writes holds something from then on. Fetches of instructions are not looked at.

    Raises:
        ConfigurationError: no such space, or an address outside it.
    """

    known: Sequence[Range] = ()
    writable: Sequence[Range] = ()

    def __post_init__(self) -> None:
        for name in ("known", "writable"):
            # Lists of tuples, as the extension takes them: a caller's own may change later.
            object.__setattr__(self, name, [_range(entry, name) for entry in listed(getattr(self, name), name)])


def _range(entry: Range, name: str) -> Range:
    match entry:
        case (space, first, last) if space in SPACES:
            first = whole(first, f"the first address of {name}", 0, WORDS - 1)
            return space, first, whole(last, f"the last address of {name}", first, WORDS - 1)
    message = f"{name} must be (space, first, last), got {described(entry)}"
    raise ConfigurationError(message, field=name, value=entry)
