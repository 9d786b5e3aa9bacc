"""The i486's cache, simulated: 8 KB for code and data, 4-way set-associative, lines of 16 bytes.

Source: Intel, Embedded Intel486 Processor Hardware Reference Manual, 3.3.2, 3.3.3 and 9.3.1. There are 128 sets. A read
that misses, of code or data, fills a line, and a write that misses does not; three bits of each set (pseudo-LRU) select
the replaced line.

The cost of a miss is a parameter, because it depends on the board. A line arrives in five clocks at best (160 Mbyte/s
at 50 MHz: i486 DX data sheet, October 1992, page 1), but the CPU continues with the first double word: 2 to 5 clocks
without wait states. Abrash's loop that outgrows the cache (Graphics Programming Black Book, ch. 12) measures 3.1 for
code.

Prefetching is not simulated: a block's lines are looked up when it is announced, and writes never wait.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import unicorn

from dsp56k.host.callbacks.unicorn_hooks import c_functions, hook_natively
from dsp56k.host.clocks import NativeCounter
from dsp56k.host.cpu_modes import Mode

MISS_CLOCKS = 3
"""Clocks of a miss: Abrash's loop, rounded."""

MISS_RANGE = range(1, 65)
"""Permitted clocks of a miss of a machine."""
CACHES = ("ideal", "simulated")

_ACCESSES = unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE


class Misses(NamedTuple):
    """Numbers of lines that were not in the cache when code ran and when data was read."""

    code: int
    data: int


class Cache(Protocol):
    """A cache that charges its misses to a counter."""

    def misses(self) -> Misses:
        """Return misses since power-up."""

    def restart(self) -> None:
        """Return to the state after power-up, as the counter does: empty."""


class SimulatedCache(Cache):
    """A cache in native code."""

    def __init__(self, counter: NativeCounter, miss_clocks: int, mode: Mode, uc: unicorn.Uc) -> None:
        self._counter = counter
        block, access, data = counter.native.cache(miss_clocks, c_functions(uc, segmented=mode.segmented))
        hook_natively(uc, unicorn.UC_HOOK_BLOCK, block, data)
        for area in mode.ram:
            hook_natively(uc, _ACCESSES, access, data, area)

    def misses(self) -> Misses:
        """See Cache."""
        return Misses(*self._counter.native.misses())

    def restart(self) -> None:
        """Return to the state after power-up; the cache's counter has emptied it."""
