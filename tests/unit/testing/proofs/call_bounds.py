"""Bounds of accumulators in calls of the library, for all operands: secret bits with narrow intervals.

All operands of a call are secret, so that a value contains its numbers in each call that takes the same path. The masks
show that sums of table entries have no carry, and intervals bound the other sums.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from dsp56k.emu import Dsp56001, Step
from dsp56k.lib.subroutine_calls import CLOCK_LIMIT, watched
from dsp56k.testing.proofs.domain import Value
from dsp56k.testing.proofs.library_calls import Entry, SecretCalls, entries_of_calls
from dsp56k.testing.proofs.state import ACCUMULATORS
from dsp56k.testing.source_locations import library_symbols
from dsp56k.testing.timing.assessments import TimingTarget
from shared.accumulator_oracle import Stretches
from unit.testing.proofs.secret_bits import SecretBits, _apart, _joined, bounds_of
from unit.testing.proofs.secret_followers import SecretFollower, mark_word


def _signed_bits(low: int, high: int) -> int:
    """Return the number of bits below the sign that numbers of an interval have."""
    return max((end if end >= 0 else ~end).bit_length() for end in (low, high))


class NarrowBits(SecretBits):
    """Secret bits whose logical operations keep intervals."""

    def _narrowed(self, value: Value, least: int, greatest: int) -> Value:
        if type(value) is int:
            return value
        return _joined(*_apart(value), max(least, value[2]), min(greatest, value[3]))

    def _logical(self, value: Value, a: Value, b: Value, *, is_and: bool = False) -> Value:
        """Narrow the result of a logical operation to the bits that its operands have."""
        bits = max(_signed_bits(*bounds_of(a)), _signed_bits(*bounds_of(b)))
        is_positive = [bounds_of(operand)[0] >= 0 for operand in (a, b)]
        positive = any(is_positive) if is_and else all(is_positive)
        value = self._narrowed(value, 0 if positive else -1 << bits, (1 << bits) - 1)
        for operand, other in ((a, b), (b, a)):
            low, high = bounds_of(other)
            if high < 0 if is_and else low >= 0:
                # The other operand's bits above those of its number leave the bits of this operand.
                value = self._with_upper_bits(value, operand, _signed_bits(low, high))
            elif is_and and low >= 0:
                value = self._narrowed(value, 0, high)
        return value

    def _with_upper_bits(self, value: Value, of: Value, lowest: int) -> Value:
        """Narrow a value whose bits from the lowest one on are those of another."""
        low, high = (end >> lowest << lowest for end in bounds_of(of))
        return self._narrowed(value, low, high + (1 << lowest) - 1)

    def _and(self, a: Value, b: Value) -> Value:
        return self._logical(super()._and(a, b), a, b, is_and=True)

    def _or(self, a: Value, b: Value) -> Value:
        return self._logical(super()._or(a, b), a, b)

    def _xor(self, a: Value, b: Value) -> Value:
        return self._logical(super()._xor(a, b), a, b)

    def _masked(self, a: Value, mask: int) -> Value:
        return self._logical(super()._masked(a, mask), a, mask, is_and=True)

    def insert(self, value: Value, word: Value, lowest: int, width: int) -> Value:
        """Return a value with the low bits of a word in `width` of its bits, from `lowest` on."""
        return self._with_upper_bits(super().insert(value, word, lowest, width), value, lowest + width)


class BoundsFollower(SecretFollower):
    """Follows a run with unknown operands, and notes how large accumulators become in each routine."""

    domain_class = NarrowBits

    def __init__(self, dsp: Dsp56001, peaks: _Peaks | None = None) -> None:
        super().__init__(dsp)
        self._peaks = peaks

    def execute(self, step: Step) -> None:
        """Compute an instruction that the emulator has executed."""
        before = {name: self.state.get(name) for name in ACCUMULATORS}
        super().execute(step)
        written = [value for name, old in before.items() if (value := self.state.get(name)) != old]
        if self._peaks is not None:
            self._peaks.note(self.dsp, step, written)


class _Peaks:
    """Largest magnitudes of A and B in each routine."""

    def __init__(self) -> None:
        self.largest: dict[str, tuple[int, int]] = {}
        self._routines: dict[tuple[int, ...], str] = {}
        self._stretches: dict[int, Stretches] = {}

    def _routine_at(self, dsp: Dsp56001, step: Step) -> str:
        key = step.address, *step.words
        if key not in self._routines:
            symbols = library_symbols(dsp, step.address)
            stretches = self._stretches.setdefault(id(symbols), Stretches(dict(symbols)))
            self._routines[key] = stretches.at(step.address)
        return self._routines[key]

    def note(self, dsp: Dsp56001, step: Step, written: list[Value]) -> None:
        """Note the accumulators that an instruction has written."""
        routine = self._routine_at(dsp, step)
        largest = max((max(-low, high) for low, high in map(bounds_of, written)), default=0)
        if largest >= self.largest.get(routine, (0, 0))[0]:
            self.largest[routine] = largest, step.address


def peaks_of(target: TimingTarget) -> dict[str, tuple[int, int]]:
    """Follow the routines of a target's call with unknown operands of one length.

    Returns:
        The bound of A and B in each routine, with the address of the instruction that has it.
    """
    factors = [factor for factor in target.factors if factor != "length"]

    def draw(chance: random.Random) -> dict[str, Any]:
        return dict(target.arguments(factors, chance.randrange(4, 1 << 32)))

    calls = SecretCalls(target.function, draw(random.Random(-1)), draw, "")
    entries = entries_of_calls(calls, math.inf)
    peaks = _Peaks()

    @contextmanager
    def followed(rest: Iterator[Entry], dsp: Dsp56001) -> Iterator[None]:
        entry, before = next(rest), dsp.snapshot()
        follower = BoundsFollower(dsp, peaks)
        for place, mask in entry.masks.items():
            mark_word(follower, place, mask)
        follower.note_overwritten()
        follower.follow(dsp.stack[1][0], CLOCK_LIMIT)
        # A comparison of sums is declassified: it is the same for all operands.
        assert follower.leak in ("", "a branch depends on a secret"), follower.leak
        dsp.restore(before)
        yield

    with (
        watched(partial(followed, iter(entries.setup)), preparing=True),
        watched(partial(followed, iter(entries.own))),
    ):
        calls.example_call()
    return peaks.largest
