"""The PC's interval timer against its data sheet."""

from fractions import Fraction
from random import Random

import pytest

from dsp56k.emu.timeline import Clock
from dsp56k.host.bus.i8254 import HERTZ, new_timer
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from reference_model.pc.i8254 import I8254

CLOCK = Clock(HERTZ)
CONTROL = 3


def at(clock: int) -> int:
    return CLOCK.time_of(clock)


@pytest.mark.parametrize("seed", range(40))
def test_the_native_timer_answers_as_the_other_one(seed: int) -> None:
    random, now = Random(seed), 0
    timers = I8254(), new_timer()
    for _ in range(3000):
        now += random.choice((0, 1, 10 ** random.randint(1, 11), at(random.randint(1, 70_000))))
        if random.random() < 0.4:
            offset, value = random.randint(0, CONTROL), random.choice((0, 1, 2, 3, 255, random.getrandbits(8)))
            for timer in timers:
                timer.write(offset, value, now)
        else:
            offset = random.randint(0, CONTROL)
            plain, native = (timer.read(offset, now) for timer in timers)
            assert plain == native, (now, offset)


def programmed(word: int, *values: int) -> I8254:
    """A timer one of whose counters was programmed, so that its count is loaded at clock 0 (of `count` and `out`)."""
    timer = I8254()
    timer.write(CONTROL, word, at(99))
    for value in values:
        timer.write(word >> 6, value, at(99))
    return timer


def count(timer: I8254, counter: int, clock: int) -> int:
    timer.write(CONTROL, counter << 6, at(100 + clock))
    return timer.read(counter, at(100 + clock)) | timer.read(counter, at(100 + clock)) << 8


def out(timer: I8254, counter: int, clock: int) -> int:
    timer.write(CONTROL, 0xE0 | 2 << counter, at(100 + clock))
    return timer.read(counter, at(100 + clock)) >> 7


def test_as_the_bios_leaves_it() -> None:
    timer = I8254()
    for counter, word in enumerate((0x36, 0x14, 0x36)):
        timer.write(CONTROL, 0xE0 | 2 << counter, at(5))
        assert timer.read(counter, at(5)) == 0x80 | word
    assert timer.read(CONTROL, at(5)) == 0xFF


def test_the_bios_has_memory_refreshed_every_18_clocks() -> None:
    timer = new_timer()
    assert {timer.read(1, at(clock)) for clock in range(100, 200)} == set(range(1, 19))


@pytest.mark.parametrize(
    ("mode", "initial", "counts", "outs"),
    [
        (0, 4, [4, 3, 2, 1, 0, 0xFFFF], [0, 0, 0, 0, 1, 1]),
        (1, 4, [4, 4, 4, 4, 4, 4], [1, 1, 1, 1, 1, 1]),
        (2, 3, [3, 2, 1, 3, 2, 1], [1, 1, 0, 1, 1, 0]),
        (6, 3, [3, 2, 1, 3, 2, 1], [1, 1, 0, 1, 1, 0]),
        (3, 4, [4, 2, 4, 2, 4, 2], [1, 1, 0, 0, 1, 1]),
        (3, 5, [4, 2, 0, 4, 2, 4], [1, 1, 1, 0, 0, 1]),
        (4, 2, [2, 1, 0, 0xFFFF, 0xFFFE], [1, 1, 0, 1, 1]),
    ],
)
@pytest.mark.parametrize("counter", [0, 1, 2])
def test_modes(counter: int, mode: int, initial: int, counts: list[int], outs: list[int]) -> None:
    timer = programmed(counter << 6 | 0x30 | mode << 1, initial, 0)
    assert [count(timer, counter, clock) for clock in range(len(counts))] == counts
    assert [out(timer, counter, clock) for clock in range(len(outs))] == outs


def test_zero_is_the_longest_count() -> None:
    assert count(programmed(0x34, 0, 0), 0, 1) == 0xFFFF
    assert count(programmed(0x35, 0, 0), 0, 1) == 0x9999
    assert count(programmed(0x35, 0x20, 0), 0, 1) == 0x19


def test_one_byte_at_a_time() -> None:
    low, high = programmed(0x14, 7), programmed(0x24, 7)
    assert low.read(0, at(102)) == 5
    assert low.read(0, at(102)) == 5
    assert high.read(0, at(101)) == 6


def test_a_latched_count_stays_and_status_comes_first() -> None:
    timer = programmed(0x30, 0x34, 0x12)
    timer.write(CONTROL, 0xC2, at(110))
    timer.write(CONTROL, 0x00, at(120))
    assert [timer.read(0, at(130)) for _ in range(3)] == [0x30, 0x34 - 10, 0x12]
    assert timer.read(0, at(130)) == 0x34 - 30
    assert timer.read(0, at(130)) == 0x12


def test_null_count_until_the_count_is_loaded() -> None:
    timer = programmed(0x34)
    for expected in (0xF4, 0xF4):
        timer.write(CONTROL, 0xE2, at(99))
        assert timer.read(0, at(99)) == expected
        timer.write(0, 9, at(99))
    timer.write(CONTROL, 0xE2, at(100))
    assert timer.read(0, at(100)) == 0xB4


def again(timer: I8254, clock: int, *values: int) -> None:
    """Write a count without a control word."""
    for value in values:
        timer.write(0, value, at(100 + clock))


def null(timer: I8254, clock: int) -> int:
    timer.write(CONTROL, 0xE2, at(100 + clock))
    return timer.read(0, at(100 + clock)) >> 6 & 1


def test_a_rate_ends_its_period_before_another_count() -> None:
    timer = programmed(0x34, 10, 0)
    again(timer, 3, 20, 0)
    assert (null(timer, 4), null(timer, 9)) == (1, 1)
    assert [count(timer, 0, clock) for clock in range(9, 13)] == [1, 20, 19, 18]
    assert null(timer, 13) == 0


@pytest.mark.parametrize(
    ("written", "outs"), [(2, [1, 1, 0, 0, 1, 1, 0, 0]), (5, [0, 0, 0, 1, 1, 0, 0, 1]), (0, [1, 1, 1, 1, 0, 0, 1, 1])]
)
def test_a_square_wave_ends_its_half_period_before_another_count(written: int, outs: list[int]) -> None:
    timer = programmed(0x36, 8, 0)
    again(timer, written, 4, 0)
    assert [out(timer, 0, clock) for clock in range(written, written + len(outs))] == outs


def test_the_first_of_two_bytes_stops_mode_0() -> None:
    timer = programmed(0x30, 9, 0)
    again(timer, 3, 20)
    assert [count(timer, 0, clock) for clock in (3, 8)] == [6, 6]
    again(timer, 10, 0)
    assert [count(timer, 0, clock) for clock in (10, 11, 12)] == [6, 20, 19]
    finished = programmed(0x30, 2, 0)
    assert out(finished, 0, 4) == 1
    again(finished, 5, 20)
    assert out(finished, 0, 5) == 0


def test_mode_4_counts_on_until_the_next_clock() -> None:
    timer = programmed(0x38, 100, 0)
    again(timer, 5, 50, 0)
    assert [count(timer, 0, clock) for clock in (5, 6, 7)] == [95, 50, 49]


@pytest.mark.parametrize("mode", [1, 5])
def test_without_an_edge_of_gate_the_count_is_not_loaded(mode: int) -> None:
    assert null(programmed(0x30 | mode << 1, 9, 0), 50) == 1


def test_a_latch_between_two_bytes_gives_its_high_byte() -> None:
    timer = programmed(0x34, 0x34, 0x12)
    assert timer.read(0, at(101)) == 0x33
    timer.write(CONTROL, 0, at(102))
    assert timer.read(0, at(400)) == 0x12
    assert timer.read(0, at(100 + 0x34)) == 0


def test_the_rate() -> None:
    assert Fraction(1_193_181) < HERTZ < Fraction(1_193_182)


def test_every_pc_has_one() -> None:
    pc = PC(builtin_program("driver"))
    assert pc.run("timer_install").value == 1
    before, result = pc.run("timer_now").value, pc.run("timer_pause", 1193)
    assert 0.98e9 < result.time < 1.02e9
    after = pc.run("timer_now").value
    assert 1193 * 0.97 < after - before < 1193 * 1.05


@pytest.mark.parametrize(("clock_hz", "wait_states"), [(6_000_000, 3), (20_000_000, 1), (100_000_000, 0)])
def test_ticks_are_time_on_any_pc(clock_hz: int, wait_states: int) -> None:
    pc = PC(builtin_program("driver"), clock_hz=clock_hz, wait_states=wait_states)
    pc.run("timer_install")
    start, first = pc.now, pc.run("timer_now").value
    ticks = 0
    last = first
    while pc.now - start < 120 * 10**9:
        pc.run("timer_pause", 12_000)
        now = pc.run("timer_now").value
        ticks += (now - last) % 65536
        last = now
    assert abs(ticks - (pc.now - start) * HERTZ / 10**12) < 50


def test_a_timer_that_another_program_uses_is_refused() -> None:
    pc = PC(builtin_program("driver"))
    pc.timer.write(CONTROL, 0x34, pc.now)
    assert pc.run("timer_install").value == 0
