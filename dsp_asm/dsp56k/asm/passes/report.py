"""Diagnostics of a pass, about the current statement or another span."""

from __future__ import annotations

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_ERRORS, MAX_REPORTED, MAX_SUGGESTIONS, MAX_WARNINGS, Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import (
    Advice,
    CascadingError,
    Diagnostic,
    FatalSourceError,
    Frame,
    Log,
    Message,
    NewerChipFeature,
    Severity,
    SourceTextError,
    SuppressedError,
)
from dsp56k.asm.passes.listing import Listing
from dsp56k.asm.passes.options import Options
from dsp56k.asm.source.files import as_read
from dsp56k.asm.source.lines import LineReader
from dsp56k.isa import CHIPS, DSP56300
from dsp56k.objects.module import Span
from dsp56k.objects.word_sizes import WORD_MASK

# Maximum number of listed names that a missing file would have defined, and of newer chips' features.
_SHOWN_NAMES = 10
# A program for a newer chip has more than one instruction of it; a single one may be a slip.
_LATER_USES = 2
# The last 64 K of 24 bits: peripherals and ROM of the DSP56300. dsp56300.toml has its other features.
_LONG_ADDRESS = NewerChipFeature(DSP56300, "addresses of 24 bits")
_HIGH_ADDRESSES = range(0xFF0000, WORD_MASK + 1)
_PROGRAM_MESSAGES = (messages.FAIL, messages.WARN, messages.MSG)


class Report:
    """The diagnostics of a pass, in a log and on the listing.

    `uncertain_line` is the line with a symbol that only the next pass knows: that pass reports its errors.
    `missing_file` is the INCLUDE above the current line that was not found: errors that it may explain are counted.
    """

    def __init__(self, reader: LineReader, options: Options, listing: Listing, budget: Budget, chip: str) -> None:
        self.log = Log()
        self.uncertain_line = 0
        self.missing_file = False
        self._reader = reader
        self._options = options
        self._listing = listing
        self._budget = budget
        self._chip = chip
        # Logged diagnostics: code, message, span, chain, expanded text.
        self._logged: set[tuple[object, ...]] = set()
        # Errors omitted because they were logged before.
        self._repeated = 0
        # The INCLUDE of the first missing file; the number of errors it may explain; and the first unknown names.
        self._missing_at: Span | None = None
        self._excused = 0
        self._unknown: dict[str, None] = {}
        # Errors that do not occur on a newer chip.
        self._later: list[NewerChipFeature] = []

    def error(self, error: SourceTextError) -> None:
        """Log an error of the current statement."""
        self._budget.work -= costs.DIAGNOSTIC
        if isinstance(error, SuppressedError):
            self._excuse(error.name)
        if isinstance(error, CascadingError) or (
            not isinstance(error, FatalSourceError) and self._doubtful(error.kind)
        ):
            return
        if later := error.later or _of_address(error):
            self._later.append(later)
        span, expanded = self._reader.span(error.column, error.length)
        self._log(error.kind, error.wording, span, expanded, error)

    def warn(self, kind: Message, **values: object) -> None:
        """Log a warning about the current statement."""
        self.warn_at(kind, None, 1, **values)

    def warn_at(self, kind: Message, column: int | None, length: int, **values: object) -> None:
        """Log a warning (or a message) about text[column] of the current statement."""
        self._budget.work -= costs.DIAGNOSTIC
        if self._doubtful(kind) or (kind.severity is Severity.WARNING and not self._options["W"]):
            return
        span, expanded = self._reader.span(column, length)
        self._log(kind, kind.text.format(**values), span, expanded)

    def warn_once(self, kind: Message) -> None:
        """Log a warning unless it was logged before."""
        if kind.code not in self.log.seen_once:
            self.log.seen_once.add(kind.code)
            self.warn(kind)

    def add(self, kind: Message, span: Span | None, **values: object) -> None:
        """Log a diagnostic about another span than the current statement. Raises FatalSourceError after too many."""
        self._budget.work -= costs.DIAGNOSTIC
        self._budget.check()
        self._keep(kind, kind.text.format(**values), span)

    def _doubtful(self, kind: Message) -> bool:
        """Return True if the current line may be right.

        It names a symbol that only the next pass knows, or a file is missing on which its numbers depend.
        """
        if self.uncertain_line > 0 and self.uncertain_line == self._reader.count:
            return True
        if self.missing_file and kind in messages.OF_NUMBERS_AND_PLACES:
            self._excuse()
            return True
        return False

    def miss_file(self, column: int, length: int) -> None:
        """Record that the file of the current line's INCLUDE, at a column, is missing."""
        if not self.missing_file:
            self._missing_at, _ = self._reader.span(column, length)
        self.missing_file = True

    def _excuse(self, name: str = "") -> None:
        self._excused += 1
        if name and len(self._unknown) <= _SHOWN_NAMES:
            self._unknown[as_read(name)] = None

    def tell_excused(self) -> None:
        """Log the number of errors that a missing file may explain, and the first names that nothing else defines."""
        if not self._excused:
            return
        names = list(self._unknown)
        shown = ", ".join(names[:_SHOWN_NAMES]) + (" ..." if len(names) > _SHOWN_NAMES else "")
        advice = Advice((f"undefined without it: {shown}",) if names else ())
        self._keep(messages.EXCUSED, messages.EXCUSED.text.format(count=self._excused), self._missing_at, advice=advice)

    def tell_later(self) -> None:
        """Log that the program is for a newer chip, if several errors show it."""
        if len(self._later) < _LATER_USES:
            return
        # The newest chip has the features of those before it.
        chip = max(later.chip for later in self._later)
        names = list(dict.fromkeys(later.what for later in self._later))
        what = ", ".join(names[:_SHOWN_NAMES]) + (" ..." if len(names) > _SHOWN_NAMES else "")
        text = messages.LATER_PROGRAM.text.format(chip=chip, selected=self._chip, what=what)
        advice = Advice((f"assemble it with --chip {chip}",) if chip in CHIPS else ())
        self._keep(messages.LATER_PROGRAM, text, None, advice=advice)

    def _log(
        self, kind: Message, message: str, span: Span | None, expanded: str, error: SourceTextError | None = None
    ) -> None:
        self._keep(kind, as_read(message), span, self._reader.chain, expanded, error)

    def _keep(
        self,
        kind: Message,
        message: str,
        span: Span | None,
        chain: tuple[Frame, ...] = (),
        expanded: str = "",
        error: SourceTextError | None = None,
        advice: Advice | None = None,
    ) -> None:
        """Log a diagnostic, with the help text of the error if there is no other.

        A repetition causes the same error in every iteration; messages of the program itself are logged each time.
        """
        log = self.log
        found = (kind.code, message, span, chain, expanded)
        if found in self._logged and kind not in _PROGRAM_MESSAGES:
            self._repeated += kind.is_error
        elif kind.severity is Severity.FATAL or not self._too_much:
            self._logged.add(found)
            advice = advice or (Advice() if error is None else error.advice)
            if error is not None and error.hint is not None and log.errors < MAX_SUGGESTIONS:
                advice = error.hint()
            diagnostic = Diagnostic(
                kind.code,
                kind.severity,
                message,
                span,
                advice.notes,
                kind.help,
                chain,
                expanded,
                labels=() if error is None else error.labels,
                # Text of DEFINE or a macro is not in the file.
                fix="" if expanded or self._reader.expanding else advice.fix,
            )
            log.add(diagnostic)
            self._budget.kept -= costs.REPORTED + diagnostic.characters
            self._listing.diagnostic(diagnostic)
        if self._too_much:
            self._budget.exhaust(
                messages.TOO_MANY_ERRORS,
                errors=log.errors + self._repeated,
                warnings=log.warnings,
                messages=log.messages,
            )

    @property
    def _too_much(self) -> bool:
        """Return True if a limit of reported diagnostics has been exceeded."""
        log = self.log
        return (
            log.errors + self._repeated > MAX_ERRORS
            or max(log.warnings, log.messages) > MAX_WARNINGS
            or log.characters > MAX_REPORTED
        )


def _of_address(error: SourceTextError) -> NewerChipFeature | None:
    """Return the newer chip's feature of an address: the DSP56300 has addresses of 24 bits."""
    if error.kind is not messages.ADDRESS_RANGE:
        return None
    value = error.values["value"]
    return _LONG_ADDRESS if isinstance(value, int) and value in _HIGH_ADDRESSES else None
