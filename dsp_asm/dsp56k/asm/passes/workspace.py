"""What the parts of a pass work with."""

from __future__ import annotations

from collections.abc import Callable

from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.passes.listing import Listing
from dsp56k.asm.passes.macros import Macros
from dsp56k.asm.passes.options import Options
from dsp56k.asm.passes.report import Report
from dsp56k.asm.passes.session import Session
from dsp56k.asm.program.locations import Locations
from dsp56k.asm.program.output import Output
from dsp56k.asm.source.defines import Defines
from dsp56k.asm.source.lines import LineReader
from dsp56k.asm.usage import Usage


class Workspace:
    """What a pass reads with, writes to and reports to; each pass has its own. `nesting` counts the IFs and sections
    that are open.
    """

    def __init__(self, session: Session, nesting: Callable[[], int]) -> None:
        budget = session.budget
        self.defines = Defines(budget)
        self.reader = LineReader(self.defines, budget)
        self.options = Options()
        self.output = Output(self._overflow, budget)
        self.usage = Usage()
        self.macros = Macros(session.symbols)
        self.listing = Listing(self.reader, self.options, self.locations, budget, nesting)
        self.report = Report(self.reader, self.options, self.listing, budget)

    @property
    def locations(self) -> Locations:
        """The location counters, which the output keeps."""
        return self.output.locations

    def _overflow(self, kind: Message) -> None:
        """A counter wraps once for many words; say so once."""
        self.report.warn_once(kind)
