"""Published answers of the algorithms, a TOML file for each, which every side must give.

Each `[[vector]]` has `source`, `value` in hexadecimal, `offset` if the value is not the beginning of the result, and
the arguments by their names: a string in hexadecimal, `{ text = "..." }`, `{ zeros = COUNT }`, or a number.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Vector:
    """A published answer.

    Attributes:
        source: the document that has it.
        arguments: of the call, by name.
        value: bytes of the result from `offset` on.
    """

    source: str
    arguments: Mapping[str, Any]
    value: bytes
    offset: int = 0

    def holds(self, result: bytes) -> bool:
        """Return whether a result has these bytes."""
        return result[self.offset : self.offset + len(self.value)] == self.value


@cache
def read_vectors(algorithm: str) -> tuple[Vector, ...]:
    """Return the published answers of an algorithm; none if it has no file."""
    path = _FOLDER / f"{algorithm}.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["vector"] if path.exists() else []
    return tuple(
        Vector(
            table.pop("source"),
            value=bytes.fromhex(table.pop("value")),
            offset=table.pop("offset", 0),
            arguments=MappingProxyType({name: _argument(given) for name, given in table.items()}),
        )
        for table in tables
    )


def _argument(given: Any) -> Any:
    if isinstance(given, str):
        return bytes.fromhex(given)
    if isinstance(given, Mapping):
        return given["text"].encode("ascii") if "text" in given else bytes(given["zeros"])
    return given
