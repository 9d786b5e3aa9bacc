"""Processes that run the cases of a campaign in batches, each restarted if it dies or hangs."""

from __future__ import annotations

import multiprocessing
import os
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from ctypes import c_longlong
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawValue

from fuzz.cases import LIMIT, Outcome, try_case

MEMORY = 1 << 30
"""Bytes that a process may use."""
BATCH = 1000
"""Cases that a process takes at a time."""
STUCK = 12 * LIMIT
"""Seconds of wall time in one case after which a process is ended: in one long call it does not see Hang."""
Counts = dict[str, Counter[str]]
"""Number of cases, of refused cases, and of the steps done with the others, by format."""


def _work(pipe: Connection, present: c_longlong, kind: str, seed: int, folder: str) -> None:
    """A process: for each range that comes, ("finding", number, outcome) and at its end ("done", 0, counts)."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(folder)
    while True:
        numbers: range = pipe.recv()
        counts: Counts = {}
        for number in numbers:
            # If the process dies, this is the last case.
            present.value = number
            outcome = try_case(kind, seed, number)
            if outcome.finding:
                pipe.send(("finding", number, outcome))
            else:
                counts.setdefault(outcome.form, Counter()).update(("cases", *(outcome.steps or ("refused",))))
        pipe.send(("done", 0, counts))


@dataclass(slots=True)
class _Worker:
    """A process, the number of its present case, the batch it is at, and since when the case is the same."""

    process: BaseProcess
    pipe: Connection
    present: c_longlong
    batch: range
    seen: tuple[int, float] = (-1, 0.0)

    def stands_still(self) -> bool:
        """Return True if the same case has been running for STUCK seconds."""
        now = time.monotonic()
        if self.present.value != self.seen[0]:
            self.seen = self.present.value, now
        return now - self.seen[1] > STUCK


class Team:
    """The processes of a campaign. `done` counts the cases of finished batches, `counts` says what came of them."""

    def __init__(self, kind: str, seed: int, numbers: range, report: Callable[[int, Outcome], None]) -> None:
        self.kind = kind
        self.seed = seed
        self.report = report
        self.done = self.found = 0
        self.counts: Counts = {}
        self._batches = (numbers[at : at + BATCH] for at in range(0, len(numbers), BATCH))
        self._left: list[range] = []
        self._workers: list[_Worker] = []
        self._stop = numbers.stop

    def run(self, jobs: int, most: int, progress: Callable[[], None]) -> None:
        """Run all cases, or until there are `most` findings; `progress` is called after each batch."""
        with tempfile.TemporaryDirectory() as folder:
            try:
                for _ in range(jobs):
                    self._start(folder, self._next())
                while self._workers and self.found < most:
                    for worker in self._ready():
                        self._hear(worker, folder, progress)
            finally:
                for worker in self._workers:
                    worker.process.kill()
                    worker.process.join()

    def first_open(self) -> int:
        """The number from which on a case may not have been run."""
        waiting = [worker.batch.start for worker in self._workers] + [batch.start for batch in self._left]
        return min(waiting, default=next(self._batches, range(self._stop, self._stop)).start)

    def _next(self) -> range | None:
        return self._left.pop() if self._left else next(self._batches, None)

    def _start(self, folder: str, batch: range | None) -> None:
        if batch is None:
            return
        ours, theirs = multiprocessing.Pipe()
        present = RawValue(c_longlong, batch.start)
        arguments = (theirs, present, self.kind, self.seed, tempfile.mkdtemp(dir=folder))
        process = multiprocessing.get_context("fork").Process(target=_work, args=arguments, daemon=True)
        process.start()
        theirs.close()
        ours.send(batch)
        self._workers.append(_Worker(process, ours, present, batch))

    def _ready(self) -> Iterator[_Worker]:
        """Return the processes with results. Those that hang are ended, which is a result as well."""
        ready = wait([worker.pipe for worker in self._workers], timeout=LIMIT)
        for worker in list(self._workers):
            if worker.pipe in ready:
                yield worker
            elif worker.stands_still():
                worker.process.kill()

    def _hear(self, worker: _Worker, folder: str, progress: Callable[[], None]) -> None:
        try:
            what, number, content = worker.pipe.recv()
        except EOFError:
            self._bury(worker, folder)
            return
        if what == "finding":
            self._find(number, content)
            return
        self.done += len(worker.batch)
        for form, counts in content.items():
            self.counts.setdefault(form, Counter()).update(counts)
        batch = self._next()
        if batch is None:
            self._workers.remove(worker)
            worker.process.kill()
            worker.process.join()
        else:
            worker.batch = batch
            worker.pipe.send(batch)
        progress()

    def _bury(self, worker: _Worker, folder: str) -> None:
        """A process has ended by itself: that is a finding of its case; another one does the rest of the batch."""
        worker.process.join()
        self._workers.remove(worker)
        number = worker.present.value
        self._find(number, Outcome(f"the process ended with exit code {worker.process.exitcode}\n"))
        self.done += number + 1 - worker.batch.start
        rest = range(number + 1, worker.batch.stop)
        self._start(folder, rest if rest else self._next())

    def _find(self, number: int, outcome: Outcome) -> None:
        self.found += 1
        self.report(number, outcome)
