"""A fixed sample of random programs: loops, REP, subroutines, branches, modulo pointers, interrupts, wait states."""

from random import Random

import pytest

from differential.compare import Judge
from differential.programs import SEQUENCES

SAMPLES = {
    "program": 250,
    "delayed_pointer": 600,
    "self_modifying": 150,
    "changing_map": 300,
    "interrupted": 250,
    "wild": 400,
}


@pytest.mark.parametrize("kind", SEQUENCES)
def test_programs(judge: Judge, kind: str) -> None:
    before = judge.compared
    for number in range(SAMPLES[kind]):
        judge.check(SEQUENCES[kind](Random(f"{kind}/{number}")))
    assert judge.compared - before > SAMPLES[kind] // 2
