"""The TOML files in this directory, parsed once for all processes: the result is stored in the user's cache."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from dsp56k.system.user_cache import keep, read_kept, throw_away

# importlib.resources would take as long to import as all tables take to read.
_HERE = Path(__file__).parent
_KIND = "tables"
_NAME = "isa.json"


@cache
def load(name: str) -> dict[str, Any]:
    """Return the contents of one TOML file of this package, read once; they must not be changed."""
    return _tables()[name]


@cache
def _tables() -> dict[str, dict[str, Any]]:
    """Return the contents of every file, from the cache if none of them has changed."""
    sources = {path.name: path.read_bytes() for path in sorted(_HERE.glob("*.toml"))}
    version = _version(sources)
    content = read_kept(_KIND, version, _NAME)
    if content is not None:
        kept = _decoded(content)
        if kept is not None and kept.keys() == sources.keys():
            return kept
        throw_away(_KIND, version, _NAME)
    # Parsing takes longer than all else here; so does the import of what parses.
    import tomllib

    tables = {name: tomllib.loads(source.decode()) for name, source in sources.items()}
    keep(_KIND, version, _NAME, json.dumps(tables).encode())
    return tables


def _decoded(content: bytes) -> dict[str, dict[str, Any]] | None:
    """Return the cached contents, or None if they do not have the form that `_tables` writes."""
    try:
        tables = json.loads(content)
    except ValueError:
        return None
    return tables if isinstance(tables, dict) else None


def _version(sources: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, source in sources.items():
        digest.update(f"{name} {len(source)}\n".encode())
        digest.update(source)
    return digest.hexdigest()
