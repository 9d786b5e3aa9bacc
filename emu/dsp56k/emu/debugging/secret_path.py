"""Secret bits: which clock cycles and which control flow of a run can depend on a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from dsp56k.emu._core import SecretPath as CorePath
from dsp56k.emu.stop import Stop, StopReason, stop_of
from dsp56k.emu.validation import COUNT_MAX

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.signal_lines import Outputs

Place = str | tuple[str, int]
"""A register in lower case, "ccr" for the condition codes, or a space and an address."""
_WORD = -1 << 23, (1 << 23) - 1
"""Bounds of a word."""
_MOST = 1 << 20
"""Instructions of a call of the core: a fraction of a second, after which Python can interrupt the run."""


class SecretValue(NamedTuple):
    """A value with secret bits.

    Attributes:
        number: the value in the example.
        mask: bits that can differ with other secrets.
        low, high: bounds.
    """

    number: int
    mask: int
    low: int
    high: int


class SecretLeak(NamedTuple):
    """An instruction whose clock cycles, or whose successor, can depend on a secret.

    Attributes:
        address: its P address.
        reason: what depends on the secret.
        operand: name of the operand that the secret comes from, "" if it is not known.
        passed: addresses of the last instructions that have passed it on.
    """

    address: int
    reason: str
    operand: str
    passed: tuple[int, ...]


class Refusal(NamedTuple):
    """An instruction that cannot be followed, and why."""

    address: int
    reason: str


class SecretPath:
    """Executes an example and follows the bits that can differ with other secrets, by `Dsp56001.secret_path`.

    Arithmetic, moves and addresses are computed a second time with a mask and an interval for each value. The chip runs
    as without this object, at about 2.7 million instructions a second.
    """

    def __init__(
        self, chip: Chip, outputs: Outputs, until: Callable[[int | str | None], int | None], *, data_addresses: bool
    ) -> None:
        self._chip, self._outputs, self._until = chip, outputs, until
        self._path = CorePath(chip, data_addresses)
        self._operands: list[str] = []

    def _operand(self, name: str) -> int:
        if name not in self._operands:
            self._operands.append(name)
        return self._operands.index(name)

    def mark(
        self,
        places: Iterable[tuple[Place, int]],
        operand: str,
        bounds: Mapping[tuple[str, int], tuple[int, int]] | None = None,
    ) -> None:
        """Mark bits of registers and words as secret.

        Args:
            places: each place, and the mask of its secret bits.
            operand: the name by which a leak names their origin.
            bounds: smallest and largest value of some of the words, as signed numbers.

        Raises:
            RegisterError: a register that cannot have a secret value.
        """
        number = self._operand(operand)
        words = []
        for place, mask in places:
            if not isinstance(place, str):
                words.append((*place, mask, bounds.get(place, _WORD) if bounds else _WORD))
            elif place == "ccr":
                self._path.mark_flags(mask, number)
            else:
                self._path.mark_register(place, mask, number)
        self._path.mark_words(self._chip, words, number)

    def allow(self, address: int) -> None:
        """Allow the instruction at an address to depend on a secret."""
        self._path.allow(address)

    def follow(
        self, *, until: int | str | None, max_clocks: int, max_instructions: int | None = None
    ) -> SecretLeak | Refusal | Stop | None:
        """Execute and follow instructions.

        Returns:
            The first instruction that can depend on a secret, the instruction that cannot be followed, or the end of
            the run. None after `max_instructions`, by default about a million. Another call continues after the
            instruction; `allow` prevents another report of it.
        """
        self._outputs.enter()
        end = min(self._chip.total_clocks + max_clocks, COUNT_MAX)
        most = _MOST if max_instructions is None else max_instructions
        followed = self._path.follow(self._chip, self._outputs, (self._until(until), True, False), end, most)
        if followed is None:
            return None
        kind, address, reason, chain = followed
        if kind == "leak":
            operand, passed = chain or (None, [])
            return SecretLeak(address, reason, "" if operand is None else self._operands[operand], tuple(passed))
        return Refusal(address, reason) if kind == "refused" else stop_of(self._chip, StopReason[kind])

    def register(self, name: str) -> SecretValue | None:
        """Return the value of a register, or None if it cannot have a secret one."""
        value = self._path.register(name)
        return None if value is None else SecretValue(*value)

    def words(self, space: str) -> dict[int, SecretValue]:
        """Return the values of all words with secret bits, by their addresses."""
        return {address: SecretValue(*value) for address, value in self._path.words(self._chip, space)}

    @property
    def secret_flags(self) -> int:
        """Secret condition codes, by their bits in SR."""
        return self._path.secret_flags

    @property
    def instructions(self) -> int:
        """Number of instructions that were followed."""
        return self._path.instructions

    @property
    def secret_addresses(self) -> int:
        """Number of accesses whose address depends on a secret."""
        return self._path.secret_addresses


__all__ = ["Place", "Refusal", "SecretLeak", "SecretPath", "SecretValue"]
