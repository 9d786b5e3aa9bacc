"""Messages of the language server and debug adapter protocols on a stream: headers, a blank line, a body."""

from __future__ import annotations

import logging
from typing import IO

_LOG = logging.getLogger(__name__)
_LENGTH = b"content-length:"
_TYPE = b"content-type:"
MAX_BODY = 1 << 26
"""Bytes of a body: an editor sends whole files, and no source has 64 MB."""
_MAX_HEADER = 1 << 16
"""Bytes of a header line; correct ones have fewer than 100."""
_MAX_HEADERS = 8
"""Headers of a message: the protocols know two."""


def read_message(stream: IO[bytes]) -> bytes | None:
    """Return the body of the next message; None at the end of the stream, and after headers without a valid length.

    The beginning of the next message is unknown after such headers.

    Raises:
        OSError: The stream cannot be read.
    """
    length = None
    for _ in range(_MAX_HEADERS):
        line = stream.readline(_MAX_HEADER)
        if not line.strip():
            break
        if line.lower().startswith(_LENGTH):
            length = _length_of(line[len(_LENGTH) :].strip())
        elif not line.lower().startswith(_TYPE):
            # Another protocol: a page in a browser can send to a port of this machine what looks like a message below.
            return None
    else:
        return None
    if not line:
        return None
    if length is None:
        _LOG.warning("the session ends: Content-Length must be a number from 0 to %d", MAX_BODY)
        return None
    body = stream.read(length)
    return body if len(body) == length else None


def _length_of(digits: bytes) -> int | None:
    """Return the length of a body; None if it is not a number from 0 to MAX_BODY."""
    if not digits.isdigit() or len(digits) > len(f"{MAX_BODY}"):
        return None
    length = int(digits)
    return length if length <= MAX_BODY else None
