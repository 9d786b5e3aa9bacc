"""The names of the formats of object files."""

from __future__ import annotations

FORMATS = ("lod", "elf", "cld", "cln", "lnk", "s", "s19", "srec", "p", "x", "y", "hex", "p56")
"""A format's name is also the suffix of its files."""
PLANES = tuple(f"{space}{plane}" for space in "pxy" for plane in range(3))
"""Suffixes of S-record files that contain one byte of the words. Three of them are one program."""
SUFFIXES = (*FORMATS, *PLANES)
"""Suffixes of object files."""
