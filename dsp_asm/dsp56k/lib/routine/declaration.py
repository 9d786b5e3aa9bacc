"""Declarations of routines, read and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from types import MappingProxyType
from typing import Any, Literal, NoReturn, SupportsIndex, TypedDict

from dsp56k.emu import EmulatorError, MemoryGuard, Symbols
from dsp56k.emu.loader import Program, image_of
from dsp56k.emu.validation import COUNT_MAX
from dsp56k.lib.errors import OperandError
from dsp56k.lib.operands import check_range, require_int
from dsp56k.lib.routine.memory_guard import Range, guard_of
from dsp56k.lib.routine.operand import WIDTHS, Operand, Reader
from dsp56k.lib.routine.program import symbols_of
from dsp56k.objects.module import Module
from dsp56k.system.suggestions import did_you_mean
from dsp56k.system.text import described

Placement = Literal["internal", "external"]
"""Memory at P:$0 to $1FF: internal RAM, or external memory like the rest of P."""
MODES: Mapping[Placement, int] = {"internal": 0, "external": 3}
"""The operating modes with and without program RAM (UM 3-9): single chip's P RAM at 0, and development mode."""
WAIT_FIELDS: Mapping[str, int] = {"x": 12, "y": 8, "p": 4, "io": 0}
"""The lowest bits of BCR's fields (UM 9-12); "io" is Y:$FFC0 to $FFFF."""
MAX_WAITS = 15

_NAMES = re.compile(r"([a-z]+)(\d)-\1(\d)")


def registers_of(text: str, name: str = "keeps") -> tuple[str, ...]:
    """Return the registers that a text names: "r7 m0-m7", separated by spaces or commas.

    Raises:
        OperandError: The DSP56001 has no register with that name.
    """
    if not isinstance(text, str):
        raise OperandError(f"{name} must be a text like 'r7 m0-m7', got {described(text)}", name=name, value=text)
    found: list[str] = []
    for word in text.lower().replace(",", " ").split():
        series = _NAMES.fullmatch(word)
        names = [word]
        if series is not None:
            bank, first, last = series.groups()
            names = [f"{bank}{number}" for number in range(int(first), int(last) + 1)]
        for register in names or [word]:
            if register not in WIDTHS:
                raise OperandError(f"{name}: the chip has no register {described(word)}", name=name, value=text)
        found += names
    return tuple(dict.fromkeys(found))


def bus_control(wait_states: int | Mapping[str, int]) -> int:
    """Return the bus control register's word: one number of wait states for all external memory, or by space.

    Raises:
        OperandError: a number outside 0 to 15, or an unknown space.
    """
    waits = wait_states if isinstance(wait_states, Mapping) else dict.fromkeys(WAIT_FIELDS, wait_states)
    word = 0
    for space, count in waits.items():
        if space not in WAIT_FIELDS:
            message = f"a key of wait_states must be one of {', '.join(WAIT_FIELDS)}, got {described(space)}"
            raise OperandError(message, name="wait_states", value=wait_states)
        if not 0 <= require_int("wait_states", count) <= MAX_WAITS:
            message = f"wait_states must be 0 to {MAX_WAITS}, got {described(count)}"
            raise OperandError(message, name="wait_states", value=wait_states)
        word |= require_int("wait_states", count) << WAIT_FIELDS[space]
    return word


def mode_of(placement: Placement) -> int:
    """Return the operating mode.

    Raises:
        OperandError: neither "internal" nor "external".
    """
    if placement not in MODES:
        message = f"placement must be {' or '.join(map(repr, MODES))}, got {described(placement)}"
        raise OperandError(message, name="placement", value=placement)
    return MODES[placement]


CLOCK_LIMIT = 20_000_000
"""Default of a call's maximum clocks: one second of a chip at 20 MHz."""
KEPT = "m0-m7"
"""Registers preserved by default: a modifier that remains changed would make the next routine's addresses wrong."""


class Declaration(TypedDict, total=False):
    """Keyword arguments of a routine, in addition to its entry."""

    inputs: Mapping[str, str]
    """Operand strings by the names that calls use (docs/guides/call-a-routine.md)."""
    outputs: Mapping[str, str]
    """Operand strings of the outputs, by name; of several, the value is a dict by name."""
    fixed: Mapping[str, Any]
    """Values that every call finds, by operand string: numbers, or symbols of the program."""
    writes: Sequence[str] | None
    """Words it may write in addition to its outputs: "x:table[64]", "y:$100-$17F".

    By default all except code and peripherals.
    """
    reads: Sequence[str]
    """Initialised memory that is not declared otherwise, in the same form."""
    keeps: str
    """Registers that must be preserved: "r7 m0-m7". By default m0-m7; SP and the loop flag always."""
    before: Sequence[str | int]
    """Subroutines that are called first, with the inputs in place; their clocks are the result's setup_clocks."""
    wait_states: int | Mapping[str, int]
    """Wait states of all external memory, or by "x", "y", "p", "io" (UM 9-12); by default none."""
    placement: Placement
    """Memory at P:$0 to $1FF: "internal" RAM, the default, or "external" like the rest (mode 3)."""
    max_clocks: int
    """Maximum clocks of a call; one that takes more has not returned."""
    strict: bool
    """Refuse forbidden sequences, code that was never loaded, other writes and dependence on uninitialised state."""
    carries: bool
    """Each call continues from the state that the one before has left, and does not call `before` again."""
    name: str
    """Name of the routine in errors; by default the entry."""


class Assembly(Declaration, total=False):
    """Keyword arguments of a routine from a source."""

    defines: Mapping[str, str | SupportsIndex | float]
    """DEFINE symbols and their values."""
    include_paths: Sequence[str | PathLike[str]]
    """Directories for INCLUDE."""


@dataclass(frozen=True)
class Spec:
    """A declaration with all symbols resolved. `fixed` has the words of each operand."""

    name: str
    program: Module
    image: Program
    symbols: Symbols
    entry: int
    inputs: Mapping[str, Operand]
    outputs: Mapping[str, Operand]
    fixed: Sequence[tuple[Operand, list[int]]]
    guard: MemoryGuard
    keeps: tuple[str, ...]
    before: tuple[int, ...]
    mode: int
    bcr: int
    max_clocks: int
    strict: bool
    carries: bool


def spec_of(program: Module, entry: str | int, declared: Declaration) -> Spec:
    """Return a declaration, read with a program's symbols.

    Raises:
        OperandError: an invalid argument, with its `name` and `value`.
        TypeError: an unknown keyword.
    """
    unknown = declared.keys() - Declaration.__annotations__.keys()
    if unknown:
        raise TypeError(f"unknown arguments of Routine: {', '.join(sorted(unknown))}")
    image = image_of(program)
    symbols = symbols_of(image)
    reader = Reader(symbols)
    address = _address("entry", entry, symbols)
    inputs = _operands(reader, declared.get("inputs", {}), "inputs")
    outputs = _operands(reader, declared.get("outputs", {}), "outputs")
    fixed = _fixed(reader, declared.get("fixed", {}), symbols)
    given = [*inputs.values(), *(operand for operand, _ in fixed)]
    reads = _ranges(reader, "reads", declared.get("reads", ()))
    writes = declared.get("writes")
    spec = Spec(
        name=str(declared.get("name", entry if isinstance(entry, str) else f"P:${address:04X}")),
        program=program,
        image=image,
        symbols=symbols,
        entry=address,
        inputs=inputs,
        outputs=outputs,
        fixed=fixed,
        guard=guard_of(
            program.words,
            given,
            reads,
            None if writes is None else _ranges(reader, "writes", writes),
            outputs.values(),
        ),
        keeps=registers_of(declared.get("keeps", KEPT)),
        before=tuple(_address("before", place, symbols) for place in _listed("before", declared.get("before", ()))),
        mode=mode_of(declared.get("placement", "internal")),
        bcr=bus_control(declared.get("wait_states", 0)),
        max_clocks=_clocks(declared.get("max_clocks", CLOCK_LIMIT)),
        strict=bool(declared.get("strict", True)),
        carries=bool(declared.get("carries", False)),
    )
    _check_places(spec)
    return spec


def _clocks(value: SupportsIndex) -> int:
    clocks = require_int("max_clocks", value)
    check_range("max_clocks", clocks, 1, COUNT_MAX)
    return clocks


def of_routine(error: OperandError, routine: str) -> OperandError:
    """Return the error with the name of the routine in front, and as the field `routine`."""
    return OperandError(f"{routine}: {error.message}", **(error.fields | {"routine": routine}))


def _refuse(name: str, value: object, message: str) -> NoReturn:
    raise OperandError(message, name=name, value=value)


def _listed(name: str, values: object) -> Sequence[Any]:
    if isinstance(values, str) or not isinstance(values, Sequence):
        _refuse(name, values, f"{name} must be a list, got {described(values)}")
    return values


def _address(name: str, place: object, symbols: Symbols) -> int:
    """Return a P address for a symbol or number."""
    if isinstance(place, bool) or not isinstance(place, str | int):
        _refuse(name, place, f"{name} must be a symbol or an address, got {described(place)}")
    try:
        return symbols.address(place, "P", name)
    except EmulatorError as error:
        raise OperandError(error.message, name=name, value=place) from None


def _operands(reader: Reader, given: object, name: str) -> Mapping[str, Operand]:
    if not isinstance(given, Mapping):
        _refuse(name, given, f"{name} must be operand strings by name, got {described(given)}")
    for key in given:
        if not isinstance(key, str):
            _refuse(name, key, f"{name} must have names, got {described(key)}")
    return MappingProxyType({key: reader.operand(key, text) for key, text in given.items()})


def _ranges(reader: Reader, name: str, given: object) -> list[Range]:
    return [entry for text in _listed(name, given) for entry in reader.ranges(name, text)]


def _fixed(reader: Reader, given: object, symbols: Symbols) -> list[tuple[Operand, list[int]]]:
    if not isinstance(given, Mapping):
        _refuse("fixed", given, f"fixed must be values by operand string, got {described(given)}")
    found = []
    for text, value in given.items():
        operand = reader.operand("fixed", text)
        if isinstance(value, str):
            if value not in symbols:
                _refuse(text, value, f"fixed {text}: no symbol {described(value)}{did_you_mean(value, symbols)}")
            value = symbols[value]
        found.append((operand, operand.encode(f"fixed {text}", value)))
    return found


def _check_places(spec: Spec) -> None:
    """Check that no two values, and no value and the code, share a word."""
    taken: dict[tuple[str, int] | str, str] = {place: "the program" for place in spec.program.words if place[0] == "P"}
    for name, operand in [*spec.inputs.items(), *((f"fixed {operand.text}", operand) for operand, _ in spec.fixed)]:
        for location in operand.locations():
            if location in taken:
                place = location if isinstance(location, str) else f"{location[0]}:${location[1]:04X}"
                _refuse(name, operand.text, f"{name}: {operand.text} overlaps {taken[location]} at {place}")
            taken[location] = name
