"""The calls that `dsp56k time` takes: `crc32(@file, 4096, out(4))`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import click

from dsp56k.host import Out
from dsp56k.host.calls.arguments import Argument
from dsp56k.host.pc import DATA
from dsp56k.system.files import read_at_most
from dsp56k.system.text import described, encoded

FORMS = 'a number, @file, "text", hex(0123ab) or out(bytes)'

_FUNCTION = re.compile(r"\s*([^\s()]+)\s*\(\s*")
_CLOSED = re.compile(r"\s*\)\s*$")
_COMMA = re.compile(r"\s*,\s*")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|(.))")
_ESCAPED = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0"}


class Call(NamedTuple):
    """A function and its arguments; `size` is the number of input bytes."""

    function: str
    arguments: tuple[Argument, ...]
    size: int


def parse_call(text: str) -> Call:
    """Return the call in `text`, with the contents of its files.

    Raises:
        click.UsageError: The call is invalid; the message has the position.
        OSError: A file cannot be read, or has more bytes than the PC's data.
    """
    function = _FUNCTION.match(text)
    if function is None:
        raise click.UsageError(f"expected a call such as f(1, @file), got {described(text)}")
    place = function.end()
    arguments: list[Argument] = []
    while not _CLOSED.match(text, place):
        if arguments:
            comma = _COMMA.match(text, place)
            if comma is None:
                raise _misunderstood(text, place, "a comma or the last parenthesis")
            place = comma.end()
        argument, place = _argument(text, place)
        arguments.append(argument)
    size = sum(len(argument) for argument in arguments if isinstance(argument, bytes))
    return Call(function[1], tuple(arguments), size)


def _argument(text: str, place: int) -> tuple[Argument, int]:
    for pattern, made in _FORMS:
        if found := pattern.match(text, place):
            return made(found[1]), found.end()
    raise _misunderstood(text, place, FORMS)


def _misunderstood(text: str, place: int, expected: str) -> click.UsageError:
    found = f"at {described(text[place:])}" if place < len(text) else "at its end"
    return click.UsageError(f"{described(text)}: {found} must be {expected}")


def _file(name: str) -> bytes:
    return read_at_most(Path(name.removeprefix('"').removesuffix('"')), len(DATA))


def _text(content: str) -> bytes:
    made = b""
    place = 0
    for escape in _ESCAPE.finditer(content):
        made += encoded(content[place : escape.start()])
        made += bytes.fromhex(escape[1]) if escape[1] else _ESCAPED.get(escape[2], encoded(escape[2]))
        place = escape.end()
    return made + encoded(content[place:])


_FORMS: tuple[tuple[re.Pattern[str], Callable[[str], Argument]], ...] = (
    (re.compile(r"(-?0[xX][0-9a-fA-F]{1,8})(?!\w)"), lambda digits: int(digits, 16)),
    (re.compile(r"(-?[0-9]{1,10})(?!\w)"), int),
    (re.compile(r'@("[^"]+"|[^",()]*[^",()\s])'), _file),
    (re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL), _text),
    (re.compile(r"hex\(\s*((?:[0-9a-fA-F]{2}\s*)*)\)"), bytes.fromhex),
    (re.compile(r"out\(\s*([0-9]{1,7})\s*\)"), lambda digits: Out(int(digits))),
)
"""Forms of an argument: a pattern, and the function that converts a match."""
