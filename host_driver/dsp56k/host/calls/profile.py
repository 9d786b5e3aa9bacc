"""Where the clocks of a call went: by function and by instruction, exact, for people to read."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

from dsp56k.host.clocks.profile import Spent
from dsp56k.host.program import Program

_SHOWN = 0.005
"""The least share of the clocks for which the table shows an instruction."""


@dataclass(frozen=True, slots=True)
class FunctionCost:
    """A function, or a part of one that has a label of its own: clocks in its instructions, not in those it calls."""

    name: str
    clocks: int


@dataclass(frozen=True, slots=True)
class InstructionCost:
    """An instruction: where it is, what it is, its clocks in all and how often it was begun."""

    address: int
    function: str
    text: str
    clocks: int
    times: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The clocks of one call.

    Attributes:
        clocks: all of them.
        functions: the most expensive first.
        instructions: every one that ran, by address.
    """

    clocks: int
    functions: tuple[FunctionCost, ...]
    instructions: tuple[InstructionCost, ...]

    def __str__(self) -> str:
        lines = [f"{'clocks':>12} {'%':>6}  function"]
        lines += [f"{one.clocks:12,} {self._share(one.clocks):6.1f}  {one.name}" for one in self.functions]
        lines += ["", f"{'clocks':>12} {'%':>6} {'times':>10}  address   instruction"]
        lines += [
            f"{one.clocks:12,} {self._share(one.clocks):6.1f} {one.times:10,}  {one.address:#08x}  {one.text}"
            for one in self.instructions
            if one.clocks >= _SHOWN * self.clocks
        ]
        return "\n".join(lines)

    def _share(self, clocks: int) -> float:
        """Percent of all clocks."""
        return 100 * clocks / self.clocks


def profile_of(program: Program, texts: Mapping[int, str], spent: Mapping[int, Spent]) -> Profile:
    """The profile of a call that spent so much at each address; `texts` has the program's instructions."""
    names = {address: name for name, address in sorted(program.symbols.items(), reverse=True)}
    starts = sorted(names)
    instructions = []
    clocks: dict[str, int] = {}
    for address, (taken, times) in sorted(spent.items()):
        place = bisect_right(starts, address)
        function = names[starts[place - 1]] if place else "?"
        instructions.append(InstructionCost(address, function, texts[address], taken, times))
        clocks[function] = clocks.get(function, 0) + taken
    functions = sorted((FunctionCost(*one) for one in clocks.items()), key=lambda one: (-one.clocks, one.name))
    return Profile(sum(clocks.values()), tuple(functions), tuple(instructions))
