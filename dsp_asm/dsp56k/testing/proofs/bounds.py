"""Proof of bounds: no accumulator exceeds a limit, for all operands in their ranges."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dsp56k.emu import Dsp56001, EmulatorError, Step
from dsp56k.lib.routine.operand import Operand
from dsp56k.lib.routine.routine import Routine
from dsp56k.testing.accumulators import accumulators_of
from dsp56k.testing.proofs.answers import Bounded, Counterexample, Unknown
from dsp56k.testing.proofs.domain import UnsupportedError, Value
from dsp56k.testing.proofs.follower import Follower
from dsp56k.testing.proofs.limits import DEFAULT_MEGABYTES, DEFAULT_SECONDS, Limits
from dsp56k.testing.proofs.operands import Range, place_unknowns, random_inputs
from dsp56k.testing.proofs.polynomials import Polynomials
from dsp56k.testing.proofs.running import Run, cells_of, completed, place_in
from dsp56k.testing.proofs.state import ACCUMULATOR, ACCUMULATORS

MAX_TRIES = 100
"""Random inputs that are run to find one that exceeds a bound: each shows a typical run, not the worst one."""
FEW_TERMS = 8
"""Terms of a value of the first analysis: any number from 4 to 64 works."""


class Bounds(Follower):
    """Follows a run with unknown operands, and notes where accumulators are largest.

    Attributes:
        largest_at: address of the instruction with the largest result.
        exceeds: address of the first instruction that exceeds the bound, overflows or limits.
    """

    def __init__(
        self, dsp: Dsp56001, limit: int = (1 << ACCUMULATOR - 1) - 1, polynomials: Polynomials | None = None
    ) -> None:
        """Follow from the emulator's state, with atoms of another run if it is given."""
        self.polynomials = polynomials or Polynomials()
        super().__init__(self.polynomials, dsp)
        self._limit = limit
        self.largest_at: int | None = None
        self.exceeds: int | None = None

    def atom(self, name: str, width: int, low: int, high: int) -> Value:
        """Return a new unknown integer."""
        del width
        return self.polynomials.atom(name, low, high)

    def execute(self, step: Step) -> None:
        """Compute an instruction that the emulator has executed."""
        before = self.polynomials.largest
        accumulators = {name: self.state.get(name) for name in ACCUMULATORS}
        super().execute(step)
        # Moves, logical operations and DIV write accumulators as well, without an exact result.
        for name, value in accumulators.items():
            written = self.state.get(name)
            if written is not value and written != value:
                self.polynomials.note_result(written)
        if self.polynomials.largest > before:
            self.largest_at = step.address
        if self.exceeds is None and (self.polynomials.largest > self._limit or self.polynomials.limits):
            self.exceeds = step.address


def prove_bounds(
    routine: Routine,
    at_most: int = (1 << ACCUMULATOR - 1) - 1,
    *,
    free: Sequence[str] | None = None,
    ranges: Mapping[str, Range] | None = None,
    example: Mapping[str, Any] | None = None,
    seconds: float = DEFAULT_SECONDS,
    megabytes: float = DEFAULT_MEGABYTES,
) -> Bounded | Counterexample | Unknown:
    """Prove that A, B and all results of the data ALU stay within a bound in magnitude, and that no move limits them.

    Args:
        routine: the routine.
        at_most: largest magnitude of an accumulator that the routine writes, and of an exact result before it is
            reduced to 56 bits; in units of bit 0.
        free: inputs that have all values of their ranges; by default all that `example` does not have.
        ranges: smallest and largest value of each word of an input; by default all values of its form.
        example: values of the other inputs.
        seconds: processor time after which the analysis gives up.
        megabytes: memory after which it gives up.

    Returns:
        A proof with the largest bound; an input that exceeds the bound, run on the emulator; or the reason why neither
        was found.

    Raises:
        OperandError: an unknown name, an impossible range or limit.
        RoutineError: the example fails.
    """
    begun = time.process_time()
    ranges = ranges or {}
    operands = free_operands(routine, free, example)
    values = random_inputs(routine, completed(routine, example), operands, ranges, seed=0)
    routine(**values)
    limits = Limits(seconds, megabytes)
    # Intervals of sums are mostly enough, and terms of long sums cost much time. Exact values decide otherwise.
    for few_terms in (FEW_TERMS, 0):
        run = Run(routine, values, partial(Bounds, limit=at_most, polynomials=Polynomials(few_terms)))
        run.follower.limits = limits
        try:
            place_unknowns(run, operands, ranges, run.follower.atom)
            run.follow()
        except (UnsupportedError, EmulatorError) as error:
            return Unknown(str(error), run.place)
        if run.follower.exceeds is None:
            break
    follower = run.follower
    if follower.exceeds is not None:
        return _counterexample(run, values, operands, ranges, at_most)
    largest = None if follower.largest_at is None else place_in(routine, run.dsp, follower.largest_at)
    return Bounded(
        method="intervals",
        assumptions=assumptions_of(routine, values, operands, ranges),
        seconds=time.process_time() - begun,
        largest=follower.polynomials.largest,
        instruction=largest,
    )


def free_operands(
    routine: Routine, free: Sequence[str] | None, example: Mapping[str, Any] | None
) -> dict[str, Operand]:
    """Return the inputs that have all values.

    Raises:
        OperandError: an unknown name, or a register that cannot be left open.
    """
    names = [name for name in routine.inputs if name not in (example or {})] if free is None else list(free)
    completed(routine, dict.fromkeys(names))
    operands = {name: routine.inputs[name] for name in names}
    for operand in operands.values():
        list(cells_of(operand))
    return operands


def assumptions_of(
    routine: Routine, values: Mapping[str, Any], free: Mapping[str, Operand], ranges: Mapping[str, Range]
) -> tuple[str, ...]:
    """Return the assumptions of a proof over all values of `free`."""
    fixed = ", ".join(f"{name}={values[name]!r}" for name in routine.inputs if name not in free)
    limits = ", ".join(f"{name} in {low} to {high}" for name, (low, high) in ranges.items() if name in free)
    return (
        *((f"the inputs {fixed}",) if fixed else ()),
        *((f"words of {limits}",) if limits else ()),
        *assumed_state(routine),
    )


def assumed_state(routine: Routine) -> tuple[str, ...]:
    """Return assumptions about the state that is not an input."""
    # A strict routine fails if its result depends on an uninitialised register or word.
    initial = () if routine.spec.strict else ("registers and words that are not inputs are as in a new chip",)
    return (*initial, "no interrupt, and peripherals that answer as in the example")


def _counterexample(
    run: Run[Bounds],
    values: Mapping[str, Any],
    operands: Mapping[str, Operand],
    ranges: Mapping[str, Range],
    at_most: int,
) -> Counterexample | Unknown:
    """Return an input that exceeds the bound in the emulator, if one is found in a few tries."""
    routine = run.routine
    for seed in range(MAX_TRIES):
        inputs = random_inputs(routine, values, operands, ranges, seed=seed)
        found = accumulators_of(partial(routine, **inputs), symbols=routine.symbols)
        for loss in found.losses:
            return Counterexample(f"{loss}", (inputs,), loss.place)
        for name, peak in (("A", found.a), ("B", found.b)):
            if abs(peak.value) > at_most:
                message = f"{name} is {peak}, which exceeds {at_most:#x}"
                return Counterexample(message, (inputs,), peak.place)
    assert run.follower.exceeds is not None
    place = place_in(routine, run.dsp, run.follower.exceeds)
    largest = run.follower.polynomials.largest
    what = "a move may limit an accumulator" if run.follower.polynomials.limits else f"a result may be {largest:#x}"
    return Unknown(f"{what}, and {MAX_TRIES} random inputs do not show it", place)
