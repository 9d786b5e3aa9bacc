"""Planted bugs: each leak, wrong carry and overflow is found, and the code without it is proved."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import pytest

from dsp56k.lib import Routine
from dsp56k.testing import (
    Bounded,
    ConstantTime,
    Counterexample,
    Proof,
    Unknown,
    prove_bounds,
    prove_constant_time,
    prove_equal,
)

ALL = os.environ.get("PROOFS") == "all"
"""All bugs are planted, as by make proofs; otherwise one in four."""
TABLE = list(range(16))
HEAD = "        org     p:$100\n"
DATA = """
        org     x:0
key     ds      1
public  ds      1
        org     y:0
saved   ds      2
"""


@dataclass(frozen=True)
class Leak:
    """A routine in which the line with `planted` depends on the key, and a replacement of that line that does not."""

    name: str
    source: str
    planted: str
    fixed: str
    reason: str = "a branch depends on a secret"


INDEX = """
routine move    x:key,a
        move    #>$f,x0
        and     x0,a
        move    {start},r0
        move    a1,n0
        nop
        {access}
        rts
"""
TESTED = """
routine move    x:key,a
        move    x:public,b
        {compute}
        {branch}
        nop
_on     rts
"""


def branching(name: str, compute: str, branch: str) -> Leak:
    """Return a leak by a branch on the condition codes of an operation."""
    return Leak(name, TESTED.format(compute=compute, branch=f"{branch:8}_on"), f"{branch:8}_on", "nop")


LEAKS = [
    branching("zero", "tst     a", "jeq"),
    branching("comparison", "cmp     a,b", "jlt"),
    branching("carry", "lsl     a", "jcs"),
    branching("extension", "add     a,b\n        add     a,b\n        add     a,b", "jes"),
    branching("limit", "andi    #$bf,ccr\n        asl     a\n        move    a,y:saved", "jls"),
    branching("unnormalized", "tst     a", "jnn"),
    branching("bit", "btst    #5,x:key", "jcs"),
    branching("selection", "clr     b       #>1,x0\n        tst     a\n        tmi     x0,b\n        tst     b", "jne"),
    branching(
        "stack",
        "lsl     a\n        jsr     <_here\n_here  move    ssl,b\n        move    ssh,x1\n        lsr     b",
        "jcs",
    ),
    branching("division", "abs     b       #>3,x0\n        andi    #$fe,ccr\n        div     x0,a", "jcs"),
    branching("memory", "move    a,y:saved\n        move    y:saved,b\n        tst     b", "jpl"),
    branching("long word", "move    a10,l:$10\n        move    l:$10,b\n        tst     b", "jmi"),
    branching("rotation", "rol     a\n        clr     b\n        adc     x,b\n        tst     b", "jne"),
    Leak("clear bit", TESTED.format(compute="nop", branch="jclr    #3,x:key,_on"), "jclr    #3,x:key,_on", "nop"),
    Leak("set bit", TESTED.format(compute="move    a1,x0", branch="jset    #7,x0,_on"), "jset    #7,x0,_on", "nop"),
    Leak(
        "loop",
        TESTED.format(compute="move    #>7,x0\n        and     x0,a", branch="do      a1,_on"),
        "do      a1,_on",
        "do      #3,_on",
        "the count of DO depends on a secret",
    ),
    Leak(
        "repetition",
        TESTED.format(compute="move    #>7,x0\n        and     x0,a", branch="rep     a1"),
        "rep     a1",
        "rep     #3",
        "the count of REP depends on a secret",
    ),
    Leak(
        "jump",
        INDEX.format(start="#_here", access="move    (r0)+n0\n        nop\n        jmp     (r0)\n_here")
        + "        dup     16\n        rts\n        endm\n",
        "jmp     (r0)",
        "nop",
        "the target of a jump depends on a secret",
    ),
    Leak(
        "look-up",
        INDEX.format(start="#>$f8", access="move    x:(r0+n0),b"),
        "#>$f8,r0",
        "#>$40,r0",
        "an address depends on a secret and can be in external and internal memory",
    ),
    Leak(
        "store",
        INDEX.format(start="#>$f8", access="move    b,y:(r0+n0)"),
        "#>$f8,r0",
        "#>$40,r0",
        "an address depends on a secret and can be in external and internal memory",
    ),
    Leak(
        "mode",
        TESTED.format(compute="nop", branch="move    a1,sr"),
        "move    a1,sr",
        "nop",
        "the mode register depends on a secret",
    ),
    Leak(
        "modifier",
        TESTED.format(
            compute="nop", branch="move    a1,m1\n        nop\n        move    (r1)+\n        move    #-1,m1"
        ),
        "move    a1,m1",
        "nop",
        "the modifier of a pointer depends on a secret",
    ),
    Leak(
        "normalization",
        TESTED.format(
            compute="move    #0,r1\n        tst     a\n        norm    r1,a\n        move    r1,b\n        tst     b",
            branch="jne     _on",
        ),
        "jne     _on",
        "nop",
    ),
]


def some(cases: list[Any]) -> list[Any]:
    """Return all cases, or one in four."""
    return [pytest.param(case, id=case.name) for case in (cases if ALL else cases[::4])]


@pytest.mark.parametrize("leak", some(LEAKS))
def test_a_leak_is_found(leak: Leak) -> None:
    def secret(source: str) -> ConstantTime | Counterexample | Unknown:
        routine = Routine.from_source(
            HEAD + source + DATA,
            "routine",
            inputs={"key": "x:key", "public": "x:public"},
            outputs={"result": "b"},
            fixed={"x:$40[16]": TABLE},
            strict=False,
            wait_states=2,
        )
        return prove_constant_time(routine, secret=["key"], example={"key": 0x2345A9, "public": 0x123456})

    assert leak.source.count(leak.planted) == 1
    found = secret(leak.source)
    assert isinstance(found, Counterexample | Unknown), found
    assert leak.reason in str(found)
    assert found.chain[0] == "operand key"
    proof = secret(leak.source.replace(leak.planted, leak.fixed))
    assert isinstance(proof, ConstantTime), proof


ADDER = """
routine move    #opa,r0
        move    #opb,r4
        move    #res,r1
        move    #$800000,y1
        clr     a               x:(r0)+,x0      y:(r4)+,y0
        do      #3,_end
        add     x0,a            x:(r0)+,x0
        {add}     y0,a            y:(r4)+,y0
        sub     y1,a            a1,x:(r1)+
        move    a2,a
_end
        move    a1,x:(r1)
        rts
        org     x:$10
opa     ds      4
res     ds      4
        org     y:$10
opb     ds      4
"""
PRODUCT = """
routine move    #>$10000,x1
        move    #>$40,y1
        clr     a               x:opa,x0
        move    y:opb,y0
        mac     x0,y0,a         y:opb+1,y0
        asr     a
        mac     x1,y1,a         a0,x:res
        move    a2,b
        move    a1,b0
        tfr     b,a
        asl     a
        mac     x0,y0,a         x:opa+1,x0
        move    y:opb,y0
        mac     x0,y0,a         y:opb+1,y0
        asr     a
        mac     x1,y1,a         a0,x:res+1
        move    a2,b
        move    a1,b0
        tfr     b,a
        asl     a
        mac     x0,y0,a
        asr     a
        mac     x1,y1,a         a0,x:res+2
        move    a1,x:res+3
        rts
        org     x:$10
opa     ds      4
res     ds      4
        org     y:$10
opb     ds      4
"""


@dataclass(frozen=True)
class Carry:
    """A line of a program whose replacement loses or invents a carry."""

    name: str
    program: str
    right: str
    wrong: str


CARRIED = "\n        move    a1,b0\n        tfr     b,a\n        asl     a\n        mac     x0,y0,a         x:opa+1"
CARRIES = [
    *(
        Carry(f"{name}: {right.split()[0]} {index}", name, right, wrong)
        for name in ("add", "sub")
        for index, (right, wrong) in enumerate(
            (
                ("move    a2,a\n_end", "clr     a\n_end"),
                ("move    a2,a\n_end", "nop\n_end"),
                ("move    a2,a\n_end", "move    a1,a\n_end"),
                ("sub     y1,a            a1", "add     y1,a            a1"),
                ("#$800000,y1", "#$c00000,y1"),
                ("#$800000,y1", "#$800001,y1"),
                ("a1,x:(r1)+", "a,x:(r1)+"),
                ("        move    a1,x:(r1)\n", "        move    a2,x:(r1)\n"),
            )
        )
    ),
    Carry(
        "product: lost sign of a carry",
        "product",
        "move    a2,b" + CARRIED,
        "clr     b" + CARRIED,
    ),
    Carry(
        "product: no rounding", "product", "mac     x1,y1,a         a0,x:res+1", "tst     a               a0,x:res+1"
    ),
    Carry("product: other rounding", "product", "#>$40,y1", "#>$20,y1"),
    Carry(
        "product: carry not doubled",
        "product",
        "tfr     b,a\n        asl     a\n        mac     x0,y0,a\n",
        "tfr     b,a\n        mac     x0,y0,a\n",
    ),
    Carry(
        "product: column begins anew", "product", "mac     x0,y0,a         x:opa+1", "mpy     x0,y0,a         x:opa+1"
    ),
    Carry("product: rounding mac", "product", "mac     x0,y0,a\n        asr", "macr    x0,y0,a\n        asr"),
]
PROGRAMS = {"add": ADDER.format(add="add"), "sub": ADDER.format(add="sub"), "product": PRODUCT}
SPECIFICATIONS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "product": lambda a, b: a * b,
}


def equality(name: str, source: str) -> Proof | Counterexample | Unknown:
    """Compare a program with its specification."""
    digits = 2 if name == "product" else 3
    routine = Routine.from_source(
        HEAD + source,
        "routine",
        inputs={"a": f"x:opa[{digits}] digits", "b": f"y:opb[{digits}] digits"},
        outputs={"result": "x:res[4] digits"},
        strict=False,
    )
    return prove_equal(routine, SPECIFICATIONS[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_right_carries_are_proved(name: str) -> None:
    proof = equality(name, PROGRAMS[name])
    assert isinstance(proof, Proof), proof
    assert proof.method == "polynomials"


@pytest.mark.parametrize("carry", some(CARRIES))
def test_a_wrong_carry_is_found(carry: Carry) -> None:
    source = PROGRAMS[carry.program]
    assert source.count(carry.right) == 1
    found = equality(carry.program, source.replace(carry.right, carry.wrong))
    assert isinstance(found, Counterexample), found


@dataclass(frozen=True)
class Overflow:
    """A routine that limits or overflows for some operands, and ranges for which it does not."""

    name: str
    source: str
    safe: tuple[int, int]
    at_most: int = (1 << 55) - 1
    inputs: dict[str, str] = field(default_factory=lambda: {"a": "x:opa signed", "b": "y:opb signed"})


def overflow(name: str, body: str, safe: tuple[int, int], **keywords: Any) -> Overflow:
    """Return a routine with these instructions between the loads and the return."""
    load = "        move    x:opa,x0\n        move    y:opb,y0\n"
    lines = "".join(f"        {line}\n" for line in body.split(" / "))
    return Overflow(
        name,
        f"routine nop\n{load}{lines}        rts\n        org     l:$10\nopa ds 1\nres ds 1\nopb equ opa\n",
        safe,
        **keywords,
    )


OVERFLOWS = [
    overflow("sum", "move x0,a / add y0,a / move a,x:res", (-(1 << 22), (1 << 22) - 1)),
    overflow("difference", "move x0,a / sub y0,a / move a,x:res", (-(1 << 22), (1 << 22) - 1)),
    overflow("square of -1", "mpy x0,x0,a / move a,x:res", (-(1 << 23) + 1, (1 << 23) - 1)),
    overflow("negation", "move x0,a / neg a / move a,x:res", (-(1 << 23) + 1, (1 << 23) - 1)),
    overflow("magnitude", "move x0,a / abs a / move a,x:res", (-(1 << 23) + 1, (1 << 23) - 1)),
    overflow("shift", "move x0,a / asl a / move a,x:res", (-(1 << 22), (1 << 22) - 1)),
    overflow("doubling", "move x0,a / move y0,b / addl b,a / move a,x:res", (-(1 << 21), (1 << 21) - 1)),
    overflow("rounding", "mpyr x0,y0,a / add x0,a / move a,x:res", (-(1 << 21), (1 << 21) - 1)),
    overflow("repeated sum", "clr a / rep #255 / mac x0,y0,a / mac x0,y0,a / mac x0,y0,a", (-(1 << 22), (1 << 22) - 1)),
    overflow("repeated shift", "move x0,a / rep #9 / asl a", (-(1 << 21), (1 << 21) - 1)),
    overflow("stated bound", "mpy x0,y0,a / mac x0,y0,a", (-(1 << 22), (1 << 22)), at_most=1 << 47),
]


@pytest.mark.parametrize("case", some(OVERFLOWS))
def test_an_overflow_is_found(case: Overflow) -> None:
    routine = Routine.from_source(HEAD + case.source, "routine", inputs=case.inputs, strict=False)
    found = prove_bounds(routine, case.at_most)
    assert isinstance(found, Counterexample), found
    ranges = dict.fromkeys(case.inputs, case.safe)
    proof = prove_bounds(routine, case.at_most, ranges=ranges)
    assert isinstance(proof, Bounded), proof


def test_enough_bugs_are_planted() -> None:
    assert len(LEAKS) >= 20
    assert len(CARRIES) >= 20
    assert len(OVERFLOWS) >= 10
