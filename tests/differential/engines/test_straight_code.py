"""Straight code, compiled when the balance of the process covers it: other tests compile at once."""

import random

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

HOT_THRESHOLD = 100
KINDS = (
    "mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0",
    "move #<$30,r2",
    "move b,x:(r2)+",
    "asr a",
    "rol b",
    "add x0,b a,y:(r5)-",
    "eor y0,b",
)
"""Address registers are written late by some of them."""


def chip(engine: str, source: str) -> Dsp56001:
    dsp = Dsp56001(engine=engine)
    if engine == "jit":
        assert dsp._chip.generate(HOT_THRESHOLD)
    dsp.load_words(assemble(source).words)
    rng = random.Random(1)
    for memory in (dsp.x, dsp.y):
        memory[0:256] = [rng.getrandbits(24) for _ in range(256)]
    dsp.x[0xFFFE] = 0
    dsp.regs.pc = 0x200
    for number in range(8):
        dsp.regs[f"m{number}"] = 63
    return dsp


def test_straight_code_ends_in_the_same_state() -> None:
    rng = random.Random(2)
    row = [f" {rng.choice(KINDS)}" for _ in range(200)]
    body = [*row, " jsset #3,x:<$20,called", *row[:90]]
    lines = [" org p:$200", "start do #50,over", *body, "over jmp start", "called bchg #3,x:<$20", " rts", ""]
    both = [chip(engine, "\n".join(lines)) for engine in ("interpreter", "jit")]
    for clocks in (500_000, 1, 777, *rng.choices(range(1, 5000), k=1000), 5_000_000, 1_000):
        for dsp in both:
            dsp.run(max_clocks=clocks)
        assert both[0].regs.pc == both[1].regs.pc
    assert both[0].snapshot() == both[1].snapshot()
    assert both[0].instructions == both[1].instructions
