"""Khufu and Khafre (R. Merkle, US patent 5,003,597) on the DSP56001, with S-boxes as arguments.

Python computes those of a key and the standard ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from dsp56k.lib.ciphers.host_assist import ACCESS_CLOCKS, helped
from dsp56k.lib.ciphers.merkle_sboxes import (
    AUXILIARY_KEYS,
    ENTRIES,
    KEY_BYTES,
    Box,
    khufu_schedule,
    rotated,
    standard_boxes,
)
from dsp56k.lib.ciphers.tables import TableCipher, Tables, lower_first, upper_first
from dsp56k.lib.ciphers.variants import STREAMS, Cipher
from dsp56k.lib.errors import OperandError
from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import check_blocks, check_range, check_size, octets, require_int
from dsp56k.system.text import counted

_SOURCE = "ciphers/merkle/merkle.asm"
_VARIANTS = ("plain", "computation", "latency", "placement", "streams", "port", "helper")
KHUFU = Cipher("khufu", _SOURCE, _VARIANTS, pair="khufu_pair")
KHAFRE = Cipher("khafre", _SOURCE, _VARIANTS, pair="khafre_pair")
BLOCK_BYTES = 8
OCTET = 8
"""Rounds that share an S-box."""
MAX_BOXES = 8
LONGEST_DATA = 0xA000
"""Maximum bytes of data: X starting at $5000."""
LONGEST_STREAMS = 0x5000
"""Maximum of the variant `streams`, whose S-boxes are in both halves of X."""
_DATA = 0x5000
_HALF = 0x8000
_LARGEST = 0xFFFFFFFF
_UPPER = 16
"""Bits above which the upper byte of a word begins, except for `streams`."""
_BLOCK_WORDS = 4
"""Words of 24 bits in a block."""
TABLE_BOXES = 4
"""S-boxes of the tables that a PC makes, of eight rounds each."""
_TABLES = 3
"""The kind of tables, as the card numbers it."""

Boxes = Sequence[Sequence[int]]
Pair = tuple[int, int]
Symbols = Mapping[str, int]


def khufu_key(key: bytes, boxes: int = 4) -> tuple[tuple[Box, ...], tuple[int, ...]]:
    """Return the S-boxes and keys that Khufu derives from a key.

    Args:
        key: 64 bytes; the patent fills up a shorter one with zeros.
        boxes: of eight rounds each, 1 to 8.

    Returns:
        The S boxes and the auxiliary keys.

    Raises:
        OperandError: a wrong length or number.
    """
    key = octets("key", key)
    check_range("boxes", require_int("boxes", boxes), 1, MAX_BOXES)
    check_size("key", key, len(key) == KEY_BYTES, f"{KEY_BYTES} bytes")
    return khufu_schedule(key, boxes)


def khafre_boxes(boxes: int = 4) -> tuple[Box, ...]:
    """Return the first 1 to 8 of Khafre's standard S boxes.

    Raises:
        OperandError: another number.
    """
    check_range("boxes", require_int("boxes", boxes), 1, MAX_BOXES)
    return standard_boxes(boxes)


def khufu_encrypt(
    boxes: Boxes, keys: Sequence[int], data: bytes, *, variant: str = "placement", waits: int = 0
) -> Result[bytes]:
    """Encrypt blocks of 8 bytes with Khufu, each by itself.

    Args:
        boxes: 1 to 8 S boxes of 256 words of 32 bits, for eight rounds each; `khufu_key` returns them.
        keys: the four auxiliary keys, of 32 bits; `khufu_key` returns them, too.
        data: a multiple of 8 bytes, at most 40,960, of the variant `streams` 20,480.
        variant: of the program; `KHUFU.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        Ciphertext.

    Raises:
        OperandError: a wrong number of anything, no such variant, a word or wait states out of range.
    """
    boxes = _checked(boxes)
    return _run(KHUFU, boxes, khufu_pairs(boxes, keys), data, variant, waits)


def khufu_decrypt(
    boxes: Boxes, keys: Sequence[int], data: bytes, *, variant: str = "placement", waits: int = 0
) -> Result[bytes]:
    """Decrypt blocks of 8 bytes; as `khufu_encrypt`."""
    boxes = _checked(boxes)
    return _run(KHUFU, boxes, khufu_pairs(boxes, keys), data, variant, waits, back=True)


def khafre_encrypt(
    boxes: Boxes, key: bytes, data: bytes, *, variant: str = "placement", waits: int = 0
) -> Result[bytes]:
    """Encrypt blocks of 8 bytes with Khafre, each by itself.

    Args:
        boxes: 1 to 8 S boxes of 256 words of 32 bits, for eight rounds each; `khafre_boxes` are the standard ones.
        key: a multiple of 8 bytes. 8 are used before each S box and after the last, cyclically, as two words
            rotated right by the number of S boxes before.
        data: a multiple of 8 bytes, at most 40,960, of the variant `streams` 20,480.
        variant: of the program; `KHAFRE.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        Ciphertext.

    Raises:
        OperandError: a wrong number of anything, no such variant, a word or wait states out of range.
    """
    boxes = _checked(boxes)
    return _run(KHAFRE, boxes, khafre_pairs(boxes, key), data, variant, waits)


def khafre_decrypt(
    boxes: Boxes, key: bytes, data: bytes, *, variant: str = "placement", waits: int = 0
) -> Result[bytes]:
    """Decrypt blocks of 8 bytes; as `khafre_encrypt`."""
    boxes = _checked(boxes)
    return _run(KHAFRE, boxes, khafre_pairs(boxes, key), data, variant, waits, back=True)


def khufu_pairs(boxes: Boxes, keys: Sequence[int]) -> list[Pair]:
    """Return the words that Khufu XORs to both halves before each S-box and after the last."""
    keys = [_word("keys", key) for key in keys]
    if len(keys) != AUXILIARY_KEYS:
        message = f"keys must be {AUXILIARY_KEYS} words, got {counted(len(keys), 'word')}"
        raise OperandError(message, name="keys", value=len(keys))
    return [(keys[0], keys[1]), *[(0, 0)] * (len(boxes) - 1), (keys[2], keys[3])]


def khafre_pairs(boxes: Boxes, key: bytes) -> list[Pair]:
    """Return the words that Khafre XORs to both halves before each S-box and after the last."""
    key = octets("key", key)
    check_size("key", key, bool(key) and len(key) % BLOCK_BYTES == 0, f"a multiple of {BLOCK_BYTES} bytes")
    words = [int.from_bytes(key[place : place + 4]) for place in range(0, len(key), 4)]
    keys = []
    for place in range(len(boxes) + 1):
        first = 2 * place % len(words)
        keys.append((rotated(words[first], place), rotated(words[first + 1], place)))
    return keys


def _run(
    cipher: Cipher,
    boxes: Boxes,
    keys: Sequence[Pair],
    data: bytes,
    variant: str,
    waits: int,
    *,
    back: bool = False,
) -> Result[bytes]:
    data = octets("data", data)
    check_blocks("data", data, BLOCK_BYTES, LONGEST_STREAMS if variant == STREAMS else LONGEST_DATA)
    machine = cipher.machine(variant, waits)
    for place, box in enumerate(boxes):
        _put_box(machine, place, box)
    symbols = machine.symbols
    words = _key_words(symbols, keys, between=cipher is KHAFRE, back=back)
    machine.put("y", "MERKLE_KEYS", words)
    routine = f"{cipher.name}_{'decrypt' if back else 'encrypt'}"
    registers = machine.dsp.regs
    registers.r7, registers.x0, registers.n3 = _DATA, len(data) // BLOCK_BYTES, len(boxes)
    if variant in ACCESS_CLOCKS and data:
        given = _with_keys(data, words[:_BLOCK_WORDS])
        value = _without_keys(helped(machine, variant, routine, given, len(given)), words[-_BLOCK_WORDS:])
        return Result(value, machine.clocks, machine.instructions)
    if data:
        machine.put("x", _DATA, data)
        if variant == STREAMS:
            routine += "_pairs"
            registers.r2, registers.x0 = _DATA, -(-len(data) // (2 * BLOCK_BYTES))
        machine.call(routine)
    return Result(bytes(machine.get("x", _DATA, len(data))), machine.clocks, machine.instructions)


def _with_keys(data: bytes, keys: Sequence[int]) -> list[int]:
    """Return words in the order of the rounds, V1 V0 U1 U0 of each block, as a PC packs them with the first keys."""
    found: list[int] = []
    for place in range(0, len(data), BLOCK_BYTES):
        halves = int.from_bytes(data[place : place + 4]), int.from_bytes(data[place + 4 : place + BLOCK_BYTES])
        u1, u0, v1, v0 = (word ^ key for word, key in zip(_four(halves), keys, strict=True))
        found += v1, v0, u1, u0
    return found


def _without_keys(words: Sequence[int], keys: Sequence[int]) -> bytes:
    """Return the bytes of words, as a PC unpacks them with the last keys."""
    found = bytearray()
    for place in range(0, len(words), _BLOCK_WORDS):
        v1, v0, u1, u0 = words[place : place + _BLOCK_WORDS]
        for word, key in zip((u1, u0, v1, v0), keys, strict=True):
            found += bytes(((word ^ key) >> 16, (word ^ key) & 0xFF))
    return bytes(found)


def _put_box(machine: Machine, place: int, box: Sequence[int]) -> None:
    """Store upper and lower words of an S-box, then of the box rotated left by 8 bits; the last moves the gaps on."""
    plane = machine.symbols["MERKLE_PLANE"]
    start = machine.symbols["MERKLE_BOXES"] + 4 * plane * place
    middle, upper = machine.symbols["MERKLE_MIDDLE"], machine.symbols["MERKLE_UPPER"]
    ordered = [box[index ^ middle] for index in range(ENTRIES)]
    planes = [
        half
        for bits in (0, 24)
        for half in zip(*(_split(rotated(entry, bits), upper) for entry in ordered), strict=True)
    ]
    planes[-1] = tuple(word ^ _step(machine.symbols, place) for word in planes[-1])
    for number, words in enumerate(planes):
        machine.put("x", start + plane * number, words)
        if upper != _UPPER:  # its last bit is an address's first
            machine.put("x", start + plane * number + _HALF, words)


def _step(symbols: Symbols, place: int) -> int:
    """Return the word that changes a gap from an octet's page to that of the next."""
    octet = 4 * symbols["MERKLE_PLANE"]
    page = symbols["MERKLE_BOXES"] + octet * place
    return page ^ (page + octet)


def key_words(keys: Sequence[Pair], *, between: bool, back: bool) -> list[int]:
    """Return the keys in the order of the fastest program, of 24 bits; `between` for Khafre."""
    symbols = {name: int(value) for name, value in KHUFU.program().symbols.items()}
    return _key_words(symbols, keys, between=between, back=back)


def _key_words(symbols: Symbols, keys: Sequence[Pair], *, between: bool, back: bool) -> list[int]:
    """Return the keys in the order in which a program uses them; those at the ends fill the gaps and clear them."""
    last, upper = len(keys) - 2, symbols["MERKLE_UPPER"]
    near = [symbols[f"MERKLE_{'LAST' if back else 'FIRST'}_{word}"] for word in ("U1", "U0", "V1", "V0")]
    far = near
    for place in range(last + 1):
        far = [gap and gap ^ _step(symbols, place) for gap in far]
    middle: list[int] = []
    for place in range(last + 1) if between else ():
        halves = keys[place][1] if place else 0, keys[place + 1][0] if place < last else 0
        middle = middle + _turned(halves, upper) if not back else _turned(reversed(halves), upper) + middle
    first, end = _keyed(keys[0], near, upper), _keyed(keys[-1], far, upper)
    return [*end, *middle, *first] if back else [*first, *middle, *end]


def _turned(halves: Iterable[int], upper: int) -> list[int]:
    """Return each pair with the lower word first."""
    return [word for half in halves for word in reversed(_split(half, upper))]


def _keyed(pair: Pair, gaps: list[int], upper: int) -> list[int]:
    return [key ^ gap for key, gap in zip(_four(pair, upper), gaps, strict=True)]


def _four(pair: Pair, upper: int = _UPPER) -> list[int]:
    return [*_split(pair[0], upper), *_split(pair[1], upper)]


def _split(word: int, upper: int) -> Pair:
    """Return bytes 3 and 2, and bytes 1 and 0, with a gap between."""
    return word >> 24 << upper | word >> 16 & 0xFF, (word >> 8 & 0xFF) << upper | word & 0xFF


def _checked(boxes: Boxes) -> list[list[int]]:
    boxes = list(boxes)
    check_range("boxes", len(boxes), 1, MAX_BOXES)
    for box in boxes:
        if len(box) != ENTRIES:
            message = f"boxes must have {ENTRIES} words each, got {counted(len(box), 'word')}"
            raise OperandError(message, name="boxes", value=len(box))
    return [[_word("boxes", word) for word in box] for box in boxes]


def _word(name: str, value: int) -> int:
    check_range(name, require_int(name, value), 0, _LARGEST)
    return int(value)


@cache
def _khufu_tables(key: bytes) -> Tables:
    boxes, keys = khufu_key(key, TABLE_BOXES)
    return _tables(boxes, khufu_pairs(boxes, keys), [TABLE_BOXES, *keys], between=False)


@cache
def _khafre_tables(key: bytes) -> Tables:
    boxes = khafre_boxes(TABLE_BOXES)
    pairs = khafre_pairs(boxes, key)
    return _tables(boxes, pairs, [TABLE_BOXES, *(half for pair in pairs for half in pair)], between=True)


def _tables(boxes: Boxes, pairs: Sequence[Pair], head: Sequence[int], *, between: bool) -> Tables:
    entries = [box[index ^ ENTRIES // 2] for box in boxes for index in range(ENTRIES)]
    starts, back = (upper_first(key_words(pairs, between=between, back=back)) for back in (False, True))
    software = lower_first([*head, *(entry for box in boxes for entry in box)])
    return Tables(_TABLES, len(boxes), upper_first(entries), starts, back, software)


KHUFU_TABLES = TableCipher(
    *("khufu", KEY_BYTES, BLOCK_BYTES, (0x68, 0x69), 300, _khufu_tables),
    lambda key, data: khufu_encrypt(*khufu_key(key, TABLE_BOXES), data).value,
)
KHAFRE_TABLES = TableCipher(
    *("khafre", 16, BLOCK_BYTES, (0x6A, 0x6B), 300, _khafre_tables),
    lambda key, data: khafre_encrypt(khafre_boxes(TABLE_BOXES), key, data).value,
    basis=lambda: _khafre_tables(bytes(8)),
)
