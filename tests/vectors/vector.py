"""One vector, and the files that hold them. README.md describes the format for users of other emulators."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
FORMAT = {"format": "dsp56001-single-step", "version": 1}
Access = tuple[str, str, int, int, str]
"""Access ("f" fetch, "r" read, "w" write), space, address, word, region ("ram", "rom", "io", "external")."""


@dataclass(frozen=True)
class State:
    """Registers by name, stack as [location, SSH, SSL], memory as [space, address, word]."""

    registers: dict[str, int]
    stack: list[list[int]]
    memory: list[list[Any]]


@dataclass(frozen=True)
class Vector:
    """A state, a number of steps, and their changes. `final` contains only the differences from `initial`."""

    name: str
    code: list[int]
    asm: str
    steps: int
    initial: State
    final: State
    clocks: int | None
    accesses: list[Access]

    def to_line(self) -> str:
        """The vector as a line of a file."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Vector:
        """The vector that a line holds."""
        fields = json.loads(line)
        for key in ("initial", "final"):
            fields[key] = State(**fields[key])
        fields["accesses"] = [tuple(access) for access in fields["accesses"]]
        return cls(**fields)


def files() -> list[Path]:
    """All vector files."""
    return sorted(DATA.rglob("*.jsonl.gz"))


def read(path: Path) -> Iterator[Vector]:
    """The vectors of a file; its first line is a header."""
    with gzip.open(path, "rt", encoding="ascii") as lines:
        header = json.loads(next(lines))
        if not FORMAT.items() <= header.items():
            raise ValueError(f"{path}: no vectors of this version")
        yield from map(Vector.from_line, lines)


def write(path: Path, header: dict[str, Any], vectors: Iterable[Vector]) -> None:
    """Write a file whose bytes depend on nothing but its contents."""
    lines = [json.dumps(FORMAT | header, separators=(",", ":")), *(vector.to_line() for vector in vectors)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode("ascii"), 9, mtime=0))
