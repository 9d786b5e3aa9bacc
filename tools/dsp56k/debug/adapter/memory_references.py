"""Memory references of the protocol: P addresses as 0x0040, data addresses as X:0x0040.

A word has three bytes, the high one first.
"""

from __future__ import annotations

import re

from dsp56k.debug.errors import DebugError
from dsp56k.system.text import described

BYTES = 3
WORDS = 0x10000
_REFERENCE = re.compile(r"(?:(?P<space>[XYP]):)?(?P<address>0x0*[0-9a-f]{1,4}|0*[0-9]{1,5})", re.IGNORECASE)


def p_reference(address: int) -> str:
    """Format a P address."""
    return f"0x{address:04X}"


def reference(space: str, address: int) -> str:
    """Format an address with its space."""
    return p_reference(address) if space == "P" else f"{space}:0x{address:04X}"


def parse_reference(text: str) -> tuple[str, int]:
    """Return space and address of a reference.

    Raises:
        DebugError: The text is not a memory reference.
    """
    match = _REFERENCE.fullmatch(text)
    address = int(match["address"], 0 if match["address"][:2].lower() == "0x" else 10) if match else WORDS
    if match is None or address >= WORDS:
        raise DebugError(
            f"expected a memory reference such as P:$0040, got {described(text)}", field="memoryReference", value=text
        )
    return (match["space"] or "P").upper(), address


def p_address(text: str) -> int:
    """Return the address of a reference to P memory.

    Raises:
        DebugError: The text is not a reference to P memory.
    """
    space, address = parse_reference(text)
    if space != "P":
        raise DebugError(f"{text} is not in P memory", field="memoryReference", value=text)
    return address
