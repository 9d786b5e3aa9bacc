"""Files at the serial interfaces of a command's chip: WAV files and words at the SSI, bytes at the SCI."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dsp56k.cli.console.word_files import text_of, words_of
from dsp56k.system.files import read_at_most

if TYPE_CHECKING:
    from dsp56k.debug import Debugger
    from dsp56k.emu import Dsp56001
    from dsp56k.emu.peripherals.sci import SciFrame, SciSent
    from dsp56k.emu.peripherals.ssi_word import SsiWord

Function = TypeVar("Function", bound=Callable[..., Any])
MAX_SCI_BYTES = 1 << 24
"""The largest file of `--sci-in`: a minute at the fastest asynchronous rate, fosc/64, has 2 MB."""
RATE_TOLERANCE = 0.005
"""Half a per cent, less than a tenth of a semitone: a WAV file has the nominal rate of a clock."""
MIN_WORDS = 20
"""Fewer words do not show the rate of the frames."""
_CLOCKS = re.compile(r"[0-9]{1,10}(?:[./][0-9]{1,10})?")
_PATH = click.Path(path_type=Path)
ssi_in_option = click.option(
    "--ssi-in",
    type=_PATH,
    metavar="FILE",
    help="Feed the SSI with the samples of a WAV file, or hexadecimal words separated by spaces.",
)
ssi_clock_option = click.option(
    "--ssi-clock",
    metavar="CLOCKS",
    help="Drive the SSI's clock and frame sync from outside: oscillator clocks per bit, as 20 or 125/6.",
)
_OPTIONS = (
    ssi_in_option,
    click.option(
        "--ssi-out",
        type=_PATH,
        metavar="FILE",
        help="Write the words that the SSI sends: a WAV file if FILE ends in .wav, else one word per line.",
    ),
    ssi_clock_option,
    click.option("--sci-in", type=_PATH, metavar="FILE", help="Send the bytes of FILE to the SCI."),
    click.option("--sci-out", type=_PATH, metavar="FILE", help="Write the bytes that the SCI sends."),
)


def serial_options(command: Function) -> Function:
    """Add the options for the serial interfaces to a command, which receives them as `serial`, a SerialFiles."""

    @wraps(command)
    def collected(
        *arguments: Any,
        ssi_in: Path | None,
        ssi_out: Path | None,
        ssi_clock: str | None,
        sci_in: Path | None,
        sci_out: Path | None,
        **others: Any,
    ) -> Any:
        serial = SerialFiles(ssi_in, ssi_out, clocks_per_bit(ssi_clock), sci_in, sci_out)
        return command(*arguments, serial=serial, **others)

    decorated: Any = collected
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    result: Function = decorated
    return result


@dataclass
class SerialFiles:
    """The files at the serial interfaces of a chip."""

    ssi_in: Path | None
    ssi_out: Path | None
    clocks_per_bit: Fraction | None
    sci_in: Path | None
    sci_out: Path | None
    _sent: Callable[[], Sequence[SsiWord]] = tuple
    _bytes: bytearray = field(default_factory=bytearray)
    _chip: Dsp56001 | None = None
    # The rate and the channels of the WAV file of `--ssi-in`.
    _given: tuple[int, int] | None = None

    @property
    def inputs(self) -> list[Path]:
        """The files that are read."""
        return [path for path in (self.ssi_in, self.sci_in) if path is not None]

    def connect(self, dsp: Dsp56001) -> None:
        """Feed the interfaces, and record the output.

        Raises:
            InputError: A word is invalid.
            ConfigurationError: A WAV file or the clock is invalid.
            OSError: A file cannot be read.
        """
        self._chip = dsp
        if self.clocks_per_bit is not None:
            dsp.ssi.external_clock(self.clocks_per_bit)
        if self.ssi_in is not None:
            dsp.ssi.feed(self._ssi_words())
        if self.ssi_out is not None:
            words: list[SsiWord] = []
            self._sent = lambda: words
            dsp.ssi.attach(_SsiRecorder(words))
        self._connect_sci(dsp)

    def connect_session(self, session: Debugger) -> None:
        """Feed the interfaces of a debugger's chip, and record the output. Raises the errors of `connect`.

        The SSI's words and clock are inputs of the session, which reverse execution repeats.
        """
        self._chip = session.dsp
        if self.clocks_per_bit is not None:
            session.change("ssi_clock", *self.clocks_per_bit.as_integer_ratio())
        if self.ssi_in is not None:
            session.change("ssi", *self._ssi_words())
        if self.ssi_in is not None or self.ssi_out is not None:
            self._sent = session.record_ssi()
        self._connect_sci(session.dsp)

    def _connect_sci(self, dsp: Dsp56001) -> None:
        if self.sci_in is not None:
            dsp.sci.feed(read_at_most(self.sci_in, MAX_SCI_BYTES))
        if self.sci_out is not None:
            dsp.sci.attach(_SciRecorder(self._bytes))

    def _ssi_words(self) -> list[int]:
        """Return the words of `--ssi-in`. Raises the errors of `connect`."""
        from dsp56k.emu.peripherals.wav import read_wav

        assert self.ssi_in is not None
        if not _is_wav(self.ssi_in):
            return words_of(self.ssi_in)
        rate, channels, samples = read_wav(self.ssi_in)
        self._given = rate, channels
        return samples

    def disconnect(self) -> None:
        """Record no further output."""
        if self._chip is not None and self.ssi_out is not None:
            self._chip.ssi.attach(None)
        if self._chip is not None and self.sci_out is not None:
            self._chip.sci.attach(None)

    def outputs(self) -> list[dict[Path, bytes]]:
        """Disconnect the recorders, and return the files of each interface with the output."""
        self.disconnect()
        dsp, words = self._chip, self._sent()
        files: list[dict[Path, bytes]] = []
        if dsp is not None and self._given is not None:
            heard = words or dsp.ssi.take()
            if len(heard) >= MIN_WORDS:
                self.warn_of_rate(*frames_of(heard, dsp))
        if dsp is not None and self.ssi_out is not None:
            if _is_wav(self.ssi_out):
                files.append({self.ssi_out: wav_file(words, dsp)})
            else:
                files.append({self.ssi_out: text_of([each.word for each in words if each.word is not None])})
        if dsp is not None and self.sci_out is not None:
            files.append({self.sci_out: bytes(self._bytes)})
        return files

    def warn_of_rate(self, rate: int, channels: int) -> None:
        """Print a warning if the WAV file of `--ssi-in` has another rate or other channels than the SSI's frames."""
        if self._given is None:
            return
        given, given_channels = self._given
        if abs(rate - given) > given * RATE_TOLERANCE or channels != given_channels:
            sizes = f"{given_channels} channels at {given:,} Hz, the SSI {channels} slots at {rate:,} Hz"
            click.echo(
                f"warning: {self.ssi_in} has {sizes}: convert the file, or clock the SSI by --ssi-clock", err=True
            )


class _SsiRecorder:
    """A device that records all slots."""

    def __init__(self, words: list[SsiWord]) -> None:
        self._words = words

    def sent(self, word: SsiWord) -> None:
        self._words.append(word)

    def wanted(self, clock: int, slot: int) -> int | None:
        del clock, slot
        return None


class _SciRecorder:
    """A device that records the data of all characters."""

    def __init__(self, data: bytearray) -> None:
        self._data = data

    def sent(self, character: SciSent) -> Iterable[SciFrame | int] | None:
        if character.kind.name == "DATA":
            self._data.append(character.data)
        return None


def _is_wav(path: Path) -> bool:
    return path.suffix.lower() == ".wav"


def wav_file(words: Sequence[SsiWord], dsp: Dsp56001) -> bytes:
    """Return a WAV file whose channels are the slots of a frame, with the rate of the frames."""
    from dsp56k.emu.peripherals.wav import wav_content

    rate, channels = frames_of(words, dsp)
    return wav_content(words, rate=rate, channels=channels, bits=24)[0]


def frames_of(words: Sequence[SsiWord], dsp: Dsp56001) -> tuple[int, int]:
    """Return the mean rate of the frames of words in hertz, 1 for fewer than two frames, and the slots of a frame."""
    from dsp56k.emu.peripherals.wav import WAV_RATE_MAX

    channels = max(map(attrgetter("slot"), words), default=0) + 1
    firsts = [each.clock for each in words if each.slot == 0]
    spacing = Fraction(firsts[-1] - firsts[0], len(firsts) - 1) if len(firsts) > 1 else Fraction(0)
    rate = min(round(dsp.clock.hertz / spacing), WAV_RATE_MAX) if spacing else 1
    return max(1, rate), channels


def clocks_per_bit(text: str | None) -> Fraction | None:
    """Return the value of `--ssi-clock`.

    Raises:
        BadParameter: It is not a positive number or fraction.
    """
    if text is None:
        return None
    # No exponent: 1e999999999 is a number of a gigabyte.
    try:
        value = Fraction(text) if _CLOCKS.fullmatch(text) else Fraction(0)
    except ZeroDivisionError:
        value = Fraction(0)
    if value <= 0:
        raise click.BadParameter(
            f"must be oscillator clocks per bit, as 20 or 125/6, got {text!r}", param_hint="--ssi-clock"
        )
    return value
