"""Packets that flow through a card with a line, against pycryptodome; and every kind of bad input in a named error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pytest

from dsp56k.card.chips.control import ROUTE
from dsp56k.card.chips.framer import Framer, SentFrame
from dsp56k.card.line_board import LineCard
from dsp56k.emu.timeline import Time
from dsp56k.host.errors import CardTimeoutError, HostError, KeyParityError, LinkError, PacketError
from dsp56k.host.packets import MAX_BYTES, Packet, PacketDriver, RingStatus, Way, packets_pc, way_of
from dsp56k.host.slot import Traffic, insert
from dsp56k.lib.image import LARGE_BANK, image
from dsp56k.lib.protocol import sum_of_bytes
from dsp56k.study.operations.workload import Workload

SEQUENCE = range(4, 8)


class Bench:
    """A card with a line in a PC, with packets begun."""

    def __init__(self, **card: int) -> None:
        self.pc = packets_pc()
        self.card = LineCard(bank_words=LARGE_BANK, strict=True, **card)  # type: ignore[arg-type]  # a type for each
        self.traffic: Traffic = insert(self.card, self.pc)
        self.driver = PacketDriver(self.pc, way=Way.FLOW, card=self.card)
        self.start()

    @property
    def left(self) -> list[bytes]:
        """Packets that have left, without the sums behind them."""
        return [each.content[:-3] for each in self.frames]

    @property
    def frames(self) -> Sequence[SentFrame]:
        return self.card.framer.left

    def start(self) -> None:
        self.driver.start(image(commands="packets", bank_words=LARGE_BANK).segments)
        self.driver.open()


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench()


@pytest.fixture
def restarted(bench: Bench) -> Iterator[Bench]:
    """For what loses the card."""
    yield bench
    bench.start()


def frame(place: int, packet: Packet) -> bytes:
    return bytes([place, packet.next_header]) + packet.payload


def test_every_packet_is_right(bench: Bench) -> None:
    some = Workload(1).packets([1, 5, 6, 7, 64, 300, 1518])
    made = bench.driver.make(some)
    assert made.value == [each.right for each in some]
    assert made.units > 10
    whole = [each.right + sum_of_bytes(each.right).to_bytes(3, "little") for each in some]
    assert [each.content for each in bench.frames[-len(some) :]] == whole


def test_an_association_goes_on(bench: Bench) -> None:
    """The next sequence number, carried into the byte before, and the last block of cipher text as IV."""
    (first,) = Workload(2).packets([40])
    first = replace(first, header=first.header[:4] + bytes([0, 7, 255, 255]))
    second = replace(first, header=first.header[:4] + bytes([0, 8, 0, 0]), iv=first.right[-16:-8], payload=b"other")
    bench.driver.associate([first])
    assert bench.driver.flow([frame(0, first), frame(0, second)]).value == [first.right, second.right]


def test_payloads_do_not_cross_the_bus(bench: Bench) -> None:
    some = Workload(3).packets([1518])
    bench.driver.load(some)
    bench.traffic.clear()
    made = bench.driver.make(some)
    # The operation and its number, the status and the other, two sums; each time after its turn of other work the PC
    # looks once.
    assert bench.traffic.accesses - made.units < 40


@pytest.mark.parametrize("place", [1, 50, 66])
def test_a_frame_that_changes_on_the_line_is_dropped(bench: Bench, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    some = Workload(11).packets([64, 65])
    bench.driver.associate(some)
    before, bring = len(bench.frames), bench.card.framer.bring

    def changed(frames: Iterable[bytes], now: Time) -> None:
        first, second = frames
        bring([first, second[:place] + bytes([second[place] ^ 1]) + second[place + 1 :]], now)

    monkeypatch.setattr(bench.card.framer, "bring", changed)
    assert refused(bench, [frame(place, each) for place, each in enumerate(some)]) == (RingStatus.BAD_FRAME, 1)
    assert bench.left[before:] == [some[0].right]


@pytest.mark.parametrize("place", [40, -1])
def test_a_packet_that_changes_on_the_line_is_an_error(
    bench: Bench, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (packet,) = Workload(12).packets([64])

    def changed(framer: Framer) -> list[SentFrame]:
        return [
            SentFrame(bytes(each.content[:place]) + b"\0" + each.content[place:][1:], each.at) for each in framer._left
        ]

    bench.driver.associate([packet])
    with monkeypatch.context() as patched:
        patched.setattr(Framer, "left", property(changed))
        with pytest.raises(LinkError, match="another packet arrived"):
            bench.driver.flow([frame(0, packet)])


def test_a_session_without_sums(restarted: Bench) -> None:
    some = Workload(13).packets([64, 301])
    restarted.driver.close()
    declined = PacketDriver(restarted.pc, way=Way.FLOW, card=restarted.card, sums=False)
    declined.open()
    assert declined.make(some).value == [each.right for each in some]
    assert [each.content for each in restarted.frames[-2:]] == [each.right for each in some]


def refused(bench: Bench, frames: list[bytes]) -> tuple[RingStatus, int]:
    with pytest.raises(PacketError) as caught:
        bench.driver.flow(frames)
    return RingStatus(caught.value.fields["code"]), caught.value.fields["done"]


@pytest.mark.parametrize("bad", [b"\0", b"\0\4", b"\0\4" + bytes(MAX_BYTES + 1), bytes(1 << 16)], ids=len)
def test_a_frame_of_no_or_too_many_bytes_is_dropped(bench: Bench, bad: bytes) -> None:
    some = Workload(4).packets([64, 65])
    bench.driver.associate(some)
    before = len(bench.left)
    frames = [frame(0, some[0]), bad, frame(1, some[1])]
    assert refused(bench, frames) == (RingStatus.BAD_LENGTH, 2)
    assert bench.left[before:] == [each.right for each in some]


@pytest.mark.parametrize("place", [2, 63, 64, 255])
def test_a_frame_of_no_association_is_dropped(bench: Bench, place: int) -> None:
    some = Workload(5).packets([64, 65])
    bench.driver.associate(some)
    frames = [frame(0, some[0]), frame(place, some[1]), frame(1, some[1])]
    assert refused(bench, frames) == (RingStatus.BAD_ASSOCIATION, 2)


def test_a_key_of_even_parity(bench: Bench) -> None:
    good, other = Workload(6).packets([64, 64])
    bad = replace(other, cipher_key=bytes(8))
    bench.driver.associate([good, bad])
    with pytest.raises(KeyParityError):
        bench.driver.flow([frame(0, good), frame(1, bad)])
    assert bench.driver.make([good]).value == [good.right]


def test_a_line_that_does_not_wait() -> None:
    bench = Bench(handshake=False, line_bits_per_second=100_000_000)
    some = Workload(7).packets([1518] * 5)
    bench.driver.associate(some)
    status, done = refused(bench, [frame(place, each) for place, each in enumerate(some)])
    assert status in (RingStatus.LINE_LOST, RingStatus.BAD_FRAME)
    assert done <= len(some)
    assert bench.driver.make(some[:2]).value == [each.right for each in some[:2]]


def test_the_card_interrupts_another_task(bench: Bench) -> None:
    some = Workload(8).packets([64, 512])
    made, asked = (bench.driver.make(some, Way.FLOW | way) for way in (Way.INTERRUPT, Way(0)))
    assert made.value == [each.right for each in some]
    assert made.units > asked.units


def test_an_interrupt_that_never_comes(restarted: Bench) -> None:
    """The card's line is connected to another input than the one that the driver has programmed."""
    some = Workload(8).packets([64])
    restarted.card.control.write(4, ROUTE.pack(DRQ=1, IRQ=3), restarted.pc.now)
    with pytest.raises(CardTimeoutError):
        restarted.driver.make(some, Way.FLOW | Way.INTERRUPT)


def test_a_frame_that_never_comes(restarted: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    (packet,) = Workload(8).packets([64])
    restarted.driver.associate([packet])
    monkeypatch.setattr(restarted.card.framer, "bring", lambda frames, now: None)
    with pytest.raises(CardTimeoutError):
        restarted.driver.flow([frame(0, packet)])


def test_what_cannot_be_asked_for(bench: Bench) -> None:
    some = Workload(10).packets([8])
    for many in ([], some * 65):
        with pytest.raises(HostError, match="must be 1 to"):
            bench.driver.associate(many)
    with pytest.raises(HostError, match="0 frames"):
        bench.driver.flow([])
    with pytest.raises(HostError, match="unknown way 'sideways'"):
        way_of("sideways")
    with pytest.raises(HostError, match="cannot have keys to load"):
        PacketDriver(bench.pc, way=Way.DMA).load(some)
    with pytest.raises(HostError, match="require a card with a line"):
        PacketDriver(bench.pc, way=Way.FLOW).flow([frame(0, some[0])])
