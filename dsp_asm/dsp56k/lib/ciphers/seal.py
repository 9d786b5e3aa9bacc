"""SEAL 3.0 on the DSP56001. Python computes the tables that the DSP begins with."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache

from dsp56k.lib.ciphers.host_assist import ACCESS_CLOCKS, helped
from dsp56k.lib.ciphers.tables import TableCipher, Tables, lower_first, upper_first
from dsp56k.lib.ciphers.variants import Cipher, check_two
from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import check_range, octets_of_size, octets_up_to, require_int

_SOURCE = "ciphers/seal/seal.asm"
SEAL = Cipher("seal", _SOURCE, ("plain", "computation", "latency", "placement", "port", "helper"))
SEAL_PAIR = Cipher("seal_pair", _SOURCE, ("streams",))
KEY_BYTES = 20
PART_BYTES = 1024
"""Bytes of the stream from one set of four words."""
LONGEST_DATA = 0xB000
"""Maximum bytes of data: X starting at $4000."""
_DATA = 0x4000
_PART_HALVES = 512
"""Words of 24 bits of a part that pass the port: halves of words of 32."""
_WORD = 0xFFFFFFFF
_TABLES = 2
"""The kind of tables, as the card numbers it."""
_STARTED_PARTS, _START_BYTES = 64, 16
"""Parts whose first words are computed with the tables, and the bytes of those of a part."""
_T, _S, _R = range(512), range(0x1000, 0x1100), 0x2000
"""Indices of Gamma for the tables."""


def seal(key: bytes, data: bytes, *, position: int = 0, variant: str = "placement", waits: int = 0) -> Result[bytes]:
    """Encrypt or decrypt with SEAL 3.0.

    Args:
        key: 20 bytes.
        data: at most 45,056 bytes.
        position: n, of 32 bits, which the stream depends on.
        variant: of the program; `SEAL.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        Ciphertext or plaintext; moving the constants to their addresses counts as `setup_clocks`.

    Raises:
        OperandError: a wrong length, no such variant, a position or wait states out of range.
    """
    key, data, position = octets_of_size("key", key, KEY_BYTES), _data(data), _position(position)
    machine = SEAL.machine(variant, waits)
    _load_key(machine, key)
    if variant not in ACCESS_CLOCKS:
        machine.put("x", _DATA, data)
    setup, before = machine.clocks, machine.instructions
    stream = b""
    for part in range(_parts(data)):
        _put_words(machine, "SEAL_A", seal_start(key, position, part))
        if variant in ACCESS_CLOCKS:
            stream += _bytes(helped(machine, variant, "seal_part", (), _PART_HALVES))
        else:
            machine.dsp.regs.r7 = _DATA + PART_BYTES * part
            machine.call("seal_part")
    if variant in ACCESS_CLOCKS:
        value = bytes(one ^ other for one, other in zip(data, stream, strict=False))
    else:
        value = bytes(machine.get("x", _DATA, len(data)))
    return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


def seal_pair(
    key: bytes, data: Sequence[bytes], *, positions: Sequence[int] = (0, 1), variant: str = "streams", waits: int = 0
) -> Result[tuple[bytes, bytes]]:
    """Encrypt or decrypt two texts at once, from a position each.

    Args:
        key: 20 bytes.
        data: two, as `seal` takes them; the work is that of the longer one, twice.
        positions: two, of 32 bits.
        variant: of the program; `SEAL_PAIR.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        Ciphertexts or plaintexts; moving the constants to their addresses counts as `setup_clocks`.

    Raises:
        OperandError: not two of each, a wrong length, no such variant, a position or wait states out of range.
    """
    check_two("data", data)
    check_two("positions", positions)
    key, texts, places = (
        octets_of_size("key", key, KEY_BYTES),
        [_data(text) for text in data],
        [_position(position) for position in positions],
    )
    machine = SEAL_PAIR.machine(variant, waits)
    _load_key(machine, key)
    for space, text in zip("xy", texts, strict=True):
        machine.put(space, _DATA, text)
    setup, before = machine.clocks, machine.instructions
    for part in range(max(map(_parts, texts))):
        for words, position in zip(("SEAL_SECOND", "SEAL_A"), places, strict=True):
            _put_words(machine, words, seal_start(key, position, part))
        machine.dsp.regs.r7 = _DATA + PART_BYTES * part
        machine.call("seal_pair_part")
    first, second = (bytes(machine.get(space, _DATA, len(text))) for space, text in zip("xy", texts, strict=True))
    return Result((first, second), machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


def _data(data: bytes) -> bytes:
    return octets_up_to("data", data, LONGEST_DATA)


def _position(position: int) -> int:
    position = require_int("position", position)
    check_range("position", position, 0, _WORD)
    return position


def _parts(data: bytes) -> int:
    return -(-len(data) // PART_BYTES)


def _load_key(machine: Machine, key: bytes) -> None:
    """Store the tables of a key, and the constants."""
    tables = seal_tables(key)
    machine.put("x", "SEAL_T", [half for word in tables[: len(_T)] for half in _halves(word)])
    _put_words(machine, "SEAL_S", tables[len(_T) :])
    machine.call("seal_enter", prepares=True)


def seal_tables(key: bytes) -> list[int]:
    """Return T, then S, of a key of 20 bytes."""
    return [_gamma(key, index) for index in (*_T, *_S)]


def seal_start(key: bytes, position: int, part: int) -> list[int]:
    """Return the four words with which each 1024 bytes of a position begin."""
    return [_rotated(position, 8 * place) ^ _gamma(key, _R + 4 * part + place) for place in range(4)]


def _put_words(machine: Machine, place: str, words: Sequence[int]) -> None:
    upper, lower = zip(*map(_halves, words), strict=True)
    machine.put("x", place, upper)
    machine.put("y", place, lower)


def _halves(word: int) -> tuple[int, int]:
    return word >> 16, (word & 0xFFFF) << 8


def _bytes(halves: Sequence[int]) -> bytes:
    """Return the bytes of alternating upper and lower halves; the upper ones have carries above them."""
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return b"".join(((upper & 0xFFFF) << 16 | lower >> 8).to_bytes(4) for upper, lower in pairs)


def _rotated(word: int, bits: int) -> int:
    """Return a word of 32 bits rotated right."""
    return (word >> bits | word << 32 - bits) & _WORD


def _gamma(key: bytes, index: int) -> int:
    """Return a word of the tables."""
    return _compressed(key, index // 5)[index % 5]


@cache
def _compressed(key: bytes, number: int) -> tuple[int, ...]:
    """Return SHA-1's compression of a block that begins with a number, from the key."""
    start = struct.unpack(">5I", key)
    words = [number] + [0] * 15
    for step in range(16, 80):
        words.append(_rotated(words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16], 31))
    a, b, c, d, e = start
    for step, word in enumerate(words):
        chosen, constant = (
            (d ^ b & (c ^ d), 0x5A827999),
            (b ^ c ^ d, 0x6ED9EBA1),
            (b & c | d & (b | c), 0x8F1BBCDC),
            (b ^ c ^ d, 0xCA62C1D6),
        )[step // 20]
        a, b, c, d, e = (_rotated(a, 27) + chosen + e + constant + word) & _WORD, a, _rotated(b, 2), c, d
    return tuple((old + new) & _WORD for old, new in zip(start, (a, b, c, d, e), strict=True))


@cache
def _of_key(key: bytes) -> Tables:
    tables = seal_tables(key)
    starts = [word for part in range(_STARTED_PARTS) for word in seal_start(key, 0, part)]
    return Tables(_TABLES, 0, upper_first(tables), upper_first(starts), b"", lower_first([*tables, *starts]))


SEAL_TABLES = TableCipher(
    *("seal", KEY_BYTES, 1, (0x66, 0x66), 400, _of_key, lambda key, data: seal(key, data).value),
    each=(_START_BYTES, PART_BYTES),
)
