"""The pins of the serial communication interface: queues of characters, a device (UM 11-8 to 11-64)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from dsp56k.emu.errors import MemoryAccessError
from dsp56k.emu.registers import registers_text
from dsp56k.emu.validation import bit_fraction, is_int_in_range, require_list, require_methods
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

BYTE_MAX = 0xFF
CLOCK_MAX = (1 << 63) - 1


@dataclass(frozen=True)
class SciFrame:
    """A character on RXD, in the bit order of a sender that sends the least significant bit first.

    Attributes:
        data: 8 bits.
        address: the ninth bit of multidrop.
        bad_parity: the parity bit is wrong.
        bad_stop: the stop bit is missing; with data 0 that is a break.
        not_before: the clock since reset from which it is sent; None: as soon as the receiver listens.
    """

    data: int
    address: bool = False
    bad_parity: bool = False
    bad_stop: bool = False
    not_before: int | None = None


class SciSentKind(Enum):
    """Kinds of output on TXD."""

    DATA = "DATA"
    PREAMBLE = "PREAMBLE"
    BREAK = "BREAK"


@dataclass(frozen=True)
class SciSent:
    """A character as it left on TXD.

    Attributes:
        clock: oscillator clock since reset, at the end of the last bit.
        kind: data, a preamble (a character time of ones) or a break (of zeros).
        data: 8 bits, in the bit order of a receiver that receives the least significant bit first.
        address: the ninth bit of multidrop.
    """

    clock: int
    kind: SciSentKind
    data: int
    address: bool


class SciDevice(Protocol):
    """A device for `Sci.attach`. An exception ends the run and reaches the caller of `run()`."""

    def sent(self, character: SciSent) -> Iterable[SciFrame | int] | None:
        """Receive a transmitted character. The returned characters are queued on RXD."""
        ...


def _frames(characters: Iterable[SciFrame | int]) -> list[SciFrame]:
    frames = []
    for character in require_list(characters, "characters"):
        if isinstance(character, SciFrame):
            flags = bool(character.address), bool(character.bad_parity), bool(character.bad_stop)
            frame = SciFrame(character.data, *flags, character.not_before)
        else:
            frame = SciFrame(character)
        late = frame.not_before is not None and not is_int_in_range(frame.not_before, 0, CLOCK_MAX)
        if not is_int_in_range(frame.data, 0, BYTE_MAX) or late:
            raise MemoryAccessError(
                f"expected a character, got {described(frame)}", space="SCI", address=0, value=frame.data
            )
        frames.append(frame)
    return frames


def _sent(clock: int, kind: str, data: int, address: bool) -> SciSent:
    return SciSent(clock, SciSentKind(kind), data, address)


class _Adapter:
    """Converts the core's arguments to `SciSent`, and the result to frames."""

    def __init__(self, device: SciDevice) -> None:
        self._device = device

    def sent(self, clock: int, kind: str, data: int, address: bool) -> list[SciFrame]:
        return _frames(self._device.sent(_sent(clock, kind, data, address)) or ())


class Sci:
    """The connection of RXD, TXD and SCLK."""

    __slots__ = ("_chip",)

    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def __repr__(self) -> str:
        """Return the registers with their fields."""
        return f"Sci({registers_text(self._chip, 'SCI')})"

    def feed(self, characters: bytes | Iterable[SciFrame | int]) -> None:
        """Queue characters on RXD. In synchronous mode with an external clock each has its own clocks.

        Raises:
            MemoryAccessError: A character is not a byte, or its clock is invalid. Nothing is queued then.
        """
        self._chip.sci_feed(_frames(characters))

    @property
    def waiting(self) -> int:
        """The number of fed characters that have not begun."""
        return self._chip.sci_waiting

    def take(self) -> list[SciSent]:
        """Return the transmitted characters since the last call; the latest 2^20 are kept."""
        return [_sent(*character) for character in self._chip.sci_take()]

    def take_bytes(self) -> bytes:
        """Return the data bytes transmitted since the last call."""
        return bytes(sent.data for sent in self.take() if sent.kind is SciSentKind.DATA)

    def attach(self, device: SciDevice | None) -> None:
        """Connect a device, or none.

        Raises:
            ConfigurationError: It does not have a method of `SciDevice`.
        """
        self._chip.sci_attach(
            None if device is None else _Adapter(require_methods(device, "a device at the SCI", "sent"))
        )

    def external_clock(self, clocks_per_bit: int | Fraction | None) -> None:
        """Drive SCLK while it is an input, with oscillator clocks per bit of the line. None stops the clock.

        Raises:
            ConfigurationError: A bit takes less than one clock.
        """
        self._chip.sci_external_clock(bit_fraction(clocks_per_bit))
