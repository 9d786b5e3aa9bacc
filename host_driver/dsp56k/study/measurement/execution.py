"""Executors of tasks: this process, processes of this computer (joblib), or a Dask cluster, all with the same bytes.

A task, some batches, goes to a worker as bytes, and its outcomes return as bytes. The cost of a call depends only on
its series, so neither the number of workers nor their order affects a result.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, Protocol

import msgspec

from dsp56k.study.errors import ExecutionError
from dsp56k.study.measurement.cache import code_digest
from dsp56k.study.runners import drop_benches, run_batch
from dsp56k.study.tasks import Batch, Outcome
from dsp56k.system.imports import remedy
from dsp56k.system.processes import WorkerEndedError, answers

ANSWER_SECONDS = 10
"""Maximum response time of a scheduler, and the interval at which a run looks for its workers."""
MAX_WORKERLESS_SECONDS = 120
"""A cluster without workers is given up after this time: a worker that restarts has reconnected by then."""
_BENCHES_OF_WORKER = 32
"""Maximum number of benches that a worker keeps between tasks.

joblib ends a worker, with a warning, that has grown by 300 MB since its first task. A bench of the card takes 7.3 MB
after calls with 64 KB of data.
"""
_one_task = threading.Lock()
"""Held during a task: a worker of Dask has a thread for each core, and they share the benches."""

Task = Sequence[Batch]
"""Batches that one worker executes in order."""
Answer = list[list[Outcome]]
"""The outcomes of each batch of a task."""


class Executor(Protocol):
    """Runs tasks in any order."""

    workers: int

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        """Yield the index of each task, with its outcomes, as they finish.

        Raises:
            ExecutionError: A worker or scheduler does not respond, or has ended.
            Dsp56kError: A call failed.
        """


class Serial:
    """Runs all tasks in this process, one after the other."""

    workers = 1

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        """Run tasks as Executor.run."""
        for place, task in enumerate(tasks):
            yield place, [run_batch(batch) for batch in task]


class Processes:
    """Worker processes of this computer."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        """Run tasks as Executor.run."""
        calls = [(place, _encoded(task)) for place, task in enumerate(tasks)]
        with closing(answers(_answer, calls, self.workers, in_order=False)) as running:
            try:
                for place, answer in running:
                    yield place, _decoded(answer)
            except WorkerEndedError as error:
                raise ExecutionError(str(error), executor="joblib", reason=str(error)) from error


class Cluster:
    """A Dask cluster.

    Args:
        address: The address of its scheduler.

    Raises:
        ExecutionError: The scheduler does not respond, or Dask is not installed.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError as error:
            raise ExecutionError(remedy(error) or str(error), executor="dask", reason=str(error)) from error
        try:
            self._client = distributed.Client(address, timeout=ANSWER_SECONDS)
        except (OSError, ValueError) as error:
            reason = f"scheduler {address!r}: no answer: {error}"
            raise ExecutionError(reason, executor="dask", reason=str(error)) from error
        self._address = address
        # The threads of a worker execute one task at a time, so they are not counted.
        self.workers = max(1, len(self._client.nthreads()))

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        """Run tasks as Executor.run."""
        import distributed

        futures = [
            self._client.submit(_answer, (place, _encoded(task)), pure=False) for place, task in enumerate(tasks)
        ]
        pending = set(futures)
        try:
            while pending:
                done = self._finished(pending)
                pending -= done
                for future in done:
                    place, answer = future.result()
                    yield place, _decoded(answer)
        except (OSError, distributed.client.FutureCancelledError, distributed.scheduler.KilledWorker) as error:
            reason = f"scheduler {self._address!r}: lost: {error}"
            raise ExecutionError(reason, executor="dask", reason=str(error)) from error
        finally:
            with suppress(Exception):
                self._client.cancel(futures)

    def _finished(self, pending: set[Any]) -> set[Any]:
        """Return the futures that are finished, at least one.

        Raises:
            ExecutionError: The cluster has had no worker for MAX_WORKERLESS_SECONDS.
        """
        import distributed

        workerless_since: float | None = None
        while True:
            with suppress(TimeoutError):
                done: set[Any] = distributed.wait(pending, timeout=ANSWER_SECONDS, return_when="FIRST_COMPLETED").done
                return done
            if self._client.nthreads():
                workerless_since = None
            elif workerless_since is None:
                workerless_since = time.monotonic()
                message = "scheduler %r: no workers; the run waits %d s for one"
                logging.getLogger("dsp56k").warning(message, self._address, MAX_WORKERLESS_SECONDS)
            elif time.monotonic() - workerless_since > MAX_WORKERLESS_SECONDS:
                reason = f"no workers for {MAX_WORKERLESS_SECONDS} s"
                raise ExecutionError(
                    f"scheduler {self._address!r}: {reason}; start one and run the command again",
                    executor="dask",
                    reason=reason,
                )

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


@contextmanager
def executor(workers: int, scheduler: str | None = None) -> Iterator[Executor]:
    """Yield an executor: the cluster of a Dask scheduler, else `workers` processes; this process if `workers` is one.

    Raises:
        ExecutionError: The scheduler does not respond.
    """
    if scheduler is None:
        yield Processes(workers) if workers > 1 else Serial()
        return
    cluster = Cluster(scheduler)
    try:
        yield cluster
    finally:
        cluster.close()


def _encoded(task: Task) -> bytes:
    return msgspec.json.encode(task)


def _answer(call: tuple[int, bytes]) -> tuple[int, tuple[str, bytes]]:
    """Run a task in a worker; return its index and the outcomes."""
    place, encoded = call
    with _one_task:
        outcomes = [run_batch(batch) for batch in msgspec.json.decode(encoded, type=list[Batch])]
        drop_benches(_BENCHES_OF_WORKER)
    return place, (code_digest(), msgspec.json.encode(outcomes))


def _decoded(answer: Any) -> Answer:
    digest, outcomes = answer
    if digest != code_digest():
        raise ExecutionError("a worker has another version of dsp56k", executor="workers", reason=digest)
    return msgspec.json.decode(outcomes, type=Answer)
