"""Write des_386.inc: the S boxes merged with P, and what each byte of C and D gives to a subkey (PC2).

Run `python make_des_386.py > des_386.inc` in this folder, with the venv's Python; a test compares the result with the
file.
"""

from collections.abc import Sequence

from dsp56k.lib.tables import PC2, rotate_left, s_and_p

ROTATION = 3
"""Rotations of both halves to the left."""
LANES = ({1: 24, 3: 16, 0: 8, 2: 0}, {4: 24, 6: 16, 5: 8, 7: 0})
"""For C, and for D: by S box, from 0, the byte of a table's word whose upper bits are its six bits."""
HALF_BITS = 28


def chosen(half: int, byte: int, value: int) -> int:
    """Return the table of a subkey's bits by byte 0 to 3 of C (half 0) or D (1), in the order of the bits."""
    word = 0
    for place in range(24):
        source = PC2[24 * half + place] - 1 - HALF_BITS * half
        if source // 8 == byte and value >> 7 - source % 8 & 1:
            word |= 1 << LANES[half][4 * half + place // 6] + 7 - place % 6
    return word


def table(name: str, words: Sequence[int], spare: int = 0) -> None:
    """Print double words, each followed by `spare` more of zeros."""
    print(f"{name}:")
    step = 8 // (1 + spare)
    for start in range(0, len(words), step):
        shown = [f"0x{word:08x}" + ", 0" * spare for word in words[start : start + step]]
        print("        dd      " + ", ".join(shown))


def main() -> None:
    """Print the file."""
    print("; Made by make_des_386.py; do not edit.")
    print("        section .rodata align=256")
    for box in range(8):
        table(f"des_sp_{box + 1}", [rotate_left(s_and_p(box, chunk), ROTATION) for chunk in range(64)])
    for half, letter in enumerate("cd"):
        for byte in range(3):
            table(f"des_key_{letter}_{byte + 1}", [chosen(half, byte, value) for value in range(256)])
        # Half a byte, in its upper bits: the offset is that times 16.
        table(f"des_key_{letter}_4", [chosen(half, 3, value << 4) for value in range(16)], spare=3)


if __name__ == "__main__":
    main()
