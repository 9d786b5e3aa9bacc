"""Ciphers in variants: programs made from one source by DEFINE symbols, from the plain one to the fastest: S4's ladder
of optimisations (docs/ciphers.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from dsp56k.asm import ObjectFile
from dsp56k.lib.assembled import assembled
from dsp56k.lib.errors import OperandError
from dsp56k.lib.operands import check_range, whole
from dsp56k.lib.runner import BCR, Machine

SWITCHES = ("COMPUTATION", "LATENCY", "PLACEMENT")
"""The DEFINE symbols of a source, each 0 or 1: less work, work while something is waited for, tables and loops in
internal memory.
"""
VARIANTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "plain": (),
        **{switch.lower(): SWITCHES[: place + 1] for place, switch in enumerate(SWITCHES)},
    }
)
"""Each step of the ladder with the symbols that are 1 in it: all before it stay."""
MOST_WAITS = 15
_EACH_SPACE = 0x1111
"""BCR with one wait state for each external X, Y, P and I/O access (UM 9-12)."""


@dataclass(frozen=True)
class Cipher:
    """A cipher's source.

    Attributes:
        name: of its routine; `NAME_end` is the label behind it.
        source: the file of its program, below `lib/src`.
        variants: those that it has, of `VARIANTS`.
        function: of `dsp56k.lib`, which encrypts or digests with a variant.
    """

    name: str
    source: str
    variants: tuple[str, ...]
    function: str

    def machine(self, variant: str, waits: int = 0) -> Machine:
        """A chip with a variant of the program, whose external accesses all have so many wait states.

        Raises:
            OperandError: no such variant, or not 0 to 15 wait states.
        """
        waits = whole("waits", waits)
        check_range("waits", waits, 0, MOST_WAITS)
        machine = Machine(self.source, **self.defines(variant))
        machine.dsp.x[BCR] = waits * _EACH_SPACE
        return machine

    def program(self, variant: str = "placement") -> ObjectFile:
        """A variant of the program, assembled.

        Raises:
            OperandError: no such variant.
        """
        return assembled(self.source, **self.defines(variant))

    def code_words(self, variant: str) -> int:
        """Words of program that a variant of the routine has.

        Raises:
            OperandError: no such variant.
        """
        program = self.program(variant)
        first, end = (int(program.symbols[name]) for name in (self.name, f"{self.name}_end"))
        return sum(space == "P" and first <= address < end for space, address in program.words)

    def defines(self, variant: str) -> dict[str, int]:
        """The DEFINE symbols of a variant.

        Raises:
            OperandError: no such variant.
        """
        if variant not in self.variants:
            message = f"variant {variant!r}: {self.name} has {', '.join(self.variants)}"
            raise OperandError(message, name="variant", value=variant)
        return {switch: int(switch in VARIANTS[variant]) for switch in SWITCHES}
