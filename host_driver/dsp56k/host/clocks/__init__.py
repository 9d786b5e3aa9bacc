"""Instruction clocks of the emulated x86: the table, the rules that apply it, and the accounting by basic block."""

from dsp56k.host.clocks.clock_accounting import Blocks
from dsp56k.host.clocks.counters import Counter, NativeCounter
from dsp56k.host.clocks.i486 import Pipeline
from dsp56k.host.clocks.processors import LEVELS, MEASURED_LEVELS, PUBLISHED_LEVEL, RULES, new_level
from dsp56k.host.clocks.program import TimedCode, time_code
from dsp56k.host.clocks.table import clock_table
from dsp56k.host.clocks.three_units import ThreeUnits
from dsp56k.host.clocks.timing_models import BusUnit, Level, ManualClocks

__all__ = [
    "LEVELS",
    "MEASURED_LEVELS",
    "PUBLISHED_LEVEL",
    "RULES",
    "Blocks",
    "BusUnit",
    "Counter",
    "Level",
    "ManualClocks",
    "NativeCounter",
    "Pipeline",
    "ThreeUnits",
    "TimedCode",
    "clock_table",
    "new_level",
    "time_code",
]
