"""The library's routines by name, as programs that include one of its sources (catalogue.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from dsp56k.lib.errors import OperandError
from dsp56k.lib.kernels.generate import complete_sources
from dsp56k.lib.operands import require_int
from dsp56k.system.suggestions import unknown

_FILE = Path(__file__).with_name("catalogue.toml")
_COLUMN = 24


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A routine of the library.

    Attributes:
        file: its source, below `lib/src`.
        program: a program that includes the source as any program does.
        entry: the label that is called; by default the routine's name.
        parameters: symbols that the program defines before everything else, and their values.
        declared: operands and other keys of `Declaration`; none for a routine that only an own program calls.
    """

    file: str
    program: str
    entry: str = ""
    parameters: dict[str, int] = msgspec.field(default_factory=dict)
    declared: dict[str, Any] = msgspec.field(default_factory=dict)

    def source(self, parameters: Mapping[str, int]) -> str:
        """Return the program for values of its parameters."""
        values = self.parameters | dict(parameters)
        lines = [f"{name:<{_COLUMN - 1}} equ     {value}\n" for name, value in values.items()]
        return "".join(lines) + self.program


@cache
def entries() -> Mapping[str, Entry]:
    """Return all routines by name."""
    return msgspec.toml.decode(_FILE.read_bytes(), type=dict[str, Entry])


def declaration_of(name: str, parameters: Mapping[str, int]) -> tuple[str, str, dict[str, Any]]:
    """Return program, entry and the other keys of `Assembly` for a routine of the library.

    Raises:
        OperandError: no such routine or parameter, or a routine without declared operands.
    """
    entry = entries().get(name)
    if entry is None:
        raise OperandError(unknown("routine", name, entries()), name="name", value=name)
    if not entry.declared:
        message = f"{name} has no operands for a call from Python: include {entry.file} in a program"
        raise OperandError(message, name="name", value=name)
    for parameter, value in parameters.items():
        if parameter not in entry.parameters:
            raise OperandError(unknown("parameter", parameter, entry.parameters), name=parameter, value=value)
        require_int(parameter, value)
    declared = {"name": name, "include_paths": [complete_sources()], **entry.declared}
    return entry.source(parameters), entry.entry or name, declared
