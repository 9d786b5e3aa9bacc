"""`answers`: calls in worker processes, given up without a word."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest
from joblib.externals.loky.process_executor import _ExecutorManagerThread

from dsp56k.system.processes import answers


def fails(place: int) -> NoReturn:
    raise ValueError(place)


def test_what_a_call_raises_is_raised() -> None:
    with pytest.raises(ValueError, match=r"^0$"):
        list(answers(fails, range(3), 2, in_order=True))


class UnpicklableError(Exception):
    """Cannot leave its process."""

    def __reduce__(self) -> NoReturn:
        raise TypeError


def fails_here(place: int) -> NoReturn:
    raise UnpicklableError(place)


def test_an_exception_that_cannot_leave_its_process_becomes_text() -> None:
    with pytest.raises(RuntimeError, match=r"^UnpicklableError: 5$"):
        list(answers(fails_here, [5], 1, in_order=True))


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


def test_workers_import_nothing_from_the_working_directory(tmp_path: Path) -> None:
    """A foreign study may have a file of the name of any module: Python's `-m` would execute it in each worker."""
    foreign = tmp_path / "study"
    foreign.mkdir()
    for module in ("pickle", "joblib", "random", "signal", "dsp56k", "cloudpickle"):
        (foreign / f"{module}.py").write_text(f"open({str(tmp_path / 'executed')!r}, 'w')\n")
    script = tmp_path / "script.py"
    lines = ["from dsp56k.system.processes import answers", "import os", "before = dict(os.environ)"]
    lines += ["print(list(answers(abs, [1, -2, 3], 2, in_order=True)))", "assert before == dict(os.environ)"]
    # The variable remains if the user has set it.
    lines += ["os.environ['PYTHONSAFEPATH'] = 'yes'", "list(answers(abs, [1, -2, 3], 2, in_order=True))"]
    lines += ["assert os.environ['PYTHONSAFEPATH'] == 'yes'"]
    script.write_text("\n".join(lines))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run(
        [sys.executable, script], cwd=foreign, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, "[1, 2, 3]\n"), done.stderr
    assert not (tmp_path / "executed").exists()
