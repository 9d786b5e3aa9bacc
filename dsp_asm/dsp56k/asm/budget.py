"""What an assembly may take: every limit of the assembler, and the budget of work and memory that its passes share.

A program is bounded by the memory of the chip, the work for it by nothing: a repetition of three lines may ask for a
billion words. So everything that a source can multiply is charged, and the run ends with one error where the budget is
spent. What is charged depends on the source alone, never on the computer or on what was assembled before.
"""

from __future__ import annotations

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import FatalSourceError, Message
from dsp56k.isa.errors import Dsp56kError

MAX_WORK = 8_000_000
"""Steps of work in all passes. A step is about a microsecond of a computer of the 2020s; the costs below are steps."""
MAX_KEPT = 400_000_000
"""Bytes, roughly, of what is kept: words, symbols, lines of the listing, source text, macros, messages."""

MAX_FILE_BYTES = 16 << 20
"""A source larger than this is taken for a mistake."""
MAX_FILE_LINES = 1_000_000
"""So is one of more lines: they are kept apart, and a line of nothing takes room, too."""
MAX_LINE = 4096
"""Motorola allows 255 characters in a statement (ASM 2.1); expanded lines of real programs are longer."""
MAX_NESTING = 500
"""Deeper nesting of files, macros and repetitions is a recursion that nothing ends."""
MAX_FILE_NESTING = 50
"""Files are read whole, so that one that includes itself must be stopped sooner."""
MAX_REPETITIONS = 1_000_000
"""More repetitions than P memory has words, by far."""
MAX_EXPRESSION_NESTING = 100
"""More than any expression of a person; it keeps a hostile one from exhausting Python's stack."""
MAX_DEFINE_NESTING = 100
"""DEFINE symbols within DEFINE symbols: no program goes so deep, and Python's stack not much deeper."""
MAX_NAME = 255
"""Characters of a symbol's name (ASM 2.2: 32)."""

MAX_ERRORS = 2_000
"""So many mistakes have one cause, and reporting them all would take the memory that they are about."""
MAX_WARNINGS = 20_000
"""And so many warnings, and as many messages of MSG."""
MAX_REPORTED = 10_000_000
"""Characters of all that is reported."""
MAX_SUGGESTIONS = 50
"""Mistakes for which a name is looked for that was perhaps meant; more of them have another cause than spelling."""

# Steps.
LINE = 5
CHARACTERS_OF_LINE = 4
"""So many characters of a line are a step."""
CHARACTER = 2
"""A character of an expression: half of them may be terms."""
SUBSTITUTED = 4
"""A character of a line that a macro's arguments were put into: it is taken apart again."""
INSTRUCTION = 40
"""An instruction that stands in a file, met for the first time: hardly two of them are equal."""
EFFECT = 4
"""What a line does beyond being read: it begins an expansion, an IF or a run of words, or is put on the listing."""
REPLACEMENT = 2
"""A DEFINE symbol replaced, or a word that might have been one."""
WORDS_COMPARED = 4
"""So many words of a line with DEFINE symbols in effect, looked up, are a step."""
LOOPS_COMPARED = 2
"""So many DO loops around an instruction are a step."""
SECTIONS_SEARCHED = 10
"""So many sections around one in which a symbol is looked for are a step."""
SYMBOLS_SEARCHED = 2
"""So many symbols that are looked through are a step."""
SYMBOLS_COPIED = 20
"""So many DEFINE symbols that a section takes over are a step."""
NAME = 10
"""A name of XDEF, SYMOBJ and the like."""
GENERATED = 40
"""A line that structured control makes."""
NOTED = 10
"""A new symbol, a statement for the memory report, a symbol for the cross reference."""
DIAGNOSTIC = 20
"""An error, a warning or a message."""
REFUSAL = 600
"""An instruction that has no form: all forms are compared with it to say why."""
FOLDER = 40
"""A folder in which a file is looked for."""
FILE_CHARACTERS = 20
"""So many characters of a file that is read are a step."""

# Bytes.
WORD = 45
STATEMENT = 100
"""What stands beside the words of a statement: its line."""
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
"""A character of a macro's body, which is kept in pieces."""
OPEN = 250
"""An IF, a section or a structured construct that is open."""


class CancelledError(Dsp56kError):
    """An assembly was given up, by who asked for it: an editor's text has changed meanwhile."""


class Budget:
    """What an assembly may still take: `work` in steps, `kept` in bytes.

    Whoever does work takes it from these. Each line that is read looks at them, so that a statement is finished before
    the run ends.
    """

    def __init__(self, work: int = MAX_WORK, kept: int = MAX_KEPT) -> None:
        self._limits = work, kept
        self.work = work
        self.kept = kept
        self.cancelled = False
        self._reason: FatalSourceError | None = None

    def cancel(self) -> None:
        """The run ends at the next line, with CancelledError. The only thing that another thread may do."""
        self.cancelled = True

    def words(self, count: int) -> None:
        """Words are made."""
        self.work -= count >> 1
        self.kept -= count * WORD

    def exhaust(self, kind: Message, **values: int) -> None:
        """The run ends at the next line, for another reason than work and memory."""
        if self._reason is None:
            self._reason = FatalSourceError(kind, **values)
        self.work = min(self.work, -1)

    def check(self) -> None:
        """Raise FatalSourceError if the budget is spent, CancelledError if nobody waits for the result."""
        if self.cancelled:
            raise CancelledError("the assembly was cancelled")
        if self._reason is not None:
            raise self._reason
        work, kept = self._limits
        if self.work < 0:
            raise FatalSourceError(messages.TOO_MUCH_WORK, limit=work)
        if self.kept < 0:
            raise FatalSourceError(messages.TOO_MUCH_KEPT, limit=kept)
