"""Calls in worker processes of this machine, by joblib."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

Argument = TypeVar("Argument")
Answer = TypeVar("Answer")


class WorkerEndedError(Exception):
    """A worker process ended before its answer came: out of memory, or killed."""


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0))


def answers(
    function: Callable[[Argument], Answer], arguments: Sequence[Argument], jobs: int, *, in_order: bool
) -> Generator[Answer]:
    """What the function gives for each argument, as soon as it is there and, if so asked, the ones before it are.

    Closing the iterator gives up the calls that have not begun. ^C is left to this process.

    Args:
        function: cloudpickle must be able to send it.
        arguments: one for each call, of any length.
        jobs: worker processes at most.
        in_order: that of the arguments; short calls then go in batches.

    Raises:
        WorkerEndedError: a worker process ended.
        Exception: what a call raised.
    """
    import joblib
    from joblib.externals.loky.process_executor import BrokenProcessPool

    pool = joblib.Parallel(
        n_jobs=min(jobs, len(arguments)),
        batch_size="auto" if in_order else 1,
        return_as="generator" if in_order else "generator_unordered",
        initializer=_leave_interrupts,
    )
    running = pool(joblib.delayed(function)(argument) for argument in arguments)
    try:
        for answer in running:  # noqa: UP028 - closing this would close that first, and its warning come out
            yield answer
    except BrokenProcessPool as error:
        raise WorkerEndedError(f"a worker process ended: {error}") from error
    finally:
        with warnings.catch_warnings():
            # It warns of calls that are given up: that is what a failure and an interruption want.
            warnings.simplefilter("ignore", UserWarning)
            running.close()


def _leave_interrupts() -> None:
    """Ctrl-C reaches a whole group of processes: the one that it is meant for ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
