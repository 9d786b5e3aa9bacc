"""Words, their widths and addresses, memory spaces and location counters of the assembly language."""

from __future__ import annotations

from typing import Literal

WORD_BITS = 24
WORD_MASK = 0xFF_FFFF
LONG_MASK = 0xFFFF_FFFF_FFFF
"""A long word, of L memory, has 48 bits."""
TOP = 0x1_0000
"""The last address plus 1; addresses have 16 bits."""
Space = Literal["X", "Y", "L", "P", "N"]
"""A memory space."""
NO_SPACE: Literal["N"] = "N"
"""The memory space of numbers without one."""
SPACE_CODES: dict[Space, int] = {NO_SPACE: 0, "X": 1, "Y": 2, "L": 3, "P": 4}
"""The memory spaces as @MSP and link expressions number them (ASM 3.8, F.4.2.3)."""
CounterLetter = Literal["", "L", "H"]
"""A location counter of a memory space: default, L, H."""
COUNTER_CODES: dict[CounterLetter, int] = {"": 0, "L": 1, "H": 2}
"""The location counters as @CTR and link expressions number them (ASM 3.8, F.4.2.5): default, L, H."""
MappingLetter = Literal["", "I", "E", "B"]
"""The memory of ORG: unspecified, internal, external, bootstrap (ASM chapter 6, ORG)."""
MAPPINGS: dict[str, MappingLetter] = {"": "", "I": "I", "E": "E", "B": "B"}
_SPACES: dict[str, Space] = {space: space for space in SPACE_CODES}
_COUNTERS: dict[str, CounterLetter] = {counter: counter for counter in COUNTER_CODES}


def space_of(letter: str) -> Space:
    """Return the memory space that a letter of either case names. Raises KeyError."""
    return _SPACES[letter.upper()]


def counter_of(letter: str) -> CounterLetter:
    """Return the location counter that a letter of either case names, "" the default one. Raises KeyError."""
    return _COUNTERS[letter.upper()]


class FailedAssemblyWords(dict[tuple[str, int], int]):
    """The words of a source with errors, by (space, address): they can be inspected, but the loaders reject them."""
