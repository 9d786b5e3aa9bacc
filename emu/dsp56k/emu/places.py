"""Locations as text: the forms that the tools print, and that every command therefore accepts.

`P:$0041`, `$41`, `0x41`, `65`, `x:buffer`, `loop+2`, `fir.asm:3`, and a whole `P:$0041 <loop+2> (fir.asm:3)`. The
symbols of a program give names their values (`Symbols.address`); everything else of the grammar is here.
"""

from __future__ import annotations

import re

NUMBER = r"\$[0-9a-fA-F]+|0[xX][0-9a-fA-F]+|0|[1-9][0-9]*"
_NUMBER = re.compile(NUMBER)
_MAX_DIGITS = 128
"""Longer numbers are refused like other text: Python does not read thousands of decimal digits."""
_LISTED = re.compile(r"[0-9a-fA-F]{4}")
"""An address as Motorola's listings and maps print it, `P:0041`."""
_PRINTED = re.compile(r"(?P<place>[xypl]:\S+)(?:\s+<[^<>]*>)?(?:\s+\([^()]*\))?", re.IGNORECASE)
"""The format of `Symbols.place`."""
_SPACE = re.compile(r"(?P<space>[xypl]):\s*(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_OFFSET = re.compile(rf"(?P<base>.*\S)\s*(?P<sign>[+-])\s*(?P<offset>{NUMBER})", re.DOTALL)
_SOURCE = re.compile(r"(?P<file>.*?):(?P<line>[0-9]{1,9})(?::[0-9]+)?:?", re.DOTALL)
"""FILE:LINE, and FILE:LINE:COLUMN as diagnostics begin."""


def number_of(text: str) -> int | None:
    """Return the number that is `$hex`, `0xhex` or decimal, or None if the text is not a number."""
    if len(text) > _MAX_DIGITS or not _NUMBER.fullmatch(text):
        return None
    return int(text[1:], 16) if text.startswith("$") else int(text, 0)


def space_and_rest(text: str) -> tuple[str, str]:
    """Return the space of a location ("" if it names none) and the text after it, without a printed symbol or line."""
    text = text.strip()
    if printed := _PRINTED.fullmatch(text):
        text = printed["place"]
    match = _SPACE.fullmatch(text)
    return (match["space"].upper(), match["rest"]) if match else ("", text)


def address_of(space: str, text: str) -> int | None:
    """Return the address of a location that is a number, or None; after a space four digits are as in a listing."""
    if (number := number_of(text)) is not None:
        return number
    return int(text, 16) if space and _LISTED.fullmatch(text) else None


def base_and_offset(text: str) -> tuple[str, int] | None:
    """Return the parts of `BASE+NUMBER` or `BASE-NUMBER`, or None if the text is neither."""
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    offset = number_of(match["offset"]) or 0
    return match["base"], -offset if match["sign"] == "-" else offset


def source_line(text: str) -> tuple[str, int] | None:
    """Return the file ("" if none is named) and line of `FILE:LINE`, or None for other text, such as `X:16`."""
    match = _SOURCE.fullmatch(text.strip())
    if match is None or match["file"].upper() in ("X", "Y", "P", "L"):
        return None
    return match["file"], int(match["line"])
