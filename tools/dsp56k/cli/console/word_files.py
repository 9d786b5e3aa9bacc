"""A file of words for the DSP's host port, and the option that names it."""

from __future__ import annotations

import re
from pathlib import Path

import click

from dsp56k.cli.console.errors import InputError
from dsp56k.system.files import read_at_most
from dsp56k.system.text import decode_lines

FILE_BYTES = 1 << 24
WORD = re.compile(r"\$?[0-9A-Fa-f]{1,6}")

host_in_option = click.option(
    "--host-in",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Send these words to the DSP's host port when it is ready: hexadecimal, separated by spaces.",
)


def words_of(file: Path) -> list[int]:
    """Return the words of a file: up to six hexadecimal digits each, separated by spaces or lines; comments after ;.

    Raises:
        InputError: A word is invalid; the message has file and line.
    """
    words = []
    for number, line in enumerate(decode_lines(read_at_most(file, FILE_BYTES), "latin-1"), 1):
        for text in line.partition(";")[0].split():
            if not WORD.fullmatch(text):
                raise InputError(f"{file}:{number}: expected a word of up to six hexadecimal digits, got {text!r}")
            words.append(int(text.removeprefix("$"), 16))
    return words


def text_of(words: list[int]) -> bytes:
    """Format words as a file that `--host-in` can read."""
    return "".join(f"{word:06X}\n" for word in words).encode()
