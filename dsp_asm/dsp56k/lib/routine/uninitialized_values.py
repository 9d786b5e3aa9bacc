"""Uninitialised words and registers, and other values for them."""

from __future__ import annotations

from dataclasses import dataclass

from dsp56k.emu import Dsp56001
from dsp56k.lib.routine.declaration import Spec
from dsp56k.lib.routine.operand import PARTS, WIDTHS

DATA_REGISTERS = ("x0", "x1", "y0", "y1", "a", "b", *(f"{bank}{number}" for bank in "rn" for number in range(8)))
"""Registers with arbitrary values when a subroutine is called, unless its caller sets them."""
_NOISE = 0x9E37_79B9_7F4A_7C15
"""2^64 over the golden ratio: multiples of it have all bits about equally often (Knuth 3, 6.4)."""
_BITS = 64


@dataclass(frozen=True)
class Unknown:
    """A word of memory that `pc` was the first to read, or a register, `space` being "" then."""

    space: str
    address: int
    register: str = ""
    pc: int | None = None

    def disturb(self, dsp: Dsp56001) -> None:
        """Change its value to another one, which depends only on its location."""
        if self.register:
            bits = WIDTHS[self.register]
            value = _noise(DATA_REGISTERS.index(self.register) + 1, bits)
            dsp.regs[self.register] = value if dsp.regs[self.register] != value else value ^ 1
            return
        memory = {"X": dsp.x, "Y": dsp.y, "P": dsp.p}[self.space]
        value = _noise(self.address * len("XYP") + "XYP".index(self.space) + 1, 24)
        memory[self.address] = value if memory[self.address] != value else value ^ 1


def _noise(number: int, bits: int) -> int:
    return (number * _NOISE & (1 << _BITS) - 1) >> _BITS - bits


def unset_registers(spec: Spec) -> list[Unknown]:
    """Return the data registers that no input and no fixed value sets."""
    operands = [*spec.inputs.values(), *(operand for operand, _ in spec.fixed)]
    set_ = {location for operand in operands for location in operand.locations() if isinstance(location, str)}
    return [
        Unknown("", 0, register) for register in DATA_REGISTERS if set_.isdisjoint(PARTS.get(register, (register,)))
    ]
