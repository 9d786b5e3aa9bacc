"""Diagnostics as text: `file:line:column: error[A0123]: message`, the source line, a caret, and the expansion trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsp56k.asm.diagnostics.model import Diagnostic, Frame, Severity
from dsp56k.objects.module import Span
from dsp56k.system.text import in_columns, shown

# Only both ends of a longer chain (a runaway recursion) are shown.
SHOWN_FRAMES = 8
# Longer source lines are cut around the caret.
SHOWN_COLUMNS = 160
# Colours of a terminal (ECMA-48, 8.3.117): bold red, yellow and cyan, and bold only.
_COLOURS = {Severity.FATAL: "1;31", Severity.ERROR: "1;31", Severity.WARNING: "1;33", Severity.MESSAGE: "1;36"}
_BOLD, _BLUE = "1", "1;34"


def render(diagnostic: Diagnostic, *, colour: bool = False) -> str:
    """Return a diagnostic as lines without a final newline, safe for a terminal with any source.

    With `colour`, location, message and marks are highlighted by terminal colours.
    """
    head, kind = _head(diagnostic), _COLOURS[diagnostic.severity]
    if colour:
        place, name, message = head
        head = (_painted(place, _BOLD), _painted(name, kind), _painted(message, _BOLD))
    lines = ["".join(head)]
    if diagnostic.span is not None:
        lines += _excerpt(diagnostic.span, colour=kind if colour else "")
        if diagnostic.span.section:
            lines.append(shown(f"    in section {diagnostic.span.section}"))
    for label in diagnostic.labels:
        lines += [
            shown(f"    {label.span.place}: {label.text}"),
            *_excerpt(label.span, "-", colour=_BLUE if colour else ""),
        ]
    if diagnostic.expanded:
        lines.append(f"    expanded to: {in_columns(diagnostic.expanded.strip()[:SHOWN_COLUMNS])}")
    lines += [f"    note: {shown(note)}" for note in diagnostic.notes]
    if diagnostic.help:
        lines.append(f"    help: {diagnostic.help}")
    first, left_out, last = shown_frames(diagnostic.chain)
    lines += [line for frame in first for line in _step(frame)]
    if left_out:
        lines.append(f"    … {left_out} more …")
    lines += [line for frame in last for line in _step(frame)]
    return "\n".join(lines)


def shown_frames(chain: tuple[Frame, ...]) -> tuple[tuple[Frame, ...], int, tuple[Frame, ...]]:
    """Return the shown frames of a chain: the innermost ones, the number omitted, and the outermost one, if any."""
    if len(chain) <= SHOWN_FRAMES:
        return chain, 0, ()
    return chain[: SHOWN_FRAMES - 1], len(chain) - SHOWN_FRAMES, chain[-1:]


def _step(frame: Frame) -> Iterator[str]:
    """Yield a frame, and the line that called."""
    what = f"{frame.kind} {frame.name}" if frame.name else frame.kind
    yield shown(f"    in {what} at {frame.file}:{frame.line}")
    if text := in_columns(frame.text.strip()[:SHOWN_COLUMNS]):
        yield f"        {text}"


def render_all(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """Return all diagnostics of a run, each ending in a newline."""
    return "".join(render(diagnostic, colour=colour) + "\n" for diagnostic in diagnostics)


def _head(diagnostic: Diagnostic) -> tuple[str, str, str]:
    """Return the first line: location, severity and code, message.

    Together they are not longer than `shown` permits for a line.
    """
    line = shown(str(diagnostic))
    name = f"{diagnostic.severity.value}[{diagnostic.code}]"
    place, found, message = line.partition(f"{name}: ")
    return (place, name, f": {message}") if found else ("", "", line)


def _painted(text: str, colour: str) -> str:
    return f"\x1b[{colour}m{text}\x1b[0m" if text else ""


def _excerpt(span: Span, mark: str = "^", *, colour: str = "") -> list[str]:
    """Return the source line and marks under the span; tabs become single spaces in both, so that they line up."""
    if not span.text:
        return []
    start = span.column - 1
    first = max(0, start - SHOWN_COLUMNS // 2) if start > SHOWN_COLUMNS else 0
    text = in_columns(span.text[first : first + SHOWN_COLUMNS]).rstrip()
    length = max(1, min(span.length, len(text) - (start - first)))
    marks = _painted(mark * length, colour) if colour else mark * length
    return [f"    {text}", "    " + " " * (start - first) + marks]
