"""The instructions of a call, one by one: text, changes and accesses of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, overload

from dsp56k import asm
from dsp56k.emu import Access, Dsp56001, EmulatorError, SourceLine, Step, Symbols
from dsp56k.lib.errors import RoutineError
from dsp56k.lib.result import Result

MAX_STEPS = 100_000
"""Maximum number of stored steps: of a longer call the last ones are stored."""
REGISTERS = (
    *("x0", "x1", "y0", "y1", "a", "b"),
    *(f"{bank}{number}" for bank in "rnm" for number in range(8)),
    *("sr", "omr", "sp", "la", "lc"),
)
"""The registers whose changes are shown, none of them a part of another."""


@dataclass(frozen=True)
class CallStep:
    """An executed instruction: a REP and each repetition are separate ones.

    Attributes:
        pc: its P address.
        words: its one or two 24-bit words.
        text: the instruction in assembly language.
        start: clocks from the beginning of the call to it.
        clocks: oscillator clocks that it took.
        registers: the new values of the registers that it changed; accumulators have 56 bits.
        accesses: its data accesses, in their order.
        symbol: the symbol at or before it: "sq+3".
        source: its source line.
    """

    pc: int
    words: tuple[int, ...]
    text: str
    start: int
    clocks: int
    registers: dict[str, int]
    accesses: tuple[Access, ...]
    symbol: str | None
    source: SourceLine | None

    def effects(self, besides: str) -> tuple[object, ...]:
        """Return its effects, except for those on one register, to find the first difference of two runs."""
        registers = {name: value for name, value in self.registers.items() if name != besides}
        return self.pc, registers, self.accesses

    def __str__(self) -> str:
        changes = [f"{name}=${value:X}" for name, value in self.registers.items()]
        seen = "  ".join([*map(str, self.accesses), *changes])
        return f"{self.start:>7} {self.clocks:>3}  P:${self.pc:04X}  {self.text:<34}  {seen}".rstrip()


@dataclass(frozen=True)
class CallTrace(Sequence[CallStep]):
    """The steps of a call, and how it ended.

    Attributes:
        steps: its instructions; of more than MAX_STEPS the last.
        skipped: number of instructions before them.
        result: result of the call; None if it failed.
        error: error of the call, or None.
    """

    steps: tuple[CallStep, ...]
    skipped: int
    result: Result[Any] | None
    error: RoutineError | None

    def outcome(self) -> Result[Any]:
        """Return the result, as the call itself would return it.

        Raises:
            RoutineError: the call failed.
        """
        if self.error is not None:
            raise self.error
        assert self.result is not None  # a call that has not failed has one
        return self.result

    @overload
    def __getitem__(self, index: int) -> CallStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[CallStep, ...]: ...
    def __getitem__(self, index: int | slice) -> CallStep | tuple[CallStep, ...]:
        """Return a step, or a slice of them."""
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[CallStep]:
        return iter(self.steps)


def steps_of(dsp: Dsp56001, symbols: Symbols, count: int, begun: int) -> list[CallStep]:
    """Return the next `count` instructions of a chip, fewer if an error ends them; `begun` is the clock of the call."""
    texts: dict[tuple[int, ...], str] = {}
    found: list[CallStep] = []
    before = _registers(dsp)
    with suppress(EmulatorError):
        for step in dsp.trace(max_instructions=count):
            after = _registers(dsp)
            changed = {name: value for name, old, value in zip(REGISTERS, before, after, strict=True) if old != value}
            before = after
            if step.words not in texts:
                texts[step.words] = _text(step)
            found.append(
                CallStep(
                    step.address,
                    step.words,
                    texts[step.words],
                    step.start - begun,
                    step.clocks,
                    changed,
                    step.accesses,
                    symbols.near(step.address),
                    symbols.line(step.address),
                )
            )
    return found


def _registers(dsp: Dsp56001) -> list[int]:
    regs = dsp.regs
    return [regs[name] for name in REGISTERS]


def _text(step: Step) -> str:
    second = step.words[1] if len(step.words) > 1 else 0
    return " ".join(asm.disassemble(step.words[0], second, step.address)[0].split())
