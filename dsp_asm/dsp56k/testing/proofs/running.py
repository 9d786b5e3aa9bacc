"""Calls of a `Routine` for a follower: values of operands, their registers and words, and the run itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from dsp56k.emu import Dsp56001
from dsp56k.lib.errors import OperandError
from dsp56k.lib.routine.call import placed_words
from dsp56k.lib.routine.harness import Harness
from dsp56k.lib.routine.operand import LONG_SPACE, Operand
from dsp56k.lib.routine.routine import Routine
from dsp56k.testing.proofs.state import ACCUMULATOR, ACCUMULATORS, INPUTS, WORD, WORD_MASK
from dsp56k.testing.source_locations import InstructionLocation, location_at

Location = str | tuple[str, int]
"""A register in capitals, or a space and an address."""
_WHOLE = {
    **{name.lower(): (name, ACCUMULATOR) for name in ACCUMULATORS},
    **{name.lower(): (name, WORD) for name in INPUTS},
}
_LONG = {"x": ("X1", "X0"), "y": ("Y1", "Y0")}
_PARTS = {f"{acc}{part}": (acc.upper(), part) for acc in "ab" for part in range(3)}
_BYTE = 8


class FollowedPath(Protocol):
    """A follower of any kind."""

    @property
    def pc(self) -> int:
        """Address of the instruction that was followed last."""

    def follow(self, back: int, max_clocks: int) -> None:
        """Follow a subroutine until it returns to the address `back`."""


AnyFollower = TypeVar("AnyFollower", bound=FollowedPath)


@dataclass(frozen=True)
class Cell:
    """Bits of a register or word that an operand fills.

    Attributes:
        location: where they are.
        lowest: number of the lowest bit.
        width: how many; those above them are copies of the highest one if the register is wider.
        index: number of the operand's word, and of the 24-bit half of a long word, the lower one first.
    """

    location: Location
    lowest: int
    width: int
    index: tuple[int, int]


def cells_of(operand: Operand) -> Iterator[Cell]:
    """Return where an operand's words are, at all of its locations.

    Raises:
        OperandError: a control register, whose value cannot be left open.
    """
    width = _BYTE if operand.kind == "bytes" else WORD
    for place in operand.places:
        if place.register:
            yield from _register_cells(operand, place.register)
            continue
        for index in range(operand.shape.words):
            address = place.address + index
            if place.space == LONG_SPACE:
                yield Cell(("Y", address), 0, WORD, (index, 0))
                yield Cell(("X", address), 0, WORD, (index, 1))
            else:
                yield Cell((place.space, address), 0, width, (index, 0))


def _register_cells(operand: Operand, register: str) -> Iterator[Cell]:
    if register in _WHOLE:
        name, width = _WHOLE[register]
        yield Cell(name, 0, width, (0, 0))
    elif register in _LONG:
        high, low = _LONG[register]
        yield Cell(low, 0, WORD, (0, 0))
        yield Cell(high, 0, WORD, (0, 1))
    elif register in _PARTS:
        name, part = _PARTS[register]
        yield Cell(name, WORD * part, _BYTE if part == 2 else WORD, (0, 0))
    elif register[0] in "rnm":
        yield Cell(register.upper(), 0, 16, (0, 0))
    else:
        raise OperandError(f"{register.upper()} must have a known value in a proof", name=register, value=operand.text)


def random_value(operand: Operand, chance: random.Random) -> Any:
    """Return a value of an operand: random words, or words at an end of their range."""
    width = _BYTE if operand.kind == "bytes" else operand.shape.width
    ends = (0, 1, (1 << width - 1) - 1, 1 << width - 1, (1 << width) - 1)
    words = [
        chance.choice(ends) if chance.random() < 0.2 else chance.randrange(1 << width)
        for _ in range(operand.shape.words)
    ]
    return operand.decode(words)


def completed(routine: Routine, example: Mapping[str, Any] | None, seed: int = 0) -> dict[str, Any]:
    """Return a value for each input: the example's, or else a random one.

    Raises:
        OperandError: the example has an input that the routine has not.
    """
    values = dict(example or {})
    unknown = values.keys() - routine.inputs.keys()
    if unknown:
        name = sorted(unknown)[0]
        raise OperandError(f"{routine.name} has no input {name}", routine=routine.name, name=name, value=values[name])
    chance = random.Random(seed)
    return {
        name: values[name] if name in values else random_value(operand, chance)
        for name, operand in routine.inputs.items()
    }


class Run(Generic[AnyFollower]):
    """A run of a routine with a follower.

    Attributes:
        follower: the follower, whose state has the inputs in place.
    """

    def __init__(
        self, routine: Routine, values: Mapping[str, Any], follower: Callable[[Dsp56001], AnyFollower]
    ) -> None:
        """Put the inputs in place; nothing is executed."""
        self.routine = routine
        self._bench = Harness(routine.spec)
        self._bench.fresh()
        self._bench.place(placed_words(routine.spec, values))
        self.dsp = self._bench.dsp
        self.follower = follower(self.dsp)

    def follow(self) -> int:
        """Follow the subroutines before the routine, and the routine. Returns the clock cycles of the routine."""
        spec = self.routine.spec
        clocks = 0
        for entry in (*spec.before, spec.entry):
            self._bench.enter(entry)
            clocks = self.dsp.clocks
            self.follower.follow(self._bench.back, spec.max_clocks)
        return self.dsp.clocks - clocks

    @property
    def place(self) -> InstructionLocation:
        """The instruction that was followed last."""
        return place_in(self.routine, self.dsp, self.follower.pc)


def word_at(dsp: Dsp56001, location: tuple[str, int]) -> int:
    """Return the word of a memory location."""
    space, address = location
    memory = {"X": dsp.x, "Y": dsp.y, "P": dsp.p}[space]
    return memory[address] & WORD_MASK


def place_in(routine: Routine, dsp: Dsp56001, pc: int) -> InstructionLocation:
    """Return the instruction at an address."""
    return location_at(dsp, pc, routine.symbols)
