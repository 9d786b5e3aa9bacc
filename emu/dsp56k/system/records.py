"""Records: measurements in one JSON format, of benchmarks, comparisons and studies.

A record begins with its header, the fields of `Record`. Lists of measurements follow; each kind of record declares
their names and types. A field whose name does not state its unit has it in `units`. If the measurements of a list have
different units, each has a field `unit`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TypeVar

import msgspec

from dsp56k.system.files import read_at_most

MAX_BYTES = 1 << 30
"""The size limit of a record: a million data points of a study have about as many bytes."""


class RecordError(ValueError):
    """A file is not a record of the expected kind; the message names file and field."""


class Environment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The date, the commit and the computer of measured times.

    Attributes:
        date: The day, as in 2026-11-29.
        commit: The measured commit, with "+" if files had changed.
        profile: The profile of the Rust extension: release, or debug.
        load: The load averages of one minute, before and after.
        repetitions: Runs of each measurement; the shortest have more.
    """

    date: str
    commit: str
    cpu: str
    cores: int
    system: str
    python: str
    profile: str
    load: tuple[float, float]
    repetitions: int


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The header of a record.

    Attributes:
        id: The name of the subject, which is also that of its file or directory.
        title: The subject in words.
        command: The command that repeats the measurement.
        version: The version of dsp56k.
        inputs: The SHA-256 of all inputs but the code; empty if version or commit determine them.
        units: The unit of each field whose name does not state it, as `host_us` does.
        environment: Date and computer; None if every computer measures the same.
    """

    id: str
    title: str
    command: str
    version: str
    inputs: str = ""
    units: dict[str, str] = {}
    environment: Environment | None = None


Kind = TypeVar("Kind", bound=Record)


@cache
def package_version() -> str:
    """Return the version of dsp56k."""
    return metadata.version("dsp56k")


def encode(record: Record) -> bytes:
    """Return the content of a record's file; equal records have equal bytes."""
    return b"".join(encode_in_pieces(record))


def encode_in_pieces(record: Record) -> Iterator[bytes]:
    """Yield the content of a record's file, which is larger than the measurements in memory."""
    fields = {name: getattr(record, name) for name in record.__struct_fields__}
    for text in json.JSONEncoder(indent=1, default=msgspec.to_builtins).iterencode(fields):
        yield text.encode()
    yield b"\n"


def read(path: Path, kind: type[Kind]) -> Kind:
    """Return the record of a file.

    Raises:
        RecordError: The file cannot be read, or a field is missing or invalid.
    """
    try:
        return msgspec.json.decode(read_at_most(path, MAX_BYTES), type=kind)
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from error
