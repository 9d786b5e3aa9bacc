"""A fixed sample of random programs: loops in loops, REP, subroutines, branches, modulo pointers, wait states."""

from random import Random

from differential.compare import Judge
from differential.programs import delayed_pointer, interrupted, program

PROGRAMS, SEQUENCES, INTERRUPTED = 250, 800, 250


def test_programs(judge: Judge) -> None:
    before = judge.compared
    for number in range(PROGRAMS):
        judge.check(program(Random(f"program/{number}"), (5, 12, 25)[number % 3]))
    assert judge.compared - before > PROGRAMS // 2


def test_delayed_pointers(judge: Judge) -> None:
    before = judge.compared
    for number in range(SEQUENCES):
        judge.check(delayed_pointer(Random(f"pointer/{number}")))
    assert judge.compared - before > SEQUENCES // 2


def test_interrupted_programs(judge: Judge) -> None:
    before = judge.compared
    for number in range(INTERRUPTED):
        judge.check(interrupted(Random(f"interrupted/{number}")))
    assert judge.compared - before > INTERRUPTED // 2
