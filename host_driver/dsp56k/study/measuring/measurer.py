"""What was measured and what is still to be: outcomes by series and size, from the cache or from an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsp56k.study.measuring.cache import Cache
from dsp56k.study.measuring.execution import Executor
from dsp56k.study.tasks import Batch, Outcome, Series

Progress = Callable[[int, int], None]
"""Told how many calls are done, and how many there are so far."""

_BATCHES_EACH = 4
"""Batches that each worker has at least, if there are so many sizes: the last one to end keeps the others waiting."""


class Measurer:
    """Keeps outcomes and measures what is missing.

    Attributes:
        measured: calls that were measured here, not taken from the cache.
    """

    def __init__(self, executor: Executor, cache: Cache | None = None, progress: Progress | None = None) -> None:
        self.measured = 0
        self._executor = executor
        self._cache = cache
        self._progress = progress
        self._known: dict[str, dict[int, Outcome]] = {}
        self._done = 0
        self._total = 0

    def outcome(self, series: Series, size: int) -> Outcome:
        """The outcome of a call that was measured."""
        return self._known[series.digest()][size]

    def measure(self, batches: Iterable[Batch]) -> None:
        """Measure all calls of the batches that are not known; each batch is kept as soon as it is done.

        Raises:
            ExecutionError, Dsp56kError: as Executor.run.
            OSError: the cache cannot be written.
        """
        wanted = self._wanted(batches)
        parts = [Batch(batch.series, sizes) for batch in wanted for sizes in self._split(batch.sizes, len(wanted))]
        self._total += sum(len(part.sizes) for part in parts)
        self._tell(0)
        # The longest first: nothing long is left for the end.
        parts.sort(key=_weight, reverse=True)
        for place, outcomes in self._executor.run(parts) if parts else ():
            part = parts[place]
            found = dict(zip(part.sizes, outcomes, strict=True))
            self._known.setdefault(part.series.digest(), {}).update(found)
            if self._cache:
                self._cache.keep(part.series, found)
            self.measured += len(found)
            self._tell(len(found))

    def _wanted(self, batches: Iterable[Batch]) -> list[Batch]:
        """The calls that are not known, each once."""
        wanted: dict[str, tuple[Series, set[int]]] = {}
        for batch in batches:
            digest = batch.series.digest()
            if digest not in self._known:
                self._known[digest] = self._cache.load(batch.series) if self._cache else {}
            missing = set(batch.sizes) - self._known[digest].keys()
            if missing:
                wanted.setdefault(digest, (batch.series, set()))[1].update(missing)
        return [Batch(series, tuple(sorted(sizes))) for series, sizes in wanted.values()]

    def _split(self, sizes: tuple[int, ...], batches: int) -> Iterable[tuple[int, ...]]:
        """The sizes of a batch in as many parts as keep all workers busy."""
        parts = min(len(sizes), -(-_BATCHES_EACH * self._executor.workers // batches))
        return (sizes[first::parts] for first in range(parts)) if self._executor.workers > 1 else (sizes,)

    def _tell(self, done: int) -> None:
        self._done += done
        if self._progress:
            self._progress(self._done, self._total)


def _weight(batch: Batch) -> tuple[bool, int]:
    return batch.series.where == "card", sum(batch.sizes)
