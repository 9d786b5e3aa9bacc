"""Parts of a PC in native code, which count the clocks and the traffic of its bus."""

from dsp56k.host._pc import BusClock, BusCycles, CountedPorts, Timer, Traffic

__all__ = ["BusClock", "BusCycles", "CountedPorts", "Timer", "Traffic"]
