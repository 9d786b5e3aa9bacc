"""A chip with a program, on which subroutines are called from the same state repeatedly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsp56k.emu import Dsp56001
from dsp56k.isa import IO_REGISTERS
from dsp56k.lib.routine.declaration import MODES, Spec
from dsp56k.lib.routine.operand import LONG_SPACE, Operand, Place

BCR = IO_REGISTERS["BCR"].address
INTERNAL_WORDS = 0x200
"""Words of internal P memory (UM 3-8)."""
EXTERNAL_WORDS = 0x1_0000
CALLED_SP = 1
"""SP in a routine that was called at the bottom of the stack: its return address is at location 1."""
Placed = Iterable[tuple[Place, list[int]]]
"""Words, and their locations."""


def store(dsp: Dsp56001, placed: Placed) -> None:
    """Store words in memory and registers."""
    memories = {"X": dsp.x, "Y": dsp.y, "P": dsp.p}
    for place, words in placed:
        if place.register:
            dsp.regs[place.register] = words[0]
        elif place.space == LONG_SPACE:
            last = place.address + len(words)
            dsp.x[place.address : last] = [word >> 24 for word in words]
            dsp.y[place.address : last] = [word & 0xFF_FFFF for word in words]
        else:
            memories[place.space][place.address : place.address + len(words)] = words


class Harness:
    """The chip. Calls return to an address that the program does not use.

    Attributes:
        dsp: the chip.
        back: the P address that calls return to; nothing is stored there.
        goes_on: True if the next call continues with the state that the last one left.
        tried: True if a call with other uninitialised values has returned the same.
    """

    def __init__(self, spec: Spec) -> None:
        """Create a chip for a routine, with its program and its fixed values in memory."""
        dsp = self.dsp = Dsp56001(mode=spec.mode, refuse_restricted=spec.strict)
        dsp.load_words(spec.program.words)
        dsp.symbols.add(spec.image)
        dsp.x[BCR] = spec.bcr
        self.place((place, words) for operand, words in spec.fixed for place in operand.places)
        self.back = _free_address(spec.program.words, spec.entry, internal=spec.mode == MODES["internal"])
        self.tried = self.goes_on = False
        self._base = dsp.snapshot()
        self._guard = spec.guard if spec.strict else None

    def fresh(self) -> None:
        """Return to the state before any call."""
        self.dsp.restore(self._base)
        self.dsp.checks.memory_guard = self._guard

    def place(self, placed: Placed) -> None:
        """Store words in memory and registers."""
        store(self.dsp, placed)

    def read(self, operand: Operand) -> list[int]:
        """Return the words of an operand."""
        dsp, place = self.dsp, operand.places[0]
        if place.register:
            return [dsp.regs[place.register]]
        last = place.address + operand.shape.words
        if place.space == LONG_SPACE:
            pairs = zip(dsp.x[place.address : last], dsp.y[place.address : last], strict=True)
            return [high << 24 | low for high, low in pairs]
        memory = {"X": dsp.x, "Y": dsp.y, "P": dsp.p}[place.space]
        return memory[place.address : last]

    def enter(self, subroutine: int) -> None:
        """Enter a subroutine as JSR does."""
        regs = self.dsp.regs
        regs.pc = subroutine
        regs.sp = CALLED_SP
        self.dsp.stack[CALLED_SP] = (self.back, regs.sr)


def _free_address(words: Mapping[tuple[str, int], int], entry: int, *, internal: bool) -> int:
    """Return a return address: two words without code, in the memory of the entry, where a caller would be."""
    used = {address for space, address in words if space == "P"}
    near = range(INTERNAL_WORDS - 2, -1, -1) if internal and entry < INTERNAL_WORDS else range(0)
    address: int
    for address in (*near, *range(EXTERNAL_WORDS - 2, INTERNAL_WORDS, -1)):
        if address not in used and address + 1 not in used:
            return address
    return EXTERNAL_WORDS - 1
