"""Work that makes many objects and hardly any cycles of them: each search for unused cycles would look at all."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_cycle_search() -> Iterator[None]:
    """Keep Python from searching for unused cycles in the block, or the function that this decorates."""
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()
