"""Garbage collection during work that creates many objects and hardly any cycles: a search would visit all of them."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

_NEW_OBJECTS = 50_000
"""Number of new objects before a collection visits them: a command's imports create 150,000."""
_MAX_FROZEN_BY_PYTHON = 1000
"""Maximum number of objects that Python itself freezes at its start: 375 in 3.12, none in 3.11 and 3.13. A caller that
freezes has several thousand.
"""


def _has_frozen() -> bool:
    """Return True if a caller has frozen objects."""
    return gc.get_freeze_count() > _MAX_FROZEN_BY_PYTHON


class _Unsearched:
    """Objects that work has made without searches.

    They join the oldest objects, whose searches Python puts off by what its own have let through: by these never. So
    unused cycles among them would pile up.
    """

    def __init__(self) -> None:
        self._objects = 0
        self._most = 2 * _NEW_OBJECTS

    def add(self) -> None:
        """Move new objects to the oldest generation, so that the next collection does not visit them."""
        self._objects += gc.get_count()[0]
        gc.freeze()
        gc.unfreeze()

    def search_if_many(self) -> None:
        """Search all objects, where as many are new as half of all, so that it costs each a few looks at most."""
        if self._objects > self._most:
            gc.collect()
            self._objects = 0
            self._most = 2 * _NEW_OBJECTS + len(gc.get_objects()) // 2


_unsearched = _Unsearched()


def search_rarely() -> None:
    """Let Python search less often from now on, and not at its end: for commands, which end soon."""
    gc.set_threshold(_NEW_OBJECTS)
    # Python would look at every object three times as it ends, for memory that the system takes back at once.
    atexit.register(gc.freeze)


@contextmanager
def without_cycle_search() -> Iterator[None]:
    """Keep Python from searching for unused cycles in the block, or the function that this decorates.

    Where such work has left many objects, there is a search before.
    """
    searching = gc.isenabled()
    # Objects that a caller has frozen remain frozen.
    if searching and not _has_frozen():
        _unsearched.search_if_many()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            if not _has_frozen():
                _unsearched.add()
            gc.enable()
