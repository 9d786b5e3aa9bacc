"""Formats of object files: their names, and what readers and writers of S-records, Intel hex and P56 share.

S-records (one file, or a file for each byte): the header record's address field is the space (4 P, 1 X, 2 Y; 0 in plane
files, whose suffix is the space). Addresses count bytes, three for each word, low byte first; they count words if
consecutive records show it, and in plane files. Intel hex: bits 31-24 of an address are the space (P 0, X 1, Y 2). P56:
fields of three bytes for the space (0 P, 1 X, 2 Y), address, count and words.
"""

from __future__ import annotations

from dsp56k.objects.word_sizes import Space

FORMATS = ("lod", "elf", "cld", "cln", "lnk", "s", "s19", "srec", "p", "x", "y", "hex", "p56")
"""A format's name is also the suffix of its files."""
PLANES = tuple(f"{space}{plane}" for space in "pxy" for plane in range(3))
"""Suffixes of S-record files that contain one byte of the words. Three of them are one program."""
SUFFIXES = (*FORMATS, *PLANES)
"""Suffixes of object files."""

WORD_BYTES = 3
SPACES: tuple[Space, ...] = ("P", "X", "Y")
"""By their numbers in Intel hex and P56. L memory is written as its X and Y halves."""
HEADER_CODES: dict[Space, int] = {"P": 4, "X": 1, "Y": 2}
"""Address field of a header record if several spaces share one file."""
NO_CODE = 0
"""Address field of a header record in a file of P memory, or in one whose suffix is the space."""
ADDRESS_BYTES = {"0": 2, "1": 2, "2": 3, "3": 4, "5": 2, "6": 3, "7": 4, "8": 3, "9": 2}
"""Bytes of the address by the type of an S-record."""
