"""Libraries of modules (.lib), the librarian's files (ASM, librarian 2).

The manual does not describe the bytes. Ours are text-framed, so that a library is readable: a first line, then for
each module a header line `size time name` and its file, byte for byte. `time` is in seconds since 1970, with a sign if
before. `name` has the bytes of the file's name, whatever their encoding.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

from dsp56k.objects.binary_reader import BytesReader

_FIRST = b"dsp56k library 1\n"
_LONGEST_HEADER = 1024
_MOST_MEMBERS = 10_000
_HEADER = re.compile(rb"([0-9]{1,12}) (-?[0-9]{1,12}) (.+)", re.DOTALL)
"""Few digits: a number of a million digits is not a size."""
TIMES = (-62_135_596_800, 253_402_300_799)
"""From the year 1 to 9999: the times that calendars show and members have."""


@dataclass(frozen=True, slots=True)
class LibraryMember:
    """A module's file: its name without directories, its contents, the time of its last change (one of TIMES)."""

    name: str
    data: bytes
    time: int = 0


def library_bytes(members: Sequence[LibraryMember]) -> bytes:
    """Return a library file."""
    parts = [_FIRST]
    for member in members:
        parts.append(b"%d %d %b\n" % (len(member.data), member.time, os.fsencode(member.name)))
        parts.append(member.data)
    return b"".join(parts)


def read_library(file: str, data: bytes) -> list[LibraryMember]:
    """Return the members of a library file. Raises ObjectFormatError with file, field and offset."""
    reader = BytesReader(file, data)
    if not data.startswith(_FIRST):
        raise reader.error("first line", 0, "not a library of dsp56k")
    members: list[LibraryMember] = []
    at = len(_FIRST)
    while at < len(data):
        end = data.find(b"\n", at, at + _LONGEST_HEADER)
        header = _HEADER.fullmatch(data, at, end) if end >= 0 else None
        if header is None:
            raise reader.error("member header", at, "size, time and name are missing")
        size, time = int(header[1]), int(header[2])
        if end + 1 + size > len(data):
            raise reader.error("member size", at, f"truncated: the file has {len(data)} bytes")
        if len(members) >= _MOST_MEMBERS:
            raise reader.error("member header", at, f"more than {_MOST_MEMBERS} members")
        name = os.fsdecode(header[3])
        if any(letter in name for letter in "/\\\0") or name in (".", ".."):
            raise reader.error("member name", at, f"{name!r} is not a plain file name")
        if not TIMES[0] <= time <= TIMES[1]:
            raise reader.error("member time", at, f"{time} is not a date and time")
        members.append(LibraryMember(name, data[end + 1 : end + 1 + size], time))
        at = end + 1 + size
    return members
