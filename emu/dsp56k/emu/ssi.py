"""The pins of the synchronous serial interface: queues of words, a device, WAV files (UM 11-64 to 11-135)."""

from __future__ import annotations

import wave
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dsp56k.emu.errors import ConfigurationError, MemoryAccessError
from dsp56k.emu.memory import WORD_MAX

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

FRAME_BITS_MAX = 1 << 20
"""The longest distance of two external frame syncs, in bits."""


@dataclass(frozen=True)
class SsiWord:
    """A time slot as it left on STD.

    Attributes:
        clock: oscillator clock since reset, at the negative edge of the last bit.
        slot: slot of the frame, from 0.
        word: 24 bits, left-justified, the first bit on the wire highest; None where STD was three-stated.
        flags: output flags SC1:SC0.
    """

    clock: int
    slot: int
    word: int | None
    flags: int


class SsiDevice(Protocol):
    """What `Ssi.attach` connects. An exception ends the run and reaches the caller of `run()`."""

    def sent(self, word: SsiWord) -> None:
        """Take a transmitted slot."""
        ...

    def wanted(self, clock: int, slot: int) -> int | None:
        """The word on SRD in the slot whose last bit is sampled at `clock`, 24 bits; None leaves the line low."""
        ...


def bit_fraction(clocks_per_bit: int | Fraction | None) -> tuple[int, int] | None:
    """Clocks a bit as numerator and denominator.

    Raises:
        ConfigurationError: a bit that takes less than one clock.
    """
    if clocks_per_bit is None:
        return None
    bit = Fraction(clocks_per_bit)
    if bit < 1 or bit.numerator >= 1 << 32:
        raise ConfigurationError(f"a bit of {clocks_per_bit} clocks cannot be", clocks_per_bit=clocks_per_bit)
    return bit.numerator, bit.denominator


class _Adapter:
    """Turns the core's tuples into `SsiWord`."""

    def __init__(self, device: SsiDevice) -> None:
        self._device = device

    def sent(self, clock: int, slot: int, word: int | None, flags: int) -> None:
        self._device.sent(SsiWord(clock, slot, word, flags))

    def wanted(self, clock: int, slot: int) -> int | None:
        word = self._device.wanted(clock, slot)
        if word is not None and not 0 <= word <= WORD_MAX:
            raise MemoryAccessError(f"{word:#x} is no 24-bit word", space="SSI", address=slot, value=word)
        return word


class Ssi:
    """What is connected to STD, SRD, SCK and SC2-SC0. Words are left-justified, the first bit on the wire highest."""

    __slots__ = ("_chip",)

    def __init__(self, chip: Chip) -> None:
        self._chip = chip

    def feed(self, words: Iterable[int]) -> None:
        """Queue 24-bit words on SRD, one a received slot. An external gated clock runs for as long as there are any.

        Raises:
            MemoryAccessError: something that is no 24-bit word; nothing is queued then.
        """
        queue = list(words)
        for word in queue:
            if not 0 <= word <= WORD_MAX:
                raise MemoryAccessError(f"{word:#x} is no 24-bit word", space="SSI", address=0, value=word)
        self._chip.ssi_feed(queue)

    @property
    def waiting(self) -> int:
        """How many fed words have not been received."""
        return self._chip.ssi_waiting

    def take(self) -> list[SsiWord]:
        """The slots transmitted since the last call; the newest 2^20 are kept."""
        return [SsiWord(*slot) for slot in self._chip.ssi_take()]

    def attach(self, device: SsiDevice | None) -> None:
        """Connect a device, or none. Fed words come before those of the device."""
        self._chip.ssi_attach(None if device is None else _Adapter(device))

    def external_clock(self, clocks_per_bit: int | Fraction | None, frame_bits: int = 0) -> None:
        """Drive SCK and SC0 where they are inputs, and the frame sync where it is one.

        Args:
            clocks_per_bit: oscillator clocks of a bit; None: no clock. The chip needs at least 3.6 (UM 11-68).
            frame_bits: bits from one frame sync to the next; 0: as many as the programmed frame has.

        Raises:
            ConfigurationError: less than one clock, or a frame that cannot be.
        """
        if not 0 <= frame_bits <= FRAME_BITS_MAX:
            raise ConfigurationError(f"a frame of {frame_bits} bits cannot be", frame_bits=frame_bits)
        self._chip.ssi_external_clock(bit_fraction(clocks_per_bit), frame_bits)

    def clock_out(self, words: int) -> None:
        """Let an external gated clock clock so many words out of the transmitter."""
        if not 0 <= words < 1 << 32:
            raise ConfigurationError(f"{words} words cannot be clocked", words=words)
        self._chip.ssi_clock_out(words)

    def feed_wav(self, path: str | Path) -> tuple[int, int]:
        """Queue the samples of a PCM WAV file of 8, 16 or 24 bits, channels interleaved.

        Returns:
            Samples a second, and channels.

        Raises:
            ConfigurationError: no such WAV file.
        """
        try:
            with Path(path).open("rb") as binary, wave.open(binary, "rb") as file:
                width, rate, channels = file.getsampwidth(), file.getframerate(), file.getnchannels()
                data = file.readframes(file.getnframes())
        except (OSError, EOFError, wave.Error) as error:
            raise ConfigurationError(f"{path}: not a readable WAV file: {error}", file=str(path)) from error
        if width not in (1, 2, 3):
            raise ConfigurationError(f"{path}: samples of {8 * width} bits", file=str(path), bits=8 * width)
        if width == 1:
            # WAV's 8-bit samples are unsigned around 128.
            data = bytes(byte ^ 0x80 for byte in data)
        samples = (int.from_bytes(data[i : i + width], "little") for i in range(0, len(data) - width + 1, width))
        self.feed(sample << (24 - 8 * width) for sample in samples)
        return rate, channels


def save_wav(path: str | Path, words: Iterable[SsiWord | int], *, rate: int, channels: int = 2, bits: int = 16) -> int:
    """Write words as a PCM WAV file: three-stated slots are left out, an incomplete last frame too.

    Args:
        path: the file.
        words: transmitted slots, or left-justified 24-bit words, channels interleaved.
        rate: samples a second of each channel.
        channels: how many words make a frame.
        bits: 8, 16 or 24 of each word, from the top.

    Returns:
        The number of frames.

    Raises:
        ConfigurationError: bits, channels or rate that a WAV file cannot have, or a file that cannot be written.
    """
    if bits not in (8, 16, 24) or channels < 1 or rate < 1:
        raise ConfigurationError(
            f"a WAV file of {bits} bits, {channels} channels, {rate} Hz cannot be", bits=bits, channels=channels
        )
    values = [word.word if isinstance(word, SsiWord) else word for word in words]
    samples = [(value & WORD_MAX) >> (24 - bits) for value in values if value is not None]
    if bits == 8:
        samples = [sample ^ 0x80 for sample in samples]
    frames = len(samples) // channels
    data = b"".join(sample.to_bytes(bits // 8, "little") for sample in samples[: frames * channels])
    try:
        with Path(path).open("wb") as binary, wave.open(binary, "wb") as file:
            file.setnchannels(channels)
            file.setsampwidth(bits // 8)
            file.setframerate(rate)
            file.writeframes(data)
    except (OSError, wave.Error) as error:
        raise ConfigurationError(f"{path}: cannot be written: {error}", file=str(path)) from error
    return frames
