"""S-records (one file, or a file for each byte), Intel hex and P56, read into checked blocks.

S-records: the header record's address field names the space (4 P, 1 X, 2 Y; 0 in plane files, whose suffix names it);
addresses count bytes, three a word, low byte first, or words where the records go on so. In plane files they count
words. Intel hex: bits 31-24 of an address are the space (P 0, X 1, Y 2). P56: fields of three bytes, space (0 P, 1 X, 2
Y), address, count, the words.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from dsp56k.emu.errors import LoadError
from dsp56k.emu.loader.program import Block, Program

WORDS = 65_536
WORD_BYTES = 3
HEADER_SPACES = {0: "P", 4: "P", 1: "X", 2: "Y"}
SPACES = "PXY"
_Record = tuple[int, str, int, bytes]
"""Line, type, address and data of an S-record."""
ADDRESS_BYTES = {"0": 2, "1": 2, "2": 3, "3": 4, "5": 2, "6": 3, "7": 4, "8": 3, "9": 2}


def read_srec(file: str, data: bytes) -> Program:
    """Read a file of S-records, low bytes first, with byte addresses unless the records tell that they count words.

    Raises:
        LoadError: with `file` and `line`.
    """
    return _read_srec(file, data, words=False)


def read_space_srec(file: str, data: bytes) -> Program:
    """Read a file of one memory space, as the srec utility writes it: with word addresses unless the records tell that
    they count bytes.

    Raises:
        LoadError: with `file` and `line`.
    """
    return _read_srec(file, data, words=True)


def _read_srec(file: str, data: bytes, *, words: bool) -> Program:
    """`words` is what addresses count where nothing tells it."""
    program = Program()
    space = "P"
    images: dict[str, dict[int, int]] = {}
    records = list(_srecords(file, data))
    if not records:
        raise _error(file, 1, "there is no record in it")
    told = _count_words(records)
    step = WORD_BYTES if (words if told is None else told) else 1
    for line, kind, address, content in records:
        if kind == "0":
            if address not in HEADER_SPACES:
                raise _error(file, line, f"the header names memory space {address}")
            space = HEADER_SPACES[address]
        elif kind in "123":
            _store(images.setdefault(space, {}), address * step, content, file, line)
        elif kind in "789":
            program.start = _start(address * step, file, line)
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
    for number, data in enumerate(planes):
        for line, kind, address, content in _srecords(file, data):
            if kind in "123":
                for at, byte in enumerate(content, start=address):
                    if at >= WORDS:
                        raise _error(file, line, f"address ${at:X} is beyond $FFFF")
                    image[at * WORD_BYTES + number] = byte
            elif kind in "789":
                program.start = address if address < WORDS else None
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
    for line, text in _lines(file, data):
        if not text.startswith(":"):
            raise _error(file, line, "a record begins with a colon")
        body = _hex(text[1:], file, line)
        if len(body) < 5 or len(body) != body[0] + 5:
            raise _error(file, line, "the record's length is wrong")
        if sum(body) & 0xFF:
            raise _error(file, line, "the checksum is wrong")
        address, kind, content = int.from_bytes(body[1:3], "big"), body[3], body[4:-1]
        if kind == 0:
            linear = upper << 16 | address
            if linear >> 24 >= len(SPACES):
                raise _error(file, line, f"address ${linear:08X} names no memory space")
            _store(images.setdefault(SPACES[linear >> 24], {}), linear & 0xFF_FFFF, content, file, line)
        elif kind == 1:
            break
        elif kind == 4 and len(content) == 2:
            upper = int.from_bytes(content, "big")
        elif kind == 5 and len(content) == 4:
            program.start = _start(int.from_bytes(content, "big"), file, line)
        else:
            raise _error(file, line, f"record type {kind} is not supported")
    else:
        raise _error(file, 0, "the file ends without an end record")
    for name, image in images.items():
        program.blocks += _blocks(name, image, file)
    return program


def read_p56(file: str, data: bytes) -> Program:
    """Read a P56 file.

    Raises:
        LoadError: with `file`, `field` and `offset`.
    """
    program = Program()
    at = 0
    numbers = [int.from_bytes(data[i : i + WORD_BYTES], "big") for i in range(0, len(data), WORD_BYTES)]
    if len(data) % WORD_BYTES:
        raise LoadError(f"{file}: {len(data)} bytes are no whole words", file=file, field="size", offset=len(data))
    while at < len(numbers):
        where = at * WORD_BYTES
        if at + 3 > len(numbers):
            raise LoadError(f"{file}: block header at byte {where}: truncated", file=file, field="header", offset=where)
        space, address, count = numbers[at : at + 3]
        if space >= len(SPACES):
            raise LoadError(
                f"{file}: space at byte {where}: {space} is none of 0 P, 1 X, 2 Y",
                file=file,
                field="space",
                offset=where,
            )
        if address + count > WORDS or at + 3 + count > len(numbers):
            raise LoadError(
                f"{file}: count at byte {where + 6}: {count} words do not fit",
                file=file,
                field="count",
                offset=where + 6,
            )
        program.blocks.append(Block(SPACES[space], address, numbers[at + 3 : at + 3 + count]))
        at += 3 + count
    return program


def _error(file: str, line: int, message: str) -> LoadError:
    return LoadError(f"{file}:{line}: {message}", file=file, line=line)


def _lines(file: str, data: bytes) -> Iterator[tuple[int, str]]:
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError as error:
        raise LoadError(f"{file}: not a text file (binary at byte {error.start})", file=file, field="text") from error
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, line.strip()


def _hex(text: str, file: str, line: int) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise _error(file, line, "the record is not hexadecimal") from None


def _srecords(file: str, data: bytes) -> Iterator[_Record]:
    """The S-records of a file."""
    for line, text in _lines(file, data):
        kind = text[1:2]
        if text[:1] not in "Ss" or kind not in ADDRESS_BYTES:
            raise _error(file, line, "no S-record")
        body = _hex(text[2:], file, line)
        width = ADDRESS_BYTES[kind]
        if len(body) < width + 2 or len(body) != body[0] + 1:
            raise _error(file, line, "the record's length is wrong")
        if sum(body) & 0xFF != 0xFF:
            raise _error(file, line, "the checksum is wrong")
        yield line, kind, int.from_bytes(body[1 : 1 + width], "big"), body[1 + width : -1]


def _count_words(records: list[_Record]) -> bool | None:
    """Whether addresses count words, which the distance of records that follow one another tells; None if none do.

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


def _store(image: dict[int, int], address: int, content: bytes, file: str, line: int) -> None:
    if address + len(content) > WORDS * WORD_BYTES:
        raise _error(file, line, f"byte address ${address:X} is beyond the last word")
    image.update(enumerate(content, start=address))


def _start(address: int, file: str, line: int) -> int:
    if address >= WORDS * WORD_BYTES or address % WORD_BYTES:
        raise _error(file, line, f"the start address, byte ${address:X}, is no word's")
    return address // WORD_BYTES


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
