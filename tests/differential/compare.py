"""Running a case on all sides, and making a difference small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from differential.cases import BACKGROUND, Case, EngineRunner, Outcome, ReferenceRunner
from differential.second import SecondRunner
from differential.timed import Action
from dsp56k.asm import disassemble
from reference_model.peripherals.peripheral import Unmodelled

SHOWN = 24
"""Differences of a case that are printed."""
SWEEP = 64
"""Cases between two looks at the whole memory."""


@dataclass
class Judge:
    """The emulator, the model, the independent model for the cases that it covers, and counts of comparisons."""

    engine: EngineRunner
    reference: ReferenceRunner
    second: SecondRunner = field(default_factory=lambda: SecondRunner(BACKGROUND))
    compared: int = 0
    three_ways: int = 0
    """The number of compared cases that the independent model covers."""
    instructions: int = 0
    """Instructions of the compared cases."""
    _recent: list[Case] = field(default_factory=list)

    def expected(self, case: Case) -> Outcome | None:
        """The model's outcome; None where the manual leaves it open or the model leaves something out."""
        try:
            outcome = self.reference.run(case)
        except Unmodelled:
            return None
        return None if self.reference.doubtful else outcome

    def differences(self, case: Case, thorough: bool = False) -> list[str]:
        """Return the differences: name, the model's value, the other's. `thorough` compares the whole memory."""
        expected = self.expected(case)
        if expected is None:
            return []
        self.compared += 1
        self.instructions += expected.values["instructions"]
        lines = expected.differences(self.engine.run(case, None if thorough else expected.touched))
        if (second := self.second.run(case)) is not None:
            self.three_ways += 1
            lines += [f"second reading: {line}" for line in expected.differences(second)]
        return lines

    def _strays(self, case: Case) -> Case | None:
        """Now and then look at the whole memory: the recent case that wrote where the model did not, if any."""
        self._recent.append(case)
        if len(self._recent) < SWEEP:
            return None
        recent, self._recent = self._recent, []
        if not self.engine.changes(case.registers.get("omr", 0)):
            return None
        return next((one for one in recent if self.differences(one, thorough=True)), None)

    def report(self, case: Case) -> str:
        """A description of the smallest case that still differs; empty if nothing does."""
        thorough = not self.differences(case)
        wrong = self._strays(case) if thorough else case
        if wrong is None:
            return ""
        small = shrink(wrong, lambda smaller: bool(self.differences(smaller, thorough)))
        return describe(small, self.differences(small, thorough))

    def check(self, case: Case) -> None:
        """Fail with the smallest case that still differs."""
        report = self.report(case)
        if report:
            raise AssertionError(report)


def _without_action(case: Case, action: Action) -> Case:
    return replace(case, schedule=case.schedule and case.schedule.without(action))


def _with_memory(case: Case, word: tuple[str, int]) -> Case:
    return replace(case, memory=case.memory | {word: 0})


def _with_nop(case: Case, place: int) -> Case:
    return replace(case, words=(*case.words[:place], 0, *case.words[place + 1 :]))


def _with_register(case: Case, name: str, value: int) -> Case:
    return replace(case, registers=case.registers | {name: value})


def _without_status(case: Case, bit: int) -> Case:
    return _with_register(case, "sr", case.registers.get("sr", 0) & ~(1 << bit))


def _simplifications(case: Case) -> Iterator[Callable[[Case], Case]]:
    """Yield smaller versions of a case, the smallest first."""
    yield lambda one: replace(one, stack={})
    yield lambda one: replace(one, bcr=0)
    if case.schedule is not None:
        actions = case.schedule.actions
        yield lambda one: replace(one, schedule=one.schedule and one.schedule.first_half())
        for action in actions:
            yield partial(_without_action, action=action)
        for word in case.memory:
            yield partial(_with_memory, word=word)
    if case.until is not None or case.schedule is not None:
        # Words become NOP, so that addresses stay.
        for place in range(len(case.words)):
            yield partial(_with_nop, place=place)
    kept = {f"m{number}": 0xFFFF for number in range(8)} | {"sr": 0x0300, "pc": case.registers.get("pc", 0)}
    for name, value in case.registers.items():
        for smaller in {kept.get(name, 0), value & 0xFF, value & 0xFFFF00} - {value}:
            yield partial(_with_register, name=name, value=smaller)
    for bit in range(16):
        yield partial(_without_status, bit=bit)


def shrink(case: Case, fails: Callable[[Case], bool], rounds: int = 3) -> Case:
    """A smaller case that still fails."""
    for _ in range(rounds):
        before = case
        for simplify in _simplifications(case):
            smaller = simplify(case)
            if smaller != case and fails(smaller):
                case = smaller
        if case == before:
            break
    return case


def listing(case: Case) -> list[str]:
    """The words as assembly text: address, words, instruction."""
    lines, place, start = [], 0, case.registers.get("pc", 0)
    while place < len(case.words):
        text, length = disassemble(case.words[place], (*case.words, 0)[place + 1])
        words = " ".join(f"{word:06X}" for word in case.words[place : place + length])
        lines.append(f"  p:${start + place & 0xFFFF:04X}  {words:13}  {text}")
        place += length
    return lines


def describe(case: Case, differences: list[str]) -> str:
    """A case and what differs, ready to be pasted into test_regressions.py."""
    registers = {
        name: value
        for name, value in case.registers.items()
        if value != (0xFFFF if name[0] == "m" else 0) or name == "pc"
    }
    # The vectors that a schedule's case could do without hold NOPs.
    shown = {place: word for place, word in case.memory.items() if word or case.schedule is None}
    return "\n".join(
        (
            *listing(case),
            f"words      {[f'{word:06X}' for word in case.words]}",
            f"registers  { {name: f'{value:X}' for name, value in registers.items()} }",
            f"stack      {case.stack}",
            f"memory     { {f'{space}:{address:X}': f'{word:06X}' for (space, address), word in shown.items()} }",
            f"bcr        {case.bcr:04X}, ipr {case.ipr:04X}, lines {case.lines}",
            f"steps      {case.steps}, until {case.until}, whole {case.whole}",
            *([] if case.schedule is None else [f"schedule   {case.schedule}"]),
            "name model engine:",
            *(f"  {line}" for line in differences[:SHOWN]),
        )
    )
