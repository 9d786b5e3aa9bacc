"""Motorola's command lines: single-letter options of either case, values attached or not, and -f files of arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dsp56k.isa.errors import Dsp56kError

OK, WRONG_INPUT, USAGE = 0, 1, 2
"""Exit codes."""

NONE, OPTIONAL, REQUIRED, PAIR = range(4)
"""What follows an option: nothing, perhaps a file name, a value, a symbol and a string."""

_ARGUMENT_FILE_LIMIT = 1 << 20


class UsageError(Exception):
    """The command line is wrong."""


@dataclass(slots=True)
class CommandLine:
    """Options in their order as (letter, value), and everything in its order as (letter or "", value)."""

    options: list[tuple[str, str]] = field(default_factory=list)
    ordered: list[tuple[str, str]] = field(default_factory=list)

    def has(self, letter: str) -> bool:
        """Whether an option is there."""
        return any(name == letter for name, _ in self.options)

    def value(self, letter: str) -> str | None:
        """The first value of an option; "" where it stands alone, None where it is missing."""
        return next((value for name, value in self.options if name == letter), None)

    def values(self, letter: str) -> list[str]:
        """All values of an option."""
        return [value for name, value in self.options if name == letter]

    @property
    def files(self) -> list[str]:
        """What is no option."""
        return [value for name, value in self.ordered if not name]


def parse(arguments: Sequence[str], letters: Mapping[str, int], is_output: Callable[[str], bool]) -> CommandLine:
    """Take a command line apart. Raises UsageError.

    Args:
        arguments: The words behind the command's name.
        letters: What follows each option, by letter.
        is_output: Whether a word behind an option with an optional file name can be that name.
    """
    words = _with_argument_file(list(arguments), letters)
    line = CommandLine()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if len(word) < 2 or word[0] != "-":
            line.ordered.append(("", word))
            continue
        letter, value = word[1].lower(), word[2:]
        kind = letters.get(letter)
        if kind is None:
            raise UsageError(f"unknown option {word}")
        if kind == NONE and value:
            # Options without values may share a dash.
            words[at:at] = [f"-{value}"]
            value = ""
        if kind == OPTIONAL and not value and at < len(words) and words[at][:1] != "-" and is_output(words[at]):
            value, at = words[at], at + 1
        if kind in (REQUIRED, PAIR) and not value:
            if at >= len(words):
                raise UsageError(f"option {word} needs a value")
            value, at = words[at], at + 1
        if kind == PAIR:
            if at >= len(words):
                raise UsageError(f"option {word} needs a symbol and a string")
            value, at = f"{value}={words[at].strip(_QUOTES)}", at + 1
        line.options.append((letter, value))
        line.ordered.append((letter, value))
    return line


_QUOTES = "'\""


def _with_argument_file(words: list[str], letters: Mapping[str, int]) -> list[str]:
    """The words, and behind them those of the first -f file (ASM 1.4): it is appended, not inserted."""
    if "f" not in letters:
        return words
    for at, word in enumerate(words):
        if word[:2].lower() != "-f":
            continue
        attached = len(word) > 2
        if not attached and at + 1 >= len(words):
            raise UsageError("option -f needs a file")
        name = word[2:] if attached else words[at + 1]
        del words[at : at + (1 if attached else 2)]
        with Path(name).open("rb") as stream:
            data = stream.read(_ARGUMENT_FILE_LIMIT + 1)
        if len(data) > _ARGUMENT_FILE_LIMIT:
            raise UsageError(f"{name} is larger than {_ARGUMENT_FILE_LIMIT} bytes")
        for line in data.decode("latin-1").split("\n"):
            for argument in line.split():
                if argument.startswith(";"):
                    break
                words.append(argument)
        break
    return words


def with_extension(name: str, extension: str) -> Path:
    """A path, with the extension that is assumed where there is none."""
    path = Path(name.replace("\\", "/"))
    return path if path.suffix else path.with_suffix(extension)


def run(command: str, usage: str, body: Callable[[Sequence[str]], int]) -> int:
    """Run a command on the process's arguments: mistakes become a message and an exit code, never a traceback."""
    try:
        if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help", "-?"):
            print(usage)
            return OK if len(sys.argv) > 1 else USAGE
        return body(sys.argv[1:])
    except UsageError as error:
        print(f"{command}: {error}\n{usage}", file=sys.stderr)
        return USAGE
    except Dsp56kError as error:
        print(f"{command}: error: {error}", file=sys.stderr)
    except OSError as error:
        print(f"{command}: error: {error.filename or ''}: {error.strerror}", file=sys.stderr)
    except Exception as error:
        # InputError of the commands, which needs click to be told apart.
        if type(error).__name__ != "InputError":
            raise
        print(f"{command}: error: {error}", file=sys.stderr)
    return WRONG_INPUT
