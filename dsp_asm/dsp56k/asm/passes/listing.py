"""The listing of a pass, built line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import Budget
from dsp56k.asm.diagnostics.model import Diagnostic
from dsp56k.asm.listing import ListingLine, ListingSettings
from dsp56k.asm.passes.options import Options
from dsp56k.asm.program.locations import Locations
from dsp56k.asm.source.lines import LineReader
from dsp56k.asm.source.statements import Statement, split
from dsp56k.objects.word_sizes import Space

# Lines that OPT NOCL omits from the listing.
_CONDITIONALS = ("IF", "ELSE", "ENDIF")


class Shown(NamedTuple):
    """Contents of a line next to the statement's text.

    Runtime and load address (`at`), words, a value, an instruction's clocks and all clocks so far, a flag. `raw` is the
    text of a COMMENT.
    """

    at: tuple[int, int] | None = None
    words: tuple[int, ...] = ()
    value: int | float | None = None
    clocks: int | None = None
    total: int = 0
    flag: str = ""
    raw: bool = False


_TEXT_ALONE = Shown()


def _without_unreported(text: str) -> str:
    """Return a line without its comment after ;; which no listing reproduces (ASM chapter 6, ;;)."""
    comment = split(text).comment
    return text.rstrip().removesuffix(comment).rstrip() if comment.startswith(";;") else text


class Listing:
    """The lines so far. `level` is the sum of LIST and NOLIST: below zero nothing is listed.

    `statement_start` is the index of the current statement's first line. `nesting` counts the IFs and sections that are
    open (OPT NL).
    """

    def __init__(
        self, reader: LineReader, options: Options, locations: Locations, budget: Budget, nesting: Callable[[], int]
    ) -> None:
        self.lines: list[ListingLine] = []
        self.settings = ListingSettings()
        self.level = 0
        self.statement_start = 0
        self._reader = reader
        self._options = options
        self._locations = locations
        self._budget = budget
        self._nesting = nesting

    def begin(self) -> None:
        """Begin the lines of the current statement."""
        self.statement_start = len(self.lines)

    @property
    def begun(self) -> bool:
        """True if the current statement has lines."""
        return len(self.lines) > self.statement_start

    @property
    def wanted(self) -> bool:
        """Return True if the current line belongs on the listing."""
        return self._wants(self._reader.expanding)

    def _wants(self, expanding: bool) -> bool:
        """Return True if lines are listed; expansions are listed only under OPT MEX."""
        return self.level >= 0 and (not expanding or self._options["MEX"])

    def add(self, line: ListingLine) -> None:
        """Add a line to the listing."""
        self._budget.work -= costs.EFFECT
        self._budget.kept -= costs.LISTED + len(line.text) + len(line.words) * costs.WORD
        self.lines.append(line)

    def diagnostic(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic before the lines of its statement (ASM E.2)."""
        self._budget.kept -= costs.LISTED
        line = ListingLine(self._reader.count, "", "", diagnostic=diagnostic, settings=self.settings)
        self.lines.insert(self.statement_start, line)
        self.statement_start += 1

    def statement(self, parts: Statement, shown: Shown = _TEXT_ALONE) -> None:
        """Add the current statement to the listing."""
        reader, locations = self._reader, self._locations
        expanding = reader.expanding
        if not self._wants(expanding) or (parts.key in _CONDITIONALS and not self._options["CL"]):
            return
        at, words, value, clocks, total, flag, raw = shown
        text = reader.text
        if ";;" in text and not raw:
            text = _without_unreported(text)
            if not text:
                return
        if expanding:
            flag += "+"
        if self._options["NL"]:
            flag += str(self._nesting() or "")
        run_address, load_address = at or (None, None)
        run_space: Space | Literal[""] = locations.run.space if at else ""
        load_space: Space | Literal[""] = ""
        overlay = locations.overlay
        if not overlay:
            load_address = None
        elif at:
            load_space = locations.load.space
        # By position: a call with the names of the fields takes twice as long.
        self.add(
            ListingLine(
                reader.count, flag, text, run_space, run_address, load_space, load_address, words, value, clocks,
                total, raw, overlay, None, self.settings,
            )
        )  # fmt: skip
