"""Chips that reject restricted sequences: a run, interpreted or compiled, ends where single steps do."""

from __future__ import annotations

from random import Random

import pytest

from differential.engines.compare import engine, same
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, RestrictedSequenceError

FREQUENT = (
    *("mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0", "add x0,b", "asr a", "move #>5,x1", "move x:>$210,b", "clr a"),
    *("andi #$fe,ccr", "ori #1,ccr", "move a1,x:(r1)+", "tfr x0,b", "nop", "rol a", "move #3,n2", "lua (r2)+,r3"),
)
UNUSUAL = (
    *("movec lc,x0", "movec #5,lc", "movec ssh,x1", "movec ssl,y1", "bset #0,sr", "andi #$f3,mr", "movec sp,n3"),
    *("movem ssl,p:(r7)", "movec x1,ssl", "move #$40,r0", "move #$50,r2", "move x:(r2),x0", "rts", "jsr <$180"),
    *("rep #3", "rep #2", "enddo", "btst #1,lc", "jclr #1,lc,$120", "movep #0,x:$ffff", "do #2,$108"),
)
START, CLOCKS = 0x100, 3_000


def program(random: Random) -> str:
    """Return a loop of a few instructions in an endless one, and a subroutine."""
    body = [random.choice(UNUSUAL if random.random() < 0.12 else FREQUENT) for _ in range(random.randint(3, 14))]
    begin, end = sorted(random.sample(range(len(body) + 1), 2))
    body.insert(end, "\nlast")
    body.insert(begin, f"do #{random.randint(1, 40)},last")
    lines = "".join(line + "\n" if line.startswith("\n") else f"        {line}\n" for line in body)
    return f"        org p:$100\n{lines}        jmp <$100\n        org p:$180\n        andi #$fe,ccr\n        rts\n"


def chips(source: str) -> tuple[Dsp56001, ...]:
    """Return three chips with a program, in which the assembler finds restricted sequences as well."""
    words = dict(assemble(source).words)
    made = Dsp56001(engine="interpreter"), Dsp56001(engine="interpreter"), engine()
    for dsp in made:
        dsp.load_words(words)
        dsp.checks.refuse_restricted = True
        dsp.x[0xFFFE], dsp.regs.pc, dsp.regs.m0, dsp.regs.r7 = 0x1111, START, 0x3F, 0x300
        dsp.regs.sp = 0
    return made


def end(dsp: Dsp56001, *, stepped: bool) -> tuple[object, ...]:
    """Execute up to a clock or a refusal, and return it."""
    try:
        if not stepped:
            dsp.advance(CLOCKS)
        while dsp.clocks < CLOCKS:
            dsp.step()
    except RestrictedSequenceError as error:
        return str(error), dsp.clocks
    return "", dsp.clocks


@pytest.mark.parametrize("seed", range(4))
def test_runs_and_steps_are_refused_alike(seed: int) -> None:
    random = Random(seed)
    refused = allowed = compiled = 0
    while allowed + refused < 60:
        source = program(random)
        made = chips(source)
        ends = [end(dsp, stepped=number == 0) for number, dsp in enumerate(made)]
        assert ends[0] == ends[1] == ends[2], source
        assert same(made[0], made[1]), source
        assert same(made[0], made[2]), source
        refused += bool(ends[0][0])
        allowed += not ends[0][0]
        compiled += made[2].engine_report().compiled_instructions
    assert refused > 5
    assert allowed > 10
    assert compiled > 1_000
