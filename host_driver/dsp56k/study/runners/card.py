"""A PC with the card: the x86 driver, the bus, and the firmware on the card's DSP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from dsp56k.card.boards import STANDARD, board_of
from dsp56k.host.batched_jobs import MOST, Batches, Keys
from dsp56k.host.driver import INTERRUPT, CardDriver, driver_pc
from dsp56k.host.fifo_jobs import Order, Streams
from dsp56k.host.pc import PC
from dsp56k.host.slot import insert
from dsp56k.study.operations import Case, Operation
from dsp56k.study.points import Clocks
from dsp56k.study.runners.bench import microseconds, required
from dsp56k.study.runners.saved_state import SavedState
from dsp56k.study.runners.series_settings import firmware_of, pc_parameters
from dsp56k.study.schema import Setting
from dsp56k.study.tasks import Outcome, Series

T = TypeVar("T")
DEFAULT_PC: dict[str, Setting] = {
    "machine.cpu": "i386",
    "machine.clock_hz": 20_000_000,
    "machine.memory.model": "manual",
}
"""The PC that downloads the firmware if no PC is measured."""


class CardBench:
    """A card with running firmware, in the slot of a PC whose driver waits for a call."""

    def __init__(self, series: Series) -> None:
        settings = series.settings
        self.pc = self._new_pc(settings if "machine.cpu" in settings else DEFAULT_PC)
        board = {key.partition(".")[2]: value for key, value in settings.items() if key.startswith("board.")}
        # The firmware tries whether there is a DES chip; without one, nothing answers.
        complete = bool(board.get("des_chip", True))
        self.card = board_of(str(board.pop("card", STANDARD)), **board, seed=series.seed, strict=complete)
        self._traffic = insert(self.card, self.pc)
        self._driver = self._new_driver(settings)
        self.boot_us = microseconds(self._driver.start(firmware_of(series).segments).time)
        """Reset, download, start and self-test, in microseconds."""
        self.card.journal.strict = True
        self._state = SavedState(self.card, self._driver, self._traffic)

    def apart(self, work: Callable[[], T]) -> T:
        """Run `work` as Bench.apart: all parts return to their state, which keeps Unicorn's translations."""
        try:
            return work()
        finally:
            self._state.restore()

    def outcome(self, operation: Operation, case: Case, loaded: bool) -> Outcome:
        """One call of the driver, from its start to its return."""
        done = required(operation.card)
        done.prepare(self._driver, case, loaded)
        driver, traffic = self._driver, self._traffic
        traffic.clear()
        before = driver.free_clocks
        called = done.call(driver, case, loaded)
        clocks, time = called.clocks, called.time
        free = driver.free_clocks - before
        poll = self.pc.clock.count_at(traffic.polled)
        # A driver by interrupts polls so shortly that nobody else could use that time.
        left = self.pc.clock.time_of(free) if self._by_interrupt else traffic.polled
        bus = min(clocks - free - poll, round(self.pc.isa_bus.cpu_clocks(traffic.clocks)))
        parts = Clocks(clocks - free - poll - bus, bus, poll, self.card.dsp.clock.count_at(left))
        return Outcome(
            parts,
            microseconds(time),
            microseconds(time - left),
            traffic.accesses,
            right=called.value == case.right,
            free_clocks=free,
        )

    def _new_pc(self, settings: Mapping[str, Setting]) -> PC:
        """Return the PC with its driver, without the card."""
        program = str(settings.get("driver.program", "driver"))
        self._by_interrupt = program == INTERRUPT
        return driver_pc(program=program, **pc_parameters(settings, interrupts=self._by_interrupt))

    def _new_driver(self, settings: Mapping[str, Setting]) -> CardDriver:
        """Return the interface to that driver."""
        overhead = int(settings.get("driver.overhead_us", 0))
        layers = int(settings.get("driver.layers", 0))
        batches, streams = _batches(settings), _streams(settings)
        return CardDriver(self.pc, overhead_us=overhead, layers=layers, batches=batches, streams=streams)


def _streams(settings: Mapping[str, Setting]) -> Streams | None:
    """Return how the driver sends operations through the card's FIFOs, or None."""
    command = settings.get("driver.stream_command")
    if command is None:
        return None
    # The schema has no other value.
    order = cast(Order, settings.get("driver.stream_order", "each"))
    checked, endless, back = (
        bool(settings.get(f"driver.stream_{key}", key == "checked")) for key in ("checked", "endless", "back")
    )
    return Streams(int(command), order, checked, endless, back)


def _batches(settings: Mapping[str, Setting]) -> Batches | None:
    """Return how the driver passes many operations; None for one that does one job a call."""
    command = settings.get("driver.batch_command")
    if command is None:
        return None
    # The schema has no other value.
    keys = cast(Keys, settings.get("driver.batch_keys", "each"))
    return Batches(int(command), keys, int(settings.get("driver.batch_most", MOST)))
