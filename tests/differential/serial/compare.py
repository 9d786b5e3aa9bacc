"""Comparing the two sides of a serial case, and making a difference small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from differential.serial.cases import Engine, Pace, Reference, SerialCase, Signature, Turn, program
from reference_model.peripherals.peripheral import Unmodelled

THOROUGH = 16
"""Instructions from one look at everything to the next, step by step; in between only a glance is compared."""


def _differences(ours: Signature, theirs: Signature) -> list[str]:
    return [f"{name} {_shown(ours[name])} {_shown(theirs[name])}" for name in ours if ours[name] != theirs[name]]


def _shown(value: object) -> str:
    return f"{value:X}" if isinstance(value, int) else str(value)


@dataclass
class SerialJudge:
    """Compares cases, and counts them."""

    engine: str | None = None
    """The engine that is compared with the model, by default that of chips without an argument."""
    compared: int = 0
    instructions: int = 0
    """Instructions of the compared cases."""

    def differences(self, case: SerialCase) -> list[str]:
        """Return the first difference (name, the model's value, the engine's), or [] for undefined behaviour."""
        words = program(case)
        reference, engine = Reference(case, words), Engine(case, words, self.engine)
        try:
            found = self._run(case, reference, engine)
        except Unmodelled:
            return []
        if reference.machine.interrupts.doubtful:
            return []
        self.compared += 1
        self.instructions += reference.machine.instructions
        return found

    @staticmethod
    def _run(case: SerialCase, reference: Reference, engine: Engine) -> list[str]:
        machine, dsp, end = reference.machine, engine.dsp, 0
        for turn in case.turns:
            reference.board(turn)
            engine.board(turn)
            end, before = end + turn.clocks, machine.instructions
            while case.pace is Pace.STEPS and machine.clocks < end:
                pc = machine.regs["pc"]
                machine.step()
                dsp.step()
                wanted = reference.glance() != engine.glance() or machine.instructions % THOROUGH == 0
                if wanted and (found := _differences(reference.signature(), engine.signature())):
                    return [f"at p:${pc:04X}", *found]
            machine.advance(end)
            if case.pace is Pace.ADVANCE:
                dsp.advance(end)
            elif case.pace is Pace.RUN and machine.instructions > before:
                dsp.run(max_instructions=machine.instructions - before)
            if found := _differences(reference.signature(), engine.signature()):
                return found
        return _differences(reference.left(), engine.left())

    def report(self, case: SerialCase) -> str:
        """A description of the smallest case that still differs; empty if nothing does."""
        if not self.differences(case):
            return ""
        small = shrink(case, lambda smaller: bool(self.differences(smaller)))
        settings = [f"{name} = {value!r}" for name, value in vars(small).items() if name != "source"]
        found = [f"  {one}" for one in self.differences(small)]
        return "\n".join([*small.source, *settings, "name model engine:", *found])

    def check(self, case: SerialCase) -> None:
        """Fail with the smallest case that still differs."""
        report = self.report(case)
        if report:
            raise AssertionError(report)


Simplification = Callable[[SerialCase], SerialCase]


def _without_line(place: int) -> Simplification:
    """An instruction becomes NOP."""
    return lambda case: replace(case, source=(*case.source[:place], "        nop", *case.source[place + 1 :]))


def _with_turn(place: int, change: Callable[[Turn], Turn]) -> Simplification:
    return lambda case: replace(case, turns=(*case.turns[:place], change(case.turns[place]), *case.turns[place + 1 :]))


def _simplifications(case: SerialCase) -> Iterator[Simplification]:
    """Yield smaller versions of a case."""
    yield lambda one: replace(one, bcr=0)
    yield lambda one: replace(one, data=())
    for place, text in enumerate(case.source):
        if text.startswith(" ") and "org" not in text:
            yield _without_line(place)
    for place in range(len(case.turns)):
        yield _with_turn(place, lambda turn: replace(turn, words=()))
        yield _with_turn(place, lambda turn: replace(turn, characters=()))
        yield _with_turn(place, lambda turn: replace(turn, characters=turn.characters[:1]))
        yield _with_turn(place, lambda turn: replace(turn, clocked=0))
        yield _with_turn(place, lambda turn: replace(turn, pins={}))


def shrink(case: SerialCase, fails: Callable[[SerialCase], bool]) -> SerialCase:
    """A smaller case that still fails."""
    for simplify in _simplifications(case):
        smaller = simplify(case)
        if smaller != case and fails(smaller):
            case = smaller
    return case
