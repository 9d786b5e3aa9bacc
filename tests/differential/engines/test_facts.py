"""Values that generated code remembers, after the registers that they come from have changed or were copied."""

import pytest

from differential.engines.pairs import chips, compare
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

COPIES = ("tfr a,b", "tfr b,a", "tfr a,b b,x0", "tfr b,a a,x0")
CHANGES = ("rol a", "rol b", "not a", "move x0,a1", "clr b", "asr a", "tfr x0,a", "and x0,b")
USES = ("move {}1,x:(r2)", "move {}1,n3", "jset #5,{}1,start", "or y0,{}", "btst #3,{}1", "move {},x:(r2)")


@pytest.mark.parametrize("copy", COPIES)
@pytest.mark.parametrize("change", CHANGES)
def test_a_copy_keeps_its_value_while_the_other_accumulator_changes(copy: str, change: str) -> None:
    for use in USES:
        for acc in "ab":
            lines = [use.format(acc), copy, change, "eor y1,a", "jmp start"]
            both = chips(" org p:$40\nstart\n" + "".join(f" {line}\n" for line in lines), r2=0x60, x0=0x123456)
            for dsp in both:
                dsp.regs.a, dsp.regs.b, dsp.regs.y1 = 0x123456_000001, 0x7FEDCB_800000, 0x31
            compare(both, 200, 3)


@pytest.mark.parametrize("engine", ["auto", "jit"])
def test_tfr_copies_the_middle_word_in_generated_code(engine: str) -> None:
    dsp = Dsp56001(engine=engine)
    dsp.load_words(assemble(" org p:$40\nstart move b1,x:(r2)\n tfr a,b\n rol a\n jmp start\n").words)
    dsp.x[0xFFFE], dsp.regs.pc, dsp.regs.a = 0, 0x40, 0x123456 << 24
    dsp.run(max_clocks=10_000_000)
    assert dsp.x[0] == 0x048D15


@pytest.mark.parametrize("update", ["(r1+n1)", "(r1)+n1", "(r1)-n1"])
@pytest.mark.parametrize("modifiers", [(0xFFFF, 7), (7, 0xFFFF), (0, 0xFFFF), (7, 0), (7, 31)])
def test_pointers_of_one_value_follow_their_own_modifiers(update: str, modifiers: tuple[int, int]) -> None:
    other = update.replace("1", "0")
    lines = ["move y:4,r0", "nop", "move r0,r1", "move n0,n1", "nop", f"move x:{other},x0", f"move x:{update},x1"]
    lines += ["move x0,y:0", "move x1,y:1", "move r0,y:2", "move r1,y:3", "move x:(r0),a", "move x:(r1),b", "jmp start"]
    source = " org p:$40\nstart\n" + "".join(f" {line}\n" for line in lines)
    # An address on the chip, which the code does not know as a constant.
    both = chips(source, n0=3, m0=modifiers[0], m1=modifiers[1])
    for dsp in both:
        dsp.y[4] = 0x26
    compare(both, 200, 3)
