"""Assertions about routines: constant time, a limit of clocks, the same results as another routine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from dsp56k.testing.execution_traces import Call, ExecutionTraces, first_divergence, trace_routines
from dsp56k.testing.rendering import name_of

Function = Callable[..., Any]
"""A Routine, or a function that runs routines of `dsp56k.lib`."""
Cases = st.SearchStrategy[Any] | Iterable[Any]
"""Arguments of calls: a mapping has arguments by name, a tuple in their order, any other value is the only argument."""
CASES = 200
"""The number of examples of a strategy."""


@dataclass(frozen=True)
class ConstantTimeResult:
    """The result of `assert_constant_time`.

    Attributes:
        cases: The number of calls that were compared.
        clocks: Oscillator clocks of each call.
        same_data_addresses: True if all calls accessed the same addresses in the same order. If not, memory with
            different wait states, or a shared bus, may distinguish calls after all.
    """

    cases: int
    clocks: int
    same_data_addresses: bool


def assert_constant_time(
    function: Function, over: Cases, *, data_addresses: bool = False, cases: int = CASES
) -> ConstantTimeResult:
    """Assert that every case executes the same instructions at the same clocks, exactly.

    Args:
        function: A Routine, or a function that runs routines of `dsp56k.lib`. It must do the same in each call.
        over: A strategy, whose counterexamples shrink, or cases.
        data_addresses: If True, each data access must have the same address, too: no table is read at a secret index.
        cases: The number of examples of a strategy.

    Raises:
        AssertionError: Two cases differ; the message has both, their clocks, and the instruction at which they diverge.
    """
    compared = _Compared(function, data_addresses)
    if isinstance(over, st.SearchStrategy):
        found = _found(st.tuples(over, over), lambda pair: compared.differ(*pair), (cases + 1) // 2)
    else:
        found = compared.first_pair(over)
    if found:
        raise AssertionError(compared.explained(*found[0]))
    return compared.constant()


class _Compared:
    """Calls and their traces."""

    def __init__(self, function: Function, data_addresses: bool) -> None:
        self._function, self._data_addresses = function, data_addresses
        self._count = 0
        self._seen: dict[ExecutionTraces, None] = {}

    def ways(self, case: Any) -> ExecutionTraces:
        """Return the traces of a case."""
        ways = trace_routines(call_of(self._function, case))
        self._count += 1
        self._seen.setdefault(ways)
        return ways

    def differ(self, one: Any, other: Any) -> bool:
        """Return True if two cases can be distinguished."""
        return self._secret(self.ways(one)) != self._secret(self.ways(other))

    def _secret(self, ways: ExecutionTraces) -> tuple[object, ...]:
        return tuple((way.flow, way.data if self._data_addresses else 0) for way in ways)

    def first_pair(self, cases: Iterable[Any]) -> tuple[Any, ...]:
        """Return the first case and the first that differs from it, in a tuple; empty if there is none."""
        rest = iter(cases)
        for first in rest:
            ways = self._secret(self.ways(first))
            return next((((first, case),) for case in rest if self._secret(self.ways(case)) != ways), ())
        return ()

    def explained(self, one: Any, other: Any) -> str:
        """Return how two cases differ."""
        first, second = call_of(self._function, one), call_of(self._function, other)
        name = name_of(self._function)
        lines = [f"{name} does not execute the same instructions for all arguments:"]
        for case, call in ((one, first), (other, second)):
            lines.append(
                f"  {sum(way.clocks for way in trace_routines(call))} clocks for {name}({arguments_text(case)})"
            )
        symbols = getattr(self._function, "symbols", None)
        part = first_divergence(first, second, symbols=symbols) or first_divergence(
            first, second, data=True, symbols=symbols
        )
        return "\n".join([*lines, f"  {part}"])

    def constant(self) -> ConstantTimeResult:
        """Return the result for cases that do not differ."""
        clocks = {sum(way.clocks for way in ways) for ways in self._seen}
        data = {tuple(way.data for way in ways) for ways in self._seen}
        return ConstantTimeResult(self._count, max(clocks, default=0), len(data) <= 1)


def call_of(function: Function, case: Any) -> Call:
    """Return a call of a function with a case."""
    if isinstance(case, Mapping):
        return partial(function, **case)
    return partial(function, *case) if isinstance(case, tuple) else partial(function, case)


def _result(function: Function, case: Any) -> Any:
    return call_of(function, case)()


def arguments_text(case: Any) -> str:
    """Return the arguments of a case as Python source."""
    if isinstance(case, Mapping):
        return ", ".join(f"{name}={value!r}" for name, value in case.items())
    return ", ".join(map(repr, case)) if isinstance(case, tuple) else repr(case)


def assert_clocks(function: Function, over: Cases, *, at_most: int, cases: int = CASES) -> int:
    """Assert that no case takes more clocks than `at_most`; return the maximum.

    Args:
        function: A Routine, or a function whose results have `clocks`.
        over: A strategy, whose counterexamples shrink, or cases.
        at_most: Oscillator clocks.
        cases: The number of examples of a strategy.

    Raises:
        AssertionError: A case takes more; the message has the case and its clocks.
    """
    most = 0

    def slow(case: Any) -> bool:
        nonlocal most
        clocks: int = _result(function, case).clocks
        most = max(most, min(clocks, at_most))
        return clocks > at_most

    found = _first(over, slow, cases)
    if found:
        clocks = _result(function, found[0]).clocks
        text = f"{name_of(function)}({arguments_text(found[0])}) takes {clocks} clocks"
        raise AssertionError(f"{text}, {clocks - at_most} more than {at_most}")
    return most


@dataclass(frozen=True)
class Comparison:
    """Two functions with equal results.

    Attributes:
        cases: The number of cases.
        first, second: The maximum clocks of the function.
    """

    cases: int
    first: int
    second: int


def compare(first: Function, second: Function, over: Cases, *, cases: int = CASES) -> Comparison:
    """Assert that two functions return equal values in every case; return the clocks of both.

    Args:
        first: A Routine, or a function whose results have `value` and `clocks`.
        second: Another one.
        over: A strategy, whose counterexamples shrink, or cases.
        cases: The number of examples of a strategy.

    Raises:
        AssertionError: The values differ; the message has the case and both values.
    """
    clocks: list[tuple[int, int]] = []

    def differ(case: Any) -> bool:
        ours, theirs = _result(first, case), _result(second, case)
        clocks.append((ours.clocks, theirs.clocks))
        return bool(ours.value != theirs.value)

    found = _first(over, differ, cases)
    if found:
        arguments = arguments_text(found[0])
        values = [
            f"{name_of(function)}({arguments}) gives {_result(function, found[0]).value!r}"
            for function in (first, second)
        ]
        raise AssertionError(", but ".join(values))
    return Comparison(len(clocks), max(pair[0] for pair in clocks), max(pair[1] for pair in clocks))


def _first(over: Cases, condition: Callable[[Any], bool], cases: int) -> tuple[Any, ...]:
    """Return a case that satisfies a condition, of a strategy the simplest; empty if there is none."""
    if isinstance(over, st.SearchStrategy):
        return _found(over, condition, cases)
    return next(((case,) for case in over if condition(case)), ())


def _found(strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool], cases: int) -> tuple[Any, ...]:
    """Return the simplest example found that satisfies a condition, in a tuple; empty if there is none."""
    chosen = settings(
        max_examples=cases,
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    try:
        return (find(strategy, condition, settings=chosen),)
    except NoSuchExample:
        return ()
