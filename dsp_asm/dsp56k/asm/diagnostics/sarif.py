"""Diagnostics as SARIF 2.1.0 (OASIS), for editors and code hosts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from types import ModuleType
from typing import Any
from urllib.parse import quote

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Diagnostic, Frame, Message, Severity
from dsp56k.asm.diagnostics.rendering import shown_frames
from dsp56k.objects.module import Span

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_FIELD = re.compile(r"\{[^}]*\}")
_LEVELS = {
    Severity.MESSAGE: "note",
    Severity.WARNING: "warning",
    Severity.ERROR: "error",
    Severity.FATAL: "error",
}


def sarif_log(
    diagnostics: Iterable[Diagnostic], *, tool: str = "dsp56k asm", more: ModuleType | None = None
) -> dict[str, Any]:
    """Return a SARIF log with one run for `json.dumps`. Columns count characters from 1.

    Args:
        diagnostics: The findings.
        tool: Name of the tool that found them.
        more: A module with the messages of that tool, in addition to those of the assembler.
    """
    entries = list(diagnostics)
    used = {entry.code for entry in entries}
    known = [*vars(messages).values(), *(vars(more).values() if more is not None else ())]
    kinds = sorted((kind.code, kind) for kind in known if isinstance(kind, Message))
    driver = {"name": tool, "rules": [_rule(kind) for code, kind in kinds if code in used]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(entry) for entry in entries],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(kind: Message) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": kind.code,
        "shortDescription": {"text": _FIELD.sub("...", kind.text)},
        "defaultConfiguration": {"level": _LEVELS[kind.severity]},
    }
    if kind.help:
        rule["help"] = _message(kind.help)
    return rule


def _message(text: str) -> dict[str, str]:
    """Return a message with doubled braces, because single ones are arguments (SARIF 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _result(entry: Diagnostic) -> dict[str, Any]:
    text = "\n".join((entry.message, *entry.notes, *([entry.help] if entry.help else [])))
    result: dict[str, Any] = {
        "ruleId": entry.code,
        "level": _LEVELS[entry.severity],
        "message": _message(text),
        "locations": [_location(entry.span)] if entry.span is not None else [],
    }
    first, left_out, last = shown_frames(entry.chain)
    if left_out:
        result["properties"] = {"framesLeftOut": left_out}
    related = [
        *({"message": _message(label.text), **_location(label.span)} for label in entry.labels),
        *(_calling(frame) for frame in first + last),
    ]
    if related:
        result["relatedLocations"] = [{"id": number, **location} for number, location in enumerate(related)]
    if entry.fix and entry.span is not None:
        result["fixes"] = [_fix(entry.span, entry.fix)]
    return result


def _calling(frame: Frame) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": max(1, frame.line)}
    if frame.text:
        region["snippet"] = {"text": frame.text}
    return {
        "message": _message(f"in {frame.kind} {frame.name}".rstrip()),
        "physicalLocation": {"artifactLocation": {"uri": _uri(frame.file)}, "region": region},
    }


def _fix(span: Span, text: str) -> dict[str, Any]:
    """Return one replacement (SARIF 3.55 to 3.57)."""
    region = {"startLine": max(1, span.line), "startColumn": span.column, "endColumn": span.column + span.length}
    change = {
        "artifactLocation": {"uri": _uri(span.file)},
        "replacements": [{"deletedRegion": region, "insertedContent": {"text": text}}],
    }
    return {"description": {"text": f"write {text}"}, "artifactChanges": [change]}


def _uri(file: str) -> str:
    """Return the URI reference of a file.

    Absolute paths have the scheme file; spaces and other reserved characters are escaped.
    """
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _location(span: Span) -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": _place(span)}
    if span.section:
        location["logicalLocations"] = [{"name": span.section, "kind": "namespace"}]
    return location


def _place(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(span.file)}}
    if span.column:
        place["region"] = {
            "startLine": max(1, span.line),
            "startColumn": span.column,
            "endColumn": span.column + span.length,
            "snippet": {"text": span.text},
        }
    elif span.line:
        place["region"] = {"startLine": span.line}
    return place
