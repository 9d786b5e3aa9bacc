"""Write md2_table.h: the permutation of RFC 1319.

Run `python make_md2_table.py > md2_table.h` in this folder, with the venv's Python; a test compares the result with the
file.
"""

from dsp56k.lib.tables import md2_table


def main() -> None:
    """Print the header."""
    print("/* Made by make_md2_table.py; do not edit. */")
    print("static const MD2_BYTE md2_table[256] = {")
    table = md2_table()
    for start in range(0, 256, 16):
        print("    " + " ".join(f"{value:3d}," for value in table[start : start + 16]))
    print("};")


if __name__ == "__main__":
    main()
