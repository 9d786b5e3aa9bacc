"""Paths of a routine: which inputs take which, by bit vectors.

An example takes a path, on the emulator. Its branch conditions are terms in the operands. The solver finds inputs that
take the other side of a branch, these are run, and so on until each branch of each path has been decided. An address
that depends on the operands is decided once for each of its values. So every input that is found has been run, and a
routine has been searched if no branch is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dsp56k.emu import Access, Dsp56001, EmulatorError, Step
from dsp56k.lib.errors import OperandError, RoutineError
from dsp56k.lib.routine.operand import Operand
from dsp56k.lib.routine.routine import Routine
from dsp56k.testing.proofs.answers import Input, Unknown, Unreachable
from dsp56k.testing.proofs.bit_vectors import BitVectors
from dsp56k.testing.proofs.bounds import assumptions_of, free_operands
from dsp56k.testing.proofs.domain import ADDRESS_MASK, Bit, UnsupportedError, Value
from dsp56k.testing.proofs.follower import Follower
from dsp56k.testing.proofs.limits import Limits
from dsp56k.testing.proofs.operands import (
    Range,
    output_pairs,
    output_values,
    place_unknowns,
    place_words,
    random_inputs,
)
from dsp56k.testing.proofs.running import Run, completed, place_in


@dataclass(frozen=True)
class _Condition:
    """A condition of a path.

    Attributes:
        term: its Boolean term.
        is_address: True for the value of an address: it has more than one alternative.
    """

    term: Any
    is_address: bool = False


@dataclass(frozen=True)
class _Start:
    """Inputs with which a path begins that has not been run.

    Attributes:
        inputs: the inputs.
        known: conditions before this number have been decided.
        excluded: addresses that have been decided of the condition with this number, as terms that exclude them.
    """

    inputs: dict[str, Any]
    known: int = 0
    excluded: tuple[Any, ...] = ()


class _Conditions(Follower):
    """Follows a path and records its conditions.

    Attributes:
        conditions: conditions that hold on the path, in its order.
        visited: addresses of the executed instructions.
    """

    def __init__(self, dsp: Dsp56001, vectors: BitVectors) -> None:
        super().__init__(vectors, dsp)
        self.vectors = vectors
        self.conditions: list[_Condition] = []
        self.visited: set[int] = set()

    def execute(self, step: Step) -> None:
        """Compute an instruction that the emulator has executed."""
        self.visited.add(step.address)
        super().execute(step)

    def branch(self, bit: Bit, *, taken: bool) -> None:
        term = self.vectors.boolean(bit)
        self.conditions.append(_Condition(term if taken else self.vectors.negated(term)))

    def require_number(self, value: Value, use: str) -> None:
        self.refuse(f"{use} depends on a value of an operand")

    def _require_address(self, address: Value, access: Access) -> None:
        """Continue with the address of the example; other addresses are other paths."""
        term = self.vectors.equals(self.vectors.masked(address, ADDRESS_MASK), access.address)
        self.conditions.append(_Condition(term, is_address=True))

    def load_from(self, space: str, address: Value, access: Access) -> Value:
        self._require_address(address, access)
        return self.state.load(access)

    def store_to(self, space: str, address: Value, access: Access, value: Value) -> None:
        self._require_address(address, access)
        self.state.store(access, value)


@dataclass(frozen=True)
class _Path:
    """A path.

    Attributes:
        inputs: inputs that take it.
        run: the run of the routine.
        integers: the free operands as integers.
        conditions: conditions that hold on it.
        other: the run of a second routine with the same inputs.
    """

    inputs: dict[str, Any]
    run: Run[_Conditions]
    integers: dict[str, Any]
    conditions: list[_Condition]
    other: Run[_Conditions] | None


class _Search:
    """Search of all paths.

    Attributes:
        vectors: the terms.
    """

    def __init__(
        self,
        routine: Routine,
        values: Mapping[str, Any],
        free: Mapping[str, Operand],
        ranges: Mapping[str, Range],
        limits: Limits,
        other: Routine | None = None,
    ) -> None:
        self.routine, self.values, self.free, self.ranges = routine, values, free, ranges
        self._other = other
        self.vectors = BitVectors()
        self.limits = limits

    def paths(self) -> Iterator[_Path]:
        """Return each path of the routine, or each pair of paths of both routines, once.

        Raises:
            UnsupportedError: a path cannot be followed, or the solver does not decide.
        """
        pending = [_Start(random_inputs(self.routine, self.values, self.free, self.ranges, seed=0))]
        while pending:
            start = pending.pop()
            run = Run(self.routine, start.inputs, partial(_Conditions, vectors=self.vectors))
            run.follower.limits = self.limits
            self.vectors.assumptions.clear()
            words: dict[str, list[Value]] = {}
            integers = place_unknowns(run, self.free, self.ranges, self.vectors.variable, words)
            run.follow()
            conditions = list(run.follower.conditions)
            other = None
            if self._other is not None:
                other = Run(self._other, start.inputs, partial(_Conditions, vectors=self.vectors))
                other.follower.limits = self.limits
                for name, unknown in words.items():
                    place_words(other, self._other.inputs[name], unknown)
                other.follow()
                conditions += other.follower.conditions
            yield _Path(start.inputs, run, integers, conditions, other)
            for index in range(start.known, len(conditions)):
                excluded = start.excluded if index == start.known else ()
                excluded = (*excluded, self.vectors.negated(conditions[index].term))
                model = self.vectors.solve([*_terms(conditions[:index]), *excluded], self.limits)
                if model is not None:
                    inputs = self.inputs_of(model)
                    is_decided = not conditions[index].is_address
                    pending.append(_Start(inputs, index + 1) if is_decided else _Start(inputs, index, excluded))

    def inputs_of(self, model: Mapping[str, int]) -> dict[str, Any]:
        """Return the operands of a solution."""
        inputs = dict(self.values)
        for name, operand in self.free.items():
            words = [model[f"{name}[{index}]"] for index in range(operand.shape.words)]
            inputs[name] = operand.decode(words)
        return inputs


def _terms(conditions: Sequence[_Condition]) -> list[Any]:
    return [condition.term for condition in conditions]


def find_difference(
    routine: Routine,
    expected: Callable[..., Any] | Routine,
    actual: Callable[[Any], Any],
    values: Mapping[str, Any],
    free: Mapping[str, Operand],
    ranges: Mapping[str, Range],
    limits: Limits,
) -> dict[str, Any] | Unknown | None:
    """Find inputs for which a routine's value is not the expected one.

    Args:
        routine: the routine.
        expected: the specification, a function of the inputs by name, or another routine.
        actual: returns the value of the outputs that is compared.
        values: inputs by name.
        free: inputs that have all values.
        ranges: their ranges.
        limits: processor time and memory.

    Returns:
        The inputs; None if there are none; or the reason why that is not known.
    """
    search = _Search(routine, values, free, ranges, limits, expected if isinstance(expected, Routine) else None)
    place = None
    try:
        for path in search.paths():
            place = path.run.place
            if isinstance(expected, Routine) and path.other is not None:
                wanted = output_values(path.other, expected)
            else:
                wanted = expected(**{**values, **path.integers})
            pairs = output_pairs(actual(path.run), wanted)
            differing = [search.vectors.negated(search.vectors.equals(*pair)) for pair in pairs]
            conditions = [*_terms(path.conditions), search.vectors.any_of(differing)]
            model = search.vectors.solve(conditions, limits)
            if model is not None:
                return search.inputs_of(model)
    except (UnsupportedError, EmulatorError, RoutineError, TypeError) as error:
        return Unknown(f"bit vectors: {error}", place)
    return None


def search_input(
    routine: Routine,
    reach: str | int,
    free: Sequence[str] | None,
    ranges: Mapping[str, Range],
    example: Mapping[str, Any] | None,
    limits: Limits,
) -> Input | Unreachable | Unknown:
    """Find inputs with which a routine executes an instruction; as `find_input`."""
    begun = time.process_time()
    try:
        target = routine.symbols.address(reach, "P", "reach")
    except EmulatorError as error:
        raise OperandError(error.message, name="reach", value=reach) from None
    operands = free_operands(routine, free, example)
    values = completed(routine, example)
    search = _Search(routine, values, operands, ranges, limits)
    place = None
    try:
        for path in search.paths():
            place = path.run.place
            if target in path.run.follower.visited:
                return Input(path.inputs, place_in(routine, path.run.dsp, target), time.process_time() - begun)
    except (UnsupportedError, EmulatorError) as error:
        return Unknown(str(error), place)
    assumptions = assumptions_of(routine, values, operands, ranges)
    return Unreachable("bit vectors", assumptions, time.process_time() - begun)
