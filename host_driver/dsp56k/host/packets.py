"""Packets made by the card: what they are, where they lie in the PC's memory, and the calls of the x86 driver
(host_driver/src/driver/packets.h).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any

from Crypto.Cipher import DES

from dsp56k.host.bus.dma import DmaTiming
from dsp56k.host.bus.i8237 import How
from dsp56k.host.driver import IO_BASE, CardDriver, driver_pc
from dsp56k.host.errors import FirmwareError, HostError, PacketError
from dsp56k.host.modes import Pointer, StackArgument
from dsp56k.host.pc import PC
from dsp56k.host.software import DES_BLOCK, Measured
from dsp56k.lib.operands import octets, whole

MOST_BYTES = 1518
"""Of a payload: an Ethernet frame."""
MOST_PACKETS = 255
PREFIX = 16
"""SPI, sequence number and IV."""
DESCRIPTOR = 32
_SLOT = 2048
"""What a payload or a packet has of memory: no transfer of the DMA controller crosses a page of 64 KB."""
_ROW = 24
_PAGE = 1 << 16
_TABLE, _RING, _KEYS, _PREFIXES, _SLOTS = 0x1000, 0x4000, 0x8000, 0xA000, 0x1_0000
"""Offsets in the PC's data."""
_MODE_SHIFT = 6


class Way(IntFlag):
    """How packets go to the card: without DESCRIPTORS the driver makes them up and brings text to the card.

    Attributes:
        DMA: data by the DMA controller, else by the CPU.
        ONE_PASS: DES and code in one operation of the card, else in two.
        DESCRIPTORS: the card fetches packets as descriptors say,
        TOGETHER: all of them one after the other,
        OTHER_WORK: and meanwhile the PC does something else.
    """

    DMA = 1
    ONE_PASS = 2
    DESCRIPTORS = 4
    TOGETHER = 8
    OTHER_WORK = 16


class RingStatus(IntEnum):
    """Statuses of src/packets.asm."""

    sentence: str

    def __new__(cls, value: int, sentence: str = "") -> RingStatus:
        """A status with what it says."""
        status = int.__new__(cls, value)
        status._value_ = value
        status.sentence = sentence
        return status

    BAD_OPERATION = 0x40, "no such operation, or none of what it is to do"
    RING_LOOPS = 0x41, "a descriptor leads back to one that is done"
    NOT_READY = 0x42, "a descriptor is neither ready nor done"
    BAD_LENGTH = 0x43, f"a packet must have 1 to {MOST_BYTES} bytes"
    BAD_ADDRESS = 0x44, "an address lies outside of the memory for packets"
    BUS_NOT_GIVEN = 0x45, "the card did not get the PC's bus"


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet to be made.

    Attributes:
        payload: 1 to 1518 bytes.
        cipher_key, code_key: DES keys of odd parity, 8 bytes each.
        header: SPI and sequence number, 8 bytes.
        iv: 8 bytes.
        next_header: what the payload is, a byte.
    """

    payload: bytes
    cipher_key: bytes
    code_key: bytes
    header: bytes
    iv: bytes
    next_header: int = 4

    @property
    def prefix(self) -> bytes:
        """What stands before the text."""
        return self.header + self.iv

    @property
    def text(self) -> bytes:
        """The payload with padding as RFC 1827's successors have it: 1, 2 ..., their number, the next header."""
        padding = -(len(self.payload) + 2) % DES_BLOCK
        return self.payload + bytes(range(1, padding + 1)) + bytes([padding, self.next_header])

    @property
    def right(self) -> bytes:
        """The right packet."""
        body = self.prefix + DES.new(self.cipher_key, DES.MODE_CBC, self.iv).encrypt(self.text)
        return body + DES.new(self.code_key, DES.MODE_CBC, bytes(DES_BLOCK)).encrypt(body)[-DES_BLOCK:]


@dataclass(frozen=True, slots=True)
class Made:
    """Packets that were made, and what that took.

    Attributes:
        value: the packets.
        clocks: of the CPU.
        time: picoseconds.
        units: how often the PC did its other work meanwhile.
    """

    value: list[bytes]
    clocks: int
    time: int
    units: int


def packets_pc(*, dma: DmaTiming | None = None, **parameters: Any) -> PC:
    """A PC with DMA and the driver for packets, for the card to be put into; `parameters` are the PC's."""
    return driver_pc(program="packets", dma=dma or DmaTiming(), **parameters)


class PacketDriver(CardDriver):
    """The driver on a PC of `packets_pc`, for a card with the firmware `packets`.

    Between `open` and `close` the card takes packets and nothing else.

    Args:
        pc: the PC with the card in its slot.
        way: how packets go to the card.
        how: the mode of the DMA controller, if data go that way: demand, single or block.
    """

    def __init__(self, pc: PC, *, way: Way = Way.ONE_PASS, how: How = How.DEMAND) -> None:
        super().__init__(pc)
        self._way, self._how = way, _mode(how)

    def open(self) -> Measured[None]:
        """Begin a session; the DES chip gives its known answer."""
        return self._call("begin packets", "packets_open", IO_BASE)

    def close(self) -> Measured[None]:
        """End the session; an error if the DES chip no longer gives its known answer: then no packet counts."""
        return self._call("end packets", "packets_close")

    def make(self, packets: Sequence[Packet], way: Way | None = None, how: How | None = None) -> Made:
        """Packets by the card.

        Args:
            packets: 1 to 255.
            way: otherwise than this driver's.
            how: the same.

        Raises:
            HostError: too many packets, fields that are not as long as they must be, or a mode that moves nothing.
            PacketError: no payload, or one that is too long; what the firmware says of a descriptor.
            DmaStalledError: DMA did not come to its end; the card is lost until it is started again.
        """
        self._lay_out(packets)
        start = self.pc.data.start
        units = Pointer(start)
        modes = int(self._way if way is None else way), (self._how if how is None else _mode(how)) << _MODE_SHIFT
        given = *modes, Pointer(start + _TABLE), len(packets), Pointer(start + _RING)
        measured = self._packets("make packets", "packets_make", *given, self._pages, units)
        places = [self._out(place) for place in range(len(packets))]
        sizes = [PREFIX + len(packet.text) + DES_BLOCK for packet in packets]
        made = [self.pc.read(place, size) for place, size in zip(places, sizes, strict=True)]
        return Made(made, measured.clocks, measured.time, int.from_bytes(self.pc.read(start, 4), "little"))

    def other_work(self) -> int:
        """Picoseconds that the PC's other work takes once."""
        return self.pc.run("packets_other_work").time

    def ring(self, content: bytes, count: int, first: int = 0) -> int:
        """Descriptors as they are, put into the PC's memory at `ring_place`.

        Args:
            content: the descriptors.
            count: how many the card is to do.
            first: offset of the first one.

        Returns:
            How many were done.

        Raises:
            PacketError: what the firmware says of one; `done`.
        """
        self.pc.write(self.ring_place, octets("content", content))
        done = Pointer(self.pc.data.start)
        self._packets("descriptors", "packets_ring", count, Pointer(self.ring_place + first), self._pages, done)
        return self._done

    @property
    def ring_place(self) -> int:
        """The address of the first descriptor."""
        return self.pc.data.start + _RING

    @property
    def _done(self) -> int:
        return int.from_bytes(self.pc.read(self.pc.data.start, 4), "little")

    @property
    def _pages(self) -> int:
        """First page for packets, and the last one from which a packet does not leave memory."""
        return self.pc.data.start // _PAGE | (self.pc.data.stop // _PAGE - 2) << 8

    def _payload(self, place: int) -> int:
        return self.pc.data.start + _SLOTS + 2 * _SLOT * place

    def _out(self, place: int) -> int:
        return self._payload(place) + _SLOT

    def _packets(self, operation: str, function: str, *arguments: StackArgument) -> Measured[None]:
        try:
            return self._call(operation, function, *arguments)
        except FirmwareError as error:
            code = error.fields["code"]
            if code not in iter(RingStatus):
                raise
            status = RingStatus(code)
            message = f"{operation}: {status.sentence} (code ${code:X})"
            fields = {**error.fields, "detail": status.sentence, "done": self._done}
            raise PacketError(message, **fields) from None

    def _lay_out(self, packets: Sequence[Packet]) -> None:
        """The packets where the driver finds them."""
        if not 0 < whole("packets", len(packets)) <= MOST_PACKETS:
            raise HostError(f"{len(packets)} packets: must be 1 to {MOST_PACKETS}", field="packets")
        start, rows = self.pc.data.start, []
        for place, packet in enumerate(packets):
            if not packet.payload or len(packet.payload) > MOST_BYTES:
                message = f"a payload of {len(packet.payload)} bytes: must be 1 to {MOST_BYTES}"
                raise PacketError(message, field="packets")
            parts = packet.cipher_key, packet.code_key, packet.header, packet.iv
            if any(len(octets("packets", part)) != DES_BLOCK for part in parts):
                raise HostError("keys, header and IV must have 8 bytes each", field="packets")
            keys, prefix = start + _KEYS + PREFIX * place, start + _PREFIXES + PREFIX * place
            self.pc.write(keys, packet.cipher_key + packet.code_key)
            self.pc.write(prefix, packet.prefix)
            self.pc.write(self._payload(place), packet.payload)
            self.pc.write(self._out(place), bytes(_SLOT))
            numbers = len(packet.payload), whole("next_header", packet.next_header)
            places = map(Pointer, (keys, prefix, self._out(place)))
            row: tuple[StackArgument, ...] = (Pointer(self._payload(place)), *numbers, *places)
            rows.append(b"".join(self.pc.slot(each) for each in row))
        self.pc.write(start + _TABLE, b"".join(rows))


def _mode(how: How) -> int:
    """A mode in which the controller moves bytes."""
    if how == How.CASCADE:
        raise HostError("a cascaded channel moves nothing itself: must be demand, single or block", field="how")
    return int(how)
