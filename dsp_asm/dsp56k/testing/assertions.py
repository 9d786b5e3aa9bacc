"""What a test asserts of a routine: constant time, a limit of clocks, the same results as another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from dsp56k.testing.ways import Call, Ways, parting, ways_of

Function = Callable[..., Any]
"""A Routine, or a function that runs routines of `dsp56k.lib`."""
Cases = st.SearchStrategy[Any] | Iterable[Any]
"""What to call a function with: a mapping gives arguments by name, a tuple in their order, all else is the only one."""
CASES = 200
"""Of a strategy, how many are tried."""


@dataclass(frozen=True)
class Constant:
    """What `assert_constant_time` has found.

    Attributes:
        cases: how many calls were compared.
        clocks: oscillator clocks that each took.
        same_data_addresses: whether all accessed the same addresses in the same order: if not, memory with wait states
            of its own, or a bus that somebody else wants, may tell calls apart after all.
    """

    cases: int
    clocks: int
    same_data_addresses: bool


def assert_constant_time(
    function: Function, over: Cases, *, data_addresses: bool = False, cases: int = CASES
) -> Constant:
    """Every case takes the same way: the same instructions at the same clocks, exactly.

    Args:
        function: a Routine, or a function that runs routines of `dsp56k.lib`. It does the same in each call.
        over: a strategy, of which a counterexample shrinks, or cases.
        data_addresses: each access of data goes to the same address, too: no table is read at a secret index.
        cases: of a strategy, how many are tried.

    Raises:
        AssertionError: two cases take different ways: both, their clocks, and the instruction at which they part.
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
    """Calls and their ways."""

    def __init__(self, function: Function, data_addresses: bool) -> None:
        self._function, self._data_addresses = function, data_addresses
        self._count = 0
        self._seen: dict[Ways, None] = {}

    def ways(self, case: Any) -> Ways:
        """The ways of a case."""
        ways = ways_of(call_of(self._function, case))
        self._count += 1
        self._seen.setdefault(ways)
        return ways

    def differ(self, one: Any, other: Any) -> bool:
        """Whether two cases can be told apart."""
        return self._secret(self.ways(one)) != self._secret(self.ways(other))

    def _secret(self, ways: Ways) -> tuple[object, ...]:
        return tuple((way.flow, way.data if self._data_addresses else 0) for way in ways)

    def first_pair(self, cases: Iterable[Any]) -> tuple[Any, ...]:
        """The first case and the first that differs from it, in a tuple; nothing if there is none."""
        rest = iter(cases)
        for first in rest:
            ways = self._secret(self.ways(first))
            return next((((first, case),) for case in rest if self._secret(self.ways(case)) != ways), ())
        return ()

    def explained(self, one: Any, other: Any) -> str:
        """How two cases differ."""
        first, second = call_of(self._function, one), call_of(self._function, other)
        name = name_of(self._function)
        lines = [f"{name} does not execute the same instructions for all arguments:"]
        for case, call in ((one, first), (other, second)):
            lines.append(f"  {sum(way.clocks for way in ways_of(call))} clocks for {name}({arguments_text(case)})")
        symbols = getattr(self._function, "symbols", None)
        part = parting(first, second, symbols=symbols) or parting(first, second, data=True, symbols=symbols)
        return "\n".join([*lines, f"  {part}"])

    def constant(self) -> Constant:
        """What all have in common."""
        clocks = {sum(way.clocks for way in ways) for ways in self._seen}
        data = {tuple(way.data for way in ways) for ways in self._seen}
        return Constant(self._count, max(clocks, default=0), len(data) <= 1)


def call_of(function: Function, case: Any) -> Call:
    """A call of a function with a case."""
    if isinstance(case, Mapping):
        return partial(function, **case)
    return partial(function, *case) if isinstance(case, tuple) else partial(function, case)


def _result(function: Function, case: Any) -> Any:
    return call_of(function, case)()


def name_of(function: Function) -> str:
    """What messages call a function."""
    return getattr(function, "name", None) or getattr(function, "__name__", None) or repr(function)


def arguments_text(case: Any) -> str:
    """The arguments of a case as Python has them."""
    if isinstance(case, Mapping):
        return ", ".join(f"{name}={value!r}" for name, value in case.items())
    return ", ".join(map(repr, case)) if isinstance(case, tuple) else repr(case)


def assert_clocks(function: Function, over: Cases, *, at_most: int, cases: int = CASES) -> int:
    """No case takes more clocks than `at_most`; the most that one took.

    Args:
        function: a Routine, or a function whose results have `clocks`.
        over: a strategy, of which a counterexample shrinks, or cases.
        at_most: oscillator clocks.
        cases: of a strategy, how many are tried.

    Raises:
        AssertionError: a case takes more; it and its clocks.
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
    """Two functions that gave the same.

    Attributes:
        cases: in how many cases.
        first, second: the most clocks that one of them took.
    """

    cases: int
    first: int
    second: int


def compare(first: Function, second: Function, over: Cases, *, cases: int = CASES) -> Comparison:
    """Two functions give equal values in every case; the clocks of either.

    Args:
        first: a Routine, or a function whose results have `value` and `clocks`.
        second: another.
        over: a strategy, of which a counterexample shrinks, or cases.
        cases: of a strategy, how many are tried.

    Raises:
        AssertionError: values differ: the case and both.
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
    """A case for which a condition holds, of a strategy the simplest; nothing if there is none."""
    if isinstance(over, st.SearchStrategy):
        return _found(over, condition, cases)
    return next(((case,) for case in over if condition(case)), ())


def _found(strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool], cases: int) -> tuple[Any, ...]:
    """The simplest example found for which a condition holds, in a tuple; nothing if there is none."""
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
