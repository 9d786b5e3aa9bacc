"""Explanations of failing tests: the call in Python, the assembly, the last instructions with values."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from dsp56k.isa import Dsp56kError
from dsp56k.lib import CallTrace, Routine
from dsp56k.testing.rendering import SHOWN, call_text, last_instructions, listing, value_text

_ABOUT_EXAMPLES = "hypothesis"
"""The package whose exceptions only discard an example."""
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def explain_failure(*routines: Routine, count: int = SHOWN) -> ExplainedFailure:
    """Explain exceptions that leave a `with` block, or the decorated function, by the last call of each routine.

    The note on the exception, which pytest and hypothesis print, has the call in Python, how it ended, the assembly
    there, and the last `count` instructions with their values. Successful calls take no more time. A failed call is
    repeated; while hypothesis searches for the simplest example, only that one.
    """
    return ExplainedFailure(routines, count)


class ExplainedFailure:
    """The context manager and decorator that `explain_failure` returns."""

    def __init__(self, routines: tuple[Routine, ...], count: int) -> None:
        self._routines = routines
        self._count = count
        self._before: list[list[Mapping[str, Any] | None]] = []

    def __call__(self, function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        """Return a function that explains each of its failures."""

        @wraps(function)
        def explained(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
            __tracebackhide__ = True
            with self:
                return function(*args, **kwargs)

        return explained

    def __enter__(self) -> Self:
        self._before.append([routine.last_inputs for routine in self._routines])
        return self

    # Hypothesis reports lines that only failing examples execute as a cause of the failure. Until its last example,
    # therefore, the same lines are executed whether an example fails or not.
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        before = self._before.pop()
        if _is_read() and isinstance(error, Exception):
            for routine, inputs in zip(self._routines, before, strict=True):
                last = routine.last_inputs
                if last is not None and last is not inputs:
                    explain_call(error, routine, last, self._count)


def _is_read() -> bool:
    """Return True if people read the exception: hypothesis raises hundreds before it shows the simplest example."""
    control = sys.modules.get("hypothesis.control")
    return control is None or not control.currently_in_test_context() or control.current_build_context().is_final


def explain_call(error: Exception, routine: Routine, inputs: Mapping[str, Any], count: int = SHOWN) -> None:
    """Add an explanation of a call, which is repeated, to an exception that does not discard an example."""
    if type(error).__module__.startswith(_ABOUT_EXAMPLES):
        return
    call = call_text(routine, inputs)
    try:
        error.add_note(explanation(routine, routine.trace(**inputs), call, count))
    except Dsp56kError as refused:
        error.add_note(f"{call}: {refused}")


def explanation(routine: Routine, trace: CallTrace, call: str, count: int = SHOWN) -> str:
    """Return the explanation of a call: how it ended, the assembly there, its last instructions."""
    ended = f": {trace.error}" if trace.error is not None else f" gave {value_text(trace.outcome().value)}"
    pc = trace.error.fields.get("pc") if trace.error is not None else None
    if pc is None and trace.steps:
        pc = trace.steps[-1].pc
    parts = [f"{call}{ended}"]
    if pc is not None:
        parts.append(listing(routine, pc))
    return "\n".join([*parts, last_instructions(routine, trace.steps, count)])
