"""A REP with a request that is pending: at each repetition, compared with the model and with single steps."""

from __future__ import annotations

from random import Random

import pytest

from differential.cases import Case, EngineRunner, ReferenceRunner
from differential.compare import Judge
from differential.engines.compare import same
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

LENGTHS = (1, 2, 3, 4, 5, 8, 63)
IRQA_AT_ONCE, IRQA_BY_EDGE = 0x01, 0x05
VECTORS = {"fast": " org p:8\n move (r7)+\n asl b\n", "long": " org p:8\n jsr >$300\n org p:$300\n asl b\n rti\n"}
PROGRAM = " org p:$80\n nop\n rep #{length}\n mac x0,y0,a x:(r0)+,x0\n macr x0,y0,a\n" + " tfr a,b\n" * 9


@pytest.mark.parametrize("vector", VECTORS)
@pytest.mark.parametrize("length", LENGTHS)
def test_a_request_at_any_repetition_is_served_as_in_the_model(length: int, vector: str) -> None:
    judge = Judge(EngineRunner("interpreter"), ReferenceRunner())
    assembled = assemble(VECTORS[vector] + PROGRAM.format(length=length))
    assert assembled.ok, assembled.diagnostics
    words = {("p", address): word for (_, address), word in assembled.words.items()}
    registers = {f"m{number}": 0xFFFF for number in range(8)} | {"pc": 0x80, "x0": 0x123456, "y0": 0x654321}
    steps = length + 12
    for ipr in (IRQA_AT_ONCE, IRQA_BY_EDGE):
        for at in range(length + 4):
            lines = {at: ("irqa", True), at + 1: ("irqa", False)} if ipr == IRQA_BY_EDGE else {at: ("irqa", True)}
            case = Case((), registers, memory=words, steps=steps, ipr=ipr, whole=True, lines=lines)
            assert judge.differences(case) == [], at
    assert judge.compared == 2 * (length + 4)


RECEIVER = """
        org     p:$c
        move    x:(r1),y1
        move    (r7)+
        move    x:(r1),y1
        move    (r7)+
        org     p:$80
start   movep   #$3000,x:$ffff
        movep   #$0001,x:$ffec
        movep   #$b230,x:$ffed
        movep   #$1f8,x:$ffe1
        andi    #$fc,mr
loop    rep     #40
        move    x:(r2)+,x0
        do      #4,last
        nop
last
        rep     #9
        asl     a               x:(r1),x0
        jmp     loop
"""
"""A receiver whose word is read by its interrupt or by a repeated instruction, which takes the request back."""
WORD_CLOCKS = 8 * 8
"""Eight bits, of eight clocks by CRA."""


def test_a_repeated_instruction_can_take_the_request_back() -> None:
    assembled = assemble(RECEIVER)
    assert assembled.ok, assembled.diagnostics
    both = [Dsp56001(engine="interpreter") for _ in range(2)]
    for dsp in both:
        dsp.load_words(assembled.words)
        dsp.regs.pc, dsp.regs.r1, dsp.regs.r2, dsp.regs.m2 = 0x80, 0xFFEF, 0, 0xFF
    run, stepped = both
    while run.clocks < 20_000:
        run.run(max_clocks=run.clocks % 53 + 1)
        while stepped.clocks < run.clocks:
            stepped.step()
        assert run.snapshot() == stepped.snapshot()
    words = run.clocks // WORD_CLOCKS
    assert words // 10 < run.regs.r7 < words * 9 // 10, "both read words"


FILTER = """
        org     p:$c
        movep   x:<<$ffef,x:<$80
        nop
        org     p:$80
start   movep   #0,x:<<$fffe
        movep   #$3000,x:<<$ffff
        movep   #$000c,x:<<$ffec
        movep   #$b230,x:<<$ffed
        movep   #$1f8,x:<<$ffe1
        andi    #$fc,mr
loop    clr     a               x:(r0)+,x0      y:(r4)+,y0
        rep     #250
        mac     x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        move    a,x:<$81
        jmp     loop
"""
"""A receiver with a word in 416 clocks, and a REP of 500 clocks, in most of which a request is pending."""


def test_compiled_code_repeats_while_a_request_is_pending() -> None:
    assembled = assemble(FILTER)
    assert assembled.ok, assembled.diagnostics
    plain, compiled = both = Dsp56001(engine="interpreter"), Dsp56001(engine="jit")
    compiled._chip.generate(1)
    for dsp in both:
        dsp.load_words(assembled.words)
        dsp.x[0:128] = dsp.y[0:128] = [0x12345 * number & 0xFFFFFF for number in range(128)]
        dsp.regs.pc, dsp.regs.m0, dsp.regs.m4 = 0x80, 0x7F, 0x7F
    random = Random(1)
    while plain.clocks < 400_000:
        budget = random.choice((random.randint(1, 300), 5_000))
        for dsp in both:
            dsp.run(max_clocks=budget)
        assert same(*both)
    share = compiled.engine_report().compiled_instructions / compiled.instructions
    assert share > 0.7, share
