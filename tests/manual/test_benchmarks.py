"""Clocks of UM Tables B-1 and B-2, and results, of programs in the shape that the manual builds the chip for."""

from random import Random

import pytest

from shared.emu_programs import chip

FIR = """
taps    equ {taps}
        org p:$40
        move #0,r0
        move #0,r4
        move #taps-1,m0
        move m0,m4
sample  movep y:<<$ffe0,x:(r0)
        clr a   x:(r0)+,x0 y:(r4)+,y0
        rep #taps-1
        mac x0,y0,a  x:(r0)+,x0 y:(r4)+,y0
        macr x0,y0,a (r0)-
        movep a,y:<<$ffe1
        jmp sample
"""
SAMPLE, AGAIN = 0x44, 0x4A


def fraction(word: int) -> int:
    return word - (1 << 24) if word >> 23 else word


@pytest.mark.parametrize(("taps", "clocks"), [(20, 54), (64, 142), (67, 148)])
def test_a_finite_impulse_response_filter(taps: int, clocks: int) -> None:
    """UM B-2: 54, 142 and 148 clocks a sample; the output is the rounded sum of products, limited."""
    random = Random(taps)
    coefficients = [random.getrandbits(24) for _ in range(taps)]
    dsp = chip(FIR.format(taps=taps))
    dsp.y[0:taps] = coefficients
    dsp.regs.pc = 0x40
    dsp.run(until=SAMPLE)
    heard: list[int] = []
    for _ in range(2 * taps):
        dsp.y[0xFFE0] = random.getrandbits(24)
        heard.insert(0, dsp.y[0xFFE0])
        before = dsp.clocks
        dsp.run(until=AGAIN)
        assert dsp.clocks - before == clocks
        total = 2 * sum(fraction(c) * fraction(x) for c, x in zip(coefficients, heard, strict=False))
        rounded, rest = divmod(total, 1 << 24)
        rounded += rest > 1 << 23 or (rest == 1 << 23 and rounded & 1)
        limited = max(-0x800000, min(0x7FFFFF, rounded))
        assert dsp.y[0xFFE1] == limited & 0xFFFFFF
        dsp.run(until=SAMPLE)


def test_unscrambling_a_transform() -> None:
    """UM 5-19: 1024 points in bit-reversed order become an ordered table through one pointer of reverse carry."""
    dsp = chip(
        " org p:$40\n move #$c00,r0\n move #512,n0\n move #0,m0\n move #$1000,r1\n"
        " do #1024,done\n move x:(r0)+n0,x0\n move x0,x:(r1)+\ndone jmp *\n"
    )
    dsp.x[0xC00:0x1000] = [int(f"{index:010b}"[::-1], 2) for index in range(1024)]
    dsp.regs.pc = 0x40
    dsp.run()
    assert list(dsp.x[0x1000:0x1400]) == list(range(1024))
