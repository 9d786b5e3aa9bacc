"""The pins of the synchronous serial interface: queues of words, a device, WAV files (UM 11-64 to 11-135)."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dsp56k.emu.checks import hexadecimal, is_whole, listed, path_of, whole, with_methods
from dsp56k.emu.errors import ConfigurationError, MemoryAccessError
from dsp56k.emu.memory import WORD_MAX
from dsp56k.system.files import read_at_most, write_whole
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

WAV_CHANNELS_MAX, WAV_RATE_MAX = 1024, 1_000_000
"""With them a WAV file's bytes a second fit its 32-bit field."""
WAV_BYTES_MAX = 1 << 28
"""The largest file that is fed: a quarter of an hour of 48,000 stereo samples of 24 bits a second."""
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
    try:
        bit = Fraction(clocks_per_bit)
    except (TypeError, ValueError, OverflowError):
        bit = Fraction(0)
    if bit < 1 or bit.numerator >= 1 << 32:
        raise ConfigurationError(
            f"a bit of {described(clocks_per_bit)} clocks cannot be", clocks_per_bit=clocks_per_bit
        )
    return bit.numerator, bit.denominator


def _word(word: int, slot: int = 0) -> int:
    if not is_whole(word, 0, WORD_MAX):
        raise MemoryAccessError(f"{hexadecimal(word)} is no 24-bit word", space="SSI", address=slot, value=word)
    return word


class _Adapter:
    """Turns the core's tuples into `SsiWord`."""

    def __init__(self, device: SsiDevice) -> None:
        self._device = device

    def sent(self, clock: int, slot: int, word: int | None, flags: int) -> None:
        self._device.sent(SsiWord(clock, slot, word, flags))

    def wanted(self, clock: int, slot: int) -> int | None:
        word = self._device.wanted(clock, slot)
        return None if word is None else _word(word, slot)


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
        self._chip.ssi_feed([_word(word) for word in listed(words, "words")])

    @property
    def waiting(self) -> int:
        """How many fed words have not been received."""
        return self._chip.ssi_waiting

    def take(self) -> list[SsiWord]:
        """The slots transmitted since the last call; the newest 2^20 are kept."""
        return [SsiWord(*slot) for slot in self._chip.ssi_take()]

    def attach(self, device: SsiDevice | None) -> None:
        """Connect a device, or none. Fed words come before those of the device.

        Raises:
            ConfigurationError: it lacks a method of `SsiDevice`.
        """
        methods = "sent", "wanted"
        connected = None if device is None else _Adapter(with_methods(device, "a device at the SSI", *methods))
        self._chip.ssi_attach(connected)

    def external_clock(self, clocks_per_bit: int | Fraction | None, frame_bits: int = 0) -> None:
        """Drive SCK and SC0 where they are inputs, and the frame sync where it is one.

        Args:
            clocks_per_bit: oscillator clocks of a bit; None: no clock. The chip needs at least 3.6 (UM 11-68).
            frame_bits: bits from one frame sync to the next; 0: as many as the programmed frame has.

        Raises:
            ConfigurationError: less than one clock, or a frame that cannot be.
        """
        if not is_whole(frame_bits, 0, FRAME_BITS_MAX):
            raise ConfigurationError(f"a frame of {described(frame_bits)} bits cannot be", frame_bits=frame_bits)
        self._chip.ssi_external_clock(bit_fraction(clocks_per_bit), frame_bits)

    def clock_out(self, words: int) -> None:
        """Let an external gated clock clock so many words (up to 2^32 - 1) out of the transmitter.

        Raises:
            ConfigurationError: no such count.
        """
        self._chip.ssi_clock_out(whole(words, "words", 0, (1 << 32) - 1))

    def feed_wav(self, path: str | Path) -> tuple[int, int]:
        """Queue the samples of a PCM WAV file of 8, 16 or 24 bits, channels interleaved.

        Returns:
            Samples a second, and channels.

        Raises:
            ConfigurationError: no such WAV file.
        """
        try:
            content = read_at_most(path_of(path, "path"), WAV_BYTES_MAX)
            with wave.open(io.BytesIO(content), "rb") as file:
                width, rate, channels = file.getsampwidth(), file.getframerate(), file.getnchannels()
                data = file.readframes(file.getnframes())
        except (OSError, EOFError, RuntimeError, wave.Error) as error:
            # RuntimeError is what the standard library has for a chunk that ends beyond the file.
            reason = getattr(error, "strerror", None) or str(error) or "a chunk does not lie in the file"
            raise ConfigurationError(f"{path}: not a readable WAV file: {reason}", file=str(path)) from error
        if width not in (1, 2, 3):
            raise ConfigurationError(f"{path}: samples of {8 * width} bits", file=str(path), bits=8 * width)
        if width == 1:
            # WAV's 8-bit samples are unsigned around 128.
            data = bytes(byte ^ 0x80 for byte in data)
        samples = (int.from_bytes(data[i : i + width], "little") for i in range(0, len(data) - width + 1, width))
        self.feed(sample << (24 - 8 * width) for sample in samples)
        return rate, channels


def save_wav(path: str | Path, words: Iterable[SsiWord | int], *, rate: int, channels: int = 2, bits: int = 16) -> int:
    """Write words as a PCM WAV file, whole or not at all; three-stated slots and an incomplete last frame are left out.

    Args:
        path: the file.
        words: transmitted slots, or left-justified 24-bit words, channels interleaved.
        rate: samples a second of each channel, 1 to 1,000,000.
        channels: how many words make a frame, 1 to 1024.
        bits: 8, 16 or 24 of each word, from the top.

    Returns:
        The number of frames.

    Raises:
        ConfigurationError: bits, channels or rate that a WAV file cannot have, or a file that cannot be written.
        MemoryAccessError: something that is no 24-bit word.
    """
    if bits not in (8, 16, 24):
        raise ConfigurationError(
            f"a WAV file has samples of 8, 16 or 24 bits, not {described(bits)}", field="bits", value=bits
        )
    whole(channels, "channels", 1, WAV_CHANNELS_MAX)
    whole(rate, "rate", 1, WAV_RATE_MAX)
    values = [word.word if isinstance(word, SsiWord) else word for word in listed(words, "words")]
    samples = [_word(value) >> (24 - bits) for value in values if value is not None]
    if bits == 8:
        samples = [sample ^ 0x80 for sample in samples]
    frames = len(samples) // channels
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(bits // 8)
        file.setframerate(rate)
        file.writeframes(b"".join(sample.to_bytes(bits // 8, "little") for sample in samples[: frames * channels]))
    try:
        write_whole({path_of(path, "path"): content.getvalue()})
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be written: {error.strerror}", file=str(path)) from error
    return frames
