"""The interrupt controller's registers, and the entry of a handler."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dsp56k.emu.timeline import Clock, Time
from dsp56k.host.bus.i8254 import HERTZ, ClockOfDay, new_timer
from dsp56k.host.bus.i8259 import I8259
from dsp56k.host.cpu_modes import MODES
from dsp56k.host.errors import HostError
from dsp56k.host.pc import PC
from shared.x86.code import program

END, READ_IRR, READ_ISR = 0x20, 0x0A, 0x0B


def controller(mask: int = 0, *, icw1: int = 0x11, icw4: int = 1) -> I8259:
    chip = I8259()
    chip.write(0, icw1, 0)
    for value in (0x50, 0x04, icw4, mask):
        chip.write(1, value, 0)
    return chip


def test_after_power_up_all_is_masked() -> None:
    chip = I8259()
    chip.drive(5, True)
    assert chip.read(1, 0) == 0xFF
    assert not chip.pending(0)
    chip.write(1, 0xDF, 0)
    assert chip.armed
    assert chip.pending(0)
    assert chip.acknowledge() == 0x0D


def test_a_request_is_an_edge() -> None:
    chip = controller()
    chip.drive(5, True)
    assert chip.read(0, 0) == 0x20
    assert chip.acknowledge() == 0x55
    assert (chip.read(0, 0), chip.pending(0)) == (0, False)
    chip.write(0, READ_ISR, 0)
    assert chip.read(0, 0) == 0x20
    chip.write(0, END, 0)
    assert (chip.read(0, 0), chip.pending(0)) == (0, False)
    chip.drive(5, False)
    chip.drive(5, True)
    assert chip.pending(0)


def test_a_request_that_is_taken_back_is_number_7() -> None:
    chip = controller()
    chip.drive(3, True)
    chip.drive(3, False)
    assert not chip.pending(0)
    assert chip.acknowledge() == 0x57
    chip.write(0, READ_ISR, 0)
    assert chip.read(0, 0) == 0


def test_priority_and_the_end_of_an_interrupt() -> None:
    chip = controller()
    for number in (4, 6, 2):
        chip.drive(number, True)
    assert chip.acknowledge() == 0x52
    assert not chip.pending(0)
    chip.drive(1, True)
    assert chip.acknowledge() == 0x51
    chip.write(0, END, 0)
    assert not chip.pending(0)
    chip.write(0, 0x62, 0)
    assert chip.acknowledge() == 0x54


def test_masks() -> None:
    chip = controller(0x20)
    chip.drive(5, True)
    assert not chip.pending(0)
    chip.write(1, 0, 0)
    assert chip.pending(0)
    chip.drive(12, True)
    assert chip.read(0, 0) == 0x20


def test_the_end_by_itself_and_levels() -> None:
    chip = controller(icw1=0x19, icw4=3)
    chip.drive(5, True)
    assert [chip.acknowledge(), chip.acknowledge()] == [0x55, 0x55]
    chip.drive(5, False)
    assert not chip.pending(0)


def test_one_alone_has_no_icw3() -> None:
    chip = I8259()
    chip.write(0, 0x13, 0)
    for value in (0x77, 0x01, 0xFE):
        chip.write(1, value, 0)
    assert chip.read(1, 0) == 0xFE
    chip.drive(0, True)
    assert chip.acknowledge() == 0x70


@pytest.mark.parametrize(
    ("value", "feature"),
    [
        (0x80, "rotating priority"),
        (0xA0, "rotating priority"),
        (0xC3, "rotating priority"),
        (0xE5, "rotating priority"),
        (0x0C, "polling"),
        (0x68, "special mask mode"),
        (0x12, "vectors for an 8085"),
    ],
)
def test_a_command_that_is_not_modelled_is_refused(value: int, feature: str) -> None:
    chip = controller()
    with pytest.raises(HostError, match=rf"no {feature}, which \${value:02X} selects"):
        chip.write(0, value, 0)


@pytest.mark.parametrize(("icw4", "feature"), [(0, "vectors for an 8085"), (0x11, "special fully nested mode")])
def test_a_mode_that_is_not_modelled_is_refused(icw4: int, feature: str) -> None:
    with pytest.raises(HostError, match=f"no {feature}"):
        controller(icw4=icw4)


def test_commands_without_an_effect() -> None:
    chip = controller()
    chip.drive(5, True)
    assert chip.acknowledge() == 0x55
    for value in (0x00, 0x40, 0x45, 0x08, 0x48, READ_ISR):
        chip.write(0, value, 0)
    assert chip.read(0, 0) == 0x20


def test_boards_tell_their_requests_in_time() -> None:
    chip = controller()

    class Board:
        def catch_up(self, now: Time) -> None:
            chip.drive(4, now >= 100)

    chip.attach(Board())
    assert not chip.pending(99)
    assert chip.read(0, 99) == 0
    assert chip.pending(100)
    chip.write(0, READ_IRR, 100)
    assert chip.read(0, 100) == 0x10


def test_icw1_forgets_the_edges_before_it() -> None:
    chip = controller()

    class Board:
        def catch_up(self, now: Time) -> None:
            chip.drive(4, 100 <= now < 400 or now >= 500)

    chip.attach(Board())
    chip.write(0, 0x11, 200)
    for value in (0x50, 0x04, 1, 0):
        chip.write(1, value, 210)
    assert not chip.pending(300)
    assert not chip.pending(450)
    assert chip.pending(500)


def test_the_clock_of_day_requests_an_interrupt_in_each_period() -> None:
    requests: list[bool] = []
    clock_of_day, clock = ClockOfDay(requests.append), Clock(HERTZ)
    begun = clock.time_of(65_536)
    clock_of_day.begin(begun)
    requests.clear()
    clock_of_day.catch_up(begun)
    assert requests == []
    for period in (1, 2):
        clock_of_day.catch_up(clock.time_of(65_536 * period + 1))
        clock_of_day.catch_up(clock.time_of(65_536 * period + 65_536))
    assert requests == [False, True] * 2
    # A run of a program begins without the request that nobody took before it
    clock_of_day.begin(clock.time_of(65_536 * 3 + 1))
    clock_of_day.catch_up(clock.time_of(65_536 * 3 + 2))
    assert requests == [*[False, True] * 2, False]


def test_the_clock_of_day_requests_as_the_timer_raises_its_output() -> None:
    requests: list[bool] = []
    clock_of_day, timer, clock = ClockOfDay(requests.append), new_timer(), Clock(HERTZ)
    clock_of_day.begin(0)
    outputs = []
    for tick in range(65_530, 65_545):
        clock_of_day.catch_up(clock.time_of(tick))
        timer.write(3, 0xE2, clock.time_of(tick))
        outputs.append((timer.read(0, clock.time_of(tick)) >> 7, True in requests))
    assert outputs == [(0, False)] * 7 + [(1, True)] * 8


def test_a_handler_begins_with_interrupts_disabled() -> None:
    # xor dx,dx / sti / l: or dx,dx / jz l / ret; the handler: pushf / pop ax / mov dx,1 / iret
    made = program("31 d2", "fb", "09 d2", "74 fc", "c3", "9c 58 ba 01 00 cf", mode="real16")
    pc = PC(replace(made, aligned=True), mode="real16", interrupts=True)
    handler = pc.program.address_of("f") + 8 - MODES["real16"].base
    pc.write(4 * 0x0D, handler.to_bytes(2, "little") + (MODES["real16"].base >> 4).to_bytes(2, "little"))
    chip = pc.interrupt_controller
    assert chip is not None
    chip.write(1, 0xDF, 0)
    chip.drive(5, True)
    value = pc.run("f").value
    assert value >> 16 == 1
    assert not value & 0x200
