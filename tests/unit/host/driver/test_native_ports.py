"""The card's ports without Python and the same ports by Python's classes have equal results, clocks and records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from dsp56k import lib
from dsp56k.card.boards import BOARDS, board_of
from dsp56k.card.faults import ChangedOscillator, FlippedRam, LateLine, PcReset, StuckLine
from dsp56k.host._pc import CountedPorts
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.errors import HostError
from dsp56k.host.slot import insert
from dsp56k.study.operations.workload import Workload

WORK = Workload(1990)
DATA = WORK.data(120)
JOBS: dict[str, Callable[[CardDriver], object]] = {
    "DES": lambda driver: driver.call("des_cbc_encrypt", WORK.des_key, WORK.des_iv, DATA),
    "DES chip": lambda driver: driver.call("des_cbc_encrypt", WORK.des_key, WORK.des_iv, DATA, chip=True),
    "MD2": lambda driver: driver.call("md2", DATA),
    "RSA": lambda driver: driver.call("rsa_crt", WORK.operands(1), WORK.rsa_key),
    "noise": lambda driver: driver.random(16),
}
SOON = 10_000_000
"""Picoseconds from the start of a job to that of a fault: within the driver's first polls."""
FAULTS: dict[str, Callable[[int], Any]] = {
    "host interface": lambda now: StuckLine("host.data", bit=0, level=1, way="read", at=now + SOON),
    "interrupt line": lambda now: LateLine("hreq", by=100_000),
    "memory": lambda now: FlippedRam("X", 0x100, 3, at=now + SOON),
    "oscillator": lambda now: ChangedOscillator(19_000_000, at=now + SOON),
    "reset": lambda now: PcReset(at=now + SOON),
}
UNUSED = 0xEFFF
"""A program address that the firmware never reaches."""


class Bench(NamedTuple):
    """A PC with a card in its slot and a running driver."""

    driver: CardDriver
    card: Any
    pc: Any
    traffic: Any


def bench(board: str, *, python: bool) -> Bench:
    """Return a bench; with a hook, only Python's classes can bring its DSP forward."""
    card = board_of(board, seed=1990)
    pc = driver_pc()
    traffic = insert(card, pc)
    driver = CardDriver(pc)
    driver.start(lib.firmware.image().segments)
    if python:
        card.dsp.hooks.on_execute(lambda *_: None, UNUSED)
    return Bench(driver, card, pc, traffic)


def outcome(bench: Bench, job: Callable[[CardDriver], object]) -> tuple[object, ...]:
    """Return the result or error of a job, and all clocks, counts and records after it."""
    try:
        result: object = job(bench.driver)
    except HostError as error:
        result = type(error), str(error)
    traffic = bench.traffic
    counts = traffic.accesses, traffic.clocks, traffic.polls, traffic.polled
    return result, bench.pc.clocks, bench.card.dsp.snapshot(), bench.card.bus.state(), bench.card.events, counts


@pytest.mark.parametrize("board", BOARDS)
def test_every_job_costs_the_same(board: str) -> None:
    native, python = bench(board, python=False), bench(board, python=True)
    for name, job in JOBS.items():
        assert outcome(native, job) == outcome(python, job), name


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_has_the_same_effect(fault: str) -> None:
    native, python = bench("standard", python=False), bench("standard", python=True)
    for each in (native, python):
        each.card.faults.add(FAULTS[fault](each.pc.now))
    assert outcome(native, JOBS["MD2"]) == outcome(python, JOBS["MD2"])


@pytest.mark.parametrize("python", [False, True])
def test_an_error_of_a_device_ends_the_run(python: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    each = bench("standard", python=python)

    def fail(offset: int, now: int) -> int:
        raise ZeroDivisionError(offset)

    monkeypatch.setattr(each.card.noise, "read", fail)
    with pytest.raises(ZeroDivisionError):
        JOBS["noise"](each.driver)


@pytest.mark.parametrize("python", [False, True])
def test_an_error_of_a_listener_ends_the_run(python: bool) -> None:
    each = bench("standard", python=python)
    received: list[bool] = []

    def fail(level: bool, clock: int) -> None:
        received.append(level)
        if not level:
            raise ZeroDivisionError

    # With RREQ in ICR, HREQ is asserted while RX is full (UM 10-26): the driver's read of a reply releases it.
    each.card.dsp.host.write(0, 1)
    each.card.dsp.lines.hreq.connect(fail)
    with pytest.raises(ZeroDivisionError):
        JOBS["MD2"](each.driver)
    assert received == [True, False]


def test_the_ports_of_a_card_are_native_and_those_of_its_board_are_not() -> None:
    each = bench("fifo", python=False)
    assert CountedPorts(each.card.bus, each.traffic, 0, 6, (0, 0)).is_native
    assert not CountedPorts(each.card, each.traffic, 0, 6, (0, 0)).is_native


class _Observer:
    """A device between the bus of a card and its counter, which has all other attributes of the bus."""

    def __init__(self, bus: Any) -> None:
        self._bus = bus
        self.seen: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bus, name)

    def read(self, offset: int, now: int) -> int:
        self.seen.append(offset)
        return int(self._bus.read(offset, now))


def test_a_device_with_the_attributes_of_a_bus_sees_all_accesses() -> None:
    pc = driver_pc()
    card: Any = board_of("standard", seed=1990)
    observer = card.bus = _Observer(card.bus)
    traffic = insert(card, pc)
    driver = CardDriver(pc)
    driver.start(lib.firmware.image().segments)
    traffic.clear()
    observer.seen.clear()
    JOBS["MD2"](driver)
    assert len(observer.seen) > traffic.polls > 0
