"""Libraries of modules (.lib), the librarian's files (ASM, librarian 2).

The manual does not describe the bytes. Ours are text-framed, so that a library can be looked at: a first line, then for
each module a header line `size time name` and its file, byte for byte. `time` is in seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsp56k.asm.formats.reading import BytesReader

_FIRST = b"dsp56k library 1\n"
_LONGEST_HEADER = 1024
_MOST_MEMBERS = 10_000


@dataclass(frozen=True, slots=True)
class LibraryMember:
    """A module's file: its name without folders, its contents, when it was put in."""

    name: str
    data: bytes
    time: int = 0


def library_bytes(members: Sequence[LibraryMember]) -> bytes:
    """A library file."""
    parts = [_FIRST]
    for member in members:
        parts.append(f"{len(member.data)} {member.time} {member.name}\n".encode())
        parts.append(member.data)
    return b"".join(parts)


def read_library(file: str, data: bytes) -> list[LibraryMember]:
    """The members of a library file. Raises ObjectFormatError with file, field and offset."""
    reader = BytesReader(file, data)
    if not data.startswith(_FIRST):
        raise reader.error("first line", 0, "not a library of dsp56k")
    members: list[LibraryMember] = []
    at = len(_FIRST)
    while at < len(data):
        end = data.find(b"\n", at, at + _LONGEST_HEADER)
        fields = data[at:end].split(b" ", 2) if end >= 0 else []
        if len(fields) != 3 or not fields[0].isdigit() or not fields[1].isdigit() or not fields[2]:
            raise reader.error("member header", at, "no size, time and name")
        # Digits are counted before they are read: a number of a million of them is no size.
        size = int(fields[0]) if len(fields[0]) < 12 else len(data)
        if end + 1 + size > len(data) or len(fields[1]) > 12:
            raise reader.error("member size", at, f"truncated: the file has {len(data)} bytes")
        if len(members) >= _MOST_MEMBERS:
            raise reader.error("member header", at, f"more than {_MOST_MEMBERS} members")
        name = fields[2].decode("utf-8", "replace")
        if "/" in name or "\\" in name or name in (".", ".."):
            raise reader.error("member name", at, f"{name!r} is no plain file name")
        members.append(LibraryMember(name, data[end + 1 : end + 1 + size], int(fields[1])))
        at = end + 1 + size
    return members
