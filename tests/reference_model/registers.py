"""The register file (UM 6-19, Figure 6-10) and the register codes of the instruction words (Tables A-17 to A-24)."""

from collections.abc import Iterator, MutableMapping

from reference_model.words import MASK24

#: Width in bits of every stored register. A, B, X and Y are views of their parts.
WIDTH: dict[str, int] = {
    **dict.fromkeys(("x0", "x1", "y0", "y1", "a0", "a1", "b0", "b1"), 24),
    **dict.fromkeys(("a2", "b2", "omr"), 8),
    **{f"{bank}{number}": 16 for bank in "rnm" for number in range(8)},
    **dict.fromkeys(("pc", "sr", "la", "lc"), 16),
    "sp": 6,
}

#: Bits that exist (UM 6-9: SR bits 14, 12 and 7 read as zero; UM 6-12: OMR has MA, MB, DE, SD and EA).
SR_BITS, OMR_BITS = 0xAF7F, 0xC7

#: Composite registers, most significant part first (UM 4-9, Figure 4-5).
PARTS = {"a": ("a2", "a1", "a0"), "b": ("b2", "b1", "b0"), "x": ("x1", "x0"), "y": ("y1", "y0")}

_DATA = ("x0", "x1", "y0", "y1", "a0", "b0", "a2", "b2", "a1", "b1", "a", "b")
_PROGRAM = ("sr", "omr", "sp", "ssh", "ssl", "la", "lc")

#: The 43 registers of Table A-21 (UM A-241) by their 6-bit code; codes that are missing are reserved.
REGISTER_BY_CODE: dict[int, str] = {
    **{0x04 + index: name for index, name in enumerate(_DATA)},
    **{0x10 + number: f"r{number}" for number in range(8)},
    **{0x18 + number: f"n{number}" for number in range(8)},
    **{0x20 + number: f"m{number}" for number in range(8)},
    **{0x39 + index: name for index, name in enumerate(_PROGRAM)},
}


class Registers(MutableMapping[str, int]):
    """Every register by its lower-case name, as an unsigned int of the register's width; no side effects.

    SSH and SSL are not here: they are the stack's (stack.py).
    """

    def __init__(self) -> None:
        self._stored = dict.fromkeys(WIDTH, 0)

    def __getitem__(self, name: str) -> int:
        if name in PARTS:
            value = 0
            for part in PARTS[name]:
                value = value << WIDTH[part] | self._stored[part]
            return value
        return self._stored[name]

    def __setitem__(self, name: str, value: int) -> None:
        if name in PARTS:
            for part in reversed(PARTS[name]):
                self._stored[part] = value & ((1 << WIDTH[part]) - 1)
                value >>= WIDTH[part]
            return
        if name not in WIDTH:
            raise KeyError(name)
        mask = {"sr": SR_BITS, "omr": OMR_BITS}.get(name, (1 << WIDTH[name]) - 1)
        self._stored[name] = value & mask

    def __delitem__(self, name: str) -> None:
        raise TypeError("a register cannot be removed")

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)


def sign_word(value: int) -> int:
    """The 8-bit extension of a 24-bit word: copies of its bit 23 (UM 4-6)."""
    return 0xFF if value & MASK24 & 0x800000 else 0
