"""Write des_tables.h: the tables of FIPS 46 itself, and those that merge S boxes, P and the subkey selection.

Run `python make_des_tables.py > des_tables.h` in this folder, with the venv's Python; a test compares the result with
the file.
"""

from collections.abc import Sequence

from dsp56k.lib.tables import IP, PC1, PC2, ROTATIONS, rotate_left, s_and_p


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


def table(kind: str, name: str, rows: Sequence[Sequence[int]], form: str, per_line: int) -> None:
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
    print("/* Left rotations of C and D, round by round. */")
    print(f"static const u8 rotations[{len(ROTATIONS)}] = {{ {', '.join(map(str, ROTATIONS))} }};")
    print("#else")
    table(
        "u32", "des_sp", [[rotate_left(s_and_p(box, chunk), 1) for chunk in range(64)] for box in range(8)], "0x%08x", 8
    )
    parts = [[subkey_part(half, chunk, value) for value in range(128)] for half in range(2) for chunk in range(4)]
    table("u32", "des_subkey", parts, "0x%08x", 8)
    print("#endif")


if __name__ == "__main__":
    main()
