"""Calls and returns in time as trace events (Chrome's JSON, which Perfetto and chrome://tracing show)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from dsp56k.profile.counts import Profile

_MICROSECONDS = 10**6
_DIGITS = 6
"""Decimals of a microsecond: picoseconds."""
PROCESS = 1
THREAD = 1


def microseconds(clock: int, hertz: Fraction) -> float:
    """Convert a clock to the time of the formats."""
    return round(float(clock * _MICROSECONDS / hertz), _DIGITS)


def perfetto(profile: Profile, program: str) -> str:
    """Return the text of a file of trace events.

    Args:
        profile: The counts, with entries.
        program: The name of the process.

    Raises:
        ValueError: The profile has no calls and returns in their order, or no clock.
    """
    if not profile.entries or profile.hertz is None:
        raise ValueError(f"the profile of {program} does not have the sequence of calls and returns")
    events: list[dict[str, Any]] = []
    for clock, function in profile.entries:
        event: dict[str, Any] = {"ph": "E" if function is None else "B", "ts": microseconds(clock, profile.hertz)}
        event |= {"pid": PROCESS, "tid": THREAD}
        if function is not None:
            one = profile.functions[function]
            event |= {"cat": "call", "name": one.name, "args": {"clock": clock, "address": one.address}}
        events.append(event)
    return trace_events(events, program, profile.processor)


def trace_events(events: Iterable[dict[str, Any]], process: str, thread: str) -> str:
    """Return the text of trace events, with the names of the process and the thread."""
    names = [("process_name", process), ("thread_name", thread)]
    described = [{"ph": "M", "pid": PROCESS, "tid": THREAD, "name": key, "args": {"name": name}} for key, name in names]
    return json.dumps({"displayTimeUnit": "ns", "traceEvents": [*described, *events]}, separators=(",", ":")) + "\n"
