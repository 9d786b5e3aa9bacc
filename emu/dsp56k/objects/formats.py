"""The names of the formats of object files."""

from __future__ import annotations

FORMATS = ("lod", "elf", "cld", "cln", "lnk", "s", "s19", "srec", "p", "x", "y", "hex", "p56")
"""They are the endings of the names of such files."""
PLANES = tuple(f"{space}{plane}" for space in "pxy" for plane in range(3))
"""S-record files of one byte of the words, by ending: three make one program."""
ENDINGS = (*FORMATS, *PLANES)
"""Suffixes of object files."""
