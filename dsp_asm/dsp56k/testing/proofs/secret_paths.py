"""Paths with secret bits: finds clock cycles and control flow that can depend on a secret.

The emulator follows the bits (`Dsp56001.secret_path`); `emu/crates/core/src/secrets` defines the values and gives the
reasons why they are sound. `tests/unit/testing/proofs` has a second implementation in Python, and compares both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from dsp56k.emu import Dsp56001, EmulatorError
from dsp56k.emu.debugging.secret_path import Refusal, SecretLeak, SecretValue
from dsp56k.testing.proofs.domain import UnsupportedError
from dsp56k.testing.proofs.follower import refuse_board
from dsp56k.testing.proofs.running import Location
from dsp56k.testing.source_locations import InstructionLocation


@dataclass(frozen=True)
class Leak:
    """The first instruction at which clock cycles or control flow can depend on a secret.

    Attributes:
        reason: what depends on the secret.
        pc: address of the instruction.
        operand: name of the operand that the secret comes from, "" if it is not known.
        passed: addresses of the last instructions that have passed it on.
    """

    reason: str
    pc: int
    operand: str
    passed: tuple[int, ...]

    def chain_texts(self, location_at: Callable[[int], InstructionLocation]) -> tuple[str, ...]:
        """Return the operand that the secret comes from, and the last instructions that have passed it on."""
        if not self.operand:
            return ()
        return (f"operand {self.operand}", *(str(location_at(pc)) for pc in self.passed))


class SecretPath:
    """Follows a run with secret bits.

    Attributes:
        leak: the first leak. The path ends there.
        pc: address of the instruction at which the path has ended.
        used: declassified addresses at which something depends on a secret.
    """

    def __init__(
        self,
        dsp: Dsp56001,
        *,
        is_declassified: Callable[[int], bool],
        data_addresses: bool = False,
        seconds: float = float("inf"),
    ) -> None:
        """Follow from the emulator's state.

        Args:
            dsp: the emulator.
            is_declassified: returns True for an address that may depend on a secret.
            data_addresses: an access at a secret address is a leak, whatever it costs.
            seconds: processor time for which the path is followed.

        Raises:
            UnsupportedError: the chip is on a board, where one word of RAM can have addresses in several spaces.
        """
        refuse_board(dsp)
        self._dsp = dsp
        self._path = dsp.secret_path(data_addresses=data_addresses)
        self._is_declassified = is_declassified
        self._seconds = seconds
        self.leak: Leak | None = None
        self.pc = dsp.regs.pc
        self.used: set[int] = set()

    def mark(
        self,
        places: Iterable[tuple[Location, int]],
        operand: str,
        bounds: Mapping[tuple[str, int], tuple[int, int]] | None = None,
    ) -> None:
        """Mark bits of registers and words, which belong to an operand; `bounds` are those of some words."""
        lower = ((place.lower() if isinstance(place, str) else place, mask) for place, mask in places)
        self._path.mark(lower, operand, bounds)

    def words(self) -> dict[tuple[str, int], SecretValue]:
        """Return the values of all words of data memory with secret bits."""
        return {(space, address): value for space in "XY" for address, value in self._path.words(space).items()}

    def follow(self, back: int, max_clocks: int) -> None:
        """Follow a subroutine until it returns to the address `back`, or until the first leak.

        Raises:
            UnsupportedError: an instruction cannot be followed, the subroutine does not return, or the time is over.
            EmulatorError: an error of the run.
        """
        dsp, end = self._dsp, self._dsp.clocks + max_clocks
        limit = time.process_time() + self._seconds
        while self.leak is None:
            try:
                met = self._path.follow(until=back, max_clocks=max(0, end - dsp.clocks))
            except EmulatorError:
                self.pc = dsp.regs.pc
                raise
            if isinstance(met, SecretLeak):
                self.pc = met.address
                if self._is_declassified(met.address):
                    self.used.add(met.address)
                    self._path.allow(met.address)
                    if dsp.regs.pc == back:
                        return
                else:
                    self.leak = Leak(met.reason, met.address, met.operand, met.passed)
            elif isinstance(met, Refusal):
                self.pc = met.address
                raise UnsupportedError(met.reason)
            elif met is not None:
                self.pc = dsp.regs.pc
                if dsp.regs.pc == back:
                    return
                raise UnsupportedError(f"the routine has not returned after {max_clocks} clock cycles")
            if time.process_time() > limit:
                self.pc = dsp.regs.pc
                raise UnsupportedError(f"{self.instructions:,} instructions take more than {self._seconds:g} seconds")

    @property
    def instructions(self) -> int:
        """Number of instructions that were followed."""
        return self._path.instructions

    @property
    def secret_addresses(self) -> int:
        """Number of accesses whose address depends on a secret."""
        return self._path.secret_addresses
