"""A fixed sample of random programs for the serial interfaces and ports; campaign.py runs more."""

from random import Random

import pytest

from differential.serial.cases import Pace, SerialCase, Turn
from differential.serial.compare import SerialJudge
from differential.serial.programs import SERIAL

SAMPLES = {"ssi": 36, "sci": 16, "ports": 14, "serial": 14}


POLLING = """
        org     p:$400
        movep   #{cra},x:$ffec
        movep   #$3230,x:$ffed
        movep   #$1f8,x:$ffe1
        movep   #>1,x:$ffe3
again   jclr    #7,x:$ffee,again
        bchg    #0,x:$ffe5
        movep   x:$ffef,y:(r1)+
        rep     r2
        nop
        move    (r2)+
        jmp     again
"""
"""Waits for RDF, shows it at PC0, reads RX, waits a little longer each time."""


@pytest.mark.parametrize("bcr", [0, 0x30, 0x70])
@pytest.mark.parametrize("cra", ["$a", "$2010"])
@pytest.mark.parametrize("pace", Pace)
def test_polling_meets_the_flag_in_every_phase(bcr: int, cra: str, pace: Pace) -> None:
    """A loop in external memory sees what happens while it fetches, whether it is executed pass by pass or not."""
    text = POLLING.format(cra=cra)
    SerialJudge().check(SerialCase(tuple(text.splitlines()), 0x400, (Turn(12_000),), bcr=bcr, pace=pace))


@pytest.mark.parametrize("kind", SERIAL)
def test_programs(kind: str) -> None:
    judge = SerialJudge()
    for number in range(SAMPLES[kind]):
        judge.check(SERIAL[kind](Random(f"{kind}/{number}")))
    assert judge.compared > SAMPLES[kind] // 2
