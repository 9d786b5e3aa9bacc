"""Packets that the card makes: their data, their addresses in the PC's memory, and the calls of the x86 driver.

The driver is host_driver/src/driver/packets/packets.h.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntFlag
from types import MappingProxyType
from typing import Unpack

from Crypto.Cipher import DES

from dsp56k.card import Card
from dsp56k.card.chips.framer import Framer
from dsp56k.host.bus.dma import DmaTiming
from dsp56k.host.bus.i8237 import How
from dsp56k.host.cpu_modes import Pointer, StackArgument
from dsp56k.host.driver import IO_BASE, CardDriver, driver_pc
from dsp56k.host.errors import FirmwareError, HostError, LinkError, PacketError
from dsp56k.host.pc import PC
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.host.software import DES_BLOCK, Measured
from dsp56k.lib.commands import DescribedCode
from dsp56k.lib.operands import octets, require_int
from dsp56k.lib.protocol import GROUP_BYTES, sum_of_bytes
from dsp56k.system.suggestions import unknown

MAX_BYTES = 1518
"""Bytes of a payload: an Ethernet frame."""
MAX_PACKETS = 255
MAX_ASSOCIATIONS = 64
"""Associations that a card with a line stores."""
PREFIX = 16
"""SPI, sequence number and IV."""
DESCRIPTOR = 32
_SLOT = 2048
"""Bytes of memory for a payload or a packet: no transfer of the DMA controller crosses a page of 64 KB."""
_ROW = 24
_PAGE = 1 << 16
_TABLE, _RING, _KEYS, _PREFIXES, _SLOTS = 0x1000, 0x4000, 0x8000, 0xA000, 0x1_0000
"""Offsets in the PC's data."""
_MODE_SHIFT = 6
_SUM = 3
"""Bytes of a sum."""
_FRAME_HEAD = 2
_UNITS = 4
"""Offset at which packets_flow stores the units of other work, after `done`."""


class Way(IntFlag):
    """The transport of packets to the card: without DESCRIPTORS the driver assembles them and sends text to the card.

    Attributes:
        DMA: the DMA controller moves the data, otherwise the CPU does.
        ONE_PASS: cipher and MAC are one operation of the card, otherwise two.
        DESCRIPTORS: the card fetches packets by descriptors.
        TOGETHER: with DESCRIPTORS, the card fetches all packets of a chain, one after the other.
        OTHER_WORK: with DESCRIPTORS, the PC does other work meanwhile.
        INTERRUPT: the card interrupts the PC's other work after each packet or, with TOGETHER, after all of them.
        FLOW: payloads arrive by the card's line and leave there as packets, under associations that were loaded.
            The PC does other work meanwhile.
        FIFO: the CPU moves data through the two FIFOs of a card. Some operations are in transfer while the card works
            on another.
    """

    DMA = 1
    ONE_PASS = 2
    DESCRIPTORS = 4
    TOGETHER = 8
    OTHER_WORK = 16
    FLOW = 32
    INTERRUPT = 64
    FIFO = 128


WAYS: Mapping[str, Way] = MappingProxyType(
    {
        "cpu-two-passes": Way(0),
        "cpu": Way.ONE_PASS,
        "fifo-two-passes": Way.FIFO,
        "fifo": Way.FIFO | Way.ONE_PASS,
        "dma-two-passes": Way.DMA,
        "dma": Way.DMA | Way.ONE_PASS,
        "descriptors": Way.DESCRIPTORS,
        "descriptors-together": Way.DESCRIPTORS | Way.TOGETHER,
        "descriptors-other-work": Way.DESCRIPTORS | Way.TOGETHER | Way.OTHER_WORK,
        "descriptors-interrupts": Way.DESCRIPTORS | Way.OTHER_WORK | Way.INTERRUPT,
        "descriptors-together-interrupt": Way.DESCRIPTORS | Way.TOGETHER | Way.OTHER_WORK | Way.INTERRUPT,
        "flow-through": Way.FLOW,
        "flow-through-interrupt": Way.FLOW | Way.INTERRUPT,
    }
)
"""Transports by their names in studies."""


class RingStatus(DescribedCode):
    """Statuses of src/packets.asm."""

    BAD_OPERATION = 0x40, "an unknown operation, or one without work"
    RING_LOOPS = 0x41, "a descriptor leads back to one that is done"
    NOT_READY = 0x42, "a descriptor is neither ready nor done"
    BAD_LENGTH = 0x43, f"a packet must have 1 to {MAX_BYTES} bytes"
    BAD_ADDRESS = 0x44, "an address is outside the memory for packets"
    BUS_NOT_GIVEN = 0x45, "the card did not get the PC's bus"
    BAD_ASSOCIATION = 0x46, "a frame names an association that was not loaded"
    LINE_LOST = 0x47, "the line brought more than the card could take"
    NO_LINE = 0x48, "the card has no line"
    BAD_FRAME = 0x49, "a frame came by the line that is not what its sum says"
    FIFO_LOST = 0x4A, "the card read an empty FIFO, or wrote to a full one"
    BAD_BELL = 0x4B, "the operation in the FIFO differs from the announced one"


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet to make.

    Attributes:
        payload: 1 to 1518 bytes.
        cipher_key: DES key of the cipher, 8 bytes.
        code_key: DES key of the authentication code, 8 bytes.
        header: SPI and sequence number, 8 bytes.
        iv: initial vector, 8 bytes.
        next_header: number of the payload's protocol, a byte.
    """

    payload: bytes
    cipher_key: bytes
    code_key: bytes
    header: bytes
    iv: bytes
    next_header: int = 4

    @property
    def prefix(self) -> bytes:
        """Bytes before the text."""
        return self.header + self.iv

    @property
    def association(self) -> bytes:
        """Record that a card with a line receives beforehand."""
        return self.cipher_key + self.code_key + self.prefix

    @property
    def text(self) -> bytes:
        """The payload with padding as RFC 1827's successors have it: 1, 2 ..., their number, the next header."""
        padding = -(len(self.payload) + 2) % DES_BLOCK
        return self.payload + bytes(range(1, padding + 1)) + bytes([padding, self.next_header])

    @property
    def right(self) -> bytes:
        """The expected packet."""
        body = self.prefix + DES.new(self.cipher_key, DES.MODE_CBC, self.iv).encrypt(self.text)
        return body + DES.new(self.code_key, DES.MODE_CBC, bytes(DES_BLOCK)).encrypt(body)[-DES_BLOCK:]


@dataclass(frozen=True, slots=True)
class Made:
    """Packets of the card with their cost."""

    value: list[bytes]
    clocks: int
    time: int
    units: int


def packets_pc(**parameters: Unpack[PcParameters]) -> PC:
    """Return a PC with DMA, interrupts and the driver for packets, for the card; `parameters` are the PC's."""
    parameters["dma"] = parameters.get("dma") or DmaTiming()
    if not parameters.setdefault("interrupts", True):
        raise HostError("interrupts must be True on a PC for packets, got False", interrupts=False)
    return driver_pc(program="packets", **parameters)


class PacketDriver(CardDriver):
    """The driver on a PC of `packets_pc`, for a card with the firmware `packets`.

    Between `open` and `close` the card accepts only packets.

    Args:
        pc: the PC with the card in its slot.
        way: the transport of packets to the card.
        how: the mode of the DMA controller, if it moves data: demand, single or block.
        card: the card in the slot, if packets use its line.
        sums: True if all data of a session have checksums; without them errors in transfer are not detected.
    """

    def __init__(
        self,
        pc: PC,
        *,
        way: Way = Way.ONE_PASS,
        how: How = How.DEMAND,
        card: Card | None = None,
        sums: bool = True,
    ) -> None:
        super().__init__(pc)
        self._way, self._how = way, _mode(how)
        self._sums = sums
        self._framer = None if card is None else card.chip(Framer)
        self._associated: list[bytes] = []
        self._fifos = False

    def open(self) -> Measured[None]:
        """Begin a session; the DES chip must pass its known-answer test. FIFOs are tested, too, if packets use them."""
        self._fifos = False
        measured = self._calls.run("begin packets", "packets_open", IO_BASE, int(self._sums))
        if self._way & Way.FIFO:
            self._try_fifos()
        return measured

    def close(self) -> Measured[None]:
        """End the session; raise an error if the DES chip fails its known-answer test: then no packet is valid."""
        return self._calls.run("end packets", "packets_close")

    def make(self, packets: Sequence[Packet], way: Way | None = None, how: How | None = None) -> Made:
        """Make packets by the card.

        Args:
            packets: 1 to 255.
            way: transport instead of this driver's.
            how: DMA mode instead of this driver's.

        Raises:
            HostError: too many packets, fields of wrong length, or a mode that moves nothing.
            PacketError: no payload, or one that is too long; the firmware's status of a descriptor.
            DmaStalledError: DMA did not finish; the card is lost until it is started again.
            CardTimeoutError: nothing passed the FIFOs; the card is lost, too.
        """
        _check(packets)
        given = self._way if way is None else way
        if given & Way.FLOW:
            return self._by_line(packets, given)
        self._lay_out(packets)
        start = self.pc.data.start
        units, table = Pointer(start), Pointer(start + _TABLE)
        if given & Way.FIFO:
            if not self._fifos:
                self._try_fifos()
            self.pc.write(start, bytes(_UNITS))
            measured = self._packets("make packets", "packets_by_fifo", int(given), table, len(packets))
        else:
            mode = (self._how if how is None else _mode(how)) << _MODE_SHIFT
            places = int(given), mode, table, len(packets), Pointer(start + _RING)
            measured = self._packets("make packets", "packets_make", *places, self._pages, units)
        results = [self._out(place) for place in range(len(packets))]
        sizes = [PREFIX + len(packet.text) + DES_BLOCK for packet in packets]
        made = [self.pc.read(place, size) for place, size in zip(results, sizes, strict=True)]
        return Made(made, measured.clocks, measured.time, int.from_bytes(self.pc.read(start, 4), "little"))

    def load(self, packets: Sequence[Packet]) -> None:
        """Load the keys for calls of `make`; raise HostError if packets bring their keys."""
        if not self._way & Way.FLOW:
            raise HostError("packets that contain their keys cannot have keys to load", field="packets")
        self.associate(packets)

    def associate(self, packets: Sequence[Packet]) -> Measured[None]:
        """Load keys and headers for the packets that `make` makes next by the line.

        Raises:
            HostError: more than 64 packets.
            PacketError: a card without a line.
        """
        if not 0 < len(packets) <= MAX_ASSOCIATIONS:
            raise HostError(f"{len(packets)} associations: must be 1 to {MAX_ASSOCIATIONS}", field="packets")
        _check(packets)
        given = [packet.association for packet in packets]
        place = self.pc.data.start + _SLOTS
        self.pc.write(place, b"".join(given))
        measured = self._packets("associations", "packets_associate", len(given), Pointer(place))
        self._associated = given
        return measured

    def flow(self, frames: Sequence[bytes], way: Way | None = None) -> Made:
        """Send unchecked frames by the line, starting now.

        A frame has the number of an association, the next header and a payload. The other station adds the checksums,
        and checks those of packets.

        Raises:
            HostError: no frame, too many, or a card without a line.
            PacketError: a frame does not result in a packet; `done` have.
            CardTimeoutError: a frame that never arrives.
            LinkError: other packets arrive than the card has sent.
        """
        framer = self._framer
        if framer is None:
            raise HostError("packets by a line require a card with a line", field="card")
        if not 0 < len(frames) <= MAX_PACKETS:
            raise HostError(f"{len(frames)} frames: must be 1 to {MAX_PACKETS}", field="frames")
        self._associated = []
        before = len(framer.left)
        sent = [octets("frames", frame) for frame in frames]
        framer.bring(map(_with_sum, sent) if self._sums else sent, self.pc.now)
        start = self.pc.data.start
        units = start + _UNITS
        # The time of the line and the card, and half of it in addition; the slowest card takes 20 ms for a packet.
        ms = round(1500 * 8 * sum(map(len, frames)) / framer.bits_per_second) + 20 * (len(frames) + 1)
        measured = self._packets(
            "flow", "packets_flow", int(way or self._way), len(frames), ms, Pointer(start), Pointer(units)
        )
        left = [self._arrived(each.content) for each in framer.left[before:]]
        if len(left) != len(frames):
            raise _damaged()
        return Made(left, measured.clocks, measured.time, int.from_bytes(self.pc.read(units, 4), "little"))

    def other_work(self) -> int:
        """Return the picoseconds of one repetition of the PC's other work."""
        return self.pc.run("packets_other_work").time

    def ring(self, content: bytes, count: int, first: int = 0) -> int:
        """Process unchecked descriptors, which are stored in the PC's memory at `ring_place`.

        Args:
            content: the descriptors.
            count: number of descriptors for the card.
            first: offset of the first one.

        Returns:
            The number of processed descriptors.

        Raises:
            PacketError: the firmware's status of one; `done`.
        """
        self.pc.write(self.ring_place, octets("content", content))
        done = Pointer(self.pc.data.start)
        self._packets("descriptors", "packets_ring", count, Pointer(self.ring_place + first), self._pages, done)
        return self._done

    @property
    def ring_place(self) -> int:
        """Address of the first descriptor."""
        return self.pc.data.start + _RING

    def _try_fifos(self) -> None:
        """Test the size of the FIFOs, and whether their flags match their contents."""
        self._calls.run("try the FIFOs", "packets_fifos")
        self._fifos = True

    @property
    def _done(self) -> int:
        return int.from_bytes(self.pc.read(self.pc.data.start, 4), "little")

    @property
    def _pages(self) -> int:
        """Return the first page for packets, and the last one from which a packet does not leave memory."""
        return self.pc.data.start // _PAGE | (self.pc.data.stop // _PAGE - 2) << 8

    def _by_line(self, packets: Sequence[Packet], way: Way) -> Made:
        """Load associations, unless the card has just received them, and run the flow."""
        clocks = time = 0
        if self._associated != [packet.association for packet in packets]:
            setup = self.associate(packets)
            clocks, time = setup.clocks, setup.time
        heads = (bytes([place, packet.next_header]) for place, packet in enumerate(packets))
        made = self.flow([head + packet.payload for head, packet in zip(heads, packets, strict=True)], way)
        return Made(made.value, clocks + made.clocks, time + made.time, made.units)

    def _arrived(self, frame: bytes) -> bytes:
        """Return the packet of a frame that was sent."""
        if not self._sums:
            return frame
        packet = frame[:-_SUM]
        if frame[-_SUM:] != sum_of_bytes(packet).to_bytes(_SUM, "little"):
            raise _damaged()
        return packet

    def _payload(self, place: int) -> int:
        return self.pc.data.start + _SLOTS + 2 * _SLOT * place

    def _out(self, place: int) -> int:
        return self._payload(place) + _SLOT

    def _packets(self, operation: str, function: str, *arguments: StackArgument) -> Measured[None]:
        try:
            return self._calls.run(operation, function, *arguments)
        except FirmwareError as error:
            code = error.fields["code"]
            if code not in iter(RingStatus):
                raise
            status = RingStatus(code)
            message = f"{operation}: {status.meaning} (code ${code:X})"
            fields = {**error.fields, "detail": status.meaning, "done": self._done}
            raise PacketError(message, **fields) from None

    def _lay_out(self, packets: Sequence[Packet]) -> None:
        """Store the packets at the driver's addresses."""
        start, rows = self.pc.data.start, []
        for place, packet in enumerate(packets):
            keys, prefix = start + _KEYS + PREFIX * place, start + _PREFIXES + PREFIX * place
            self.pc.write(keys, packet.cipher_key + packet.code_key)
            self.pc.write(prefix, packet.prefix)
            self.pc.write(self._payload(place), packet.payload)
            self.pc.write(self._out(place), bytes(_SLOT))
            numbers = len(packet.payload), require_int("next_header", packet.next_header)
            places = map(Pointer, (keys, prefix, self._out(place)))
            row: tuple[StackArgument, ...] = (Pointer(self._payload(place)), *numbers, *places)
            rows.append(b"".join(self.pc.slot(each) for each in row))
        self.pc.write(start + _TABLE, b"".join(rows))


def _damaged() -> LinkError:
    return LinkError("flow: another packet arrived than the card had sent", operation="flow")


def _with_sum(frame: bytes) -> bytes:
    """Return a frame with its checksum, in which two zeros precede the payload; the card accepts no shorter one."""
    summed = frame[:_FRAME_HEAD] + bytes(GROUP_BYTES - _FRAME_HEAD) + frame[_FRAME_HEAD:]
    return frame + sum_of_bytes(summed).to_bytes(_SUM, "little")


def _check(packets: Sequence[Packet]) -> None:
    """Check that the packets can be made."""
    if not 0 < require_int("packets", len(packets)) <= MAX_PACKETS:
        raise HostError(f"{len(packets)} packets: must be 1 to {MAX_PACKETS}", field="packets")
    for packet in packets:
        if not packet.payload or len(packet.payload) > MAX_BYTES:
            message = f"a payload of {len(packet.payload)} bytes: must be 1 to {MAX_BYTES}"
            raise PacketError(message, field="packets")
        parts = packet.cipher_key, packet.code_key, packet.header, packet.iv
        if any(len(octets("packets", part)) != DES_BLOCK for part in parts):
            raise HostError("keys, header and IV must have 8 bytes each", field="packets")


def way_of(name: str) -> Way:
    """Return a transport by its name; raise HostError if there is none."""
    if name not in WAYS:
        raise HostError(unknown("way", name, WAYS), field="way")
    return WAYS[name]


def _mode(how: How) -> int:
    """Return a mode in which the controller moves bytes."""
    if how == How.CASCADE:
        raise HostError("a cascaded channel moves nothing itself: must be demand, single or block", field="how")
    return int(how)
