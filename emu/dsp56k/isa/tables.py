"""Registers, addressing modes, operand kinds."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from dsp56k.isa.toml_files import load


@dataclass(frozen=True, slots=True)
class Register:
    """A register: width in bits, six-bit code (Table A-21, UM A-241), mask of writable bits, parts (high first)."""

    name: str
    width: int
    code: int | None
    write: int
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mode:
    """An addressing mode with the program words and oscillator clocks it adds (Table A-13, UM A-231)."""

    name: str
    text: str
    words: int
    clocks: int


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of operand: see the head of fields.toml for the classes and what each reads a code as."""

    name: str
    cls: str
    values: tuple[str, ...]
    modes: tuple[str, ...]
    aliases: dict[str, str] = field(hash=False)
    width: int
    max: int
    base: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """The effect of an instruction on the sequence of instructions; [sequence] of control.toml explains the columns."""

    name: str
    flow: bool
    repeat: bool
    loop_end: bool
    aborted: bool


def _registers() -> dict[str, Register]:
    registers = {}
    for row in load("registers.toml")["registers"]:
        write = row.get("write", (1 << row["width"]) - 1)
        registers[row["name"]] = Register(
            row["name"], row["width"], row.get("code"), write, tuple(row.get("parts", ()))
        )
    return registers


def _kinds(rows: dict[str, dict[str, Any]]) -> dict[str, Kind]:
    kinds = {}
    for name, row in rows.items():
        width = row.get("width", 0)
        kinds[name] = Kind(
            name,
            row["class"],
            tuple(row.get("values", ())),
            tuple(row.get("modes", ())),
            dict(row.get("aliases", {})),
            width,
            row.get("max", (1 << width) - 1),
            row.get("base", 0),
        )
    return kinds


_fields = load("fields.toml")

REGISTERS = MappingProxyType(_registers())
"""Every register by its name."""

MODES = MappingProxyType({row["name"]: Mode(**row) for row in _fields["mode"]})
"""Every addressing mode by its name."""

KINDS = MappingProxyType(_kinds(_fields["kind"] | load("dsp56002.toml")["kind"]))
"""Every kind of operand by its name, of all chips."""

SEQUENCES = MappingProxyType({name: Sequence(name, **row) for name, row in load("control.toml")["sequence"].items()})
"""Effects on the sequence of instructions, by name."""
