"""The driver by interrupts: the results of the polling driver, the PC's other work, and the time limit."""

from __future__ import annotations

from typing import Any

import pytest

from dsp56k.card import Card
from dsp56k.card.chips import control
from dsp56k.card.registers import PORTS
from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND
from dsp56k.host.bus import i8254
from dsp56k.host.bus.i8259 import I8259
from dsp56k.host.cpu_modes import MODES
from dsp56k.host.driver import INTERRUPT, CardDriver, driver_pc
from dsp56k.host.errors import CardTimeoutError
from dsp56k.host.slot import insert
from dsp56k.host.software import Measured
from dsp56k.lib import firmware
from dsp56k.study.operations.workload import Workload
from shared.fake_card import CALIBRATE, CTRL, StandIn, WindowSide

ICR, RREQ, IRQE, CARD_IRQ = PORTS["ICR"], 1, control.CTRL["IRQE"].mask, 5
MILLISECOND = PICOSECONDS_PER_SECOND // 1000
KEY, IV = bytes.fromhex("133457799BBCDFF1"), bytes(range(8))
PERIOD = round(0x10000 * PICOSECONDS_PER_SECOND / i8254.HERTZ)
"""Picoseconds between two interrupts of the clock of day."""
LOOP = 2 + 7 + 1
"""Clocks of INC and JMP in the manuals of 80286 and 80386; a jump adds one for its target of one byte or component."""
PUSHED: dict[str, tuple[int, int]] = {"flat32": (28, 4), "real16": (18, 2)}
"""Offset and size of EAX or AX on the stack of the other work: PUSHAD pushes it first, or PUSHA, DS and ES follow."""


def started(program: str) -> CardDriver:
    pc = driver_pc(program=program, interrupts=program == INTERRUPT, memory="manual")
    insert(Card(strict=True), pc)
    driver = CardDriver(pc)
    driver.start(firmware.image().segments)
    return driver


@pytest.fixture(scope="module")
def polling() -> CardDriver:
    return started("driver")


@pytest.fixture(scope="module")
def interrupted() -> CardDriver:
    return started(INTERRUPT)


def turns(driver: CardDriver) -> int:
    """Return the count of the other work, which is on its stack."""
    pc = driver.pc
    mode = MODES[pc.program.mode]
    offset, size = PUSHED[mode.name]
    stack = int.from_bytes(pc.read(pc.program.address_of("other_stack"), size), "little")
    return int.from_bytes(pc.read(mode.base + stack + offset, size), "little")


def sleeps(driver: CardDriver) -> int:
    """Return the number of calls of tasks_sleep."""
    pc = driver.pc
    return pc.profile()[pc.program.address_of("tasks_sleep")].times


def compared(call: str, polling: CardDriver, interrupted: CardDriver) -> tuple[int, Measured[bytes], Measured[bytes]]:
    """Do a call by both drivers; return the clocks of other work, and both measurements."""
    calls = {
        "rsa512-crt": lambda one: one.call("rsa_crt", [1990], Workload(1).rsa_key),
        "des": lambda one: one.call("des_cbc_encrypt", KEY, IV, bytes(4200)),
        "chip": lambda one: one.call("des_cbc_encrypt", KEY, IV, bytes(4200), chip=True),
        "long chip": lambda one: one.call("des_cbc_encrypt", KEY, IV, bytes(8192), chip=True),
        "md2": lambda one: one.call("md2", bytes(100)),
    }
    polled = calls[call](polling)
    before = interrupted.free_clocks
    slept = calls[call](interrupted)
    return interrupted.free_clocks - before, polled, slept


@pytest.mark.parametrize(("call", "waits"), [("rsa512-crt", 2), ("des", 2), ("chip", 1), ("long chip", 2), ("md2", 1)])
def test_the_other_work_has_the_time_that_the_polling_driver_waits(
    call: str, waits: int, polling: CardDriver, interrupted: CardDriver
) -> None:
    before, counted, profiled = sleeps(interrupted), turns(interrupted), interrupted.pc.clocks
    free, polled, slept = compared(call, polling, interrupted)
    assert slept.value == polled.value
    # The DES chip has done the 13 blocks of a second chunk before the driver has summed the 4,096 bytes of the first.
    assert sleeps(interrupted) - before == waits
    # The profile has all clocks of the call. The other work takes the clocks of its turns; each sleep may cut one turn.
    assert interrupted.pc.clocks - profiled == slept.clocks
    assert free == pytest.approx(LOOP * (turns(interrupted) - counted), abs=LOOP * waits)
    # Mask, request, switches and interrupt take less than 40 us for each wait. A driver that polls is late by up to
    # a 256th of the time that it has waited.
    latest = polled.clocks + 800 * waits
    assert latest - 1600 * waits - polled.clocks / 256 < slept.clocks < latest


def test_a_driver_that_polls_leaves_no_time(polling: CardDriver) -> None:
    assert polling.free_clocks == 0


class SlowCard(StandIn):
    """A card that replies a millisecond after each command, and then interrupts the PC."""

    def __init__(self) -> None:
        super().__init__()
        self.controller: I8259 | None = None

    def execute(self, first: int, second: int, now: int) -> None:
        super().execute(first, second, now)
        if self.commands[-1][0] != CALIBRATE:
            self.ready_at = now + MILLISECOND

    def catch_up(self, now: int) -> None:
        assert self.controller is not None
        requests = self.registers[CTRL] & IRQE and self.registers[ICR] & RREQ
        self.controller.drive(CARD_IRQ, bool(requests and self.replies and now >= self.ready_at))


def with_slow_card(**parameters: Any) -> tuple[CardDriver, SlowCard]:
    """Return a driver that was started on a PC with such a card."""
    card = SlowCard()
    pc = driver_pc(program=INTERRUPT, interrupts=True, memory="manual", **parameters)
    pc.isa_bus.attach_ports(0x300, 16, card)
    pc.isa_bus.attach_memory(0xD_0000, 0x8000, WindowSide(card))
    card.controller = pc.interrupt_controller
    assert card.controller is not None
    card.controller.attach(card)
    driver = CardDriver(pc)
    driver.start([])
    return driver, card


@pytest.mark.parametrize("parameters", [{}, {"cpu": "i286", "mode": "real16", "clock_hz": 10_000_000}])
def test_the_other_work_has_the_millisecond_of_the_card(parameters: dict[str, Any]) -> None:
    driver, _ = with_slow_card(**parameters)
    data = bytes(range(80))
    before, counted = driver.free_clocks, turns(driver)
    called = driver.call("des_cbc_encrypt", KEY, IV, data)
    free = driver.free_clocks - before
    assert called.value == data
    assert free == pytest.approx(LOOP * (turns(driver) - counted), abs=LOOP)
    # The driver sums the data before it sleeps, in up to 0.2 ms, and then prepares the sleep.
    assert 0.7 * MILLISECOND < driver.pc.clock.time_of(free) < MILLISECOND


@pytest.mark.parametrize("parameters", [{}, {"cpu": "i286", "mode": "real16", "clock_hz": 10_000_000}])
def test_a_silent_card_ends_the_sleep_by_the_clock_of_day(parameters: dict[str, Any]) -> None:
    driver, card = with_slow_card(**parameters)
    card.answer = lambda opcode, argument: []
    start = driver.pc.now
    with pytest.raises(CardTimeoutError, match="did not reply"):
        driver.ping()
    # 2 ms for a PING are less than a period: the sleep ends with the third interrupt.
    assert 2 * PERIOD < driver.pc.now - start < 3 * PERIOD + MILLISECOND
