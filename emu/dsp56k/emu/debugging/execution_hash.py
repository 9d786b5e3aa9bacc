"""Hashes of an execution, to compare runs without their traces."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from dsp56k.emu.errors import ConfigurationError

if TYPE_CHECKING:
    from types import TracebackType

    from dsp56k.emu._core import Chip


class ExecutionHash(AbstractContextManager["ExecutionHash"]):
    """Hashes the execution of a chip inside a `with`. Two executions with equal hashes were the same.

    The hashes have 64 bits. Two different executions have equal hashes only by chance.
    """

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._hashes = (0, 0)
        self._open = False

    def __enter__(self) -> ExecutionHash:
        """Begin to hash.

        Raises:
            ConfigurationError: Another ExecutionHash of the chip is open.
        """
        if self._chip.path() is not None:
            raise ConfigurationError(
                "the execution of this chip is already being hashed", field="hash_execution", value=self
            )
        self._chip.follow_path(True)
        self._open = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Store the hashes and stop."""
        self._hashes = self._now()
        self._open = False
        self._chip.follow_path(False)

    @property
    def flow(self) -> int:
        """Hash of the address of each executed instruction, and the clocks from the beginning to its end."""
        return self._now()[0]

    @property
    def data(self) -> int:
        """Hash of the space, address and direction of each data access."""
        return self._now()[1]

    def _now(self) -> tuple[int, int]:
        return (self._chip.path() if self._open else None) or self._hashes
