"""Outcomes by series and size, from the cache or from an executor."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.cache import Cache
from dsp56k.study.measurement.execution import Executor
from dsp56k.study.tasks import Batch, Outcome, Series

Progress = Callable[[int, int], None]
"""Called with the number of finished calls, and of all calls so far."""

_BATCHES_EACH = 4
"""Minimum number of batches per worker, if there are enough sizes: the last one to end keeps the others waiting."""


class Measurer:
    """Stores outcomes and measures missing ones.

    Attributes:
        measured: The number of calls that were measured here, not taken from the cache.
        rechecked: The number of cached calls that were measured again with the same outcome.

    Args:
        executor: Runs the batches.
        cache: Outcomes of earlier runs, if any.
        progress: Called with the progress.
        recheck: The number of cached calls to measure again.
    """

    def __init__(
        self,
        executor: Executor,
        cache: Cache | None = None,
        progress: Progress | None = None,
        recheck: int = 0,
    ) -> None:
        self.measured = 0
        self.rechecked = 0
        self._recheck = recheck
        self._kept: dict[str, set[int]] = {}
        self._taken: set[tuple[str, int]] = set()
        self._executor = executor
        self._cache = cache
        self._progress = progress
        self._known: dict[str, dict[int, Outcome]] = {}
        self._done = 0
        self._total = 0

    @property
    def taken(self) -> int:
        """The number of calls taken from the cache, including those measured again."""
        return len(self._taken)

    def outcome(self, series: Series, size: int) -> Outcome:
        """Return the outcome of a call that was measured."""
        return self._known[series.digest()][size]

    def measure(self, batches: Iterable[Batch]) -> None:
        """Measure all unknown calls of the batches; each batch is cached as soon as it is finished.

        If the cache cannot be written, it is disabled, with a note in the log.

        Raises:
            StudyError: A call that was measured again has another outcome than the cache.
            ExecutionError, Dsp56kError: As Executor.run.
        """
        wanted = self._wanted(batches)
        parts = [Batch(batch.series, sizes) for batch in wanted for sizes in self._split(batch.sizes, len(wanted))]
        self._total += sum(len(part.sizes) for part in parts)
        self._tell(0)
        # The longest first, so that no long batch remains for the end.
        parts.sort(key=_weight, reverse=True)
        for place, outcomes in self._executor.run(parts) if parts else ():
            part = parts[place]
            found = dict(zip(part.sizes, outcomes, strict=True))
            self._compare(part.series, found)
            self._known.setdefault(part.series.digest(), {}).update(found)
            self._keep(part.series, found)
            self.measured += len(found)
            self._tell(len(found))

    def _wanted(self, batches: Iterable[Batch]) -> list[Batch]:
        """Return the unknown calls, each once."""
        wanted: dict[str, tuple[Series, set[int]]] = {}
        again: dict[tuple[str, int], Series] = {}
        for batch in batches:
            digest = batch.series.digest()
            if digest not in self._known:
                self._known[digest] = self._cache.load(batch.series) if self._cache else {}
                self._kept[digest] = set(self._known[digest])
            missing = set(batch.sizes) - self._known[digest].keys()
            taken = {(digest, size) for size in self._kept[digest].intersection(batch.sizes)} - self._taken
            self._taken |= taken
            again.update(dict.fromkeys(taken, batch.series))
            if missing:
                wanted.setdefault(digest, (batch.series, set()))[1].update(missing)
        for digest, size in self._chosen(sorted(again)):
            wanted.setdefault(digest, (again[digest, size], set()))[1].add(size)
        return [Batch(series, tuple(sorted(sizes))) for series, sizes in wanted.values()]

    def _chosen(self, calls: Sequence[tuple[str, int]]) -> Sequence[tuple[str, int]]:
        """Return calls to measure again, spread over those that were taken from the cache."""
        count = min(self._recheck, len(calls))
        self._recheck -= count
        return [calls[place * len(calls) // count] for place in range(count)]

    def _compare(self, series: Series, found: Mapping[int, Outcome]) -> None:
        """Compare outcomes with those of the cache.

        Raises:
            StudyError: One differs.
        """
        known = self._known.get(series.digest(), {})
        for size in found.keys() & known.keys():
            if found[size] != known[size]:
                call = f"{series.operation} of {size:,} ({series.where})"
                took = f"takes {found[size].us:,.3f} us, but {known[size].us:,.3f} us in the cache"
                raise StudyError(f"{call} {took}: measure with --no-cache, or remove the cache")
            self.rechecked += 1
            self.measured -= 1

    def _keep(self, series: Series, found: Mapping[int, Outcome]) -> None:
        if self._cache is None:
            return
        try:
            self._cache.keep(series, found)
        except OSError as error:
            self._cache = None
            message = "%s: cannot write the cache: %s; the run continues without it"
            logging.getLogger("dsp56k").warning(message, error.filename, error.strerror)

    def _split(self, sizes: tuple[int, ...], batches: int) -> Iterable[tuple[int, ...]]:
        """Return the sizes of a batch in as many parts as keep all workers busy."""
        parts = min(len(sizes), -(-_BATCHES_EACH * self._executor.workers // batches))
        return (sizes[first::parts] for first in range(parts)) if self._executor.workers > 1 else (sizes,)

    def _tell(self, done: int) -> None:
        self._done += done
        if self._progress:
            self._progress(self._done, self._total)


def _weight(batch: Batch) -> tuple[bool, int]:
    return batch.series.where == "card", sum(batch.sizes)
