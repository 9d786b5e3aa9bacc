"""The data ROMs at $0100-$01FF (UM 3-7, 3-11): G.711 expansion of positive codes in X, a sine in Y."""

from __future__ import annotations

from math import floor, pi, sin


def mu_law(code: int) -> int:
    chord, step = divmod(code ^ 0x7F, 16)
    return ((2 * step + 33 << chord) - 33) << 10


def a_law(code: int) -> int:
    chord, step = divmod(code ^ 0x55, 16)
    return (2 * step + 33 << chord - 1 if chord else 2 * step + 1) << 11


def sine(index: int) -> int:
    return min(floor(sin(2 * pi * index / 256) * (1 << 23) + 0.5), (1 << 23) - 1) & 0xFFFFFF


ROMS = {"x": [*map(mu_law, range(128)), *map(a_law, range(128))], "y": [*map(sine, range(256))]}
