"""Ciphers whose tables the PC derives from a key, for src/table_ciphers.asm on the card and for the PC's own software.

A further cipher is an entry of `TABLE_CIPHERS`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from dsp56k.lib.ciphers import blowfish, merkle, seal
from dsp56k.lib.errors import OperandError

LOAD_TABLES, LOAD_WORDS, LOAD_STARTS = 0x60, 0x61, 0x62
"""Opcodes: select the kind of tables, load their words, load the words that belong to them."""
BLOWFISH_KEY = 0x63
"""The opcode with which the DSP derives Blowfish's tables from a key."""
KEY_CLOCKS = 5_000
"""Maximum clocks of it for a byte of the shortest key, and for up to 64 more."""
LOAD_CLOCKS = 400
"""Maximum clocks of one of these for a byte, and for up to 64 more."""
PARTS = 64
"""Parts of SEAL's stream, 1024 bytes each, whose words are computed with its tables."""
OCTETS = 4
"""S-boxes of Khufu and Khafre, of eight rounds each."""
_BLOWFISH, _SEAL, _MERKLE, _PI = 1, 2, 3, 4
_ENTRIES = 256
_START_BYTES = 16


@dataclass(frozen=True)
class Tables:
    """The tables of a key.

    Attributes:
        kind, octets: the bytes of LOAD_TABLES.
        card: those of LOAD_WORDS.
        starts, starts_back: those of LOAD_STARTS, to encrypt and to decrypt.
        software: argument of a PC's function: words of 32 bits, the low byte first.
    """

    kind: int
    octets: int
    card: bytes
    starts: bytes
    starts_back: bytes
    software: bytes

    @property
    def head(self) -> bytes:
        """Bytes of LOAD_TABLES."""
        return bytes((self.kind, self.octets))


@dataclass(frozen=True)
class TableCipher:
    """A cipher.

    Attributes:
        name: name of its function in host_driver/src/software.h.
        key_bytes: of a key as studies have it.
        block: bytes of a block; its data are a multiple.
        opcodes: that encrypt and decrypt.
        clocks: maximum of them for a byte.
        tables: returns the tables of a key.
        encrypt: encrypts data with a key on a DSP without a card.
        each: bytes of `Tables.starts`, and the bytes of data with which they are sent; None: all are sent with the
            tables.
        basis: the initial tables of all keys; None: the tables are computed outside.
        schedule: the opcode that makes them of the key's bytes, and the function of the PC's software that does; none:
            the basis is the tables, to which only the key's words are added.
    """

    name: str
    key_bytes: int
    block: int
    opcodes: tuple[int, int]
    clocks: int
    tables: Callable[[bytes], Tables]
    encrypt: Callable[[bytes, bytes], bytes]
    each: tuple[int, int] | None = None
    basis: Callable[[], Tables] | None = None
    schedule: tuple[int, str] | None = None

    def shared(self) -> Tables:
        """Return the basis.

        Raises:
            OperandError: there is none.
        """
        if self.basis is None:
            raise OperandError(
                f"{self.name} does not have tables that are the same for all keys", name="cipher", value=self.name
            )
        return self.basis()

    def key_command(self, key: bytes) -> tuple[int, bytes, int]:
        """Return the command for a key if the basis is loaded: opcode, bytes, maximum clocks of each byte."""
        if self.schedule is not None:
            return self.schedule[0], key, KEY_CLOCKS
        return LOAD_STARTS, self.tables(key).starts, LOAD_CLOCKS

    def starts(self, tables: Tables, size: int) -> bytes:
        """Return the words that are sent with `size` bytes of data."""
        if self.each is None:
            return b""
        start, part = self.each
        return tables.starts[: start * -(-size // part)]


@cache
def _blowfish(key: bytes) -> Tables:
    return _blowfish_tables(_BLOWFISH, *blowfish.blowfish_schedule(key))


@cache
def _pi() -> Tables:
    return _blowfish_tables(_PI, *blowfish.blowfish_basis())


def _blowfish_tables(kind: int, subkeys: list[int], boxes: list[list[int]]) -> Tables:
    ordered = [entry for box in boxes[:1] for entry in box]
    for box in boxes[1:]:  # indices start at -128
        ordered += box[_ENTRIES // 2 :] + box[: _ENTRIES // 2]
    software = [*subkeys, *(entry for box in boxes for entry in box)]
    return Tables(kind, 0, _upper_first([*ordered, *subkeys]), b"", b"", _lower_first(software))


@cache
def _seal(key: bytes) -> Tables:
    tables = seal.seal_tables(key)
    starts = [word for part in range(PARTS) for word in seal.seal_start(key, 0, part)]
    return Tables(_SEAL, 0, _upper_first(tables), _upper_first(starts), b"", _lower_first([*tables, *starts]))


@cache
def _khufu(key: bytes) -> Tables:
    boxes, keys = merkle.khufu_key(key, OCTETS)
    pairs = merkle.khufu_pairs(boxes, keys)
    return _merkle(boxes, pairs, [OCTETS, *keys], between=False)


@cache
def _khafre(key: bytes) -> Tables:
    boxes = merkle.khafre_boxes(OCTETS)
    pairs = merkle.khafre_pairs(boxes, key)
    return _merkle(boxes, pairs, [OCTETS, *(half for pair in pairs for half in pair)], between=True)


def _merkle(
    boxes: Sequence[Sequence[int]], pairs: Sequence[tuple[int, int]], head: Sequence[int], *, between: bool
) -> Tables:
    entries = [box[index ^ _ENTRIES // 2] for box in boxes for index in range(_ENTRIES)]
    starts, back = (_upper_first(merkle.key_words(pairs, between=between, back=back)) for back in (False, True))
    software = _lower_first([*head, *(entry for box in boxes for entry in box)])
    return Tables(_MERKLE, len(boxes), _upper_first(entries), starts, back, software)


def _upper_first(words: Sequence[int]) -> bytes:
    return struct.pack(f">{len(words)}I", *words)


def _lower_first(words: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(words)}I", *words)


def _khufu_alone(key: bytes, data: bytes) -> bytes:
    return merkle.khufu_encrypt(*merkle.khufu_key(key, OCTETS), data).value


def _khafre_alone(key: bytes, data: bytes) -> bytes:
    return merkle.khafre_encrypt(merkle.khafre_boxes(OCTETS), key, data).value


_ROWS = (
    TableCipher(
        *("blowfish", 16, 8, (0x64, 0x65), 300, _blowfish),
        lambda key, data: blowfish.blowfish_encrypt(key, data).value,
        basis=_pi,
        schedule=(BLOWFISH_KEY, "blowfish_key"),
    ),
    TableCipher(
        *("seal", seal.KEY_BYTES, 1, (0x66, 0x66), 400, _seal, lambda key, data: seal.seal(key, data).value),
        each=(_START_BYTES, seal.PART_BYTES),
    ),
    TableCipher("khufu", 64, 8, (0x68, 0x69), 300, _khufu, _khufu_alone),
    TableCipher("khafre", 16, 8, (0x6A, 0x6B), 300, _khafre, _khafre_alone, basis=lambda: _khafre(bytes(8))),
)
TABLE_CIPHERS: Mapping[str, TableCipher] = MappingProxyType({row.name: row for row in _ROWS})
