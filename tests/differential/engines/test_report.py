"""The engine's report: the counts of a known program, and their sums."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from differential.cases import generate
from differential.engines.compare import engine
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

LOOPS = """
        org     p:$40
start   clr     b
        do      #20,last
        mac     x0,x0,a         x:(r0),x0
        add     x0,b
        move    #>{number},y1
last
        move    x:(r1),x1
{extra}
        jmp     <start
"""
"""The numbers keep the regions of the tests apart in the cache of the process."""


def loops(number: int, extra: str = "", origin: str = "$40") -> Dsp56001:
    dsp = engine()
    program = assemble(LOOPS.format(number=number, extra=extra).replace("$40", origin))
    assert program.ok, program.diagnostics
    dsp.load_words(program.words)
    dsp.regs.pc, dsp.x[0xFFFE] = int(origin[1:], 16), 0
    return dsp


def exits(dsp: Dsp56001) -> Counter[str]:
    counts: Counter[str] = Counter()
    for region in dsp.engine_report().regions:
        counts.update(region.exits)
    return +counts


def test_a_loop_is_counted() -> None:
    dsp = loops(0x5A0001)
    dsp.run(max_clocks=100_000)
    report = dsp.engine_report()
    assert (report.engine, report.compiled, report.evicted) == ("jit", 2, 0)
    assert report.compile_ns > 0
    assert report.compiled_instructions + report.interpreted_instructions == dsp.instructions
    assert 0 < report.interpreted_instructions < 20
    outer, inner = report.regions
    # The interpreter executes one iteration of the inner loop before the region there is compiled.
    assert (inner.pc, inner.addresses, inner.instructions) == (0x43, (0x43, 0x45), 3)
    assert (inner.entries, inner.executed, +Counter(inner.exits)) == (1, 19 * 3, {"control_flow": 1})
    assert (outer.pc, outer.addresses, outer.instructions) == (0x40, (0x40, 0x48), 7)
    assert (outer.entries, +Counter(outer.exits)) == (1, {"clock_budget": 1})
    assert outer.executed == report.compiled_instructions - 19 * 3
    assert outer.size_bytes > 100
    assert outer.key.startswith("at P:$0040 SP 0")
    dsp.run(max_clocks=100_000)
    assert dsp.engine_report().regions[0].entries == 2


def test_the_text_has_the_regions_with_the_most_instructions_first() -> None:
    dsp = loops(0x5A0002)
    dsp.run(max_clocks=10_000)
    lines = str(dsp.engine_report(count_interpreted=True)).splitlines()
    report = dsp.engine_report()
    assert lines[0].startswith(f"engine jit: {report.compiled_instructions:,} instructions by compiled code")
    assert lines[1].startswith("2 regions compiled in ")
    columns = "executed % entries per entry instructions bytes addresses exits region"
    assert lines[3].split() == columns.split()
    assert [line.split("  at ")[1].split()[0] for line in lines[4:6]] == ["P:$0040", "P:$0043"]
    assert json.loads(json.dumps(report.as_dict()))["regions"][0]["exits"] == report.regions[0].exits


def test_each_reason_of_an_exit_is_counted() -> None:
    budget = loops(0x5A0003)
    for _ in range(41):
        budget.run(max_clocks=400)
    assert exits(budget)["clock_budget"] > 30

    external = loops(0x5A0004)
    external.run(max_clocks=2_000)
    external.regs.r1 = 0x1000
    external.run(max_clocks=1_700)
    assert 8 < exits(external)["external_access"] < 16
    assert external.engine_report().evicted == 0
    external.run(max_clocks=1_000)
    assert external.engine_report().evicted == 1, "the region is compiled again with an external access"

    # The store of a program word, here of the same one, is a fallback after which the code must be compared.
    fallback = loops(0x5A0005, "        movem   x1,p:$60\n" + "        add     x0,b\n" * 9)
    fallback.p[0x60] = 0
    fallback.regs.pc = 0x5F
    fallback.step()
    fallback.step()
    fallback.regs.pc = 0x40
    fallback.run(max_clocks=2_000)
    assert exits(fallback)["fallback"] > 5

    size = loops(0x5A0006, "        add     x0,a\n        add     y0,b\n" * 900)
    size.run(max_clocks=30_000)
    assert exits(size)["size_limit"] > 3


def test_words_that_change_evict_their_region() -> None:
    dsp = loops(0x5A0007)
    dsp.run(max_clocks=5_000)
    assert dsp.engine_report().evicted == 0
    dsp.p[0x44] = dsp.p[0x44] ^ 8
    dsp.run(max_clocks=5_000)
    report = dsp.engine_report()
    assert report.evicted >= 1
    assert report.compiled_instructions + report.interpreted_instructions == dsp.instructions


def test_each_chip_counts_what_it_executes_in_a_shared_region() -> None:
    first, second = loops(0x5A0008), loops(0x5A0008)
    first.run(max_clocks=50_000)
    second.run(max_clocks=5_000)
    reports = first.engine_report(), second.engine_report()
    assert [report.compiled for report in reports] == [2, 0]
    assert [len(report.regions) for report in reports] == [2, 2]
    assert reports[1].compile_ns == 0
    for dsp, report in zip((first, second), reports, strict=True):
        assert sum(region.executed for region in report.regions) == report.compiled_instructions
        assert report.compiled_instructions + report.interpreted_instructions == dsp.instructions


@pytest.mark.parametrize("compiles_at_once", [True, False])
def test_instructions_of_the_interpreter_are_counted_by_address(compiles_at_once: bool) -> None:
    # The last instruction jumps to itself at first, which is only counted.
    dsp = loops(0x5A0009, "        rep     #5\n        asl     a\n        jset    #3,x:$20,*\n")
    if not compiles_at_once:
        dsp = Dsp56001(engine="auto")
        dsp.load_words(assemble(LOOPS.format(number=7, extra="        rep     #5\n        asl     a\n")).words)
        dsp.regs.pc = 0x40
    assert dsp.engine_report().interpreted is None
    dsp.run(max_clocks=777)
    before = dsp.engine_report(count_interpreted=True)
    assert before.interpreted == {}
    dsp.run(max_clocks=500)
    dsp.step()
    dsp.lines.irqa.drive(True, at=dsp.clocks + 100)
    dsp.run(max_clocks=20_001)
    dsp.x[0x20] = 8
    dsp.run(max_clocks=20_001)
    dsp.advance(dsp.clocks + 3_000)
    after = dsp.engine_report()
    assert after.interpreted is not None
    assert sum(after.interpreted.values()) == after.interpreted_instructions - before.interpreted_instructions
    assert after.compiled_instructions + after.interpreted_instructions == dsp.instructions
    assert (after.compiled_instructions > before.compiled_instructions) == compiles_at_once
    assert dsp.engine_report(count_interpreted=False).interpreted is None


def test_a_jump_to_itself_is_counted_once_for_each_iteration() -> None:
    dsp = engine()
    dsp.p[0x40], dsp.regs.pc = 0x0C0040, 0x40
    dsp.engine_report(count_interpreted=True)
    dsp.run()
    assert dsp.engine_report().interpreted == {}, "the jump is not executed"
    dsp.advance(4_000)
    report = dsp.engine_report()
    assert report.interpreted == {0x40: dsp.instructions}
    assert report.interpreted_instructions == dsp.instructions == 1_000


def test_without_a_jit_the_report_has_no_regions() -> None:
    dsp = Dsp56001(engine="interpreter")
    dsp.load_words(assemble(LOOPS.format(number=1, extra="")).words)
    dsp.regs.pc = 0x40
    dsp.run(max_clocks=10_000)
    dsp.reset()
    dsp.step()
    report = dsp.engine_report(count_interpreted=True)
    assert (report.engine, report.regions, report.compiled, report.compiled_instructions) == ("interpreter", (), 0, 0)
    assert report.interpreted_instructions > 2_000, "a reset does not end the count"
    assert report.interpreted is None
    assert str(report).splitlines()[0].endswith(f"{report.interpreted_instructions:,} by the interpreter")
    generate(dsp)
    assert dsp.engine_report().engine == "jit"
