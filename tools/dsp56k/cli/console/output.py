"""Printed output of the commands, and the options that they share: --json, help with examples."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dsp56k.cli.console.streams import is_standard_output
from dsp56k.system.text import counted, shown

if TYPE_CHECKING:
    from dsp56k.asm import ObjectFile

json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")

labels_option = click.option(
    "--labels/--no-labels", default=True, help="Show symbols of the file instead of addresses."
)


warnings_option = click.option(
    "-W", "strict", type=click.Choice(["error"]), help="-Werror: treat warnings as errors, and write no file."
)


def error_count(obj: ObjectFile) -> str:
    """Return the number of errors as text; without errors that of the warnings, which -Werror turns into errors."""
    return counted(obj.errors, "error") if obj.errors else f"{counted(obj.warnings, 'warning')} (-Werror)"


def print_json(value: Any) -> None:
    """Print `value` as JSON, keys in the order given, so that equal results are equal bytes."""
    click.echo(json.dumps(value, indent=2))


def diagnostic_facts(obj: ObjectFile) -> list[dict[str, Any]]:
    """Return the diagnostics of an object file for JSON, each with the shown frames of its expansion trace."""
    from dsp56k.asm.diagnostics.rendering import shown_frames

    facts = []
    for entry in obj.diagnostics:
        first, left_out, last = shown_frames(entry.chain)
        known = dataclasses.asdict(dataclasses.replace(entry, chain=first + last))
        facts.append(known | {"severity": entry.severity.value, "frames_left_out": left_out})
    return facts


def examples(*lines: str) -> str:
    """Return the epilog of a command: command lines that can be pasted."""
    # \b keeps click from re-wrapping the paragraph.
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def print_written(summary: str, files: Iterable[Path]) -> None:
    """Print a summary and the written files; on standard error if a file went to standard output."""
    paths = list(files)
    names = ", ".join(shown(str(path)) for path in paths)
    click.echo(f"{summary}; written: {names}", err=any(is_standard_output(path) for path in paths))
