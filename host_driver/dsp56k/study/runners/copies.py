"""Work done in a copy of this process: the machines that it uses stay as they were.

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


def in_copy(work: Callable[[], T]) -> T:
    """What `work` returns, or raises.

    Raises:
        ExecutionError: the copy ended without an answer.
        OSError: the system gives no more processes.
    """
    answers, answer = os.pipe()
    child = 0
    try:
        # What libraries do after a fork swallows exceptions, and so would swallow that of a signal.
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
    """The copy's whole life: it neither returns nor runs what this process has registered for its end."""
    code = 1
    # What the copy shares with its parent it shall not go through: that would copy page after page.
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
