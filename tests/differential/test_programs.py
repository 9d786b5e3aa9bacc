"""A fixed sample of random programs: loops, REP, calls, pointers, interrupts, wait states, the host, WAIT and STOP."""

from random import Random

import pytest

from differential.compare import Judge
from differential.programs.host import TIMED
from differential.programs.sequences import SEQUENCES

KINDS = SEQUENCES | TIMED
SAMPLES = {
    "program": 250,
    "delayed_pointer": 600,
    "self_modifying": 150,
    "changing_map": 300,
    "interrupted": 250,
    "wild": 400,
    "host": 80,
    "bootstrap": 30,
}


@pytest.mark.parametrize("kind", KINDS)
def test_programs(judge: Judge, kind: str) -> None:
    before = judge.compared
    for number in range(SAMPLES[kind]):
        judge.check(KINDS[kind](Random(f"{kind}/{number}")))
    assert judge.compared - before > SAMPLES[kind] // 2
