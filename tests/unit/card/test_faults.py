"""Faults on the card: each kind acts as described, at its time, is recorded, and has no effect after its removal."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from dsp56k.card import Card, Outcome
from dsp56k.card.chips.control import STATUS
from dsp56k.card.chips.wd20c03 import COMMAND
from dsp56k.card.chips.wd20c03 import STATUS as DES_STATUS
from dsp56k.card.faults import (
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
from dsp56k.card.faults.timing import DriftingClock
from dsp56k.emu.timeline import Clock
from shared.card_pc import (
    AGHIGH,
    AGLOW,
    BG,
    BR,
    CONTROL,
    HIGH,
    IVR,
    LOW,
    MIDDLE,
    RUN,
    SCRATCH,
    STATUS_PORT,
    STRAPS,
    Pc,
)
from shared.card_with_faults import des, on, records, running

MICROSECOND = 1_000_000
FAR = 10**15
CLOCKS_PER_MICROSECOND = 20
INSTRUCTION = 6 + 2 * 15
"""Clocks of a JMP with the 15 wait states that BCR has after reset."""


# Lines and strobes of the window


@pytest.mark.parametrize(("level", "seen"), [(0, 0xF7), (1, 0xFF)])
def test_a_stuck_data_line_of_the_window_in_reads(level: int, seen: int) -> None:
    pc = on(StuckLine("window.data", bit=3, level=level, way="read"))
    pc.store(1, 0x100, [0x00F7F7, 0xFFFFFF])
    assert pc.card.dsp.port_a.ram("X")[0x100:0x102] == [0x00F7F7, 0xFFFFFF]
    assert pc.fetch(1, 0x101, 1) == [seen * 0x010101]


def test_a_flipped_data_line_of_the_window_in_writes() -> None:
    fault = FlippedLine("window.data", bit=0, way="write")
    pc = on(fault)
    pc.store(1, 0x100, [0x010203])
    assert pc.fetch(1, 0x100, 1) == [0x000302]
    assert records(pc)[0] == ("window.data bit 0 (writes) inverted", 0xD0000, 1)
    assert pc.card.faults.acted(fault) == 3


def test_counted_accesses_are_those_of_the_faults_way() -> None:
    pc = on(FlippedLine("window.data", bit=0, way="write", nth=2, count=2))
    pc.point(1, 0)
    for _ in range(3):
        pc.read()
    pc.store(1, 0x100, [0, 0])
    assert pc.card.dsp.port_a.ram("X")[0x100:0x102] == [0x010100, 0]


def test_a_fault_is_in_force_from_at_to_just_before_until() -> None:
    pc = on(FlippedLine("control.data", at=3 * MICROSECOND, until=5 * MICROSECOND))
    assert [pc.inb(CONTROL) for _ in range(6)] == [0xC0, 0xC0, 0xC1, 0xC1, 0xC0, 0xC0]


@pytest.mark.parametrize(
    ("fault", "where"),
    [
        (StuckLine("window.address", bit=4, level=1), ("X", 0x110)),
        (StuckLine("window.address", bit=8, level=0), ("X", 0x000)),
        (StuckLine("window.bank", level=0), ("P", 0x100)),
    ],
)
def test_address_lines_of_the_window(fault: Fault, where: tuple[str, int]) -> None:
    pc = on(fault)
    pc.store(1, 0x100, [0x123456])
    assert pc.card.dsp.port_a.ram(where[0])[where[1]] == 0x123456
    assert (pc.inb(AGLOW), pc.inb(AGHIGH)) == (0x01, 0x01)
    assert pc.fetch(1, 0x100, 1) == [0x123456]


def test_a_byte_phase_that_no_generator_has_reaches_no_byte() -> None:
    pc = on(StuckLine("window.lane", bit=1, level=1))
    pc.store(1, 0x100, [0x123456])
    # Phases 0, 1, 2 arrive as 2, 3, 2
    assert pc.card.dsp.port_a.ram("X")[0x100] == 0x120000
    assert pc.fetch(1, 0x100, 1) == [0x120012]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (LostStrobe("window.write", nth=2, count=1), [0x0403_01, 0x00_0605]),
        (DoubledStrobe("window.write", nth=2, count=1), [0x02_0201, 0x05_0403]),
        (LostStrobe("window.step", nth=2, count=1), [0x04_0301, 0x00_0605]),
        (DoubledStrobe("window.step", nth=2, count=1), [0x00_0201, 0x05_0403]),
    ],
)
def test_strobes_of_window_writes(fault: Fault, words: list[int]) -> None:
    pc = on(fault)
    pc.store(1, 0x100, [0x030201, 0x060504])
    assert pc.card.dsp.port_a.ram("X")[0x100:0x102] == words


@pytest.mark.parametrize(
    ("fault", "read"),
    [
        (LostStrobe("window.read", nth=2, count=1), [1, 0xFF, 2, 3]),
        (DoubledStrobe("window.read", nth=2, count=1), [1, 3, 4, 5]),
        (LostStrobe("window.step", nth=2, count=1), [1, 2, 2, 3]),
    ],
)
def test_strobes_of_window_reads(fault: Fault, read: list[int]) -> None:
    pc = Pc(Card())
    pc.store(1, 0x100, [0x030201, 0x060504])
    pc.point(1, 0x100)
    pc.card.faults.add(fault)
    assert [pc.read() for _ in range(4)] == read


# Host port and control registers


def test_host_port_lines() -> None:
    pc = on(StuckLine("host.data", bit=0, level=0, way="read"))
    assert pc.inb(IVR) == 0x0E
    pc = on(StuckLine("host.address", bit=1, level=0))
    assert pc.inb(IVR) == 0x12  # CVR
    assert records(pc) == [("host.address bit 1 stuck at 0", IVR, 1)]


def test_a_word_to_the_dsp_with_a_lost_and_with_a_late_strobe() -> None:
    pc = running()
    dsp = pc.card.dsp
    dsp.x[0xFFE0] = 1  # PBC: the host interface is on
    pc.send(0x123456)
    pc.step()
    assert dsp.x[0xFFEB] == 0x123456
    dsp.regs.r0 = 0
    pc.card.faults.add(LostStrobe("host.write", nth=2, count=1))
    for port, byte in ((HIGH, 0x65), (MIDDLE, 0x43), (LOW, 0x21)):
        pc.outb(port, byte)
    assert records(pc) == [("host.write lost, access 2", MIDDLE, 1)]


def test_control_register_lines() -> None:
    pc = on(StuckLine("control.address", bit=0, level=0))
    pc.outb(SCRATCH, 0x77)
    assert pc.inb(SCRATCH) == 0x77
    assert pc.inb(STATUS_PORT) == 0x77
    pc = on(LostStrobe("control.write", count=1))
    pc.outb(SCRATCH, 0x77)
    assert pc.inb(SCRATCH) == 0


# The DES chip


def test_a_stuck_des_chip() -> None:
    pc = on(BusyDesChip(at=10, until=20))
    chip = des(pc)
    chip.write(1, COMMAND["LDKEY"].mask, 0)
    assert chip.read(1, 5) == DES_STATUS["KR"].mask
    assert (chip.read(1, 10), chip.read(0, 10)) == (DES_STATUS["BSY"].mask, 0)
    chip.write(1, COMMAND["RST"].mask, 19)
    assert chip.read(1, 20) == DES_STATUS["KR"].mask


def test_a_missing_des_chip_is_still_promised_by_status() -> None:
    pc = on(MissingDesChip())
    chip = des(pc)
    chip.write(1, COMMAND["LDKEY"].mask, 0)
    assert chip.read(1, 0) == 0
    assert STATUS["DES"].of(pc.inb(STATUS_PORT)) == 1


def test_des_chip_lines_and_strobes() -> None:
    command = COMMAND["LDKEY"].mask
    for fault, status in (
        (StuckLine("des.status", bit=2, level=1), DES_STATUS["KR"].mask | 4),
        (StuckLine("des.data", bit=3, level=0, way="read"), 0),
        (FlippedLine("des.data", bit=3, way="write"), DES_STATUS["IVR"].mask | DES_STATUS["KR"].mask),
        (LostStrobe("des.write"), 0),
        (LostStrobe("des.read"), 0),
        (DoubledStrobe("des.write"), DES_STATUS["KR"].mask | DES_STATUS["OVR"].mask),
        (DoubledStrobe("des.write", apart=200_000), DES_STATUS["KR"].mask),
        (DoubledStrobe("des.write", apart=1 << 64), DES_STATUS["KR"].mask),
        (ChangedOscillator(Fraction(1, 10**9)), DES_STATUS["KR"].mask),
        (StuckLine("des.address", level=0, way="write"), DES_STATUS["OVR"].mask),
    ):
        chip = des(on(fault))
        chip.write(1, command, 0)
        seen = chip.read(1, 1_000_000)
        expected = DES_STATUS["KR"].mask if fault.what.startswith("des.data bit 3 (writes)") else status
        assert seen == expected, fault.describe()


# RAM


@pytest.mark.parametrize("space", ["P", "X"])
def test_a_bit_of_ram_flips_at_its_time_once(space: Any) -> None:
    fault = FlippedRam(space, 0x123, bit=23, at=10 * MICROSECOND)
    pc = on(fault)
    ram = pc.card.dsp.port_a.ram(space)
    pc.card.catch_up(10 * MICROSECOND - 1)
    assert ram[0x123] == 0
    pc.card.catch_up(10 * MICROSECOND)
    assert ram[0x123] == 0x800000
    pc.card.catch_up(20 * MICROSECOND)
    assert ram[0x123] == 0x800000
    assert records(pc) == [(f"{space}:$0123 bit 23 flipped from 10000000 ps", 0x123, 1)]


def test_on_chip_memory_flips_behind_the_bank() -> None:
    pc = on(FlippedRam("X", 0x10, 0, on_chip=True, at=5), FlippedRam("Y", 0x20, 1, on_chip=True, at=5))
    pc.card.catch_up(5)
    dsp = pc.card.dsp
    assert (dsp.x[0x10], dsp.y[0x20], dsp.port_a.ram("X")[0x10]) == (1, 2, 0)


def test_a_flipped_instruction_is_executed_flipped() -> None:
    pc = running(FlippedRam("P", 0, bit=0, at=20 * MICROSECOND))
    pc.card.catch_up(19 * MICROSECOND)
    assert pc.card.dsp.regs.pc == 0
    pc.card.catch_up(30 * MICROSECOND)
    assert pc.card.dsp.regs.pc != 0


def test_small_banks_answer_to_nobody_above_their_size() -> None:
    pc = on(SmallBanks(8192), bank_words=32768)
    pc.store(1, 8190, [1, 2, 3, 4])
    assert pc.fetch(1, 8190, 4) == [1, 2, 0, 0]
    assert pc.inb(STRAPS) == 1  # the strap, and no latched error: the card knows nothing of it
    pc.card.faults.clear()
    pc.store(1, 8192, [3])
    assert pc.fetch(1, 8192, 1) == [3]
    # MOVE X:$2000,A with 8K words: unmapped
    pc.card.faults.add(SmallBanks(8192))
    pc.store(0, 0, [0x56F000, 8192, 0x0C0002])
    pc.control(RUN)
    pc.now += 10 * MICROSECOND
    pc.inb(SCRATCH)
    assert pc.card.dsp.regs.a1 == 0
    assert [record.where for record in pc.card.anomalies] == [8192]


# Control lines


def test_a_stuck_bus_grant_is_never_seen() -> None:
    pc = running(StuckLine("bg", level=0))
    pc.control(BR)
    pc.now += 10**9
    assert not pc.inb(STATUS_PORT) & BG
    pc.card.faults.clear()
    assert pc.inb(STATUS_PORT) & BG


def test_a_late_bus_grant_comes_late() -> None:
    pc = running(LateLine("bg", by=100 * MICROSECOND))
    pc.control(BR)
    asked = pc.now
    while not pc.inb(STATUS_PORT) & BG:
        assert pc.now < FAR
    assert 100 * MICROSECOND <= pc.now - asked <= 102 * MICROSECOND
    pc.control(off=BR)
    assert not pc.inb(STATUS_PORT) & BG


def test_a_bus_grant_that_is_dropped() -> None:
    pc = running()
    pc.request_bus()
    pc.card.faults.add(StuckLine("bg", level=0, at=pc.now + 10 * MICROSECOND, until=pc.now + 20 * MICROSECOND))
    seen = [bool(pc.inb(STATUS_PORT) & BG) for _ in range(30)]
    assert seen == [True] * 9 + [False] * 10 + [True] * 11


def test_a_glitch_on_the_dsps_reset_line() -> None:
    pc = running(StuckLine("run", level=0, at=50 * MICROSECOND, until=60 * MICROSECOND))
    pc.card.dsp.regs.r0 = 0x1234
    pc.now = 55 * MICROSECOND
    assert pc.inb(CONTROL) & RUN
    assert pc.inb(IVR) == 0x0F
    pc.now = 70 * MICROSECOND
    assert pc.inb(STRAPS) & 0x20
    outcomes = [record.outcome for record in pc.card.events]
    assert outcomes[-4:] == [Outcome.RESET_HELD, Outcome.FAULT, Outcome.HOST_PORT_IN_RESET, Outcome.RESET_RELEASED]
    assert 0 <= pc.card.dsp.clocks - (71 - 60) * CLOCKS_PER_MICROSECOND < INSTRUCTION


def test_a_stuck_bus_request_holds_the_dsp() -> None:
    pc = running(StuckLine("br", level=1, at=50 * MICROSECOND))
    pc.now = 60 * MICROSECOND
    pc.inb(SCRATCH)
    stalled = pc.card.dsp.instructions
    pc.now = 600 * MICROSECOND
    pc.inb(SCRATCH)
    assert pc.card.dsp.instructions == stalled
    assert pc.inb(CONTROL) & BR == 0


def test_inverted_lines_and_hreq() -> None:
    pc = running(FlippedLine("hreq"))
    assert STATUS["HREQ"].of(pc.inb(STATUS_PORT)) == 1
    pc.card.faults.clear()
    assert STATUS["HREQ"].of(pc.inb(STATUS_PORT)) == 0


def test_the_pcs_reset_line_at_a_time() -> None:
    pc = running(PcReset(at=50 * MICROSECOND))
    pc.outb(SCRATCH, 0x55)
    pc.now = 50 * MICROSECOND
    assert (pc.inb(SCRATCH), pc.inb(CONTROL)) == (0, 0xC0)
    (record,) = [each for each in pc.card.events if each.outcome is Outcome.CARD_RESET]
    assert record.first == 50 * MICROSECOND


# The oscillator


def test_an_oscillator_that_stops_and_starts_again() -> None:
    pc = running(ChangedOscillator(0, at=100 * MICROSECOND, until=300 * MICROSECOND))
    start = pc.now
    clocks = []
    for now in (100, 200, 300, 400):
        pc.card.catch_up(now * MICROSECOND)
        clocks.append(pc.card.dsp.clocks)
    assert 0 <= clocks[0] - (100 - start // MICROSECOND) * CLOCKS_PER_MICROSECOND < INSTRUCTION
    assert clocks[0] == clocks[1] == clocks[2]
    assert abs(clocks[3] - clocks[2] - 100 * CLOCKS_PER_MICROSECOND) < INSTRUCTION


def test_a_slow_oscillator_moves_the_times_of_the_chips() -> None:
    pc = running(ChangedOscillator(Fraction(20_000_000, 4), at=100 * MICROSECOND))
    seen: list[int] = []

    def remember(now: int) -> float:
        seen.append(now)
        return 0.0

    pc.card.noise.stray = remember
    dsp = pc.card.dsp
    # MOVE Y:$FFC2,X0; JMP 0
    dsp.port_a.ram("P")[0:3] = [0x4CF000, 0xFFC2, 0x0C0000]
    pc.card.catch_up(200 * MICROSECOND)
    late = [time for time in seen if time > 110 * MICROSECOND]
    assert 195 * MICROSECOND < max(late) <= 202 * MICROSECOND
    gaps = {later - earlier for earlier, later in pairwise(late)}
    early = [time for time in seen if time < 90 * MICROSECOND]
    assert gaps == {4 * (early[-1] - early[-2])}


def test_other_faults_leave_the_oscillators_clocks_alone() -> None:
    def clocks(*, busy: bool) -> list[int]:
        pc = running(ChangedOscillator(3_333_333))
        seen = []
        for now in range(100, 130):
            pc.card.catch_up(now * MICROSECOND + 77_777)
            if busy:
                pc.card.faults.add(BusyDesChip())
                pc.card.faults.remove(BusyDesChip())
            seen.append(pc.card.dsp.clocks)
        return seen

    assert clocks(busy=True) == clocks(busy=False)


def test_counts_and_times_of_a_drifting_clock_agree() -> None:
    clock = DriftingClock(Clock(1_000_000))
    clock.change(10_500_000, 0)
    clock.change(20_000_000, 2_000_000)
    assert [clock.count_at(time) for time in (0, 999_999, 1_000_000, 10_499_999)] == [0, 0, 1, 10]
    assert [clock.count_at(time) for time in (10_500_000, 19_999_999, 20_000_000, 20_500_000)] == [10, 10, 10, 11]
    assert [clock.time_of(count) for count in (0, 1, 10, 11, 12)] == [0, 1_000_000, 10_000_000, 20_500_000, 21_000_000]
    clock.change(20_000_000, 0)
    assert clock.time_of(11) == 20_000_000


# Noise


def test_a_noise_bit_that_is_stuck_for_dsp_and_status_alike() -> None:
    for level in (0, 1):
        pc = on(StuckLine("noise.data", level=level))
        assert {STATUS["NOISE"].of(pc.inb(STATUS_PORT)) for _ in range(100)} == {level}
        assert {pc.card.faults._sites.points["noise"].plug.part.read(0, now * 10**8) for now in range(100)} == {level}


def test_an_offset_and_a_leaking_clock() -> None:
    times = [i * 20 * MICROSECOND for i in range(4000)]

    def ones(*faults: Fault) -> list[int]:
        card = Card(seed=1)
        card.faults.add(*faults)
        return [card.noise.bit(time) for time in times]

    assert ones() == [Card(seed=1).noise.bit(time) for time in times]
    assert 0.8 < sum(ones(NoiseOffset(volts=2.2))) / len(times) < 0.88  # one standard deviation: 0.841
    # 12.5 kHz sampled each 20 us repeats after four samples
    periodic = ones(NoiseLeak(hertz=12_500, volts=40.0))
    assert periodic[1::4] == [1] * 1000
    assert periodic[3::4] == [0] * 1000
    assert ones(NoiseOffset(volts=100.0, at=times[2000]))[:2000] == ones()[:2000]
