"""`serve`: let debug adapter clients attach to a chip that a script of its own runs."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from dsp56k.debug.adapter.conversation import Adapter
from dsp56k.debug.adapter.wire import Incoming
from dsp56k.debug.bounds import Bounds, Ended
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.program import present
from dsp56k.emu import ConfigurationError, Dsp56001, Stop

_LOG = logging.getLogger(__name__)
HOST = "127.0.0.1"
_PATIENCE = 10.0
"""Seconds that a client has to attach: an editor does so at once, and the next client waits meanwhile."""
_SLICE = 1 << 22
"""Clocks of a run between two looks at whether a client has come: some 20 ms."""


class Service:
    """A port where one client at a time may attach to a chip.

    While one has, the chip's runs (`Dsp56001.run`) are done by the service's thread, and their caller waits; without
    one they are their caller's own, in pieces. What `step`, `trace` and `advance` execute is not stopped.

    Attributes:
        address: where it listens: host and port.
    """

    def __init__(self, dsp: Dsp56001, host: str, port: int, folders: Sequence[str]) -> None:
        self._dsp = dsp
        self._folders = [*map(Path, folders)]
        self._socket = socket.create_server((host, port))
        name = self._socket.getsockname()
        self.address: tuple[str, int] = (name[0], name[1])
        self._change = threading.Condition()
        self._running = threading.Lock()
        self._own = threading.local()
        self._wanted = False
        self._offered: Bounds | None = None
        self._result: Ended | None = None
        self._moving = False
        self._terminated = False
        self._ready = threading.Event()
        self._incoming: Incoming | None = None
        try:
            dsp.attend(self)
        except ConfigurationError:
            self._socket.close()
            raise
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until a client has attached and set its breakpoints; whether one has, within so many seconds."""
        return self._ready.wait(timeout)

    def close(self) -> None:
        """Listen no longer; a client that is attached is let go."""
        self._dsp.attend(None)
        with suppress(OSError):
            # What waits for a client wakes up.
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        if self._incoming is not None:
            self._incoming.end()

    # The script's side.

    @property
    def attends(self) -> bool:
        """Whether a run that begins on this thread is the service's business."""
        return not getattr(self._own, "running", False)

    def run(
        self,
        until: int | str | None,
        max_clocks: int | None,
        max_instructions: int | None,
        condition: Callable[[Dsp56001], bool] | None,
        stack_errors: bool,
        unloaded: bool,
    ) -> Stop:
        """A run of the script's, as it has asked for it.

        Raises:
            KeyboardInterrupt: a client has ended the program.
            BaseException: what the run raises.
        """
        end = None if max_clocks is None else self._dsp.total_clocks + max_clocks
        last = None if max_instructions is None else self._dsp.instructions + max_instructions
        bounds = Bounds(until, end, last, condition, stack_errors, unloaded)
        while True:
            if self._terminated:
                raise KeyboardInterrupt("ended by the debugger")
            ended = self._hand_over(bounds) if self._wanted else self._go_on(bounds)
            if ended is not None:
                return ended.result()

    def _go_on(self, bounds: Bounds) -> Ended | None:
        """A piece of a run, on the script's own thread."""
        with self._running:
            if self._wanted:
                return None
            self._own.running = True
            try:
                bounds.run(self._dsp, _SLICE, stack_errors=False, unloaded=False)
            except Ended as ended:
                return ended
            finally:
                self._own.running = False
        return None

    def _hand_over(self, bounds: Bounds) -> Ended | None:
        """Let the service's thread run; how the run ended, None if the client has gone before."""
        with self._change:
            self._offered, self._result = bounds, None
            try:
                if self._incoming is not None:
                    self._incoming.wake()
                self._change.wait_for(lambda: self._result or not self._wanted or self._terminated)
            finally:
                self._offered = None
                self._change.wait_for(lambda: not self._moving)
            return self._result

    # The client's side.

    def attach(self) -> Debugger:
        """A session with the chip as it stands."""
        self._wanted = True
        with self._running:
            return Debugger.attached(self._dsp, present(self._dsp, self._folders))

    def configured(self) -> None:
        """The client has set its breakpoints."""
        self._ready.set()

    def take(self) -> Bounds | None:
        """The script's run, if one is under way, for the client to move in."""
        with self._change:
            self._moving = self._offered is not None
            return self._offered

    @property
    def withdrawn(self) -> bool:
        """Whether the script does not want its run any more."""
        return self._offered is None

    def give_back(self, ended: Ended | None) -> None:
        """The client has moved; how the script's run ended, if it did."""
        with self._change:
            self._moving, self._result = False, ended
            if ended is not None:
                self._offered = None
            self._change.notify_all()

    def terminate(self) -> None:
        """End the script's run, now or where the next one begins."""
        with self._change:
            self._terminated = True
            self._change.notify_all()

    def _accept(self) -> None:
        self._own.running = True
        with suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                try:
                    # A client may go without a word.
                    with suppress(OSError):
                        self._converse(connection)
                except Exception:  # noqa: BLE001 (the next client is served, whatever went wrong with this one)
                    _LOG.exception("a debugging session has failed")

    def _converse(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as requests, connection.makefile("wb") as answers:
            self._incoming = Incoming(requests)
            try:
                Adapter(answers, attended=self, patience=_PATIENCE).serve(self._incoming)
            finally:
                self._detach()
                with suppress(OSError):
                    # The thread that reads comes to its end, and lets its stream be closed.
                    connection.shutdown(socket.SHUT_RDWR)

    def _detach(self) -> None:
        self._incoming = None
        self._ready.clear()
        with self._change:
            self._wanted = self._moving = False
            self._change.notify_all()


def serve(dsp: Dsp56001, port: int = 0, *, host: str = HOST, folders: Sequence[str] = ()) -> Service:
    """Let debug adapter clients attach to a chip while a script of its own runs it.

    Whoever can connect can run code on the chip and read the files that its source lines name: only programs of this
    machine can, unless another `host` is given.

    Args:
        dsp: the chip, with its programs loaded.
        port: where to listen; 0: any free port, which `address` tells.
        host: an address of this machine.
        folders: where source files are looked for, before the working directory.

    Raises:
        DebugError: the port is not to be had.
        ConfigurationError: the chip is served already.
    """
    try:
        return Service(dsp, host, port, folders)
    except (OSError, OverflowError) as error:
        raise DebugError(f"cannot listen at {host}:{port}: {error}", field="port", value=port) from error
