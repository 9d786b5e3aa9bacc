"""A process forks while other threads run chips: the child has all that it needs."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from dsp56k.asm import ObjectFile, assemble
from dsp56k.emu import Dsp56001

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")

FORKS = 250
"""Without the locks of a fork one in a hundred children hung."""


def program(number: int) -> ObjectFile:
    """A program of two loops, as no other number gives it."""
    loops = f" do #{50 + number},one\n move (r{number % 8})+\n nop\none nop\n do #40,two\n add x0,a\n rol a\ntwo nop\n"
    return assemble(f" org p:0\n{loops} jmp *")


def test_children_of_a_process_whose_threads_run_chips() -> None:
    programs = [program(number) for number in range(40)]
    ended = threading.Event()

    def run(number: int) -> int:
        dsp = Dsp56001(engine="jit")
        dsp.load(programs[number % len(programs)])
        dsp.run(max_clocks=20_000)
        return dsp.clocks

    def work(number: int) -> None:
        while not ended.is_set():
            run(number)
            number += 7

    expected = [run(number) for number in range(len(programs))]
    threads = [threading.Thread(target=work, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    outcomes = []
    try:
        deadline = time.monotonic() + 15
        for number in range(FORKS):
            child = os.fork()
            if not child:
                os._exit(run(number) != expected[number % len(programs)])
            outcomes.append(waited(child))
            if outcomes[-1] is None or time.monotonic() > deadline:
                break
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert set(outcomes) == {0}, outcomes[-1]


def waited(child: int) -> int | None:
    """The status of a child; None if it did not end, which ends it."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return status
        time.sleep(0.0005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None
