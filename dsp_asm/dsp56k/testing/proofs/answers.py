"""Answers of a proof: a proof with its assumptions, a counterexample that was run, or a reason why nothing is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dsp56k.testing.source_locations import InstructionLocation


@dataclass(frozen=True)
class Declassified:
    """An instruction that may depend on a secret, and why that does not matter.

    Attributes:
        address: a symbol with an offset in words, as "rsa_power+11", or a P address.
        reason: why an attacker may know it.
    """

    address: str | int
    reason: str


@dataclass(frozen=True)
class Proof:
    """The statement holds for all values under the assumptions. A proof is true as a condition.

    Attributes:
        method: "secret bits", "intervals", "polynomials", "exhaustion" or "bit vectors".
        assumptions: conditions under which it holds.
        seconds: processor time.
    """

    method: str
    assumptions: tuple[str, ...]
    seconds: float

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return "\n".join([f"proved by {self.method}", *(f"  assumes: {text}" for text in self.assumptions)])


@dataclass(frozen=True)
class ConstantTime(Proof):
    """A path whose clock cycles do not depend on the secrets.

    Attributes:
        clocks: oscillator clocks of the path.
        instructions: its instructions.
        secret_bits: secret bits of the operands.
        secret_addresses: accesses whose address depends on a secret; all candidates of each take the same clocks.
    """

    clocks: int
    instructions: int
    secret_bits: int
    secret_addresses: int

    def __str__(self) -> str:
        found = f"constant time: {self.clocks} clocks, {self.instructions} instructions, {self.secret_bits} secret bits"
        addresses = f"{self.secret_addresses} accesses at secret addresses"
        return "\n".join([f"{found}, {addresses}", *(f"  assumes: {text}" for text in self.assumptions)])


@dataclass(frozen=True)
class Bounded(Proof):
    """Accumulators that stay within a bound.

    Attributes:
        largest: bound on the magnitude of A and B that was proved.
        instruction: the one whose result has that bound.
    """

    largest: int
    instruction: InstructionLocation | None

    def __str__(self) -> str:
        where = f" at {self.instruction}" if self.instruction else ""
        found = f"no result exceeds {self.largest:#x}{where}, and no move limits"
        return "\n".join([found, *(f"  assumes: {text}" for text in self.assumptions)])


@dataclass(frozen=True)
class Input:
    """Inputs that reach an instruction.

    Attributes:
        inputs: operands by name. The emulator was run with them and executed the instruction.
        instruction: the one that is reached.
        seconds: processor time.
    """

    inputs: Mapping[str, Any]
    instruction: InstructionLocation
    seconds: float

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class Unreachable(Proof):
    """No input reaches an instruction: all paths have been searched. It is false as a condition."""

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Counterexample:
    """The statement is false: the emulator was run with these inputs. It is false as a condition.

    Attributes:
        message: what happens.
        inputs: operands by name; of two runs that differ, those of both.
        instruction: the one that shows it.
        chain: instructions by which an operand's value has come there, the operand first.
    """

    message: str
    inputs: tuple[Mapping[str, Any], ...]
    instruction: InstructionLocation | None = None
    chain: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        lines = [self.message, *(f"  with {_text(inputs)}" for inputs in self.inputs)]
        return "\n".join([*lines, *(f"  from {link}" for link in self.chain)])


@dataclass(frozen=True)
class Unknown:
    """Nothing was shown. It is false as a condition.

    Attributes:
        reason: why.
        instruction: the one at which the analysis has ended.
        chain: as of a counterexample.
    """

    reason: str
    instruction: InstructionLocation | None = None
    chain: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        where = f" at {self.instruction}" if self.instruction else ""
        return "\n".join([f"unknown: {self.reason}{where}", *(f"  from {link}" for link in self.chain)])


def _text(inputs: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in inputs.items())
