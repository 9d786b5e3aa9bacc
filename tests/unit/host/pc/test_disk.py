"""A disk at a DMA channel: bytes at a steady rate, lost when the bus comes too late."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dsp56k.emu.timeline import Time
from dsp56k.host.bus.disk import CHANNEL, Disk, read_on
from dsp56k.host.bus.dma import Dma, DmaTiming

CPU_HZ, BUS_HZ = 20_000_000, 8_000_000
MICROSECOND: Time = 1_000_000
BUFFER = range(0x2A_FF00, 0x2B_0000)


@pytest.fixture
def memory() -> dict[int, int]:
    return {}


@pytest.fixture
def dma(memory: dict[int, int]) -> Dma:
    return Dma(Fraction(CPU_HZ), BUS_HZ, DmaTiming(), lambda at: memory.get(at, 0xFF), memory.__setitem__)


def test_a_byte_waits_until_it_is_taken_or_the_next_one_comes() -> None:
    disk = Disk(62_500, 0)
    assert not disk.request(15 * MICROSECOND)
    assert disk.request(16 * MICROSECOND)
    assert disk.take(17 * MICROSECOND) == 0
    assert not disk.request(31 * MICROSECOND)
    assert disk.take(3 * 16 * MICROSECOND) == 2
    assert (disk.taken, disk.lost) == (2, 1)


def test_it_reads_on_in_its_buffer_while_the_cpu_has_what_is_left(dma: Dma, memory: dict[int, int]) -> None:
    disk = read_on(dma, 62_500, BUFFER, 0)
    # 300 bytes of 16 us; each takes 9 DMA clocks, 2.25 us
    clock = 300 * 275
    later = dma.granted(clock)
    assert disk.lost == 0
    assert disk.taken == pytest.approx(300, abs=1)
    assert later - clock == disk.taken * 45
    assert dma.grants == disk.taken
    assert set(memory) == set(BUFFER)
    assert memory[BUFFER.start] == 0x00
    assert memory[BUFFER.start + 5] == 5
    assert not dma.controller.channels[CHANNEL].masked


def test_the_next_byte_is_found_as_by_samples_of_each_cycle(memory: dict[int, int]) -> None:
    """The rates have periods of a fraction of a DMA clock, and below one."""
    for rate in (62_500, 300_007, 5_000_000):
        results = []
        for is_followed in (True, False):
            dma = Dma(Fraction(CPU_HZ), BUS_HZ, DmaTiming(), lambda at: memory.get(at, 0xFF), memory.__setitem__)
            disk = read_on(dma, rate, BUFFER, 3)
            if not is_followed:
                disk.follow = lambda now, end, clock: None  # type: ignore[method-assign]  # the test replaces it
            clocks = 0
            for step in range(1, 60):
                clocks = dma.granted(clocks + step * step % 701)
                dma.released(clocks + step % 13)
            results.append((clocks, dma.held, dma.grants, disk.taken, disk.lost))
        assert results[0] == results[1]
        assert results[0][3] > 20


def test_bytes_are_lost_while_another_board_has_the_bus(dma: Dma) -> None:
    disk = read_on(dma, 62_500, BUFFER, 0)
    later = dma.granted(160 * 20)
    # The CPU itself holds the bus for 100 us, of which no program is capable
    dma.released(later + 100 * 20)
    dma.granted(later + 400 * 20)
    assert disk.lost == 5
