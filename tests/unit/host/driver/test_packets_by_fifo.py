"""Packets through the FIFOs of a card that has two, against pycryptodome; failures are named errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dsp56k.card import Card
from dsp56k.card.faults import DoubledStrobe, Fault, FlippedLine, LostStrobe, StuckLine
from dsp56k.card.two_fifo_board import TwoFifoCard
from dsp56k.host.driver_errors import DriverErrorCode
from dsp56k.host.errors import DriverError, KeyParityError
from dsp56k.host.packets import PacketDriver, RingStatus, Way, packets_pc
from dsp56k.host.slot import Traffic, insert
from dsp56k.lib.image import LARGE_BANK, image
from dsp56k.study.operations.workload import Workload
from fault_injection.machine import in_a_copy

ONE, TWO = Way.FIFO | Way.ONE_PASS, Way.FIFO
SIZES = (1, 5, 6, 7, 64, 300, 1518)


class Bench:
    """A card in a PC, with packets begun."""

    card: Any

    def __init__(self, board: type[Card] = TwoFifoCard, way: Way = ONE, **card: Any) -> None:
        self.pc = packets_pc()
        self.card = board(bank_words=LARGE_BANK, strict=True, **card)
        insert(self.card, self.pc)
        self.driver = PacketDriver(self.pc, way=way)
        self.start()

    def start(self) -> None:
        self.driver.start(image(commands="packets", bank_words=LARGE_BANK).segments)
        self.driver.open()


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(wide=True, fifo_words=512)


def code_of(bench: Bench, work: Callable[[], object], *faults: Fault) -> tuple[int, int]:
    """The code that it ends with when faults are on the card, and how often the first one acted; the card stays as it
    was.
    """

    def end() -> tuple[int, int]:
        bench.card.journal.strict = False
        bench.card.faults.add(*faults)
        with pytest.raises(DriverError) as caught:
            work()
        return caught.value.fields["code"], bench.card.faults.acted(faults[0]) if faults else 0

    return in_a_copy(end)


def test_bytes_of_a_port_at_one_time_are_one_bus_cycle() -> None:
    traffic = Traffic()
    for now in (10, 10, 20, 30, 30):
        traffic.data(6, now)
    assert (traffic.accesses, traffic.clocks) == (5, 3 * 6)


def test_every_packet_is_right(bench: Bench) -> None:
    some = Workload(1).packets(SIZES)
    narrow = Bench(wide=False)
    for each in (bench, narrow):
        for way in (ONE, TWO):
            assert each.driver.make(some, way).value == [packet.right for packet in some]
    narrow.driver.close()
    without = PacketDriver(narrow.pc, way=ONE, sums=False)
    without.open()
    assert without.make(some[4:6]).value == [packet.right for packet in some[4:6]]


def test_more_packets_than_one_operation_counts(bench: Bench) -> None:
    some = Workload(2).packets([1] * 128)
    assert bench.driver.make(some, TWO).value == [packet.right for packet in some]


def test_the_card_works_while_bytes_come_and_go(bench: Bench) -> None:
    some = Workload(3).packets([300] * 3)
    through, ready = (bench.driver.make(some, way).time for way in (ONE, Way.ONE_PASS))
    assert through < 0.75 * ready


def test_one_key_of_even_parity(bench: Bench) -> None:
    good = Workload(4).packets([40] * 6)
    bad = [*good[:2], replace(good[2], code_key=bytes(8)), *good[3:]]
    for way in (ONE, TWO):
        with pytest.raises(KeyParityError):
            bench.driver.make(bad, way)
        assert bench.driver.make(good, way).value == [packet.right for packet in good]


SENT, ARRIVED = DriverErrorCode.DATA_DAMAGED, DriverErrorCode.RESULT_DAMAGED
MISSED, STALLED, FLAGS = (
    DriverErrorCode.FIFO_MISSED,
    DriverErrorCode.FIFO_STALLED,
    DriverErrorCode.FIFO_FLAGS_WRONG,
)
LOST, BELL = RingStatus.FIFO_LOST, RingStatus.BAD_BELL


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (FlippedLine("fifo.data", bit=2, way="write", nth=90, count=1), SENT),
        (FlippedLine("end.data", bit=2, way="write", nth=40, count=1), ARRIVED),
        (LostStrobe("fifo.write", nth=90, count=1), LOST),
        (DoubledStrobe("fifo.write", nth=90, count=1), SENT),
        (LostStrobe("fifo.read", nth=60, count=1), ARRIVED),
        (LostStrobe("end.write", nth=40, count=1), MISSED),
        (DoubledStrobe("end.write", nth=40, count=1), ARRIVED),
        (StuckLine("fifo.data", bit=1, level=1, way="read"), STALLED),  # INHALF
        (StuckLine("end.data", bit=0, level=1, way="read"), STALLED),  # IE
        (FlippedLine("host.data", bit=1, way="write", nth=3, count=1), BELL),
    ],
)
def test_what_goes_wrong_is_an_error_that_names_it(bench: Bench, fault: Fault, code: int) -> None:
    found, acted = code_of(bench, lambda: bench.driver.make(Workload(5).packets([64, 40]), ONE), fault)
    assert acted
    assert found == code


def test_fifos_that_are_reset_in_the_middle(bench: Bench) -> None:
    def work() -> None:
        bench.card.faults.agenda.add(bench.pc.now + 400_000_000, "reset", bench.card.fifos[0].reset)
        bench.driver.make(Workload(6).packets([300] * 3), ONE)

    assert code_of(bench, work)[0] == LOST


@pytest.mark.parametrize(("bit", "level"), [(0, 0), (1, 0), (1, 1), (3, 1)])
def test_flags_that_are_stuck_are_found_before_any_packet(bench: Bench, bit: int, level: int) -> None:
    def work() -> None:
        bench.driver.close()
        bench.driver.open()

    fault = StuckLine("fifo.data", bit=bit, level=level, way="read")
    assert code_of(bench, work, fault)[0] == FLAGS


def test_a_card_without_fifos() -> None:
    bench = Bench(Card, Way.ONE_PASS)
    assert code_of(bench, lambda: bench.driver.make(Workload(7).packets([40]), ONE))[0] == DriverErrorCode.NO_FIFOS
