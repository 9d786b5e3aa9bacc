"""Tables that the PC derives from a key, for src/table_ciphers.asm on the card and for the PC's own software."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dsp56k.lib.errors import OperandError

LOAD_TABLES, LOAD_WORDS, LOAD_STARTS = 0x60, 0x61, 0x62
"""Opcodes: select the kind of tables, load their words, load the words that belong to them."""
KEY_CLOCKS = 5_000
"""Maximum clocks of a schedule's opcode for a byte of the shortest key, and for up to 64 more."""
LOAD_CLOCKS = 400
"""Maximum clocks of one of these for a byte, and for up to 64 more."""


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


def upper_first(words: Sequence[int]) -> bytes:
    """Return words of 32 bits, the upper byte first: as a card takes them."""
    return struct.pack(f">{len(words)}I", *words)


def lower_first(words: Sequence[int]) -> bytes:
    """Return words of 32 bits, the lower byte first: as they are in a PC's memory."""
    return struct.pack(f"<{len(words)}I", *words)
