"""A failing test of a routine explains itself: the call in Python, the assembly, the last instructions with values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from dsp56k.isa import Dsp56kError
from dsp56k.lib import CallTrace, Routine
from dsp56k.testing.rendering import SHOWN, call_text, last_instructions, listing

_ABOUT_EXAMPLES = "hypothesis"
"""The package whose exceptions only say that an example is of no use."""


@contextmanager
def explain_failure(*routines: Routine, count: int = SHOWN) -> Iterator[None]:
    """An exception that leaves the `with`, or the function that this decorates, says what each routine did last.

    The note that it gets, which pytest and hypothesis print, has the call in Python, how it ended, the assembly there,
    and the last `count` instructions with their values. Calls cost nothing more; a failed one is taken once more.
    """
    before = [routine.last_inputs for routine in routines]
    try:
        yield
    except Exception as error:
        for routine, inputs in zip(routines, before, strict=True):
            last = routine.last_inputs
            if last is not None and last is not inputs:
                explain_call(error, routine, last, count)
        raise


def explain_call(error: Exception, routine: Routine, inputs: Mapping[str, Any], count: int = SHOWN) -> None:
    """Add an explanation of a call, which is taken once more, to an exception; not to one that ends an example."""
    if type(error).__module__.startswith(_ABOUT_EXAMPLES):
        return
    call = call_text(routine, inputs)
    try:
        error.add_note(explanation(routine, routine.trace(**inputs), call, count))
    except Dsp56kError as refused:
        error.add_note(f"{call}: {refused}")


def explanation(routine: Routine, trace: CallTrace, call: str, count: int = SHOWN) -> str:
    """What there is to know of a call: itself and how it ended, the assembly there, its last instructions."""
    ended = f": {trace.error}" if trace.error is not None else f" gave {trace.outcome().value!r}"
    pc = trace.error.fields.get("pc") if trace.error is not None else None
    if pc is None and trace.steps:
        pc = trace.steps[-1].pc
    parts = [f"{call}{ended}"]
    if pc is not None:
        parts.append(listing(routine, pc))
    return "\n".join([*parts, last_instructions(routine, trace.steps, count)])
