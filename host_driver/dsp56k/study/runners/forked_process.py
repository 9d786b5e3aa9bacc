"""Execution in a copy of this process: the machines that it uses do not change.

A booted card is a chip, a PC under Unicorn, a timer and a bus; copying the process copies all of them, exactly, in some
milliseconds.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

from dsp56k.study.errors import ExecutionError

T = TypeVar("T")
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run_in_copy(work: Callable[[], T]) -> T:
    """Return what `work` returns, or raise its exception.

    Raises:
        ExecutionError: The copy ended without a result.
        OSError: The system cannot create a process.
    """
    answers, answer = os.pipe()
    child = 0
    try:
        # Code that libraries run after a fork swallows exceptions, including that of a signal.
        held = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
        try:
            child = os.fork()
            if child == 0:
                _answer(work, answer, held)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
        os.close(answer)
        with os.fdopen(answers, "rb") as stream:
            content = stream.read()
        _, status = os.waitpid(child, 0)
        child = 0
    finally:
        if child:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    if not content:
        raise ExecutionError(f"a process ended without a result (status {status})", executor="copy", reason=str(status))
    # The bytes are our own: they come from the copy of this process.
    good, value = pickle.loads(content)  # noqa: S301 - see above
    if good:
        result: T = value
        return result
    raise value


def _answer(work: Callable[[], object], answer: int, held: Iterable[int]) -> None:
    """Run the copy: it neither returns nor runs the exit handlers of this process."""
    code = 1
    # A garbage collection in the copy would touch, and so copy, page after page of the shared memory.
    gc.freeze()
    try:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
            content = pickle.dumps((True, work()))
        except Exception as error:  # noqa: BLE001 - raised again by in_copy
            content = pickle.dumps((False, error))
        with os.fdopen(answer, "wb") as stream:
            stream.write(content)
        code = 0
    finally:
        os._exit(code)
