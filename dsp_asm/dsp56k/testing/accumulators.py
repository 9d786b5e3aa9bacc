"""Ranges of the accumulators in a call, and lost bits: by overflow of the 56 bits, or by limiting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from dsp56k import isa
from dsp56k.emu import Dsp56001, Symbols
from dsp56k.lib.subroutine_calls import watched
from dsp56k.testing.execution_traces import Call, trace_routines
from dsp56k.testing.source_locations import InstructionLocation, location_at

BITS = 56
_V, _L = 1 << 1, 1 << 6
"""Bits of the status register (UM 6-7): an accumulator has overflowed; that, or a move was limited, since L was 0."""
_CCR = "LEUNZVC"
"""The flags that the letters of an encoding's column `ccr` belong to."""


@dataclass(frozen=True)
class PrecisionLoss:
    """A lost bit: an operation whose result needs more than 56 bits, or a move that was limited."""

    place: InstructionLocation
    sort: Literal["overflow", "limiting"]

    def __str__(self) -> str:
        return f"{self.sort} at {self.place}"


@dataclass(frozen=True)
class AccumulatorPeak:
    """The value of an accumulator that is farthest from 0, as a signed number of 56 bits, and its instruction."""

    value: int
    place: InstructionLocation | None

    def __str__(self) -> str:
        return f"{self.value:#x} at {self.place}"


@dataclass(frozen=True)
class Accumulators:
    """The ranges of A and B in a call's routines.

    Attributes:
        a, b: The peak of the accumulator.
        losses: Lost bits, in the order of the instructions.
    """

    a: AccumulatorPeak
    b: AccumulatorPeak
    losses: tuple[PrecisionLoss, ...]


def accumulators_of(call: Call, symbols: Symbols | None = None) -> Accumulators:
    """Repeat a call, the second time instruction by instruction, and observe A and B.

    Shifts and rotations of only A1, which lose bits on purpose, and comparisons count as the manual's V does: an
    arithmetic shift that changes the sign is an overflow. L of the status register is cleared before each instruction.

    Args:
        call: A call that does the same each time.
        symbols: Names for the instructions; by default those of the library's programs.
    """
    lengths = [way.instructions for way in trace_routines(call)]
    seen = _Seen(symbols)
    rest = iter(lengths)

    @contextmanager
    def step(dsp: Dsp56001) -> Iterator[None]:
        # The caller's run executes the last one, the return.
        seen.follow(dsp, next(rest) - 1)
        yield

    with watched(step):
        call()
    return Accumulators(seen.peaks["a"], seen.peaks["b"], tuple(seen.losses))


class _Seen:
    """The peaks and losses of the steps so far."""

    def __init__(self, symbols: Symbols | None) -> None:
        self._symbols = symbols
        self.peaks = {"a": AccumulatorPeak(0, None), "b": AccumulatorPeak(0, None)}
        self.losses: list[PrecisionLoss] = []

    def follow(self, dsp: Dsp56001, count: int) -> None:
        """Execute `count` instructions."""
        regs = dsp.regs
        regs.sr &= ~_L
        for step in dsp.trace(max_instructions=count):
            status = regs.sr
            if status & _L:
                overflow = bool(status & _V) and _may_overflow(step.words[0])
                place = location_at(dsp, step.address, self._symbols)
                self.losses.append(PrecisionLoss(place, "overflow" if overflow else "limiting"))
                regs.sr = status & ~_L
            for name, peak in self.peaks.items():
                value = signed(regs[name])
                if abs(value) > abs(peak.value):
                    self.peaks[name] = AccumulatorPeak(value, location_at(dsp, step.address, self._symbols))


def signed(accumulator: int) -> int:
    """Return the signed value of an accumulator's 56 bits."""
    return accumulator - (1 << BITS) if accumulator >> BITS - 1 else accumulator


@lru_cache(maxsize=4096)
def _may_overflow(word: int) -> bool:
    """Return True if an instruction sets V by its result."""
    decoded = isa.decode(word)
    return decoded is not None and decoded.parts[-1].row.ccr[_CCR.index("V")] in "*?"


def assert_accumulators(call: Call, at_most: int = 1 << BITS - 1, symbols: Symbols | None = None) -> Accumulators:
    """Assert that A and B stay within `at_most` of 0 at every instruction of a call, and lose no bit.

    Raises:
        AssertionError: They do not; the message has the instruction.
    """
    found = accumulators_of(call, symbols)
    problems: Iterable[object] = [
        *found.losses,
        *(f"{name.upper()} = {peak}" for name, peak in (("a", found.a), ("b", found.b)) if abs(peak.value) > at_most),
    ]
    if text := "; ".join(map(str, problems)):
        raise AssertionError(f"an accumulator exceeds its bound: {text}")
    return found
