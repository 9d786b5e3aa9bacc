"""The processors whose rules are built, and the levels of time of each."""

from __future__ import annotations

from collections.abc import Mapping

from dsp56k.host.clocks.i286 import I286
from dsp56k.host.clocks.i486 import I486, Pipeline
from dsp56k.host.clocks.levels import BASIC_BUS_CYCLE, BusUnit, Level, ManualClocks
from dsp56k.host.clocks.rules import I386, Rules
from dsp56k.host.modes import ModeName

RULES: Mapping[str, Mapping[ModeName, Rules]] = {
    "i286": {"real16": I286()},
    "i386": {"flat32": I386(real=False), "real16": I386(real=True)},
    "i486": {"flat32": I486(real=False), "real16": I486(real=True)},
}
"""By processor and mode."""
LEVELS: Mapping[str, tuple[str, ...]] = {
    "i286": ("manual", "bus-unit"),
    "i386": ("manual", "bus-unit"),
    "i486": ("pipeline",),
}
"""The levels of time, by processor."""

_INTERLOCK: Mapping[ModeName, int] = {"flat32": 1, "real16": 2}
"""Clocks after which an i486 addresses by a register that was written: row `ea base written by previous instruction`.
"""


def new_level(cpu: str, mode: ModeName, memory: str, wait_states: int, *, byte_rules: bool) -> Level:
    """The level called `memory`; `wait_states` are of `bus-unit`, `byte_rules` of `pipeline`."""
    if memory == "manual":
        return ManualClocks()
    if memory == "bus-unit":
        rules = RULES[cpu][mode]
        return BusUnit(cycle=BASIC_BUS_CYCLE + wait_states, width=rules.bus_width, queue=rules.queue)
    return Pipeline(agi=_INTERLOCK[mode], byte_rules=byte_rules)
