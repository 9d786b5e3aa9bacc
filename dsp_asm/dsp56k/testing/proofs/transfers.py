"""Moves as transfers from sources to destinations, derived from the syntax of each instruction.

"X:{ea:MR},{x_reg:f} {acc:d},{y_input:F}" is two transfers of a source to a destination. An instruction reads all of its
sources before it writes a destination (UM 7-1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from dsp56k.isa import Decoded, OperandValue, Part, Row, decode

_SIDE = re.compile(r"(?:(?P<space>[XYPL]|\{space:\w\}):)?(?P<operand>#?\{(?P<kind>\w+)(?::\w+)?\}|[A-Z]\w*)")
_IMMEDIATES = ("imm8", "imm24")


@dataclass(frozen=True)
class Side:
    """A source or a destination.

    Attributes:
        sort: "register", "memory" or "immediate".
        space: memory space X, Y, P or L.
        value: name of a register, mode and number of an effective address, an absolute address, or an immediate; None
            if the second program word has it.
    """

    sort: Literal["register", "memory", "immediate"]
    space: str
    value: OperandValue | None


@dataclass(frozen=True)
class Transfer:
    """A move of one operand."""

    source: Side
    destination: Side

    @property
    def is_long(self) -> bool:
        """True for a move of two words to or from L memory."""
        return "L" in (self.source.space, self.destination.space)


@cache
def _template(row: Row) -> tuple[tuple[re.Match[str], ...], ...]:
    return tuple(tuple(_SIDE.finditer(part)) for part in row.syntax.split(" ") if "," in part)


def transfers_of(part: Part) -> list[Transfer]:
    """Return the transfers of a parallel move, MOVEC, MOVEM or MOVEP, in the order of the syntax."""
    values = iter(part.values)
    return [Transfer(*(_side(match, values) for match in sides)) for sides in _template(part.row)]


def _side(match: re.Match[str], values: Iterator[OperandValue]) -> Side:
    space = match["space"] or ""
    if space.startswith("{"):
        space = str(next(values))
    if match["kind"] is None:
        return Side("register", "", match["operand"])
    value = next(values)
    if match["kind"] == "imm24":
        return Side("immediate", "", None)
    if space:
        return Side("memory", space, value)
    return Side("immediate" if match["kind"] in _IMMEDIATES else "register", "", value)


@lru_cache(maxsize=1 << 16)
def decoded(word: int) -> Decoded | None:
    """Return the meaning of an instruction word."""
    return decode(word)


@lru_cache(maxsize=1 << 16)
def move_of(word: int) -> tuple[Transfer, ...]:
    """Return the transfers of an instruction word, whose first part is a move."""
    instruction = decoded(word)
    assert instruction is not None
    return tuple(transfers_of(instruction.parts[0]))


__all__ = ["Side", "Transfer", "decoded", "move_of", "transfers_of"]
