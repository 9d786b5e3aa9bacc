"""The driver by interrupts: the results of the polling driver, the PC's other work, and the time limit."""

from __future__ import annotations

import pytest

from dsp56k.card import Card
from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND
from dsp56k.host.bus import i8254
from dsp56k.host.driver import INTERRUPT, CardDriver, driver_pc
from dsp56k.host.errors import CardTimeoutError
from dsp56k.host.slot import insert
from dsp56k.host.software import Measured
from dsp56k.lib import firmware
from dsp56k.study.operations.workload import Workload
from shared.fake_card import PING, StandIn, WindowSide

KEY, IV = bytes.fromhex("133457799BBCDFF1"), bytes(range(8))
PERIOD = round(0x10000 * PICOSECONDS_PER_SECOND / i8254.HERTZ)
"""Picoseconds between two interrupts of the clock of day."""
LOOP = 2 + 7 + 1
"""Clocks of INC and JMP in the 80386's manual; a jump adds one for its target of one component."""
PUSHED_EAX = 28
"""Offset of EAX in what PUSHAD pushes."""


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
    """Return the count of the other work, in EAX on its stack."""
    pc = driver.pc
    stack = int.from_bytes(pc.read(pc.program.address_of("other_stack"), 4), "little")
    return int.from_bytes(pc.read(stack + PUSHED_EAX, 4), "little")


def sleeps(driver: CardDriver) -> int:
    """Return the number of calls of tasks_sleep."""
    pc = driver.pc
    return pc.profile()[pc.program.address_of("tasks_sleep")].times


def compared(call: str, polling: CardDriver, interrupted: CardDriver) -> tuple[int, Measured[bytes], Measured[bytes]]:
    """Do a call by both drivers; return the clocks of other work, and both measurements."""
    calls = {
        "rsa512-crt": lambda one: one.rsa_crt([1990], Workload(1).rsa_key),
        "des": lambda one: one.des_cbc_encrypt(KEY, IV, bytes(4200)),
        "chip": lambda one: one.des_cbc_encrypt(KEY, IV, bytes(4200), chip=True),
        "md2": lambda one: one.md2(bytes(100)),
    }
    polled = calls[call](polling)
    before = interrupted.free_clocks
    slept = calls[call](interrupted)
    return interrupted.free_clocks - before, polled, slept


@pytest.mark.parametrize(("call", "commands"), [("rsa512-crt", 2), ("des", 2), ("chip", 2), ("md2", 1)])
def test_the_other_work_has_the_time_that_the_polling_driver_waits(
    call: str, commands: int, polling: CardDriver, interrupted: CardDriver
) -> None:
    before, counted, profiled = sleeps(interrupted), turns(interrupted), interrupted.pc.clocks
    free, polled, slept = compared(call, polling, interrupted)
    assert slept.value == polled.value
    assert sleeps(interrupted) - before == commands
    # The profile has every clock of the call, and those of the other work are its turns, but for one that is cut.
    assert interrupted.pc.clocks - profiled == slept.clocks
    assert free == pytest.approx(LOOP * (turns(interrupted) - counted), abs=LOOP * commands)
    # Mask, request, switches and interrupt take less than 40 us for each command. A driver that polls is late by up to
    # a 256th of the time that it has waited.
    latest = polled.clocks + 800 * commands
    assert latest - 1600 * commands - polled.clocks / 256 < slept.clocks < latest


def test_a_driver_that_polls_leaves_no_time(polling: CardDriver) -> None:
    assert polling.free_clocks == 0


def test_a_silent_card_ends_the_sleep_by_the_clock_of_day() -> None:
    card = StandIn()
    pc = driver_pc(program=INTERRUPT, interrupts=True)
    pc.isa_bus.attach_ports(0x300, 16, card)
    pc.isa_bus.attach_memory(0xD_0000, 0x8000, WindowSide(card))
    driver = CardDriver(pc)
    driver.start([])
    card.answer = lambda opcode, argument: []
    start = pc.now
    with pytest.raises(CardTimeoutError, match="did not reply"):
        driver.ping()
    assert PING in [opcode for opcode, _ in card.commands]
    # 2 ms for a PING are less than a period: the sleep ends with the third interrupt.
    assert 2 * PERIOD < pc.now - start < 3 * PERIOD + PICOSECONDS_PER_SECOND // 1000
