"""Work in a copy of the process: its result, its failures, and signals during the copy."""

import os
import signal
import subprocess
import sys

import pytest

from dsp56k.study.errors import ExecutionError
from dsp56k.study.runners.forked_process import run_in_copy

INTERRUPTED = """
import os, signal
from dsp56k.study.runners.forked_process import run_in_copy
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    run_in_copy(lambda: 1)
except KeyboardInterrupt:
    print("interrupted")
try:
    os.wait()
except ChildProcessError:
    print("alone")
"""


def test_what_was_done_in_a_copy_stays_there() -> None:
    done = [0]

    def work() -> int:
        done[0] += 1
        return done[0]

    assert [run_in_copy(work), run_in_copy(work)] == [1, 1]
    assert done == [0]


def test_a_failure_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        run_in_copy(lambda: 1 // 0)
    with pytest.raises(ExecutionError, match="without a result"):
        run_in_copy(lambda: os.kill(os.getpid(), signal.SIGKILL))


def test_a_signal_while_the_copy_is_made_is_not_swallowed() -> None:
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.split() == ["interrupted", "alone"]
    assert ran.stderr == ""
