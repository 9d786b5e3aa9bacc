"""Sweep of a function over many points: keys, messages, settings of a chip; on one core or on all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic, TypeVar

from dsp56k.lib.errors import OperandError, SweepError
from dsp56k.system.processes import WorkerEndedError, answers, available_cores
from dsp56k.system.text import described

Value = TypeVar("Value")
Point = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Swept(Generic[Value]):
    """One point of a sweep: the arguments by name, and the function's value for them."""

    point: Point
    value: Value


def sweep(
    function: Callable[..., Value],
    points: Mapping[str, object] | Iterable[Point],
    *,
    jobs: int | None = None,
    progress: bool | None = None,
) -> list[Swept[Value]]:
    """Call a function at every point, with the point's values as keyword arguments.

    >>> from dsp56k.lib import modexp, sweep
    >>> swept = sweep(modexp, {"base": 3, "exponent": [5, 70000], "modulus": [1009, 2003]}, jobs=1)
    >>> [(one.point["exponent"], one.point["modulus"], one.value.value) for one in swept]
    [(5, 1009, 243), (5, 2003, 243), (70000, 1009, 374), (70000, 2003, 42)]

    Args:
        function: one of the library, a `Routine`, or any with these names that always returns the same.
        points: the arguments of each call by name; or, as a mapping, the values of every argument: all combinations
            are taken, the last name changing first, and a value that is not iterable, or is text or bytes, is the same
            for all.
        jobs: processes; all cores by default, 1 for only this one. Contexts around the call here, such as hooks and
            context variables, do not reach other processes.
        progress: show the progress on standard error; the default is whether it is a terminal.

    Returns:
        The points in their order with their values.

    Raises:
        SweepError: a call failed; of several the first in order. It has the `point`, and the raised error is its
            cause.
        OperandError: no such number of jobs, or points that are not mappings.
    """
    given: object = available_cores() if jobs is None else jobs
    if isinstance(given, bool) or not isinstance(given, int) or given < 1:
        raise OperandError(f"jobs must be an integer of at least 1, got {described(jobs)}", name="jobs", value=jobs)
    every = _combined(points) if isinstance(points, Mapping) else _listed(points)
    workers = min(given, len(every))
    name = getattr(function, "__name__", type(function).__name__)
    swept: list[Swept[Value]] = []
    with _shown(name, len(every), progress) as step, closing(_called(function, every, workers)) as values:
        for point in every:
            try:
                value = next(values)
            except WorkerEndedError as error:
                raise SweepError(f"{name} at {_told(point)}, or after it: {error}", point=point) from error
            except Exception as error:
                reason = str(error) or type(error).__name__
                raise SweepError(f"{name} at {_told(point)}: {reason}", point=point) from error
            swept.append(Swept(point, value))
            step()
    return swept


def _combined(axes: Mapping[str, object]) -> list[Point]:
    values = [_axis(value) for value in axes.values()]
    return [dict(zip(axes, chosen, strict=True)) for chosen in product(*values)]


def _axis(value: object) -> Sequence[object]:
    if isinstance(value, str | bytes | bytearray | memoryview) or not isinstance(value, Iterable):
        return (value,)
    return tuple(value)


def _listed(points: Iterable[Point]) -> list[Point]:
    listed: list[Point] = []
    for number, point in enumerate(points):
        given: object = point
        if not isinstance(given, Mapping):
            message = f"point {number} must be a mapping of names to values, got {described(point)}"
            raise OperandError(message, name="points", value=point)
        listed.append({**point})
    return listed


def _called(function: Callable[..., Value], points: Sequence[Point], workers: int) -> Generator[Value]:
    """Yield the value of each call, in order; the first error is raised."""

    def call(point: Point) -> Value:
        return function(**point)

    if workers <= 1:
        return (call(point) for point in points)
    return answers(call, points, workers, in_order=True)


@contextmanager
def _shown(name: str, total: int, wanted: bool | None) -> Iterator[Callable[[], object]]:
    """Show on standard error how many points are done; yield the function that counts one."""
    if not (sys.stderr.isatty() if wanted is None else wanted):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, *times, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=total)
        yield lambda: bar.advance(task)


def _told(point: Point) -> str:
    return ", ".join(f"{name}={described(value)}" for name, value in point.items()) or "the point without arguments"
