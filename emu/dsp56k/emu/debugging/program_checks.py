"""Run-time checks of a program, for errors that a real chip does not report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsp56k.emu.debugging.memory_guard import MemoryGuard, UninitializedRead
from dsp56k.emu.errors import ConfigurationError
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip


class ProgramChecks:
    """Checks that can end a run, and counts of suspicious events. None of them changes a clock."""

    __slots__ = ("_chip", "_guard", "_refuse_restricted")

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._guard: MemoryGuard | None = None
        self._refuse_restricted = False

    @property
    def refuse_restricted(self) -> bool:
        """True if a restricted sequence of instructions (UM A.8) ends the run, before its last instruction.

        If it is False, the chip executes the sequence as docs/reference/hardware-ambiguities.md describes.
        """
        return self._refuse_restricted

    @refuse_restricted.setter
    def refuse_restricted(self, refuse: bool) -> None:
        self._chip.refuse_restricted(bool(refuse))
        self._refuse_restricted = bool(refuse)

    @property
    def memory_guard(self) -> MemoryGuard | None:
        """The words that the program may write and those that are initialised, or None if nothing is checked.

        A write to another word ends the run with GuardedMemoryError, before the instruction executes. A read of an
        uninitialised word is recorded in `uninitialized_reads`, and the run continues. A guard checks every
        instruction, so runs are slower. Setting it again discards the record of words that the program has written.
        """
        return self._guard

    @memory_guard.setter
    def memory_guard(self, guard: MemoryGuard | None) -> None:
        given: object = guard
        if not isinstance(given, MemoryGuard | None):
            message = f"memory_guard must be a MemoryGuard or None, got {described(guard)}"
            raise ConfigurationError(message, field="memory_guard", value=guard)
        if given is None:
            self._chip.set_guard(None, [])
        else:
            self._chip.set_guard(given.known, given.writable)
        self._guard = given

    @property
    def uninitialized_reads(self) -> list[UninitializedRead]:
        """The first 64 uninitialised words that were read since the guard was set, each once, in their order."""
        return [UninitializedRead(*read) for read in self._chip.unknown_reads()]

    @property
    def undefined_addressing(self) -> int:
        """The number of address calculations that the manual does not define, since construction, including LUA.

        Their modifier is $8000 to $FFFE (UM A-10, 5-21), or their offset is above the modulus and not a multiple of the
        block size (UM 5-16). docs/reference/hardware-ambiguities.md describes the results of the emulator.
        """
        return self._chip.undefined_addressing

    @property
    def lost_words(self) -> dict[str, int]:
        """The number of words that programs wrote to a peripheral which could not send them, since construction.

        The keys are data registers. "HTX" counts words while port B is not the host interface (PBC is 0). "TX" of the
        SSI and "STX" of the SCI count words while PCC gives them no pin, or while nothing drives their external bit
        clock.
        """
        return dict(zip(("HTX", "TX", "STX"), self._chip.lost_words(), strict=True))

    @property
    def unloaded_vector_words(self) -> list[int]:
        """P addresses of second words of vectors that executed under `unloaded=True` but were never stored to.

        The chip takes two words for every interrupt (UM 8-9). A vector of one word therefore executes the next word as
        well, which is a NOP in memory that contains 0.
        """
        return self._chip.unloaded_vector_words()
