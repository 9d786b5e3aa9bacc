"""Calls in worker processes of this machine, by joblib."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

Argument = TypeVar("Argument")
Answer = TypeVar("Answer")
_SAFE_PATH = "PYTHONSAFEPATH"
_safe_pools: set[object] = set()
"""The pools that run, and for which this module has set PYTHONSAFEPATH."""


class WorkerEndedError(Exception):
    """A worker process ended before its answer came: out of memory, or killed."""


@dataclass(frozen=True, slots=True)
class _Raised:
    """An exception of a call, returned as a value: for a raised one joblib would kill the workers."""

    error: Exception


def available_cores() -> int:
    """Return the number of cores that this process may use; if that is unknown, the number of cores."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def answers(
    function: Callable[[Argument], Answer], arguments: Sequence[Argument], jobs: int, *, in_order: bool
) -> Generator[Answer]:
    """Yield the function's results, each as soon as it and, with `in_order`, those before it are available.

    Closing the iterator cancels the calls that have not begun. ^C is handled in this process.

    Args:
        function: A function that cloudpickle can send.
        arguments: One for each call, of any length.
        jobs: Maximum number of worker processes.
        in_order: True for the order of the arguments; short calls are then batched.

    Raises:
        WorkerEndedError: A worker process ended.
        Exception: A call raised it; one that cannot leave its process becomes a RuntimeError with its text.
    """
    import joblib
    from joblib.externals.loky.process_executor import BrokenProcessPool

    def call(argument: Argument) -> Answer | _Raised:
        try:
            return function(argument)
        except Exception as error:  # noqa: BLE001 - the caller receives every exception
            return _Raised(_portable(error))

    pool = joblib.Parallel(
        n_jobs=min(jobs, len(arguments)),
        batch_size="auto" if in_order else 1,
        return_as="generator" if in_order else "generator_unordered",
        initializer=_leave_interrupts,
    )
    with _safe_path():
        try:
            # A worker may end while the first calls are sent.
            running = pool(joblib.delayed(call)(argument) for argument in arguments)
        except BrokenProcessPool as error:
            raise _worker_ended(error) from error
        try:
            for answer in running:
                if isinstance(answer, _Raised):
                    raise answer.error
                yield answer
        except BrokenProcessPool as error:
            raise _worker_ended(error) from error
        finally:
            with warnings.catch_warnings(), _unheard_manager():
                # joblib warns of cancelled calls, which a failure and an interruption intend.
                warnings.simplefilter("ignore", UserWarning)
                running.close()


def _worker_ended(error: Exception) -> WorkerEndedError:
    return WorkerEndedError(f"a worker process ended: {error}")


def _portable(error: Exception) -> Exception:
    """Return the error as another process receives it; one that cannot leave its process becomes text."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - written a moment ago by this process
    except Exception:  # noqa: BLE001 - a class may raise anything as it is made
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


@contextmanager
def _safe_path() -> Iterator[None]:
    """Start workers that import nothing from the working directory.

    joblib starts them by `python -m`, which searches that directory first: a foreign study that has a `pickle.py` would
    be executed. The variable is removed when the last pool ends, because it would change the user's own processes, too.
    """
    if _SAFE_PATH in os.environ and not _safe_pools:
        yield
        return
    pool = object()
    _safe_pools.add(pool)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        _safe_pools.discard(pool)
        if not _safe_pools:
            os.environ.pop(_SAFE_PATH, None)


@contextmanager
def _unheard_manager() -> Iterator[None]:
    """Nothing is printed of the thread that feeds joblib's workers.

    Where a pool is given up, it forgets its calls first and then looks one up that was still to be fed: a KeyError in a
    thread that was about to end.
    """
    heard = threading.excepthook

    def unless_given_up(arguments: threading.ExceptHookArgs) -> None:
        thread = arguments.thread
        if not (arguments.exc_type is KeyError and thread is not None and thread.name == "ExecutorManagerThread"):
            heard(arguments)

    threading.excepthook = unless_given_up
    try:
        yield
    finally:
        threading.excepthook = heard


def _leave_interrupts() -> None:
    """Ctrl-C reaches a whole group of processes: the one that it is meant for ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
