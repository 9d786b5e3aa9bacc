"""The processors whose rules are built, and the levels of time of each."""

from __future__ import annotations

from collections.abc import Mapping

from dsp56k.host.clocks.i486 import I486, Pipeline
from dsp56k.host.clocks.levels import BusUnit, Level, ManualClocks
from dsp56k.host.clocks.rules import I386, Rules

RULES: Mapping[str, Rules] = {"i386": I386(), "i486": I486()}
LEVELS: Mapping[str, tuple[str, ...]] = {"i386": ("manual", "bus-unit"), "i486": ("pipeline",)}
"""The levels of time, by processor."""


def new_level(memory: str, wait_states: int, *, byte_rules: bool) -> Level:
    """The level called `memory`; `wait_states` are of `bus-unit`, `byte_rules` of `pipeline`."""
    if memory == "manual":
        return ManualClocks()
    if memory == "bus-unit":
        return BusUnit(cycle=2 + wait_states)
    return Pipeline(byte_rules=byte_rules)
