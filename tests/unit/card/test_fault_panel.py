"""Faults injected and removed, invalid faults, and descriptions of faults."""

import re
from pathlib import Path
from typing import Any

import pytest

from dsp56k.card import Card, FifoCard, addresses, faults
from dsp56k.card.faults import (
    BUSES,
    LINES,
    STROBES,
    BusyDesChip,
    ChangedOscillator,
    DoubledStrobe,
    Fault,
    FaultError,
    FlippedLine,
    FlippedRam,
    LateLine,
    LostStrobe,
    NoiseLeak,
    NoiseOffset,
    PcReset,
    SmallBanks,
    StuckLine,
)
from dsp56k.card.fifo_interface import FIFO_FLAGS, FIFO_STATUS
from dsp56k.card.line_board import LineCard
from dsp56k.card.parts.connections import Plug
from dsp56k.card.two_fifo_board import TwoFifoCard
from shared.card_pc import (
    IVR,
    SCRATCH,
    STATUS_PORT,
    Pc,
)
from shared.card_with_faults import des, on, records, running

MICROSECOND = 1_000_000
FAR = 10**15


def test_nothing_lies_in_the_way_without_a_fault() -> None:
    for card, others in (
        (FifoCard(), ("end", "master", "bus", "line")),
        (TwoFifoCard(), ("master", "bus", "line")),
        (LineCard(bus_master=True), ("fifo", "end")),
    ):
        check_the_joints(card, others)


def check_the_joints(card: Card, others: tuple[str, ...]) -> None:
    """`others` are parts that this card does not have."""
    points = card.faults._sites
    # Lines of further fittings are not in BUSES.
    known = {bus.partition(".")[0] for bus in BUSES}
    parts: list[Plug[Any]] = [point.plug for name, point in points.points.items() if name.partition(".")[0] in known]
    parts += [points.window, points.banks, points.step]
    every = [
        *(StuckLine(bus, bit=0, level=1) for bus in BUSES if not bus.startswith(others)),
        *(LostStrobe(strobe) for strobe in STROBES if not strobe.startswith(others)),
        *(StuckLine(line, level=1) for line in LINES),
        NoiseOffset(volts=1.0),
        BusyDesChip(),
    ]
    card.faults.add(*every)
    assert all(place.part is not place.sound for place in parts)
    assert list(card.faults) == every
    assert len(card.faults) == len(every)
    card.faults.clear()
    assert all(place.part is place.sound for place in parts)
    assert all(wire.change is None for wire in points.wires.values())
    assert card.noise.stray is None
    assert len(card.faults) == 0


def reach(card: Card, now: int) -> None:
    """A byte each by DMA, by the bus master and by the line."""
    assert isinstance(card, LineCard)
    assert card.master is not None
    points = card.faults._sites
    assert card.dma.take(now) <= 0xFF
    points.points["master"].plug.part.read(1, now)
    points.points["line"].plug.part.read(1, now)
    card.master.write(2, 1, now)
    card.dma.master(lambda _: 0, lambda *_: None, now)
    card.framer.bring([b"byte"], now)
    card.framer.advance(now + 10 * MICROSECOND)


@pytest.mark.parametrize("wire", BUSES)
def test_every_line_of_every_bus_changes_what_it_carries(wire: str) -> None:
    part, _ = wire.split(".")
    for bit in range(BUSES[wire][0]):
        fault = FlippedLine(wire, bit=bit)
        if part in ("dma", "master", "bus", "line"):
            pc = on(fault, board=LineCard, bus_master=True)
            reach(pc.card, pc.step())
            assert pc.card.faults.acted(fault) > 0, fault.describe()
            continue
        pc = on(fault, board=TwoFifoCard)
        pc.card.faults._sites.points["end"].plug.part.read(FIFO_FLAGS.offset, pc.now)
        pc.card.more_ports[addresses.FIFO_PORTS].device.read(FIFO_STATUS.offset, pc.now)
        pc.point(1, 0)
        pc.read()
        pc.inb(IVR)
        pc.inb(STATUS_PORT)
        des(pc).read(1, pc.now)
        assert pc.card.faults.acted(fault) > 0, fault.describe()
        assert all(place.startswith(part) for place, _, _ in records(pc))


def test_two_cards_with_the_same_faults_do_the_same() -> None:
    def run() -> list[str]:
        pc = running(
            FlippedLine("window.data", bit=2, at=70 * MICROSECOND, until=90 * MICROSECOND),
            StuckLine("bg", level=0, at=100 * MICROSECOND, until=150 * MICROSECOND),
            FlippedRam("X", 5, 5, at=130 * MICROSECOND),
        )
        pc.request_bus()
        pc.fetch(1, 0, 60)
        return [str(record) for record in pc.card.events]

    assert run() == run()


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: StuckLine("window.dta", bit=1), "wire"),
        (lambda: StuckLine("window.data", bit=8), "bit"),
        (lambda: StuckLine("window.data", bit=True), "bit"),
        (lambda: StuckLine("host.data", level=2), "level"),
        (lambda: StuckLine("host.data", way="in"), "way"),  # type: ignore[arg-type]  # the invalid argument
        (lambda: StuckLine("bg", nth=2), "nth"),
        (lambda: StuckLine("bg", count=2), "count"),
        (lambda: StuckLine("bg", way="read"), "way"),
        (lambda: FlippedLine("des.data", nth=0), "nth"),
        (lambda: FlippedLine("des.data", count=0), "count"),
        (lambda: FlippedLine("des.data", at=-1), "at"),
        (lambda: FlippedLine("des.data", at=1.5), "at"),  # type: ignore[arg-type]  # the invalid argument
        (lambda: FlippedLine("des.data", at=5, until=5), "until"),
        (lambda: LateLine("host.data", by=1), "wire"),
        (lambda: LateLine("bg", by=0), "by"),
        (lambda: LostStrobe("bg"), "strobe"),
        (lambda: DoubledStrobe("des.read", apart=-1), "apart"),
        (lambda: FlippedRam("Y", 0, 0), "space"),
        (lambda: FlippedRam("X", 1 << 16, 0), "address"),
        (lambda: FlippedRam("X", 0, 24), "bit"),
        (lambda: FlippedRam("X", 0, 0, until=5), "until"),
        (lambda: ChangedOscillator(-1), "hertz"),
        (lambda: ChangedOscillator(1.5), "hertz"),  # type: ignore[arg-type]  # the invalid argument
        (lambda: PcReset(until=1), "until"),
        (lambda: NoiseOffset(volts=float("nan")), "volts"),
        (lambda: NoiseLeak(hertz=0, volts=1), "hertz"),
        (lambda: SmallBanks(0), "words"),
        (lambda: SmallBanks(8192, at=1), "at"),
        (lambda: SmallBanks(8192, until=1), "until"),
    ],
)
def test_impossible_faults_name_the_value(make: Any, field: str) -> None:
    with pytest.raises(FaultError) as caught:
        make()
    assert caught.value.field == field
    assert str(caught.value).startswith(field) or field in ("until", "at", "wire", "strobe", "space")


@pytest.mark.parametrize(
    ("wrong", "options", "message"),
    [
        ([BusyDesChip()], {"des_chip": False}, "no DES chip"),
        ([StuckLine("des.data")], {"des_chip": False}, "no DES chip"),
        ([LostStrobe("des.read")], {"des_chip": False}, "no DES chip"),
        ([StuckLine("fifo.data")], {}, "no FIFOs"),
        ([SmallBanks(8192)], {}, "the strap says 8192"),
        ([FlippedRam("X", 8192, 0, at=FAR)], {}, "the bank has 8192 words"),
        ([FlippedRam("X", 0, 0)], {}, "the card is at"),
        ([PcReset()], {}, "the card is at"),
        ([StuckLine("bg"), StuckLine("bg")], {}, "already"),
        ([ChangedOscillator(0), ChangedOscillator(1, at=5)], {}, "at the same time as"),
    ],
)
def test_faults_that_this_card_cannot_have(wrong: list[Fault], options: dict[str, Any], message: str) -> None:
    pc = Pc(Card(**options))
    pc.inb(SCRATCH)
    with pytest.raises(FaultError, match=message):
        pc.card.faults.add(*wrong)
    assert len(pc.card.faults) == 0
    with pytest.raises(FaultError, match="not on this card"):
        pc.card.faults.remove(wrong[0])
    with pytest.raises(FaultError, match="not on this card"):
        pc.card.faults.acted(wrong[0])


def test_what_a_fault_says_of_itself() -> None:
    assert [
        fault.describe()
        for fault in (
            StuckLine("window.data", bit=3, level=1, way="read", at=5, nth=7),
            FlippedLine("bg", until=9),
            LostStrobe("window.read", nth=3, count=1),
            DoubledStrobe("des.write", apart=200, nth=3, count=2),
            ChangedOscillator(0),
            ChangedOscillator(5_000_000),
            LateLine("bg", by=7),
        )
    ] == [
        "window.data bit 3 (reads) stuck at 1 from 5 ps, accesses from 7 on",
        "bg inverted to 9 ps",
        "window.read lost, access 3",
        "des.write doubled 200 ps apart, accesses 3 to 4",
        "DSP oscillator stopped",
        "DSP oscillator at 5000000 Hz",
        "bg asserted 7 ps late",
    ]


def test_the_document_names_every_kind_and_wire() -> None:
    text = (Path(__file__).parents[3] / "docs" / "guides" / "fault-injection.md").read_text(encoding="utf-8")
    for name, (width, _) in BUSES.items():
        assert re.search(rf"`{re.escape(name)}` \({width}\b", text)
    for name in (*STROBES, *LINES):
        assert f"`{name}`" in text
    kinds = {name for name in faults.__all__ if name not in ("BUSES", "LINES", "STROBES")}
    kinds = {name for name in kinds if issubclass(getattr(faults, name), Fault)} - {"Fault"}
    for name in kinds:
        assert f"| `{name}(" in text
