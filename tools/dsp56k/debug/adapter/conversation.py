"""The adapter: it answers requests one after another, by a table, and runs the program between them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Any, Protocol, TypeVar

import msgspec

from dsp56k.debug.adapter.movement import STAND, THREAD, Attended, Movement, stopped_body
from dsp56k.debug.adapter.wire import WAKE, ClientGoneError, Incoming, Request, encoded
from dsp56k.debug.bounds import Ended
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.events import Cause
from dsp56k.emu import Board, PortDevice
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.text import described

_LOG = logging.getLogger(__name__)
URGENT = ("pause", "disconnect", "terminate", "")
"""What ends any movement."""
Arguments = TypeVar("Arguments", bound=msgspec.Struct)
Body = dict[str, Any] | None
"""The body of a response, if it has one."""


class Fit(Protocol):
    """A board, and what answers at its places for devices."""

    @property
    def board(self) -> Board | None:
        """None: RAM at every address."""
        ...

    @property
    def devices(self) -> Mapping[str, PortDevice]:
        """By name."""
        ...


Boards = Callable[[str | None], Fit]
"""The board of a name or a file."""


class Nothing(msgspec.Struct):
    """No arguments, or none that matter."""


class Source(msgspec.Struct, omit_defaults=True):
    """A source file as the protocol has it."""

    name: str | None = None
    path: str | None = None


@dataclass
class Options:
    """What the client has told of itself, and of the session.

    Attributes:
        first_line: the number of a file's first line.
        stop_on_entry: whether the program waits before its first instruction.
        record: where the inputs of the session are written at its end.
    """

    first_line: int = 1
    stop_on_entry: bool = False
    record: str | None = None


@dataclass
class Adapter:
    """The state of a conversation.

    Attributes:
        output: where messages go.
        options: what the client has told.
        point_sets: the numbers of the breakpoints that a request has set, by what it sets: it replaces them all.
        reasons: the reason of a stop at a breakpoint, by its number, where it is not "breakpoint".
        movement: what the program is to do when the request at hand is answered.
        boards: what finds the board of a name or a file.
        attended: the script that runs the program, where the client does not launch one.
        patience: seconds that the client has before it launches or attaches; None: as many as it likes.
    """

    output: IO[bytes]
    boards: Boards | None = None
    attended: Attended | None = None
    patience: float | None = None
    options: Options = field(default_factory=Options)
    point_sets: dict[str, list[int]] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    movement: Movement | None = None
    ended: bool = False
    _session: Debugger | None = None
    _number: int = 0
    _noted: set[str] = field(default_factory=set)
    _after: list[Callable[[], None]] = field(default_factory=list)

    @property
    def session(self) -> Debugger:
        """The session.

        Raises:
            DebugError: no program has been launched.
        """
        if self._session is None:
            raise DebugError("no program is running: send launch or attach first")
        return self._session

    def begin(self, session: Debugger) -> None:
        """Take a session that was just opened."""
        self._session = session
        session.on_log(lambda text: self.event("output", {"category": "console", "output": f"{text}\n"}))

    def note(self, file: str) -> None:
        """Tell the user once if a source file was changed after the program was made."""
        if file not in self._noted:
            self._noted.add(file)
            if note := self.session.loaded.note(file):
                self.event("output", {"category": "console", "output": f"note: {note}\n"})

    def event(self, name: str, body: dict[str, Any] | None = None) -> None:
        """Send an event."""
        self._send({"type": "event", "event": name} | ({} if body is None else {"body": body}))

    def then(self, act: Callable[[], None]) -> None:
        """Do something when the request at hand is answered."""
        self._after.append(act)

    def serve(self, incoming: Incoming) -> None:
        """Answer requests until the client has gone, or lets `patience` seconds pass before it launches or attaches."""
        until = None if self.patience is None else time.monotonic() + self.patience
        with suppress(ClientGoneError):
            while not self.ended:
                if self.movement is not None and not incoming.waiting() and self._may_move():
                    self._move(incoming)
                    continue
                left = None if until is None or self._session is not None else max(until - time.monotonic(), 0)
                request = incoming.next(left)
                if request is None:
                    return
                if request is not WAKE:
                    self._answer(request)

    def _answer(self, request: Request) -> None:
        """Answer a request. Whatever goes wrong with one, the session goes on: the user would lose it otherwise."""
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
            text = _explained(error, request.command)
            facts = {"id": 1, "format": text, "showUser": True}
            self._send(response | {"success": False, "message": text, "body": {"error": facts}})
        after, self._after = self._after, []
        for act in after:
            act()

    def _may_move(self) -> bool:
        """Whether the program can move now: one that a script runs, only in a run of the script's."""
        return self.attended is None or not self.attended.withdrawn

    @contextmanager
    def moving(self) -> Iterator[None]:
        """While the program moves. What the end of a script's run cuts short, and would not go on, stops where the next
        one begins.

        Raises:
            Ended: a script's run is over.
        """
        attended, ended = self.attended, None
        if attended is not None:
            self.session.within(attended.take())
        try:
            yield
        except Ended as over:
            ended = over
            self.movement = self.movement if self.movement is not None and self.movement.resumable else STAND
            raise
        finally:
            if attended is not None:
                attended.give_back(ended)

    def _move(self, incoming: Incoming) -> None:
        """Let the program move; a request ends a run, which goes on when it is answered, or for good if it says so."""
        movement, attended = self.movement, self.attended
        assert movement is not None
        self.session.on_pause(
            lambda: (
                any(command in URGENT or movement.resumable for command in incoming.waiting())
                or (attended is not None and attended.withdrawn)
            )
        )
        try:
            with self.moving():
                event = movement.act(self.session)
        except Ended:
            return
        except ClientGoneError:
            raise
        except Exception as error:  # noqa: BLE001 (as above)
            text = _explained(error, "a request that runs the program")
            self.movement = None
            self.event("output", {"category": "stderr", "output": f"{text}\n"})
            self.event("stopped", {"reason": "pause", "description": text, "threadId": THREAD})
            return
        if event.cause is Cause.PAUSED and attended is not None and attended.withdrawn:
            return
        if event.cause is Cause.PAUSED and incoming.waiting() and "pause" not in incoming.waiting():
            if not movement.resumable:
                self.movement = None
            return
        self.movement = None
        self.event("stopped", stopped_body(self.session, event, self.reasons))

    def _send(self, message: dict[str, Any]) -> None:
        data = encoded({"seq": self._number + 1} | message)
        self._number += 1
        try:
            self.output.write(data)
            self.output.flush()
        except (OSError, ValueError) as error:
            raise ClientGoneError from error


def _explained(error: Exception, what: str) -> str:
    """Return what the user is told of an error. One of this program goes into the log with its traceback."""
    match error:
        case Dsp56kError() | OSError():
            return str(error)
        case MemoryError():
            return f"cannot execute {what}: out of memory"
        case _:
            _LOG.error("cannot execute %s", what, exc_info=error)
            return f"cannot execute {what}: {type(error).__name__} in dsp56k; the adapter's log has the traceback"


HANDLERS: dict[str, Callable[[Adapter, msgspec.Raw], Body]] = {}


def request(
    command: str, takes: type[Arguments]
) -> Callable[[Callable[[Adapter, Arguments], Body]], Callable[[Adapter, Arguments], Body]]:
    """Let a function answer a command; its arguments are checked before."""

    def register(answer: Callable[[Adapter, Arguments], Body]) -> Callable[[Adapter, Arguments], Body]:
        def handle(adapter: Adapter, raw: msgspec.Raw) -> Body:
            try:
                arguments = msgspec.json.decode(raw, type=takes)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise DebugError(f"{command}: {error}", field="arguments") from error
            return answer(adapter, arguments)

        HANDLERS[command] = handle
        return answer

    return register


def converse(input_stream: IO[bytes], output_stream: IO[bytes], boards: Boards) -> None:
    """Talk to a client until it has gone."""
    Adapter(output_stream, boards).serve(Incoming(input_stream))
