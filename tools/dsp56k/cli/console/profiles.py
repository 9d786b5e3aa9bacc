"""Profiles in the commands' output and in files, in the same formats for the DSP and for the PC."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dsp56k.cli.console.errors import InputError
from dsp56k.system.grid import Column, Grid
from dsp56k.system.text import decode_lines, shown

if TYPE_CHECKING:
    from dsp56k.profile import Profile, Sum

Function = TypeVar("Function", bound=Callable[..., object])

FORMATS = {
    "listing": "the source, or the instructions, with clocks in the margin",
    "callgrind": "a profile for kcachegrind and callgrind_annotate",
    "speedscope": "a profile for the flame graph of speedscope.app",
    "perfetto": "the calls over time, for ui.perfetto.dev",
}
"""Formats of files, with the help of their options."""
ENTRIES = 1_000_000
"""Maximum number of calls and returns that are recorded in order, for the formats that show them."""
_WIDTH = 120
_TOP = 20


def profile_options(formats: Sequence[str] = tuple(FORMATS)) -> Callable[[Function], Function]:
    """Return the options that write profiles and limit the tables."""

    def decorate(command: Function) -> Function:
        shown_rows = click.option(
            "--top",
            type=click.IntRange(min=1),
            default=_TOP,
            show_default=True,
            help="Show at most this many lines of each table.",
        )
        written = [
            click.option(f"--{name}", type=click.Path(path_type=Path), metavar="FILE", help=f"Write {FORMATS[name]}.")
            for name in formats
        ]
        for option in reversed([*written, shown_rows]):
            command = option(command)
        return command

    return decorate


def profile_files(profile: Profile, program: Path, wanted: Mapping[str, Path | None]) -> dict[Path, bytes]:
    """Return the contents of the files that have a path in `wanted`.

    Raises:
        InputError: The profile does not contain the data that a format shows.
    """
    from dsp56k.profile.callgrind import callgrind
    from dsp56k.profile.listing import listing
    from dsp56k.profile.perfetto import perfetto
    from dsp56k.profile.speedscope import speedscope

    writers: dict[str, Callable[[], str]] = {
        "listing": lambda: listing(profile, lambda file: _lines(file, program)),
        "callgrind": lambda: callgrind(profile, str(program)),
        "speedscope": lambda: speedscope(profile, program.name),
        "perfetto": lambda: perfetto(profile, program.name),
    }
    files: dict[Path, bytes] = {}
    for name, path in wanted.items():
        if path is not None:
            try:
                files[path] = files.get(path, b"") + writers[name]().encode("utf-8", "replace")
            except ValueError as error:
                raise InputError(f"cannot write {path}: {error}") from None
    return files


def _lines(file: str, program: Path) -> Sequence[str] | None:
    """Return the lines of a source of a program, or None; write a note if the source is newer than the program."""
    from dsp56k.objects import budget
    from dsp56k.system.files import read_at_most
    from dsp56k.system.sources import find_source, note_if_newer

    path = find_source(file, [program.parent])
    if path is None:
        return None
    if note := note_if_newer(path, program):
        click.echo(shown(f"note: {note}"), err=True)
    try:
        return shown_source(read_at_most(path, budget.FILE_BYTES))
    except OSError:
        return None


def shown_source(content: bytes) -> list[str]:
    """Return the lines of a source file without control characters."""
    return [shown(line.expandtabs()) for line in decode_lines(content, "utf-8", "replace")]


def profile_lines(profile: Profile, top: int = _TOP) -> list[str]:
    """Return the tables: functions, cost components, source lines or else symbols, instructions."""
    tables = [_functions(profile, top)]
    if len(profile.parts) > 1:
        tables.append(_parts(profile))
    lines = profile.by_line()
    tables.append(_sums(profile, "line", lines, top) if lines else _sums(profile, "symbol", profile.by_symbol(), top))
    tables.append(_instructions(profile, top))
    notes = (line for note in profile.notes for line in wrap(note, _WIDTH))
    text = "\n".join(table.as_text(_WIDTH) for table in tables)
    return [*text.splitlines(), *([""] if profile.notes else []), *notes]


def _grid(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Grid:
    """Return a table whose columns are aligned to the right, except for the last."""
    *numbers, last = headings
    cells = [tuple(shown(cell) for cell in row) for row in rows]
    return Grid("", (*(Column(heading, number=True) for heading in numbers), Column(last)), cells)


def _functions(profile: Profile, top: int) -> Grid:
    headings = ("clocks", "%", "inclusive", "%", "calls", "min", "mean", "max", "function")
    rows = []
    for one in profile.functions[:top]:
        shares = [f"{one.clocks:,}", _share(profile, one.clocks), f"{one.total:,}", _share(profile, one.total)]
        mean = f"{one.total / one.times:,.1f}" if one.times else ""
        bounds = ["" if bound is None else f"{bound:,}" for bound in (one.least, one.most)]
        rows.append((*shares, f"{one.times:,}", bounds[0], mean, bounds[1], one.name))
    return _grid(headings, rows)


def _parts(profile: Profile) -> Grid:
    abouts = {part.name: part.about for part in profile.parts}
    rows = (
        (f"{clocks:,}", _share(profile, clocks), f"{name}: {abouts[name]}")
        for name, clocks in profile.by_part().items()
        if clocks
    )
    return _grid(("clocks", "%", "component"), rows)


def _sums(profile: Profile, what: str, sums: Sequence[Sum], top: int) -> Grid:
    rows = ((f"{one.clocks:,}", _share(profile, one.clocks), f"{one.times:,}", one.name) for one in sums[:top])
    return _grid(("clocks", "%", "executions", what), rows)


def _instructions(profile: Profile, top: int) -> Grid:
    symbols = {one.address: one.place.symbol or "" for one in profile.instructions}
    found: list[Any] = sorted(profile.by_address().items(), key=lambda row: (-row[1].clocks, row[0]))
    rows = []
    for address, one in found[:top]:
        counts = [f"{one.clocks:,}", _share(profile, one.clocks), f"{one.times:,}"]
        rows.append((*counts, profile.address(address), symbols[address], one.name))
    return _grid(("clocks", "%", "executions", "address", "symbol", "instruction"), rows)


def _share(profile: Profile, clocks: int) -> str:
    return f"{profile.share(clocks):.1f}"
