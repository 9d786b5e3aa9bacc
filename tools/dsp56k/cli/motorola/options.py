"""Motorola's command lines: single-letter options of either case, values attached or not, and -f files of arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from dsp56k.cli.motorola import file_names as names
from dsp56k.cli.motorola.commands import UsageError
from dsp56k.cli.objects import read_bytes
from dsp56k.system.files import read_at_most
from dsp56k.system.locks import locked
from dsp56k.system.text import decode_text, encoded

_ARGUMENT_FILE_LIMIT = 1 << 20
_QUOTES = "'\""


class Takes(Enum):
    """The arguments that an option takes."""

    NOTHING = auto()
    FILE = auto()
    """An optional file name."""
    VALUE = auto()
    PAIR = auto()
    """A symbol and a string."""
    MODE = auto()
    """a or w, and a file name."""


@dataclass(slots=True)
class CommandLine:
    """Options and files in their order, as (letter or "", value)."""

    ordered: list[tuple[str, str]] = field(default_factory=list)

    def has(self, letter: str) -> bool:
        """Return True if an option was given."""
        return any(name == letter for name, _ in self.ordered)

    def value(self, letter: str) -> str | None:
        """Return the first value of an option: "" if the option has no value, None if it was not given."""
        return next((value for name, value in self.ordered if name == letter), None)

    def values(self, letter: str) -> list[str]:
        """Return all values of an option."""
        return [value for name, value in self.ordered if name == letter]

    def say_duplicates(self, outputs: dict[str, str]) -> None:
        """Report files that were named twice; the first counts (ASM D.2).

        `outputs` has the file that each option writes.
        """
        for letter, name in outputs.items():
            if len(self.values(letter)) > 1:
                print(f"Duplicate {name} file specified - ignored")

    @property
    def files(self) -> list[str]:
        """Arguments that are not options."""
        return [value for name, value in self.ordered if not name]

    def sources(self, extension: str) -> list[Path]:
        """Return the source files; a name without an extension gets the default. Raises UsageError."""
        return [names.existing(names.with_extension(name, extension)) for name in self.files]

    def folders(self, letter: str) -> list[Path]:
        """Return the directories that an option names. Raises UsageError."""
        return [names.existing_folder(names.path_of(value)) for value in self.values(letter)]

    def output(self, letter: str, extension: str) -> Path:
        """Return the file that an option names, or one named after the first file. Raises UsageError."""
        name = self.value(letter)
        return names.written(name, extension) if name else names.named_after(self.files[0], extension)

    @contextmanager
    def message_file(self, report: str) -> Iterator[dict[Path, bytes]]:
        """Yield the file of -e, with the messages written to it or appended; write it inside the block.

        No other process appends to the file in the meantime.
        """
        value = self.value("e")
        if value is None:
            yield {}
            return
        path = names.written(value[1:], "")
        with locked(path) if value[0] == "a" else nullcontext():
            before = read_bytes(path) if value[0] == "a" and path.is_file() else b""
            yield {path: before + encoded(report)}


def parse(arguments: Sequence[str], letters: Mapping[str, Takes], is_output: Callable[[str, str], bool]) -> CommandLine:
    """Parse a command line. Raises UsageError.

    Args:
        arguments: The words after the command's name.
        letters: The arguments of each option, by letter.
        is_output: Returns True if, given an option's letter and the next word, the word can be its optional file name.
    """
    words = _with_argument_file(list(arguments), letters)
    line = CommandLine()
    detached: list[int] = []
    at = 0

    def following(what: str, word: str) -> str:
        """Return the next word, which an option requires."""
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
        if kind == Takes.NOTHING and value:
            # Options without values may share a dash.
            words[at:at] = [f"-{value}"]
            value = ""
        if (
            kind == Takes.FILE
            and not value
            and at < len(words)
            and words[at][:1] != "-"
            and (is_output(letter, words[at]) or names.is_device(words[at]))
        ):
            detached.append(len(line.ordered))
            value = following("a file", word)
        if kind == Takes.MODE:
            mode = value[:1].lower() if value[:1].lower() in ("a", "w") else ""
            value = (mode or "w") + (value[len(mode) :] or following("a file", word))
        if kind in (Takes.VALUE, Takes.PAIR) and not value:
            value = following("a value", word)
        if kind == Takes.PAIR:
            value = f"{value}={following('a string', word).strip(_QUOTES)}"
        line.ordered.append((letter, value))
    if not line.files and detached:
        # The only file that is named must be the input.
        letter, value = line.ordered[detached[-1]]
        line.ordered[detached[-1] : detached[-1] + 1] = [(letter, ""), ("", value)]
    return line


def _with_argument_file(words: list[str], letters: Mapping[str, Takes]) -> list[str]:
    """Return the words, and after them those of the first -f file (ASM 1.4), which is appended, not inserted."""
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
        data = read_at_most(names.existing(names.path_of(name)), _ARGUMENT_FILE_LIMIT)
        text = decode_text(data, "latin-1")
        if "\0" in text:
            raise UsageError(f"{name} is not a text file")
        for line in text.split("\n"):
            for argument in line.split():
                if argument.startswith(";"):
                    break
                words.append(argument)
        break
    return words
