"""The pins of the synchronous serial interface: queues of words, a device (UM 11-64 to 11-135)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from dsp56k.emu.errors import ConfigurationError
from dsp56k.emu.peripherals.ssi_word import SsiWord, slot_word
from dsp56k.emu.registers import registers_text
from dsp56k.emu.validation import bit_fraction, is_int_in_range, require_int, require_list, require_methods
from dsp56k.system.text import described

if TYPE_CHECKING:
    from pathlib import Path

    from dsp56k.emu._core import Chip

FRAME_BITS_MAX = 1 << 20
"""The maximum distance of two external frame syncs, in bits."""


class SsiDevice(Protocol):
    """A device for `Ssi.attach`. An exception ends the run and reaches the caller of `run()`."""

    def sent(self, word: SsiWord) -> None:
        """Receive a transmitted slot."""
        ...

    def wanted(self, clock: int, slot: int) -> int | None:
        """Return the 24-bit word on SRD in the slot whose last bit is sampled at `clock`; None is low."""
        ...


class _Adapter:
    """Converts the core's tuples to `SsiWord`."""

    def __init__(self, device: SsiDevice) -> None:
        self._device = device

    def sent(self, clock: int, slot: int, word: int | None, flags: int) -> None:
        self._device.sent(SsiWord(clock, slot, word, flags))

    def wanted(self, clock: int, slot: int) -> int | None:
        word = self._device.wanted(clock, slot)
        return None if word is None else slot_word(word, slot)


class Ssi:
    """The connection of STD, SRD, SCK and SC2-SC0. Words are left-justified, the first bit on the wire highest."""

    __slots__ = ("_chip",)

    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def __repr__(self) -> str:
        """Return the registers with their fields."""
        return f"Ssi({registers_text(self._chip, 'SSI')})"

    def feed(self, words: Iterable[int]) -> None:
        """Queue 24-bit words on SRD, one for each received slot. An external gated clock runs while there are words.

        Raises:
            MemoryAccessError: A word does not have 24 bits. Nothing is queued then.
        """
        self._chip.ssi_feed([slot_word(word) for word in require_list(words, "words")])

    @property
    def waiting(self) -> int:
        """The number of fed words that have not been received."""
        return self._chip.ssi_waiting

    def take(self) -> list[SsiWord]:
        """Return the slots transmitted since the last call; the latest 2^20 are kept."""
        return [SsiWord._make(slot) for slot in self._chip.ssi_take()]

    def attach(self, device: SsiDevice | None) -> None:
        """Connect a device, or none. Fed words come before those of the device.

        Raises:
            ConfigurationError: It does not have a method of `SsiDevice`.
        """
        methods = "sent", "wanted"
        connected = None if device is None else _Adapter(require_methods(device, "a device at the SSI", *methods))
        self._chip.ssi_attach(connected)

    def external_clock(self, clocks_per_bit: int | Fraction | None, frame_bits: int = 0) -> None:
        """Drive SCK, SC0 and the frame sync while they are inputs.

        Args:
            clocks_per_bit: Oscillator clocks per bit; None stops the clock. The chip needs at least 3.6 (UM 11-68).
            frame_bits: Bits from one frame sync to the next; 0 is the length of the programmed frame.

        Raises:
            ConfigurationError: A bit takes less than one clock, or the length of the frame is invalid.
        """
        if not is_int_in_range(frame_bits, 0, FRAME_BITS_MAX):
            raise ConfigurationError(
                f"frame_bits must be a positive integer, got {described(frame_bits)}", frame_bits=frame_bits
            )
        self._chip.ssi_external_clock(bit_fraction(clocks_per_bit), frame_bits)

    def clock_out(self, words: int) -> None:
        """Let an external gated clock shift `words` words (up to 2^32 - 1) out of the transmitter.

        Raises:
            ConfigurationError: The count is invalid.
        """
        self._chip.ssi_clock_out(require_int(words, "words", 0, (1 << 32) - 1))

    def feed_wav(self, path: str | Path) -> tuple[int, int]:
        """Queue the samples of a PCM WAV file of 8, 16 or 24 bits, channels interleaved.

        Returns:
            The sample rate, and the number of channels.

        Raises:
            ConfigurationError: The file is not such a WAV file.
        """
        from dsp56k.emu.peripherals.wav import read_wav

        rate, channels, samples = read_wav(path)
        self.feed(samples)
        return rate, channels
