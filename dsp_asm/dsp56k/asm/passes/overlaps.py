"""Warnings about words that another piece of the same source replaces, after the last pass."""

from __future__ import annotations

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import INCLUDED, Diagnostic, Frame, Label, Log
from dsp56k.asm.passes.pass_state import Session
from dsp56k.asm.program.output import Output
from dsp56k.objects.module import Run, Span
from dsp56k.objects.overlaps import Piece, overlaps

# A wrong ORG may move many pieces: more of them have one cause, and the limit of all warnings ends an assembly.
_MAX_REPORTED = 1000


def report_overlaps(session: Session, output: Output, log: Log) -> None:
    """Add a warning to the log for each two runs with different words at one address.

    The listing does not have these warnings, because Motorola's does not.
    """
    runs = [(number, record) for number, record in enumerate(output.records) if isinstance(record, Run)]
    found = overlaps([_piece(run) for _, run in runs])
    reported = [overlap for overlap in found if runs[overlap.later][0] not in output.unchecked]
    kind = messages.WORDS_LOST
    for overlap in reported[:_MAX_REPORTED]:
        first, first_chain = _place(session, output, *runs[overlap.earlier], overlap.earlier_index)
        second, chain = _place(session, output, *runs[overlap.later], overlap.later_index)
        message = kind.text.format(text=overlap.message(first.place))
        label = Label(first, f"the first word{_way(first_chain)}")
        log.add(Diagnostic(kind.code, kind.severity, message, second, (), kind.help, chain, labels=(label,)))


def _piece(run: Run) -> Piece:
    """Return a run as a piece; the words that only the linker knows are left out."""
    words: list[int | None] = [*run.words]
    for index, _ in run.fixups:
        words[index] = None
    return Piece(run.space, run.address, words if run.fixups else run.words, run.base, run.mapping)


def _place(session: Session, output: Output, number: int, run: Run, index: int) -> tuple[Span, tuple[Frame, ...]]:
    """Return the line of the statement that made a word, and the calls that led there."""
    file, line = run.source(index) or (session.main.name, 0)
    text = session.line(file, line)
    span = Span(file, line, len(text) - len(text.lstrip()) + 1, max(1, len(text.strip())), text)
    return span, output.chain_of(number, index)


def _way(chain: tuple[Frame, ...]) -> str:
    """Return the calls that led to a line, as the end of a sentence."""
    calls = [frame for frame in chain if frame.kind != INCLUDED]
    return "".join(f", in {frame.kind} {frame.name} at {frame.file}:{frame.line}" for frame in calls[:1])
