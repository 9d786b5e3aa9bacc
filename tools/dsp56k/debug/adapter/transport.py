"""The base protocol of DAP on two streams: requests are read, responses and events are written."""

from __future__ import annotations

import json
import queue
import threading
from contextlib import suppress
from typing import IO, Any

import msgspec

from dsp56k.system.messages import read_message


class ClientGoneError(Exception):
    """The client does not read messages any more."""


class Request(msgspec.Struct):
    """A request of the client: its number, the command, and the undecoded arguments."""

    seq: int
    command: str
    arguments: msgspec.Raw = msgspec.Raw(b"{}")


WAKE = Request(0, "wake")
"""Not a request: it makes the adapter check its state again."""


def encode_message(message: dict[str, Any]) -> bytes:
    """Return the bytes of a message."""
    try:
        body = msgspec.json.encode(message)
    except UnicodeEncodeError:
        # A file's name may contain bytes that are not UTF-8. This encoder escapes them.
        body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Incoming:
    """The queue of requests. A separate thread reads them, so that a request can interrupt a run."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._queue: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._waiting: list[Request | None] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            # A client may disconnect in the middle of a message, and the stream may be closed meanwhile.
            with suppress(OSError, ValueError):
                while (body := read_message(self._stream)) is not None:
                    self._take(body)
        finally:
            # The reader of the queue must wake up, whatever has ended this thread.
            self._queue.put(None)

    def _take(self, body: bytes) -> None:
        """Put a request into the queue. One that cannot be decoded has no number, so it cannot be answered."""
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._queue.put(msgspec.json.decode(body, type=Request))

    def wake(self) -> None:
        """Wake up the reader."""
        self._queue.put(WAKE)

    def end(self) -> None:
        """Discard further requests; the reader gets the end."""
        self._queue.put(None)

    def next(self, timeout: float | None = None) -> Request | None:
        """Wait for the next request and return it; return None at the end, or after `timeout` seconds."""
        if self._waiting:
            return self._waiting.pop(0)
        try:
            return self._queue.get(timeout=timeout)
        except queue.Empty:
            return None

    def waiting(self) -> list[str]:
        """Return the commands in the queue, "" for the end."""
        while not self._queue.empty():
            self._waiting.append(self._queue.get())
        return ["" if request is None else request.command for request in self._waiting]
