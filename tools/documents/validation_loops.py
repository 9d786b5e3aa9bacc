"""The loops of host_driver/src/calibration_loops.asm on a PC: their results and their times."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import Any

from dsp56k.host.cpu_modes import MODES
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program

PROGRAM = "measured-loops"
_SEGMENT = MODES["real16"].base
_NUMBER = 5
"""The element that the loops search for; each block has one of this number, the first block in its middle."""
_BLOCKS = range(10, 60, 10)
"""Elements of each block: 150 in all, whose numbers count from 0."""
_TEXT = b"x" * 131 + b".\0"
"""A text as long as the one that was searched, with the same end."""
PAIRS = {(90, 27): 9, (42, 998): 2, (453, 121): 1, (27432, 165): 3, (27432, 17550): 54}
"""Pairs of numbers and their greatest common divisor."""


class Loops:
    """All loops on one PC; `parameters` are the PC's."""

    def __init__(self, **parameters: Any) -> None:
        program = replace(builtin_program(PROGRAM), aligned=False)
        self._pc = PC(program, **{**parameters, "mode": "real16"})
        self._room = program.address_of("room")
        self._hertz = int(parameters["clock_hz"])

    def mean(self, function: str) -> float:
        """Return the microseconds of the mean of the values whose number is _NUMBER, by one of three functions."""
        place, image = self._room, b""
        for count in _BLOCKS:
            numbers, values = list(range(count)), [100 * count + number for number in range(count)]
            pairs = zip(numbers, values, strict=True)
            content = (*numbers, *values) if function == "mean_by_scan" else [word for pair in pairs for word in pair]
            after = place + 4 + 4 * count
            following = after - _SEGMENT if count != _BLOCKS[-1] else 0
            image += struct.pack(f"<{2 + 2 * count}H", following, count, *content)
            place = after
        self._pc.write(self._room, image)
        return self._microseconds(function, 100 * 30 + _NUMBER, _NUMBER, self._room - _SEGMENT)

    def scan(self, function: str) -> float:
        """Return the microseconds of a search through _TEXT, without the loading of arguments."""
        self._pc.write(self._room, _TEXT)
        near = self._room - _SEGMENT
        arguments = near, len(_TEXT), _TEXT[-2]
        whole = self._microseconds(function, near + len(_TEXT) - 1, *arguments)
        return whole - self._microseconds("scan_nothing", near, *arguments)

    def divisor(self, one: int, other: int) -> float:
        """Return the microseconds of the greatest common divisor of one of PAIRS."""
        return self._microseconds("common_divisor", PAIRS[one, other], one, other)

    def clocks_each(self, function: str, *arguments: int) -> float:
        """Return the clocks of each iteration of a loop, with refresh; the last argument is their number."""
        turns = 1000
        short, long = (self._pc.run(function, *arguments, count) for count in (turns, 2 * turns))
        return (long.time - short.time) / turns * self._hertz / 10**12

    def store(self) -> float:
        """Return the clocks of each of a thousand stores of a constant to memory."""
        return self._pc.run("store_words").time / 1000 * self._hertz / 10**12

    @property
    def room(self) -> int:
        """The offset of 4096 free bytes in the segment."""
        return self._room - _SEGMENT

    def _microseconds(self, function: str, value: int, *arguments: int) -> float:
        result = self._pc.run(function, *arguments)
        if result.value != value:
            raise AssertionError(f"{function}: {result.value} instead of {value}")
        return result.time / 10**6
