"""The parts of a PC that count its clocks. Each needs Unicorn's C interface, so that its callbacks are native.

A PC gets all of them here. The reference model of the tests (tests/reference_model/pc) replaces them by parts without
native code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Protocol

import unicorn

from dsp56k.emu.device import PortDevice
from dsp56k.host._pc import BusClock as NativeClock
from dsp56k.host.bus.i8254 import new_timer
from dsp56k.host.bus.isa_bus import BusClock, IsaBus, new_bus_clock
from dsp56k.host.callbacks.bus_cycles import BusCycles, NativeCycles
from dsp56k.host.callbacks.cache import Cache, SimulatedCache
from dsp56k.host.callbacks.operand_clocks import watch_alignment, watch_multiplications, watch_registers
from dsp56k.host.callbacks.process_signals import SignalGuard
from dsp56k.host.callbacks.unicorn_hooks import Ram, hook_natively, shorten_stores
from dsp56k.host.clocks import Blocks, Counter, Level, NativeCounter, TimedCode
from dsp56k.host.clocks.instruction_forms import Timing
from dsp56k.host.cpu_modes import Mode

Failed = Callable[[BaseException], None]
"""Receives an error in a callback, and ends the run."""


class Cycles(Protocol):
    """Unicorn's callbacks of IN, OUT and the memory of boards.

    Attributes:
        function: the running one, for messages.
    """

    function: str

    def hook_ports(self) -> None:
        """Install the callbacks of ports."""

    def move_strings(self, ram: Iterable[Ram], code: Iterable[range]) -> None:
        """Allow moves between `ram` and the memory of boards without Unicorn, whose accesses nothing else observes."""

    def begin(self, function: str) -> None:
        """Prepare a run of `function`."""

    def finish(self) -> None:
        """Finish a run: boards get all pending data."""


class Accounting(Protocol):
    """The parts of a machine.

    Attributes:
        counter: the counter to which Unicorn announces every block.
    """

    counter: Counter

    def timer(self) -> PortDevice:
        """Return the interval timer, as the BIOS leaves it."""

    def bus_clock(self, cpu_hz: Fraction, bus_hz: Fraction | int) -> BusClock:
        """Return the clock of the ISA bus."""

    def cycles(self, level: Level, code: TimedCode, isa: IsaBus, guard: SignalGuard, fail: Failed) -> Cycles:
        """Return the accesses to the bus."""

    def watch_accesses(self, level: Level, width: int, timings: Iterable[Timing]) -> None:
        """Charge accesses to RAM that cross a multiple of `width`."""

    def watch_operands(self, timings: Iterable[Timing], ram: Iterable[Ram], *, multipliers: bool) -> None:
        """Charge instructions by their registers, and with `multipliers` each multiplication by its multiplier."""

    def cache(self, miss_clocks: int) -> Cache:
        """Return a simulated cache, whose misses are charged."""

    def shorten_stores(self, code: Iterable[range]) -> object:
        """Make stores to pages without `code` fast; keep the returned object as long as the machine."""


class NativeAccounting:
    """The parts of a PC in native code.

    Raises:
        HostError: Unicorn's C interface is not accessible.
    """

    def __init__(
        self, uc: unicorn.Uc, mode: Mode, blocks: Blocks, on_limit: Callable[[], None], on_failure: Failed
    ) -> None:
        self._uc = uc
        self._mode = mode
        self._counter = NativeCounter(blocks, on_limit, on_failure)
        self.counter: Counter = self._counter
        hook_natively(uc, unicorn.UC_HOOK_BLOCK, *self._counter.callback())

    def timer(self) -> PortDevice:
        """See Accounting."""
        return new_timer()

    def bus_clock(self, cpu_hz: Fraction, bus_hz: Fraction | int) -> BusClock:
        """See Accounting."""
        return new_bus_clock(cpu_hz, bus_hz)

    def cycles(self, level: Level, code: TimedCode, isa: IsaBus, guard: SignalGuard, fail: Failed) -> Cycles:
        """See Accounting."""
        parts = self._uc, self._mode, self._counter, level, code, isa, guard, fail
        if isinstance(isa.clock, NativeClock):
            return NativeCycles(isa.clock, *parts)
        return BusCycles(*parts)

    def watch_accesses(self, level: Level, width: int, timings: Iterable[Timing]) -> None:
        """See Accounting."""
        watch_alignment(self._uc, self._counter, level, width, self._mode, timings)

    def watch_operands(self, timings: Iterable[Timing], ram: Iterable[Ram], *, multipliers: bool) -> None:
        """See Accounting."""
        timings = list(timings)
        watch_registers(self._uc, self._counter, timings, segmented=self._mode.segmented)
        if multipliers:
            watch_multiplications(self._uc, self._counter, timings, ram)

    def cache(self, miss_clocks: int) -> Cache:
        """See Accounting."""
        return SimulatedCache(self._counter, miss_clocks, self._mode, self._uc)

    def shorten_stores(self, code: Iterable[range]) -> object:
        """See Accounting."""
        return shorten_stores(self._uc, code)
