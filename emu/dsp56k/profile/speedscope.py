"""A profile as speedscope reads it (https://www.speedscope.app/file-format-schema.json): flame graphs in a browser."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from dsp56k.profile.counts import Function, Profile

_SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def speedscope(profile: Profile, program: str) -> str:
    """Return the text of a speedscope file: stacks with clocks, and calls and returns in time if all were recorded.

    Args:
        profile: The counts.
        program: The name of the profile.
    """
    weights = [stack.clocks for stack in profile.stacks]
    profiles: list[dict[str, Any]] = [
        {
            "type": "sampled",
            "name": f"{program}: clocks by stack",
            "unit": "none",
            "startValue": 0,
            "endValue": sum(weights),
            "samples": [list(stack.functions) for stack in profile.stacks],
            "weights": weights,
        }
    ]
    if (events := _events(profile)) is not None:
        first, last = profile.entries[0].clock, profile.entries[-1].clock
        in_time = {"type": "evented", "name": f"{program}: in time", "unit": "none"}
        profiles.append({**in_time, "startValue": first, "endValue": last, "events": events})
    facts = {
        "$schema": _SCHEMA,
        "name": program,
        "exporter": "dsp56k",
        "activeProfileIndex": 0,
        "shared": {"frames": [_frame(one) for one in profile.functions]},
        "profiles": profiles,
    }
    return json.dumps(facts, separators=(",", ":")) + "\n"


def _frame(function: Function) -> dict[str, Any]:
    place = function.place
    known = {"file": place.file, "line": place.line}
    return {"name": function.name, **{name: value for name, value in known.items() if value is not None}}


def _events(profile: Profile) -> list[dict[str, Any]] | None:
    """None where some are missing, or the chip's clock went back in between."""
    if not profile.is_complete or any(later.clock < one.clock for one, later in pairwise(profile.entries)):
        return None
    found, open_ = [], []
    for clock, function in profile.entries:
        if function is not None:
            open_.append(function)
        kind = "C" if function is None else "O"
        found.append({"type": kind, "at": clock, "frame": open_.pop() if function is None else function})
    return found
