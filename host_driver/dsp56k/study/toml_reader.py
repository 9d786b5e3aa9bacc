"""TOML files as msgspec structs; every error in one is a StudyError that names file, line and key.

`read(path, Struct)` suffices for a file that is one struct. Checks that a struct cannot express take the `Document` and
reject a key of it: `document.refused(("run", 1, "machine"), "unknown machine")`.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from dsp56k.study.errors import StudyError
from dsp56k.system.files import read_at_most
from dsp56k.system.properties import lazy_property
from dsp56k.system.suggestions import did_you_mean, expected
from dsp56k.system.text import decode_text, described

MAX_FILE_BYTES = 1 << 20
"""A study has some kilobytes, the published numbers a tenth of this."""

Keys = Sequence[str | int]
"""The path to a value: keys of tables, and indices of arrays, from 0."""

Struct = TypeVar("Struct")

_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
_ASSIGNMENT = re.compile(rf"\s*({_DOTTED})\s*=")
_PART = re.compile(_KEY)
_LONG_STRINGS = ('"""', "'''")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?(?P<path>\$[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|(\[\.\.\.\])")
_NAMED_FIELD = re.compile(r"(unknown|required) field `([^`]*)`")


@dataclass(frozen=True)
class Document:
    """A TOML file: its path, its text, and its tables."""

    path: str
    text: str
    tables: dict[str, Any]

    def convert(self, kind: Callable[..., Struct], value: object = None, keys: Keys = ()) -> Struct:
        """Convert the value at `keys` to a struct; by default the complete document.

        Raises:
            StudyError: A key is unknown or missing, or its value is invalid.
        """
        value = self.tables if value is None else value
        if steps := _infinite(value):
            raise self.refused((*keys, *steps), f"must be finite, got {described(_at(value, steps))}")
        try:
            return _converted(value, kind)
        except msgspec.ValidationError as error:
            raise self._refused_by(error, kind, value, keys) from None

    def refused(self, keys: Keys, reason: str) -> StudyError:
        """Return the error for the value at `keys`, with its line, or with that of the table that contains it."""
        line = self.line_of(keys)
        key = shown_keys(keys)
        place = f"{self.path}:{line}" if line else self.path
        return StudyError(
            f"{place}: {key}: {reason}" if key else f"{place}: {reason}", path=self.path, line=line, key=key
        )

    def line_of(self, keys: Keys) -> int | None:
        """Return the line of the value at `keys`, or of its nearest parent; None for the document."""
        for length in range(len(keys), 0, -1):
            line = self._lines.get(tuple(keys[:length]))
            if line:
                return line
        return None

    @lazy_property
    def _lines(self) -> dict[tuple[str | int, ...], int]:
        return _lines_of(self.text)

    def _refused_by(self, error: msgspec.ValidationError, kind: Any, value: object, keys: Keys) -> StudyError:
        found = _MESSAGE.fullmatch(str(error))
        assert found is not None, error
        what = found["what"].strip()
        steps = _steps(found["path"] or "$", kind, value)
        named = _NAMED_FIELD.search(what)
        if named:
            what = "missing" if named[1] == "required" else f"unknown key{expected(named[2], _fields(kind, steps))}"
            steps = [*steps, named[2]]
        elif what.startswith("Invalid enum value"):
            value = what.removeprefix("Invalid enum value ").strip("'")
            what = f"must be one of {', '.join(choices := _choices(kind, steps))}, got {described(value)}"
            what += did_you_mean(value, choices)
        what = what.replace("`", "")
        return self.refused((*keys, *steps), what[:1].lower() + what[1:])


def _converted(value: object, kind: Callable[..., Struct]) -> Struct:
    converted: Struct = msgspec.convert(value, kind)
    return converted


def _infinite(value: object) -> list[str | int]:
    """Return the keys of the first number that is infinite or not a number; TOML has such numbers."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    for key, part in parts:
        if isinstance(part, float) and not math.isfinite(part):
            return [key]
        if steps := _infinite(part):
            return [key, *steps]
    return []


def _at(value: Any, steps: Keys) -> object:
    for step in steps:
        value = value[step]
    return value


def _steps(path: str, kind: Any, value: object) -> list[str | int]:
    """Return the keys of a path in msgspec's form, `$.run[0].name`."""
    steps: list[str | int] = []
    for key, index, mapping in _STEP.findall(path):
        steps.append(_wrong_key(steps, kind, value) if mapping else int(index) if index else key)
    return steps


def _wrong_key(steps: Keys, kind: Any, value: object) -> str:
    """Return the key of a mapping whose value cannot be converted: msgspec does not name it."""
    mapping: Any = value
    for step in steps:
        mapping = mapping[step]
    everything = dict(mapping)
    for key, one in everything.items():
        mapping.clear()
        mapping[key] = one
        try:
            _converted(value, kind)
        except msgspec.ValidationError:
            return str(key)
        finally:
            mapping.clear()
            mapping.update(everything)
    raise AssertionError(steps)


def _fields(kind: Any, steps: Keys) -> list[str]:
    """Return the keys that the struct at `steps` of a struct may have."""
    found = _types_at(kind, steps)
    return [field.encode_name for one in found if isinstance(one, inspect.StructType) for field in one.fields]


def _choices(kind: Any, steps: Keys) -> list[str]:
    """Return the values of the literal type at `steps` of a struct."""
    found = _types_at(kind, steps)
    return [str(value) for one in found if isinstance(one, inspect.LiteralType) for value in one.values]


def _types_at(kind: Any, steps: Keys) -> Sequence[inspect.Type]:
    """Return the types that are valid at `steps` of a struct."""
    found = _alternatives(inspect.type_info(kind))
    for step in steps:
        inner: list[inspect.Type] = []
        for one in found:
            if isinstance(one, inspect.VarTupleType) and isinstance(step, int):
                inner += _alternatives(one.item_type)
            elif isinstance(one, inspect.DictType):
                inner += _alternatives(one.value_type)
            elif isinstance(one, inspect.StructType):
                inner += [
                    kind for field in one.fields if field.encode_name == step for kind in _alternatives(field.type)
                ]
        found = inner
    return found


def _alternatives(kind: inspect.Type) -> Sequence[inspect.Type]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def read_document(path: Path | str) -> Document:
    """Return the tables of a file; StudyError if it cannot be read, is too large, or is not TOML."""
    path = Path(path)
    try:
        content = read_at_most(path, MAX_FILE_BYTES)
        text = decode_text(content)
    except UnicodeDecodeError as error:
        raise StudyError(f"{path}: not text in UTF-8", path=str(path), line=None, key="") from error
    except OSError as error:
        raise StudyError(f"{path}: {error.strerror}", path=str(path), line=None, key="") from error
    return parse_document(text, str(path))


def parse_document(text: str, path: str) -> Document:
    """Return the tables in `text`; `path` is for messages."""
    # TOML ends lines with LF or CRLF; tomllib counts the same lines.
    try:
        return Document(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        reason = _AT_LINE.sub("", str(error)).replace("(at end of document)", "at the end").strip()
        raise StudyError(f"{path}:{line}: invalid TOML: {reason}", path=path, line=line, key="") from error
    except (RecursionError, ValueError) as error:
        # The nesting is too deep, or a number has too many digits.
        raise StudyError(f"{path}: invalid TOML: {described(str(error))}", path=path, line=None, key="") from error


def read(path: Path | str, kind: Callable[..., Struct]) -> tuple[Struct, Document]:
    """Return a file as a struct, and the document for further checks."""
    document = read_document(path)
    return document.convert(kind), document


def shown_keys(keys: Keys) -> str:
    """Format the path to a value for messages: `[run 2] machine`, the second of the tables called run."""
    if not keys:
        return ""
    table: list[str] = []
    for key in keys[:-1]:
        if isinstance(key, int):
            table[-1:] = [f"{table[-1]} {key + 1}"] if table else [str(key + 1)]
        else:
            table.append(_quoted(key))
    last = keys[-1]
    if isinstance(last, int):
        table[-1:] = [f"{table[-1]} {last + 1}"] if table else [str(last + 1)]
        return f"[{'.'.join(table)}]"
    return f"[{'.'.join(table)}] {_quoted(last)}" if table else _quoted(last)


def _quoted(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'


def _lines_of(text: str) -> dict[tuple[str | int, ...], int]:
    """Return the lines of all tables and of the keys that begin a line, by their paths."""
    lines: dict[tuple[str | int, ...], int] = {}
    counts: dict[tuple[str | int, ...], int] = {}
    table: tuple[str | int, ...] = ()
    inside = ""
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        if inside:
            if line.count(inside) % 2:
                inside = ""
            continue
        if depth == 0:
            header = _HEADER.match(line)
            assignment = _ASSIGNMENT.match(line)
            if header:
                table = _opened(header[1], _parts(header[2]), counts)
                lines.setdefault(table, number)
                if isinstance(table[-1], int):
                    lines.setdefault(table[:-1], number)
                continue
            if assignment:
                keys = _parts(assignment[1])
                for length in range(1, len(keys) + 1):
                    lines.setdefault((*table, *keys[:length]), number)
        depth = max(0, depth + _opening(line))
        inside = next((quotes for quotes in _LONG_STRINGS if line.count(quotes) % 2), "")
    return lines


def _opened(brackets: str, keys: list[str], counts: dict[tuple[str | int, ...], int]) -> tuple[str | int, ...]:
    """Return the path of the table that a header opens; `counts` has the number of elements of each array of tables."""
    way: tuple[str | int, ...] = ()
    for key in keys[:-1]:
        way = (*way, key)
        if way in counts:
            way = (*way, counts[way] - 1)
    way = (*way, keys[-1])
    if brackets == "[[":
        counts[way] = counts.get(way, 0) + 1
        return (*way, counts[way] - 1)
    return way


def _opening(line: str) -> int:
    """Return how many more arrays a line opens than it closes, without strings and comments."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'', "", line).partition("#")[0]
    return sum(bare.count(one) for one in "[{") - sum(bare.count(one) for one in "]}")


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(dotted)]


def builtin_document(name: str) -> Document:
    """Return the text of a study that comes with the package."""
    text = resources.files("dsp56k.study").joinpath("studies", f"{name}.toml").read_text(encoding="utf-8")
    return parse_document(text, f"studies/{name}.toml")


def builtin_studies() -> tuple[str, ...]:
    """Return the names of the studies that come with the package."""
    folder = resources.files("dsp56k.study").joinpath("studies")
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))
