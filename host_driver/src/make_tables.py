"""Print a file of tables of the x86 sources, from the standards' numbers: `python make_tables.py des/des_386.inc`.

Write the output into that file, with the venv's Python; a test compares each with its file. FILES has the names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from dsp56k.lib.tables import IP, PC1, PC2, ROTATIONS, md2_table, rotate_left, s_and_p

C_MARK = "/* Made by make_tables.py; do not edit. */"
ASM_MARK = "; Made by make_tables.py; do not edit."


def in_lines(values: Sequence[int], form: str, per_line: int, begin: str, between: str, end: str = "") -> Iterator[str]:
    """Yield numbers in lines."""
    for start in range(0, len(values), per_line):
        yield begin + between.join(form % value for value in values[start : start + per_line]) + end


def s_boxes(rotation: int = 0) -> list[list[int]]:
    """Return the S-boxes 1 to 8, merged with P and rotated left."""
    return [[rotate_left(s_and_p(box, chunk), rotation) for chunk in range(64)] for box in range(8)]


def subkey_bits(half: int, first: int, bits: int, value: int, place_of: Callable[[int, int], int]) -> int:
    """Return the contribution to a subkey (PC2) of `bits` bits of C (half 0) or D (1), beginning with bit `first`.

    Bits and S-boxes are counted from 0, input bits of an S-box from the highest. `place_of` maps an S-box of the half
    and an input bit to a bit of the table's word.
    """
    word = 0
    for place in range(24):
        source = PC2[24 * half + place] - 1 - 28 * half - first
        if 0 <= source < bits and value >> bits - 1 - source & 1:
            word |= 1 << place_of(*divmod(place, 6))
    return word


# AES (FIPS 197): the S-boxes, and their products with the columns of MixColumns and its inverse.


def double(byte: int) -> int:
    """Return twice a byte in the field of 256 elements."""
    return byte << 1 ^ 0x11B * (byte >> 7)


def product(one: int, other: int) -> int:
    """Return the product of two bytes."""
    result = 0
    for bit in range(8):
        result ^= one * (other >> bit & 1)
        one = double(one)
    return result


def aes_tables() -> Iterator[str]:
    """Yield the lines of aes_tables.h."""

    def column(byte: int, factors: tuple[int, ...]) -> int:
        return sum(product(byte, factor) << 8 * place for place, factor in enumerate(factors))

    def table(name: str, kind: str, values: list[int], form: str) -> Iterator[str]:
        yield f"static const {kind} {name}[256] = {{"
        yield from in_lines(values, form, 8, "    ", ", ", ",")
        yield "};"

    inverses = [next((other for other in range(256) if product(byte, other) == 1), 0) * 0x101 for byte in range(256)]
    sbox = [(twice ^ twice >> 4 ^ twice >> 5 ^ twice >> 6 ^ twice >> 7) & 0xFF ^ 0x63 for twice in inverses]
    inverse = [sbox.index(byte) for byte in range(256)]
    yield C_MARK
    yield "/* clang-format off */"
    yield from table("sbox", "u8", sbox, "0x%02x")
    yield from table("inverse_sbox", "u8", inverse, "0x%02x")
    yield "#ifdef AES_COLUMNS"
    yield from table("forward", "u32", [column(byte, (2, 1, 1, 3)) for byte in sbox], "0x%08x")
    yield from table("backward", "u32", [column(byte, (14, 9, 13, 11)) for byte in inverse], "0x%08x")
    yield "#endif"
    yield "/* clang-format on */"


# DES (FIPS 46): its tables, and those that merge S-boxes, P and the selection of subkey bits.


def des_tables() -> Iterator[str]:
    """Yield the lines of des_tables.h."""

    def table(kind: str, name: str, rows: Sequence[Sequence[int]], form: str, per_line: int) -> Iterator[str]:
        yield f"static const {kind} {name}[{len(rows)}][{len(rows[0])}] = {{"
        for row in rows:
            yield "    {"
            yield from in_lines(row, f"{form},", per_line, "     ", " ")
            yield "    },"
        yield "};"

    def place(box: int, bit: int) -> int:
        """Return the bit; boxes 2 and 4 (6 and 8) are in the high half word, 1 and 3 (5 and 7) in the low one."""
        return (8, 24, 0, 16)[box] + 5 - bit

    yield C_MARK
    yield "#ifdef DES_TABLES_PLAIN"
    for name, row, per_line in (("ip", IP, 32), ("pc1", PC1, 28), ("pc2", PC2, 24)):
        yield from table("u8", f"des_{name}", [row], "%2d", per_line)
    yield from table("u32", "des_sp", s_boxes(), "0x%08x", 8)
    yield "/* Number of bits by which each round rotates C and D to the left */"
    yield f"static const u8 rotations[{len(ROTATIONS)}] = {{ {', '.join(map(str, ROTATIONS))} }};"
    yield "#else"
    yield from table("u32", "des_sp", s_boxes(1), "0x%08x", 8)
    chunks = [(half, first) for half in range(2) for first in (0, 7, 14, 21)]
    parts = [[subkey_bits(half, first, 7, value, place) for value in range(128)] for half, first in chunks]
    yield from table("u32", "des_subkey", parts, "0x%08x", 8)
    yield "#endif"


LANES = ((1, 3, 0, 2), (3, 1, 2, 0))
"""The byte of a table's word in des_386.inc whose upper bits are the six bits of each S-box, for C and for D."""


def des_386() -> Iterator[str]:
    """Yield the lines of des_386.inc: the S-boxes, and the contributions of each byte of C and D to a subkey."""

    def table(name: str, words: Sequence[int], spare: int = 0) -> Iterator[str]:
        """Yield double words, each followed by `spare` more of zeros."""
        yield f"{name}:"
        yield from in_lines(words, "0x%08x" + ", 0" * spare, 8 // (1 + spare), "        dd      ", ", ")

    yield ASM_MARK
    yield "        section .rodata align=256"
    for number, box in enumerate(s_boxes(3), 1):
        yield from table(f"des_sp_{number}", box)
    for half, letter in enumerate("cd"):

        def place(box: int, bit: int, lanes: tuple[int, ...] = LANES[half]) -> int:
            return 8 * lanes[box] + 7 - bit

        for byte in range(3):
            parts = [subkey_bits(half, 8 * byte, 8, value, place) for value in range(256)]
            yield from table(f"des_key_{letter}_{byte + 1}", parts)
        # The last half byte is in the upper bits of an index, so entries are 16 bytes apart.
        last = [subkey_bits(half, 24, 8, value << 4, place) for value in range(16)]
        yield from table(f"des_key_{letter}_4", last, spare=3)


def des_period() -> Iterator[str]:
    """Yield the lines of des_period.inc: the initial permutation and its inverse by half bytes, and the S-boxes."""

    def permuted(order: Sequence[int]) -> Iterator[int]:
        """Yield the left and the right word of each half byte of a block and each of its values."""
        for place in range(16):
            for value in range(16):
                block = value << 60 - 4 * place
                result = int("".join(str(block >> 64 - bit & 1) for bit in order), 2)
                yield from (result >> 32, result & 0xFFFF_FFFF)

    def table(name: str, words: Sequence[int]) -> Iterator[str]:
        yield f"{name}:"
        yield from in_lines(words, "0x%08x", 8, "        dd      ", ", ")

    inverse = [IP.index(bit) + 1 for bit in range(1, 65)]
    yield ASM_MARK
    yield "        section .rodata align=4"
    yield "; For each half byte of a block, in their order, and each of its values: its bits in L and in R"
    yield from table("des_ip", [*permuted(IP)])
    yield "; The same table of the inverse permutation; the words have the byte order of memory"
    yield from table("des_fp", [int.from_bytes(word.to_bytes(4, "big"), "little") for word in permuted(inverse)])
    yield "; The S-boxes 1 to 8, merged with P"
    yield from table("des_sp", [*chain.from_iterable(s_boxes())])


# MD2 (RFC 1319): the permutation.


def md2_c() -> Iterator[str]:
    """Yield the lines of md2_table.h."""
    yield C_MARK
    yield "static const MD2_BYTE md2_table[256] = {"
    yield from in_lines(md2_table(), "%3d,", 16, "    ", " ")
    yield "};"


def md2_386() -> Iterator[str]:
    """Yield the lines of md2_386.inc. Its table begins at a page, so the index is the low byte of an address."""
    yield ASM_MARK
    yield "        section .rodata align=256"
    yield "md2_table:"
    yield from in_lines(md2_table(), "%3d", 16, "        db      ", ", ")


ROTATIONS_286 = {"a": 3, "b": 31}
"""Left rotation of each form of a half block. Boxes 8, 6, 4, 2 use bits 7-2 of the bytes of form a, boxes 7, 5, 3, 1
those of form b, which is form a rotated right by four."""


def tables_286() -> Iterator[str]:
    """Yield the lines of tables.asm of the 16-bit software."""

    def table(name: str, directive: str, values: Sequence[int], form: str, per_line: int) -> Iterator[str]:
        yield f"        align   2\n        global  {name}\n{name}:"
        yield from in_lines(values, form, per_line, f"        {directive}      ", ", ")

    def place(box: int, bit: int) -> int:
        """Return the position of an input bit of a box in its word.

        The word for two of the boxes 8, 6, 4, 2 has a lower address than that for two of 7, 5, 3, 1. The six bits for a
        box are bits 7-2 of a byte; the box with the lower number has the upper byte.
        """
        return (24, 8, 16, 0)[box] + 2 + 5 - bit

    yield ASM_MARK
    yield "        section .rodata\n"
    for form, count in ROTATIONS_286.items():
        yield f"; The S-boxes, merged with P, in form {form}: 64 double words for each box"
        yield from table(f"des_sp_{form}", "dd", [*chain.from_iterable(s_boxes(count))], "0%08xh", 8)
    for half, name in enumerate("cd"):
        yield f"\n; Contributions of bits 1-8, 9-16, 17-24 and 25-28 of {name.upper()} to a subkey"
        chunks = ((0, 8), (8, 8), (16, 8), (24, 4))
        parts = [subkey_bits(half, first, bits, value, place) for first, bits in chunks for value in range(1 << bits)]
        yield from table(f"des_subkey_{name}", "dd", parts, "0%08xh", 8)
    yield "\n; The permutation of MD2 (RFC 1319)"
    yield from table("md2_table", "db", md2_table(), "%3d", 16)


FILES: dict[str, Callable[[], Iterator[str]]] = {
    "ciphers/aes_tables.h": aes_tables,
    "des/des_386.inc": des_386,
    "des/des_period.inc": des_period,
    "des/des_tables.h": des_tables,
    "digests/md2_386.inc": md2_386,
    "digests/md2_table.h": md2_c,
    "real16/software/tables.asm": tables_286,
}
"""The lines of each file."""

if __name__ == "__main__":
    print("\n".join(FILES[sys.argv[1]]()))
