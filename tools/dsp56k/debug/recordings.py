"""Recordings: the inputs of a run in a file, by which it is repeated exactly."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from dsp56k.debug.errors import DebugError
from dsp56k.debug.outside import Action
from dsp56k.emu import Board
from dsp56k.system.files import read_at_most, write_whole

FORMAT = "dsp56k recording 1"
BYTES_MAX = 1 << 28


@dataclass(frozen=True)
class Recording:
    """What a run was made of, besides its program.

    Attributes:
        format: which version of this it is.
        program: SHA-256 of the program's words.
        mode: the mode pins.
        clock_hz: the oscillator, as a fraction.
        end: where the run had come to.
        actions: its inputs.
        board: SHA-256 of the board; empty without one.
        by_board: whether the mode was the board's own, so that its loader had done its work.
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
        """The mode as the session was given it."""
        return None if self.by_board else self.mode

    @property
    def hertz(self) -> Fraction:
        """The oscillator.

        Raises:
            DebugError: no number.
        """
        try:
            return Fraction(self.clock_hz)
        except (ValueError, ZeroDivisionError) as error:
            raise DebugError(
                f"expected a frequency in Hz, got {self.clock_hz}", field="clock_hz", value=self.clock_hz
            ) from error


def board_digest(board: Board | None) -> str:
    """What tells boards apart; empty for none."""
    return "" if board is None else hashlib.sha256(repr(board).encode()).hexdigest()


def save(recording: Recording, path: Path) -> None:
    """Write a recording as JSON, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    write_whole({path: (json.dumps(asdict(recording), indent=1) + "\n").encode()})


def read(path: Path) -> Recording:
    """Read a recording.

    Raises:
        DebugError: no recording, or one of another version; `field`, `value`.
        OSError: it cannot be read.
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
