"""The words of commands and replies, and the sums over data: docs/reference/firmware.md, section 2.

The arithmetic is that of src/monitor/command.asm and of the x86 driver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsp56k.lib.commands import COMMAND_FACTOR, LAST_NUMBER, NUMBER_FACTOR, REPLY_FACTOR

GROUP_BYTES = 4
_WORD = 0xFF_FFFF
_SUM = (1 << 48) - 1


def next_number(number: int) -> int:
    """Return the number that follows a command's: 1 to 255; 0 occurs only after a start."""
    return 1 if number == LAST_NUMBER else number + 1


def command_words(opcode: int, argument: int, number: int) -> tuple[int, int]:
    """Return the two 24-bit words of a command."""
    first = argument << 8 | opcode
    check = _mix(_signed(first) * COMMAND_FACTOR + number * NUMBER_FACTOR)
    return first, check & 0xFF_FF00 | number


def reply_word(status: int, number: int) -> int:
    """Return the first 24-bit word of a reply."""
    value = status << 16 | number << 8
    return value | _mix(value * REPLY_FACTOR) & 0xFF


def sum_of_bytes(data: bytes) -> int:
    """Return the 24-bit sum over bytes, filled up with zeros to complete groups of four."""
    padded = data + bytes(-len(data) % GROUP_BYTES)
    return _sum(
        int.from_bytes(padded[place : place + GROUP_BYTES], "little") for place in range(0, len(padded), GROUP_BYTES)
    )


def sum_of_words(words: Sequence[int]) -> int:
    """Return the 24-bit sum over 24-bit words."""
    return _sum(words)


def _sum(items: Iterable[int]) -> int:
    total = order = 0
    for item in reversed(list(items)):
        total += item
        order += total
    folded = 0
    for part in (order & _SUM, total & _SUM):
        folded = folded * 16 + (part & _WORD) + 4 * (part >> 24)
    return ((folded & _WORD) + (folded >> 24)) & _WORD


def _mix(product: int) -> int:
    """Return the high xor the low word of the DSP's fractional product, 24 bits."""
    return (product >> 23 ^ product << 1) & _WORD


def _signed(word: int) -> int:
    return word - (1 << 24) if word >> 23 else word
