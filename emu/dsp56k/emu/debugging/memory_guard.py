"""A guard on memory: it finds writes outside of permitted ranges, and reads of uninitialised words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsp56k.emu.errors import ConfigurationError
from dsp56k.emu.memory import SPACES, WORDS
from dsp56k.emu.validation import require_int, require_list
from dsp56k.system.text import described

Range = tuple[str, int, int]
"""A space ("X", "Y" or "P"), and the first and the last address."""


@dataclass(frozen=True)
class UninitializedRead:
    """A data access that read an uninitialised word: its address, and the instruction's."""

    space: str
    address: int
    pc: int


@dataclass(frozen=True)
class MemoryGuard:
    """Ranges of words, each (space, first, last): the initialised ones, and those that the program may write.

    A word that the program writes becomes initialised. Instruction fetches are not checked.

    Attributes:
        known: Ranges of initialised words.
        writable: Ranges of words that the program may write.

    Raises:
        ConfigurationError: A space does not exist, or an address is outside of it.
    """

    known: Sequence[Range] = ()
    writable: Sequence[Range] = ()

    def __post_init__(self) -> None:
        for name in ("known", "writable"):
            # The extension takes lists of tuples. They are copied because a caller can change its own later.
            object.__setattr__(self, name, [_range(entry, name) for entry in require_list(getattr(self, name), name)])


def _range(entry: Range, name: str) -> Range:
    match entry:
        case (space, first, last) if space in SPACES:
            first = require_int(first, f"the first address of {name}", 0, WORDS - 1)
            return space, first, require_int(last, f"the last address of {name}", first, WORDS - 1)
    message = f"{name} must be (space, first, last), got {described(entry)}"
    raise ConfigurationError(message, field=name, value=entry)
