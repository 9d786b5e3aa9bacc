"""Calls of a method that a test watches."""

from __future__ import annotations

from typing import Any

from dsp56k.emu.timeline import Time


def times_of_calls(owner: Any, name: str) -> list[Time]:
    """Return the list to which each call of a method, whose last argument is a time, adds that time."""
    times: list[Time] = []
    method = getattr(owner, name)

    def watched(*arguments: Any) -> Any:
        times.append(arguments[-1])
        return method(*arguments)

    setattr(owner, name, watched)
    return times
