"""`answers`: calls in worker processes, given up without a word."""

from __future__ import annotations

import threading
import time
from typing import Any, NoReturn

import pytest
from joblib.externals.loky.process_executor import _ExecutorManagerThread

from dsp56k.system.processes import answers


def fails(place: int) -> NoReturn:
    raise ValueError(place)


def test_what_a_call_raises_is_raised() -> None:
    with pytest.raises(ValueError, match=r"^0$"):
        list(answers(fails, range(3), 2, in_order=True))


def test_calls_that_are_given_up_while_one_is_being_fed_print_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The feeding thread sleeps when the pool is given up, with calls in hand that the pool has forgotten."""
    process_result: Any = _ExecutorManagerThread.process_result_item
    told: list[threading.ExceptHookArgs] = []

    def process_then_sleep(thread: Any, item: Any) -> None:
        process_result(thread, item)
        time.sleep(0.2)

    monkeypatch.setattr(_ExecutorManagerThread, "process_result_item", process_then_sleep)
    monkeypatch.setattr(threading, "excepthook", told.append)
    running = answers(abs, range(40), 2, in_order=False)
    next(running)
    running.close()
    assert told == []
