"""Location counters: runtime and load, three each (default, L, H) for every memory space (ASM 1.6, 4.5.2)."""

from __future__ import annotations

from dataclasses import dataclass

TOP = 0x10000
"""Addresses are 16 bits."""

_COUNTER_TYPES = {"": 0, "L": 1, "H": 2}


@dataclass(frozen=True, slots=True)
class Place:
    """One side of an ORG: memory space X Y L P, counter letter ("" L H), mapping letter ("" I E B)."""

    space: str
    counter: str = ""
    mapping: str = ""


class Locations:
    """The counters of a pass and the pair in use. While no overlay is generated, both advance together."""

    def __init__(self) -> None:
        self.run = Place("P")
        self.load = Place("P")
        self.run_address = 0
        self.load_address = 0
        self.overlay = False
        self._run: dict[tuple[str, str], int] = {}
        self._load: dict[tuple[str, str], int] = {}

    def origin(self, run: Place, run_at: int | None, load: Place | None, load_at: int | None) -> None:
        """ORG: choose counters; an address of None continues where the counter was left (ASM 4.5.2)."""
        self._run[self.run.space, self.run.counter] = self.run_address
        self._load[self.load.space, self.load.counter] = self.load_address
        self.run = run
        self.run_address = self._run.get((run.space, run.counter), 0) if run_at is None else run_at
        self.overlay = load is not None
        if load is None:
            self.load = run
            self.load_address = self.run_address
        else:
            self.load = load
            before = self._load.get((load.space, load.counter), 0)
            self.load_address = before if load_at is None else load_at

    def advance(self, count: int, load_step: int = 1) -> tuple[bool, bool]:
        """Move both counters by `count` words; returns which of runtime and load wrapped around."""
        run = self.run_address + count
        load = self.load_address + count * load_step
        # A counter may rest at TOP, just behind the last word; only going further wraps it.
        wrapped = run > TOP, load > TOP
        self.run_address = run - TOP if run > TOP else run
        self.load_address = load - TOP if load > TOP else load
        return wrapped

    def align(self, size: int) -> None:
        """Move both counters up to the next multiple of 2**k, 2**k >= size; a counter at 0 stays (ASM 6.3, DSM)."""
        boundary = 1 << max(0, size - 1).bit_length()
        step = -self.run_address % boundary
        self.run_address += step
        self.load_address += step

    def counter_type(self, load: bool) -> int:
        """What @CTR returns: 0 for the default counter, 1 for L, 2 for H (ASM 3.8)."""
        return _COUNTER_TYPES[(self.load if load else self.run).counter]
