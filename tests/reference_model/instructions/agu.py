"""Address generation: the arithmetic of UM 5-14 to 5-22 and the addressing modes of Tables A-3 and A-13."""

from dataclasses import dataclass

from reference_model.registers import Registers
from reference_model.words import MASK16, reverse16, signed

LINEAR, REVERSE_CARRY = 0xFFFF, 0
UNDEFINED_MODIFIERS = range(0x8000, 0xFFFF)
"""Modifiers without a meaning on this chip (Table A-4); taken as linear."""


def advance(address: int, offset: int, modifier: int) -> int:
    """An address register moved by a signed offset under a modifier register (UM 5-14 to 5-21)."""
    if modifier == REVERSE_CARRY:
        step = reverse16(abs(offset))
        return reverse16(reverse16(address) + (step if offset >= 0 else -step))
    if modifier == LINEAR or modifier in UNDEFINED_MODIFIERS:
        return (address + offset) & MASK16
    modulus = modifier + 1
    block = 1 << (modulus - 1).bit_length()
    base = address & ~(block - 1)
    moved = address + offset
    if offset and offset % block == 0:
        # P blocks later, at the same offset in the block (UM 5-16).
        return moved & MASK16
    # One correction by the modulus, also for an address outside the buffer: an increment wraps past the upper boundary,
    # a decrement past the lower one (UM 5-17; the DSP56300 was measured).
    if offset >= 0 and moved > base + modulus - 1:
        moved -= modulus
    elif offset < 0 and moved < base:
        moved += modulus
    return moved & MASK16


def defined(offset: int, modifier: int) -> bool:
    """Return True if the manual defines an update; it does not for |offset| above the modulus (UM 5-16)."""
    if modifier in UNDEFINED_MODIFIERS:
        return False
    if modifier in (LINEAR, REVERSE_CARRY):
        return True
    modulus = modifier + 1
    return abs(offset) <= modulus or offset % (1 << (modulus - 1).bit_length()) == 0


@dataclass
class Address:
    """An effective address: the operand's address, and its cost (Table A-13)."""

    value: int
    words: int = 0
    clocks: int = 0
    immediate: bool = False


class AddressUnit:
    """R, N and M as pointers.

    A register that a move-type instruction wrote cannot be used as a pointer by the next instruction, which still works
    with the old content (UM 8-3, A-237).
    """

    def __init__(self, registers: Registers) -> None:
        self._registers = registers
        self._old: dict[str, int] = {}
        self._fresh: dict[str, int] = {}
        self.doubtful = False
        """Set by an update whose result the manual leaves open."""

    def written(self, name: str) -> None:
        """Called by a move before it writes an R, N or M register."""
        self._fresh[name] = self._registers[name]

    def end_instruction(self) -> None:
        """Delay the writes of this instruction: the next one sees the old values, later ones the new."""
        self._old, self._fresh = self._fresh, {}

    def forget(self) -> None:
        """Let all registers be usable at once, as when the state was set from outside."""
        self._old, self._fresh = {}, {}

    def _pointer(self, name: str) -> int:
        return self._old.get(name, self._registers[name])

    def moved(self, number: int, mode: str) -> tuple[int, int]:
        """The pointer Rn and the result of an addressing mode's arithmetic on it."""
        pointer, offset, modifier = (self._pointer(f"{bank}{number}") for bank in "rnm")
        # -N with N = $8000 is +32,768, which wraps to the same address in linear arithmetic.
        step = {"+": 1, "-": -1, "+n": signed(offset, 16), "-n": -signed(offset, 16)}[mode]
        if modifier == REVERSE_CARRY and mode.endswith("n"):
            # The offset is a bit pattern here, from 0 to $8000 (UM 5-18).
            step = offset if mode == "+n" else -offset
        if not defined(step, modifier):
            self.doubtful = True
        return pointer, advance(pointer, step, modifier)

    def update(self, number: int, mode: str) -> int:
        """Move Rn by an addressing mode; the address before the move is returned."""
        pointer, self._registers[f"r{number}"] = self.moved(number, mode)
        return pointer

    def effective(self, mmm: int, rrr: int, extension: int) -> Address:
        """The operand that MMM RRR names (Table A-26); extension is the word after the instruction."""
        if mmm == 6:
            return Address(extension, words=1, clocks=2, immediate=rrr == 4)
        if mmm == 4:
            return Address(self._pointer(f"r{rrr}"))
        if mmm == 5:
            return Address(self.moved(rrr, "+n")[1], clocks=2)
        if mmm == 7:
            self.update(rrr, "-")
            return Address(self._registers[f"r{rrr}"], clocks=2)
        return Address(self.update(rrr, ("-n", "+n", "-", "+")[mmm]))

    def effective_xy(self, mm: int, rrr: int) -> int:
        """The address of one half of an X:Y: move: (Rn), (Rn)+Nn, (Rn)- or (Rn)+ (UM A-151)."""
        return self._pointer(f"r{rrr}") if mm == 0 else self.update(rrr, ("", "+n", "-", "+")[mm])
