"""Write tables.asm: what the 16-bit software looks up.

Run `python make_tables_286.py > tables.asm` in this folder, with the venv's Python; a test compares the result with the
file.
"""

from collections.abc import Sequence

from dsp56k.lib.tables import PC2, md2_table, rotate_left, s_and_p

ROTATIONS = {"a": 3, "b": 31}
"""How far left each form of a half block is turned: boxes 8, 6, 4, 2 look at bits 7-2 of the bytes of form a, 7, 5, 3,
1 at those of form b, which is a turned right by four."""


def subkey_words(half: int, first: int, bits: int, value: int) -> int:
    """What some bits of C (half 0) or D (1), the first of them number `first` from 0, put into a subkey.

    The word for two of boxes 8, 6, 4, 2 lies below that for two of 7, 5, 3, 1. Six bits for a box lie in bits 7-2 of a
    byte, the lower box's in the upper byte.
    """
    words = 0
    for place in range(24):
        source = PC2[24 * half + place] - 1 - 28 * half - first
        if 0 <= source < bits and value >> bits - 1 - source & 1:
            box, bit = place // 6, 5 - place % 6
            words |= 1 << {0: 24, 1: 8, 2: 16, 3: 0}[box] + 2 + bit
    return words


def table(name: str, directive: str, values: Sequence[int], form: str, per_line: int) -> None:
    """Print one table."""
    print(f"        align   2\n        global  {name}\n{name}:")
    for start in range(0, len(values), per_line):
        print(f"        {directive}      " + ", ".join(form % value for value in values[start : start + per_line]))


def main() -> None:
    """Print the file."""
    print("; Made by make_tables_286.py; do not edit.")
    print("        section .rodata\n")
    for form, count in ROTATIONS.items():
        print(f"; The S boxes, merged with P, in form {form}: 64 double words for each box")
        boxes = [rotate_left(s_and_p(box, chunk), count) for box in range(8) for chunk in range(64)]
        table(f"des_sp_{form}", "dd", boxes, "0%08xh", 8)
    for half, name in enumerate("cd"):
        print(f"\n; What bits 1-8, 9-16, 17-24 and 25-28 of {name.upper()} put into a subkey")
        chunks = ((0, 8), (8, 8), (16, 8), (24, 4))
        parts = [subkey_words(half, first, bits, value) for first, bits in chunks for value in range(1 << bits)]
        table(f"des_subkey_{name}", "dd", parts, "0%08xh", 8)
    print("\n; RFC 1319")
    table("md2_table", "db", md2_table(), "%3d", 16)


if __name__ == "__main__":
    main()
