"""Ciphers in variants: programs of one source with different DEFINE symbols, from plain to fastest.

They are the optimisation steps of study S4 (docs/reference/ciphers.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from dsp56k.asm import ObjectFile
from dsp56k.lib.errors import OperandError
from dsp56k.lib.library_runner import BCR, Machine
from dsp56k.lib.operands import check_range, require_int
from dsp56k.lib.program_cache import assembled
from dsp56k.system.text import described

STEPS = ("COMPUTATION", "LATENCY", "PLACEMENT")
"""DEFINE symbols of a source, each 0 or 1: less work, work during latencies, tables and loops in internal
memory.
"""
SWITCHES = (*STEPS, "STREAMS", "HELPER")
"""Additional symbols that may be 1: two messages or blocks, interleaved; words packed by a PC."""
VARIANTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "plain": (),
        **{switch.lower(): STEPS[: place + 1] for place, switch in enumerate(STEPS)},
        "streams": (*STEPS, "STREAMS"),
        "port": (*STEPS, "HELPER"),
        "helper": (*STEPS, "HELPER"),
    }
)
"""Each optimisation step with its symbols that are 1, including those of the STEPS before it. The last two are one
program; see `dsp56k.lib.ciphers.host_assist`.
"""
STREAMS = "streams"
_PAIR = 2
MAX_WAITS = 15
_EACH_SPACE = 0x1111
"""BCR with one wait state for each external X, Y, P and I/O access (UM 9-12)."""


@dataclass(frozen=True)
class Cipher:
    """A cipher's source.

    Attributes:
        name: of its routine; `NAME_end` is the label behind it.
        source: the file of its program, below `lib/src`.
        variants: those that it has, of `VARIANTS`.
        pair: the routine of its variant `streams`, if that is another.
    """

    name: str
    source: str
    variants: tuple[str, ...]
    pair: str = ""

    def machine(self, variant: str, waits: int = 0) -> Machine:
        """Return a chip with a variant of the program, whose external accesses all have `waits` wait states.

        Raises:
            OperandError: no such variant, or not 0 to 15 wait states.
        """
        waits = require_int("waits", waits)
        check_range("waits", waits, 0, MAX_WAITS)
        machine = Machine(self.source, **self.defines(variant))
        machine.dsp.x[BCR] = waits * _EACH_SPACE
        return machine

    def program(self, variant: str = "placement") -> ObjectFile:
        """Return an assembled variant of the program.

        Raises:
            OperandError: no such variant.
        """
        return assembled(self.source, **self.defines(variant))

    def code_words(self, variant: str) -> int:
        """Return the number of program words of a variant of the routine.

        Raises:
            OperandError: no such variant.
        """
        program = self.program(variant)
        routine = (variant == STREAMS and self.pair) or self.name
        first, end = (int(program.symbols[name]) for name in (routine, f"{routine}_end"))
        return sum(space == "P" and first <= address < end for space, address in program.words)

    def defines(self, variant: str) -> dict[str, int]:
        """Return the DEFINE symbols of a variant.

        Raises:
            OperandError: no such variant.
        """
        if variant not in self.variants:
            message = f"the variant of {self.name} must be one of {', '.join(self.variants)}, got {variant!r}"
            raise OperandError(message, name="variant", value=variant)
        return {switch: int(switch in VARIANTS[variant]) for switch in SWITCHES}


def check_two(name: str, given: object) -> None:
    """Check that an argument has two items, one for each stream.

    Raises:
        OperandError: not two.
    """
    if not isinstance(given, Sequence) or len(given) != _PAIR:
        raise OperandError(f"{name} must be two values, got {described(given)}", name=name, value=given)
