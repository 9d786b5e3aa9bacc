"""Recordings: files with the inputs of a run, from which it is repeated exactly."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from dsp56k.debug.errors import DebugError
from dsp56k.debug.external_inputs import Action
from dsp56k.emu import Board
from dsp56k.system.files import read_at_most, write_whole

FORMAT = "dsp56k recording 1"
BYTES_MAX = 1 << 28


@dataclass(frozen=True)
class Recording:
    """The inputs and settings of a run, without its program.

    Attributes:
        format: The version of the format.
        program: SHA-256 of the program's words.
        mode: The mode pins.
        clock_hz: The oscillator, as a fraction.
        end: The last position of the run.
        actions: Its inputs.
        board: SHA-256 of the board; empty without one.
        by_board: True if the mode was the board's, so that its boot loader had run.
    """

    format: str
    program: str
    mode: int
    clock_hz: str
    end: int
    actions: list[Action]
    board: str = ""
    by_board: bool = False

    @property
    def started_mode(self) -> int | None:
        """The mode that the session was given."""
        return None if self.by_board else self.mode

    @property
    def hertz(self) -> Fraction:
        """The oscillator frequency.

        Raises:
            DebugError: The text is not a number.
        """
        try:
            return Fraction(self.clock_hz)
        except (ValueError, ZeroDivisionError) as error:
            raise DebugError(
                f"expected a frequency in Hz, got {self.clock_hz}", field="clock_hz", value=self.clock_hz
            ) from error


def board_digest(board: Board | None) -> str:
    """Return a digest that identifies a board; empty for none."""
    return "" if board is None else hashlib.sha256(repr(board).encode()).hexdigest()


def save(recording: Recording, path: Path) -> None:
    """Write a recording as JSON, atomically.

    Raises:
        OSError: The file cannot be written.
    """
    write_whole({path: (json.dumps(asdict(recording), indent=1) + "\n").encode()})


def read(path: Path) -> Recording:
    """Read a recording.

    Raises:
        DebugError: The file is not a recording, or has another version; `field`, `value`.
        OSError: The file cannot be read.
    """
    try:
        recording = msgspec.json.decode(read_at_most(path, BYTES_MAX), type=Recording)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DebugError(f"{path} is not a recording: {error}", field="file", value=str(path)) from error
    if recording.format != FORMAT:
        raise DebugError(
            f"{path} must have the format {FORMAT}, got {recording.format}", field="format", value=recording.format
        )
    return recording
