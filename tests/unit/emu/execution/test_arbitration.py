"""Arbitration among the exceptions of level 3: NMI, stack error, trace, SWI (UM 8-18, 8-19, Table 8-6)."""

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

NMI, STACK_ERROR, TRACE, SWI, IRQA = 0x1E, 0x02, 0x04, 0x06, 0x08
VECTORS = (NMI, STACK_ERROR, TRACE, SWI, IRQA)
TRACING = 0x2000


def chip(text: str, sr: int = 0, **vectors: str) -> Dsp56001:
    """A chip at P:$40; vectors, named v and their address in hexadecimal, hold NOPs unless given."""
    dsp = Dsp56001()
    sources = [f" org p:$40\n{text}\n dup 40\n nop\n endm\n"]
    sources += [f" org p:${name[1:]}\n {source}\n" for name, source in vectors.items()]
    for source in sources:
        program = assemble(source)
        assert program.ok, program.diagnostics
        dsp.load_words(program.words)
    dsp.x[0xFFFE], dsp.regs.pc, dsp.regs.sr = 0, 0x40, sr
    return dsp


def served(dsp: Dsp56001, instructions: int = 40) -> list[int]:
    """The vectors in the order of their first words."""
    return [step.address for step in dsp.trace(max_instructions=instructions) if step.address in VECTORS]


def test_a_stack_error_under_trace_is_served() -> None:
    order = served(chip(" movec #$3f,sp", TRACING))
    # The instruction that raises it is traced first; then it wins once.
    assert order[:3] == [TRACE, STACK_ERROR, TRACE]
    assert order.count(STACK_ERROR) == 1


def test_nmi_before_stack_error_before_trace() -> None:
    dsp = chip(" movec #$3f,sp\n nop", 0)
    dsp.step()
    dsp.regs.sr = TRACING
    dsp.lines.nmi.drive(True)
    assert served(dsp)[:4] == [NMI, STACK_ERROR, TRACE, TRACE]


def test_an_nmi_comes_where_the_trace_would_have_come() -> None:
    clocks = {}
    for name in ("trace", "nmi"):
        dsp = chip("", TRACING)
        if name == "nmi":
            dsp.lines.nmi.drive(True)
        first = next(step for step in dsp.trace(max_instructions=10) if step.address in VECTORS)
        clocks[name] = first.start, first.address
    # One NOP and the three of the tracing facility (UM 8-16).
    assert clocks == {"trace": (8, TRACE), "nmi": (8, NMI)}


def test_the_trace_that_lost_is_served_in_the_service_routine() -> None:
    dsp = chip("", TRACING, v1E="jsr <$80", v80="dup 20\n nop\n endm\n rti")
    dsp.lines.nmi.drive(True)
    steps = [step.address for step in dsp.trace(max_instructions=12)]
    assert steps == [0x40, NMI, 0x80, 0x81, 0x82, 0x83, TRACE, TRACE + 1, 0x84, 0x85, 0x86, 0x87]


@pytest.mark.parametrize("before", range(4))
def test_an_nmi_that_is_pending_as_swi_executes_comes_first(before: int) -> None:
    dsp = chip(" nop\n" * before + " swi")
    dsp.lines.nmi.drive(True)
    assert served(dsp) == [NMI, SWI]


def test_an_nmi_in_the_place_of_swi_waits_no_longer() -> None:
    dsp = chip(" swi")
    dsp.lines.nmi.drive(True)
    first, second, *_ = dsp.trace(max_instructions=3)
    # SWI takes 8 clocks (Table A-6).
    assert (first.clocks, second.start, second.address) == (8, 8, NMI)


def test_an_nmi_behind_swi_comes_later() -> None:
    dsp = chip(" swi", v6="jsr <$80", v80="dup 20\n nop\n endm\n rti")
    dsp.lines.nmi.drive(True, at=8)
    assert served(dsp) == [SWI, NMI]


def test_a_maskable_request_gives_way_to_swi() -> None:
    """Figure 8-1: the request's first vector word is discarded; it stays pending, masked by SWI's routine."""
    dsp = chip(" nop\n nop\n swi", 0, v6="jsr <$80", v80="nop\n nop\n nop\n rti")
    dsp.x[0xFFFF] = 7
    dsp.lines.irqa.drive(True)
    assert served(dsp) == [SWI, IRQA]


def test_under_trace_swi_and_irqa_are_ignored() -> None:
    dsp = chip(" nop\n swi", TRACING)
    dsp.x[0xFFFF] = 7
    dsp.lines.irqa.drive(True)
    assert set(served(dsp)) == {TRACE}


def test_what_lost_is_part_of_a_snapshot_and_over_where_pc_is_set() -> None:
    dsp = chip(" swi")
    dsp.lines.nmi.drive(True)
    for _ in range(2):
        dsp.step()
    copy = Dsp56001()
    copy.restore(dsp.snapshot())
    assert served(copy) == [SWI]
    dsp.regs.pc = 0x50
    assert served(dsp) == []
