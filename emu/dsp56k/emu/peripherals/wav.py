"""PCM WAV files: words for the synchronous serial interface, and words that it has sent."""

from __future__ import annotations

import io
import wave
from collections.abc import Iterable
from pathlib import Path

from dsp56k.emu.errors import ConfigurationError
from dsp56k.emu.memory import WORD_MAX
from dsp56k.emu.peripherals.ssi_word import SsiWord, slot_word
from dsp56k.emu.validation import require_int, require_list, require_path
from dsp56k.system.files import read_at_most, write_whole
from dsp56k.system.text import described

WAV_CHANNELS_MAX, WAV_RATE_MAX = 1024, 1_000_000
"""Maxima with which the bytes per second of a WAV file fit its 32-bit field."""
WAV_BYTES_MAX = 1 << 28
"""The largest file that is read: a quarter of an hour of 48,000 stereo samples of 24 bits a second."""


def read_wav(path: str | Path) -> tuple[int, int, list[int]]:
    """Return the sample rate, the number of channels, and the samples as left-justified 24-bit words, interleaved.

    Raises:
        ConfigurationError: The file is not a WAV file of 8, 16 or 24 bits.
    """
    try:
        content = read_at_most(require_path(path, "path"), WAV_BYTES_MAX)
        with wave.open(io.BytesIO(content), "rb") as file:
            width, rate, channels = file.getsampwidth(), file.getframerate(), file.getnchannels()
            frames = file.getnframes()
            data = file.readframes(frames)
    except (OSError, EOFError, RuntimeError, wave.Error) as error:
        # The standard library raises RuntimeError for a chunk that exceeds the file.
        reason = getattr(error, "strerror", None) or str(error) or "a chunk exceeds the file"
        raise ConfigurationError(f"{path}: invalid WAV file: {reason}", file=str(path)) from error
    if width not in (1, 2, 3):
        raise ConfigurationError(f"{path}: samples of {8 * width} bits", file=str(path), bits=8 * width)
    if len(data) != frames * channels * width:
        reason = f"it has {len(data):,} bytes of samples, its header says {frames * channels * width:,}"
        raise ConfigurationError(f"{path}: invalid WAV file: {reason}", file=str(path))
    if width == 1:
        # WAV's 8-bit samples are unsigned around 128.
        data = bytes(byte ^ 0x80 for byte in data)
    starts = range(0, len(data) - width + 1, width)
    return rate, channels, [int.from_bytes(data[i : i + width], "little") << (24 - 8 * width) for i in starts]


def save_wav(path: str | Path, words: Iterable[SsiWord | int], *, rate: int, channels: int = 2, bits: int = 16) -> int:
    """Write words as a PCM WAV file, atomically. Three-stated slots and an incomplete last frame are omitted.

    Args:
        path: Path of the file.
        words: Transmitted slots, or left-justified 24-bit words, channels interleaved.
        rate: Samples per second of each channel, 1 to 1,000,000.
        channels: Words of a frame, 1 to 1024.
        bits: Number of most significant bits of each word: 8, 16 or 24.

    Returns:
        The number of frames.

    Raises:
        ConfigurationError: A WAV file cannot have the bits, channels or rate, or the file cannot be written.
        MemoryAccessError: A word is not a 24-bit word.
    """
    content, frames = wav_content(words, rate=rate, channels=channels, bits=bits)
    try:
        write_whole({require_path(path, "path"): content})
    except OSError as error:
        raise ConfigurationError(f"cannot write {path}: {error.strerror}", file=str(path)) from error
    return frames


def wav_content(words: Iterable[SsiWord | int], *, rate: int, channels: int, bits: int) -> tuple[bytes, int]:
    """Return the bytes of the file of `save_wav`, and the number of frames.

    Raises:
        ConfigurationError: A WAV file cannot have the bits, channels or rate.
        MemoryAccessError: A word is not a 24-bit word.
    """
    samples = pcm_samples(words, channels=channels, bits=bits)
    return wav_of_samples(samples, rate=rate, channels=channels, bits=bits), len(samples) // (channels * (bits // 8))


def wav_of_samples(samples: bytes, *, rate: int, channels: int, bits: int) -> bytes:
    """Return the bytes of a WAV file with samples of `pcm_samples`.

    Raises:
        ConfigurationError: A WAV file cannot have the rate.
    """
    require_int(rate, "rate", 1, WAV_RATE_MAX)
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(bits // 8)
        file.setframerate(rate)
        file.writeframes(samples)
    return content.getvalue()


def pcm_samples(words: Iterable[SsiWord | int], *, channels: int, bits: int) -> bytes:
    """Return whole frames of words as PCM samples, the low byte first. Three-stated slots are omitted.

    Raises:
        ConfigurationError: PCM cannot have the bits or channels.
        MemoryAccessError: A word is not a 24-bit word.
    """
    if bits not in (8, 16, 24):
        raise ConfigurationError(
            f"the samples of a WAV file must have 8, 16 or 24 bits, got {described(bits)}", field="bits", value=bits
        )
    require_int(channels, "channels", 1, WAV_CHANNELS_MAX)
    values = [word.word if isinstance(word, SsiWord) else word for word in require_list(words, "words")]
    shift = 24 - bits
    # The test of the usual case is a third of the time of `slot_word`.
    samples = [
        (value if type(value) is int and 0 <= value <= WORD_MAX else slot_word(value)) >> shift
        for value in values
        if value is not None
    ]
    if bits == 8:
        samples = [sample ^ 0x80 for sample in samples]
    whole = len(samples) - len(samples) % channels
    return b"".join([sample.to_bytes(bits // 8, "little") for sample in samples[:whole]])
