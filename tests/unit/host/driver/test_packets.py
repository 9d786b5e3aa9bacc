"""Packets by the card, with every transport, against pycryptodome; every kind of bad input is a named error."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Literal

import pytest

from dsp56k.card import Card
from dsp56k.card.chips.control import ROUTE
from dsp56k.card.faults import FlippedLine
from dsp56k.host.bus.i8237 import How
from dsp56k.host.cpu_modes import Pointer
from dsp56k.host.driver_errors import DriverErrorCode
from dsp56k.host.errors import (
    DesChipAbsentError,
    DmaStalledError,
    DriverError,
    FirmwareError,
    HostError,
    KeyParityError,
    LinkError,
    MachineFaultError,
    NotStartedError,
    PacketError,
)
from dsp56k.host.packets import DESCRIPTOR, MAX_BYTES, Packet, PacketDriver, RingStatus, Way, packets_pc
from dsp56k.host.slot import Traffic, insert
from dsp56k.lib.image import LARGE_BANK, image
from dsp56k.lib.protocol import sum_of_bytes
from dsp56k.study.operations.workload import Workload
from shared.calls import times_of_calls

SIZES = (1, 5, 6, 7, 64, 300, 1518)
PIO, DMA, ONE_PASS = Way(0), Way.DMA, Way.ONE_PASS
APART, TOGETHER = Way.DESCRIPTORS, Way.DESCRIPTORS | Way.TOGETHER
OTHER_WORK = TOGETHER | Way.OTHER_WORK
INTERRUPTS = APART | Way.INTERRUPT, TOGETHER | Way.INTERRUPT
WAYS = (PIO, ONE_PASS, DMA, DMA | ONE_PASS, APART, TOGETHER, OTHER_WORK, *INTERRUPTS)
NEXT, STATE, LENGTH, SOURCE, TARGET = 13, 0, 2, 4, 7


class Bench:
    """A card in a PC, with packets begun."""

    def __init__(self, **card: int) -> None:
        self.pc = packets_pc()
        fitted = {"bus_master": True, "strict": True, **card}
        self.card = Card(bank_words=LARGE_BANK, **fitted)  # type: ignore[arg-type]  # a type for each
        self.traffic: Traffic = insert(self.card, self.pc)
        self.driver = PacketDriver(self.pc)
        self.start()

    def start(self) -> None:
        self.driver.start(image(commands="packets", bank_words=LARGE_BANK).segments)
        self.driver.open()

    @property
    def dma_cycles(self) -> int:
        assert self.pc.isa_bus.dma is not None
        return self.pc.isa_bus.dma.cycles


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench()


@pytest.fixture
def restarted(bench: Bench) -> Iterator[Bench]:
    """For what loses the card."""
    yield bench
    bench.start()


def packets(*sizes: int, seed: int = 1) -> list[Packet]:
    source, keys = random.Random(seed), Workload(seed).des_keys(2 * len(sizes))
    return [
        Packet(source.randbytes(size), next(keys), next(keys), source.randbytes(8), source.randbytes(8), place & 0xFF)
        for place, size in enumerate(sizes)
    ]


@pytest.mark.parametrize("way", WAYS, ids=repr)
def test_every_packet_is_right(bench: Bench, way: Way) -> None:
    some = packets(*SIZES)
    assert bench.driver.make(some, way).value == [each.right for each in some]


def test_packets_with_the_null_cipher_move_the_same_bytes(restarted: Bench) -> None:
    some = packets(64, 301)
    costs = []
    for commands in ("packets", "packets_null"):
        restarted.driver.start(image(commands=commands, bank_words=LARGE_BANK).segments)
        restarted.driver.open()
        cycles = restarted.dma_cycles
        made = restarted.driver.make(some, TOGETHER)
        costs.append((restarted.dma_cycles - cycles, made.clocks))
    assert made.value == [each.prefix + each.text + bytes(8) for each in some]
    assert restarted.driver.make(some, PIO).value == made.value
    (cycles, clocks), (null_cycles, null_clocks) = costs
    assert cycles == null_cycles
    assert null_clocks < clocks


def test_a_session_without_sums(restarted: Bench) -> None:
    some = packets(64, 301)
    restarted.driver.close()
    declined = PacketDriver(restarted.pc, sums=False)
    declined.open()
    for way in (PIO, DMA | ONE_PASS, TOGETHER):
        made = declined.make(some, way)
        assert made.value == [each.right for each in some]
    cycles = restarted.dma_cycles
    declined.make(some[:1], APART)
    assert restarted.dma_cycles - cycles == 32 + 16 + 64 + 96 + 1
    declined.close()


SENT, ARRIVED = DriverErrorCode.DATA_DAMAGED, DriverErrorCode.RESULT_DAMAGED


@pytest.mark.parametrize(
    ("way", "wire", "direction", "place", "code"),
    [
        (ONE_PASS, "host.data", "write", 70, SENT),
        (DMA, "dma.data", "write", 40, SENT),
        (DMA | ONE_PASS, "dma.data", "read", 40, ARRIVED),
        (APART, "bus.data", "read", 20, SENT),  # of the descriptor's own prefix
        (INTERRUPTS[0], "master.data", "read", 90, SENT),
        (OTHER_WORK, "bus.data", "write", 50, ARRIVED),
        (INTERRUPTS[1], "bus.address", "write", 50, ARRIVED),
    ],
)
def test_a_byte_that_changes_on_its_way_is_an_error_that_names_it(
    restarted: Bench, way: Way, wire: str, direction: Literal["read", "write"], place: int, code: DriverErrorCode
) -> None:
    fault = FlippedLine(wire, bit=2, way=direction, nth=place, count=1)
    restarted.card.faults.add(fault)
    with pytest.raises(LinkError) as caught:
        restarted.driver.make(packets(64, 40), way)
    assert restarted.card.faults.acted(fault) == 1
    restarted.card.faults.clear()
    assert caught.value.fields["code"] == code


@pytest.mark.parametrize("how", [How.SINGLE, How.BLOCK])
def test_the_modes_of_the_controller(bench: Bench, how: How) -> None:
    some = packets(64, 200)
    for way in (DMA, DMA | ONE_PASS):
        assert bench.driver.make(some, way, how).value == [each.right for each in some]


@pytest.mark.parametrize("way", [DMA, APART, *INTERRUPTS], ids=repr)
def test_the_controller_sees_a_request_at_the_same_clock_as_if_it_sampled_each_cycle(way: Way) -> None:
    """The native search for the next request, and a request that is sampled at each cycle of the DMA clock."""
    results, samples = [], []
    for is_native in (True, False):
        bench = Bench()
        port, dma = bench.card.dma, bench.pc.isa_bus.dma
        assert dma is not None
        if not is_native:
            port.follow = lambda now, end, clock: None
        times = times_of_calls(port, "request")
        made = bench.driver.make(packets(1, 64, 300), way)
        counts = dma.held, dma.cycles, dma.grants
        results.append((made, counts, bench.pc.clocks, bench.card.dsp.snapshot()))
        samples.append(set(times))
    assert results[0] == results[1]
    assert samples[0] <= samples[1]
    assert len(samples[0]) < len(samples[1])


def test_bytes_on_the_bus(bench: Bench) -> None:
    some = packets(64)  # 72 bytes of text, 96 of packet
    cycles = {}
    for way in (DMA, DMA | ONE_PASS, APART):
        before = bench.dma_cycles
        bench.driver.make(some, way)
        cycles[way] = bench.dma_cycles - before
    # IV and text, text; all but the code, code | all but the code, text and code | descriptor, keys, payload, packet,
    # state and sums
    assert cycles == {DMA: 80 + 72 + 88 + 8, DMA | ONE_PASS: 88 + 80, APART: 32 + 16 + 64 + 96 + 7}


def test_a_single_byte_each_time_costs_the_most(bench: Bench) -> None:
    some = packets(256)
    times = [bench.driver.make(some, DMA, how).time for how in (How.DEMAND, How.BLOCK, How.SINGLE)]
    assert times[2] > 1.3 * max(times[:2])


def test_the_pc_works_while_the_card_does(bench: Bench) -> None:
    some = packets(512, 512)
    alone, beside = bench.driver.make(some, TOGETHER), bench.driver.make(some, OTHER_WORK)
    assert alone.units == 0
    assert beside.units > 20
    assert beside.time < 1.05 * alone.time


@pytest.mark.parametrize("way", INTERRUPTS, ids=repr)
def test_the_card_interrupts_another_task(bench: Bench, way: Way) -> None:
    some = packets(512, 512)
    made, asked = (bench.driver.make(some, each) for each in (way, OTHER_WORK))
    assert made.value == [each.right for each in some]
    # The other task is not held up by looks at the card.
    assert made.units > asked.units
    assert sum(spent.clocks for spent in bench.pc.profile().values()) == bench.pc.clocks


def test_an_interrupt_without_a_handler_is_an_error(restarted: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = restarted.pc.interrupt_controller
    assert controller is not None
    with monkeypatch.context() as patched:
        patched.setattr(controller, "acknowledge", lambda: 0x61)
        with pytest.raises(MachineFaultError, match=r"interrupt \$61 has no handler"):
            restarted.driver.make(packets(64), INTERRUPTS[1])


def test_one_key_of_even_parity(restarted: Bench) -> None:
    (good,) = packets(64)
    bad = Packet(good.payload, good.cipher_key, bytes(8), good.header, good.iv)
    for way in (PIO, DMA, APART):
        with pytest.raises(KeyParityError):
            restarted.driver.make([bad], way)
        assert restarted.driver.make([good], way).value == [good.right]


@pytest.mark.parametrize("size", [0, MAX_BYTES + 1, 1 << 16])
def test_a_packet_of_no_or_too_many_bytes(bench: Bench, size: int) -> None:
    (good,) = packets(64)
    bad = Packet(bytes(size), good.cipher_key, good.code_key, good.header, good.iv)
    with pytest.raises(PacketError, match="1 to 1518"):
        bench.driver.make([good, bad], APART)
    # The x86 driver itself, set without the caller
    bench.driver.make([good], PIO)
    start = bench.pc.data.start
    bench.pc.write(start + 0x1004, size.to_bytes(4, "little"))
    table, ring = Pointer(start + 0x1000), Pointer(start + 0x4000)
    result = bench.pc.run("packets_make", int(PIO), 0, table, 1, ring, 0x3E20, Pointer(start))
    assert result.value == DriverErrorCode.PACKET_LENGTH


def descriptors(bench: Bench, count: int) -> bytearray:
    """Return the descriptors of packets that the driver has just made, ready again."""
    some = packets(*range(40, 40 + count))
    bench.driver.make(some, TOGETHER)
    ring = bytearray(bench.pc.read(bench.driver.ring_place, DESCRIPTOR * count))
    for place, each in enumerate(some):
        begin = DESCRIPTOR * place
        payload = bench.pc.data.start + 0x1_0000 + 0x1000 * place
        fields = bytes([1, each.next_header, len(each.payload), 0]) + payload.to_bytes(3, "little")
        done = ring[begin + STATE : begin + TARGET]
        ring[begin + STATE : begin + TARGET] = fields
        # In one that is done there are the sums.
        keys = each.cipher_key + each.code_key
        read = sum_of_bytes(bytes(ring[begin : begin + DESCRIPTOR]) + keys + each.payload)
        assert done == bytes([2]) + read.to_bytes(3, "little") + sum_of_bytes(each.right).to_bytes(3, "little")
    return ring


def refused(bench: Bench, ring: bytearray, count: int = 3) -> tuple[RingStatus, int]:
    with pytest.raises(PacketError) as caught:
        bench.driver.ring(bytes(ring), count)
    return RingStatus(caught.value.fields["code"]), caught.value.fields["done"]


def test_descriptors_as_they_are(bench: Bench) -> None:
    assert bench.driver.ring(bytes(descriptors(bench, 3)), 3) == 3


def test_a_descriptor_that_names_itself(bench: Bench) -> None:
    ring = descriptors(bench, 3)
    ring[DESCRIPTOR + NEXT : DESCRIPTOR + NEXT + 3] = (bench.driver.ring_place + DESCRIPTOR).to_bytes(3, "little")
    assert refused(bench, ring) == (RingStatus.RING_LOOPS, 2)


@pytest.mark.parametrize("field", [SOURCE, TARGET, 10, NEXT])
@pytest.mark.parametrize("address", [0, 0x1F_FFFF, 0x3F_0000, 0xFF_FFFF])
def test_an_address_outside_of_memory(bench: Bench, field: int, address: int) -> None:
    ring = descriptors(bench, 3)
    ring[DESCRIPTOR + field : DESCRIPTOR + field + 3] = address.to_bytes(3, "little")
    assert refused(bench, ring) == (RingStatus.BAD_ADDRESS, 2 if field == NEXT else 1)


@pytest.mark.parametrize("length", [0, MAX_BYTES + 1, 0xFFFF])
def test_a_descriptor_of_no_or_too_many_bytes(bench: Bench, length: int) -> None:
    ring = descriptors(bench, 3)
    ring[LENGTH : LENGTH + 2] = length.to_bytes(2, "little")
    assert refused(bench, ring) == (RingStatus.BAD_LENGTH, 0)


def test_a_descriptor_that_is_not_ready_and_none_at_all(bench: Bench) -> None:
    ring = descriptors(bench, 3)
    ring[2 * DESCRIPTOR + STATE] = 7
    assert refused(bench, ring) == (RingStatus.NOT_READY, 2)
    assert refused(bench, ring, count=0) == (RingStatus.BAD_OPERATION, 0)


def test_after_a_refusal_packets_are_right(bench: Bench) -> None:
    some = packets(64, 65)
    for way in WAYS:
        assert bench.driver.make(some, way).value == [each.right for each in some]


def test_a_bus_that_the_controller_never_gives(restarted: Bench) -> None:
    """The card at another channel than the driver has programmed."""
    restarted.card.control.write(4, ROUTE.pack(DRQ=2), restarted.pc.now)
    assert restarted.card.dma.channel == 2
    with pytest.raises(PacketError) as caught:
        restarted.driver.make(packets(64), APART)
    assert caught.value.fields["code"] == RingStatus.BUS_NOT_GIVEN
    for way in (DMA, DMA | ONE_PASS):
        with pytest.raises(DmaStalledError):
            restarted.driver.make(packets(64), way)
        with pytest.raises(NotStartedError):
            restarted.driver.make(packets(64), PIO)
        restarted.start()
        restarted.card.control.write(4, ROUTE.pack(DRQ=2), restarted.pc.now)


def test_a_session_that_the_card_ends_is_an_error(restarted: Bench) -> None:
    restarted.card.dsp.host.write(7, 9)  # no such operation, before the driver's own
    with pytest.raises((FirmwareError, DriverError)):
        restarted.driver.make(packets(64), PIO)


@pytest.mark.parametrize(("megahertz", "fails"), [(6, True), (13, False)])
def test_a_dsp_that_is_too_slow_for_string_instructions_is_an_error(megahertz: int, fails: bool) -> None:
    slow = Bench(dsp_clock_hz=megahertz * 1_000_000)
    some, errors = packets(64, 200), 0
    for way in (PIO, DMA, TOGETHER):
        try:
            made = slow.driver.make(some, way)
        except DriverError:
            slow.start()
            errors += 1
        else:
            assert made.value == [each.right for each in some]
    assert bool(errors) == fails


def test_a_card_without_a_bus_master_has_no_descriptor_and_one_without_a_line_no_association() -> None:
    bench = Bench(bus_master=False, strict=False)
    some = packets(64)
    with pytest.raises(PacketError) as caught:
        bench.driver.associate(some)
    assert caught.value.fields["code"] == RingStatus.NO_LINE
    with pytest.raises(PacketError) as caught:
        bench.driver.make(some, APART)
    assert caught.value.fields["code"] == RingStatus.NOT_READY
    assert bench.driver.make(some, DMA | ONE_PASS).value == [each.right for each in some]


def test_a_session_of_a_card_whose_chip_breaks_counts_for_nothing(restarted: Bench) -> None:
    some = packets(64)
    assert restarted.driver.make(some, PIO).value == [each.right for each in some]
    inverted = FlippedLine("des.data", 3)
    restarted.card.faults.add(inverted)
    with pytest.raises(DesChipAbsentError):
        restarted.driver.close()
    restarted.card.faults.remove(inverted)


def test_what_no_packet_is(bench: Bench) -> None:
    (good,) = packets(64)
    for some in ([], [good] * 256, [Packet(good.payload, b"", good.code_key, good.header, good.iv)]):
        with pytest.raises(HostError):
            bench.driver.make(some, PIO)


def test_a_pc_for_packets_has_interrupts() -> None:
    with pytest.raises(HostError, match="interrupts must be True on a PC for packets, got False"):
        packets_pc(interrupts=False)


def test_a_cascaded_channel_moves_nothing_itself(bench: Bench) -> None:
    with pytest.raises(HostError, match="demand, single or block"):
        bench.driver.make(packets(64), DMA, How.CASCADE)
    with pytest.raises(HostError, match="demand, single or block"):
        PacketDriver(bench.pc, how=How.CASCADE)


def test_the_session_ends_and_the_card_does_other_things(restarted: Bench) -> None:
    restarted.driver.close()
    restarted.driver.ping()
    restarted.driver.open()
