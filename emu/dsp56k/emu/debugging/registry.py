"""An ordered collection of a user's settings on a chip, which receives each change."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from dsp56k.emu.errors import ConfigurationError

Item = TypeVar("Item")


class Registry(ABC, Generic[Item]):
    """Watchpoints or hooks, in the order in which they were set."""

    ITEM: ClassVar[str]
    """The name of an item in errors."""

    def __init__(self) -> None:
        self._set: list[Item] = []

    def __iter__(self) -> Iterator[Item]:
        return iter(self._set)

    def __len__(self) -> int:
        return len(self._set)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._set}>"

    def remove(self, item: Item) -> None:
        """Remove an item.

        Raises:
            ConfigurationError: The item is not set.
        """
        if item not in self._set:
            raise ConfigurationError(f"{item} is not set", field=self.ITEM, value=item)
        left = list(self._set)
        left.remove(item)
        self._apply(left)

    def clear(self) -> None:
        """Remove all items."""
        self._apply([])

    @abstractmethod
    def _apply(self, items: list[Item]) -> None:
        """Send all items to the chip."""
