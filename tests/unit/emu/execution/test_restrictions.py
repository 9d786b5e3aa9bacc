"""The tables of restricted sequences (UM A-233 to A-238) against every form and register that they could contain."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, RestrictedSequenceError

CONTROLLER = ("sr", "omr", "sp", "ssh", "ssl", "la", "lc")
PC = 0x40
LF = 0x8000

CHANGE_BIT = ("bchg #1,{}", "bclr #1,{}", "bset #1,{}")
MOVE_TO = ("movec x0,{}", "movec #5,{}", "movec #>5,{}", "movec x:(r1)+,{}", "movem p:(r1),{}", "movep x:$fff0,{}")
MOVE_FROM = ("movec {},x0", "movec {},y:(r1)", "movem {},p:(r1)", "movep {},x:$fff0")
JUMP_ON_BIT = ("jclr #1,{},$100", "jset #1,{},$100", "jsclr #1,{},$100", "jsset #1,{},$100")
MASK = ("andi #$fe,{}", "ori #1,{}")


@cache
def words(text: str) -> tuple[int, ...]:
    """The words of an instruction; the assembler reports restricted ones, too."""
    program = assemble(f" org p:${PC:x}\n {text}\n")
    assert program.words, program.diagnostics
    return tuple(word for _, word in sorted(program.words.items()))


def rule(*texts: str, loop_end: int | None = None) -> str | None:
    """The page of the rule that the last of the instructions breaks, or None; the others must break none."""
    stepped, run = (Dsp56001(refuse_restricted=True) for _ in range(2))
    code = [word for text in texts for word in words(text)]
    for dsp in (stepped, run):
        dsp.p[PC : PC + len(code)] = code
        dsp.regs.pc, dsp.regs.sp, dsp.regs.r1 = PC, 4, 0x180
        if loop_end is not None:
            dsp.regs.sr, dsp.regs.la, dsp.regs.lc = LF | 0x0300, loop_end, 9
    for _ in texts[:-1]:
        stepped.step()
    page = refusal(stepped.step)
    assert refusal(lambda: run.run(max_instructions=len(texts))) == page
    return page


def refusal(act: Callable[[], object]) -> str | None:
    """The page of the rule for which an action ends, or None."""
    try:
        act()
    except RestrictedSequenceError as error:
        return str(error.fields["page"])
    return None


DO = "do #2,$48"
NOT_BEFORE = {
    DO: ("la", "lc", "ssh", "ssl", "sp"),
    "enddo": ("la", "lc", "sr", "ssh", "ssl", "sp"),
    "rti": ("sr", "ssh", "ssl", "sp"),
    "rts": ("ssh", "ssl", "sp"),
}
"""No change of these, and no move from SSH, immediately before (UM A-234, A-235)."""
PAGES = {DO: "A-234", "enddo": "A-234", "rti": "A-235", "rts": "A-235"}
MASKS_NOT_BEFORE = {DO: (), "enddo": ("mr",), "rti": ("mr", "ccr"), "rts": ()}


@pytest.mark.parametrize("last", NOT_BEFORE)
def test_what_may_not_stand_before_an_instruction_of_the_program_controller(last: str) -> None:
    refused = PAGES[last]
    for register in CONTROLLER:
        for form in CHANGE_BIT + MOVE_TO:
            first = form.format(register)
            assert rule(first, last) == (refused if register in NOT_BEFORE[last] else None), first
        for form in MOVE_FROM:
            first = form.format(register)
            assert rule(first, last) == (refused if register == "ssh" else None), first
    for register in ("mr", "ccr", "omr"):
        for form in MASK:
            first = form.format(register)
            assert rule(first, last) == (refused if register in MASKS_NOT_BEFORE[last] else None), first
    assert rule("nop", last) is None
    assert rule("movec x0,sp", "nop", last) is None


def test_what_may_not_follow_a_change_of_sp() -> None:
    for register in CONTROLLER:
        for first in (form.format(register) for form in CHANGE_BIT + MOVE_TO):
            for top in ("ssh", "ssl", "la", "sr"):
                expected = "A-236" if register == "sp" and top in ("ssh", "ssl") else None
                for form in MOVE_FROM + JUMP_ON_BIT:
                    assert rule(first, form.format(top)) == expected, (first, form, top)
                assert rule(first, f"btst #1,{top}") is None
    assert rule("rep #2", "nop") is None


def test_what_may_not_be_repeated() -> None:
    refused = ["do #2,$48", "enddo", "rep #2", "rti", "rts", "stop", "swi", "wait", "jmp <$100", "jsr <$100"]
    refused += ["jeq <$100", "jseq <$100", "jmp (r1)", "jmp >$100", "move #>$123456,x0", "move x:$1000,x0"]
    for text in refused + [form.format("a") for form in JUMP_ON_BIT]:
        assert rule("rep #3", text) == "A-238", text
    for text in ("nop", "mac x0,y0,a x:(r1)+,x0", "movec x0,lc", "bset #1,x:(r1)", "movem p:(r1)+,x0", "reset"):
        assert rule("rep #3", text) is None, text


def near_end() -> Iterator[tuple[str, dict[int, str]]]:
    """Instructions, and the page of the rule for each distance from LA at which one forbids them."""
    everywhere = dict.fromkeys((0, 1, 2), "A-233")
    for register in CONTROLLER:
        changed = everywhere if register != "omr" else {}
        for form in CHANGE_BIT + MOVE_TO:
            text = form.format(register)
            yield text, changed or ({0: "A-233"} if len(words(text)) == 2 else {})
        late = register in ("lc", "sp", "ssl")
        for form in (*MOVE_FROM, "btst #1,{}"):
            text = form.format(register)
            yield text, everywhere if register == "ssh" else {1: "A-65"} if late else {}
        yield (
            f"movec {register},x:$1000",
            (everywhere if register == "ssh" else {0: "A-65", 1: "A-65", 2: "A-65"} if late else {0: "A-233"}),
        )
        tested = everywhere if register == "ssh" else dict.fromkeys((0, 1, 2), "A-81")
        for form in JUMP_ON_BIT:
            at_one = {1: "A-65"} if form[:4] in ("jclr", "jset") else {}
            yield form.format(register), {0: "A-233"} | at_one if register == "omr" else tested
    for text in ("andi #$fe,mr", "ori #1,mr", "do #2,$100"):
        yield text, everywhere
    for text in ("andi #$fe,ccr", "ori #1,omr", "nop", "move x:(r1)+,x0", "swi", "lua (r1)+,n1"):
        yield text, {}
    for text in ("jmp <$100", "jsr <$100", "jeq <$100", "jseq <$100", "jmp (r1)", "rep #2", "reset"):
        yield text, {0: "A-233"}
    for text in ("rti", "rts", "stop", "wait", "jsr >$1000", "jseq >$1000", "move #>$123456,x0"):
        yield text, {0: "A-233"}
    for text in ("jmp >$1000", "jeq >$1000"):
        yield text, {0: "A-233", 1: "A-65"}
    yield "enddo", {0: "A-71"}
    yield "rep sp", {0: "A-233"}
    yield "rep ssh", everywhere


def test_what_may_not_stand_near_the_end_of_a_loop() -> None:
    for text, pages in near_end():
        for distance in range(4):
            assert rule(text, loop_end=PC + distance) == pages.get(distance), (text, distance)
        assert rule(text) is None, text


def test_no_call_goes_to_the_end_of_a_running_loop_and_no_other_loop_ends_there() -> None:
    calls = ("jsr <$180", "jsr >$180", "jsr (r1)", "jseq <$180", "jsne (r1)", "jsclr #1,a,$180")
    for text in (*calls, "jsset #1,x:$10,$180"):
        assert rule(text, loop_end=0x180) == "A-233", text
        assert rule(text, loop_end=0x181) is None, text
        assert rule(text) is None, text
    assert rule("jmp <$180", loop_end=0x180) is None
    assert rule("do #2,$181", loop_end=0x180) == "A-64"
    assert rule("do #2,$180", loop_end=0x180) is None
    assert rule("do ssh,$180") == "A-233"
    assert rule("movec ssh,ssh") == "A-236"


WRITES_R1 = [
    *("move #5,{}", "move #>5,{}", "move x:(r5),{}", "move x0,{}", "movec #5,{}", "movem p:(r5),{}"),
    *("movep x:$fff0,{}", "lua (r5)+,{}", "mac x0,y0,a x:(r5)+,{}", "add x0,a x0,{}"),
]
USES = [
    *("move x:({}),x0", "move x0,y:({})+", "move x,l:-({})", "move ({})-", "movem p:({})+,x0", "movec x:({})-,omr"),
    *("jmp ({})", "jeq ({})", "bset #1,x:({})", "jclr #1,y:({})+,$100", "do x:({}),$100", "rep y:({})"),
    *("lua ({})+,n7", "movep x:({}),y:$ffc0", "movep p:({}),x:$fff0", "movep x:$fff0,p:({})+"),
    "mac x0,y0,a x:({})+,x0 y:(r5)+,y0",
]
WITH_N = [
    *("move x:(r1)+n1,x0", "move x0,y:(r1)-n1", "move a,l:(r1+n1)", "lua (r1)-n1,r7", "jmp (r1)+n1"),
    "rep x:(r1+n1)",
]


def test_a_register_just_moved_is_no_pointer() -> None:
    for write in WRITES_R1:
        for use in USES:
            assert rule(write.format("r1"), use.format("r1")) == "A-237", (write, use)
            assert rule(write.format("r2"), use.format("r1")) is None, (write, use)
            assert rule(write.format("n1"), use.format("r1")) is None, (write, use)
            assert rule(write.format("r1"), "nop", use.format("r1")) is None, (write, use)
    for write in ("move #5,{}", "movec #>5,{}", "movem p:(r5),{}", "movep x:$fff0,{}"):
        for use in WITH_N:
            for register, page in (("r1", "A-237"), ("n1", "A-237"), ("m1", "A-237"), ("n2", None), ("m2", None)):
                assert rule(write.format(register), use) == page, (write, use, register)
    assert rule("movec #5,m1", "move x:(r1),x0") is None
    assert rule("movec #5,m1", "move x:(r1)+,x0") == "A-237"
    assert rule("tcc x0,a r5,r1", "move x:(r1),x0") == "A-237"
    assert rule("tcs x0,a r5,r1", "move x:(r1),x0") is None
    for harmless in ("bset #1,r1", "norm r1,a", "move (r1)+"):
        assert rule(harmless, "move x:(r1),x0") is None
    assert rule("move #5,r1", "norm r1,a") is None
    assert rule("move #5,r1", "move r1,x0") is None


def test_the_first_instruction_of_a_loop_follows_its_last() -> None:
    dsp = Dsp56001(refuse_restricted=True)
    program = assemble(" org p:$40\n do #2,e\n move x:(r1),x0\n nop\n move #5,r1\ne jmp *\n")
    for (_, address), word in program.words.items():
        dsp.p[address] = word
    dsp.regs.pc = PC
    with pytest.raises(RestrictedSequenceError, match="no pointer") as caught:
        dsp.run()
    assert (caught.value.fields["pc"], dsp.regs.lc, dsp.instructions) == (0x42, 1, 4)


@pytest.mark.parametrize("position", [8, 9])
def test_what_may_not_stand_in_a_fast_interrupt(position: int) -> None:
    refused = ["enddo", "rti", "rts", "stop", "swi", "wait", *(form.format("ssh") for form in MOVE_FROM)]
    refused += [form.format(register) for register in ("mr", "ccr") for form in MASK]
    refused += [form.format(register) for register in CONTROLLER if register != "omr" for form in MOVE_TO]
    allowed = ["ori #1,omr", "movec #5,omr", "movec lc,x0", "movec sr,y:(r1)", "bset #1,sr", "jsr <$100", "move #5,r2"]
    for text, page in [(text, "A-237") for text in refused] + [(text, None) for text in allowed]:
        if len(words(text)) + position > 10:
            continue
        dsp = Dsp56001(refuse_restricted=True)
        for at, word in enumerate(words(text), start=position):
            dsp.p[at] = word
        dsp.regs.pc, dsp.regs.sp, dsp.regs.sr, dsp.regs.r1 = PC, 4, 0, 0x180
        dsp.x[0xFFFF] = 7
        dsp.lines.irqa.drive(True)
        found = None
        try:
            dsp.run(max_instructions=8)
        except RestrictedSequenceError as error:
            found = (error.fields["page"], error.fields["pc"])
        assert found == (None if page is None else (page, position)), text
