"""Signals during x86 code: an exception of a handler ends the run, and a handler that returns changes nothing."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType

import pytest

from dsp56k.host.callbacks.process_signals import SignalGuard
from dsp56k.host.pc import DATA, PC
from reference_model.pc.accounting import BOTH, PCS, AccountingName
from shared.x86.code import Board, program

FOREVER = "eb fe"
LOOP = ("b9 00 00 20 00", "e2 fe", "c3")  # 2,097,152 times
PORTS = ("ba 00 03 00 00", "b9 00 80 00 00", "ec", "e2 fd", "c3")  # 32,768 bytes read from a port
STORE_FOREVER = ("bf 00 00 20 00", "ff 07", "eb fc")  # counts in memory


Handler = Callable[[int, FrameType | None], object]


class HandlerError(Exception):
    pass


def fail_during(pc: PC) -> Handler:
    """A handler that raises while `pc` runs: one that came before could hit anything of the test."""

    def fail(number: int, frame: FrameType | None) -> None:
        if pc._guard.active:
            raise HandlerError

    return fail


@pytest.fixture
def alarm() -> Iterator[Callable[[Handler], None]]:
    """Sets a handler of SIGALRM, which comes every millisecond from then on."""
    before = signal.getsignal(signal.SIGALRM)
    gc.collect()
    gc.disable()  # Python prints exceptions of a finalizer

    def start(handler: Handler) -> None:
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)

    yield start
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
    gc.enable()


@pytest.mark.parametrize("code", [(FOREVER,), ("e2 fe", "eb fc"), STORE_FOREVER, (*PORTS[:-2], "eb fd")])
@pytest.mark.parametrize("accounting", BOTH)
def test_what_a_handler_raises_always_ends_the_run_at_once(
    code: tuple[str, ...], accounting: AccountingName, alarm: Callable[..., None]
) -> None:
    pc = PCS[accounting](program(*code))
    pc.isa_bus.attach_ports(0x300, 1, Board())
    fail = fail_during(pc)
    alarm(fail)
    for _ in range(50):
        begun = time.monotonic()
        with pytest.raises(HandlerError):
            pc.run("f")
        assert time.monotonic() - begun < 0.3
        assert signal.getsignal(signal.SIGALRM) is fail
    assert pc.clocks > 0
    if code is STORE_FOREVER:
        assert int.from_bytes(pc.read(DATA.start, 4), "little") > 0


def test_ctrl_c_is_a_keyboard_interrupt_and_the_machine_still_counts_right() -> None:
    expected = PC(program(*LOOP)).run("f")
    pc = PC(program(FOREVER, "90 90", *LOOP, symbols={"g": 0x10_0004}))

    def interrupt() -> None:
        while not pc._guard.active:
            time.sleep(0.0005)
        os.kill(os.getpid(), signal.SIGINT)

    for _ in range(20):
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            pc.run("f")
        thread.join()
    assert pc.run("g") == expected


@pytest.mark.parametrize("code", [LOOP, PORTS])
@pytest.mark.parametrize("accounting", BOTH)
def test_handlers_that_return_change_no_clock(
    code: tuple[str, ...], accounting: AccountingName, alarm: Callable[..., None]
) -> None:
    undisturbed = PC(program(*code))
    undisturbed.isa_bus.attach_ports(0x300, 1, Board())
    calls = 0

    def count(number: int, frame: FrameType | None) -> None:
        nonlocal calls
        calls += 1

    pc = PCS[accounting](program(*code))
    pc.isa_bus.attach_ports(0x300, 1, Board())
    alarm(count)
    # A fast machine ends a run before the second signal.
    for _ in range(1000):
        assert pc.run("f") == undisturbed.run("f")
        if calls > 3:
            break
    assert calls > 3


def test_a_handler_installed_by_a_handler_is_heard_too(alarm: Callable[..., None]) -> None:
    pc = PC(program(FOREVER))
    second = fail_during(pc)

    def first(number: int, frame: FrameType | None) -> None:
        if pc._guard.active:
            signal.signal(signal.SIGALRM, second)

    for _ in range(20):
        alarm(first)
        with pytest.raises(HandlerError):
            pc.run("f")
        assert signal.getsignal(signal.SIGALRM) is second


def test_the_long_work_of_a_board_ends_by_a_signal(alarm: Callable[..., None]) -> None:
    class Endless(Board):
        def read(self, offset: int, now: int) -> int:
            while True:
                pass

    pc = PC(program(*PORTS))
    pc.isa_bus.attach_ports(0x300, 1, Endless())
    alarm(fail_during(pc))
    with pytest.raises(HandlerError):
        pc.run("f")


def test_a_machine_inside_a_board_s_callback(alarm: Callable[..., None]) -> None:
    # Created before: an exception while Unicorn creates an object is reported again when the object is freed.
    inner = PC(program(FOREVER))

    class Nested(Board):
        def read(self, offset: int, now: int) -> int:
            return inner.run("f").value

    pc = PC(program(*PORTS))
    pc.isa_bus.attach_ports(0x300, 1, Nested())
    alarm(fail_during(pc))
    with pytest.raises(HandlerError):
        pc.run("f")


def test_runs_in_other_threads_leave_handlers_alone() -> None:
    results = []
    thread = threading.Thread(target=lambda: results.append(PC(program(*LOOP)).run("f")))
    handler = signal.getsignal(signal.SIGINT)
    thread.start()
    while thread.is_alive():
        assert signal.getsignal(signal.SIGINT) is handler
    assert results == [PC(program(*LOOP)).run("f")]


def test_a_failure_while_handlers_are_wrapped_leaves_them(monkeypatch: pytest.MonkeyPatch) -> None:
    handler, install = signal.getsignal(signal.SIGINT), signal.signal

    def broken(number: int, handler: Callable[[int, FrameType | None], object]) -> object:
        install(number, handler)
        raise HandlerError

    monkeypatch.setattr("dsp56k.host.callbacks.process_signals._set_handler", broken)
    with pytest.raises(HandlerError), SignalGuard(lambda _: None):
        pytest.fail("entered")
    monkeypatch.undo()
    # The wrapper that remains behaves like the handler.
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    signal.signal(signal.SIGINT, handler)


def test_too_little_stack_for_callbacks_is_an_error_before_the_run() -> None:
    pc = PC(program(*LOOP))
    expected = pc.run("f").clocks
    seen: set[object] = set()

    def deeper() -> None:
        try:
            seen.add(pc.run("f").clocks)
        except RecursionError:
            seen.add("too deep")
            raise
        deeper()

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(120)
    try:
        with pytest.raises(RecursionError):
            deeper()
    finally:
        sys.setrecursionlimit(limit)
    assert seen == {expected, "too deep"}
