"""Motorola's command lines: single-letter options of either case, values attached or not, and -f files of arguments.

File names have the habits of DOS: backslashes, any case, no extension, a ^Z at the end of an argument file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from dsp56k.cli.console.endings import BAD_USAGE, FAILURES, OK, explained, guarded, say
from dsp56k.cli.console.streams import STANDARD_INPUT, STANDARD_OUTPUT
from dsp56k.cli.objects import read_bytes
from dsp56k.system.files import read_at_most
from dsp56k.system.locks import locked
from dsp56k.system.text import encoded

NONE, OPTIONAL, REQUIRED, PAIR, MODE = range(5)
"""What follows an option: nothing, perhaps a file name, a value, a symbol and a string, a or w and a file name."""

_ARGUMENT_FILE_LIMIT = 1 << 20
_END_OF_TEXT = "\x1a"
_NULL, _CONSOLE = ("nul", "nul:"), ("con", "con:", "-")
"""What DOS calls the null device and the console, and the usual name of the standard streams."""


class UsageError(Exception):
    """The command line is wrong."""


@dataclass(slots=True)
class CommandLine:
    """Options and files in their order, as (letter or "", value)."""

    ordered: list[tuple[str, str]] = field(default_factory=list)

    def has(self, letter: str) -> bool:
        """Whether an option is there."""
        return any(name == letter for name, _ in self.ordered)

    def value(self, letter: str) -> str | None:
        """The first value of an option; "" where it stands alone, None where it is missing."""
        return next((value for name, value in self.ordered if name == letter), None)

    def values(self, letter: str) -> list[str]:
        """All values of an option."""
        return [value for name, value in self.ordered if name == letter]

    def say_duplicates(self, names: dict[str, str]) -> None:
        """Say which files were asked for twice; the first counts (ASM D.2). `names` has what each option writes."""
        for letter, name in names.items():
            if len(self.values(letter)) > 1:
                print(f"Duplicate {name} file specified - ignored")

    @property
    def files(self) -> list[str]:
        """What is no option."""
        return [value for name, value in self.ordered if not name]


def parse(arguments: Sequence[str], letters: Mapping[str, int], is_output: Callable[[str, str], bool]) -> CommandLine:
    """Take a command line apart. Raises UsageError.

    Args:
        arguments: The words after the command's name.
        letters: What follows each option, by letter.
        is_output: Whether, of an option's letter and the word after it, the word can be its optional file name.
    """
    words = _with_argument_file(list(arguments), letters)
    line = CommandLine()
    detached: list[int] = []
    at = 0

    def following(what: str, word: str) -> str:
        """The next word, which an option needs."""
        nonlocal at
        if at >= len(words):
            raise UsageError(f"Missing command line -{word[1].upper()} option: {what} must follow")
        at += 1
        return words[at - 1]

    while at < len(words):
        word = words[at]
        at += 1
        if len(word) < 2 or word[0] != "-":
            line.ordered.append(("", word))
            continue
        letter, value = word[1].lower(), word[2:]
        kind = letters.get(letter)
        if kind is None:
            raise UsageError(f"Illegal command line option: {word}")
        if kind == NONE and value:
            # Options without values may share a dash.
            words[at:at] = [f"-{value}"]
            value = ""
        if (
            kind == OPTIONAL
            and not value
            and at < len(words)
            and words[at][:1] != "-"
            and (is_output(letter, words[at]) or words[at].lower() in (*_NULL, *_CONSOLE))
        ):
            detached.append(len(line.ordered))
            value = following("a file", word)
        if kind == MODE:
            mode = value[:1].lower() if value[:1].lower() in ("a", "w") else ""
            value = (mode or "w") + (value[len(mode) :] or following("a file", word))
        if kind in (REQUIRED, PAIR) and not value:
            value = following("a value", word)
        if kind == PAIR:
            value = f"{value}={following('a string', word).strip(_QUOTES)}"
        line.ordered.append((letter, value))
    if not line.files and detached:
        # The one file that is named can only be the input.
        letter, value = line.ordered[detached[-1]]
        line.ordered[detached[-1] : detached[-1] + 1] = [(letter, ""), ("", value)]
    return line


_QUOTES = "'\""


def _with_argument_file(words: list[str], letters: Mapping[str, int]) -> list[str]:
    """The words, and after them those of the first -f file (ASM 1.4): it is appended, not inserted."""
    if "f" not in letters:
        return words
    for at, word in enumerate(words):
        if word[:2].lower() != "-f":
            continue
        attached = len(word) > 2
        if not attached and at + 1 >= len(words):
            raise UsageError("Missing command line -F option: a file must follow")
        name = word[2:] if attached else words[at + 1]
        del words[at : at + (1 if attached else 2)]
        data = read_at_most(existing(path_of(name)), _ARGUMENT_FILE_LIMIT)
        text = data.decode("latin-1").partition(_END_OF_TEXT)[0]
        if "\0" in text:
            raise UsageError(f"{name} is not a text file")
        for line in text.split("\n"):
            for argument in line.split():
                if argument.startswith(";"):
                    break
                words.append(argument)
        break
    return words


def path_of(name: str, console: Path = STANDARD_INPUT) -> Path:
    """The path of a name with backslashes or slashes, or of a device; `console` is what the console stands for.

    Raises UsageError.
    """
    if name.lower() in _NULL:
        return Path(os.devnull)
    if "\0" in name:
        raise UsageError(f"{name!r} is not the name of a file")
    return console if name.lower() in _CONSOLE else Path(name.replace("\\", "/"))


def with_extension(name: str, extension: str, console: Path = STANDARD_INPUT) -> Path:
    """A path, with the extension that is assumed where there is none; a device has none. Raises UsageError."""
    path = path_of(name, console)
    if path.name in ("", ".."):
        raise UsageError(f"{name!r} is not the name of a file")
    # /dev/stdout may lead to a file.
    device = path.is_relative_to("/dev") or (path.exists() and not path.is_file() and not path.is_dir())
    if path.suffix or not extension or device:
        return path
    return path.with_suffix(extension)


def existing(path: Path) -> Path:
    """The file of a name in whatever case; the path itself where there is none."""
    from dsp56k.asm.source.text import without_case

    return without_case(Path(), str(path)) or path


def module_file(path: Path) -> Path:
    """The file of a module: without an extension .cln, or .lnk where only that is there.

    A build script for the tools before COFF asks for .lnk where ours has made a .cln. Raises UsageError.
    """
    path = with_extension(str(path), "")
    suffixes = (".cln", ".lnk") if not path.suffix else (path.suffix, *_MODULES.get(path.suffix.lower(), ()))
    found = (existing(path.with_suffix(suffix)) for suffix in suffixes)
    return next((file for file in found if file.is_file()), path.with_suffix(suffixes[0]))


_MODULES = {".lnk": (".cln",), ".cln": (".lnk",)}


def existing_folder(path: Path) -> Path:
    """The folder of a name in whatever case; the path itself where there is none."""
    from dsp56k.asm.source.text import without_case

    return without_case(Path(), str(path), folder=True) or path


def written(name: str, extension: str) -> Path:
    """Where an output goes: over the file of that name in whatever case, else into the folder."""
    path = existing(with_extension(name, extension, STANDARD_OUTPUT))
    return existing_folder(path.parent) / path.name


def named_after(name: str, extension: str) -> Path:
    """Where an output without a name goes: into the present folder, named as the input is on the command line, for the
    commands that follow in a script ask for it so.
    """
    return written(path_of(name).with_suffix(extension).name, extension)


@contextmanager
def message_file(line: CommandLine, report: str) -> Iterator[dict[Path, bytes]]:
    """The file that -e asks for, with the messages written to it or appended; to be written inside the block.

    No other run appends to the file meanwhile.
    """
    value = line.value("e")
    if value is None:
        yield {}
        return
    path = written(value[1:], "")
    with locked(path) if value[0] == "a" else nullcontext():
        before = read_bytes(path) if value[0] == "a" and path.is_file() else b""
        yield {path: before + encoded(report)}


def run(command: str, usage: str, body: Callable[[Sequence[str]], int]) -> int:
    """Run a command on the process's arguments; the exit code."""
    return guarded(f"{command}: ", lambda: _run(command, usage, body))


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
    """Run a command: mistakes become a message and an exit code."""
    try:
        return body(arguments)
    except UsageError as error:
        say(f"{command}: ", f"{error}; {command} --help lists the options")
        return BAD_USAGE
    except BrokenPipeError:
        raise
    except FAILURES as error:
        return say(f"{command}: error: ", explained(error))
