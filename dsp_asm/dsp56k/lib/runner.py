"""Run routines of the library on a DSP56001 of their own: assemble once, place operands, call, read back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from dsp56k.asm import assemble_file, render_all
from dsp56k.emu import Dsp56001, StopReason
from dsp56k.lib.caller import Caller
from dsp56k.lib.errors import AssemblyError, RoutineError
from dsp56k.lib.tables import SOURCES

PROGRAM = "bignum.asm"
"""The program that holds every big-number routine but these two."""
WIDE_PROGRAM = "wide.asm"
"""Montgomery products of up to 128 digits."""
KERNEL_PROGRAM = "unrolled.asm"
"""The unrolled kernels for as many digits as it is told."""
RETURN = 0x0040
"""P address that a called routine returns to; nothing is stored there."""
BCR = 0xFFFE
"""X address of the bus control register (UM 9-12)."""

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Result(Generic[T_co]):
    """What a routine gave and what it cost, from its first instruction to its return.

    Attributes:
        value: the result.
        clocks: oscillator clocks (two an instruction cycle) at zero wait states, code and tables in external memory.
        instructions: instructions executed.
        setup_clocks: clocks spent before on what depends on the key or modulus alone; not part of `clocks`.
    """

    value: T_co
    clocks: int
    instructions: int
    setup_clocks: int = 0


@cache
def _loaded(source: str, **defines: int) -> tuple[bytes, dict[str, int]]:
    """The snapshot of a chip with the program in external P RAM, and the program's symbols.

    Raises:
        AssemblyError: a source does not assemble.
    """
    program = assemble_file(SOURCES / source, defines=defines)
    if not program.ok:
        raise AssemblyError(render_all(program.diagnostics), diagnostics=program.diagnostics)
    dsp = Dsp56001()
    dsp.load_words(program.words)
    dsp.x[BCR] = 0
    return dsp.snapshot(), {name: int(value) for name, value in program.symbols.items()}


class Machine(Caller):
    """A chip with the library loaded.

    Attributes:
        symbols: addresses and constants of the sources by name.
    """

    def __init__(self, source: str = PROGRAM, **defines: int) -> None:
        """A fresh chip with a program of the library's, for which `defines` are defined: zero wait states."""
        state, self.symbols = _loaded(source, **defines)
        super().__init__(Dsp56001())
        self.dsp.restore(state)

    def call(self, routine: str, *, prepares: bool = False) -> None:
        """Run a subroutine to its RTS; `prepares` as of `enter`.

        Raises:
            RoutineError: it did not return within CLOCK_LIMIT clocks, or the chip stopped.
        """
        stop = self.enter(self.symbols[routine], RETURN, prepares=prepares)
        if stop.reason is not StopReason.BREAKPOINT:
            raise RoutineError(
                f"{routine} did not return: {stop.reason.name} at P:${stop.pc:04X}", routine=routine, pc=stop.pc
            )

    def set(self, **parameters: int) -> None:
        """Store words in X at the addresses that the symbols `mp_<name>` give."""
        for name, word in parameters.items():
            self.dsp.x[self.symbols[f"mp_{name}"]] = word

    def put(self, space: str, place: str | int, words: Sequence[int]) -> None:
        """Store words in space "x" or "y" from an address or symbol on."""
        start = self._address(place)
        memory = self.dsp.x if space == "x" else self.dsp.y
        memory[start : start + len(words)] = list(words)

    def get(self, space: str, place: str | int, count: int) -> list[int]:
        """Words of space "x" or "y"."""
        start = self._address(place)
        memory = self.dsp.x if space == "x" else self.dsp.y
        return [int(word) for word in memory[start : start + count]]

    def _address(self, place: str | int) -> int:
        return self.symbols[place] if isinstance(place, str) else place
