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

from dsp56k.host.callbacks.unicorn_hooks import c_functions, hook_natively, register_reader
from dsp56k.host.clocks import Counter, NativeCounter
from dsp56k.host.cpu_modes import Mode

MISS_CLOCKS = 3
"""Clocks of a miss: Abrash's loop, rounded."""

MISS_RANGE = range(1, 65)
"""Permitted clocks of a miss of a machine."""
CACHES = ("ideal", "simulated")

_LINE = 16
_SETS = 128
_WAYS = 4
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


class PlainCache(Cache):
    """A cache in Python: the test oracle of the native one."""

    def __init__(self, counter: Counter, miss_clocks: int, mode: Mode, uc: unicorn.Uc) -> None:
        self._counter = counter
        self._miss_clocks = miss_clocks
        self._mode = mode
        self._register = register_reader(uc)
        self.restart()
        uc.hook_add(unicorn.UC_HOOK_BLOCK, self._block)
        for area in mode.ram:
            uc.hook_add(_ACCESSES, self._access, None, area.start, area.stop - 1)

    def misses(self) -> Misses:
        """See Cache."""
        return Misses(self._code, self._data)

    def restart(self) -> None:
        """See Cache."""
        self._lines: list[list[int | None]] = [[None] * _WAYS for _ in range(_SETS)]
        # For each set: whether the last line used was of the first two; of these, the first; of the others, the third
        self._bits = [[False] * 3 for _ in range(_SETS)]
        self._code = self._data = 0

    def _block(self, uc: unicorn.Uc, address: int, size: int, _: object) -> None:
        missed = self._read(address, size)
        self._code += missed
        self._counter.wait(address, missed * self._miss_clocks)

    def _access(self, uc: unicorn.Uc, kind: int, address: int, size: int, value: int, _: object) -> None:
        if kind == unicorn.UC_MEM_WRITE:
            for line in range(address // _LINE, (address + size - 1) // _LINE + 1):
                if line in self._lines[line % _SETS]:
                    self._use(line % _SETS, self._lines[line % _SETS].index(line))
            return
        missed = self._read(address, size)
        self._data += missed
        if missed:
            self._counter.wait(self._mode.linear(self._register), missed * self._miss_clocks)

    def _read(self, address: int, size: int) -> int:
        """Return the number of lines that had to be filled."""
        missed = 0
        for line in range(address // _LINE, (address + size - 1) // _LINE + 1):
            held, bits = self._lines[line % _SETS], self._bits[line % _SETS]
            if line not in held:
                missed += 1
                oldest = (3 if bits[2] else 2) if bits[0] else (1 if bits[1] else 0)
                held[held.index(None) if None in held else oldest] = line
            self._use(line % _SETS, held.index(line))
        return missed

    def _use(self, number: int, way: int) -> None:
        self._bits[number][0] = way < 2
        self._bits[number][1 if way < 2 else 2] = way % 2 == 0


class NativeCache(Cache):
    """A cache in native code."""

    def __init__(
        self, counter: NativeCounter, miss_clocks: int, mode: Mode, uc: unicorn.Uc, functions: tuple[int, int, int, int]
    ) -> None:
        self._counter = counter
        block, access, data = counter.native.cache(miss_clocks, functions)
        hook_natively(uc, unicorn.UC_HOOK_BLOCK, block, data)
        for area in mode.ram:
            hook_natively(uc, _ACCESSES, access, data, area)

    def misses(self) -> Misses:
        """See Cache."""
        return Misses(*self._counter.native.misses())

    def restart(self) -> None:
        """Return to the state after power-up; the cache's counter has emptied it."""


def simulated_cache(uc: unicorn.Uc, counter: Counter, miss_clocks: int, mode: Mode) -> Cache:
    """Return a cache that charges its misses to `counter`, native if the counter is."""
    functions = c_functions(uc, segmented=mode.segmented)
    if isinstance(counter, NativeCounter) and functions is not None:
        return NativeCache(counter, miss_clocks, mode, uc, functions)
    return PlainCache(counter, miss_clocks, mode, uc)
