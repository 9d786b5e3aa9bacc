"""Result of a routine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from dsp56k.system.text import described

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Result(Generic[T_co]):
    """Value and cost of a routine, from its first instruction to its return.

    Attributes:
        value: the result.
        clocks: oscillator clocks (two an instruction cycle); in the library's own functions at zero wait states, code
            and tables in external memory.
        instructions: instructions executed.
        setup_clocks: clocks of the preparation that depends only on the key or modulus; not part of `clocks`.
    """

    value: T_co
    clocks: int
    instructions: int
    setup_clocks: int = 0

    def _repr_html_(self) -> str:
        from dsp56k.system.grid import html_table

        costs = [["clocks", f"{self.clocks:,}"], ["instructions", f"{self.instructions:,}"]]
        if self.setup_clocks:
            costs.append(["clocks of setup", f"{self.setup_clocks:,}"])
        return html_table("Result", [], [["value", described(self.value)], *costs])


class Costs:
    """Sum of the costs of several routines."""

    def __init__(self) -> None:
        self._clocks = self._instructions = self._setup_clocks = 0

    def add(self, result: Result[T]) -> T:
        """Add the cost of a routine; return its value."""
        self._clocks += result.clocks
        self._instructions += result.instructions
        self._setup_clocks += result.setup_clocks
        return result.value

    def result(self, value: T) -> Result[T]:
        """Return a value with the sum."""
        return Result(value, self._clocks, self._instructions, self._setup_clocks)
