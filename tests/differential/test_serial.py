"""A fixed sample of random programs for the serial interfaces and ports; campaign.py runs more."""

from random import Random

import pytest

from differential.serial_compare import SerialJudge
from differential.serial_programs import SERIAL

SAMPLES = {"ssi": 40, "sci": 18, "ports": 20, "serial": 18}


@pytest.mark.parametrize("kind", SERIAL)
def test_programs(kind: str) -> None:
    judge = SerialJudge()
    for number in range(SAMPLES[kind]):
        judge.check(SERIAL[kind](Random(f"{kind}/{number}")))
    assert judge.compared > SAMPLES[kind] // 2
