"""Exit codes of the commands, and error messages of one line instead of a traceback."""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from dsp56k.cli.console.shell import shell_name_hint
from dsp56k.cli.console.streams import prepare_streams
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.imports import remedy
from dsp56k.system.text import described, shown

OK, WRONG_INPUT, BAD_USAGE = 0, 1, 2
"""Exit codes: success; invalid input or unwritable output; invalid command line."""
_SIGNALLED = 128
"""Added to the number of the signal that has ended a command, as shells do: 130 for ^C."""

FAILURES = (Dsp56kError, OSError, MemoryError, RecursionError, UnicodeError)
"""Exceptions that are the user's to act on. All others are defects of dsp56k."""


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP. They end a command as ^C does, so that its temporary files are removed."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def run_guarded(prefix: str, body: Callable[[], int]) -> int:
    """Run a command with prepared streams and return its exit code.

    A failure or a signal is reported in one line on standard error. `prefix` is the command's name and a colon, or
    empty.
    """
    prepare_streams()

    def show(message: Warning | str, *_: object) -> None:
        say(f"{prefix}warning: ", str(message))

    with _signals_raised(), warnings.catch_warnings():
        shown_in_a_line: Callable[..., None] = show
        warnings.showwarning = shown_in_a_line
        try:
            code = body()
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader of the output has closed the pipe.
            code = WRONG_INPUT
        except KeyboardInterrupt as error:
            code = report_interruption(prefix, error)
        except ModuleNotFoundError as error:
            if (advice := remedy(error)) is None:
                raise
            code = say(f"{prefix}error: ", advice)
        except FAILURES as error:
            code = say(f"{prefix}error: ", error_message(error))
    with suppress(OSError):
        sys.stdout.flush()
    return code


def report_interruption(prefix: str, error: KeyboardInterrupt) -> int:
    """Report that a signal has ended the command, and return the exit code."""
    number = error.number if isinstance(error, Terminated) else signal.SIGINT
    say(prefix, "interrupted" if number == signal.SIGINT else "terminated")
    return _SIGNALLED + number


def error_message(error: Exception) -> str:
    """Return the message for one of `FAILURES`."""
    match error:
        case OSError():
            reason = error.strerror or str(error)
            # A path may contain control characters, which a terminal would obey.
            return f"{shown(str(error.filename))}: {reason}" if error.filename is not None else reason
        case MemoryError():
            return "out of memory"
        case RecursionError():
            return "the input is nested too deeply"
        case UnicodeEncodeError():
            return f"{described(error.object)} cannot be expressed in the encoding {error.encoding}"
        case _:
            value = error.fields.get("value") if isinstance(error, Dsp56kError) else None
            return f"{error}{shell_name_hint(value) if isinstance(value, str) else ''}"


def say(prefix: str, message: str) -> int:
    """Write a line to standard error if that is possible.

    Returns:
        The exit code of invalid input.
    """
    with suppress(OSError):
        print(f"{prefix}{shown(message)}", file=sys.stderr, flush=True)
    return WRONG_INPUT


@contextmanager
def _signals_raised() -> Iterator[None]:
    """Let ^C, SIGTERM and SIGHUP raise an exception, unless the parent process has set them to be ignored."""

    def raise_terminated(number: int, _: FrameType | None) -> None:
        raise Terminated(number)

    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: raise_terminated}
    if hasattr(signal, "SIGHUP"):
        # Windows does not have SIGHUP.
        handlers[signal.SIGHUP] = raise_terminated
    ending = [number for number in handlers if signal.getsignal(number) == signal.SIG_DFL]
    for number in ending:
        signal.signal(number, handlers[number])
    try:
        yield
    finally:
        for number in ending:
            signal.signal(number, signal.SIG_DFL)
