"""Readers of S-records, Intel hex and P56 (dsp56k.objects.formats), which check the blocks.

These formats do not contain the name of a module, so it has the name of the file.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from dsp56k.objects import Budget
from dsp56k.objects import budget as limits
from dsp56k.objects.binary_reader import BytesReader, LinesReader, ObjectFormatError
from dsp56k.objects.formats import ADDRESS_BYTES, HEADER_CODES, NO_CODE, SPACES, WORD_BYTES
from dsp56k.objects.module import Ident, Module, Run
from dsp56k.objects.word_sizes import TOP, Space

_HEADER_SPACES = {NO_CODE: SPACES[0], **{code: space for space, code in HEADER_CODES.items()}}
_Record = tuple[int, str, int, bytes]
"""Line, type, address and data of an S-record."""
_DATA, _END, _SEGMENT, _SEGMENT_START, _LINEAR, _LINEAR_START = range(6)
"""Types of records of Intel hex. The start of a segment is CS and IP of an 8086, which a DSP does not have."""
_INTEL_BYTES = {_END: 0, _SEGMENT: 2, _SEGMENT_START: 4, _LINEAR: 2, _LINEAR_START: 4}
"""Bytes of the records without data."""
_SEGMENT_BYTES = 1 << 16
_NO_WRAP = 1 << 32


def read_srec(file: str, data: bytes) -> Module:
    """Read a file of S-records, low bytes first, with byte addresses unless the records show that they count words.

    Raises:
        ObjectFormatError: with `file` and `line`.
    """
    return _read_srec(file, data, words=False)


def read_space_srec(file: str, data: bytes) -> Module:
    """Read a file of one memory space, as the srec utility writes it.

    Its addresses count words unless the records show that they count bytes.

    Raises:
        ObjectFormatError: The file is invalid; `file` and `line`.
    """
    return _read_srec(file, data, words=True)


def _read_srec(file: str, data: bytes, *, words: bool) -> Module:
    """Read a file of S-records. Its addresses count words if `words` is True and the records do not show the unit."""
    space: Space = "P"
    images: dict[Space, dict[int, int]] = {}
    start: int | None = None
    reader = _Reader(file)
    records = list(reader.srecords(data))
    reader.line = 1
    if not records:
        raise reader.error("the file does not have records")
    shown = _count_words(records)
    step = WORD_BYTES if (words if shown is None else shown) else 1
    for line, kind, address, content in records:
        reader.line = line
        if kind == "0":
            if address not in _HEADER_SPACES:
                raise reader.error(f"the header names memory space {address}")
            space = _HEADER_SPACES[address]
        elif kind in "123":
            reader.store(images.setdefault(space, {}), address * step, content)
        elif kind in "789":
            start = reader.start(address * step)
    return _module(file, (run for name, image in images.items() for run in _runs(name, image, file)), start)


def read_planes(file: str, space: Space, planes: tuple[bytes, bytes, bytes]) -> Module:
    """Read three S-record files of word addresses, the low bytes first.

    Raises:
        ObjectFormatError: with `file` and `line`.
    """
    image: dict[int, int] = {}
    start: int | None = None
    budget = Budget()
    for number, data in enumerate(planes):
        reader = _Reader(file, budget)
        for _, kind, address, content in reader.srecords(data):
            if kind in "123":
                if address + len(content) > TOP:
                    raise reader.error(f"address ${max(address, TOP):X} is beyond $FFFF")
                image.update((at * WORD_BYTES + number, byte) for at, byte in enumerate(content, start=address))
            elif kind in "789":
                start = address if address < TOP else None
    return _module(file, _runs(space, image, file), start)


def read_intel_hex(file: str, data: bytes) -> Module:
    """Read an Intel hex file.

    Raises:
        ObjectFormatError: with `file` and `line`.
    """
    images: dict[Space, dict[int, int]] = {}
    start: int | None = None
    base, wrap = 0, _NO_WRAP
    reader = _Reader(file)
    for kind, address, content in reader.intel_records(data):
        if kind == _DATA:
            first = base + address
            if first >> 24 >= len(SPACES):
                raise reader.error(f"address ${first:08X} names no memory space")
            image = images.setdefault(SPACES[first >> 24], {})
            # The 8086 adds within a segment.
            here = content[: wrap - address]
            reader.store(image, first & 0xFF_FFFF, here)
            if rest := content[len(here) :]:
                reader.store(image, base & 0xFF_FFFF, rest)
        elif kind == _END:
            break
        elif kind == _SEGMENT:
            base, wrap = int.from_bytes(content, "big") * 16, _SEGMENT_BYTES
        elif kind == _LINEAR:
            base, wrap = int.from_bytes(content, "big") << 16, _NO_WRAP
        elif kind == _LINEAR_START:
            start = reader.start(int.from_bytes(content, "big"))
    else:
        raise reader.error("the file ends without an end record")
    return _module(file, (run for name, image in images.items() for run in _runs(name, image, file)), start)


def read_p56(file: str, data: bytes) -> Module:
    """Read a P56 file.

    Raises:
        ObjectFormatError: with `file`, `field` and `offset`.
    """
    runs: list[Run] = []
    reader = BytesReader(file, data)
    at = 0
    while at < len(data):
        space, address, count = _numbers(reader.take(at, 3 * WORD_BYTES, "block header"))
        if space >= len(SPACES):
            raise reader.error("space", at, f"must be 0 (P), 1 (X) or 2 (Y), got {space}")
        if address + count > TOP:
            raise reader.error("count", at + 2 * WORD_BYTES, f"{count} words exceed the memory space")
        reader.spend(limits.SECTIONS, 1, "block header", at)
        reader.spend(limits.WORDS, count, "count", at + 2 * WORD_BYTES)
        words = _numbers(reader.take(at + 3 * WORD_BYTES, count * WORD_BYTES, "words"))
        runs.append(Run(SPACES[space], address, SPACES[space], address, words=words))
        at += (3 + count) * WORD_BYTES
    return _module(file, runs, None)


def _module(file: str, runs: Iterable[Run], start: int | None) -> Module:
    """Return the module of a file that contains only words."""
    return Module(Ident(PurePath(file).stem, from_file=True), [*runs], [], start)


def _numbers(data: bytes) -> list[int]:
    """Return numbers of three bytes, the high byte first."""
    return [int.from_bytes(data[at : at + WORD_BYTES], "big") for at in range(0, len(data), WORD_BYTES)]


class _Reader(LinesReader):
    """A reader of records of hexadecimal digits, one a line."""

    def records(self, data: bytes) -> Iterator[str]:
        """Yield the lines of a file that are not empty."""
        for line in self.lines(data):
            if line.strip():
                yield line.strip()

    def octets(self, text: str) -> bytes:
        """Return the bytes of a record."""
        try:
            octets = bytes.fromhex(text)
        except ValueError:
            raise self.error("the record is not hexadecimal") from None
        return octets

    def srecords(self, data: bytes) -> Iterator[_Record]:
        """Yield the S-records of a file; those that count the others are compared and left out."""
        count = 0
        for text in self.records(data):
            kind = text[1:2]
            if text[:1] not in "Ss" or kind not in ADDRESS_BYTES:
                raise self.error("not an S-record")
            body = self.octets(text[2:])
            width = ADDRESS_BYTES[kind]
            if len(body) < width + 2 or len(body) != body[0] + 1:
                raise self.error("the record's length is wrong")
            self.spend(limits.OCTETS, len(body) - width - 2)
            if sum(body) & 0xFF != 0xFF:
                raise self.error("the checksum is wrong")
            address = int.from_bytes(body[1 : 1 + width], "big")
            count = 0 if kind in "789" else count + (kind in "123")
            if kind not in "56":
                yield self.line, kind, address, body[1 + width : -1]
            elif address != count:
                raise self.error(
                    f"{address} data records must come before this one, got {count}: the file is incomplete"
                )

    def intel_records(self, data: bytes) -> Iterator[tuple[int, int, bytes]]:
        """Yield type, address and data of the records of an Intel hex file."""
        for text in self.records(data):
            if not text.startswith(":"):
                raise self.error("a record must begin with a colon")
            body = self.octets(text[1:])
            if len(body) < 5 or len(body) != body[0] + 5:
                raise self.error("the record's length is wrong")
            self.spend(limits.OCTETS, len(body) - 5)
            if sum(body) & 0xFF:
                raise self.error("the checksum is wrong")
            kind, content = body[3], body[4:-1]
            if kind > _LINEAR_START:
                raise self.error(f"a record's type must be 0 to 5, got {kind}")
            if kind != _DATA and len(content) != _INTEL_BYTES[kind]:
                raise self.error(f"a record of type {kind} must have {_INTEL_BYTES[kind]} bytes, got {len(content)}")
            yield kind, int.from_bytes(body[1:3], "big"), content

    def store(self, image: dict[int, int], address: int, content: bytes) -> None:
        """Put bytes into an image."""
        if address + len(content) > TOP * WORD_BYTES:
            raise self.error(f"byte address ${address:X} is after the last word")
        image.update(enumerate(content, start=address))

    def start(self, address: int) -> int:
        """Return the start address, given a byte address."""
        if address >= TOP * WORD_BYTES or address % WORD_BYTES:
            raise self.error(f"the start address, byte ${address:X}, is not the first byte of a word")
        return address // WORD_BYTES


def _count_words(records: list[_Record]) -> bool | None:
    """Return True if addresses count words, which the distance of consecutive records shows; None if it is unknown.

    An address that is not a multiple of three also shows that addresses count words.
    """
    bytes_seen = words_seen = 0
    for (_, kind, address, content), (_, next_kind, following, _) in itertools.pairwise(records):
        if kind in "123" and next_kind in "123" and content:
            bytes_seen += following - address == len(content)
            words_seen += (following - address) * WORD_BYTES == len(content)
    if bytes_seen or words_seen:
        return not bytes_seen
    odd = any(address % WORD_BYTES for _, kind, address, _ in records if kind in "123789")
    return True if odd else None


def _runs(space: Space, image: dict[int, int], file: str) -> list[Run]:
    """Return the words of a byte image, in runs of consecutive addresses."""
    runs: list[Run] = []
    for address in sorted({at // WORD_BYTES for at in image}):
        octets = [image.get(address * WORD_BYTES + plane) for plane in range(WORD_BYTES)]
        if None in octets:
            raise ObjectFormatError(
                f"{file}: bytes of the word at {space}:${address:04X} are missing",
                file=file,
                field="data",
                address=address,
            )
        word = sum((octet or 0) << 8 * plane for plane, octet in enumerate(octets))
        if runs and runs[-1].address + len(runs[-1].words) == address:
            runs[-1].words.append(word)
        else:
            runs.append(Run(space, address, space, address, words=[word]))
    return runs
