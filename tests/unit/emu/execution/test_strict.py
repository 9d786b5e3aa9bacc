"""Restricted sequences (UM A-232 to A-238), one case for each rule, and their harmless neighbours."""

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, RestrictedSequenceError, StopReason

CASES = [
    # Near the end of a loop.
    ("do #2,e\n nop\n do #2,f\n nop\nf nop\n nop\ne nop", None, None),
    ("do #3,e\n do #2,f\n nop\nf\ne nop", "no DO at LA-2", "A-233"),
    ("do #3,e\n movec #5,lc\n nop\n nop\ne nop", "no change of LA, LC", "A-233"),
    ("do #3,e\n bset #3,sr\n nop\ne nop", "no change of LA, LC", "A-233"),
    ("do #3,e\n nop\n movec ssh,x0\ne nop", "no use of SSH", "A-233"),
    ("do #3,e\n btst #1,ssh\n nop\ne nop", "no use of SSH", "A-233"),
    ("do #3,e\n ori #3,mr\n nop\ne nop", "on MR", "A-233"),
    ("do #3,e\n ori #3,ccr\n nop\ne nop", None, None),
    ("do #3,e\n movec lc,x0\n nop\ne nop", "reads LC, SP or SSL at LA-1", "A-65"),
    ("do #3,e\n movec lc,x0\n nop\n nop\ne nop", None, None),
    ("do #3,e\n nop\n jset #1,x:$10,*+2\ne nop", "two-word Jcc at LA-1", "A-65"),
    ("do #3,e\n nop\n rep #2\ne nop", "at LA", "A-233"),
    ("do #3,e\n nop\n enddo\ne nop", "no ENDDO at LA", "A-71"),
    ("do #3,e\n nop\n jsr l\nl nop\ne nop", "no call to LA", "A-233"),
    ("move #$45,r7\n do #3,e\n nop\n jsr (r7)\n nop\ne nop", "no call to LA", "A-233"),
    # Pairs.
    ("move #2,x0\n movec x0,lc\n do x0,e\n nop\n nop\ne nop", "just before DO", "A-234"),
    ("movec ssh,x0\n do #2,e\n nop\n nop\ne nop", "just before DO", "A-234"),
    ("movec sr,x0\n do #2,e\n nop\n nop\ne nop", None, None),
    ("ori #1,mr\n enddo", "just before ENDDO", "A-234"),
    ("andi #$fe,ccr\n rti", "just before RTI", "A-235"),
    ("andi #$fe,ccr\n rts", None, None),
    ("movec x0,ssl\n rts", "just before RTS", "A-235"),
    ("movec #2,sp\n movec ssl,x0", "just after a change of SP", "A-236"),
    ("movec #2,sp\n nop\n movec ssl,x0", None, None),
    ("bset #1,sp\n jset #1,ssh,$100", "just after a change of SP", "A-236"),
    ("movec ssh,ssh", "no MOVEC SSH,SSH", "A-236"),
    ("do ssh,e\n nop\ne nop", "no DO SSH", "A-233"),
    # Pointers.
    ("move #5,r0\n move x:(r0),x0", "no pointer", "A-237"),
    ("move #5,r0\n move x:(r1),x0", None, None),
    ("move #5,n0\n move x:(r0)+,x0", None, None),
    ("move #5,n0\n move x:(r0)+n0,x0", "no pointer", "A-237"),
    ("move #5,n0\n lua (r0)+n0,r1", "no pointer", "A-237"),
    ("movec #5,m4\n move x:(r0)+,x0 y:(r4)+,y0", "no pointer", "A-237"),
    ("movec #5,m4\n move x:(r4),x0", None, None),
    ("move #5,r5\n movep x:(r5),y:$ffc0", "no pointer", "A-237"),
    ("move #5,r5\n movep y:$ffc0,p:(r5)", "no pointer", "A-237"),
    ("move #5,r5\n jmp (r5)", "no pointer", "A-237"),
    ("move #5,r5\n move r5,x0", None, None),
    # REP.
    ("rep #3\n rep #2\n nop", "REP repeats no", "A-238"),
    ("rep #3\n move #$123456,x0", "REP repeats no", "A-238"),
    ("rep #3\n jmp $20", "REP repeats no", "A-238"),
    ("rep #3\n move x:(r0)+,x0", None, None),
]


def program(text: str) -> Dsp56001:
    # The assembler reports most of these as errors, too; the words are what counts.
    assembled = assemble(f" org p:$40\n {text}\n dup 4\n nop\n endm\n jmp *\n")
    dsp = Dsp56001(refuse_restricted=True)
    for (space, address), word in assembled.words.items():
        assert space.upper() == "P"
        dsp.p[address] = word
    dsp.regs.pc, dsp.regs.sp = 0x40, 4
    dsp.stack[4] = (0x50, 0x0300)
    return dsp


@pytest.mark.parametrize(("text", "rule", "page"), CASES, ids=lambda value: str(value).replace("\n", "|"))
def test_restricted_sequences_are_refused(text: str, rule: str | None, page: str | None) -> None:
    dsp = program(text)
    if rule is None:
        assert dsp.run(max_clocks=200).reason in (StopReason.HALT, StopReason.BUDGET)
        return
    with pytest.raises(RestrictedSequenceError, match="restricted sequence at P:") as caught:
        dsp.run(max_clocks=200)
    facts = caught.value.fields
    assert rule in facts["rule"]
    assert (facts["page"], facts["pc"]) == (page, dsp.regs.pc)


def test_the_chip_stops_in_front_of_the_last_instruction_and_may_be_told_to_go_on() -> None:
    dsp = program("move #5,r0\n move x:(r0),x0")
    with pytest.raises(RestrictedSequenceError):
        dsp.run()
    assert (dsp.regs.pc, dsp.instructions) == (0x41, 1)
    with pytest.raises(RestrictedSequenceError):
        dsp.step()
    dsp.checks.refuse_restricted = False
    assert dsp.run().reason is StopReason.HALT
    assert not Dsp56001().checks.refuse_restricted


def test_a_fast_interrupt_refuses_what_a_long_one_may_do() -> None:
    for vector, refused in [(" ori #1,mr\n nop", True), (" jsr $80", False)]:
        dsp = program("nop\n nop\n nop\n nop")
        for (_, address), word in assemble(f" org p:8\n{vector}\n org p:$80\n ori #1,mr\n jmp *").words.items():
            dsp.p[address] = word
        dsp.regs.sr = 0
        dsp.x[0xFFFF] = 7
        dsp.lines.irqa.drive(True)
        if refused:
            with pytest.raises(RestrictedSequenceError, match="in a fast interrupt"):
                dsp.run(max_clocks=100)
        else:
            dsp.lines.irqa.drive(False)
            dsp.lines.irqa.drive(True)
            dsp.run(max_clocks=100)
            assert dsp.regs.pc == 0x81
