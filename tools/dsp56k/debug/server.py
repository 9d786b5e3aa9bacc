"""`serve`: let debug adapter clients attach to a chip that a script runs."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from dsp56k.debug.adapter.session import DebugAdapter
from dsp56k.debug.adapter.transport import Incoming
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.program import loaded_program
from dsp56k.debug.run_limits import RunLimits, ScriptRunEnded
from dsp56k.emu import ConfigurationError, Dsp56001, Stop

_LOG = logging.getLogger(__name__)
HOST = "127.0.0.1"
_PATIENCE = 10.0
"""Seconds within which a client must attach. An editor attaches at once, and the next client waits meanwhile."""
_SLICE = 1 << 22
"""Clocks of a run between two checks for a client: about 20 ms."""


class Service:
    """A port at which one client at a time may attach to a chip.

    While a client is attached, the service's thread executes the chip's runs (`Dsp56001.run`), and their caller waits.
    Otherwise the caller executes them, in parts. `step`, `trace` and `advance` are not interrupted.

    Attributes:
        address: Host and port at which it listens.
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
        self._offered: RunLimits | None = None
        self._result: ScriptRunEnded | None = None
        self._moving = False
        self._terminated = False
        self._ready = threading.Event()
        self._incoming: Incoming | None = None
        try:
            dsp.delegate_runs(self)
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
        """Wait until a client has attached and set its breakpoints; return False after `timeout` seconds."""
        return self._ready.wait(timeout)

    def close(self) -> None:
        """Close the port, and disconnect an attached client."""
        self._dsp.delegate_runs(None)
        with suppress(OSError):
            # Wakes up the thread that waits for a client.
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        if self._incoming is not None:
            self._incoming.end()

    # ---- called by the script ----

    @property
    def attends(self) -> bool:
        """True if the service executes a run that begins on this thread."""
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
        """Execute a run of the script.

        Raises:
            KeyboardInterrupt: A client has ended the program.
            BaseException: The run raises it.
        """
        end = None if max_clocks is None else self._dsp.total_clocks + max_clocks
        last = None if max_instructions is None else self._dsp.instructions + max_instructions
        bounds = RunLimits(until, end, last, condition, stack_errors, unloaded)
        while True:
            if self._terminated:
                raise KeyboardInterrupt("ended by the debugger")
            ended = self._hand_over(bounds) if self._wanted else self._go_on(bounds)
            if ended is not None:
                return ended.result()

    def _go_on(self, bounds: RunLimits) -> ScriptRunEnded | None:
        """Execute a part of a run on the script's thread."""
        with self._running:
            if self._wanted:
                return None
            self._own.running = True
            try:
                bounds.run(self._dsp, _SLICE, stack_errors=False, unloaded=False)
            except ScriptRunEnded as ended:
                return ended
            finally:
                self._own.running = False
        return None

    def _hand_over(self, bounds: RunLimits) -> ScriptRunEnded | None:
        """Let the service's thread execute a run; return how it ended, or None if the client has disconnected."""
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

    # ---- called for the client ----

    def attach(self) -> Debugger:
        """Return a session with the chip in its current state."""
        self._wanted = True
        with self._running:
            return Debugger.attached(self._dsp, loaded_program(self._dsp, self._folders))

    def configured(self) -> None:
        """Note that the client has set its breakpoints."""
        self._ready.set()

    def acquire_run(self) -> RunLimits | None:
        """Return the script's current run, if there is one, for the client to execute."""
        with self._change:
            self._moving = self._offered is not None
            return self._offered

    @property
    def is_cancelled(self) -> bool:
        """True if the script does not wait for its run any more."""
        return self._offered is None

    def release_run(self, ended: ScriptRunEnded | None) -> None:
        """Return control to the script; `ended` is the result if its run has ended."""
        with self._change:
            self._moving, self._result = False, ended
            if ended is not None:
                self._offered = None
            self._change.notify_all()

    def terminate(self) -> None:
        """End the script's run, now or at the next one's start."""
        with self._change:
            self._terminated = True
            self._change.notify_all()

    def _accept(self) -> None:
        self._own.running = True
        with suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                try:
                    # A client may disconnect without a request.
                    with suppress(OSError):
                        self._converse(connection)
                except Exception:  # noqa: BLE001 (an error of one client must not keep the next from being served)
                    _LOG.exception("a debugging session has failed")

    def _converse(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as requests, connection.makefile("wb") as answers:
            self._incoming = Incoming(requests)
            try:
                DebugAdapter(answers, script=self, patience=_PATIENCE).serve(self._incoming)
            finally:
                self._detach()
                with suppress(OSError):
                    # Ends the reading thread, so that its stream can be closed.
                    connection.shutdown(socket.SHUT_RDWR)

    def _detach(self) -> None:
        self._incoming = None
        self._ready.clear()
        with self._change:
            self._wanted = self._moving = False
            self._change.notify_all()


def serve(dsp: Dsp56001, port: int = 0, *, host: str = HOST, folders: Sequence[str] = ()) -> Service:
    """Let debug adapter clients attach to a chip while a script runs it.

    A client can execute code on the chip and read the files that its source lines name. Only programs of this computer
    can connect, unless another `host` is given.

    Args:
        dsp: The chip, with its programs loaded.
        port: The port; 0 selects any free port, which `address` has.
        host: An address of this computer.
        folders: Directories that are searched for source files, before the working directory.

    Raises:
        DebugError: The port is not available.
        ConfigurationError: The chip is already served.
    """
    try:
        return Service(dsp, host, port, folders)
    except (OSError, OverflowError) as error:
        raise DebugError(f"cannot listen at {host}:{port}: {error}", field="port", value=port) from error
