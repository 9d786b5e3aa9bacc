"""Work that makes many objects and hardly any cycles of them: each search for unused cycles would look at all."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

_NEW_OBJECTS = 50_000
"""So many more than there were, before a search looks at the new ones: a command's imports make 150,000."""


def search_rarely() -> None:
    """Let Python search less often from now on, and not at its end: for commands, which end soon."""
    gc.set_threshold(_NEW_OBJECTS)
    # Python would look at every object three times as it ends, for memory that the system takes back at once.
    atexit.register(gc.freeze)


@contextmanager
def without_cycle_search() -> Iterator[None]:
    """Keep Python from searching for unused cycles in the block, or the function that this decorates."""
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            if not gc.get_freeze_count():
                # All that is new joins the oldest objects; the first search would look at each of them otherwise. What
                # a caller has frozen stays so.
                gc.freeze()
                gc.unfreeze()
            gc.enable()
