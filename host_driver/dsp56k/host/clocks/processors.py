"""The processors whose rules are built, and the timing models of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dsp56k.host.clocks.i286 import I286
from dsp56k.host.clocks.i486 import I486, Pipeline
from dsp56k.host.clocks.instruction_forms import Timing
from dsp56k.host.clocks.processor_rules import I386, Rules
from dsp56k.host.clocks.three_units import DECODED_QUEUE, ThreeUnits, Units
from dsp56k.host.clocks.timing_models import BASIC_BUS_CYCLE, BusUnit, Level, ManualClocks
from dsp56k.host.cpu_modes import ModeName

RULES: Mapping[str, Mapping[ModeName, Rules]] = {
    "i286": {"real16": I286()},
    "i386": {"flat32": I386(real=False), "real16": I386(real=True)},
    "i486": {"flat32": I486(real=False), "real16": I486(real=True)},
}
"""Rules by processor and mode."""
LEVELS: Mapping[str, tuple[str, ...]] = {
    "i286": ("manual", "bus-unit", "three-units"),
    "i386": ("manual", "bus-unit", "three-units"),
    "i486": ("pipeline",),
}
"""The timing models, by processor."""
MEASURED_LEVELS = ("bus-unit", "three-units")
"""The timing models whose instruction clocks are those of the chip, not of the manual."""
PUBLISHED_LEVEL: Mapping[str, str] = {"i286": "three-units", "i386": "bus-unit", "i486": "pipeline"}
"""The timing model of the published results, by processor."""

UNITS: Mapping[str, Units] = {
    "i286": Units(
        width=2,
        queue=6,
        depth=DECODED_QUEUE,
        arrival=2,
        start=1,
        read=2,
        fetch_before_read=True,
        fetch_before_push=True,
    ),
    "i386": Units(
        width=4,
        queue=12,
        depth=DECODED_QUEUE,
        arrival=0,
        start=3,
        read=1,
        fetch_before_read=False,
        fetch_before_push=False,
    ),
}
"""Parameters of the timing model `three-units`, by processor."""

_INTERLOCK: Mapping[ModeName, int] = {"flat32": 1, "real16": 2}
"""Clocks after which an i486 addresses by a register that was written: row `ea base written by previous instruction`.
"""


def new_level(
    cpu: str,
    mode: ModeName,
    memory: str,
    wait_states: int,
    code: Mapping[int, Timing],
    *,
    decoded_queue: int = DECODED_QUEUE,
    byte_rules: bool = False,
) -> Level:
    """Return the timing model called `memory` for a program's instructions `code`.

    `wait_states` are those of `bus-unit` and `three-units`. `decoded_queue` belongs to `three-units`, `byte_rules` to
    `pipeline`.
    """
    if memory == "manual":
        return ManualClocks()
    rules, cycle = RULES[cpu][mode], BASIC_BUS_CYCLE + wait_states
    if memory == "bus-unit":
        return BusUnit(cycle=cycle, width=rules.bus_width, queue=rules.queue)
    if memory == "three-units":
        return ThreeUnits(code, replace(UNITS[cpu], depth=decoded_queue), cycle)
    return Pipeline(agi=_INTERLOCK[mode], byte_rules=byte_rules)
