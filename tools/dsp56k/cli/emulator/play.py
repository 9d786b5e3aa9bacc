"""`dsp56k play`: run a program and play the words that its SSI sends."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.board_option import board_option, load_board, mode_option
from dsp56k.cli.console.errors import InputError
from dsp56k.cli.console.files import write_apart
from dsp56k.cli.console.output import examples, json_option, print_json
from dsp56k.cli.console.serial_options import (
    SerialFiles,
    clocks_per_bit,
    frames_of,
    ssi_clock_option,
    ssi_in_option,
)
from dsp56k.cli.console.shared_options import format_option
from dsp56k.cli.console.word_files import host_in_option, words_of
from dsp56k.cli.emulator.addresses import program_error
from dsp56k.cli.emulator.memory_options import begin_with
from dsp56k.cli.emulator.notices import waiting
from dsp56k.cli.emulator.options import bcr_option, set_option

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001, SsiWord, Stop

AUDIO_LIBRARY = "sounddevice"
CHUNK_SECONDS = Fraction(1, 20)
"""Emulated time between two writes to the audio output, short for the user's ^C."""
MIN_FIRST_WORDS = 1000
"""Words from which the rate is measured: the clocks of 500 stereo frames determine it within 10 parts in a million."""
MAX_SECONDS = 600
"""The samples are in memory until the file is written: 177 MB for ten minutes of 49,170 stereo frames a second."""


@click.command(
    "play",
    epilog=examples(
        "dsp56k play synth.elf --board falcon",
        "dsp56k play echo.elf --board falcon --ssi-in voice.wav --seconds 5 -o echo.wav",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "-s",
    "--seconds",
    type=click.FloatRange(min=0, min_open=True, max=MAX_SECONDS),
    default=10,
    show_default=True,
    help="Emulated time.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write a WAV file instead.  [default without an audio library: FILE with .wav]",
)
@ssi_in_option
@ssi_clock_option
@host_in_option
@board_option
@mode_option
@format_option
@bcr_option
@set_option
@json_option
def command(
    file: Path,
    seconds: float,
    output: Path | None,
    ssi_in: Path | None,
    ssi_clock: str | None,
    host_in: Path | None,
    board: str | None,
    mode: int | None,
    form: str | None,
    bcr: str | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Run FILE (.lod, .elf, .cld and others), and play the words of its SSI, a channel for each slot of a frame.

    The sound is played while the program runs if the Python package sounddevice is installed; otherwise, or with -o, it
    becomes a WAV file of 24 bits. Its rate is that of the frames. Board falcon clocks the SSI at 49,170 Hz.
    """
    from dsp56k.emu import StopReason
    from dsp56k.emu.peripherals.wav import wav_of_samples

    library = _audio_library() if output is None else None
    if library is None and output is None:
        output = file.with_suffix(".wav")
    dsp = load_board(board).chip(mode, strict=False)
    dsp.load(file, file_format=form)
    begin_with(dsp, bcr, settings)
    if host_in is not None:
        dsp.host.send(words_of(host_in))
    serial = SerialFiles(ssi_in, None, clocks_per_bit(ssi_clock), None, None)
    serial.connect(dsp)
    sound = _Sound(library, dsp)
    stop = _run(dsp, Fraction(seconds), sound)
    if (error := program_error(file, dsp, stop)) is not None:
        raise error
    if not sound.frames:
        reasons = waiting(dsp, served=host_in is not None, asleep=stop.reason is StopReason.WAIT, ended=True)
        raise InputError("; ".join([f"{file}: the SSI sent no frame in {seconds:g} seconds", *reasons]))
    serial.warn_of_rate(sound.rate, sound.channels)
    if output is not None:
        content = wav_of_samples(bytes(sound.samples), rate=sound.rate, channels=sound.channels, bits=24)
        write_apart([{output: content}], [file, *serial.inputs, *([host_in] if host_in else [])])
    facts = {"frames": sound.frames, "channels": sound.channels, "rate_hz": sound.rate}
    if as_json:
        print_json({"file": str(file), "output": None if output is None else str(output), **facts})
        return
    where = "played" if output is None else f"written to {output}"
    click.echo("{frames:,} frames of {channels} channels, {rate_hz:,} Hz: {where}".format(**facts, where=where))


class _Sound:
    """The words of the SSI as samples: played by an audio library, or kept for a file without one.

    Rate and channels are those of the first words. `samples` are empty if they are played.
    """

    def __init__(self, library: Any, dsp: Dsp56001) -> None:
        self._library, self._dsp = library, dsp
        self._stream: Any = None
        # Words that are not samples yet: the first ones, or those of a frame that is not complete.
        self._words: list[SsiWord] = []
        self.rate = self.channels = self.frames = 0
        self.samples = bytearray()

    def add(self, words: Sequence[SsiWord]) -> None:
        """Play or keep words; wait until the output takes them. Raises InputError if the output cannot be opened."""
        self._words += words
        if len(self._words) >= MIN_FIRST_WORDS or self.channels:
            self._convert()

    def finish(self) -> None:
        """Play or keep the last words, and close the output."""
        if self._words and not self.channels:
            self._convert()
        if self._stream is not None:
            self._stream.stop()
            self._stream.close()

    def _convert(self) -> None:
        from dsp56k.emu.peripherals.wav import pcm_samples

        if not self.channels:
            self.rate, self.channels = frames_of(self._words, self._dsp)
        whole = len(self._words) - len(self._words) % self.channels
        samples = pcm_samples(self._words[:whole], channels=self.channels, bits=24)
        del self._words[:whole]
        self.frames += whole // self.channels
        if self._library is None:
            self.samples += samples
            return
        try:
            if self._stream is None:
                self._stream = self._library.RawOutputStream(self.rate, channels=self.channels, dtype="int24")
                self._stream.start()
            self._stream.write(samples)
        except self._library.PortAudioError as error:
            raise InputError(f"cannot play: {error}; -o FILE.wav writes a file") from error


def _run(dsp: Dsp56001, seconds: Fraction, sound: _Sound) -> Stop:
    """Run the program for a time with its sound, and return why the last run ended."""
    end, chunk = round(dsp.clock.hertz * seconds), round(dsp.clock.hertz * CHUNK_SECONDS)
    try:
        while True:
            stop = dsp.run(max_clocks=max(1, min(chunk, end - dsp.clocks)), stack_errors=True, unloaded=True)
            sound.add(dsp.ssi.take())
            if stop.reason.name != "BUDGET" or dsp.clocks >= end:
                return stop
    finally:
        sound.finish()


def _audio_library() -> Any:
    """Return the module of the audio library, or None if it is not installed or lacks PortAudio."""
    try:
        return importlib.import_module(AUDIO_LIBRARY)
    except (ImportError, OSError):
        # OSError: PortAudio, a library of the package, is missing.
        return None
