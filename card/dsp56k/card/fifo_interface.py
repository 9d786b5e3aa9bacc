"""The parts around the FIFOs of boards: the PC's port, the DSP's ports, and the gate of the DES chip."""

from collections.abc import Callable, Sequence
from typing import Protocol

from dsp56k.card.access_outcomes import Journal, Outcome
from dsp56k.card.isa_interface import FLOATING_BYTE
from dsp56k.card.parts.connections import Plug
from dsp56k.card.parts.fifo import Fifo
from dsp56k.card.parts.register import ANY_BYTE, Register, bit
from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import Time

FIFO_DATA = Register(
    "FIFO DATA",
    0,
    "r/w",
    None,
    "written: a byte to the input FIFO; read: the oldest of the output FIFO",
    fields=ANY_BYTE,
)
FIFO_STATUS = Register(
    "FIFO STATUS",
    2,
    "r",
    0x00,
    "flags of the FIFOs for the PC",
    fields=(
        bit("INFULL", 0, "the input FIFO is full"),
        bit("INHALF", 1, "the input FIFO is half full"),
        bit("OUTSOME", 2, "the output FIFO has a byte"),
        bit("OUTHALF", 3, "the output FIFO is half full"),
        bit("WIDE", 4, "the board sits in a slot of 16 bits"),
        bit("OVER", 6, "latched: the PC wrote to a full FIFO"),
        bit("UNDER", 7, "latched: the PC read an empty FIFO"),
    ),
)
FIFO_CLEAR = Register("FIFO CLEAR", 2, "w", None, "a write of any value resets all FIFOs and clears OVER and UNDER")
FIFO_INPUT = Register(
    "FIFO INPUT", 0, "r", None, "oldest byte of the input FIFO; writes have no effect", fields=ANY_BYTE
)
FIFO_PARAMETERS = Register(
    "FIFO PARAMETERS", 0, "r", None, "oldest byte of the parameter FIFO; writes have no effect", fields=ANY_BYTE
)
PC_REGISTERS = (FIFO_DATA, FIFO_STATUS, FIFO_CLEAR)
FIFO_BYTE = Register(
    "FIFO BYTE", 0, "r/w", None, "read: oldest byte of the input FIFO; write: byte to the output FIFO", fields=ANY_BYTE
)
FIFO_FLAGS = Register(
    "FIFO FLAGS",
    1,
    "r",
    0x01,
    "flags of the FIFOs",
    fields=(
        bit("IE", 0, "the input FIFO is empty"),
        bit("IH", 1, "the input FIFO is half full"),
        bit("OF", 2, "the output FIFO is full"),
        bit("OH", 3, "the output FIFO is half full"),
        bit("OVER", 6, "latched: the DSP wrote to a full FIFO"),
        bit("UNDER", 7, "latched: the DSP read an empty FIFO"),
    ),
)
FIFO_CONTROL = Register(
    "FIFO CONTROL",
    1,
    "w",
    None,
    "immediate actions",
    fields=(bit("RSF", 7, "resets both FIFOs; clears OVER and UNDER"),),
)
END_REGISTERS = (FIFO_BYTE, FIFO_FLAGS, FIFO_CONTROL)

Advance = Callable[[Time], None]


class Strobed(Protocol):
    """A chip that detects short strobes."""

    short_strobe: bool


class FifoPort:
    """The PC's ports.

    `advance` brings the parts behind the FIFOs to the time of an access; `resets` are their resets.
    """

    def __init__(
        self,
        given: Fifo,
        made: Fifo,
        resets: Sequence[Advance],
        advance: Advance,
        journal: Journal,
        *,
        wide: bool,
    ) -> None:
        self._given, self._made = given, made
        self._wide = wide
        self._resets = resets
        self._advance = advance
        self._journal = journal
        self.clear()

    def clear(self) -> None:
        """Clear the latched errors and the latched byte."""
        self._over = self._under = False

    def read(self, offset: int, now: Time) -> int:
        """Return a byte of the output FIFO, or STATUS."""
        self._advance(now)
        if offset == FIFO_STATUS.offset:
            return FIFO_STATUS.pack(
                INFULL=self._given.full,
                INHALF=self._given.half_full,
                OUTSOME=not self._made.empty,
                OUTHALF=self._made.half_full,
                WIDE=self._wide,
                OVER=self._over,
                UNDER=self._under,
            )
        byte = self._made.read()
        if byte is None:
            self._under = True
            self._journal.note(Outcome.FIFO_UNDERRUN, offset, now, "by the PC")
            return FLOATING_BYTE
        return byte

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a byte to the input FIFO, or CLEAR."""
        self._advance(now)
        if offset == FIFO_CLEAR.offset:
            self.clear()
            for reset in self._resets:
                reset(now)
        elif not self._given.write(value):
            self._over = True
            self._journal.note(Outcome.FIFO_OVERRUN, offset, now, "by the PC")


class CaughtUp:
    """A port of the PC's on a card that `catch_up` brings to the time of an access first."""

    def __init__(self, catch_up: Advance, port: Plug[PortDevice]) -> None:
        self._catch_up = catch_up
        self._port = port

    def read(self, offset: int, now: Time) -> int:
        """Return a register's value."""
        self._catch_up(now)
        return self._port.part.read(offset, now)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a register."""
        self._catch_up(now)
        self._port.part.write(offset, value, now)


class FifoEnd:
    """The DSP's end of the two FIFOs: `given` has bytes from the PC, `made` has bytes for it."""

    def __init__(self, given: Fifo, made: Fifo, journal: Journal) -> None:
        self._given, self._made = given, made
        self._journal = journal
        self.reset(0)

    def reset(self, now: Time) -> None:
        """Reset both FIFOs: RSF, and the DSP's reset line."""
        self._over = self._under = False
        self._given.reset(now)
        self._made.reset(now)

    def read(self, offset: int, now: Time) -> int:
        """Return a byte, or FLAGS."""
        if offset == FIFO_FLAGS.offset:
            return FIFO_FLAGS.pack(
                IE=self._given.empty,
                IH=self._given.half_full,
                OF=self._made.full,
                OH=self._made.half_full,
                OVER=self._over,
                UNDER=self._under,
            )
        byte = self._given.read()
        if byte is None:
            self._under = True
            self._journal.note(Outcome.FIFO_UNDERRUN, offset, now, "by the DSP")
            return 0
        return byte

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a byte, or CONTROL."""
        if offset == FIFO_CONTROL.offset:
            if value & FIFO_CONTROL["RSF"].mask:
                self.reset(now)
        elif not self._made.write(value):
            self._over = True
            self._journal.note(Outcome.FIFO_OVERRUN, offset, now, "by the DSP")

    def advance(self, now: Time) -> None:
        """Do nothing: FIFOs have no clock."""

    def next_event(self) -> Time | None:
        """Return None: nothing changes by itself."""
        return None


class FifoOutlet:
    """A FIFO that the DSP reads; `missed` is called if it was empty."""

    def __init__(self, fifo: Fifo, advance: Advance, missed: Callable[[], None], journal: Journal) -> None:
        self._fifo = fifo
        self._advance = advance
        self._missed = missed
        self._journal = journal

    def read(self, offset: int, now: Time) -> int:
        """Return the oldest byte."""
        self._advance(now)
        byte = self._fifo.read()
        if byte is None:
            self._missed()
            self._journal.note(Outcome.FIFO_UNDERRUN, offset, now, "by the DSP")
            return 0
        return byte

    def write(self, offset: int, value: int, now: Time) -> None:
        """Ignore the write: the outlet is read-only."""


class Gate:
    """The DES chip's bus: the pump's while `taken()`, else the DSP's."""

    def __init__(self, chip: Plug[PortDevice], advance: Advance, taken: Callable[[], bool], journal: Journal) -> None:
        self._chip = chip
        self._advance = advance
        self._taken = taken
        self._journal = journal

    def read(self, offset: int, now: Time) -> int:
        """Return a register's value."""
        return self._chip.part.read(offset, now) if self._open(offset, now) else 0

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a register of the chip."""
        if self._open(offset, now):
            self._chip.part.write(offset, value, now)

    def _open(self, offset: int, now: Time) -> bool:
        self._advance(now)
        if self._taken():
            self._journal.note(Outcome.DES_CHIP_TAKEN, offset, now)
            return False
        return True


class ShortStrobe:
    """A device that is reached with short strobes; `chip` sees them at its pin."""

    def __init__(self, device: PortDevice, chip: Strobed) -> None:
        self._device = device
        self._chip = chip

    def read(self, offset: int, now: Time) -> int:
        """Return a register's value: the strobe of a read is never too short."""
        return self._device.read(offset, now)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a register."""
        self._chip.short_strobe = True
        try:
            self._device.write(offset, value, now)
        finally:
            self._chip.short_strobe = False
