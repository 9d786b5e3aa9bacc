"""Level `three-units` and the judge, which has one timeline for a whole run, count the same clocks."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
import unicorn

from dsp56k.host.clocks.instruction_forms import Flow, Timing
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from reference_model.pc.three_units import Executed, ThreeUnitsJudge
from shared.x86.code import HLT, program

I286: dict[str, Any] = {"cpu": "i286", "mode": "real16", "memory": "three-units"}
RULES: dict[str, dict[str, Any]] = {
    "i286": {"width": 2, "queue": 6, "arrival": 2, "start": 1, "read": 2, "fetch_before_read": True},
    "i386": {"width": 4, "queue": 12, "arrival": 0, "start": 3, "read": 1, "fetch_before_read": False},
}


class Recorder:
    """The instructions that a PC executes, in order."""

    def __init__(self, pc: PC) -> None:
        self._code = pc.instructions
        self._addresses: list[int] = []
        pc._uc.hook_add(unicorn.UC_HOOK_CODE, self._instruction)

    def _instruction(self, uc: object, address: int, size: int, data: object) -> None:
        if address in self._code:
            self._addresses.append(address)

    def executed(self) -> list[Executed]:
        """Return the run, whose last RET leads outside of the program."""
        run: list[Executed] = []
        place = 0
        while place < len(self._addresses):
            timing, items = self._code[self._addresses[place]], 0
            place += 1
            if timing.flow is Flow.REPEAT:
                # The first event is before the first item, the last one after the last item.
                while place < len(self._addresses) and self._addresses[place] == timing.address:
                    place, items = place + 1, items + 1
            after = self._code[self._addresses[place]] if place < len(self._addresses) else HLT
            run.append(Executed(*_way(timing, after), items))
        return run


def _way(timing: Timing, after: Timing) -> tuple[Timing, Timing | None]:
    """Return the instruction as executed, and the target of a jump."""
    taken = timing.flow is Flow.JUMP or (
        timing.flow is Flow.CONDITIONAL and after.address != timing.address + timing.size
    )
    if not taken and timing.refills:
        return replace(timing, taken=timing.clocks), after
    return timing, after if taken else None


def judged(pc: PC, cpu: str, wait_states: int, depth: int, function: str, *arguments: int) -> tuple[int, int]:
    """Return the clocks of a run by the product and by the judge."""
    recorder = Recorder(pc)
    clocks = pc.run(function, *arguments).clocks
    run = recorder.executed()
    judge = ThreeUnitsJudge(
        pc.instructions, 2 + wait_states, depth=depth, fetch_before_push=cpu == "i286", **RULES[cpu]
    )
    return clocks, judge.clocks(run, run[0].timing)


@pytest.mark.parametrize("wait_states", [0, 1, 3])
@pytest.mark.parametrize("depth", [1, 3])
def test_software_of_the_286(wait_states: int, depth: int) -> None:
    parameters: dict[str, Any] = {**I286, "wait_states": wait_states, "decoded_queue": depth}
    pc = PC(replace(builtin_program("software-asm-16"), aligned=True), **parameters)
    pc.write(pc.data.start, bytes(range(64)))
    place = pc.data.start >> 4 << 16
    clocks, judge = judged(pc, "i286", wait_states, depth, "md2", place, 20, place + 0x100)
    assert clocks == judge > 10_000


@pytest.mark.parametrize("wait_states", [0, 1, 2])
@pytest.mark.parametrize("grade", ["plain-c", "good", "asm"])
def test_software_of_the_386(wait_states: int, grade: str) -> None:
    pc = PC(builtin_program(f"software-{grade}"), memory="three-units", wait_states=wait_states)
    pc.write(pc.data.start, bytes(range(64)))
    start = pc.data.start
    clocks, judge = judged(pc, "i386", wait_states, 3, "md2", start, 20, start + 0x100)
    assert clocks == judge > 10_000


@pytest.mark.parametrize("seed", range(12))
def test_random_code(seed: int) -> None:
    rng = random.Random(seed)
    straight = [
        *("40", "90", "01 d8", "f7 e3", "8b 07", "89 07", "01 07", "a1 00 e0", "a3 00 e0", "c7 06 00 e0 34 12"),
        *("83 c0 01", "83 47 02 01", "50 58", "8b 40 02", "d1 e0", "c1 e0 03", "98", "87 07", "ff 37 8f 07", "60 61"),
        *("ac", "aa", "a4", "b9 03 00 f3 a5", "b9 00 00 f3 ab", "b9 04 00 f3 ac", "9c 9d", "b8 34 12", "c0 27 00"),
    ]
    jumps = ["74 01 40", "eb 02 90 90", "e8 01 00 f8 90", "b9 03 00 e2 fe", "b9 02 00 40 e2 fd", "e3 01 40"]
    body = [rng.choice(straight + jumps) for _ in range(120)]
    code = program("fc", "be 00 e0", "bf 00 e2", "bb 00 e0", *body, "c3", mode="real16")
    for cpu in ("i286", "i386"):
        for wait_states in (0, 1, 2):
            parameters = {"cpu": cpu, "mode": "real16", "memory": "three-units", "wait_states": wait_states}
            pc = PC(replace(code, aligned=True), multiply="mean", **parameters)  # type: ignore[arg-type]  # values of several types
            clocks, judge = judged(pc, cpu, wait_states, 3, "f")
            assert clocks == judge, (cpu, wait_states)


@pytest.mark.parametrize(
    "rule", [{"read": 3}, {"arrival": 1}, {"start": 2}, {"queue": 4}, {"fetch_before_read": False}, {"depth": 1}]
)
def test_the_judge_counts_other_clocks_by_other_rules(rule: dict[str, Any]) -> None:
    pc = PC(replace(builtin_program("software-asm-16"), aligned=True), **I286)
    recorder = Recorder(pc)
    place = pc.data.start >> 4 << 16
    clocks = pc.run("md2", place, 20, place + 0x100).clocks
    run = recorder.executed()
    judge = ThreeUnitsJudge(pc.instructions, 3, **{"depth": 3, "fetch_before_push": True, **RULES["i286"], **rule})
    assert judge.clocks(run, run[0].timing) != clocks
