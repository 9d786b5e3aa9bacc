"""State of a followed run: registers, flags and memory, of which only unknown values are stored here.

A *follower* lets the emulator execute an example and computes each instruction a second time over a domain of values.
Numbers of the domain are read from the emulator; the state holds all other values. So the memory map,
peripherals and control flow are those of the emulator.

Invariant: a register, flag or word that is not in the state has the emulator's value in every run that the domain
represents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsp56k.emu import Access, Dsp56001
from dsp56k.testing.proofs.domain import Bit, Domain, UnsupportedError, Value, sign_extended

WORD, LONG = 24, 48
WORD_MASK, LONG_MASK = (1 << WORD) - 1, (1 << LONG) - 1
ACCUMULATOR = 56
ACCUMULATORS = ("A", "B")
INPUTS = ("X0", "X1", "Y0", "Y1")
ADDRESS_REGISTERS = tuple(f"{bank}{number}" for bank in "RNM" for number in range(8))
FLAGS = "CVZNUEL"
"""Condition codes, by their bits in SR (UM 5-4)."""
_SCALING_SHIFT = 10
_INTEGER_BITS = (47, 48, 46, 47)
"""Lowest bit of the signed integer part, by S1 and S0 (UM A-11). The combination 11 is reserved."""
_SIGNED = (*((name, ACCUMULATOR) for name in ACCUMULATORS), *((name, WORD) for name in INPUTS))
_READ = (*ACCUMULATORS, *INPUTS, *ADDRESS_REGISTERS, "SR", "OMR", "SP", "SSH", "SSL", "LA", "LC")


class State:
    """Registers, flags and memory before the next instruction.

    Attributes:
        domain: the domain of the values.
        numbers: registers of the emulator.
        pc: address of the current instruction.
        values: registers and flags that are unknown, by name.
        memory: words that are unknown, by space and address.
        stack: condition codes in SSL of stack locations that are unknown, by SP.
        delayed: address registers that the previous instruction has written, with the value that the AGU still uses
            (UM A-237).
    """

    def __init__(self, domain: Domain, dsp: Dsp56001) -> None:
        """Begin with the emulator's state, in which every value is a number."""
        self.domain = domain
        self.dsp = dsp
        self.values: dict[str, Value] = {}
        self.memory: dict[tuple[str, int], Value] = {}
        self.stack: dict[int, dict[str, Bit]] = {}
        self.delayed: dict[str, Value] = {}
        self._new_delayed: dict[str, Value] = {}
        self._accesses: list[Access] = []
        self._written: set[str] = set()
        self.numbers = self.read_numbers()
        self.pc = 0

    def read_numbers(self) -> dict[str, int]:
        """Return the registers of the emulator."""
        regs = self.dsp.regs
        numbers = {name: regs[name] for name in _READ}
        for name, width in _SIGNED:
            number = numbers[name]
            if number >> width - 1:
                numbers[name] = number - (1 << width)
        return numbers

    def begin(self, accesses: Sequence[Access]) -> None:
        """Begin an instruction that has made these data accesses."""
        self._accesses = list(accesses)

    def end(self) -> None:
        """End an instruction: the AGU sees the address registers that it has written one instruction later.

        Raises:
            UnsupportedError: the emulator has another number. It would be an error of this package.
        """
        self.delayed, self._new_delayed = self._new_delayed, {}
        self.numbers = self.read_numbers()
        for name in self._written:
            value = self.values[name]
            number = self.domain.number_of(value)
            actual = self.numbers["SR"] >> FLAGS.index(name) & 1 if name in FLAGS else self.numbers[name]
            if number is not None and number != actual:
                raise UnsupportedError(f"{name} is {actual:#x} in the emulator, but {number:#x} in the proof")
            if type(value) is int:
                del self.values[name]
        self._written.clear()

    @property
    def integer_bit(self) -> int:
        """Lowest bit of the signed integer part of an accumulator."""
        return _INTEGER_BITS[self.numbers["SR"] >> _SCALING_SHIFT & 3]

    def get(self, name: str) -> Value:
        """Return a register: A, B, X0 to Y1 signed, all others unsigned."""
        value = self.values.get(name)
        return self.numbers[name] if value is None else value

    def set(self, name: str, value: Value) -> None:
        """Write a register. At the end of the instruction, numbers are compared with the emulator's and removed."""
        self.values[name] = value
        self._written.add(name)

    def set_address_register(self, name: str, value: Value) -> None:
        """Write an address register by a move, whose value the AGU sees one instruction later."""
        self._new_delayed[name] = self.get(name)
        self.set(name, value)

    def pointer(self, name: str) -> Value:
        """Return an address register as the AGU sees it."""
        value = self.delayed.get(name)
        return self.get(name) if value is None else value

    def flag(self, name: str) -> Bit:
        """Return a condition code."""
        value = self.values.get(name)
        return self.numbers["SR"] >> FLAGS.index(name) & 1 if value is None else value

    def set_flag(self, name: str, bit: Bit) -> None:
        """Write a condition code."""
        self.set(name, bit)

    def access(self, space: str, *, write: bool) -> Access:
        """Take the instruction's next access to a space in one direction."""
        for index, access in enumerate(self._accesses):
            if access.space == space and access.write == write:
                return self._accesses.pop(index)
        raise UnsupportedError(f"an access to {space} memory is missing from the trace")

    def load(self, access: Access) -> Value:
        """Return the signed word that an access has read."""
        value = self.memory.get((access.space, access.address))
        return sign_extended(access.value, WORD) if value is None else value

    def store(self, access: Access, value: Value) -> None:
        """Write the word of an access.

        Raises:
            UnsupportedError: the emulator has written another word. It would be an error of this package.
        """
        place = access.space, access.address
        number = self.domain.number_of(value)
        if number is not None and number & WORD_MASK != access.value:
            raise UnsupportedError(f"the emulator writes ${access.value:06X}, the proof ${number & WORD_MASK:06X}")
        if type(value) is int:
            self.memory.pop(place, None)
        else:
            self.memory[place] = value

    def unknown_flags(self) -> dict[str, Bit]:
        """Return the condition codes that are unknown."""
        return {name: value for name in FLAGS if type(value := self.flag(name)) is not int}

    def status(self, number: int, flags: Mapping[str, Bit]) -> Value:
        """Return a value of SR: a number, except for some condition codes."""
        domain = self.domain
        value: Value = 0
        for bit, name in enumerate(FLAGS):
            flag = flags.get(name, number >> bit & 1)
            value = domain.or_(value, domain.left(domain.number(flag), bit))
        return domain.add(value, number & ~((1 << len(FLAGS)) - 1))

    def set_status(self, value: Value) -> None:
        """Write the condition codes from the low bits of SR."""
        for number, name in enumerate(FLAGS):
            self.set_flag(name, self.domain.bit(value, number))
