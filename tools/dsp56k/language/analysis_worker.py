"""Assembly in the background: the latest text counts, and an assembly of an older one is cancelled."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from dsp56k.asm.budget import Budget, CancelledError
from dsp56k.language.analysis import Analysis, Project, analyze

_LOG = logging.getLogger(__name__)
Done = Callable[[Analysis], None]


class _Order(NamedTuple):
    root: Path
    texts: Mapping[Path, str]
    project: Project
    done: Done


class AnalysisWorker:
    """A thread that assembles programs, the latest request for each root; `done` is called in that thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._orders: dict[Path, _Order] = {}
        self._running: tuple[Path, Budget] | None = None
        self._ended = False
        self._thread: threading.Thread | None = None

    def order(self, root: Path, texts: Mapping[Path, str], project: Project, done: Done) -> None:
        """Request an assembly of a program; it replaces an earlier request for the same root."""
        with self._changed:
            self._orders[root] = _Order(root, texts, project, done)
            if self._running is not None and self._running[0] == root:
                self._running[1].cancel()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="assembler", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def end(self) -> None:
        """Cancel the current assembly, and wait for the thread."""
        with self._changed:
            self._ended = True
            self._orders.clear()
            if self._running is not None:
                self._running[1].cancel()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while (order := self._next()) is not None:
            budget = Budget()
            with self._changed:
                # A newer request may have arrived since.
                if order.root in self._orders:
                    continue
                self._running = order.root, budget
            try:
                order.done(analyze(order.root, order.texts, order.project, budget))
            except CancelledError:
                pass
            except Exception:  # noqa: BLE001 (one program must not cost the user the diagnostics of all others)
                _LOG.exception("cannot assemble %s", order.root)
            finally:
                with self._changed:
                    self._running = None

    def _next(self) -> _Order | None:
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self._orders)
            return None if self._ended else self._orders.pop(next(iter(self._orders)))
