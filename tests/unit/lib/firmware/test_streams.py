"""Streams of short DES operations through FIFOs: the x86 driver, the firmware and the board together."""

from itertools import islice
from random import Random

import pytest

from dsp56k.card import Card, FifoCard
from dsp56k.card.faults import BusyDesChip, ChangedOscillator, Fault, FlippedLine, MissingDesChip, StuckLine
from dsp56k.card.fifo_board import Erratum
from dsp56k.host.batched_jobs import DesOperation
from dsp56k.host.driver import CardDriver
from dsp56k.host.errors import (
    CardTimeoutError,
    DesChipBusyError,
    DriverError,
    FirmwareError,
    HostError,
    KeyParityError,
    LinkError,
    NotStartedError,
    WrongResultError,
)
from dsp56k.host.fifo_jobs import Order, Part, Streams, keys_of
from dsp56k.lib.image import LARGE_BANK, image
from dsp56k.study.operations.workload import Workload
from shared.firmware_on_card import driver_on

SLOW, TWICE, FAST, BATCHED, MENDED, WINDOW, AUTO, OPEN, OPEN_AUTO = range(0x61, 0x6A)
ORDERS: dict[int, Order] = {BATCHED: "batched", MENDED: "batched", WINDOW: "window"}
COUNTED = (SLOW, TWICE, FAST, BATCHED, MENDED, WINDOW, AUTO)
BAD_KEY_INDEX, STALLED, STREAM_WRONG, FIFO_MISSED, STREAM_CHANGED = 0x41, 0x42, 0x11F, 0x120, 0x121


def operations(count: int, seed: int = 1) -> list[DesOperation]:
    return list(islice(Workload(seed).short_operations(range(8, 81, 8), 16), count))


KEYS = keys_of(operations(1000))


def streams(command: int, *, checked: bool = True) -> Streams:
    return Streams(command, ORDERS.get(command, "each"), checked, endless=command in (OPEN, OPEN_AUTO))


def right(of: list[DesOperation]) -> bytes:
    return b"".join(each.right for each in of)


def started(card: Card, *, keys: bool = True) -> CardDriver:
    driver = driver_on(card, image(commands="streams", bank_words=LARGE_BANK))
    if keys:
        driver.short_des.fifos.load_keys(KEYS)
    return driver


@pytest.fixture(scope="module", params=[False, True], ids=["8 bits", "16 bits"])
def driver(request: pytest.FixtureRequest) -> CardDriver:
    return started(FifoCard(bank_words=LARGE_BANK, strict=True, wide=request.param))


@pytest.mark.parametrize("command", COUNTED)
@pytest.mark.parametrize("count", [1, 2, 75])
def test_operations_come_back_right(driver: CardDriver, command: int, count: int) -> None:
    batch, way = operations(count, seed=count), streams(command)
    driver.short_des.fifos.load_keys(keys_of(operations(1000, seed=count)))
    parts = list(way.parts(batch, keys_of(operations(1000, seed=count))))
    assert driver.short_des.fifos.send(way, parts).value == right(batch)


@pytest.mark.parametrize("command", [OPEN, OPEN_AUTO])
def test_a_stream_without_an_end(driver: CardDriver, command: int) -> None:
    way = streams(command)
    driver.short_des.fifos.load_keys(KEYS)
    driver.short_des.fifos.open(way)
    for first in (0, 1, 30):
        batch = operations(60)[first:]
        assert driver.short_des.fifos.send(way, list(way.parts(batch, KEYS))).value == right(batch)
    driver.short_des.fifos.close()
    with pytest.raises(NotStartedError):
        driver.short_des.fifos.close()
    batch, again = operations(3), streams(FAST)
    assert driver.short_des.fifos.send(again, list(again.parts(batch, KEYS))).value == right(batch)


def test_each_way_costs_what_it_says() -> None:
    driver = started(FifoCard(bank_words=LARGE_BANK, strict=True, wide=True))
    batch = operations(100)
    us = {}
    for command in COUNTED:
        way = streams(command)
        us[command] = driver.short_des.fifos.send(way, list(way.parts(batch, KEYS))).time / 1e6
    assert us[TWICE] > us[SLOW] > us[FAST] > us[AUTO]
    assert us[BATCHED] < us[MENDED]


@pytest.mark.parametrize("erratum", ["iv", "length", "both"])
def test_a_chip_with_the_erratum(erratum: Erratum) -> None:
    driver = started(FifoCard(bank_words=LARGE_BANK, erratum=erratum))
    batch = operations(60)
    for command in (SLOW, MENDED, WINDOW, AUTO):
        way = streams(command)
        assert driver.short_des.fifos.send(way, list(way.parts(batch, KEYS))).value == right(batch)
    way = streams(BATCHED, checked=False)
    if erratum == "iv":
        assert driver.short_des.fifos.send(way, list(way.parts(batch, KEYS))).value != right(batch)
    way = streams(BATCHED)
    with pytest.raises(DriverError) as failure:
        driver.short_des.fifos.send(way, list(way.parts(batch, KEYS)))
    assert failure.value.fields["code"] == (STREAM_WRONG if erratum == "iv" else STALLED)


@pytest.fixture(scope="module")
def lenient() -> CardDriver:
    return started(FifoCard(bank_words=LARGE_BANK))


@pytest.mark.parametrize("command", COUNTED)
@pytest.mark.parametrize("header", [b"\x01\x11", b"\x01\xff", b"\x80\x01"])
def test_a_key_that_is_not_there_is_named(lenient: CardDriver, command: int, header: bytes) -> None:
    way = streams(command)
    if way.order == "window":
        part = Part(header + bytes(8), bytes(8), 8)
    else:
        part = Part(b"\x01\x00\x00", header + bytes(16), 8)
    with pytest.raises(FirmwareError) as failure:
        lenient.short_des.fifos.send(way, [part])
    assert failure.value.fields["code"] == BAD_KEY_INDEX
    batch = operations(20)
    assert lenient.short_des.fifos.send(way, list(way.parts(batch, KEYS))).value == right(batch)


@pytest.mark.parametrize("command", [FAST, MENDED, AUTO])
@pytest.mark.parametrize(
    "fault", [MissingDesChip(), BusyDesChip(), FlippedLine("des.data", 3)], ids=lambda one: type(one).__name__
)
def test_a_chip_that_fails_is_named(command: int, fault: Fault) -> None:
    card = FifoCard(bank_words=LARGE_BANK)
    driver = started(card)
    batch, way = operations(60), streams(command)
    card.faults.add(fault)
    with pytest.raises(DriverError):
        driver.short_des.fifos.send(way, list(way.parts(batch, KEYS)))


@pytest.mark.parametrize("seed", range(6))
def test_a_fault_from_any_moment_on_leaves_no_wrong_result(seed: int) -> None:
    """The known operation at the end finds permanent faults on each of the data lines."""
    random = Random(seed)
    card = FifoCard(bank_words=LARGE_BANK, wide=bool(seed % 2))
    driver = started(card)
    batch, way = operations(150), streams(random.choice((FAST, MENDED, AUTO)))
    wire = random.choice(("des.data", "des.status", "des.address"))
    bit = 0 if wire == "des.address" else random.randrange(8)
    level = random.randrange(2)
    nth = random.randrange(1, 4000)
    card.faults.add(StuckLine(wire, bit=bit, level=level, nth=nth))
    try:
        assert driver.short_des.fifos.send(way, list(way.parts(batch, KEYS))).value == right(batch)
    except DriverError:
        assert card.faults.acted(StuckLine(wire, bit=bit, level=level, nth=nth))


@pytest.fixture(scope="module")
def fitted() -> tuple[FifoCard, CardDriver]:
    card = FifoCard(bank_words=LARGE_BANK)
    return card, started(card)


@pytest.mark.parametrize(
    "fault",
    [
        FlippedLine("des.data", 3, nth=900, count=1),
        FlippedLine("fifo.data", 5, way="write", nth=600, count=1),
        FlippedLine("fifo.data", 5, way="read", nth=600, count=1),
    ],
    ids=lambda fault: fault.where,
)
def test_what_passes_is_found_on_the_way_back(fitted: tuple[FifoCard, CardDriver], fault: FlippedLine) -> None:
    """Known operations before and after are right: one bit of one byte is wrong."""
    card, driver = fitted
    batch = operations(40)
    driver.short_des.fifos.load_keys(KEYS)
    card.faults.add(fault)
    assert driver.short_des.fifos.run(Streams(AUTO, back=False), batch).value != right(batch)
    card.faults.clear()
    card.faults.add(fault)
    with pytest.raises(WrongResultError) as failure:
        driver.short_des.fifos.run(Streams(AUTO), batch)
    assert failure.value.fields["code"] == STREAM_CHANGED
    assert card.faults.acted(fault) == 1
    assert driver.short_des.fifos.run(Streams(AUTO), batch).value == right(batch)
    card.faults.clear()


@pytest.mark.parametrize(("flag", "level"), [(1, 0), (3, 1)], ids=["INHALF never", "OUTHALF always"])
def test_a_fifo_that_overflows_or_is_read_empty_is_named(flag: int, level: int) -> None:
    card = FifoCard(bank_words=LARGE_BANK)
    driver = started(card)
    card.faults.add(StuckLine("fifo.data", bit=flag, level=level, way="read"))
    way = Streams(SLOW, checked=False)
    with pytest.raises(LinkError) as failure:
        driver.short_des.fifos.send(way, list(way.parts(operations(75), KEYS)))
    assert failure.value.fields["code"] == FIFO_MISSED


@pytest.mark.parametrize("command", [SLOW, AUTO])
def test_a_card_that_is_done_too_soon_is_named(command: int) -> None:
    """It was requested to do 75 operations but read 11: the rest stays in the PC, and some results in their FIFO."""
    card = FifoCard(bank_words=LARGE_BANK)
    driver = started(card)
    way = Streams(command, checked=False)
    card.faults.add(FlippedLine("window.data", 6, way="write", count=1))
    with pytest.raises(LinkError):
        driver.short_des.fifos.send(way, list(way.parts(operations(75), KEYS)))


@pytest.mark.parametrize(
    ("hertz", "errors"),
    [
        (7_000_000, ()),  # pump and DES chip have a separate clock
        (33_000_000, (DesChipBusyError,)),  # faster than the chip listens to the DSP
        (0, (CardTimeoutError, LinkError)),
    ],
)
def test_another_oscillator_is_right_or_named(hertz: int, errors: tuple[type[DriverError], ...]) -> None:
    card = FifoCard(bank_words=LARGE_BANK)
    driver = started(card)
    batch, way = operations(40), streams(FAST)
    card.faults.add(ChangedOscillator(hertz, at=driver.pc.now))
    if not errors:
        assert driver.short_des.fifos.run(way, batch).value == right(batch)
        return
    with pytest.raises(errors):
        driver.short_des.fifos.run(way, batch)


def test_what_the_driver_refuses() -> None:
    with pytest.raises(DriverError, match="no FIFOs"):
        started(Card(bank_words=LARGE_BANK))
    driver = started(FifoCard(bank_words=LARGE_BANK), keys=False)
    with pytest.raises(FirmwareError, match="no key"):
        driver.short_des.fifos.send(streams(FAST), list(streams(FAST).parts(operations(2), KEYS)))
    with pytest.raises(KeyParityError):
        driver.short_des.fifos.load_keys([bytes(8)])
    with pytest.raises(HostError, match="17 keys"):
        keys_of([DesOperation(bytes([each]) * 8, bytes(8), bytes(8), decrypt=False) for each in range(17)])
    with pytest.raises(HostError, match="not loaded"):
        list(streams(FAST).parts(operations(1), []))
    for size in (0, 7, 1024):
        with pytest.raises(HostError, match="whole blocks"):
            list(streams(FAST).parts([DesOperation(KEYS[0], bytes(8), bytes(size), decrypt=False)], KEYS))
