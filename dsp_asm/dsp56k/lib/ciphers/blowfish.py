"""Blowfish on the DSP56001."""

from __future__ import annotations

from functools import cache

from dsp56k.lib.ciphers.host_assist import ACCESS_CLOCKS, helped
from dsp56k.lib.ciphers.tables import TableCipher, Tables, lower_first, upper_first
from dsp56k.lib.ciphers.variants import Cipher
from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import check_blocks, check_size, octets

BLOWFISH = Cipher(
    "blowfish",
    "ciphers/blowfish/blowfish.asm",
    ("plain", "computation", "latency", "placement", "streams", "port", "helper"),
    pair="blowfish_pair",
)
BLOCK_BYTES = 8
KEY_BYTES = range(4, 57)
LONGEST_DATA = 0xC000
"""Maximum bytes of data: X starting at $2000."""
_DATA = 0x2000
_SUBKEYS, _BOXES, _ENTRIES = 18, 4, 256
KEY_COMMAND = 0x63
"""The opcode with which the DSP derives the tables from a key."""
_KEY_TABLES, _PI = 1, 4
"""Kinds of tables, as the card numbers them."""
_HALF_BITS = 16


def blowfish_encrypt(key: bytes, data: bytes, *, variant: str = "placement", waits: int = 0) -> Result[bytes]:
    """Encrypt blocks of 8 bytes with Blowfish, each by itself (ECB).

    Args:
        key: 4 to 56 bytes.
        data: a multiple of 8 bytes, at most 49,152.
        variant: of the program; `BLOWFISH.variants` has them (docs/reference/ciphers.md).
        waits: wait states of each external access, 0 to 15.

    Returns:
        Ciphertext; the key's schedule counts as `setup_clocks`.

    Raises:
        OperandError: a wrong length, no such variant, wait states out of range.
    """
    return _run("blowfish_encrypt", key, data, variant, waits)


def blowfish_decrypt(key: bytes, data: bytes, *, variant: str = "placement", waits: int = 0) -> Result[bytes]:
    """Decrypt blocks of 8 bytes; as `blowfish_encrypt`."""
    return _run("blowfish_decrypt", key, data, variant, waits)


def _run(routine: str, key: bytes, data: bytes, variant: str, waits: int) -> Result[bytes]:
    key, data = _checked_key(key), octets("data", data)
    check_blocks("data", data, BLOCK_BYTES, LONGEST_DATA)
    machine = BLOWFISH.machine(variant, waits)
    _load_key(machine, key)
    setup, before = machine.clocks, machine.instructions
    registers = machine.dsp.regs
    registers.r7, registers.x0 = _DATA, len(data) // BLOCK_BYTES
    if variant in ACCESS_CLOCKS and data:
        words = _halves(data)
        value = _bytes(helped(machine, variant, routine, words, len(words)))
        return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)
    if data:
        machine.put("x", _DATA, data)
        if variant == "streams":
            registers.x0, registers.r4 = -(-len(data) // (2 * BLOCK_BYTES)), machine.symbols[routine.upper()]
            routine = "blowfish_pairs"
        machine.call(routine)
    value = bytes(machine.get("x", _DATA, len(data)))
    return Result(value, machine.clocks - setup, machine.instructions - before, setup_clocks=setup)


def _halves(data: bytes) -> list[int]:
    """Return words in the order of the rounds, as a PC packs them."""
    words = [int.from_bytes(data[place : place + 4]) for place in range(0, len(data), 4)]
    return [half for word in words for half in (word >> _HALF_BITS, (word & 0xFFFF) << 8)]


def _bytes(halves: list[int]) -> bytes:
    """Return the bytes of words, as a PC unpacks them."""
    return b"".join(_whole(*pair).to_bytes(4) for pair in zip(halves[::2], halves[1::2], strict=True))


def blowfish_schedule(key: bytes) -> tuple[list[int], list[list[int]]]:
    """Return subkeys and S-boxes of a key, words of 32 bits, as a DSP computes them.

    Raises:
        OperandError: a wrong length.
    """
    key = _checked_key(key)
    machine = BLOWFISH.machine("placement")
    _load_key(machine, key)
    symbols = machine.symbols
    upper, lower = (machine.get(space, "BLOWFISH_ENCRYPT", _SUBKEYS) for space in "xy")
    boxes = []
    for box in range(_BOXES):
        first = symbols["BLOWFISH_S"] + _ENTRIES * box
        halves = (machine.get("x", first + plane, _ENTRIES) for plane in (0, symbols["BLOWFISH_PLANE"]))
        entries = [_whole(*pair) for pair in zip(*halves, strict=True)]
        boxes.append(entries[_ENTRIES // 2 :] + entries[: _ENTRIES // 2] if box else entries)
    return [_whole(*pair) for pair in zip(upper, lower, strict=True)], boxes


def blowfish_basis() -> tuple[list[int], list[list[int]]]:
    """Return subkeys and S-boxes before a key: the digits of pi, words of 32 bits."""
    words = pi_words(_SUBKEYS + _BOXES * _ENTRIES)
    boxes = words[_SUBKEYS:]
    return words[:_SUBKEYS], [boxes[first : first + _ENTRIES] for first in range(0, len(boxes), _ENTRIES)]


def _whole(upper: int, lower: int) -> int:
    """Return a word from its halves, without a tag."""
    return (upper & 0xFFFF) << _HALF_BITS | lower >> 8


def _checked_key(key: bytes) -> bytes:
    key = octets("key", key)
    check_size("key", key, len(key) in KEY_BYTES, f"{KEY_BYTES[0]} to {KEY_BYTES[-1]} bytes")
    return key


def _load_key(machine: Machine, key: bytes) -> None:
    _put_pi(machine)
    machine.put("x", "BLOWFISH_KEY", key)
    machine.put("x", "BLOWFISH_LENGTH", [len(key)])
    machine.call("blowfish_key", prepares=True)


def _put_pi(machine: Machine) -> None:
    """Store subkeys and S-boxes before a key: pi's digits."""
    words = pi_words(_SUBKEYS + _BOXES * _ENTRIES)
    high = [word >> _HALF_BITS for word in words]
    low = [(word & 0xFFFF) << 8 for word in words]
    symbols = machine.symbols
    machine.put("x", "BLOWFISH_ENCRYPT", high[:_SUBKEYS])
    machine.put("y", "BLOWFISH_ENCRYPT", low[:_SUBKEYS])
    for half, plane in ((high, 0), (low, symbols["BLOWFISH_PLANE"])):
        for box in range(_BOXES):
            first = _SUBKEYS + _ENTRIES * box
            entries = half[first : first + _ENTRIES]
            if box:  # indices start at -128
                entries = entries[_ENTRIES // 2 :] + entries[: _ENTRIES // 2]
            machine.put("x", symbols["BLOWFISH_S"] + plane + _ENTRIES * box, entries)


@cache
def pi_words(count: int) -> list[int]:
    """Return the fraction of pi as `count` words of 32 bits, by Machin's formula."""
    one = 1 << 32 * count + 64
    pi = 4 * (4 * _arctangent(one, 5) - _arctangent(one, 239))
    fraction = pi % one
    return [fraction * (1 << 32 * (place + 1)) // one & 0xFFFFFFFF for place in range(count)]


def _arctangent(one: int, inverse: int) -> int:
    """Return the arctangent of 1 / inverse, scaled so that `one` is 1."""
    term = one // inverse
    total, divisor = 0, 1
    while term:
        total += term // divisor
        term //= -inverse * inverse
        divisor += 2
    return total


@cache
def _of_key(key: bytes) -> Tables:
    return _tables(_KEY_TABLES, *blowfish_schedule(key))


@cache
def _of_pi() -> Tables:
    return _tables(_PI, *blowfish_basis())


def _tables(kind: int, subkeys: list[int], boxes: list[list[int]]) -> Tables:
    ordered = [entry for box in boxes[:1] for entry in box]
    for box in boxes[1:]:  # indices start at -128
        ordered += box[_ENTRIES // 2 :] + box[: _ENTRIES // 2]
    software = [*subkeys, *(entry for box in boxes for entry in box)]
    return Tables(kind, 0, upper_first([*ordered, *subkeys]), b"", b"", lower_first(software))


BLOWFISH_TABLES = TableCipher(
    *("blowfish", 16, BLOCK_BYTES, (0x64, 0x65), 300, _of_key),
    lambda key, data: blowfish_encrypt(key, data).value,
    basis=_of_pi,
    schedule=(KEY_COMMAND, "blowfish_key"),
)
