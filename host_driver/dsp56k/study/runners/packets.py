"""A PC with DMA and the card: packets by the packet driver."""

from __future__ import annotations

from collections.abc import Mapping

from dsp56k.host.bus.disk import Disk, read_on
from dsp56k.host.bus.dma import DmaTiming
from dsp56k.host.bus.i8237 import How
from dsp56k.host.packets import Made, PacketDriver, packets_pc, way_of
from dsp56k.host.pc import PC
from dsp56k.study.operations import Case, Operation
from dsp56k.study.points import Clocks
from dsp56k.study.runners.bench import microseconds, required
from dsp56k.study.runners.card import CardBench
from dsp56k.study.runners.series_settings import pc_parameters
from dsp56k.study.schema import CountName, Setting
from dsp56k.study.tasks import Outcome

_SECTOR = 512


class PacketBench(CardBench):
    """A card that waits for a session of packets."""

    _driver: PacketDriver

    def outcome(self, operation: Operation, case: Case, loaded: bool) -> Outcome:
        """Run one call of the driver between the session's begin and its end, which must succeed, too.

        The PC is available while the driver polls, and while it did other work.
        """
        driver, traffic, dma = self._driver, self._traffic, self._dma
        driver.open()
        done = required(operation.packets)
        done.prepare(driver, case, loaded)
        disk = self._read_on() if self._disk_rate else None
        traffic.clear()
        held, cycles, grants = dma.held, dma.cycles, dma.grants
        called = done.call(driver, case, loaded)
        assert isinstance(called, Made)
        held, cycles, grants = dma.held - held, dma.cycles - cycles, dma.grants - grants
        accesses, polls, polled = traffic.accesses, traffic.polls, traffic.polled
        dsp = self.card.dsp.clock.count_at(polled)
        unit = driver.other_work() if called.units else 0
        driver.close()
        poll = min(called.clocks, self.pc.clock.count_at(polled))
        bus = round(
            self.pc.isa_bus.cpu_clocks((accesses - polls) * self.pc.isa_bus.timing.cycle)
        ) + self.pc.clock.count_at(held)
        bus = min(called.clocks - poll, bus)
        free = called.units * unit if called.units else polled
        counts: dict[CountName, int] = {"bus-cycles": accesses - polls + cycles, "bus-grants": grants}
        if disk is not None:
            counts |= {"disk-bytes": disk.taken, "disk-bytes-lost": disk.lost}
        return Outcome(
            Clocks(called.clocks - poll - bus, bus, poll, dsp),
            microseconds(called.time),
            microseconds(called.time - free),
            accesses + cycles,
            right=called.value == case.right,
            counts=counts,
        )

    def _read_on(self) -> Disk:
        """Return a disk that reads into the end of the PC's data."""
        end = self.pc.data.stop
        return read_on(self._dma, self._disk_rate, range(end - _SECTOR, end), self.pc.now)

    def _new_pc(self, settings: Mapping[str, Setting]) -> PC:
        names = {"cycle": "dma_cycle", "takeover": "dma_takeover", "master_cycle": "master_cycle"}
        given = {name: int(settings[f"driver.{key}"]) for name, key in names.items()}
        return packets_pc(**pc_parameters(settings, dma=DmaTiming(**given)))

    def _new_driver(self, settings: Mapping[str, Setting]) -> PacketDriver:
        dma = self.pc.isa_bus.dma
        assert dma is not None
        self._dma = dma
        self._disk_rate = int(settings.get("driver.disk_bytes_per_second", 0))
        how = How[str(settings.get("driver.dma_mode", "demand")).upper()]
        way, sums = way_of(str(settings["driver.way"])), bool(settings.get("driver.sums", True))
        return PacketDriver(self.pc, way=way, how=how, card=self.card, sums=sums)
