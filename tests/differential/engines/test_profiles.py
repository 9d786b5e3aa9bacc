"""Profiles: with compiled code they are the interpreter's, number for number."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from differential.engines.compare import KINDS, Comparison, engine
from differential.engines.environment import Side
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, Profiler, validation
from dsp56k.lib import des_cbc_encrypt, md2, modexp

PROGRAMS, STOPS = 16, 20
ENTRIES = 5_000
"""Calls and returns that are compared in their order."""


def counts_of(profiler: Profiler) -> dict[str, Any]:
    """All that a profile has counted."""
    counts = profiler._counts
    values: dict[str, Any] = {
        name: getattr(counts, name) for name in ("clocks", "limits", "functions", "calls", "events")
    }
    for number, address, times, parts in counts.rows:
        values[f"function {number}, P:${address:04X}"] = (times, *parts)
    return values


def unequal(first: Profiler, second: Profiler) -> list[str]:
    ours, theirs = counts_of(first), counts_of(second)
    keys = [*ours, *(key for key in theirs if key not in ours)]
    return [f"{key}: {ours.get(key)} {theirs.get(key)}" for key in keys if ours.get(key) != theirs.get(key)]


def profile_both(comparison: Comparison, stops: int) -> list[str]:
    """Run a program on both engines from stop to stop, with a profile and without. Return the differences."""
    profilers = [side.dsp.profile(entries=ENTRIES) for side in comparison.sides]
    found: list[str] = []
    for part in range(2):
        for profiler in profilers:
            profiler.__enter__()
        for found in comparison.stops(stops):
            if found:
                return [f"part {part} after {', '.join(comparison.done[-3:])}", *found]
        for profiler in profilers:
            profiler.__exit__(None, None, None)
        if found := unequal(*profilers):
            return [f"part {part} after {', '.join(comparison.done[-3:])}", *found]
        # Without a profile, too, and back.
        for found in comparison.stops(2):
            if found:
                return found
    return []


def profiled_instructions(side: Side) -> int:
    """Instructions executed in the installed regions that count for a profile."""
    return sum(region.executed for region in side.dsp.engine_report().regions if region.key.endswith(", profiled"))


@pytest.mark.parametrize("kind", KINDS)
def test_profiles_of_programs_are_equal(kind: str) -> None:
    compiled = 0
    for number in range(PROGRAMS):
        program = KINDS[kind](Random(f"profile/{number}"))
        comparison = Comparison(program, Random(program.seed))
        found = profile_both(comparison, STOPS)
        assert not found, "\n".join([f"{kind} {number}", *found, program.source])
        compiled += profiled_instructions(comparison.sides[1])
    assert compiled > 5_000


NESTED = """
        org     p:$8
        jsr     <handler
        org     p:ORIGIN
start   move    #$10,r0
        do      #3,last
        jsr     outer
        jclr    #0,x:<$10,skip
        bclr    #0,x:<$10
        nop
skip    bset    #0,x:<$10
last
        move    x:(r3)+,x1      y:(r5)+,y1
        jmp     start
outer   rep     #3
        mac     x0,x0,a         x:(r0)+,x0
        jsr     inner
        tst     a
        jspl    inner
        rts
inner   do      #4,passes
        add     x0,a
        asl     b
passes
        move    x:(r1),x0
        move    b,y:(r2)
        rts
handler move    b,y:<$70
        jsr     inner
        move    y:<$70,b
        rti
"""
"""Calls in loops, on either edge of a branch and in an interrupt; data on the chip, in external memory and in both."""


@pytest.mark.parametrize("origin", ["$40", "$800"])
@pytest.mark.parametrize("bcr", [0, 0x1234, 0xFFFF])
@pytest.mark.parametrize("budget", [419, 3_300])
def test_profiles_of_calls_loops_and_interrupts_are_equal(origin: str, bcr: int, budget: int) -> None:
    program = assemble(NESTED.replace("ORIGIN", origin).replace("<handler", "handler"))
    assert program.ok, program.diagnostics
    both = Side(Dsp56001(engine="interpreter")), Side(engine())
    profilers = []
    for side in both:
        dsp = side.dsp
        dsp.load_words(program.words)
        dsp.regs.pc, dsp.regs.r1, dsp.regs.r2, dsp.regs.r3, dsp.regs.r5 = (
            int(origin[1:], 16),
            0x1000,
            0x20,
            0xF0,
            0xFFB0,
        )
        dsp.regs.sr, dsp.x[0xFFFF], dsp.x[0xFFFE] = 0x0000, 7, bcr
        profilers.append(dsp.profile(entries=ENTRIES))
    for _ in range(20_000 // budget):
        for side, profiler in zip(both, profilers, strict=True):
            side.dsp.lines.irqa.drive(True, at=side.dsp.clocks + 1_111)
            side.dsp.lines.irqa.drive(False, at=side.dsp.clocks + 1_117)
            with profiler:
                side.dsp.run(max_clocks=budget)
        assert unequal(*profilers) == []
    profile = profilers[1].result()
    assert len(profile.functions) >= 4, "the beginning, two functions and the interrupt"
    assert profiled_instructions(both[1]) > both[1].dsp.instructions // 5


@pytest.mark.parametrize(
    "call",
    [
        lambda: md2(bytes(range(64))),
        lambda: des_cbc_encrypt(b"12345678", bytes(8), bytes(range(128))),
        lambda: des_cbc_encrypt(b"12345678", bytes(8), bytes(range(32)), pair_tables=True),
        lambda: modexp(3, 0x10001, (1 << 128) - 159),
    ],
    ids=["md2", "des", "des-pairs", "modexp"],
)
def test_profiles_of_the_library_are_equal(call: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    run = Dsp56001.run
    chips: dict[Dsp56001, Profiler] = {}

    def profiled(dsp: Dsp56001, *limits: Any, **named: Any) -> Any:
        with chips.setdefault(dsp, dsp.profile(entries=ENTRIES)):
            return run(dsp, *limits, **named)

    call()
    monkeypatch.setattr(Dsp56001, "run", profiled)
    monkeypatch.setattr(validation, "ARRIVALS", 1)
    found = []
    for name in ("interpreter", "jit"):
        monkeypatch.setenv(validation.ENGINE_VARIABLE, name)
        call()
        found.append(list(chips.items()))
        chips.clear()
    assert len(found[0]) == len(found[1]) > 0
    for (_, ours), (_, theirs) in zip(*found, strict=True):
        assert unequal(ours, theirs) == []
    assert sum(profiled_instructions(Side(dsp)) for dsp, _ in found[1]) > 1_000


def test_profiles_with_too_many_functions_are_equal() -> None:
    # A profile has at most 1,024 functions.
    lines = [" org p:$400", "start move #0,r0", " do #2000,last", " add x0,a", " eor x0,b", "last"]
    lines += [f" jsr f{number}" for number in range(1_100)] + [" jmp start"]
    lines += [f"f{number} add x0,a\n rts" for number in range(1_100)]
    program = assemble("\n".join(lines))
    assert program.ok, program.diagnostics
    both = Side(Dsp56001(engine="interpreter")), Side(engine())
    profilers = []
    for side in both:
        side.dsp.load_words(program.words)
        side.dsp.regs.pc, side.dsp.x[0xFFFE] = 0x400, 0
        profilers.append(side.dsp.profile(entries=ENTRIES))
        if side.dsp.engine == "jit":
            assert side.dsp._chip.generate(64)
        with profilers[-1]:
            side.dsp.run(max_clocks=250_000)
    assert unequal(*profilers) == []
    assert profilers[1]._counts.limits[0]


def sides_at(source: str, start: str = "start") -> tuple[Side, Side]:
    """Return a chip of each engine with a program, at one of its labels."""
    program = assemble(source)
    assert program.ok, program.diagnostics
    both = Side(Dsp56001(engine="interpreter")), Side(engine())
    for side in both:
        side.dsp.load_words(program.words)
        side.dsp.regs.pc = int(program.symbols[start])
        side.dsp.regs.r4 = int(program.symbols.get("outer", 0))
    return both


def profilers_after(both: tuple[Side, Side], runs: int, clocks: int) -> list[Profiler]:
    """Return a profile of each chip over `runs` runs of `clocks` clock cycles."""
    profilers = [side.dsp.profile(entries=ENTRIES) for side in both]
    for side, profiler in zip(both, profilers, strict=True):
        with profiler:
            for _ in range(runs):
                side.dsp.run(max_clocks=clocks)
    return profilers


def test_a_jump_to_a_function_that_was_not_called_is_equal() -> None:
    # `pretend` has the stack of a call of `inner`, for which code is compiled, but the profile has only `outer` open.
    # No region contains the call of `outer`, whose address is in a register.
    source = """
        org     p:$40
start   jsr     (r4)
        bchg    #0,x:<$10
        jmp     start
outer   jset    #0,x:<$10,pretend
        jsr     inner
back    nop
        rts
pretend movec   #back,ssh
        movec   sr,ssl
        jmp     inner
inner   do      #30,last
        add     x0,a
        eor     x0,b
last
        rts
"""
    both = sides_at(source)
    assert unequal(*profilers_after(both, 30, 401)) == []
    assert profiled_instructions(both[1]) > 1_000


def test_functions_beyond_the_limit_of_a_profile_are_equal() -> None:
    # A first profile compiles the calls of four functions. The second has few of 1,024 functions left for them; their
    # caller is not the function in which the profile begins, to which unknown functions would be charged.
    source = """
        org     p:$40
start   do      #COUNT,last
        jsr     (r0)
        move    (r0)+
last
enter   jsr     (r4)
outer   jsr     one
        jsr     two
        jsr     three
        jsr     four
        jmp     outer
one     rep     #30
        asl     b
        rts
two     rep     #30
        asr     b
        rts
three   rep     #30
        add     x0,a
        rts
four    rep     #30
        sub     x0,a
        rts
        org     p:$400
        dup     1100
        rts
        endm
"""
    for count in range(1_016, 1_024):
        both = sides_at(source.replace("COUNT", str(count)), "enter")
        for side in both:
            side.dsp.x[0xFFFE] = 0
        profilers_after(both, 1, 2_000)
        for side in both:
            side.dsp.regs.pc, side.dsp.regs.r0, side.dsp.regs.sp = 0x40, 0x400, 0
        assert unequal(*profilers_after(both, 1, 20_000)) == []
        assert profiled_instructions(both[1]) > 500


def test_a_return_to_the_end_of_a_loop_is_equal() -> None:
    # The chip executes JSR as the last instruction of a loop, although the manual forbids it (UM A-233). The return
    # ends the iteration and continues at the start of the loop, to which `outer` returns as well: both have returned.
    source = """
        org     p:$40
start   jsr     <outer
again   andi    #$7F,mr
        movec   ssh,x1
        movec   ssh,x1
        jmp     start
hot     rep     #90
        asr     b
        add     x0,a
last    jsr     <inner
outer   movec   #>last,la
        movec   #3,lc
        movec   #again,ssh
        movec   sr,ssl
        ori     #$80,mr
        nop
        jmp     hot
inner   rep     #90
        asl     b
        rts
"""
    both = sides_at(source)
    assert unequal(*profilers_after(both, 20, 1_001)) == []
    assert profiled_instructions(both[1]) > 5_000


def test_idle_time_after_compiled_code_belongs_to_its_last_instruction() -> None:
    # A move of an unknown value to a modifier is not compiled: the run ends where compiled code is left.
    source = " org p:$40\nstart move #0,r0\n do #100,last\n add x0,a\n eor x1,b\nlast\nend move x1,m3\n jmp start\n"
    program = assemble(source)
    both = Side(Dsp56001(engine="interpreter")), Side(engine())
    profilers = []
    for side in both:
        dsp = side.dsp
        dsp.load_words(program.words)
        dsp.regs.pc, dsp.regs.m3 = 0x40, 5
        profilers.append(dsp.profile(entries=ENTRIES))
        with profilers[-1]:
            for _ in range(4):
                dsp.run(until=0x45)
            dsp.lines.reset.drive(True)
            dsp.advance(dsp.clocks + 100)
    assert unequal(*profilers) == []
    assert profiled_instructions(both[1]) > 500
    idle = {one.address for one in profilers[1].result().instructions if one.parts[10]}
    assert idle == {0x44}
