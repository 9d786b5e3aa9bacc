"""Who runs the batches: this process, processes of this machine (joblib), or a Dask cluster. All give the same bytes.

A batch goes to a worker as bytes and comes back as bytes; what a call takes depends on nothing but its series, so that
neither the number of workers nor their order shows in a result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any, Protocol

import msgspec

from dsp56k.study.errors import ExecutionError
from dsp56k.study.measuring.cache import code_digest
from dsp56k.study.runners import run_batch
from dsp56k.study.tasks import Batch, Outcome
from dsp56k.system.extras import remedy
from dsp56k.system.processes import WorkerEndedError, answers

ANSWER_SECONDS = 10
"""How long a scheduler may take to answer."""


class Executor(Protocol):
    """Runs batches in any order."""

    workers: int

    def run(self, batches: Sequence[Batch]) -> Iterator[tuple[int, list[Outcome]]]:
        """The place of each batch, with its outcomes, as they come.

        Raises:
            ExecutionError: who was to run them does not answer, or has ended.
            Dsp56kError: a call failed.
        """


class Serial:
    """All in this process, one after the other."""

    workers = 1

    def run(self, batches: Sequence[Batch]) -> Iterator[tuple[int, list[Outcome]]]:
        """As Executor.run."""
        for place, batch in enumerate(batches):
            yield place, run_batch(batch)


class Processes:
    """Worker processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, batches: Sequence[Batch]) -> Iterator[tuple[int, list[Outcome]]]:
        """As Executor.run."""
        calls = [(place, _encoded(batch)) for place, batch in enumerate(batches)]
        with closing(answers(_answer, calls, self.workers, in_order=False)) as running:
            try:
                for place, answer in running:
                    yield place, _decoded(answer)
            except WorkerEndedError as error:
                raise ExecutionError(str(error), executor="joblib", reason=str(error)) from error


class Cluster:
    """A Dask cluster.

    Args:
        address: of its scheduler.

    Raises:
        ExecutionError: it does not answer, or Dask is not installed.
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
        self.workers = max(1, sum(self._client.nthreads().values()))

    def run(self, batches: Sequence[Batch]) -> Iterator[tuple[int, list[Outcome]]]:
        """As Executor.run."""
        import distributed

        futures = [
            self._client.submit(_answer, (place, _encoded(batch)), pure=False) for place, batch in enumerate(batches)
        ]
        try:
            for future in distributed.as_completed(futures):
                place, answer = future.result()
                yield place, _decoded(answer)
        except (OSError, distributed.client.FutureCancelledError, distributed.scheduler.KilledWorker) as error:
            reason = f"scheduler {self._address!r}: lost: {error}"
            raise ExecutionError(reason, executor="dask", reason=str(error)) from error
        finally:
            with suppress(Exception):
                self._client.cancel(futures)

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


@contextmanager
def executor(workers: int, scheduler: str | None = None) -> Iterator[Executor]:
    """`workers` processes of this machine, this one alone if it is one, or the cluster of a Dask scheduler.

    Raises:
        ExecutionError: the scheduler does not answer.
    """
    if scheduler is None:
        yield Processes(workers) if workers > 1 else Serial()
        return
    cluster = Cluster(scheduler)
    try:
        yield cluster
    finally:
        cluster.close()


def _encoded(batch: Batch) -> bytes:
    return msgspec.json.encode(batch)


def _answer(call: tuple[int, bytes]) -> tuple[int, tuple[str, bytes]]:
    """A worker's part: the place of a batch, and the batch."""
    place, encoded = call
    outcomes = run_batch(msgspec.json.decode(encoded, type=Batch))
    return place, (code_digest(), msgspec.json.encode(outcomes))


def _decoded(answer: Any) -> list[Outcome]:
    digest, outcomes = answer
    if digest != code_digest():
        raise ExecutionError("a worker has another version of dsp56k", executor="workers", reason=digest)
    return msgspec.json.decode(outcomes, type=list[Outcome])
