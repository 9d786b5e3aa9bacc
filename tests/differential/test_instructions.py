"""A fixed sample of random single instructions of every family, in random states; campaign.py runs more."""

from random import Random

import pytest

from differential.compare import Judge
from differential.programs.encodings import FAMILIES, case

SAMPLE = 150


@pytest.mark.parametrize("family", FAMILIES)
def test_family(judge: Judge, family: str) -> None:
    before = judge.compared
    for number in range(SAMPLE):
        judge.check(case(Random(f"{family}/{number}"), family))
    assert judge.compared - before > SAMPLE // 3
