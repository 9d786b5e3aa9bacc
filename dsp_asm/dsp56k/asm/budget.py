"""Limits of the assembler, and the budget of work and memory that the passes of an assembly share."""

from __future__ import annotations

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import FatalSourceError, Message
from dsp56k.isa.errors import Dsp56kError

MAX_WORK = 8_000_000
"""Steps of work in all passes. A step is about a microsecond of a computer of the 2020s; the costs below are steps."""
MAX_KEPT = 400_000_000
"""Stored bytes, approximately: words, symbols, lines of the listing, source text, macros, messages."""

MAX_FILE_BYTES = 16 << 20
"""Maximum size of a source. A larger file is probably not a source."""
MAX_FILE_LINES = 1_000_000
"""Maximum number of lines: each line is stored separately, and an empty one needs memory, too."""
MAX_LINE = 4096
"""Motorola allows 255 characters in a statement (ASM 2.1); expanded lines of real programs are longer."""
MAX_NESTING = 500
"""Deeper nesting of files, macros and repetitions is a recursion that nothing ends."""
MAX_FILE_NESTING = 50
"""Files are read completely, so that a file that includes itself must be stopped sooner."""
MAX_REPETITIONS = 1_000_000
"""Many more repetitions than P memory has words."""
MAX_EXPRESSION_NESTING = 100
"""More than any expression of a person; it keeps a hostile one from exhausting Python's stack."""
MAX_DEFINE_NESTING = 100
"""DEFINE symbols within DEFINE symbols: no program nests them so deeply, and Python's stack is not much deeper."""
MAX_NAME = 255
"""Characters of a symbol's name (ASM 2.2: 32)."""

MAX_ERRORS = 2_000
"""Maximum number of reported errors: this number has one cause, and all reports would exhaust memory."""
MAX_WARNINGS = 20_000
"""Maximum number of warnings, and of messages of MSG."""
MAX_REPORTED = 10_000_000
"""Maximum number of reported characters."""
MAX_SUGGESTIONS = 50
"""Errors for which a similar name is searched; if there are more, their cause is not spelling."""

# Steps.
LINE = 5
CHARACTERS_OF_LINE = 4
"""Characters of a line for one step."""
CHARACTER = 2
"""A character of an expression: half of them may be terms."""
SUBSTITUTED = 4
"""A character of a line with replaced macro arguments: the line is parsed again."""
INSTRUCTION = 40
"""An instruction of a file, when it is first met: hardly two of them are equal."""
EFFECT = 4
"""An effect of a line after it was read: an expansion, an IF, a run of words, or a line of the listing."""
REPLACEMENT = 2
"""A DEFINE symbol replaced, or a word that might have been one."""
WORDS_COMPARED = 4
"""Words of a line for one step, looked up while DEFINE symbols are in effect."""
LOOPS_COMPARED = 2
"""DO loops around an instruction for one step."""
SECTIONS_SEARCHED = 10
"""Enclosing sections for one step, in which a symbol is looked up."""
SYMBOLS_SEARCHED = 2
"""Symbols for one step of a search."""
SYMBOLS_COPIED = 20
"""DEFINE symbols for one step that a section copies."""
NAME = 10
"""A name of XDEF, SYMOBJ and similar directives."""
GENERATED = 40
"""A line that structured control generates."""
NOTED = 10
"""A new symbol, a statement for the memory report, a symbol for the cross reference."""
DIAGNOSTIC = 20
"""An error, a warning or a message."""
REFUSAL = 600
"""An instruction without a form: all forms are compared with it to find the reason."""
FOLDER = 40
"""A directory in which a file is searched."""
FILE_CHARACTERS = 20
"""Characters for one step of a file that is read."""

# Bytes.
WORD = 45
STATEMENT = 100
"""A statement's line, stored next to its words."""
RUN = 400
"""A run of words."""
LINE_KEPT = 60
"""A line of a file that is read."""
LISTED = 300
SYMBOL = 500
SECTION = 1500
REFERENCE = 120
"""A line of the cross reference, a label or a block of the memory report, a name of XDEF, a macro's line."""
REPORTED = 700
BODY = 20
"""A character of a macro's body, which is stored in pieces."""
OPEN = 250
"""An IF, a section or a structured construct that is open."""


class CancelledError(Dsp56kError):
    """The caller cancelled an assembly: an editor's text has changed, for example."""


class Budget:
    """The remaining budget of an assembly: `work` in steps, `kept` in bytes."""

    def __init__(self, work: int = MAX_WORK, kept: int = MAX_KEPT) -> None:
        self._limits = work, kept
        self.work = work
        self.kept = kept
        self.cancelled = False
        self._reason: FatalSourceError | None = None

    def cancel(self) -> None:
        """End the run at the next line, with CancelledError. This is the only method that another thread may call."""
        self.cancelled = True

    def words(self, count: int) -> None:
        """Charge the memory of `count` words."""
        self.work -= count >> 1
        self.kept -= count * WORD

    def exhaust(self, kind: Message, **values: int) -> None:
        """End the run at the next line, for a reason other than work and memory."""
        if self._reason is None:
            self._reason = FatalSourceError(kind, **values)
        self.work = min(self.work, -1)

    def check(self) -> None:
        """Raise FatalSourceError if the budget is spent, CancelledError if the assembly was cancelled."""
        if self.cancelled:
            raise CancelledError("the assembly was cancelled")
        if self._reason is not None:
            raise self._reason
        work, kept = self._limits
        if self.work < 0:
            raise FatalSourceError(messages.TOO_MUCH_WORK, limit=work)
        if self.kept < 0:
            raise FatalSourceError(messages.TOO_MUCH_KEPT, limit=kept)
