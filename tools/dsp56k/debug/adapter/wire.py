"""Messages of the debug adapter protocol on two streams: requests that come in, and what is written."""

from __future__ import annotations

import json
import queue
import threading
from contextlib import suppress
from typing import IO, Any

import msgspec

from dsp56k.system.messages import read_message


class ClientGoneError(Exception):
    """The client does not take messages any more."""


class Request(msgspec.Struct):
    """What a client asks: its number, the command, the arguments as they came."""

    seq: int
    command: str
    arguments: msgspec.Raw = msgspec.Raw(b"{}")


WAKE = Request(0, "wake")
"""No request, but a reason to look up."""


def encoded(message: dict[str, Any]) -> bytes:
    """Return the bytes of a message."""
    try:
        body = msgspec.json.encode(message)
    except UnicodeEncodeError:
        # A file's name may hold bytes that are not UTF-8. This encoder escapes them.
        body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Incoming:
    """The requests as they come, read by a thread of their own, so that one can end a run."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._queue: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._waiting: list[Request | None] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            # A client may go in the middle of a message, and the stream may be closed meanwhile.
            with suppress(OSError, ValueError):
                while (body := read_message(self._stream)) is not None:
                    self._take(body)
        finally:
            # Whoever waits for a request goes on, whatever ended this thread.
            self._queue.put(None)

    def _take(self, body: bytes) -> None:
        """Put a request into the queue. What cannot be decoded has no number, so that nobody can answer it."""
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._queue.put(msgspec.json.decode(body, type=Request))

    def wake(self) -> None:
        """Let `next` return."""
        self._queue.put(WAKE)

    def end(self) -> None:
        """Take nothing more: the end comes next."""
        self._queue.put(None)

    def next(self, timeout: float | None = None) -> Request | None:
        """Wait for the next request and return it; return None at the end, or if `timeout` seconds bring nothing."""
        if self._waiting:
            return self._waiting.pop(0)
        try:
            return self._queue.get(timeout=timeout)
        except queue.Empty:
            return None

    def waiting(self) -> list[str]:
        """The commands of those that have come, "" for the end."""
        while not self._queue.empty():
            self._waiting.append(self._queue.get())
        return ["" if request is None else request.command for request in self._waiting]
