"""Reporting: what a pass reads, where it puts words, and what it has to say: diagnostics and the listing."""

from __future__ import annotations

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_ERRORS, MAX_REPORTED, MAX_SUGGESTIONS, MAX_WARNINGS, Budget
from dsp56k.asm.diagnostics import catalogue as say
from dsp56k.asm.diagnostics.model import (
    Diagnostic,
    FatalSourceError,
    FollowingError,
    Frame,
    Kind,
    Log,
    Severity,
    SourceError,
    Span,
)
from dsp56k.asm.listing import ListingLine, ListingSettings
from dsp56k.asm.passes.options import Options
from dsp56k.asm.program.output import Output
from dsp56k.asm.source.defines import Defines
from dsp56k.asm.source.lines import LineReader
from dsp56k.asm.source.statements import Statement
from dsp56k.asm.source.text import as_read
from dsp56k.asm.usage import Usage

_PROGRAM_MESSAGES = (say.FAIL, say.WARN, say.MSG)
# What OPT NOCL leaves out of the listing.
_CONDITIONALS = ("IF", "ELSE", "ENDIF")


class Reporting:
    """The present statement's place, and everything that is reported about it."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.log = Log()
        self.defines = Defines(budget)
        self.reader = LineReader(self.defines, budget)
        self.options = Options()
        self.output = Output(self._overflow, budget)
        self.locations = self.output.locations
        # Whether the present line was made by structured control (ASM 7.5.3).
        self.generated = False
        # The forcing operator that FORCE gives to operands without one.
        self.force = ""
        # OPT GS in relative mode: every section is static.
        self.all_static = False
        self.list_level = 0
        self.listing: list[ListingLine] = []
        # What was logged: code, message, place, chain, expanded text.
        self._logged: set[tuple[object, ...]] = set()
        # Errors left out because they were logged before.
        self.repeated = 0
        # The line with a symbol that only the next pass knows: what is wrong with it is left to that.
        self.uncertain_line = 0
        # Whether an INCLUDE above the present line was not found.
        self.missing_file = False
        # Where the lines of the present statement begin on the listing.
        self.statement_start = 0
        self.listing_settings = ListingSettings()
        self.usage = Usage()

    def report(self, error: SourceError) -> None:
        """Log an error of the present statement."""
        self.budget.work -= costs.DIAGNOSTIC
        if isinstance(error, FollowingError) or (
            self._doubtful(error.kind) and not isinstance(error, FatalSourceError)
        ):
            return
        span, expanded = self.reader.span(error.column, error.length)
        self._log(error.kind, error.wording, span, expanded, error)

    def warn(self, kind: Kind, **values: object) -> None:
        """Log a warning about the present statement."""
        self.warn_at(kind, None, 1, **values)

    def warn_at(self, kind: Kind, column: int | None, length: int, **values: object) -> None:
        """Log a warning (or a message) about text[column] of the present statement."""
        self.budget.work -= costs.DIAGNOSTIC
        if self._doubtful(kind) or (kind.severity is Severity.WARNING and not self.options["W"]):
            return
        span, expanded = self.reader.span(column, length)
        self._log(kind, kind.text.format(**values), span, expanded)

    def add(self, kind: Kind, span: Span | None, **values: object) -> None:
        """Log something about another place than the present statement. Raises FatalSourceError after too much."""
        self.budget.work -= costs.DIAGNOSTIC
        self.budget.check()
        self._keep(kind, kind.text.format(**values), span)

    def _doubtful(self, kind: Kind) -> bool:
        """Whether the present line may be right: it names a symbol that only the next pass knows, or a file is missing
        that its numbers depend on.
        """
        uncertain = self.uncertain_line > 0 and self.uncertain_line == self.reader.count
        return uncertain or (self.missing_file and kind in say.OF_NUMBERS_AND_PLACES)

    def _log(
        self, kind: Kind, message: str, span: Span | None, expanded: str, error: SourceError | None = None
    ) -> None:
        chain = self.reader.stack[-1].chain if self.reader.stack else ()
        self._keep(kind, as_read(message), span, chain, expanded, error)

    def _keep(
        self,
        kind: Kind,
        message: str,
        span: Span | None,
        chain: tuple[Frame, ...] = (),
        expanded: str = "",
        error: SourceError | None = None,
    ) -> None:
        """Log a diagnostic; on the listing it stands before its line (ASM E.2).

        A repetition makes the same mistake in every round; what the program itself says is said each time.
        """
        log = self.log
        found = (kind.code, message, span, chain, expanded)
        if found in self._logged and kind not in _PROGRAM_MESSAGES:
            self.repeated += kind.is_error
        elif kind.severity is Severity.FATAL or not self._too_much:
            self._logged.add(found)
            notes = () if error is None else error.notes
            if error is not None and error.hint is not None and log.errors < MAX_SUGGESTIONS:
                notes = error.hint()
            diagnostic = Diagnostic(kind.code, kind.severity, message, span, notes, kind.help, chain, expanded)
            log.add(diagnostic)
            self.budget.kept -= costs.REPORTED + diagnostic.characters
            line = ListingLine(self.reader.count, "", "", diagnostic=diagnostic, settings=self.listing_settings)
            self.budget.kept -= costs.LISTED
            self.listing.insert(self.statement_start, line)
            self.statement_start += 1
        if self._too_much:
            self.budget.exhaust(
                say.TOO_MANY_ERRORS, errors=log.errors + self.repeated, warnings=log.warnings, messages=log.messages
            )

    @property
    def _too_much(self) -> bool:
        """Whether a limit of what is reported has been passed."""
        log = self.log
        return (
            log.errors + self.repeated > MAX_ERRORS
            or max(log.warnings, log.messages) > MAX_WARNINGS
            or log.characters > MAX_REPORTED
        )

    def _overflow(self, kind: Kind) -> None:
        """A counter wraps once for many words; say so once."""
        if kind.code not in self.log.seen_once:
            self.log.seen_once.add(kind.code)
            self.warn(kind)

    @property
    def nesting(self) -> int:
        """How many IFs and sections are open (OPT NL)."""
        return 0

    @property
    def listing_wanted(self) -> bool:
        """Whether the present line belongs on the listing: expansions only under OPT MEX."""
        stack = self.reader.stack
        expanded = self.generated or (stack and stack[-1].is_macro)
        return self.list_level >= 0 and (not expanded or self.options["MEX"])

    def list_line(self, line: ListingLine) -> None:
        """Put a line on the listing."""
        self.budget.work -= costs.EFFECT
        self.budget.kept -= costs.LISTED + len(line.text) + len(line.words) * costs.WORD
        self.listing.append(line)

    def list_statement(
        self,
        parts: Statement,
        run_address: int | None = None,
        load_address: int | None = None,
        words: tuple[int, ...] = (),
        value: int | float | None = None,
        clocks: int | None = None,
        total: int = 0,
        flag: str = "",
        raw: bool = False,
    ) -> None:
        """Put a statement, or the raw text of a COMMENT, on the listing."""
        if not self.listing_wanted or (parts.key in _CONDITIONALS and not self.options["CL"]):
            return
        locations = self.locations
        stack = self.reader.stack
        plus = "+" if self.generated or (stack and stack[-1].is_macro) else ""
        level = str(self.nesting or "") if self.options["NL"] else ""
        self.list_line(
            ListingLine(
                self.reader.count,
                flag + plus + level,
                self.reader.text,
                locations.run.space if run_address is not None else "",
                run_address,
                locations.load.space if load_address is not None and locations.overlay else "",
                load_address if locations.overlay else None,
                words,
                value,
                clocks,
                total,
                raw,
                locations.overlay,
                None,
                self.listing_settings,
            )
        )
