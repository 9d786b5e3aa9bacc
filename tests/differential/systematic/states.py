"""States in which cases run: accumulators of each class, and pointers in and at the ends of on-chip memory."""

from __future__ import annotations

from differential.systematic.harness import State

SCALING = (0x300, 0x700, 0xB00)
"""SR with each scaling mode: none, down, up."""
CARRY = 1

_CLASSES = {
    "zero": 0,
    "small": 0x00_000001_234567,
    "sign-extended": 0xFF_FEDCBA_987654,
    "largest word": 0x00_7FFFFF_800000,
    "beyond a word": 0x01_234567_89ABCD,
    "below a word": 0xA5_5A5A5A_C3C3C3,
    "largest": 0x7F_FFFFFF_FFFFFF,
    "most negative": 0x80_000000_000000,
    "half": 0x00_400000_000000,
    "least word": 0xFF_800000_000000,
}
"""Accumulators: by sign, extension in use, the limits, rounding, and the ends of the scaled ranges."""

_PAIRS = (
    ("small", "beyond a word"),
    ("sign-extended", "largest"),
    ("largest word", "zero"),
    ("beyond a word", "sign-extended"),
    ("below a word", "small"),
    ("largest", "most negative"),
    ("most negative", "least word"),
    ("half", "below a word"),
)
"""A and B, each class in one or the other, and most in both."""

_WORDS = (0x123456, 0x800000, 0x7FFFFF, 0xFEDCBA, 0x000001, 0xC00000, 0x400000, 0xABCDEF)


def _state(number: int, sr: int, r0: int) -> State:
    values = [_CLASSES[name] for name in _PAIRS[number % len(_PAIRS)]]
    state = {
        f"{acc}{part}": value >> 24 * part & (0xFF if part == 2 else 0xFFFFFF)
        for acc, value in zip("ab", values, strict=True)
        for part in (0, 1, 2)
    }
    words = {name: _WORDS[(number + 3 * place) % len(_WORDS)] for place, name in enumerate(("x0", "x1", "y0", "y1"))}
    pointers = {"r0": r0, "r1": 0x70, "r4": 0x60, "n0": 3, "n1": 2, "n4": 1, "n6": number & 1 ^ number >> 2 & 1}
    return state | words | pointers | {"sr": sr | (CARRY if number & 2 else 0)}


def accumulator_states(mode: int) -> list[State]:
    """A state of each pair of classes, in a scaling mode."""
    return [_state(number, SCALING[mode], 0x40) for number in range(len(_PAIRS))]


def pointer_states() -> list[State]:
    """Pointers in on-chip memory and at its end, and words that pointers and offsets can take."""
    states = [_state(number, SCALING[0], r0) for number, r0 in enumerate((0x40, 0x47, 0xFD, 0x58))]
    return [state | {"x0": 0x50 + 9 * number, "y0": 1 + number % 3} for number, state in enumerate(states)]


MODIFIERS = (
    (0xFFFF, 0xFFFF, 0xFFFF),
    (7, 0xFFFF, 7),
    (0xFFFF, 7, 0xFFFF),
    (0, 0xFFFF, 0),
    (7, 0, 0xFFFF),
    (31, 7, 3),
)
"""M0, M1 and M4: linear, modulo, reverse carry, and two of them at once."""
