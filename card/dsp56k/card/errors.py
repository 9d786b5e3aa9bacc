"""Errors of programs that use the card, with the numbers that explain them."""

from __future__ import annotations

from dsp56k.emu.timeline import Time
from dsp56k.isa.errors import Dsp56kError


class CardError(Dsp56kError):
    """The card was built or driven in a manner that no hardware allows."""


class CardAccessError(CardError):
    """An access with a documented but unwelcome outcome, in strict mode.

    Attributes:
        outcome: name of the outcome, as in docs/reference/card.md.
        where: I/O offset, PC memory address or DSP word address of the access.
        now: picoseconds since power-up.
    """

    def __init__(self, outcome: str, explanation: str, where: int, now: Time) -> None:
        self.outcome = outcome
        self.where = where
        self.now = now
        message = f"{outcome} at ${where:X}, {now} ps after power-up: {explanation}"
        super().__init__(message, outcome=outcome, where=where, now=now)
        self._arguments = outcome, explanation, where, now

    def __reduce__(self) -> tuple[type[CardAccessError], tuple[str, str, int, Time]]:
        """Return what makes the error in another process."""
        return type(self), self._arguments
