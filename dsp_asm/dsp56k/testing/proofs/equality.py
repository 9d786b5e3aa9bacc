"""Proof of equality: a routine computes the value of a specification, for all operands in their ranges."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import Any

from dsp56k.emu import EmulatorError
from dsp56k.lib.errors import RoutineError
from dsp56k.lib.routine.operand import Operand
from dsp56k.lib.routine.routine import Routine
from dsp56k.testing.proofs.answers import Counterexample, Proof, Unknown
from dsp56k.testing.proofs.bounds import Bounds, assumptions_of, free_operands
from dsp56k.testing.proofs.domain import UnsupportedError
from dsp56k.testing.proofs.limits import DEFAULT_MEGABYTES, DEFAULT_SECONDS, Limits
from dsp56k.testing.proofs.operands import (
    Range,
    output_pairs,
    output_values,
    place_unknowns,
    place_words,
    random_inputs,
    word_range,
)
from dsp56k.testing.proofs.reachability import NO_SOLVER
from dsp56k.testing.proofs.running import Run, completed

Specification = Callable[..., Any]
"""A function of the inputs by name. It returns the value of the output, or a mapping of several by name."""
MAX_TRIES = 100
"""Random inputs that are run before a proof is tried: most errors show at once, and cost no analysis then."""
FEW_CASES = 1 << 16
"""Inputs that are executed before the solver runs: they take a few seconds."""
MAX_CASES = 1 << 24
"""Inputs that are executed one by one: all values of a word."""


def prove_equal(
    routine: Routine,
    specification: Specification | Routine,
    *,
    free: Sequence[str] | None = None,
    ranges: Mapping[str, Range] | None = None,
    example: Mapping[str, Any] | None = None,
    result: Callable[..., Any] | None = None,
    seconds: float = DEFAULT_SECONDS,
    megabytes: float = DEFAULT_MEGABYTES,
) -> Proof | Counterexample | Unknown:
    """Prove that a routine computes the same value as a specification or another routine.

    Random inputs are tried first. Then follows the first method that decides: polynomials for sums and products of any
    length, exhaustion for up to 2^24 inputs, bit vectors otherwise (extra `proof`).

    Args:
        routine: the routine.
        specification: a function of the inputs by name with + - * ** << >> % & | ^, or a routine with the same inputs.
        free: inputs that have all values of their ranges; by default all that `example` does not have.
        ranges: smallest and largest value of each word of an input; by default all values of its form.
        example: values of the other inputs.
        result: a function of the outputs by name, whose value is compared; by default the value of the output, or the
            mapping of several.
        seconds: processor time after which a method gives up.
        megabytes: memory after which a method gives up.

    Returns:
        A proof with its method; an input for which the values differ, run on the emulator; or the reason why neither
        was found.

    Raises:
        OperandError: an unknown name, an impossible range or limit.
        RoutineError: the example fails.
    """
    ranges = ranges or {}
    operands = free_operands(routine, free, example)
    values = completed(routine, example)
    comparison = _Comparison(
        routine, specification, values, operands, ranges, result, partial(Limits, seconds, megabytes)
    )
    for seed in range(MAX_TRIES):
        found = comparison.differing(random_inputs(routine, values, operands, ranges, seed=seed))
        if found is not None:
            return found
    reasons = []
    methods = (
        comparison.by_polynomials,
        partial(comparison.by_exhaustion, FEW_CASES),
        comparison.by_bit_vectors,
        partial(comparison.by_exhaustion, MAX_CASES),
    )
    for method in methods:
        answer = method()
        if not isinstance(answer, Unknown):
            return answer
        if answer.reason not in reasons:
            reasons.append(answer.reason)
    return Unknown("; ".join(reasons))


class _Comparison:
    def __init__(
        self,
        routine: Routine,
        specification: Specification | Routine,
        values: Mapping[str, Any],
        free: Mapping[str, Operand],
        ranges: Mapping[str, Range],
        result: Callable[..., Any] | None,
        limits: Callable[[], Limits],
    ) -> None:
        self._routine, self._specification = routine, specification
        self._values, self._free, self._ranges = values, free, ranges
        self._result, self._limits = result, limits

    def differing(self, inputs: Mapping[str, Any]) -> Counterexample | None:
        """Return a counterexample if the values differ for these inputs."""
        expected = self._expected(inputs)
        try:
            actual = self._actual(self._routine(**inputs).value)
        except RoutineError as error:
            return Counterexample(str(error), (dict(inputs),))
        if actual == expected:
            return None
        message = f"{self._routine.name} computes {actual!r}, not {expected!r}"
        return Counterexample(message, (dict(inputs),))

    def _actual(self, value: Any) -> Any:
        """Return the value of the outputs that is compared."""
        if self._result is None:
            return value
        return self._result(**value) if isinstance(value, Mapping) else self._result(value)

    def _expected(self, inputs: Mapping[str, Any]) -> Any:
        if isinstance(self._specification, Routine):
            return self._specification(**inputs).value
        return self._specification(**inputs)

    def _proof(self, method: str, begun: float) -> Proof:
        assumptions = assumptions_of(self._routine, self._values, self._free, self._ranges)
        return Proof(method, assumptions, time.process_time() - begun)

    def by_polynomials(self) -> Proof | Unknown:
        """Compare the normal forms of both values."""
        begun = time.process_time()
        run = Run(self._routine, self._values, Bounds)
        run.follower.limits = limits = self._limits()
        try:
            words: dict[str, list[Any]] = {}
            inputs = place_unknowns(run, self._free, self._ranges, run.follower.atom, words)
            run.follow()
            actual = self._actual(output_values(run, self._routine))
            if isinstance(self._specification, Routine):
                other = Run(self._specification, self._values, partial(Bounds, polynomials=run.follower.polynomials))
                other.follower.limits = limits
                for name, unknown in words.items():
                    place_words(other, self._specification.inputs[name], unknown)
                other.follow()
                expected = output_values(other, self._specification)
            else:
                expected = self._expected({**self._values, **inputs})
        except (UnsupportedError, EmulatorError, TypeError) as error:
            return Unknown(f"polynomials: {error} at {run.place}")
        if run.follower.exceeds is not None:
            return Unknown(f"polynomials: a result may exceed 56 bits or be limited at {run.place}")
        for left, right in output_pairs(actual, expected):
            if not run.follower.polynomials.are_equal(left, right):
                return Unknown("polynomials: the normal forms differ")
        return self._proof("polynomials", begun)

    def by_exhaustion(self, max_cases: int) -> Proof | Counterexample | Unknown:
        """Execute all inputs."""
        begun = time.process_time()
        lengths = [
            high - low + 1
            for name, operand in self._free.items()
            for low, high in [word_range(name, operand, self._ranges)] * operand.shape.words
        ]
        count = prod(lengths)
        if count > max_cases:
            return Unknown(f"exhaustion: there are about 2^{count.bit_length() - 1} inputs")
        limits = self._limits()
        for inputs in self._all_inputs():
            found = self.differing(inputs)
            if found is not None:
                return found
            try:
                limits.check()
            except UnsupportedError as error:
                return Unknown(f"exhaustion of {count} inputs: {error}")
        return self._proof("exhaustion", begun)

    def _all_inputs(self) -> Iterator[dict[str, Any]]:
        words = []
        for name, operand in self._free.items():
            low, high = word_range(name, operand, self._ranges)
            words += [range(low, high + 1)] * operand.shape.words
        for combination in product(*words):
            inputs, rest = dict(self._values), list(combination)
            for name, operand in self._free.items():
                taken, rest = rest[: operand.shape.words], rest[operand.shape.words :]
                mask = (1 << operand.shape.width) - 1
                inputs[name] = operand.decode([word & mask for word in taken])
            yield inputs

    def by_bit_vectors(self) -> Proof | Counterexample | Unknown:
        """Use a solver to find inputs with different values, on every path."""
        try:
            from dsp56k.testing.proofs.paths import find_difference  # the solver is optional
        except ImportError:
            return Unknown(f"bit vectors: {NO_SOLVER}")
        begun = time.process_time()
        answer = find_difference(
            self._routine,
            self._specification,
            lambda run: self._actual(output_values(run, self._routine)),
            self._values,
            self._free,
            self._ranges,
            self._limits(),
        )
        if isinstance(answer, Unknown):
            return answer
        if answer is None:
            return self._proof("bit vectors", begun)
        found = self.differing(answer)
        return found if found is not None else Unknown("bit vectors: the emulator does not confirm the solver's inputs")
