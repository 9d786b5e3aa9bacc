"""Messages of the debug adapter protocol on two streams: a header with the length, a blank line, JSON."""

from __future__ import annotations

import queue
import threading
from typing import IO, Any

import msgspec

HEADER = b"content-length:"
OTHER_HEADER = b"content-type:"
LONGEST = 1 << 26
"""Bytes of a message that is taken."""


class Request(msgspec.Struct):
    """What a client asks: its number, the command, the arguments as they came."""

    seq: int
    command: str
    arguments: msgspec.Raw = msgspec.Raw(b"{}")


WAKE = Request(0, "wake")
"""No request, but a reason to look up."""


def read_message(stream: IO[bytes]) -> bytes | None:
    """The next message; None at the end of the stream, and for what is no message."""
    length = None
    while (line := stream.readline(LONGEST)).strip():
        if line.lower().startswith(HEADER):
            digits = line[len(HEADER) :].strip()
            length = int(digits) if digits.isdigit() and len(digits) < 10 else None
        elif not line.lower().startswith(OTHER_HEADER):
            # Another protocol: a page in a browser can send to a port of this machine what looks like a message below.
            return None
    if not line or length is None or length > LONGEST:
        return None
    body = stream.read(length)
    return body if len(body) == length else None


def write_message(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Write a message."""
    body = msgspec.json.encode(message)
    stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    stream.flush()


class Incoming:
    """The requests as they come, read by a thread of their own, so that one can end a run."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._queue: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._waiting: list[Request | None] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while (body := read_message(self._stream)) is not None:
            try:
                self._queue.put(msgspec.json.decode(body, type=Request))
            except msgspec.DecodeError:
                # What has no number cannot be answered.
                continue
        self._queue.put(None)

    def wake(self) -> None:
        """Let `next` return."""
        self._queue.put(WAKE)

    def end(self) -> None:
        """Take nothing more: the end comes next."""
        self._queue.put(None)

    def next(self) -> Request | None:
        """The next request, which is waited for; None: there is none any more."""
        return self._waiting.pop(0) if self._waiting else self._queue.get()

    def waiting(self) -> list[str]:
        """The commands of those that have come, "" for the end."""
        while not self._queue.empty():
            self._waiting.append(self._queue.get())
        return ["" if request is None else request.command for request in self._waiting]
