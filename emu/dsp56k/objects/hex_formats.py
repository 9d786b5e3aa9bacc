"""S-records (one file, or a file for each byte), Intel hex and P56: the parts that writers and readers share.

S-records: the header record's address field is the space (4 P, 1 X, 2 Y; 0 in plane files, whose suffix is the space).
Addresses count bytes, three for each word, low byte first; they count words if consecutive records show it, and in
plane files. Intel hex: bits 31-24 of an address are the space (P 0, X 1, Y 2). P56: fields of three bytes for the space
(0 P, 1 X, 2 Y), address, count and words.
"""

from __future__ import annotations

from dsp56k.objects.word_sizes import Space

WORD_BYTES = 3
SPACES: tuple[Space, ...] = ("P", "X", "Y")
"""By their numbers in Intel hex and P56. L memory is written as its X and Y halves."""
HEADER_CODES: dict[Space, int] = {"P": 4, "X": 1, "Y": 2}
"""Address field of a header record if several spaces share one file."""
NO_CODE = 0
"""Address field of a header record in a file of P memory, or in one whose suffix is the space."""
ADDRESS_BYTES = {"0": 2, "1": 2, "2": 3, "3": 4, "5": 2, "6": 3, "7": 4, "8": 3, "9": 2}
"""Bytes of the address by the type of an S-record."""
