"""Programs that come back to where they were, on the interpreter and on generated code."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from differential.cases import EngineRunner, ReferenceRunner
from differential.compare import Judge
from differential.engines.compare import KINDS, GeneratedJudge, engine, same
from differential.engines.pairs import chips, compare
from differential.programs.loops import LoopProgram
from differential.programs.sequences import SEQUENCES
from dsp56k.asm import assemble_file

PROGRAMS, STOPS = 24, 25
MODELLED = 40
BENCHMARKS = sorted((Path(__file__).parents[1] / "benchmarks" / "programs").glob("*.asm"))


@pytest.mark.parametrize("kind", KINDS)
def test_programs_end_in_the_same_state(kind: str) -> None:
    judge = GeneratedJudge(STOPS)
    for number in range(PROGRAMS):
        assert judge.report(KINDS[kind](Random(number))) == ""
    assert judge.instructions > 10_000
    assert judge.disturbed.total() > PROGRAMS


@pytest.mark.parametrize("kind", ["program", "delayed_pointer", "self_modifying", "wild"])
def test_generated_code_does_what_the_model_does(kind: str, modelled: Judge) -> None:
    for number in range(MODELLED):
        modelled.check(SEQUENCES[kind](Random(f"generated/{number}")))


@pytest.fixture(scope="module")
def modelled() -> Judge:
    """Generated code against the model."""
    return Judge(EngineRunner("jit"), ReferenceRunner())


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


CALLS_AT_LA = """
  org p:$40
start
  do #3,outer
  do #3,inner
  move x:(r0)+,x1
  jclr #2,x1,over
  add x1,b
over
  jsr called
inner
  addl b,a
  subl a,b
  macr x0,y0,a
  tfr x1,b
outer
  move n2,r0
  jmp start
called
  move y:(r4),x0
  move x:(r1)+,y0
  rts
"""


@pytest.mark.parametrize("origin", ["$40", "$400"])
@pytest.mark.parametrize("ends", ["jsr called", "nop"])
def test_any_budget_ends_in_the_same_state_where_data_take_wait_states(origin: str, ends: str) -> None:
    source = CALLS_AT_LA.replace("$40", origin).replace("  jsr called\ninner", f"  {ends}\ninner")
    both = chips(source, r0=0xFE, r1=0x100, r4=0x110, m1=0x0F, n2=0xFE, x0=0x123456)
    for dsp in both:
        dsp.x[0xFFFE] = 0x4200
    compare(both, 5_000, 1)
    at = [dsp.snapshot() for dsp in both]
    for budget in range(100, 700):
        for dsp, snapshot in zip(both, at, strict=True):
            dsp.restore(snapshot)
            dsp.run(max_clocks=budget)
        assert same(*both), budget


def test_generated_code_is_told_by_its_name() -> None:
    assert engine().engine == "jit"
