"""Digests in front of contents of files, which detect damage but not forgery."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path


def seal(content: bytes) -> bytes:
    """Return the content behind a line with its digest."""
    return _digest(content) + b"\n" + content


def unseal(sealed: bytes) -> bytes | None:
    """Return the content that was sealed; None if it is damaged."""
    digest, _, content = sealed.partition(b"\n")
    return content if digest == _digest(content) else None


def throw_away(path: Path) -> None:
    """Remove a damaged file that can be made again, with a note in the log."""
    import logging

    logging.getLogger("dsp56k").warning("%s: damaged; it is discarded and generated again", path)
    with suppress(OSError):
        path.unlink()


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
