"""Running Motorola's commands: help, version, error messages and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from dsp56k.cli.console.exit_codes import BAD_USAGE, FAILURES, OK, error_message, run_guarded, say


class UsageError(Exception):
    """The command line is wrong."""


def run(command: str, usage: str, body: Callable[[Sequence[str]], int]) -> int:
    """Run a command on the process's arguments and return the exit code."""
    return run_guarded(f"{command}: ", lambda: _run(command, usage, body))


def _run(command: str, usage: str, body: Callable[[Sequence[str]], int]) -> int:
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help", "-?"):
        print(usage)
        return OK if len(sys.argv) > 1 else BAD_USAGE
    if sys.argv[1] == "--version":
        from importlib.metadata import version

        print(f"{command} of dsp56k {version('dsp56k')}")
        return OK
    return report(command, body, sys.argv[1:])


def report(command: str, body: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Run a command; errors become a message and an exit code."""
    try:
        return body(arguments)
    except UsageError as error:
        say(f"{command}: ", f"{error}; {command} --help lists the options")
        return BAD_USAGE
    except BrokenPipeError:
        raise
    except FAILURES as error:
        return say(f"{command}: error: ", error_message(error))
