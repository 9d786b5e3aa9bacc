"""Runs routines of the library on separate DSP56001 chips: assemble once, store operands, call, read back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from dsp56k.asm import ObjectFile
from dsp56k.emu import Dsp56001, StopReason
from dsp56k.lib.digits import from_octets, to_octets
from dsp56k.lib.errors import RoutineError
from dsp56k.lib.kernels.program import kernel_program
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.result import Result as Result
from dsp56k.lib.routine.harness import BCR as BCR
from dsp56k.lib.subroutine_calls import Caller, Run

PROGRAM = "bignum.asm"
"""The program with every big-number routine except for those of the next two."""
WIDE_PROGRAM = "large_montgomery.asm"
"""Montgomery products of up to 128 digits."""
KERNEL_PROGRAM = "unrolled.asm"
"""The unrolled kernels for the number of digits of a DEFINE symbol."""
PAIR_PROGRAM = "md2_pair.asm"
"""MD2 of two messages, interleaved."""
RETURN = 0x0040
"""P address that a called routine returns to; nothing is stored there."""


@cache
def _loaded(source: str, **defines: int) -> tuple[bytes, dict[str, int]]:
    """Return the snapshot of a chip with the program in external P RAM, and the program's symbols.

    Raises:
        AssemblyError: a source does not assemble.
    """
    return _chip(assembled(source, **defines))


@cache
def _loaded_kernel(digits: int, *, square: bool) -> tuple[bytes, dict[str, int]]:
    """Return the snapshot and the symbols of a chip with a generated kernel."""
    return _chip(kernel_program(digits, square=square))


def _chip(program: ObjectFile) -> tuple[bytes, dict[str, int]]:
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
        """Create a chip with a program of the library's for DEFINE symbols `defines`: zero wait states."""
        self._start(*_loaded(source, **defines))

    def _start(self, state: bytes, symbols: dict[str, int]) -> None:
        super().__init__(Dsp56001())
        self.symbols = symbols
        self.dsp.restore(state)

    def call(self, routine: str, *, prepares: bool = False, run: Run | None = None) -> None:
        """Run a subroutine to its RTS; `prepares` and `run` as of `enter`.

        Raises:
            RoutineError: it did not return within CLOCK_LIMIT clocks, or the chip stopped.
        """
        stop = self.enter(self.symbols[routine], RETURN, prepares=prepares, run=run)
        if stop.reason is not StopReason.BREAKPOINT:
            raise RoutineError(
                f"{routine} did not return: {stop.reason.name} at P:${stop.pc:04X}", routine=routine, pc=stop.pc
            )

    def set(self, **parameters: int) -> None:
        """Store words in X at the addresses of the symbols `mp_<name>`."""
        for name, word in parameters.items():
            self.dsp.x[self.symbols[f"mp_{name}"]] = word

    def put(self, space: str, place: str | int, words: Sequence[int]) -> None:
        """Store words in space "x" or "y", starting at an address or symbol."""
        start = self._address(place)
        memory = self.dsp.x if space == "x" else self.dsp.y
        memory[start : start + len(words)] = list(words)

    def put_number(self, space: str, place: str | int, value: int, digits: int) -> None:
        """Store a number as `digits` signed digits.

        Raises:
            OperandError: the value needs more digits.
        """
        memory = self.dsp.x if space == "x" else self.dsp.y
        memory.set_octets(self._address(place), to_octets(value, digits))

    def get_number(self, space: str, place: str | int, digits: int) -> int:
        """Return the number of `digits` signed digits."""
        memory = self.dsp.x if space == "x" else self.dsp.y
        return from_octets(memory.octets(self._address(place), digits))

    def get(self, space: str, place: str | int, count: int) -> list[int]:
        """Return words of space "x" or "y"."""
        start = self._address(place)
        memory = self.dsp.x if space == "x" else self.dsp.y
        return [int(word) for word in memory[start : start + count]]

    def _address(self, place: str | int) -> int:
        return self.symbols[place] if isinstance(place, str) else place


class KernelMachine(Machine):
    """A chip with the generated kernel of a product or of a square for a number of digits."""

    def __init__(self, digits: int, *, square: bool) -> None:
        self._start(*_loaded_kernel(digits, square=square))
