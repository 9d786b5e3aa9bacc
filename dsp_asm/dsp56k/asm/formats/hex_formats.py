"""Formats for PROM programmers and for Atari: Motorola S-records, Intel hex, P56.

S-records as the `srec` utility writes them: one file for each byte of the words (.p0 is the low byte of P memory),
addresses counting words; or one file, the low byte first, addresses counting bytes or words. A record holds 30 bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsp56k.objects.formats import HEADER_CODES, NO_CODE, SPACES, WORD_BYTES
from dsp56k.objects.module import Module
from dsp56k.objects.word_sizes import Space

_BYTES_PER_RECORD = 30
_SIXTEEN_BITS = 0x10000


def blocks(obj: Module) -> Iterator[tuple[Space, int, list[int]]]:
    """Yield space (P X Y), address and words of each block in the order of the file; L memory as its X and Y halves."""
    for run in obj.runs:
        if run.space == "L":
            yield "X", run.address, run.words[0::2]
            yield "Y", run.address, run.words[1::2]
        elif run.words:
            yield run.space, run.address, run.words


@dataclass(frozen=True)
class Widths:
    """Minimum bytes of the address in S-records, 2, 3 or 4, in `data` records and in the `last` one."""

    data: int = 0
    last: int = 0


_AS_FEW = Widths()
_NARROWEST = 2


def _record(kind: int, width: int, address: int, data: bytes) -> str:
    body = bytes([width + len(data) + 1]) + address.to_bytes(width, "big") + data
    return f"S{kind}{body.hex().upper()}{0xFF - sum(body) % 256:02X}"


def _width(address: int, least: int) -> int:
    return max(least, _NARROWEST if address < _SIXTEEN_BITS else _NARROWEST + 1)


def _data(address: int, data: bytes, least: int) -> str:
    """Return S1, S2 or S3, by the width of the address."""
    width = _width(address, least)
    return _record(width - 1, width, address, data)


def _last(start: int, least: int) -> str:
    """Return S9, S8 or S7, by the width of the start address."""
    width = _width(start, least)
    return _record(11 - width, width, start, b"")


def _header(obj: Module, code: int = NO_CODE) -> str:
    ident = obj.ident
    name = ident.name.upper() if ident.from_file else ident.name
    return _record(0, _NARROWEST, code, name.encode("latin-1", "replace")[:_BYTES_PER_RECORD])


def srec_planes(obj: Module, widths: Widths = _AS_FEW) -> dict[str, str]:
    """Return S-record files by suffix (.p0 .p1 .p2 ...): one for each byte of the words of each memory space in use."""
    files: dict[str, str] = {}
    found = list(blocks(obj))
    for space in SPACES:
        if not any(block[0] == space for block in found):
            continue
        for plane in range(WORD_BYTES):
            lines = [_header(obj)]
            for block, address, words in found:
                if block != space:
                    continue
                data = bytes(word >> 8 * plane & 0xFF for word in words)
                lines += [
                    _data(address + at, data[at : at + _BYTES_PER_RECORD], widths.data)
                    for at in range(0, len(data), _BYTES_PER_RECORD)
                ]
            lines.append(_last(obj.start or 0, widths.last))
            files[f".{space.lower()}{plane}"] = "\n".join(lines) + "\n"
    return files


def srec_text(obj: Module, *, byte_addresses: bool = True, high_first: bool = False, widths: Widths = _AS_FEW) -> str:
    """Return one S-record file with all blocks in order; at a change of the space a header record has its code."""
    step = WORD_BYTES if byte_addresses else 1
    words_per_record = _BYTES_PER_RECORD // WORD_BYTES
    lines: list[str] = []
    before = ""
    for space, address, words in blocks(obj):
        if space != before:
            lines.append(_header(obj, HEADER_CODES[space]))
            before = space
        for at in range(0, len(words), words_per_record):
            some = words[at : at + words_per_record]
            data = b"".join(word.to_bytes(WORD_BYTES, "big" if high_first else "little") for word in some)
            lines.append(_data((address + at) * step, data, widths.data))
    lines.append(_last((obj.start or 0) * step, widths.last))
    return "\n".join(lines) + "\n"


def intel_hex_text(obj: Module) -> str:
    """Return Intel hex with byte addresses, low byte first; bits 31-24 of an address have the space (P 0, X 1, Y 2)."""
    lines: list[str] = []
    upper = -1
    for space, address, words in blocks(obj):
        first = SPACES.index(space) << 24 | address * WORD_BYTES
        data = b"".join(word.to_bytes(WORD_BYTES, "little") for word in words)
        at = 0
        while at < len(data):
            here = first + at
            if here >> 16 != upper:
                upper = here >> 16
                lines.append(_intel(4, 0, upper.to_bytes(2, "big")))
            size = min(_BYTES_PER_RECORD, _SIXTEEN_BITS - (here & 0xFFFF), len(data) - at)
            lines.append(_intel(0, here & 0xFFFF, data[at : at + size]))
            at += size
    if obj.start is not None:
        lines.append(_intel(5, 0, (obj.start * WORD_BYTES).to_bytes(4, "big")))
    lines.append(_intel(1, 0, b""))
    return "\n".join(lines) + "\n"


def _intel(kind: int, address: int, data: bytes) -> str:
    body = bytes([len(data)]) + address.to_bytes(2, "big") + bytes([kind]) + data
    return f":{body.hex().upper()}{-sum(body) & 0xFF:02X}"


def p56_bytes(obj: Module) -> bytes:
    """Return P56: for each block space (0 P, 1 X, 2 Y), address, count and words of three bytes, high byte first."""
    result = bytearray()
    for space, address, words in blocks(obj):
        for number in (SPACES.index(space), address, len(words), *words):
            result += number.to_bytes(WORD_BYTES, "big")
    return bytes(result)
