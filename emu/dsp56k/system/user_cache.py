"""The user's cache: results that take time to compute and follow from the package's own files.

The cache is `$XDG_CACHE_HOME/dsp56k`, else `~/.cache/dsp56k`. It has a directory for each kind of result, a directory
in that for each version of its sources, and a file for each result, which begins with the digest of the rest. Files are
written atomically, so several processes may write one at once. A file that cannot be read or written is ignored; a
damaged one is removed, with a note in the log. The cache determines results, so nothing is read from or written to a
directory that another user may change.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from dsp56k.system import digests
from dsp56k.system.files import read_at_most, write_whole

_MOST_BYTES = 16 << 20
_VERSIONS = 8
"""Number of versions of a kind that are retained, because a user may have several checkouts; the latest written ones.
"""


def read_kept(kind: str, version: str, name: str) -> bytes | None:
    """Return the content stored as `name`, of a `kind`, for a `version`; None if there is none."""
    folder = _folder()
    if folder is None:
        return None
    path = folder / kind / version / name
    try:
        content = read_at_most(path, _MOST_BYTES)
    except OSError:
        return None
    kept = digests.unseal(content)
    if kept is None:
        digests.throw_away(path)
    return kept


def keep(kind: str, version: str, name: str, content: bytes) -> None:
    """Store the content, if the cache exists or can be created."""
    folder = _folder()
    if folder is None:
        return
    path = folder / kind / version / name
    with suppress(OSError):
        if not path.parent.exists():
            for made in (folder.parent, folder, path.parent.parent, path.parent):
                # XDG Base Directory Specification 0.8: only the user may access the directories.
                made.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_room(path.parent)
        write_whole({path: digests.seal(content)})


def throw_away(kind: str, version: str, name: str) -> None:
    """Remove what turned out to be damaged."""
    folder = _folder()
    if folder is not None:
        digests.throw_away(folder / kind / version / name)


def _folder() -> Path | None:
    """Return the cache directory of dsp56k, if there is one that no other user can change."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        # XDG Base Directory Specification 0.8: a path that is not absolute is ignored.
        folder = (given if given.is_absolute() else Path.home() / ".cache") / "dsp56k"
    except RuntimeError:
        return None
    return folder if _is_own(folder.parent) and _is_own(folder) else None


def _is_own(folder: Path) -> bool:
    """Return True if only the user can write to a directory, behind links, and owns it; also if it does not exist."""
    if not hasattr(os, "geteuid"):
        return True
    try:
        status = folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _make_room(newest: Path) -> None:
    """Remove the versions written to first, until no more than _VERSIONS are left."""
    import shutil

    written = {}
    for folder in newest.parent.iterdir():
        with suppress(OSError):
            written[folder] = folder.stat().st_mtime_ns
    written.pop(newest, None)
    oldest = sorted(written, key=written.__getitem__, reverse=True)[_VERSIONS - 1 :]
    for folder in oldest:
        shutil.rmtree(folder, ignore_errors=True)
