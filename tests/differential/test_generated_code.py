"""Programs that come back to where they were, on the interpreter and on generated code."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from differential.generated import VECTORS, GeneratedJudge, begin, engine, state
from differential.programs.loops import LoopProgram, loop_program
from dsp56k.asm import assemble, assemble_file
from dsp56k.emu import Dsp56001

PROGRAMS, STOPS = 24, 25
BENCHMARKS = sorted((Path(__file__).parents[1] / "benchmarks" / "programs").glob("*.asm"))


@pytest.mark.parametrize("group", range(2))
def test_loops_end_in_the_same_state(group: int) -> None:
    judge = GeneratedJudge(STOPS)
    for number in range(group, PROGRAMS, 2):
        assert judge.report(loop_program(Random(number))) == ""
    assert judge.instructions > 10_000


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
@pytest.mark.parametrize("repeated", ["0", "1"])
def test_programs_that_are_measured_end_in_the_same_state(path: Path, repeated: str) -> None:
    random = Random(path.stem)
    words = assemble_file(path, defines={"ORIGIN": "$1f0", "REPEATED": repeated}).words
    data = {(space, address): random.getrandbits(23) for space in "xy" for address in range(0x100)}
    placed = {(space.lower(), address): word for (space, address), word in words.items()}
    program = LoopProgram(path.name, 0x1F0, placed, data | {("x", 0xFFFE): 0x2345}, {"pc": 0x1F0})
    judge = GeneratedJudge(STOPS)
    assert judge.report(program) == ""
    assert judge.instructions > 1_000


def test_a_count_of_0_makes_65536_passes_of_several_blocks() -> None:
    source = " org p:$40\nstart do #0,end\n jcc skip\n nop\nskip asl a\nend\n jmp <start\n"
    words = {("p", address): word for (_, address), word in assemble(source).words.items()}
    chips = Dsp56001(), engine()
    for dsp in chips:
        begin(dsp, LoopProgram(source, 0x40, words, {("x", 0xFFFE): 0}, {"pc": 0x40}))
        dsp.run(max_clocks=2_200_000)
    assert state(chips[0]) == state(chips[1])


INTERRUPTED = """
  org p:$40
start
  do #3,outer
  do #4,inner
  mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0
  move x:(r0),b
inner
  rep #5
  asl b
  jsr >called
outer
  move #0,r0
  move #0,r4
  jmp <start
called
  jclr #1,a1,over
  add x0,b
over
  rts
"""


@pytest.mark.parametrize("handler", range(len(VECTORS)))
def test_an_interrupt_comes_at_any_clock_of_a_region(handler: int) -> None:
    words = {("p", address): word for (_, address), word in assemble(INTERRUPTED).words.items()}
    data = {(space, address): 0x123457 * address & 0xFFFFFF for space in "xy" for address in range(1, 16)}
    program = LoopProgram(INTERRUPTED, 0x40, words, data, {"pc": 0x40, "r0": 0, "r4": 0})
    plain, generated = Dsp56001(), engine()
    for dsp in (plain, generated):
        begin(dsp, program, handler)
        dsp.run(max_clocks=3_000)
    at = [dsp.snapshot() for dsp in (plain, generated)]
    for clock in range(plain.clocks + 1, plain.clocks + 301):
        for dsp, snapshot in zip((plain, generated), at, strict=True):
            dsp.restore(snapshot)
            dsp.lines.nmi.drive(True, at=clock)
            dsp.run(max_clocks=900)
        assert plain.snapshot() == generated.snapshot(), clock
        assert (generated.x[0x20], generated.y[0x21]) != (0, 0), clock


DOWN = ["move x:(r0)-,x0 y:(r4)-,y0", *["mac x0,y0,a x:(r0)-,x0 y:(r4)-,y0"] * 2, *["add x1,b x:-(r1),x1"] * 2]
UP = ["move x:(r0)+,x0 y:(r4)+,y0", *["mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0"] * 2, *["add x1,b x:(r1)+,x1"] * 2]


@pytest.mark.parametrize("body", [DOWN, UP], ids=["down", "up"])
@pytest.mark.parametrize("begins", [100, 101, 102])
def test_pointers_leave_the_chip_amid_a_block(body: list[str], begins: int) -> None:
    lines = [" org p:$40", "start", *(f" {line}" for line in body), " jmp <start"]
    words = {("p", address): word for (_, address), word in assemble("\n".join([*lines, ""])).words.items()}
    data = {(space, address): 0x123457 * address & 0xFFFFFF for space in "xy" for address in range(0x180)}
    pointers = {"r0": begins, "r1": begins + 49, "r4": begins + 20}
    program = LoopProgram("", 0x40, words, data | {("x", 0xFFFE): 0}, {"pc": 0x40, "x1": 1} | pointers)
    plain, generated = Dsp56001(), engine()
    for dsp in (plain, generated):
        begin(dsp, program)
        dsp.run(max_clocks=3_000)
    assert state(plain) == state(generated)


@pytest.mark.parametrize("writes", ["move n2,r0", "lua (r3)+,r0", "move n2,r0\n move (r0)+"])
def test_a_pointer_is_written_amid_a_block(writes: str) -> None:
    body = ["move x:(r0)+,x0", writes, "nop", "move x:(r0)+,x1", "add x1,b", "jmp <start"]
    lines = [" org p:$40", "start move #<$10,r0", " nop", " jmp <body", "body", *(f" {line}" for line in body)]
    words = {("p", address): word for (_, address), word in assemble("\n".join([*lines, ""])).words.items()}
    data = {(space, address): 0x123457 * address & 0xFFFFFF for space in "xy" for address in range(0x180)}
    pointers = {"n2": 0x170, "r3": 0x170}
    program = LoopProgram("", 0x40, words, data | {("x", 0xFFFE): 0}, {"pc": 0x40} | pointers)
    plain, generated = Dsp56001(), engine()
    for dsp in (plain, generated):
        begin(dsp, program)
    for _ in range(20):
        for dsp in (plain, generated):
            dsp.run(max_clocks=200)
        assert state(plain) == state(generated)


@pytest.mark.parametrize(
    ("name", "value"), [("m0", 7), ("m4", 0xFFFE), ("sr", 0x700), ("sr", 0xB00), ("omr", 4), ("bcr", 0x5342)]
)
def test_code_holds_only_where_it_was_made(name: str, value: int) -> None:
    source = INTERRUPTED.replace("p:$40", "p:$400")
    words = {("p", address): word for (_, address), word in assemble(source).words.items()}
    data = {(space, address): 0x123457 * address & 0xFFFFFF for space in "xy" for address in range(0x120)}
    program = LoopProgram(source, 0x400, words, data | {("x", 0xFFFE): 0}, {"pc": 0x400, "r0": 0, "r4": 0})
    plain, generated = Dsp56001(), engine()
    for dsp in (plain, generated):
        begin(dsp, program)
        dsp.run(max_clocks=5_000)
        if name == "bcr":
            dsp.x[0xFFFE] = value
        else:
            setattr(dsp.regs, name, value)
        dsp.run(max_clocks=5_000)
    assert state(plain) == state(generated)


def test_generated_code_is_told_by_its_name() -> None:
    assert engine().engine == "jit"
