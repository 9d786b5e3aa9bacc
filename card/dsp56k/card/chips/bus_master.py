"""The card's bus master: the DSP reads and writes the PC's memory over the ISA bus.

Data sheet
==========

The paper's card has none; all of it is our decision. An ISA board becomes master by a DMA channel that is cascaded: it
asserts DRQ, waits for DACK, asserts MASTER#, drives addresses and commands itself, and takes DRQ away at the end.

    offset  register        access  what
    0       MASTER_ADDRESS  w       one byte of the 24-bit address; it pushes the others up: high, middle, low byte
    1       MASTER_DATA     r       the next byte that the last transfer has read
                            w       the next byte that the next transfer will write
    2       MASTER_COMMAND  w       COUNT 1-16: bytes to transfer; WRITE: to the PC's memory; COUNT 0: cancel
    2       MASTER_STATUS   r       BSY: a transfer waits for the bus or is on it

A buffer of 16 bytes for each direction is between, so that the bus is held for a burst of 16 cycles at most, and
the refresh of the PC's memory can wait for it. The address counts on, from burst to burst as well. While BSY, a
write to ADDRESS or DATA is lost, and DATA reads 0; so does DATA after the last byte, and a seventeenth byte is lost.
A count of 17 to 31 is one of 16.
"""

from dsp56k.card.parts.register import ANY_BYTE, Field, Register, bit
from dsp56k.emu.device import UntimedDevice
from dsp56k.emu.timeline import Time

BURST = 16
"""Bytes of a transfer at most."""
_ADDRESSES = 0xFF_FFFF
"""The ISA bus has 24 address lines."""

MASTER_ADDRESS = Register(
    "MASTER_ADDRESS", 0, "w", None, "byte of the PC's address: high, middle, low in turn", fields=ANY_BYTE
)
MASTER_DATA = Register(
    "MASTER_DATA", 1, "r/w", None, "bytes that were read or are to be written, in turn", fields=ANY_BYTE
)
MASTER_COMMAND = Register(
    "MASTER_COMMAND",
    2,
    "w",
    None,
    "starts a transfer",
    fields=(
        Field("COUNT", 4, 0, "bytes, 1-16; 0 cancels a transfer that waits for the bus"),
        bit("WRITE", 7, "1 to the PC's memory, 0 from it"),
    ),
)
MASTER_STATUS = Register(
    "MASTER_STATUS", 2, "r", 0x00, "state of the transfer", fields=(bit("BSY", 0, "waits for the bus, or has it"),)
)
REGISTERS = (MASTER_ADDRESS, MASTER_DATA, MASTER_COMMAND, MASTER_STATUS)


class BusMaster(UntimedDevice):
    """The chip between the DSP's Y memory and the ISA bus.

    Attributes:
        requests: True if it asserts DRQ.
        address: address of its next bus cycle.
    """

    def __init__(self) -> None:
        self.reset(0)

    def reset(self, now: Time) -> None:
        """Cancel the transfer, and empty the buffers."""
        self.requests = False
        self.address = 0
        self._left = 0
        self._writes = False
        self._read: list[int] = []
        self._written: list[int] = []

    def read(self, offset: int, now: Time) -> int:
        """Return a register's value to the DSP."""
        if offset == MASTER_STATUS.offset:
            return MASTER_STATUS.pack(BSY=self.requests)
        if offset == MASTER_DATA.offset and self._read and not self.requests:
            return self._read.pop(0)
        return 0

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a register from the DSP."""
        if offset == MASTER_COMMAND.offset:
            self._start(MASTER_COMMAND["COUNT"].of(value), writes=bool(MASTER_COMMAND["WRITE"].of(value)))
        elif self.requests:
            return
        elif offset == MASTER_ADDRESS.offset:
            self.address = (self.address << 8 | value) & _ADDRESSES
        elif len(self._written) < BURST:
            self._written.append(value)

    # The ISA bus, after the card has received it

    @property
    def writes(self) -> bool:
        """True if its next cycle writes the PC's memory."""
        return self._writes

    def cycle(self, value: int) -> int:
        """End its bus cycle: `value` is the byte that it has read; return the byte that it writes."""
        written = 0
        if self._writes:
            written = self._written.pop(0) if self._written else 0
        else:
            self._read.append(value)
        self.address = self.address + 1 & _ADDRESSES
        self._left -= 1
        if not self._left:
            self._end()
        return written

    def _start(self, count: int, *, writes: bool) -> None:
        if count == 0:
            self._end()
        elif not self.requests:
            self.requests, self._writes, self._left = True, writes, min(count, BURST)
            self._read.clear()

    def _end(self) -> None:
        self.requests = False
        self._written.clear()
