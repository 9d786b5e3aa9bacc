"""Section A.8 (UM A-232 to A-238), each line of its lists under `refuse_restricted`, and similar allowed sequences."""

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, RestrictedSequenceError

START, LOOP, TARGET = 0x40, 0x50, 0x70
IPR, IRQA_EDGE = 0xFFFF, 0x07

#: Instructions that write, change and read a register of the program controller.
MOVES_TO = ("movec x0,{}", "movem p:<$10,{}", "movep y:<<$ffc0,{}")
MOVES_FROM = ("movec {},x0", "movem {},p:<$10", "movep {},y:<<$ffc0")
CHANGES = ("bchg #1,{}", "bclr #1,{}", "bset #1,{}")
BIT_JUMPS = ("jclr #1,{},$70", "jset #1,{},$70", "jsclr #1,{},$70", "jsset #1,{},$70")
ALL = ("la", "lc", "sr", "sp", "ssh", "ssl")
STACK = ("ssh", "ssl", "sp")
MODE = ("andi #$fe,mr", "ori #1,mr")
CODES = ("andi #$fe,ccr", "ori #1,ccr")


def forms(instructions: tuple[str, ...], registers: tuple[str, ...]) -> list[str]:
    return [instruction.format(register) for instruction in instructions for register in registers]


def written(*registers: str) -> list[str]:
    return forms(MOVES_TO + CHANGES, registers)


PULLED = forms(MOVES_FROM, ("ssh",))


def placed(dsp: Dsp56001, text: str, address: int) -> int:
    """The words at an address; the address after them. The assembler objects to most, but makes them."""
    words = assemble(f" org p:${address:x}\n {text}\n").words
    assert words, text
    for (_, place), word in words.items():
        dsp.p[place] = word
    return address + len(words)


def careful() -> Dsp56001:
    dsp = Dsp56001(refuse_restricted=True)
    dsp.regs.pc, dsp.regs.sp, dsp.regs.sr, dsp.regs.x0 = START, 4, 0, 2
    for location in range(1, 8):
        dsp.stack[location] = (TARGET, 0)
    return dsp


def refused(dsp: Dsp56001, steps: int) -> bool:
    try:
        for _ in range(steps):
            dsp.step()
    except RestrictedSequenceError:
        return True
    return False


def pair(first: str, second: str) -> bool:
    """Return True if the second instruction is refused after the first."""
    dsp = careful()
    placed(dsp, second, placed(dsp, first, START))
    return refused(dsp, 2)


def near_the_end(text: str, before: int) -> bool:
    """Return True if an instruction that begins `before` words ahead of LA is refused."""
    dsp = careful()
    placed(dsp, f"do #2,${LOOP + before + 1:x}", START)
    placed(dsp, text, LOOP)
    return refused(dsp, 2 + LOOP - START - 2)


def in_a_vector(text: str) -> bool:
    """Return True if an instruction is refused as the first of a fast interrupt."""
    dsp = careful()
    placed(dsp, text, 8)
    dsp.x[IPR] = IRQA_EDGE
    dsp.lines.irqa.drive(True)
    return refused(dsp, 6)


def wrong(pairs: list[tuple[str, str]], expected: bool) -> list[tuple[str, str]]:
    return [(first, second) for first, second in pairs if pair(first, second) is not expected]


@pytest.mark.parametrize("before", [0, 1, 2])
def test_at_the_last_three_words_of_a_loop(before: int) -> None:
    """A.8.1."""
    listed = ["do #2,$80", "btst #1,ssh", *forms(BIT_JUMPS, ("ssh",)), *PULLED, *written(*ALL), *MODE]
    assert [text for text in listed if not near_the_end(text, before)] == []
    allowed = [*CODES, "mac x0,y0,a", "btst #1,x0", "movec m0,x0", "movem p:<$10,x0", "lua (r0)+,r1"]
    assert [text for text in allowed if near_the_end(text, before)] == []


def test_just_ahead_of_them_all_is_allowed() -> None:
    listed = [*PULLED, *written(*ALL), *MODE]
    assert [text for text in listed if near_the_end(text, 4)] == []


def test_at_the_last_word_of_a_loop() -> None:
    """A.8.1, and ENDDO's page (UM A-71)."""
    jumps = ["jcc <$70", "jmp <$70", "jscc <$70", "jsr <$70"]
    listed = ["move #>1,x0", *jumps, "rep #2", "reset", "rti", "rts", "stop", "wait", "enddo"]
    assert [text for text in listed if not near_the_end(text, 0)] == []


@pytest.mark.parametrize("call", ["jsr <$60", "jscc <$60", "jsclr #1,y0,$60", "jsset #1,x0,$60"])
def test_calls_to_la(call: str) -> None:
    for last, expected in ((0x60, True), (0x61, False)):
        dsp = careful()
        placed(dsp, f"do #2,${last + 1:x}", START)
        placed(dsp, call, START + 2)
        assert refused(dsp, 2) is expected


def test_before_do_and_enddo() -> None:
    """A.8.1 to A.8.3."""
    assert pair("nop", "do ssh,$80")
    assert wrong([(first, "do #2,$80") for first in (*written("la", "lc", *STACK), *PULLED)], True) == []
    assert wrong([(first, "do #2,$80") for first in (*written("sr"), *MODE)], False) == []
    assert wrong([(first, "enddo") for first in (*written(*ALL), *PULLED, *MODE, "rep #2")], True) == []
    assert wrong([(first, "enddo") for first in (*CODES, "movec lc,x0")], False) == []


def test_before_returns() -> None:
    """A.8.4."""
    assert wrong([(first, "rti") for first in (*written("sr", *STACK), *PULLED, *MODE, *CODES)], True) == []
    assert wrong([(first, "rti") for first in written("la", "lc")], False) == []
    assert wrong([(first, "rts") for first in (*written(*STACK), *PULLED)], True) == []
    assert wrong([(first, "rts") for first in (*written("sr", "la", "lc"), *MODE, *CODES)], False) == []


def test_behind_a_change_of_sp() -> None:
    """A.8.5."""
    uses = forms(MOVES_FROM + BIT_JUMPS, ("ssh", "ssl"))
    assert wrong([(first, second) for first in written("sp") for second in uses], True) == []
    assert wrong([("nop", second) for second in uses], False) == []
    assert pair("nop", "movec ssh,ssh")


def test_behind_a_move_to_a_pointer() -> None:
    """A.8.6: every move-type instruction, every use; updates and bit instructions are not moves."""
    writers = (
        "move #<$20,r0",
        "move x0,n0",
        "movec x0,m0",
        "movem p:<$10,r0",
        "movep y:<<$ffc0,n0",
        "lua (r1)+,r0",
        "tcc b,a r1,r0",
        "move x:<$10,r0",
        "move y:(r4)+,n0",
    )
    uses = (
        "move x:(r0)+n0,x0",
        "move (r0)+n0",
        "move x0,y:(r0+n0)",
        "jmp (r0)+n0",
        "do x:(r0)+n0,$80",
        "lua (r0)+n0,r2",
        "movem p:(r0)+n0,x0",
        "bset #1,x:(r0)+n0",
    )
    assert wrong([(writer, use) for writer in writers for use in uses], True) == []
    assert wrong([(writer, "move x:(r1)+,x0 y:(r5)+,y0") for writer in writers], False) == []
    harmless = [
        ("move #<$20,r0", "move r0,x0"),
        ("move #<$20,n0", "move x:(r0)+,x0"),
        ("move (r0)+", "move x:(r0)+,x0"),
        ("bset #1,r0", "move x:(r0)+,x0"),
    ]
    assert wrong(harmless, False) == []


def test_in_a_fast_interrupt() -> None:
    """A.8.7."""
    to_all = forms(MOVES_TO, ALL)
    listed = ["do #2,$80", "enddo", "rti", "rts", *to_all, *PULLED, *MODE, *CODES, "stop", "swi", "wait"]
    assert [text for text in listed if not in_a_vector(text)] == []
    allowed = ["move (r0)+", "movep y:<<$ffc0,x:(r0)+", "jsr <$80", "rep #2", "move #>1,x0"]
    assert [text for text in allowed if in_a_vector(text)] == []


def test_behind_rep() -> None:
    """A.8.8, and two words are not repeated (UM A-185)."""
    flow = ["jcc <$70", "jmp <$70", "jscc <$70", "jsr <$70", "rti", "rts", "enddo"]
    listed = ["do #2,$80", *flow, *forms(BIT_JUMPS, ("x0",)), "rep #2", "stop", "swi", "wait", "move #>1,x0"]
    assert wrong([("rep #2", text) for text in listed], True) == []
    assert wrong([("rep #2", text) for text in ("mac x0,y0,a", "movem x0,p:(r1)+", "norm r2,a")], False) == []
