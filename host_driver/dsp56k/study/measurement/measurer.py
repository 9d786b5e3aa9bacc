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

_TASKS_EACH = 4
"""Minimum number of tasks per worker, if there are enough sizes: the last one to end keeps the others waiting."""


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
        self._latest: Series | None = None
        """The series of the latest `outcome`, of which callers read all sizes, and its digest."""
        self._digest = ""
        self._done = 0
        self._total = 0

    @property
    def taken(self) -> int:
        """The number of calls taken from the cache, including those measured again."""
        return len(self._taken)

    def outcome(self, series: Series, size: int) -> Outcome:
        """Return the outcome of a call that was measured."""
        if series is not self._latest:
            self._latest, self._digest = series, series.digest()
        return self._known[self._digest][size]

    def measure(self, batches: Iterable[Batch]) -> None:
        """Measure all unknown calls of the batches; each task is cached as soon as it is finished.

        A task has all batches of a bench, or a part of their sizes: starting a card takes longer than most calls.

        If the cache cannot be written, it is disabled, with a note in the log.

        Raises:
            StudyError: A call that was measured again has another outcome than the cache.
            ExecutionError, Dsp56kError: As Executor.run.
        """
        tasks = self._tasks(self._wanted(batches))
        self._total += sum(len(batch.sizes) for task in tasks for batch in task)
        self._tell(0)
        for place, answer in self._executor.run(tasks) if tasks else ():
            for batch, outcomes in zip(tasks[place], answer, strict=True):
                found = dict(zip(batch.sizes, outcomes, strict=True))
                self._compare(batch.series, found)
                self._known.setdefault(batch.series.digest(), {}).update(found)
                self._keep(batch.series, found)
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

    def _tasks(self, batches: Sequence[Batch]) -> list[tuple[Batch, ...]]:
        """Return the batches by bench, in as many parts as keep all workers busy; the longest first.

        No long task then remains for the end. A single worker keeps its bench from task to task.
        """
        benches: dict[bytes, list[Batch]] = {}
        for batch in batches:
            benches.setdefault(batch.series.setup().encoded(), []).append(batch)
        workers = self._executor.workers
        if workers == 1:
            return [(batch,) for bench in benches.values() for batch in bench]
        parts = -(-_TASKS_EACH * workers // max(1, len(benches)))
        split = (
            tuple(Batch(batch.series, sizes) for batch in bench if (sizes := batch.sizes[first::parts]))
            for bench in benches.values()
            for first in range(parts)
        )
        return sorted(filter(None, split), key=_weight, reverse=True)

    def _tell(self, done: int) -> None:
        self._done += done
        if self._progress:
            self._progress(self._done, self._total)


def _weight(task: Sequence[Batch]) -> tuple[bool, int]:
    return task[0].series.where == "card", sum(size for batch in task for size in batch.sizes)
