"""The library's look-up tables, derived from FIPS 46 and RFC 1319, and the assembly files that hold them.

`python -m dsp56k.lib.tables` rewrites `src/des/des_tables.asm` and `src/digests/md2_table.asm`; a test compares
them with the output of this module.

DES works on 48-bit words in the expanded form of Davio et al.: a half block R is held as E(R), eight fields of six
bits, field 1 on top, as a high and a low word of 24 bits. Bit numbers in the permutations are those of FIPS 46: 1 is
the most significant. The DSP reads a field as a signed number, so every table is centred: entry 0 is in its middle.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from dsp56k.system.files import write_whole

SOURCES = Path(__file__).parent / "src"
"""The directory of the library's assembly sources, for INCLUDE."""

IP = (
    *(58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40),
    *(32, 24, 16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5),
    *(63, 55, 47, 39, 31, 23, 15, 7),
)
"""The initial permutation (FIPS 46)."""
P = (
    *(16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10),
    *(2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25),
)
"""The permutation after the S-boxes (FIPS 46)."""
PC1 = (
    *(57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36),
    *(63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4),
)
"""Permuted choice 1 (FIPS 46): the bits of C, then those of D."""
PC2 = (
    *(14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2),
    *(41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32),
)
"""Permuted choice 2 (FIPS 46): the first 24 round key bits come from C, the others from D."""
ROTATIONS = (1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1)
"""The numbers of bits by which C and D are rotated left before each round key (FIPS 46)."""
S_BOXES = (
    ("E4D12FB83A6C5907", "0F74E2D1A6CB9538", "41E8D62BFC973A50", "FC8249175B3EA06D"),
    ("F18E6B34972DC05A", "3D47F28EC01A69B5", "0E7BA4D158C6932F", "D8A13F42B67C05E9"),
    ("A09E63F51DC7B428", "D709346A285ECBF1", "D6498F30B12C5AE7", "1AD069874FE3B52C"),
    ("7DE3069A1285BC4F", "D8B56F03472C1AE9", "A690CB7DF13E5284", "3F06A1D8945BC72E"),
    ("2C417AB6853FD0E9", "EB2C47D150FA3986", "421BAD78F9C5630E", "B8C71E2D6F09A453"),
    ("C1AF92680D34E75B", "AF427C9561DE0B38", "9EF528C3704A1DB6", "432C95FABE17608D"),
    ("4B2EF08D3C975A61", "D0B7491AE35C2F86", "14BDC37EAF680592", "6BD814A7950FE23C"),
    ("D2846FB1A93E50C7", "1FD8A374C56B0E92", "7B419CE206ADF358", "21E74A8DFC90356B"),
)
"""The S-boxes (FIPS 46): four lines of 16 for each."""

S_ENTRIES = 64
IP_ENTRIES = 256
MASK_COUNT = 28


def expand(half: int) -> int:
    """Return E of FIPS 46: a 32-bit half block expanded to 48 bits."""
    result = 0
    for field in range(8):
        # A field is the four bits of one S-box with a neighbour on each side, cyclically.
        wide = (half << 64 | half << 32 | half) >> 59 - 4 * field
        result = result << 6 | wide & 0x3F
    return result


def rotate_left(word: int, count: int) -> int:
    """Return a word of 32 bits rotated left."""
    return (word << count | word >> 32 - count) & 0xFFFF_FFFF


def s_and_p(box: int, field: int) -> int:
    """Return 32 bits: P(.) of S-box `box` (0-7) for the six input bits `field`, the other boxes giving zero."""
    row = field >> 4 & 2 | field & 1
    nibble = int(S_BOXES[box][row][field >> 1 & 0xF], 16)
    before = nibble << 28 - 4 * box
    half = 0
    for bit in P:
        half = half << 1 | before >> 32 - bit & 1
    return half


def s_entry(box: int, field: int) -> int:
    """Return 48 bits: E of the output of an S-box and P for six input bits."""
    return expand(s_and_p(box, field))


def ip_entry(index: int) -> int:
    """Return 48 bits, four groups of 12: the four pairs of bits of `index` in the lowest bits of each."""
    return sum((index >> 2 * row & 3) << 12 * row for row in range(4))


def fp_entry(weight: int, field: int) -> int:
    """Return 48 bits, four slots of 12: the contributions of a field's middle four bits to four output bytes.

    The first byte is on top. The bits are columns 0 to 3; column c belongs to byte 3 - c. `weight` is the
    bit's value in the byte.
    """
    bits = field >> 1 & 0xF
    return sum((bits >> 3 - column & 1) * weight << 12 * column for column in range(4))


FP_WEIGHTS = (0x10, 0x20, 0x01, 0x02)
"""Value in the output byte of the lower half of each word, L high, R high, L low, R low: bits of R and L alternate in a
byte, R first, and a word holds two halves. The upper half weighs four times as much, which two shifts provide."""


def pc2_masks(half: int) -> list[int]:
    """Return, for each bit position of C (`half` 0) or D (1), the round key bits of that half's word, 24 bits."""
    selected = PC2[24 * half : 24 * half + 24]
    masks = [0] * MASK_COUNT
    for place, bit in enumerate(selected):
        masks[bit - 1 - MASK_COUNT * half] |= 1 << 23 - place
    return masks


def _pi_digits() -> Iterator[int]:
    """Yield the decimal digits of pi, 3 first (Gibbons' spigot)."""
    q, r, t, k, n, m = 1, 0, 1, 1, 3, 3
    while True:
        if 4 * q + r - t < n * t:
            yield n
            q, r, n = 10 * q, 10 * (r - n * t), 10 * (3 * q + r) // t - 10 * n
        else:
            q, r, t, k, n, m = q * k, (2 * q + r) * m, t * m, k + 1, (q * (7 * k + 2) + r * m) // (t * m), m + 2


def md2_table() -> list[int]:
    """Return the 256-byte permutation S of RFC 1319: a shuffle driven by the digits of pi."""
    digits = _pi_digits()

    def below(limit: int) -> int:
        # As many digits as the limit needs; values that would make the remainder uneven are dropped.
        value, scale = next(digits), 10
        while scale < limit:
            value, scale = 10 * value + next(digits), 10 * scale
        return value % limit if value < limit * (scale // limit) else below(limit)

    table = list(range(256))
    for i in range(2, 257):
        j = below(i)
        table[j], table[i - 1] = table[i - 1], table[j]
    return table


def _centred(entries: int) -> Iterator[int]:
    """Yield field values in table order: the upper half, read as negative, comes first."""
    return chain(range(entries // 2, entries), range(entries // 2))


def des_planes() -> dict[str, list[int]]:
    """Return every DES table by label, as 24-bit words in address order."""
    s_words = [s_entry(box, field) for box in range(8) for field in _centred(S_ENTRIES)]
    fp_words = [fp_entry(weight, field) for weight in FP_WEIGHTS for field in _centred(S_ENTRIES)]
    ip_words = [ip_entry(index) for index in range(IP_ENTRIES)]
    return {
        "s_high": [word >> 24 for word in s_words],
        "s_low": [word & 0xFFFFFF for word in s_words],
        "fp_high": [word >> 24 for word in fp_words],
        "fp_low": [word & 0xFFFFFF for word in fp_words],
        "ip_high": [word >> 24 for word in ip_words],
        "ip_low": [word & 0xFFFFFF for word in ip_words],
        "pc2_c": pc2_masks(0),
        "pc2_d": pc2_masks(1),
        "key_shifts": list(ROTATIONS),
    }


PLACES = {
    "fp_high": 0x0100,
    "ip_high": 0x0200,
    "fp_low": 0x0300,
    "ip_low": 0x0400,
    "s_high": 0x0500,
    "s_low": 0x0700,
    "key_shifts": 0x0A30,
    "pc2_c": 0x0A40,
    "pc2_d": 0x0A60,
}
"""X addresses: the planes of one table are $200 apart, the offset that N0, N1, N2 and N6 hold throughout DES. ip_high
is at $200, too, so that an address of it doubled is one of ip_low (des_block.asm)."""

MD2_PLACE = 0x0900
LICENCE = "; SPDX-License-Identifier: MIT"
"""First line of each source."""


def dc_lines(words: Sequence[int]) -> Iterator[str]:
    """Yield lines that define words, eight in a line."""
    for i in range(0, len(words), 8):
        yield "        dc      " + ",".join(f"${word:06X}" for word in islice(words, i, i + 8))


def _file(title: str, blocks: dict[str, tuple[int, list[int]]]) -> str:
    lines = [LICENCE, f"; {title}", "; Made by `python -m dsp56k.lib.tables`; do not edit."]
    for label, (place, words) in sorted(blocks.items(), key=lambda item: item[1][0]):
        lines += ["", f"        org     x:${place:04X}", label, *dc_lines(words)]
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Return the generated files, text by name."""
    planes = des_planes()
    return {
        "des/des_tables.asm": _file(
            "DES tables in external X: S-boxes with P and E, initial and final permutation, key masks and rotations.",
            {label: (place, planes[label]) for label, place in PLACES.items()},
        ),
        "digests/md2_table.asm": _file("MD2's permutation S in external X.", {"md2_table": (MD2_PLACE, md2_table())}),
    }


if __name__ == "__main__":
    write_whole({SOURCES / name: text.encode("ascii") for name, text in files().items()})
