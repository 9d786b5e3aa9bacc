"""Settings of a declaration: preserved registers, wait states, operating mode."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from dsp56k.lib.errors import OperandError
from dsp56k.lib.operands import require_int
from dsp56k.lib.routine.operand import WIDTHS
from dsp56k.system.text import described

Placement = Literal["internal", "external"]
"""Memory at P:$0 to $1FF: internal RAM, or external memory like the rest of P."""
MODES: Mapping[Placement, int] = {"internal": 0, "external": 3}
"""The operating modes with and without program RAM (UM 3-9): single chip's P RAM at 0, and development mode."""
WAIT_FIELDS: Mapping[str, int] = {"x": 12, "y": 8, "p": 4, "io": 0}
"""The lowest bits of BCR's fields (UM 9-12); "io" is Y:$FFC0 to $FFFF."""
MAX_WAITS = 15

_NAMES = re.compile(r"([a-z]+)(\d)-\1(\d)")


def registers_of(text: str, name: str = "keeps") -> tuple[str, ...]:
    """Return the registers that a text names: "r7 m0-m7", separated by spaces or commas.

    Raises:
        OperandError: there is no register of that name.
    """
    if not isinstance(text, str):
        raise OperandError(f"{name} must be a text like 'r7 m0-m7', got {described(text)}", name=name, value=text)
    found: list[str] = []
    for word in text.lower().replace(",", " ").split():
        series = _NAMES.fullmatch(word)
        names = [word]
        if series is not None:
            bank, first, last = series.groups()
            names = [f"{bank}{number}" for number in range(int(first), int(last) + 1)]
        for register in names or [word]:
            if register not in WIDTHS:
                raise OperandError(f"{name}: the chip has no register {described(word)}", name=name, value=text)
        found += names
    return tuple(dict.fromkeys(found))


def bus_control(wait_states: int | Mapping[str, int]) -> int:
    """Return the bus control register's word: one number of wait states for all external memory, or by space.

    Raises:
        OperandError: a number outside 0 to 15, or an unknown space.
    """
    waits = wait_states if isinstance(wait_states, Mapping) else dict.fromkeys(WAIT_FIELDS, wait_states)
    word = 0
    for space, count in waits.items():
        if space not in WAIT_FIELDS:
            message = f"a key of wait_states must be one of {', '.join(WAIT_FIELDS)}, got {described(space)}"
            raise OperandError(message, name="wait_states", value=wait_states)
        if not 0 <= require_int("wait_states", count) <= MAX_WAITS:
            message = f"wait_states must be 0 to {MAX_WAITS}, got {described(count)}"
            raise OperandError(message, name="wait_states", value=wait_states)
        word |= require_int("wait_states", count) << WAIT_FIELDS[space]
    return word


def mode_of(placement: Placement) -> int:
    """Return the operating mode.

    Raises:
        OperandError: neither "internal" nor "external".
    """
    if placement not in MODES:
        message = f"placement must be {' or '.join(map(repr, MODES))}, got {described(placement)}"
        raise OperandError(message, name="placement", value=placement)
    return MODES[placement]
