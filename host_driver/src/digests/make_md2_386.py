"""Write md2_386.inc: the permutation of RFC 1319 in a page of its own, so that its index is the low byte of an address.

Run `python make_md2_386.py > md2_386.inc` in this folder, with the venv's Python; a test compares the result with the
file.
"""

from dsp56k.lib.tables import md2_table


def main() -> None:
    """Print the file."""
    print("; Made by make_md2_386.py; do not edit.")
    print("        section .rodata align=256")
    print("md2_table:")
    table = md2_table()
    for start in range(0, 256, 16):
        print("        db      " + ", ".join(f"{value:3d}" for value in table[start : start + 16]))


if __name__ == "__main__":
    main()
