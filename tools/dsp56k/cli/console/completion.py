"""Values that the shell completes: boards, codes, studies, machines, routines, and symbols of the program.

A shell calls the command once for each <Tab>. A value that cannot be found, because a file is missing or damaged or a
package is not installed, completes nothing: a message would appear in the middle of the user's line.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completer(
    values: Callable[[click.Context], Iterable[str]], *, files: bool = False, listed: bool = False
) -> Completer:
    """Return a completer of values.

    Args:
        values: Returns the values for the command line so far.
        files: Also complete file names.
        listed: Complete the last value of a list with commas.
    """

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",") if listed else ("", "", incomplete)
        items: list[CompletionItem] = []
        with contextlib.suppress(Exception), warnings.catch_warnings(action="ignore"):
            found = [value for value in values(context) if value.lower().startswith(last.lower())]
            items = [CompletionItem(f"{before}{comma}{value}") for value in found]
        return [*items, CompletionItem(incomplete, type="file")] if files else items

    return complete


def _boards(_: click.Context) -> Iterable[str]:
    from dsp56k.emu.board import NAMES

    return (*NAMES, "card")


def _mnemonics(context: click.Context) -> Iterable[str]:
    from dsp56k.isa.instruction_set import mnemonics_of_chip

    return mnemonics_of_chip()


def _codes(_: click.Context) -> Iterable[str]:
    from dsp56k.language.catalogue.diagnostic_pages import kinds

    return kinds()


def _studies(_: click.Context) -> Iterable[str]:
    from dsp56k.study.toml_reader import builtin_studies

    return builtin_studies()


def _machines(_: click.Context) -> Iterable[str]:
    from dsp56k.host import builtin_machines

    return builtin_machines()


def _routines(_: click.Context) -> Iterable[str]:
    from dsp56k.testing.timing.targets import timing_targets

    return sorted({target.name.partition(",")[0] for target in timing_targets()})


def _program_symbols(context: click.Context) -> Iterable[str]:
    """Return the P symbols of the program or source that the command line names."""
    from dsp56k.emu import Dsp56001

    # click leaves the arguments before an option without its value in `args`.
    path = Path(context.params["file"] or context.args[0])
    dsp = Dsp56001()
    if path.suffix.lower() == ".asm":
        from dsp56k.asm import assemble_file

        dsp.load(assemble_file(path))
    else:
        dsp.load(path)
    return [name for name in dsp.symbols if dsp.symbols.space_of(name) == "P"]


complete_boards = _completer(_boards, files=True)
complete_codes = _completer(_codes)
complete_mnemonics = _completer(_mnemonics)
complete_machines = _completer(_machines, listed=True)
complete_routines = _completer(_routines)
complete_studies = _completer(_studies, files=True)
complete_symbols = _completer(_program_symbols)
