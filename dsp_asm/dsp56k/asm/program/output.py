"""Output of a pass: words at the location counters, collected in runs."""

from __future__ import annotations

import bisect
from collections.abc import Callable

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Frame, Message, SourceError
from dsp56k.asm.expressions.relocation import LinkLong, LinkWord
from dsp56k.asm.program.locations import Locations
from dsp56k.objects.module import ObjectComment, Run
from dsp56k.objects.word_sizes import TOP, WORD_MASK


class Output:
    """Takes words in source order. A run ends where the next word is not loaded just after it."""

    def __init__(self, warn: Callable[[Message], None], budget: Budget) -> None:
        self._budget = budget
        self.locations = Locations()
        self.records: list[Run | ObjectComment] = []
        self.first_code: int | None = None
        # OPT LB: overlays are loaded byte by byte, three addresses a word (ASM chapter 6, OPT).
        self.load_step = 1
        # The line (file, line) of the current statement, until its first word is written.
        self.source: tuple[str, int] | None = None
        # The calls that led to the current statement, and to the statements that made words: (number of the record,
        # index of the word, calls), in order.
        self.chain: tuple[Frame, ...] = ()
        self._chains: list[tuple[int, int, tuple[Frame, ...]]] = []
        # OPT OVL, and the numbers of the records that began while it was off.
        self.checks_overlaps = True
        self.unchecked: set[int] = set()
        self._run: Run | None = None
        self._reserved = False
        self._origin = False
        self._warn = warn

    def word(self, word: int) -> None:
        """Emit a word at the counters."""
        locations = self.locations
        if locations.run.space == "L":
            raise SourceError(messages.WORD_IN_L)
        run = self._run
        if run is None or locations.load_address >= TOP or locations.run_address >= TOP:
            run = self._open()
        if self.source is not None:
            self._begin_statement(run, self.source)
        if isinstance(word, LinkWord):
            self._budget.kept -= costs.REFERENCE + len(word.expression)
            run.fixups.append((len(run.words), word.expression))
        run.words.append(word & WORD_MASK)
        if not locations.overlay:
            locations.run_address += 1
            locations.load_address += 1
        else:
            self._advance(1)
            if self.load_step > 1:
                self._run = None

    def long(self, value: int) -> None:
        """Emit an L location: the high word is for X memory, the low one for Y."""
        run = self._run
        if run is None or self.locations.load_address >= TOP:
            run = self._open()
        if self.source is not None:
            self._begin_statement(run, self.source)
        if isinstance(value, LinkLong):
            self._budget.kept -= sum(costs.REFERENCE + len(half) for half in value.halves)
            run.fixups += enumerate(value.halves, start=len(run.words))
        run.words += (value >> 24 & WORD_MASK, value & WORD_MASK)
        self._advance(1)

    def _begin_statement(self, run: Run, source: tuple[str, int]) -> None:
        """Record the line of the following words."""
        run.lines.append((len(run.words), *source))
        self._budget.kept -= costs.STATEMENT
        if self.chain or self._chains:
            self._chains.append((len(self.records) - 1, len(run.words), self.chain))
            self._budget.kept -= costs.STATEMENT
        self.source = None

    def chain_of(self, number: int, index: int) -> tuple[Frame, ...]:
        """Return the calls that led to the statement of a word in the record `number`."""
        at = bisect.bisect_right(self._chains, (number, index), key=lambda entry: entry[:2])
        return self._chains[at - 1][2] if at and self._chains[at - 1][0] == number else ()

    def reserve(self, count: int) -> None:
        """Reserve `count` locations that stay uninitialised."""
        self._run = None
        self._reserved = True
        self._advance(count)

    @property
    def begun(self) -> bool:
        """True if code, data or a reserved block exists."""
        return self._reserved or bool(self.records)

    def break_run(self) -> None:
        """Begin a separate block in COFF for the next word: after an ORG, or between two files."""
        self._run = None
        self._origin = True

    def comment(self, text: str) -> None:
        """Add a comment between the runs (COBJ)."""
        self._run = None
        self._budget.kept -= costs.REFERENCE + len(text)
        self.records.append(ObjectComment(text))

    def _open(self) -> Run:
        """Return the run for a word at the load counter: the last one if it continues there, else a new one."""
        locations = self.locations
        if locations.load_address >= TOP or locations.run_address >= TOP:
            self._advance(0, force=True)
        last = self.records[-1] if self.records else None
        if (
            not self._origin
            and isinstance(last, Run)
            and (last.space, last.run_space, last.mapping)
            == (locations.load.space, locations.run.space, locations.load.mapping)
            and (last.base, last.run_base, last.section) == (locations.load_base, locations.run_base, locations.scope)
            and last.address + last.locations == locations.load_address
            and last.run_address + last.locations == locations.run_address
        ):
            self._run = last
        else:
            self._budget.work -= costs.EFFECT
            self._budget.kept -= costs.RUN
            self._run = Run(
                locations.load.space,
                locations.load_address,
                locations.run.space,
                locations.run_address,
                locations.load.mapping,
                base=locations.load_base,
                run_base=locations.run_base,
                section=locations.scope,
            )
            if not self.checks_overlaps:
                self.unchecked.add(len(self.records))
            self.records.append(self._run)
        self._origin = False
        return self._run

    def _advance(self, count: int, *, force: bool = False) -> None:
        """Move the counters; at the end of memory they wrap around, with a warning (ASM D.3)."""
        locations = self.locations
        if force:
            run_wrapped, load_wrapped = locations.run_address >= TOP, locations.load_address >= TOP
            locations.run_address %= TOP
            locations.load_address %= TOP
        else:
            run_wrapped, load_wrapped = locations.advance(count, self.load_step if locations.overlay else 1)
        if run_wrapped:
            self._warn(messages.RUN_COUNTER_OVERFLOW)
        if load_wrapped and locations.overlay:
            self._warn(messages.LOAD_COUNTER_OVERFLOW)
