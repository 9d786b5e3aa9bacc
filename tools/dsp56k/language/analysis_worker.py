"""Work in the background: the latest order for a file counts, and the work of an older one is cancelled."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from dsp56k.asm.budget import Budget, CancelledError

_LOG = logging.getLogger(__name__)
Work = Callable[[Budget], None]
MAX_WAIT = 0.3
"""Maximum number of seconds without an order before work begins: about the pause after which a person has stopped
typing. Shorter work waits as long as it took last time, so that it never slows the answers to an edit.
"""


class _Order(NamedTuple):
    work: Work
    begin: float


class AnalysisWorker:
    """A thread that assembles and links programs: the latest order for each file.

    The work of an order is called with a budget, in that thread. It raises CancelledError if it ends because the budget
    was cancelled.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._orders: dict[Path, _Order] = {}
        self._took: dict[Path, float] = {}
        self._running: tuple[Path, Budget] | None = None
        self._ended = False
        self._thread: threading.Thread | None = None

    def order(self, file: Path, work: Work) -> None:
        """Order work for a file; it replaces an earlier order for the same file."""
        with self._changed:
            # An order that is replaced goes to the end, after those that wait less.
            self._orders.pop(file, None)
            wait = min(self._took.get(file, 0.0), MAX_WAIT)
            self._orders[file] = _Order(work, time.monotonic() + wait)
            if self._running is not None and self._running[0] == file:
                self._running[1].cancel()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="assembler", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def end(self) -> None:
        """Cancel the current work, and wait for the thread."""
        with self._changed:
            self._ended = True
            self._orders.clear()
            if self._running is not None:
                self._running[1].cancel()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while (taken := self._next()) is not None:
            file, order, budget = taken
            start = time.monotonic()
            try:
                order.work(budget)
                self._took[file] = time.monotonic() - start
            except CancelledError:
                pass
            except Exception:  # noqa: BLE001 (one program must not cost the user the diagnostics of all others)
                _LOG.exception("cannot analyze %s", file)
            finally:
                with self._changed:
                    self._running = None

    def _next(self) -> tuple[Path, _Order, Budget] | None:
        """Wait for the next order whose time has come; None at the end."""
        with self._changed:
            while not self._ended:
                now = time.monotonic()
                file = min(self._orders, key=lambda known: self._orders[known].begin, default=None)
                if file is not None and (order := self._orders[file]).begin <= now:
                    del self._orders[file]
                    self._running = file, Budget()
                    return file, order, self._running[1]
                self._changed.wait(None if file is None else self._orders[file].begin - now)
            return None
