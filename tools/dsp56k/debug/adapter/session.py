"""The debug adapter's session: it answers requests one after another and runs the program between them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Any, Protocol, TypeVar

import msgspec

from dsp56k.debug.adapter.run_requests import STAY_STOPPED, THREAD, AttachedScript, RunRequest, stopped_body
from dsp56k.debug.adapter.transport import WAKE, ClientGoneError, Incoming, Request, encode_message
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.run_limits import ScriptRunEnded
from dsp56k.debug.stop_events import Cause
from dsp56k.emu import Board, PortDevice
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.text import described

_LOG = logging.getLogger(__name__)
URGENT = ("pause", "disconnect", "terminate", "")
"""Commands that stop a running program."""
Arguments = TypeVar("Arguments", bound=msgspec.Struct)
Body = dict[str, Any] | None
"""The body of a response, if it has one."""


class BoardSetup(Protocol):
    """A board and the devices at its device slots."""

    @property
    def board(self) -> Board | None:
        """The board; None for one with RAM at every address."""
        ...

    @property
    def devices(self) -> Mapping[str, PortDevice]:
        """The devices by the names of their slots."""
        ...


Boards = Callable[[str | None], BoardSetup]
"""Returns the board of a name or a file."""


class NoArguments(msgspec.Struct):
    """No arguments; any that are sent are ignored."""


class Source(msgspec.Struct, omit_defaults=True):
    """A source file of the protocol."""

    name: str | None = None
    path: str | None = None


@dataclass
class Options:
    """Properties of the client and of the session.

    Attributes:
        first_line: The number of a file's first line.
        stop_on_entry: True if the program stops before its first instruction.
        record: The file to which the inputs of the session are written at its end.
    """

    first_line: int = 1
    stop_on_entry: bool = False
    record: str | None = None


@dataclass
class DebugAdapter:
    """The state of a session.

    Attributes:
        output: The stream for messages.
        boards: Returns the board of a name or a file.
        script: The script that runs the program, if the client does not launch one.
        patience: Seconds within which the client must launch or attach; None for no limit.
        options: Properties of the client.
        point_sets: Numbers of the breakpoints that a request has set, by its key. The request replaces all of them.
        reasons: The reason of a stop at a breakpoint, by its number, if it is not "breakpoint".
        run_request: The run that begins when the current request is answered.
    """

    output: IO[bytes]
    boards: Boards | None = None
    script: AttachedScript | None = None
    patience: float | None = None
    options: Options = field(default_factory=Options)
    point_sets: dict[str, list[int]] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    run_request: RunRequest | None = None
    ended: bool = False
    _session: Debugger | None = None
    _number: int = 0
    _noted: set[str] = field(default_factory=set)
    _after: list[Callable[[], None]] = field(default_factory=list)

    @property
    def session(self) -> Debugger:
        """The debugger session.

        Raises:
            DebugError: No program has been launched.
        """
        if self._session is None:
            raise DebugError("no program is running: send launch or attach first")
        return self._session

    def begin(self, session: Debugger) -> None:
        """Store a new session."""
        self._session = session
        session.on_log(lambda text: self.event("output", {"category": "console", "output": f"{text}\n"}))

    def note(self, file: str) -> None:
        """Write a note to the client, once a file, if a source file is newer than the program."""
        if file not in self._noted:
            self._noted.add(file)
            if note := self.session.loaded.note(file):
                self.event("output", {"category": "console", "output": f"note: {note}\n"})

    def event(self, name: str, body: dict[str, Any] | None = None) -> None:
        """Send an event."""
        self._send({"type": "event", "event": name} | ({} if body is None else {"body": body}))

    def then(self, act: Callable[[], None]) -> None:
        """Do something after the response to the current request."""
        self._after.append(act)

    def serve(self, incoming: Incoming) -> None:
        """Answer requests until the client disconnects, or does not launch or attach within `patience` seconds."""
        until = None if self.patience is None else time.monotonic() + self.patience
        with suppress(ClientGoneError):
            while not self.ended:
                if self.run_request is not None and not incoming.waiting() and self._may_move():
                    self._move(incoming)
                    continue
                left = None if until is None or self._session is not None else max(until - time.monotonic(), 0)
                request = incoming.next(left)
                if request is None:
                    return
                if request is not WAKE:
                    self._answer(request)

    def _answer(self, request: Request) -> None:
        """Answer a request. No error ends the session: the user would lose its state."""
        response: dict[str, Any] = {"type": "response", "request_seq": request.seq, "command": request.command}
        handler = HANDLERS.get(request.command)
        try:
            if handler is None:
                raise DebugError(f"unknown request {described(request.command)}", field="command")
            body = handler(self, request.arguments)
            self._send(response | {"success": True} | ({} if body is None else {"body": body}))
        except ClientGoneError:
            raise
        except Exception as error:  # noqa: BLE001 (one request must not cost the user the session)
            self._after.clear()
            text = _error_text(error, request.command)
            facts = {"id": 1, "format": text, "showUser": True}
            self._send(response | {"success": False, "message": text, "body": {"error": facts}})
        after, self._after = self._after, []
        for act in after:
            act()

    def _may_move(self) -> bool:
        """Return True if the program can run now: a script's program runs only during a run of the script."""
        return self.script is None or not self.script.is_cancelled

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Hold the script's run while the program runs.

        If the script's run ends and the client's run is not resumable, the program stops when the next run begins.

        Raises:
            ScriptRunEnded: The script's run has ended.
        """
        script, ended = self.script, None
        if script is not None:
            self.session.set_run_limits(script.acquire_run())
        try:
            yield
        except ScriptRunEnded as over:
            ended = over
            self.run_request = (
                self.run_request if self.run_request is not None and self.run_request.resumable else STAY_STOPPED
            )
            raise
        finally:
            if script is not None:
                script.release_run(ended)

    def _move(self, incoming: Incoming) -> None:
        """Run the program until it stops or a request arrives.

        A resumable run continues after the answer; other runs end.
        """
        run_request, script = self.run_request, self.script
        assert run_request is not None
        self.session.on_pause(
            lambda: (
                any(command in URGENT or run_request.resumable for command in incoming.waiting())
                or (script is not None and script.is_cancelled)
            )
        )
        try:
            with self.moving():
                event = run_request.act(self.session)
        except ScriptRunEnded:
            return
        except ClientGoneError:
            raise
        except Exception as error:  # noqa: BLE001 (as above)
            text = _error_text(error, "a request that runs the program")
            self.run_request = None
            self.event("output", {"category": "stderr", "output": f"{text}\n"})
            self.event("stopped", {"reason": "pause", "description": text, "threadId": THREAD})
            return
        if event.cause is Cause.PAUSED and script is not None and script.is_cancelled:
            return
        if event.cause is Cause.PAUSED and incoming.waiting() and "pause" not in incoming.waiting():
            if not run_request.resumable:
                self.run_request = None
            return
        self.run_request = None
        self.event("stopped", stopped_body(self.session, event, self.reasons))

    def _send(self, message: dict[str, Any]) -> None:
        data = encode_message({"seq": self._number + 1} | message)
        self._number += 1
        try:
            self.output.write(data)
            self.output.flush()
        except (OSError, ValueError) as error:
            raise ClientGoneError from error


def _error_text(error: Exception, what: str) -> str:
    """Return the message for the user. An internal error is logged with its traceback."""
    match error:
        case Dsp56kError() | OSError():
            return str(error)
        case MemoryError():
            return f"cannot execute {what}: out of memory"
        case _:
            _LOG.error("cannot execute %s", what, exc_info=error)
            return f"cannot execute {what}: {type(error).__name__} in dsp56k; the adapter's log has the traceback"


HANDLERS: dict[str, Callable[[DebugAdapter, msgspec.Raw], Body]] = {}


def request(
    command: str, takes: type[Arguments]
) -> Callable[[Callable[[DebugAdapter, Arguments], Body]], Callable[[DebugAdapter, Arguments], Body]]:
    """Register a function as the handler of a command; its arguments are decoded and checked first."""

    def register(answer: Callable[[DebugAdapter, Arguments], Body]) -> Callable[[DebugAdapter, Arguments], Body]:
        def handle(adapter: DebugAdapter, raw: msgspec.Raw) -> Body:
            try:
                arguments = msgspec.json.decode(raw, type=takes)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise DebugError(f"{command}: {error}", field="arguments") from error
            return answer(adapter, arguments)

        HANDLERS[command] = handle
        return answer

    return register


def serve_client(input_stream: IO[bytes], output_stream: IO[bytes], boards: Boards) -> None:
    """Serve a client until it disconnects."""
    DebugAdapter(output_stream, boards).serve(Incoming(input_stream))
