"""A fixed sample of random programs for the serial interfaces and ports; campaign.py runs more."""

from random import Random

import pytest

from differential.serial_compare import SerialJudge
from differential.serial_programs import SERIAL

SAMPLES = {"ssi": 36, "sci": 16, "ports": 14, "serial": 14}


@pytest.mark.parametrize("kind", SERIAL)
def test_programs(kind: str) -> None:
    judge = SerialJudge()
    for number in range(SAMPLES[kind]):
        judge.check(SERIAL[kind](Random(f"{kind}/{number}")))
    assert judge.compared > SAMPLES[kind] // 2
