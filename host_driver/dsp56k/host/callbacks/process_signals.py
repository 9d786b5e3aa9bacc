"""Signal handlers while Unicorn runs: an exception in one ends the run, wherever Python called it.

CPython runs the handlers of signals in its main thread, between two bytecodes; during a run that is mostly when a
callback of Unicorn is entered, before any `try` of it. An exception raised there has no caller: ctypes prints it and
drops it, and the callback's work (to charge a block) is never done. So no handler may raise there. While a run
is active, each is wrapped: its exception is passed to the run, which stops and raises it. A handler that returns has
changed nothing. (One that a board's own code installs during a run is wrapped with the next signal or run.)
"""

from __future__ import annotations

import inspect
import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType

Handler = Callable[[int, FrameType | None], object]

_VALID = tuple(map(int, signal.valid_signals()))
"""All signals."""
_handler_of: Callable[[int], object] = inspect.unwrap(signal.getsignal)
_set_handler: Callable[[int, Handler], object] = inspect.unwrap(signal.signal)
"""The handler of a signal, and its replacement. The functions of `signal` try to convert each handler to an
enumeration, which takes 5 % of the time of short runs.
"""
_CALLBACK_FRAMES = 32
"""More Python frames than between the start of a run and the first `try` of a callback."""


class SignalGuard:
    """A context in which no signal handler raises.

    Handlers are wrapped in Python's main thread, the only one that runs them.

    Attributes:
        interruptible: True if a handler's exception is also raised where it was called: set while a board's code runs,
            whose callers catch it, so that its own long work ends, too.
    """

    def __init__(self, fail: Callable[[BaseException], None]) -> None:
        self.interruptible = False
        self.active = False
        self._fail = fail
        self._wrapped: list[tuple[int, _Wrapped]] = []

    def __enter__(self) -> None:
        _check_stack(_CALLBACK_FRAMES)
        if threading.current_thread() is not threading.main_thread():
            return
        try:
            self.active = True
            self._wrap()
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # After this line a wrapped handler is equivalent to the handler itself, if one of them raises between two
        # lines.
        self.active = False
        try:
            self._unwrap()
        finally:
            self._unwrap()

    def call(self, handler: Handler, number: int, frame: FrameType | None) -> None:
        """Run the handler of a signal that came while this guard was active."""
        interruptible = self.interruptible
        try:
            handler(number, frame)
            self._wrap()  # it may have installed others
        except BaseException as raised:
            self._fail(raised)
            if interruptible:
                raise

    def _wrap(self) -> None:
        for number in _VALID:
            handler = _handler_of(number)
            if isinstance(handler, _Wrapped) and handler.guard is self:
                continue
            if callable(handler):
                wrapped = _Wrapped(handler, self)
                self._wrapped.append((number, wrapped))
                _set_handler(number, wrapped)

    def _unwrap(self) -> None:
        while self._wrapped:
            number, wrapped = self._wrapped[-1]
            # A handler may have installed another one: that one stays.
            unchanged = _handler_of(number) is wrapped
            if unchanged:
                _set_handler(number, wrapped.handler)
            self._wrapped.pop()


class _Wrapped:
    """A signal's handler that passes its exception to a guard while that is active."""

    def __init__(self, handler: Handler, guard: SignalGuard) -> None:
        self.handler = handler
        self.guard = guard

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.guard.active:
            self.guard.call(self.handler, number, frame)
        else:
            self.handler(number, frame)


def _check_stack(frames: int) -> None:
    """Raise RecursionError here, before anything ran, if a callback would raise it without a caller."""
    if frames:
        _check_stack(frames - 1)
