"""Diagnostics as text: `file:line:column: error[A0123]: message`, the source line, a caret, and the way one got
there.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsp56k.asm.diagnostics import Diagnostic, Frame, Span

# A chain longer than this (a runaway recursion) is shown by its ends.
SHOWN_FRAMES = 8
# Longer source lines are cut around the caret.
SHOWN_COLUMNS = 160


def render(diagnostic: Diagnostic) -> str:
    """One diagnostic as lines of text without a final newline."""
    lines = [str(diagnostic)]
    if diagnostic.span is not None:
        lines += _excerpt(diagnostic.span)
    if diagnostic.expanded:
        lines.append(f"    expanded to: {diagnostic.expanded.strip()[:SHOWN_COLUMNS]}")
    lines += [f"    note: {note}" for note in diagnostic.notes]
    if diagnostic.help:
        lines.append(f"    help: {diagnostic.help}")
    frames = diagnostic.chain
    shown = frames if len(frames) <= SHOWN_FRAMES else frames[: SHOWN_FRAMES - 1]
    lines += [f"    {_step(frame)}" for frame in shown]
    if len(shown) < len(frames):
        lines.append(f"    … {len(frames) - len(shown) - 1} more …")
        lines.append(f"    {_step(frames[-1])}")
    return "\n".join(lines)


def _step(frame: Frame) -> str:
    what = f"{frame.kind} {frame.name}" if frame.name else frame.kind
    return f"in {what} at {frame.file}:{frame.line}"


def render_all(diagnostics: Iterable[Diagnostic]) -> str:
    """All diagnostics of a run, each ending in a newline."""
    return "".join(render(diagnostic) + "\n" for diagnostic in diagnostics)


def _excerpt(span: Span) -> list[str]:
    """The source line and a caret under the span; tabs become single blanks in both, so that they line up."""
    if not span.text:
        return []
    start = span.column - 1
    first = max(0, start - SHOWN_COLUMNS // 2) if start > SHOWN_COLUMNS else 0
    text = span.text[first : first + SHOWN_COLUMNS].replace("\t", " ").rstrip()
    length = max(1, min(span.length, len(text) - (start - first)))
    return [f"    {text}", "    " + " " * (start - first) + "^" * length]
