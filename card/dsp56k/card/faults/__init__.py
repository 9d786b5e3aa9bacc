"""Faults of a card: `card.faults.add(StuckLine("window.data", bit=3, level=0))`. See fault-injection.md."""

from dsp56k.card.faults.fault_injector import Faults
from dsp56k.card.faults.fault_models import (
    BusyDesChip,
    ChangedOscillator,
    DoubledStrobe,
    Fault,
    FlippedLine,
    FlippedRam,
    LateLine,
    LostStrobe,
    MissingDesChip,
    NoiseLeak,
    NoiseOffset,
    PcReset,
    SmallBanks,
    StuckLine,
)
from dsp56k.card.faults.signal_names import BUSES, LINES, STROBES, FaultError

__all__ = [
    "BUSES",
    "LINES",
    "STROBES",
    "BusyDesChip",
    "ChangedOscillator",
    "DoubledStrobe",
    "Fault",
    "FaultError",
    "Faults",
    "FlippedLine",
    "FlippedRam",
    "LateLine",
    "LostStrobe",
    "MissingDesChip",
    "NoiseLeak",
    "NoiseOffset",
    "PcReset",
    "SmallBanks",
    "StuckLine",
]
