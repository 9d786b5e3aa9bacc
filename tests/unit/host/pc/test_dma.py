"""The DMA controller, and the CPU's clocks while a board has the bus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from dsp56k.card import Card
from dsp56k.card.boards import board_of
from dsp56k.emu.timeline import Clock, Time
from dsp56k.host.bus.dma import Dma, DmaTiming
from dsp56k.host.bus.i8237 import I8237, Direction, DmaPages, How
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.errors import HostError
from dsp56k.host.slot import insert
from dsp56k.lib.image import image

CPU_HZ, BUS_HZ = 20_000_000, 8_000_000
TICK = 250_000
"""Picoseconds of a DMA clock."""
CPU_TICK = 50_000
TO_MEMORY, FROM_MEMORY = 0x04, 0x08
ADDRESS, PAGE = 0x1234, 0x21


@dataclass
class Board:
    """A board that requests from a time on, until it has received a number of bytes."""

    channel: int = 1
    wanted: int = 0
    since: Time = 0
    masters: bool = False
    given: list[tuple[int, Time]] = field(default_factory=list)
    pause: Time = 0

    def request(self, now: Time) -> bool:
        return len(self.given) < self.wanted and now >= self.since

    def follow(self, now: Time, end: Time, clock: Clock) -> None:
        """The controller searches cycle by cycle."""

    def take(self, now: Time) -> int:
        self.give(0xA0 + len(self.given), now)
        return self.given[-1][0]

    def give(self, value: int, now: Time) -> None:
        self.given.append((value, now))
        self.since = now + self.pause

    def master(self, read: Callable[[int], int], write: Callable[[int, int], None], now: Time) -> None:
        self.give(read(0x20_0000), now)
        self.masters = len(self.given) < self.wanted


@dataclass
class Bench:
    memory: dict[int, int]
    board: Board
    dma: Dma


@pytest.fixture
def bench() -> Bench:
    memory: dict[int, int] = {(PAGE << 16) + ADDRESS + place: place for place in range(300)}
    dma = Dma(Fraction(CPU_HZ), BUS_HZ, DmaTiming(), lambda at: memory.get(at, 0xFF), memory.__setitem__)
    board = Board()
    dma.attach(board)
    return Bench(memory, board, dma)


def program(dma: Dma, how: How, direction: int, count: int, *, channel: int = 1, extra: int = 0) -> None:
    writes = [(0xC, 0), (0xB, how << 6 | direction | channel | extra)]
    writes += [(2 * channel, ADDRESS & 0xFF), (2 * channel, ADDRESS >> 8)]
    writes += [(2 * channel + 1, count - 1 & 0xFF), (2 * channel + 1, count - 1 >> 8), (0xA, channel)]
    for port, value in writes:
        dma.controller.write(port, value, 0)
    dma.controller.channels[channel].page = PAGE


def test_a_transfer_costs_the_cpu_its_cycles_and_a_takeover(bench: Bench) -> None:
    program(bench.dma, How.DEMAND, FROM_MEMORY, 4)
    bench.board.wanted, bench.board.since = 4, 10 * TICK
    # 24 DMA clocks of 5 CPU clocks: 4 for the take-over, 4 times 5
    assert bench.dma.granted(100) == 100 + 24 * 5
    assert [value for value, _ in bench.board.given] == [0, 1, 2, 3]
    assert [at for _, at in bench.board.given] == [(10 + 4 + 5 * each) * TICK for each in (1, 2, 3, 4)]
    assert bench.dma.held == 24 * TICK
    assert (bench.dma.cycles, bench.dma.grants) == (4, 1)


def test_single_mode_gives_the_bus_back_after_each_byte(bench: Bench) -> None:
    program(bench.dma, How.SINGLE, FROM_MEMORY, 4)
    bench.board.wanted = 4
    bench.dma.granted(1000)
    assert bench.dma.grants == 4
    assert bench.dma.held == 4 * 9 * TICK


def test_demand_waits_for_a_slow_board_and_block_does_not(bench: Bench) -> None:
    bench.board.wanted, bench.board.pause = 4, 20 * TICK
    for clock, how, grants in ((1000, How.DEMAND, 4), (3000, How.BLOCK, 1)):
        bench.board.given.clear()
        before = bench.dma.grants
        program(bench.dma, how, FROM_MEMORY, 4)
        bench.dma.granted(clock)
        assert len(bench.board.given) == 4
        assert bench.dma.grants - before == grants


def test_bytes_to_memory_and_the_end(bench: Bench) -> None:
    program(bench.dma, How.DEMAND, TO_MEMORY, 3)
    bench.board.wanted = 8
    bench.dma.granted(1000)
    place = (PAGE << 16) + ADDRESS
    assert [bench.memory[place + each] for each in range(4)] == [0xA0, 0xA1, 0xA2, 3]
    assert bench.dma.controller.channels[1].masked
    # Its end once, and DRQ as long as it is there
    assert bench.dma.controller.read(8, 1000 * CPU_TICK) == 0x22
    assert bench.dma.controller.read(8, 1000 * CPU_TICK) == 0x20


def test_the_address_stays_in_its_page(bench: Bench) -> None:
    program(bench.dma, How.DEMAND, TO_MEMORY, 2)
    channel = bench.dma.controller.channels[1]
    channel.current[0] = 0xFFFF
    bench.board.wanted = 2
    bench.dma.granted(1000)
    assert {(PAGE << 16) + 0xFFFF: 0xA0, PAGE << 16: 0xA1}.items() <= bench.memory.items()


def test_a_masked_channel_a_disabled_controller_and_channel_0_have_no_bus(bench: Bench) -> None:
    bench.board.wanted = 1
    program(bench.dma, How.DEMAND, FROM_MEMORY, 1)
    for port, value in ((0xA, 5), (0x8, 4)):
        bench.dma.controller.write(0xA, 1, 0)
        bench.dma.controller.write(port, value, 0)
        assert bench.dma.granted(1000) == 1000
    bench.dma.controller.write(8, 0, 0)
    bench.board.channel = 0
    program(bench.dma, How.DEMAND, FROM_MEMORY, 1, channel=0)
    assert bench.dma.granted(2000) == 2000
    assert not bench.board.given


def test_a_master_has_cycles_of_its_own(bench: Bench) -> None:
    bench.memory[0x20_0000] = 0x77
    program(bench.dma, How.CASCADE, 0, 1)
    bench.board.wanted, bench.board.masters = 4, True
    # 4 DMA clocks, and 4 cycles of 3 bus clocks
    bench.dma.granted(1000)
    assert bench.dma.held == 4 * TICK + 4 * 3 * TICK // 2
    assert [value for value, _ in bench.board.given] == [0x77] * 4


def test_a_board_that_never_gives_the_bus_back_is_an_error(bench: Bench) -> None:
    program(bench.dma, How.DEMAND, FROM_MEMORY, 0x1_0000, extra=0x10)
    bench.board.wanted = 1 << 40
    with pytest.raises(HostError, match="channel 1 does not release the bus"):
        bench.dma.granted(1000)


def test_a_master_that_never_gives_the_bus_back_is_an_error(bench: Bench) -> None:
    program(bench.dma, How.CASCADE, 0, 1)
    bench.board.wanted, bench.board.masters = 1 << 40, True
    with pytest.raises(HostError, match="channel 1 does not release the bus"):
        bench.dma.granted(1000)


def test_a_request_waits_for_the_end_of_the_cpus_cycle(bench: Bench) -> None:
    program(bench.dma, How.SINGLE, FROM_MEMORY, 4)
    bench.board.wanted = 4
    bench.dma.released(1000)
    # 9 DMA clocks; then the CPU, which has waited for it, has its cycle before the next byte
    assert bench.dma.granted(1001) == 1001 + 45
    assert [at for _, at in bench.board.given] == [1000 * CPU_TICK + 9 * TICK]
    bench.dma.released(1060)
    assert bench.dma.granted(1060) == 1105


def test_a_request_that_comes_later_does_not_wait_for_nothing(bench: Bench) -> None:
    program(bench.dma, How.DEMAND, FROM_MEMORY, 1)
    bench.board.wanted, bench.board.since = 1, 1004 * CPU_TICK
    bench.dma.released(1000)
    assert bench.dma.granted(1003) == 1003
    assert not bench.board.given


def test_a_pc_with_dma_that_nobody_uses_takes_the_time_of_one_without() -> None:
    times = []
    for dma in (None, DmaTiming()):
        pc = driver_pc(dma=dma)
        insert(Card(), pc)
        driver = CardDriver(pc)
        times.append(
            [
                driver.start(image().segments).clocks,
                driver.ping().clocks,
                driver.call("des_cbc_encrypt", bytes(range(1, 9)), bytes(8), bytes(800)).clocks,
            ]
        )
    assert times[0] == times[1]


def test_a_board_can_have_the_ports_beside_those_of_the_controller() -> None:
    isa, board = driver_pc(dma=DmaTiming()).isa_bus, I8237()
    isa.attach_ports(0x10, 0x10, board)
    isa.attach_ports(0x70, 0x10, board)
    isa.attach_ports(0x90, 0x10, board)
    for first in (0x00, 0x0F, 0x80, 0x8F):
        with pytest.raises(ValueError, match=f"port {first:#x}: the range is in use"):
            isa.attach_ports(first, 1, board)


def test_registers_read_as_they_were_written() -> None:
    chip = I8237()
    pages = DmaPages(chip)
    for value in (0x34, 0x12):
        chip.write(2, value, 0)
    chip.write(0xC, 0, 0)
    assert [chip.read(2, 0), chip.read(2, 0)] == [0x34, 0x12]
    pages.write(0x3, 0x21, 0)
    pages.write(0x0, 0x55, 0)
    assert chip.channels[1].address == 0x21_1234
    assert (pages.read(3, 0), pages.read(0, 0)) == (0x21, 0x55)
    chip.write(0xB, 0x45, 0)
    assert (chip.channels[1].how, chip.channels[1].direction) == (How.SINGLE, Direction.TO_MEMORY)
    chip.write(0xB, 0x4D, 0)
    assert chip.channels[1].direction is None
    assert all(channel.masked for channel in chip.channels)
    chip.write(0xE, 0, 0)
    assert not any(channel.masked for channel in chip.channels)
    chip.write(0xF, 0b0101, 0)
    assert [channel.masked for channel in chip.channels] == [True, False, True, False]
    chip.write(0xD, 0, 0)
    assert all(channel.masked for channel in chip.channels)


def test_a_byte_of_an_address_is_written_to_base_and_current_address() -> None:
    chip = I8237()
    for port, value in ((0xB, 0x51), (2, 0xFE), (2, 0x12), (3, 3), (3, 0)):
        chip.write(port, value, 0)
    for _ in range(3):
        assert not chip.step(1)
    chip.write(2, 0x40, 0)
    channel = chip.channels[1]
    assert (channel.current[0], channel.base[0]) == (0x1340, 0x1240)
    assert chip.step(1)
    assert channel.current[0] == 0x1240


@pytest.mark.parametrize(
    ("port", "value", "name"),
    [(8, 1 << bit, "command") for bit in (0, 3, 4, 6, 7)] + [(9, 0x05, "request")],
)
def test_a_bit_that_is_not_modelled_is_refused(port: int, value: int, name: str) -> None:
    chip = I8237()
    with pytest.raises(HostError, match=rf"does not model its {name} \${value:02X}"):
        chip.write(port, value, 0)
    for harmless in (0x00, 0x24) if port == 8 else (0x01, 0xFB):
        chip.write(port, harmless, 0)


def test_a_service_with_the_illegal_transfer_is_refused(bench: Bench) -> None:
    program(bench.dma, How.DEMAND, TO_MEMORY | FROM_MEMORY, 2)
    bench.board.wanted = 1
    with pytest.raises(HostError, match="DMA channel 1 has the illegal transfer 3"):
        bench.dma.granted(1000)


def test_a_card_that_does_not_fit_attaches_nothing() -> None:
    pc = driver_pc()
    insert(Card(), pc)
    with pytest.raises(ValueError, match="port 0x300: the range is in use"):
        insert(Card(), pc)
    with pytest.raises(ValueError, match="memory 0xc0000: the range is in use"):
        insert(Card(io_base=0x320), pc)
    pc.isa_bus.attach_ports(0x320, 16, I8237())
    pc, taken = driver_pc(), I8237()
    pc.isa_bus.attach_ports(0x312, 1, taken)
    with pytest.raises(ValueError, match="port 0x312: the range is in use"):
        insert(board_of("fifo"), pc)
    insert(Card(io_base=0x320), pc)
    pc.isa_bus.attach_ports(0x300, 16, taken)
