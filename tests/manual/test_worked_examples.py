"""The worked examples of the instruction pages (UM A-14 to A-219), on the emulator.

Those with values before and after are the table that the plain-Python model passes, too; the others, which say where
execution goes on, are written here as the manual prints them.
"""

import pytest

from dsp56k.emu import Dsp56001
from reference_model.test_um_examples import EXAMPLES, entries, words_of
from shared.emu_programs import chip

START = 0x40


def place(dsp: Dsp56001, name: str, value: int) -> None:
    space, _, address = name.partition(":")
    if address:
        {"x": dsp.x, "y": dsp.y, "p": dsp.p}[space][int(address, 16)] = value
    else:
        dsp.regs[name] = value


def found(dsp: Dsp56001, name: str) -> int:
    space, _, address = name.partition(":")
    return {"x": dsp.x, "y": dsp.y, "p": dsp.p}[space][int(address, 16)] if address else dsp.regs[name]


@pytest.mark.parametrize(("page", "program", "before", "after"), EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_values(page: str, program: str, before: str, after: str) -> None:
    dsp = Dsp56001()
    words = words_of(program)
    dsp.p[START : START + len(words)] = words
    dsp.regs.pc = START
    for name, value in entries(before):
        place(dsp, name, value)
    dsp.run(until=START + len(words))
    assert [(name, found(dsp, name)) for name, _ in entries(after)] == entries(after), page


def test_every_instruction_page_with_values_is_here() -> None:
    assert len(EXAMPLES) == len({page for page, *_ in EXAMPLES}) > 50


JUMPS = (
    # page, instruction, before, PC and what else is known after
    ("A-78 taken", "jnn -(r4)", "R4 1235; SR 0320", "PC 1234; R4 1234"),
    ("A-78 not taken", "jnn -(r4)", "R4 1235; SR 0304", "PC 41; R4 1234"),
    ("A-82", "jclr #$5,x:<<$fff1,$1234", "SR 0300", "PC 1234"),
    ("A-85", "jmp (r1+n1)", "R1 1000; N1 234", "PC 1234; R1 1000; N1 234"),
    ("A-88 taken", "jsls (r3+n3)", "R3 100; N3 20; SR 0340", "PC 120; SP 1; SSH 41; SSL 0340"),
    ("A-88 not taken", "jsls (r3+n3)", "R3 100; N3 20; SR 0300", "PC 41; SP 0"),
    ("A-91 taken", "jsclr #$1,y:<<$ffe3,$1357", "Y:FFE3 FFFFFD", "PC 1357; SP 1; SSH 42; SSL 0300"),
    ("A-91 not taken", "jsclr #$1,y:<<$ffe3,$1357", "Y:FFE3 2", "PC 42; SP 0"),
    ("A-96 taken", "jset #12,x:<<$fff2,$4321", "X:FFF2 1000", "PC 4321"),
    ("A-96 not taken", "jset #12,x:<<$fff2,$4321", "X:FFF2 0", "PC 42"),
    ("A-99", "jsr (r5)+", "R5 200", "PC 200; R5 201; SP 1; SSH 41; SSL 0300"),
    ("A-102 taken", "jsset #$17,y:<$3f,$100", "Y:3F 800000", "PC 100; SP 1; SSH 42; SSL 0300"),
    ("A-102 not taken", "jsset #$17,y:<$3f,$100", "Y:3F 7FFFFF", "PC 42; SP 0"),
)


@pytest.mark.parametrize(("page", "instruction", "before", "after"), JUMPS, ids=[jump[0] for jump in JUMPS])
def test_jumps(page: str, instruction: str, before: str, after: str) -> None:
    dsp = chip(f" org p:${START:x}\n {instruction}")
    dsp.regs.pc = START
    for name, value in entries(before):
        place(dsp, name, value)
    dsp.step()
    assert [(name, found(dsp, name)) for name, _ in entries(after)] == entries(after), page


def test_returns() -> None:
    """UM A-198, A-200: RTI pulls PC and SR, RTS only PC."""
    for instruction, status in (("rti", 0x8D2A), ("rts", 0x0300)):
        dsp = chip(f" org p:${START:x}\n {instruction}")
        dsp.regs.pc, dsp.regs.sp, dsp.stack[1] = START, 1, (0x1234, 0x8D2A)
        dsp.step()
        assert (dsp.regs.pc, dsp.regs.sp, dsp.regs.sr) == (0x1234, 0, status)


def test_nested_loops() -> None:
    """UM A-66, A-67: the inner loop runs cnt1 * cnt2 times, the word after it cnt1 times."""
    dsp = chip(
        f" org p:${START:x}\n do #5,end1\n do #7,end2\n move (r0)+\nend2 move (r1)+\n nop\nend1 jmp *",
    )
    dsp.regs.pc = START
    dsp.run(until=START + 7)
    assert (dsp.regs.r0, dsp.regs.r1, dsp.regs.sp, dsp.regs.sr & 0x8000) == (35, 5, 0, 0)


def test_a_loop_left_early() -> None:
    """UM A-71: the loop is left when LC equals Y1; ENDDO restores LA, LC and LF, and the jump leads past the loop."""
    dsp = chip(
        f" org p:${START:x}\n do y0,next\n move (r0)+\n movec lc,a\n cmp y1,a\n jne onward\n enddo\n jmp next\n"
        "onward nop\n nop\nnext move #$123456,x1\n",
    )
    dsp.regs.pc, dsp.regs.la, dsp.regs.lc = START, 0x1111, 0x2222
    dsp.regs.y0, dsp.regs.y1 = 9, 4
    dsp.run(max_instructions=1000, condition=lambda chip: chip.regs.x1 != 0)
    assert (dsp.regs.r0, dsp.regs.sp, dsp.regs.la, dsp.regs.lc) == (6, 0, 0x1111, 0x2222)


def test_division_of_positive_fractions() -> None:
    """UM A-60, A-61: quotient in A0, remainder restored in A1; a product of fractions is twice that of the integers."""
    dsp = chip(f" org p:${START:x}\n and #$fe,ccr\n rep #$18\n div x0,a\n add x0,a\n")
    dividend, divisor = 0x0E66D7F2832C, 0x123456
    dsp.regs.pc, dsp.regs.sr, dsp.regs.a, dsp.regs.x0 = START, 0x0301, dividend, divisor
    dsp.run(until=START + 4)
    quotient, remainder = divmod(dividend, 2 * divisor)
    assert (dsp.regs.a0, dsp.regs.a1) == (quotient, remainder)


def test_bits_of_peripheral_registers() -> None:
    """UM A-32, A-47 on the registers that the examples name."""
    dsp = chip(f" org p:${START:x}\n bchg #$7,x:<<$ffe2\n btst #$1,x:<<$ffee\n rol a\n")
    dsp.regs.pc, dsp.regs.sr = START, 0x0300
    dsp.step()
    assert (dsp.x[0xFFE2], dsp.regs.sr) == (0x80, 0x0300)
    dsp.x[0xFFEE] = 2
    dsp.step()
    assert dsp.regs.sr == 0x0301
    dsp.step()
    assert dsp.regs.a1 == 1
