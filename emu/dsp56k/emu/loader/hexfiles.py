"""S-records, Intel hex and P56 (dsp56k.objects.hexfiles), read into checked blocks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.program import Block, Program
from dsp56k.emu.loader.reading import BytesReader, LinesReader
from dsp56k.objects import Budget
from dsp56k.objects import budget as limits
from dsp56k.objects.hexfiles import ADDRESS_BYTES, HEADER_CODES, NO_CODE, SPACES, WORD_BYTES
from dsp56k.objects.machine import TOP

_HEADER_SPACES = {NO_CODE: SPACES[0], **{code: space for space, code in HEADER_CODES.items()}}
_Record = tuple[int, str, int, bytes]
"""Line, type, address and data of an S-record."""


def read_srec(file: str, data: bytes) -> Program:
    """Read a file of S-records, low bytes first, with byte addresses unless the records show that they count words.

    Raises:
        LoadError: with `file` and `line`.
    """
    return _read_srec(file, data, words=False)


def read_space_srec(file: str, data: bytes) -> Program:
    """Read a file of one memory space, as the srec utility writes it: with word addresses unless the records show that
    they count bytes.

    Raises:
        LoadError: with `file` and `line`.
    """
    return _read_srec(file, data, words=True)


def _read_srec(file: str, data: bytes, *, words: bool) -> Program:
    """`words` is what addresses count where nothing shows it."""
    program = Program()
    space = "P"
    images: dict[str, dict[int, int]] = {}
    reader = _Reader(file)
    records = list(reader.srecords(data))
    reader.line = 1
    if not records:
        raise reader.error("there is no record in it")
    told = _count_words(records)
    step = WORD_BYTES if (words if told is None else told) else 1
    for line, kind, address, content in records:
        reader.line = line
        if kind == "0":
            if address not in _HEADER_SPACES:
                raise reader.error(f"the header names memory space {address}")
            space = _HEADER_SPACES[address]
        elif kind in "123":
            reader.store(images.setdefault(space, {}), address * step, content)
        elif kind in "789":
            program.start = reader.start(address * step)
    for name, image in images.items():
        program.blocks += _blocks(name, image, file)
    return program


def read_planes(file: str, space: str, planes: tuple[bytes, bytes, bytes]) -> Program:
    """Read three S-record files of word addresses, the low bytes first.

    Raises:
        LoadError: with `file` and `line`.
    """
    program = Program()
    image: dict[int, int] = {}
    budget = Budget()
    for number, data in enumerate(planes):
        reader = _Reader(file, budget)
        for _, kind, address, content in reader.srecords(data):
            if kind in "123":
                if address + len(content) > TOP:
                    raise reader.error(f"address ${max(address, TOP):X} is beyond $FFFF")
                image.update((at * WORD_BYTES + number, byte) for at, byte in enumerate(content, start=address))
            elif kind in "789":
                program.start = address if address < TOP else None
    program.blocks += _blocks(space, image, file)
    return program


def read_intel_hex(file: str, data: bytes) -> Program:
    """Read an Intel hex file.

    Raises:
        LoadError: with `file` and `line`.
    """
    program = Program()
    images: dict[str, dict[int, int]] = {}
    upper = 0
    reader = _Reader(file)
    for text in reader.records(data):
        if not text.startswith(":"):
            raise reader.error("a record begins with a colon")
        body = reader.octets(text[1:])
        if len(body) < 5 or len(body) != body[0] + 5:
            raise reader.error("the record's length is wrong")
        reader.spend(limits.OCTETS, len(body) - 5)
        if sum(body) & 0xFF:
            raise reader.error("the checksum is wrong")
        address, kind, content = int.from_bytes(body[1:3], "big"), body[3], body[4:-1]
        if kind == 0:
            linear = upper << 16 | address
            if linear >> 24 >= len(SPACES):
                raise reader.error(f"address ${linear:08X} names no memory space")
            reader.store(images.setdefault(SPACES[linear >> 24], {}), linear & 0xFF_FFFF, content)
        elif kind == 1:
            break
        elif kind == 4 and len(content) == 2:
            upper = int.from_bytes(content, "big")
        elif kind == 5 and len(content) == 4:
            program.start = reader.start(int.from_bytes(content, "big"))
        else:
            raise reader.error(f"record type {kind} is not supported")
    else:
        raise reader.error("the file ends without an end record")
    for name, image in images.items():
        program.blocks += _blocks(name, image, file)
    return program


def read_p56(file: str, data: bytes) -> Program:
    """Read a P56 file.

    Raises:
        LoadError: with `file`, `field` and `offset`.
    """
    program = Program()
    reader = BytesReader(file, data)
    at = 0
    while at < len(data):
        space, address, count = _numbers(reader.take(at, 3 * WORD_BYTES, "block header"))
        if space >= len(SPACES):
            raise reader.error("space", at, f"{space} is none of 0 P, 1 X, 2 Y")
        if address + count > TOP:
            raise reader.error("count", at + 2 * WORD_BYTES, f"{count} words do not fit")
        reader.spend(limits.SECTIONS, 1, "block header", at)
        reader.spend(limits.WORDS, count, "count", at + 2 * WORD_BYTES)
        words = _numbers(reader.take(at + 3 * WORD_BYTES, count * WORD_BYTES, "words"))
        program.blocks.append(Block(SPACES[space], address, words))
        at += (3 + count) * WORD_BYTES
    return program


def _numbers(data: bytes) -> list[int]:
    """Numbers of three bytes, the high ones first."""
    return [int.from_bytes(data[at : at + WORD_BYTES], "big") for at in range(0, len(data), WORD_BYTES)]


class _Reader(LinesReader):
    """A reader of records of hexadecimal digits, one a line."""

    def records(self, data: bytes) -> Iterator[str]:
        """The lines of a file that are not empty."""
        for line in self.lines(data):
            if line.strip():
                yield line.strip()

    def octets(self, text: str) -> bytes:
        """The bytes of a record."""
        try:
            octets = bytes.fromhex(text)
        except ValueError:
            raise self.error("the record is not hexadecimal") from None
        return octets

    def srecords(self, data: bytes) -> Iterator[_Record]:
        """The S-records of a file."""
        for text in self.records(data):
            kind = text[1:2]
            if text[:1] not in "Ss" or kind not in ADDRESS_BYTES:
                raise self.error("no S-record")
            body = self.octets(text[2:])
            width = ADDRESS_BYTES[kind]
            if len(body) < width + 2 or len(body) != body[0] + 1:
                raise self.error("the record's length is wrong")
            self.spend(limits.OCTETS, len(body) - width - 2)
            if sum(body) & 0xFF != 0xFF:
                raise self.error("the checksum is wrong")
            yield self.line, kind, int.from_bytes(body[1 : 1 + width], "big"), body[1 + width : -1]

    def store(self, image: dict[int, int], address: int, content: bytes) -> None:
        """Put bytes into an image."""
        if address + len(content) > TOP * WORD_BYTES:
            raise self.error(f"byte address ${address:X} is beyond the last word")
        image.update(enumerate(content, start=address))

    def start(self, address: int) -> int:
        """The start address, of a byte address."""
        if address >= TOP * WORD_BYTES or address % WORD_BYTES:
            raise self.error(f"the start address, byte ${address:X}, is no word's")
        return address // WORD_BYTES


def _count_words(records: list[_Record]) -> bool | None:
    """Whether addresses count words, which the distance of records that follow one another shows; None if none do.

    A byte address that is none of a word's first byte would be a word address, too.
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


def _blocks(space: str, image: dict[int, int], file: str) -> list[Block]:
    """The words of a byte image, in blocks of consecutive addresses."""
    blocks: list[Block] = []
    for address in sorted({at // WORD_BYTES for at in image}):
        octets = [image.get(address * WORD_BYTES + plane) for plane in range(WORD_BYTES)]
        if None in octets:
            raise LoadError(
                f"{file}: bytes of the word at {space}:${address:04X} are missing",
                file=file,
                field="data",
                address=address,
            )
        word = sum((octet or 0) << 8 * plane for plane, octet in enumerate(octets))
        if blocks and blocks[-1].address + len(blocks[-1].words) == address:
            blocks[-1].words.append(word)
        else:
            blocks.append(Block(space, address, [word]))
    return blocks
