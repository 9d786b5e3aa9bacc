"""The board's wiring, seen from the PC: ports, window, arbitration, outcomes. Programs are a few hand-made words."""

import pickle
from fractions import Fraction
from typing import Any

import pytest

from dsp56k.card import Card, CardAccessError, CardError, Outcome, Wd20c03
from dsp56k.card.chips.control import STATUS
from dsp56k.card.chips.wd20c03 import COMMAND
from dsp56k.card.chips.wd20c03 import STATUS as DES_STATUS
from dsp56k.card.faults import StuckLine
from dsp56k.card.fittings import OnDspBus
from dsp56k.emu import ConfigurationError
from dsp56k.emu.timeline import Clock
from shared.card_pc import (
    AGHIGH,
    AGLOW,
    BG,
    BR,
    CONTROL,
    CVR,
    ICR,
    IRQE,
    ISR,
    IVR,
    LOW,
    MODE3,
    ROUTE,
    RUN,
    SCRATCH,
    STATUS_PORT,
    STRAPS,
    WEN,
    WINBASE,
    WINDOW,
    Pc,
)

RXL = 7
"""The low byte of RX, whose reading clears RXDF (UM 10-24)."""
JMP = 0x0C0000
"""JMP to a 12-bit address (UM A-106)."""


def running(program: list[int], **options: Any) -> Pc:
    """A card that started `program` at external P:$0000 in mode 3."""
    pc = Pc(Card(**options))
    pc.store(0, 0, program)
    pc.control(RUN)
    return pc


def anomalies(pc: Pc) -> list[tuple[Outcome, int, int]]:
    return [(record.outcome, record.where, record.count) for record in pc.card.anomalies]


# A fresh card


def test_a_fresh_card_reads_its_reset_values() -> None:
    card = Card()
    assert [card.port_read(offset, 0) for offset in (ICR, CVR, ISR, IVR, 4)] == [0x00, 0x12, 0x06, 0x0F, 0x00]
    expected = {CONTROL: 0xC0, AGLOW: 0, AGHIGH: 0, WINBASE: 0x68, ROUTE: 0, SCRATCH: 0}
    assert {offset: card.port_read(offset, 0) for offset in expected} == expected


@pytest.mark.parametrize(
    ("bank_words", "boot", "straps"), [(8192, "window", 0), (32768, "host", 3), (32768, "window", 1)]
)
def test_straps(bank_words: int, boot: Any, straps: int) -> None:
    card = Card(bank_words=bank_words, boot=boot)
    assert card.port_read(STRAPS, 0) == straps
    assert card.port_read(CONTROL, 0) == (0x40 if boot == "host" else 0xC0)


def test_status_shows_whether_a_des_chip_is_fitted() -> None:
    des = STATUS["DES"]
    assert [des.of(Card(des_chip=fitted).port_read(STATUS_PORT, 0)) for fitted in (False, True)] == [0, 1]


def test_status_noise_bit_is_the_circuits() -> None:
    card = Card(seed=5)
    times = [i * 20_000_000 for i in range(64)]
    seen = [STATUS["NOISE"].of(card.port_read(STATUS_PORT, now)) for now in times]
    assert seen == [Card(seed=5).noise.bit(now) for now in times]
    card.faults.add(StuckLine("noise.data", level=1))
    assert STATUS["NOISE"].of(card.port_read(STATUS_PORT, times[-1])) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bank_words": 16384}, "must be one of 8192 and 32768"),
        ({"boot": "rom"}, "must be 'window' or 'host'"),
        ({"io_base": 0x301}, r"I/O base \$301: must"),
        ({"io_base": 768.0}, "I/O base 768.0: must"),
        ({"io_base": "300"}, "I/O base '300': must"),
        ({"window_bytes": 1}, "window of 1 bytes"),
        ({"window_bytes": 32768.0}, "window of 32768.0 bytes"),
        ({"seed": -1}, "noise seed"),
        ({"seed": 1.5}, "noise seed 1.5: must"),
    ],
)
def test_impossible_cards(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CardError, match=message):
        Card(**options)


def test_impossible_accesses() -> None:
    card = Card()
    with pytest.raises(CardError, match="offsets 0 to 15"):
        card.port_read(16, 0)
    with pytest.raises(CardError, match="8-bit bus"):
        card.port_write(SCRATCH, 256, 0)
    card.port_read(SCRATCH, 10)
    with pytest.raises(CardError, match="time must not decrease"):
        card.port_read(SCRATCH, 9)


# The window


@pytest.mark.parametrize("bank", [0, 1])
@pytest.mark.parametrize("bank_words", [8192, 32768])
def test_words_through_the_window(bank: int, bank_words: int) -> None:
    pc = Pc(Card(bank_words=bank_words))
    words = [0x010203, 0xFFFFFF, 0x800000, 0x00ABCD]
    pc.store(bank, bank_words - 4, words)
    memory = pc.card.dsp.port_a.ram("PX"[bank])
    assert [memory[bank_words - 4 + i] for i in range(4)] == words
    assert pc.fetch(bank, bank_words - 4, 4) == words
    assert pc.card.anomalies == ()


def test_low_byte_only() -> None:
    pc = Pc(Card())
    pc.store(1, 0x100, [0xAAAAAA] * 3)
    pc.point(1, 0x100, low_only=True)
    for byte in (1, 2):
        pc.write(byte)
    pc.point(1, 0x100, low_only=True)
    assert [pc.read() for _ in range(3)] == [0x01, 0x02, 0xAA]
    assert pc.fetch(1, 0x100, 3) == [0xAAAA01, 0xAAAA02, 0xAAAAAA]


def test_any_address_in_the_window_is_equal_in_either_direction() -> None:
    pc = Pc(Card())
    data = list(range(30))
    for addresses in (range(WINDOW, WINDOW + 30), range(WINDOW + 0x7FFF, WINDOW + 0x7FFF - 30, -1), [WINDOW + 77] * 30):
        pc.point(1, 0x200)
        for address, byte in zip(addresses, data, strict=True):
            pc.write(byte, address)
        pc.point(1, 0x200)
        assert [pc.read(address) for address in addresses] == data


def test_window_moves_with_its_base() -> None:
    pc = Pc(Card())
    places = [pc.card.window_addresses]
    pc.point(0, 0)
    places.append(pc.card.window_addresses)
    pc.outb(WINBASE, 0x70)
    places.append(pc.card.window_addresses)
    assert places == [None, range(0xD0000, 0xD8000), range(0xE0000, 0xE8000)]
    pc.write(0x5A, 0xE7FFF)
    assert pc.card.dsp.port_a.ram("P")[0] == 0x5A


@pytest.mark.parametrize("address", [WINDOW - 1, WINDOW + 0x8000])
def test_outside_the_window_the_card_does_not_answer(address: int) -> None:
    pc = Pc(Card())
    pc.point(0, 0)
    assert pc.read(address) == 0xFF
    pc.write(0, address)
    assert STATUS["PHASE"].of(pc.inb(STATUS_PORT)) == 0
    assert anomalies(pc) == [(Outcome.WINDOW_NOT_SELECTED, address, 2)]


def test_a_window_switched_off_does_not_answer() -> None:
    pc = Pc(Card())
    assert pc.read() == 0xFF
    assert anomalies(pc) == [(Outcome.WINDOW_NOT_SELECTED, WINDOW, 1)]


def test_status_shows_the_byte_phase() -> None:
    pc = Pc(Card())
    pc.point(0, 0)
    phases = []
    for _ in range(4):
        phases.append(STATUS["PHASE"].of(pc.inb(STATUS_PORT)))
        pc.read()
    assert phases == [0, 1, 2, 0]


@pytest.mark.parametrize("bank_words", [8192, 32768])
def test_counter_past_the_bank(bank_words: int) -> None:
    pc = Pc(Card(bank_words=bank_words))
    pc.store(0, bank_words - 1, [0x123456])
    pc.write(0x99)
    assert pc.read() == 0x00
    assert pc.inb(STRAPS) & 0x10
    assert (pc.inb(AGLOW), pc.inb(AGHIGH)) == (bank_words & 0xFF, bank_words >> 8)
    assert anomalies(pc) == [(Outcome.COUNTER_PAST_BANK, bank_words, 2)]
    pc.outb(STATUS_PORT, 0)
    assert not pc.inb(STRAPS) & 0x10


def test_the_counter_wraps_to_the_start_of_the_bank() -> None:
    pc = Pc(Card())
    pc.store(0, 0, [0x000042])
    pc.point(0, 0xFFFF)
    assert [pc.read() for _ in range(4)] == [0, 0, 0, 0x42]


def test_a_burst_refuses_a_number_that_it_did_not_offer() -> None:
    pc = Pc(Card())
    pc.control(WEN)
    pc.outb(AGLOW, 0xFE)
    pc.outb(AGHIGH, 0x1F)
    pc.write(0x55)
    assert pc.card.window_burst(0, write=True) is None
    for most in (-1, 2.0, "3"):
        with pytest.raises(ConfigurationError, match="most must be"):
            pc.card.window_burst(most, write=True)  # type: ignore[arg-type]  # a caller without types
    burst = pc.card.window_burst(1 << 70, write=True)
    assert burst is not None
    assert burst.most == 5
    before, events, now = pc.inb(AGHIGH), list(pc.card.events), pc.card.bus.now
    for done, written in ((0, b""), (6, bytes(6)), (-1, b"")):
        with pytest.raises(ConfigurationError, match="done must be 1 to 5"):
            burst.finish(done, written, now + 1)
    with pytest.raises(CardError, match="5 writes that wrote 4 bytes"):
        burst.finish(5, bytes(4), now + 1)
    assert (pc.inb(AGHIGH), list(pc.card.events)) == (before, events)
    burst.finish(5, bytes(range(5)), pc.step())
    assert pc.inb(AGHIGH) == 0x20
    assert pc.fetch(0, 0x1FFE, 2) == [0x010055, 0x040302]


# Reset, bus grant, and what becomes of accesses at the wrong time


def test_window_in_reset_is_served_and_recorded() -> None:
    pc = Pc(Card())
    pc.store(0, 0, [1, 2])
    record = pc.card.events[-1]
    assert (record.outcome, record.where, record.count) == (Outcome.WINDOW_IN_RESET, 0, 6)
    assert record.first < record.last
    assert pc.card.anomalies == ()


def test_host_port_in_reset_reads_reset_values_and_loses_writes() -> None:
    pc = Pc(Card())
    pc.outb(ICR, 0x18)
    assert pc.inb(ICR) == 0
    assert pc.inb(STRAPS) & 0x20
    assert anomalies(pc) == [(Outcome.HOST_PORT_IN_RESET, ICR, 2)]


def test_window_without_grant_changes_nothing_but_steps() -> None:
    pc = running([JMP])
    pc.point(0, 0)
    pc.write(0x77)
    assert pc.read() == 0xFF
    status = pc.inb(STATUS_PORT)
    assert (STATUS["WINERR"].of(status), STATUS["PHASE"].of(status), status & BG) == (1, 2, 0)
    assert anomalies(pc) == [(Outcome.WINDOW_WITHOUT_GRANT, 0, 2)]
    pc.outb(STATUS_PORT, 0)
    assert not STATUS["WINERR"].of(pc.inb(STATUS_PORT))
    pc.request_bus()
    assert pc.fetch(0, 0, 1) == [JMP]


def test_with_the_bus_granted_the_window_works_and_the_dsp_waits() -> None:
    pc = running([JMP])
    pc.request_bus()
    before = pc.card.dsp.instructions
    pc.store(0, 1, [0x0C0001])
    assert pc.card.dsp.instructions <= before + 1
    pc.control(off=BR)
    pc.step()
    pc.inb(SCRATCH)
    assert pc.card.dsp.instructions > before + 1
    assert pc.card.anomalies == ()


def test_bus_request_in_reset_is_granted_at_once() -> None:
    pc = Pc(Card())
    assert not pc.inb(STATUS_PORT) & BG
    pc.control(BR)
    assert pc.inb(STATUS_PORT) & BG


def test_a_program_changed_under_bus_grant_runs_changed() -> None:
    pc = running([JMP])
    pc.request_bus()
    pc.store(0, 0, [JMP | 0x10])
    pc.store(0, 0x10, [JMP | 0x10])
    pc.control(off=BR)
    pc.now += 10_000_000
    pc.inb(SCRATCH)
    assert pc.card.dsp.regs.pc == 0x10


def test_reset_stops_the_dsp_and_keeps_the_memory() -> None:
    pc = running([JMP])
    pc.control(off=RUN)
    before = pc.card.dsp.instructions
    pc.now += 10**9
    assert pc.fetch(0, 0, 1) == [JMP]
    assert pc.card.dsp.instructions == before
    names = [record.outcome for record in pc.card.events if record.outcome is not Outcome.WINDOW_IN_RESET]
    assert names == [Outcome.RESET_RELEASED, Outcome.RESET_HELD]


def test_the_pcs_reset_line() -> None:
    pc = running([JMP])
    pc.outb(SCRATCH, 0x55)
    pc.outb(WINBASE, 0)
    pc.outb(AGLOW, 9)
    pc.card.reset(pc.step())
    assert [pc.inb(offset) for offset in (CONTROL, SCRATCH, WINBASE, AGLOW)] == [MODE3, 0, 0x68, 0]
    pc.ctrl = MODE3
    assert pc.fetch(0, 0, 1) == [JMP]


@pytest.mark.parametrize(("mode", "start"), [(MODE3, 0x0000), (0x80, 0xE000)])
def test_mode_pins_are_latched_as_reset_is_released(mode: int, start: int) -> None:
    pc = Pc(Card())
    pc.store(0, 0, [JMP])
    pc.outb(CONTROL, mode | RUN)
    released = pc.card.events[-1]
    assert (released.outcome, released.where) == (Outcome.RESET_RELEASED, mode >> 6)
    assert pc.card.dsp.regs.pc == start
    assert pc.card.dsp.regs.omr & 3 == mode >> 6


def test_strict_mode_raises_with_the_outcomes_text() -> None:
    pc = Pc(Card(strict=True))
    with pytest.raises(CardAccessError, match="WINDOW_NOT_SELECTED at \\$D0000, 1000000 ps") as caught:
        pc.read()
    assert (caught.value.outcome, caught.value.where, caught.value.now) == ("WINDOW_NOT_SELECTED", WINDOW, 1_000_000)
    assert len(pc.card.anomalies) == 1


def test_equal_outcomes_in_a_row_are_one_record() -> None:
    pc = Pc(Card())
    for _ in range(1000):
        pc.read()
    (record,) = pc.card.anomalies
    assert str(record) == "WINDOW_NOT_SELECTED 1000 times from $D0000, 1000000 ps"
    assert record.last == 1_000_000_000


# Time


def test_the_dsp_keeps_up_with_the_pc_by_less_than_one_instruction() -> None:
    pc = running([JMP])
    card = pc.card
    for step in (1, 49_999, 50_000, 333_333, 1_000_003, 7):
        pc.now += step
        card.port_read(SCRATCH, pc.now)
        ahead = card.dsp.total_clocks - card.dsp.clock.count_at(pc.now)
        # JMP from and to external P with 15 wait states: 4 + 3 x 15 at most (UM A-231)
        assert 0 <= ahead < 4 + 3 * 15


@pytest.mark.parametrize("hertz", [20_000_000, 27_000_000])
def test_the_oscillator_is_selectable(hertz: int) -> None:
    pc = running([JMP], dsp_clock_hz=hertz)
    start = pc.card.dsp.total_clocks
    began = pc.now
    pc.now += 10**9
    pc.inb(SCRATCH)
    clocks = pc.card.dsp.total_clocks - start
    assert abs(clocks - (pc.now - began) * hertz / 10**12) < 100


def test_same_inputs_same_trace() -> None:
    def trace() -> tuple[object, ...]:
        pc = running([JMP], seed=9)
        seen = []
        for i in range(50):
            pc.now += 12_345 * i
            seen.append((pc.inb(STATUS_PORT), pc.card.dsp.total_clocks, pc.card.dsp.instructions))
        return tuple(seen)

    assert trace() == trace()


# The interrupt line


def test_hreq_reaches_the_pcs_interrupt_line_only_when_enabled_and_routed() -> None:
    # BSET #0,X:PBC turns the host interface on (UM A-40, 10-2)
    pc = running([0x0AA020, JMP | 1])
    seen: list[bool] = []
    pc.card.irq.connect(lambda level, _now: seen.append(level))
    pc.now += 10_000_000
    pc.outb(ICR, 0x02)
    assert STATUS["HREQ"].of(pc.inb(STATUS_PORT)) == 1
    assert seen == []
    pc.outb(ROUTE, 5)
    pc.control(IRQE)
    assert (seen, pc.card.control.interrupt_number) == ([True], 5)
    pc.outb(ICR, 0x00)
    assert seen == [True, False]


def test_another_number_moves_the_request_to_another_input_of_the_pc() -> None:
    pc = running([0x0AA020, JMP | 1])
    inputs: dict[int, bool] = {}
    pc.card.connect_interrupt(inputs.__setitem__)
    pc.now += 10_000_000
    pc.outb(ICR, 0x02)
    pc.outb(ROUTE, 5)
    pc.control(IRQE)
    assert inputs == {5: True}
    pc.outb(ROUTE, 7)
    assert inputs == {5: False, 7: True}
    pc.outb(ROUTE, 0)
    assert inputs == {5: False, 7: False}
    pc.outb(ROUTE, 5)
    assert inputs == {5: True, 7: False}
    pc.card.reset(pc.step())
    assert inputs == {5: False, 7: False}


def test_the_interrupt_line_has_the_time_of_hreqs_edge() -> None:
    # BSET #0,X:PBC; JCLR #3,X:HSR,*; MOVEP A1,X:HTX
    pc = running([0x0AA020, 0x0AA983, 1, 0x08CC2B, JMP | 4])
    seen: list[tuple[bool, int]] = []
    pc.card.irq.connect(lambda level, now: seen.append((level, now)))
    pc.outb(ROUTE, 5)
    pc.control(IRQE)
    pc.outb(ICR, 0x09)
    asked = pc.now
    pc.now += 50_000_000
    pc.inb(STATUS_PORT)
    dsp = pc.card.dsp
    (change,) = dsp.lines.hreq.changes()
    assert seen == [(True, dsp.clock.time_of(dsp.total_clocks - dsp.clocks + change.clock))]
    assert asked <= seen[0][1] < asked + 10_000_000


# The DMA channel


def test_drq_is_found_at_the_same_cycle_as_by_samples_of_each() -> None:
    # BSET #0,X:PBC; REP #$40; NOP; JCLR #1,X:HSR,*; MOVEP A1,X:HTX
    program = [0x0AA020, 0x0640A0, 0, 0x0AA981, 3, 0x08CC2B, JMP | 1]
    clock = Clock(4_000_000)
    results: list[list[int]] = []
    for is_followed in (True, False):
        pc = running(program)
        pc.outb(ICR, 0x01)
        requests: list[int] = []
        now, samples = pc.now, 0
        while len(requests) < 100:
            samples += 1
            if pc.card.dma.request(now):
                requests.append(now)
                pc.card.port_read(RXL, now)
            end = now + 1_000_000 * (1 + len(requests) % 7)
            followed = pc.card.dma.follow(now, end, clock) if is_followed else None
            assert followed is None or now < followed < end
            now = followed or clock.time_of(clock.count_at(now) + 1)
        results.append(requests)
        assert (samples < 1000) == is_followed
    assert results[0] == results[1]


def test_drq_is_sampled_at_each_cycle_of_a_clock_beyond_64_bits_and_while_the_card_has_a_fault() -> None:
    pc = running([JMP])
    clock = Clock(4_000_000)
    assert pc.card.dma.follow(pc.now, pc.now + 1_000_000, clock) is not None
    beyond = Clock(4_000_000 + Fraction(1, 10**30))
    assert pc.card.dma.follow(pc.now + 1_000_000, pc.now + 2_000_000, beyond) is None
    pc.card.faults.add(StuckLine("drq", level=1))
    assert pc.card.dma.follow(pc.now + 1_000_000, pc.now + 2_000_000, clock) is None


# Wiring of devices


def test_a_second_des_chip_is_fitted_by_one_line() -> None:
    second = Wd20c03()
    card = Card(fittings=[OnDspBus("second", second, range(0xFFC4, 0xFFC6))])
    second.write(1, COMMAND["LDKEY"].mask, 0)
    card.dsp.reset(mode=0)
    card.dsp.lines.reset.drive(False)
    # MOVE Y:$FFC5,X0 then MOVE Y:$FFC1,Y0 (absolute, UM A-147)
    card.dsp.p[0:4] = [0x4CF000, 0xFFC5, 0x4EF000, 0xFFC1]
    card.dsp.step()
    card.dsp.step()
    assert (card.dsp.regs.x0, card.dsp.regs.y0) == (DES_STATUS["KR"].mask, 0)


def test_without_the_des_chip_its_addresses_are_unmapped() -> None:
    # MOVE Y:$FFC1,X0; JMP *
    pc = running([0x4CF000, 0xFFC1, JMP | 2], des_chip=False)
    pc.now += 100_000_000
    pc.inb(LOW + 1)
    assert pc.card.dsp.regs.x0 == 0
    assert [record.outcome for record in pc.card.anomalies] == [Outcome.DSP_UNMAPPED]
    assert pc.card.anomalies[0].where == 0xFFC1


def test_memory_past_the_bank_is_unmapped_for_the_dsp() -> None:
    # MOVE X:$2000,X0; JMP *
    pc = running([0x44F000, 0x2000, JMP | 2])
    pc.now += 100_000_000
    pc.inb(SCRATCH)
    assert [(record.outcome, record.where) for record in pc.card.anomalies] == [(Outcome.DSP_UNMAPPED, 0x2000)]


def test_unmapped_accesses_are_recorded_again_after_a_restored_state() -> None:
    # MOVE X:$2000,X0; JMP 0
    pc = running([0x44F000, 0x2000, JMP])
    card = pc.card

    def count_at(microseconds: int) -> int:
        card.bus.read(0, start + microseconds * 1_000_000)
        return anomalies(pc)[0][2]

    start = pc.now
    first = count_at(100)
    bus, dsp = card.bus.state(), card.dsp.snapshot()
    second = count_at(110)
    assert second > first > 1
    card.bus.restore(bus)
    card.dsp.restore(dsp)
    card.note_unmapped()
    assert anomalies(pc) == [(Outcome.DSP_UNMAPPED, 0x2000, second)]
    assert count_at(110) == second + (second - first)


def test_the_pulled_down_boot_address_reads_zero_and_is_no_anomaly() -> None:
    # R1 is loaded with $C000; after a NOP, MOVEM reads and writes P:(R1); then JMP to itself
    pc = running([0x61F400, 0xC000, 0, 0x07E184, 0x076184, JMP | 5])
    pc.now += 100_000_000
    pc.inb(SCRATCH)
    assert (pc.card.dsp.regs.x0, pc.card.dsp.regs.pc, pc.card.anomalies) == (0, 5, ())


def test_window_enable_alone_does_not_release_reset() -> None:
    pc = Pc(Card())
    pc.control(WEN)
    pc.now += 10**9
    pc.inb(SCRATCH)
    assert pc.card.dsp.instructions == 0


def test_an_access_error_reaches_another_process_with_its_numbers() -> None:
    error = CardAccessError("DSP_UNMAPPED", "nothing is there", 0xFFC1, 5)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is CardAccessError
    assert (str(copy), copy.outcome, copy.where, copy.now) == (str(error), "DSP_UNMAPPED", 0xFFC1, 5)
