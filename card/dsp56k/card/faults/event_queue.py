"""Queue of the card's future events."""

import heapq
from collections.abc import Callable
from itertools import count

from dsp56k.emu.timeline import Time

Action = Callable[[Time], None]

NEVER: Time = 1 << 127
"""A time that is later than the end of any run."""


class EventQueue:
    """Actions in the order of their times, those of one time in the order of `add`; `next` is the time of the first."""

    def __init__(self) -> None:
        self.next: Time = NEVER
        self._entries: list[tuple[Time, int, object, Action]] = []
        self._order = count()

    def add(self, time: Time, owner: object, action: Action) -> None:
        """Call `action(time)` when the card reaches `time`."""
        heapq.heappush(self._entries, (time, next(self._order), owner, action))
        self.next = self._entries[0][0]

    def take(self) -> tuple[Time, Action]:
        """Remove the first entry, and return it."""
        time, _, _, action = heapq.heappop(self._entries)
        self._first()
        return time, action

    def forget(self, owner: object) -> None:
        """Remove the entries of `owner`."""
        self._entries = [entry for entry in self._entries if entry[2] is not owner]
        heapq.heapify(self._entries)
        self._first()

    def _first(self) -> None:
        self.next = self._entries[0][0] if self._entries else NEVER
