"""The messages of a client with normalised headers, which pygls can read."""

from __future__ import annotations

from typing import IO

from dsp56k.system.messages import read_message


class Requests:
    """A stream that pygls reads: each message of another stream after a header in the form that pygls knows.

    pygls accepts any length and would allocate it; an excessive one must not reach it.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._body = b""
        self._is_in_header = False

    def readline(self) -> bytes:
        """Return the next line of a header; b"" at the end."""
        if self._is_in_header:
            self._is_in_header = False
            return b"\r\n"
        body = read_message(self._stream)
        while body == b"":
            body = read_message(self._stream)
        if body is None:
            return b""
        self._body, self._is_in_header = body, True
        return b"Content-Length: %d\r\n" % len(body)

    def read(self, _size: int) -> bytes:
        """Return the body that follows the header that was read last."""
        return self._body
