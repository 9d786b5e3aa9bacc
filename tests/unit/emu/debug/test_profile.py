"""Profiles: the counts of runs are those of a trace, by component, and every clock is counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.asm import assemble
from dsp56k.emu import ChipInUseError, ConfigurationError, Dsp56001, EmulatorError, Step
from dsp56k.profile import Place, Profile
from dsp56k.testing.strategies import words
from shared.emu_programs import chip, loaded, program

COUNT = 600
CALLS = """
        org     p:0
        jmp     <start
        org     p:$10
        jsr     <handler
        org     p:$40
start   move    #>$a,x0
        do      #4,last
        jsr     <outer
        jclr    #0,x:(r6),skip
skip    nop
last
        jmp     *
outer   rep     #3
        mac     x0,x0,a         x:(r0)+,x0
        jsr     <inner
        jsr     <inner
        rts
inner   movem   p:$2000,x1
        move    x:$2000,y0
        move    x:(r6)+,x0      y:(r1)+,y1
        movep   x1,y:<<$ffc8
        rts
handler jsr     <inner
        rti
"""


def parts_of(step: Step) -> Counter[str]:
    cost = step.cost
    found = Counter(base=cost.base, addressing=cost.effective_address, fetch=cost.fetch, refetch=cost.refetch)
    found.update(conflict=cost.conflict, stall=cost.stall, waiting=cost.idle + cost.trace)
    for access in cost.accesses:
        found["io" if access.region == "I/O" else access.region.lower()] += access.waits
    return +found


def traced(steps: list[Step]) -> tuple[dict[int, int], dict[int, Counter[str]]]:
    times: Counter[int] = Counter()
    parts: dict[int, Counter[str]] = {}
    for step in steps:
        times[step.address] += 1
        parts.setdefault(step.address, Counter()).update(parts_of(step))
    return dict(times), parts


def counted(profile: Profile) -> tuple[dict[int, int], dict[int, Counter[str]]]:
    times: Counter[int] = Counter()
    parts: dict[int, Counter[str]] = {}
    for one in profile.instructions:
        named = Counter({part.name: clocks for part, clocks in zip(profile.parts, one.parts, strict=True)})
        named["waiting"] = named.pop("idle") + named.pop("interrupt")
        times[one.address] += one.times
        parts.setdefault(one.address, Counter()).update(+named)
    return dict(times), parts


def profiled(dsp: Dsp56001, max_clocks: int | None = None, max_instructions: int | None = None) -> Profile:
    with dsp.profile() as profiler:
        dsp.run(max_clocks=max_clocks, max_instructions=max_instructions)
    profile = profiler.result()
    check_sums(profile, dsp)
    return profile


def check_sums(profile: Profile, dsp: Dsp56001) -> None:
    assert profile.clocks == dsp.total_clocks
    for sums in (profile.instructions, profile.functions, profile.stacks):
        assert sum(one.clocks for one in sums) == profile.clocks
    assert sum(one.times for one in profile.instructions) == dsp.instructions
    for number, function in enumerate(profile.functions):
        assert function.clocks == sum(one.clocks for one in profile.instructions if one.number == number)
        assert function.clocks <= function.total <= profile.clocks


def streams(seed: int) -> Callable[[], Dsp56001]:
    code = program(Random(seed))
    return lambda: loaded(code, seed)


def calls(bcr: int) -> Callable[[], Dsp56001]:
    def made() -> Dsp56001:
        dsp = chip(CALLS, bcr=bcr)
        dsp.regs.r6 = 0x3000
        dsp.regs.r1 = 0x3000
        return dsp

    return made


@pytest.mark.parametrize(
    ("kind", "number"),
    [*((streams, seed) for seed in range(2000, 2040)), *((calls, bcr) for bcr in (0, 0x1234, 0xFFFF))],
)
def test_a_run_counts_what_a_trace_shows(kind: Callable[[int], Callable[[], Dsp56001]], number: int) -> None:
    made = kind(number)
    expected, dsp = made(), made()
    steps = list(expected.trace(max_instructions=COUNT))
    profile = profiled(dsp, max_instructions=COUNT)
    assert dsp.clocks == expected.clocks
    assert counted(profile) == traced(steps)


def test_a_profile_that_begins_within_a_stalled_instruction_has_the_rest_of_its_clocks() -> None:
    dsp = chip(" org p:$400\n jmp >next\nnext jmp *", bcr=0x1111)
    dsp.regs.pc = 0x400
    dsp.lines.br.drive(True, at=1)
    dsp.lines.br.drive(False, at=5)
    dsp.run(max_clocks=2)
    assert dsp.clocks == 3
    with dsp.profile() as profiler:
        dsp.run(max_instructions=1)
    (jump,) = profiler.result().instructions
    # JMP takes 9 clocks in all, of which 3 have passed, and waits for the bus from clock 3 to 5.
    assert (dsp.clocks, jump.clocks) == (11, 8)
    assert [clocks for clocks in jump.parts if clocks] == [2, 2, 2, 2]


@pytest.mark.parametrize("begins", range(2, 30))
def test_a_run_may_end_in_the_stall_of_the_first_word_of_a_vector(begins: int) -> None:
    """Trace mode executes JSR and RTI after each JMP; the bus is away from any clock of the two on."""
    dsp = chip(" org p:$400\nloop jmp loop\n org p:$500\n rti", bcr=0x1111)
    dsp.regs.omr, dsp.regs.sr, dsp.regs.pc = 3, 0x2000, 0x400
    dsp.p[4] = 0x0D0500
    dsp.lines.br.drive(True, at=begins)
    dsp.lines.br.drive(False, at=begins + 9)
    clocks = dsp.clocks
    with dsp.profile() as profiler:
        for _ in range(60):
            dsp.run(max_clocks=1)
    found, passed = profiler.result().instructions, dsp.clocks - clocks
    assert sum(each.clocks for each in found) == passed
    assert max(part for each in found for part in each.parts) <= passed
    assert {each.address for each in found} == {4, 0x400, 0x500}


@settings(max_examples=100)
@given(st.lists(words(), min_size=1, max_size=12), st.integers(0, 0xFFFF), st.integers(0, 0xFFFF), st.integers(0, 31))
def test_any_code_is_counted_to_the_clock(code: list[int], pc: int, bcr: int, omr: int) -> None:
    dsp = Dsp56001()
    dsp.regs.pc, dsp.regs.omr, dsp.x[0xFFFE] = pc, omr, bcr
    for offset, word in enumerate(code):
        dsp.p[(pc + offset) & 0xFFFF] = word
    dsp.lines.irqa.drive(True, at=40)
    dsp.lines.br.drive(True, at=200)
    dsp.lines.br.drive(False, at=300)
    with dsp.profile() as profiler:
        try:
            dsp.run(max_clocks=1000)
            dsp.step()
            dsp.advance(2000)
        except EmulatorError:
            pass
    check_sums(profiler.result(), dsp)


def test_calls_have_their_clocks_and_the_least_and_the_most() -> None:
    dsp = calls(0)()
    dsp.load(assemble(CALLS))
    profile = profiled(dsp)
    functions = {one.name: one for one in profile.functions}
    assert {name: one.times for name, one in functions.items()} == {"$0000": 1, "outer": 4, "inner": 8}
    inner, outer = functions["inner"], functions["outer"]
    assert inner.least == inner.most == inner.total // 8 == 8 + 4 + (2 + 2) + 4 + 4
    assert outer.total == outer.clocks + inner.total
    assert functions["$0000"].total == profile.clocks
    names = [one.name for one in profile.functions]
    found = {(names[arc.caller], arc.site - dsp.symbols["outer"], names[arc.callee]): arc.times for arc in profile.arcs}
    assert found[("outer", 2, "inner")] == found[("outer", 3, "inner")] == 4


def test_an_interrupt_is_a_call_of_its_vector_and_waiting_is_told_apart() -> None:
    source = """
        org     p:0
        jmp     <start
        org     p:$8
        jsr     <handler
        org     p:$40
start   movep   #7,x:<<$ffff
        andi    #$fc,mr
        wait
        nop
        jmp     *
handler move    x:(r0)+,a
        rti
    """
    dsp = chip(source)
    dsp.load(assemble(source))
    dsp.lines.irqa.drive(True, at=500)
    with dsp.profile(entries=100) as profiler:
        dsp.run(max_clocks=700)
    profile = profiler.result()
    check_sums(profile, dsp)
    functions = {one.name: one for one in profile.functions}
    assert functions["$0008"].times == functions["handler"].times == 1
    assert functions["$0008"].total == functions["$0008"].clocks + functions["handler"].clocks
    assert [arc.interrupt for arc in profile.arcs] == [True, False]
    names = [
        entry.function if entry.function is None else profile.functions[entry.function].name
        for entry in profile.entries
    ]
    assert names == ["$0000", "$0008", "handler", None, None, None]
    waiting = {one.text: one for one in profile.instructions}["000086"]
    assert waiting.parts[[part.name for part in profile.parts].index("idle")] > 400


def test_a_recursive_function_counts_its_clocks_once() -> None:
    dsp = chip("""
        org     p:0
        move    #<3,a
        jsr     <f
        jmp     *
f       move    ssh,x:(r7)+
        sub     x0,a
        jeq     <over
        jsr     <f
over    move    x:-(r7),ssh
        nop
        rts
    """)
    dsp.regs.x0 = 0x10000
    profile = profiled(dsp)
    deepest = max(profile.stacks, key=lambda stack: len(stack.functions))
    assert len(deepest.functions) == 4
    recursive = next(one for one in profile.functions if one.times == 3)
    assert recursive.clocks == recursive.total


PARAMETERS = """
        org     p:0
start   jsr     par
        dc      $123456
        jsr     work
        jsr     par
        dc      $654321
        jsr     work
        jmp     *
par     movec   ssh,r1
        nop
        move    p:(r1)+,x0
        jmp     (r1)
work    rep     #100
        nop
        rts
"""


def named(source: str) -> Dsp56001:
    """Return a chip without wait states that has the symbols of a program, too."""
    dsp = chip(source)
    dsp.load(assemble(source))
    return dsp


def test_a_routine_that_takes_its_return_address_is_left_at_its_jump() -> None:
    profile = profiled(named(PARAMETERS))
    functions = {one.name: one for one in profile.functions}
    # 2 + 2 + 6 + 4 clocks a call.
    assert (functions["par"].times, functions["par"].total) == (2, 28)
    assert (functions["par"].least, functions["par"].most) == (14, 14)
    assert functions["start"].total == profile.clocks
    names = [one.name for one in profile.functions]
    assert {(names[arc.caller], names[arc.callee]) for arc in profile.arcs} == {("start", "par"), ("start", "work")}


def test_a_routine_that_gives_up_is_left_by_its_jump_into_its_caller() -> None:
    source = """
        org     p:0
start   jsr     outer
        jmp     *
outer   nop
again   jsr     inner
        jmp     <over
inner   movec   ssh,x0
        jmp     again
over    jsr     work
        rts
work    nop
        rts
"""
    # Where no caller has been the routine goes on: it may have saved the address.
    profile = profiled(named(source.replace("jmp     again", "jmp     over")))
    names = [one.name for one in profile.functions]
    assert ("inner", "work") in {(names[arc.caller], names[arc.callee]) for arc in profile.arcs}
    profile = profiled(named(source), max_clocks=2000)
    inner = next(one for one in profile.functions if one.name == "inner")
    assert inner.times > 10
    assert inner.total == inner.clocks


def test_frames_that_never_return_are_dropped_in_the_end() -> None:
    dsp = chip(" org p:0\nagain move #0,sp\n jsr next\nnext jmp again")
    profile = profiled(dsp, max_clocks=40_000)
    assert any("too many" in note for note in profile.notes)


def test_what_changes_the_chip_is_survived() -> None:
    dsp = calls(0)()
    state = dsp.snapshot()
    with dsp.profile() as profiler:
        dsp.run(max_instructions=20)
        first = dsp.clocks
        dsp.restore(state)
        dsp.run(max_instructions=30)
        second = dsp.clocks
        dsp.reset()
        dsp.run(max_instructions=40)
    assert profiler.result().clocks == first + second + dsp.clocks


@pytest.mark.parametrize("by_line", [False, True])
def test_a_reset_drops_what_was_called(by_line: bool) -> None:
    dsp = calls(0)()
    dsp.load(assemble(CALLS))
    with dsp.profile() as profiler:
        dsp.run(until="inner")
        if by_line:
            dsp.lines.reset.drive(True)
            dsp.advance(50)
            dsp.lines.reset.drive(False)
        else:
            dsp.reset()
        dsp.run(max_instructions=3)
    again = [one for one in profiler.result().instructions if one.address == dsp.symbols["start"]]
    assert [(one.function, one.times) for one in again] == [("$0000", 2)]


def test_a_profile_goes_on_where_it_is_entered_again() -> None:
    dsp = calls(0)()
    profiler = dsp.profile()
    with profiler:
        dsp.run(max_instructions=10)
    clocks = dsp.clocks
    dsp.run(max_instructions=7)
    began = dsp.clocks
    with profiler:
        dsp.run(max_instructions=5)
    assert profiler.result().clocks == clocks + dsp.clocks - began
    assert sum(one.times for one in profiler.result().instructions) == 15


def test_mistakes_are_named() -> None:
    dsp = Dsp56001()
    with pytest.raises(ConfigurationError, match="entries"):
        dsp.profile(entries=-1)
    with dsp.profile() as profiler:
        with pytest.raises(ConfigurationError, match="already"), dsp.profile():
            pass
        with pytest.raises(ChipInUseError, match="after its with block"):
            profiler.result()


def test_lines_and_symbols_are_summed() -> None:
    dsp = Dsp56001()
    dsp.load(assemble(CALLS))
    profile = profiled(dsp)
    assert sum(one.clocks for one in profile.by_symbol()) == sum(profile.by_part().values()) == profile.clocks
    assert str(profile).splitlines()[0].split() == ["clocks", "%", "inclusive", "calls", "function"]


def test_a_profile_has_nothing_before_its_block_and_no_places_without_symbols() -> None:
    dsp = Dsp56001()
    profiler = dsp.profile()
    dsp.run(max_instructions=3)
    assert profiler.result().instructions == ()
    with profiler:
        dsp.run(max_instructions=1)
    assert [one.place for one in profiler.result().instructions] == [Place(None, 0)]
