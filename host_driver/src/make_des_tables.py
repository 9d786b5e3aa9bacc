"""Write des_tables.h: the tables of FIPS 46 itself, and those that merge S boxes, P and the subkey selection.

Run `python3 make_des_tables.py > des_tables.h` in this folder; a test compares the result with the file.
"""


def numbers(text: str) -> list[int]:
    """The numbers in a text."""
    return [int(number) for number in text.split()]


IP = numbers(
    """
    58 50 42 34 26 18 10 2 60 52 44 36 28 20 12 4 62 54 46 38 30 22 14 6 64 56 48 40 32 24 16 8
    57 49 41 33 25 17 9 1 59 51 43 35 27 19 11 3 61 53 45 37 29 21 13 5 63 55 47 39 31 23 15 7
    """
)
P = numbers(
    """
    16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25
    """
)
PC1 = numbers(
    """
    57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36
    63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4
    """
)
PC2 = numbers(
    """
    14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2
    41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32
    """
)
S = [
    numbers(box)
    for box in (
        """
        14 4 13 1 2 15 11 8 3 10 6 12 5 9 0 7 0 15 7 4 14 2 13 1 10 6 12 11 9 5 3 8
        4 1 14 8 13 6 2 11 15 12 9 7 3 10 5 0 15 12 8 2 4 9 1 7 5 11 3 14 10 0 6 13
        """,
        """
        15 1 8 14 6 11 3 4 9 7 2 13 12 0 5 10 3 13 4 7 15 2 8 14 12 0 1 10 6 9 11 5
        0 14 7 11 10 4 13 1 5 8 12 6 9 3 2 15 13 8 10 1 3 15 4 2 11 6 7 12 0 5 14 9
        """,
        """
        10 0 9 14 6 3 15 5 1 13 12 7 11 4 2 8 13 7 0 9 3 4 6 10 2 8 5 14 12 11 15 1
        13 6 4 9 8 15 3 0 11 1 2 12 5 10 14 7 1 10 13 0 6 9 8 7 4 15 14 3 11 5 2 12
        """,
        """
        7 13 14 3 0 6 9 10 1 2 8 5 11 12 4 15 13 8 11 5 6 15 0 3 4 7 2 12 1 10 14 9
        10 6 9 0 12 11 7 13 15 1 3 14 5 2 8 4 3 15 0 6 10 1 13 8 9 4 5 11 12 7 2 14
        """,
        """
        2 12 4 1 7 10 11 6 8 5 3 15 13 0 14 9 14 11 2 12 4 7 13 1 5 0 15 10 3 9 8 6
        4 2 1 11 10 13 7 8 15 9 12 5 6 3 0 14 11 8 12 7 1 14 2 13 6 15 0 9 10 4 5 3
        """,
        """
        12 1 10 15 9 2 6 8 0 13 3 4 14 7 5 11 10 15 4 2 7 12 9 5 6 1 13 14 0 11 3 8
        9 14 15 5 2 8 12 3 7 0 4 10 1 13 11 6 4 3 2 12 9 5 15 10 11 14 1 7 6 0 8 13
        """,
        """
        4 11 2 14 15 0 8 13 3 12 9 7 5 10 6 1 13 0 11 7 4 9 1 10 14 3 5 12 2 15 8 6
        1 4 11 13 12 3 7 14 10 15 6 8 0 5 9 2 6 11 13 8 1 4 10 7 9 5 0 15 14 2 3 12
        """,
        """
        13 2 8 4 6 15 11 1 10 9 3 14 5 0 12 7 1 15 13 8 10 3 7 4 12 5 6 11 0 14 9 2
        7 11 4 1 9 12 14 2 0 6 10 13 15 3 5 8 2 1 14 7 4 10 8 13 15 12 9 0 3 5 6 11
        """,
    )
]


def s_and_p(box: int, chunk: int) -> int:
    """P of S box `box` (0-7) applied to six bits, alone in its place of the 32-bit word."""
    row, column = (chunk >> 4 & 2) | chunk & 1, chunk >> 1 & 15
    word = S[box][16 * row + column] << 28 - 4 * box
    return sum((word >> 32 - source & 1) << 31 - place for place, source in enumerate(P))


def rotate_left(word: int, count: int) -> int:
    """A 32-bit rotation."""
    return (word << count | word >> 32 - count) & 0xFFFF_FFFF


def subkey_part(half: int, chunk: int, value: int) -> int:
    """What seven bits of C (half 0) or D (1), chunk 0 the highest, put into a subkey.

    Boxes 2 and 4 (6 and 8) in the high half word, 1 and 3 (5 and 7) in the low.
    """
    word = 0
    for place in range(24):
        source = PC2[24 * half + place] - 1 - 28 * half
        if source // 7 == chunk and value >> 6 - source % 7 & 1:
            box, bit = place // 6, 5 - place % 6
            word |= 1 << {0: 8, 1: 24, 2: 0, 3: 16}[box] + bit
    return word


def table(kind: str, name: str, rows: list[list[int]], form: str, per_line: int) -> None:
    """Print one constant array of arrays."""
    print(f"static const {kind} {name}[{len(rows)}][{len(rows[0])}] = {{")
    for row in rows:
        print("    {")
        for start in range(0, len(row), per_line):
            print("     " + " ".join(form % value + "," for value in row[start : start + per_line]))
        print("    },")
    print("};")


def main() -> None:
    """Print the header."""
    print("/* Made by make_des_tables.py; do not edit. */")
    print("#ifdef DES_TABLES_PLAIN")
    table("u8", "des_ip", [IP], "%2d", 32)
    table("u8", "des_pc1", [PC1], "%2d", 28)
    table("u8", "des_pc2", [PC2], "%2d", 24)
    table("u32", "des_sp", [[s_and_p(box, chunk) for chunk in range(64)] for box in range(8)], "0x%08x", 8)
    print("#else")
    table(
        "u32", "des_sp", [[rotate_left(s_and_p(box, chunk), 1) for chunk in range(64)] for box in range(8)], "0x%08x", 8
    )
    parts = [[subkey_part(half, chunk, value) for value in range(128)] for half in range(2) for chunk in range(4)]
    table("u32", "des_subkey", parts, "0x%08x", 8)
    print("#endif")


if __name__ == "__main__":
    main()
