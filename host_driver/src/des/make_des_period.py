"""Write des_period.inc: the initial permutation and its inverse by half bytes, and the S boxes merged with P.

Run `python make_des_period.py > des_period.inc` in this folder, with the venv's Python; a test compares the result with
the file.
"""

from collections.abc import Sequence

from dsp56k.lib.tables import IP, s_and_p

INVERSE = tuple(IP.index(bit) + 1 for bit in range(1, 65))
"""The inverse of the initial permutation, bit numbers of FIPS 46."""


def permuted(table: Sequence[int], place: int, value: int) -> tuple[int, int]:
    """Return what half byte `place` (0-15) of a block gives to the permuted block, as its left and right word."""
    block = value << 60 - 4 * place
    result = 0
    for bit in table:
        result = result << 1 | block >> 64 - bit & 1
    return result >> 32, result & 0xFFFF_FFFF


def in_memory(word: int) -> int:
    """Return the double word that an x86 stores as the bytes of `word`, first byte first."""
    return int.from_bytes(word.to_bytes(4, "big"), "little")


def table(name: str, words: Sequence[int]) -> None:
    """Print double words."""
    print(f"{name}:")
    for start in range(0, len(words), 8):
        print("        dd      " + ", ".join(f"0x{word:08x}" for word in words[start : start + 8]))


def main() -> None:
    """Print the file."""
    print("; Made by make_des_period.py; do not edit.")
    print("        section .rodata align=4")
    print("; For each half byte of a block, first one first, and each of its values: its bits in L and in R.")
    table("des_ip", [word for place in range(16) for value in range(16) for word in permuted(IP, place, value)])
    print("; The same of the inverse; the words as their bytes lie in memory.")
    table(
        "des_fp",
        [in_memory(word) for place in range(16) for value in range(16) for word in permuted(INVERSE, place, value)],
    )
    print("; The S boxes 1 to 8, merged with P.")
    table("des_sp", [s_and_p(box, chunk) for box in range(8) for chunk in range(64)])


if __name__ == "__main__":
    main()
