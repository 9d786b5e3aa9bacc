"""Tables A-6 to A-14 (UM A-228 to A-232) as formulae, each over addressing modes, memories and wait states.

A formula's terms are the manual's. Terms that the tables omit are added as their notes and UM 9-3 define: `ap` for each
word of code in slow memory that a change of flow does not fetch again, and an instruction cycle where such a fetch
meets an external operand in X or Y.
"""

from dataclasses import dataclass
from itertools import product

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.isa.rows import clocks

#: Table A-13: addressing modes with their clocks.
MODES = {"(r1)": 0, "(r1)+": 0, "(r1)-": 0, "(r1)+n1": 0, "(r1)-n1": 0, "(r1+n1)": 2, "-(r1)": 2, ">{address}": 2}
ALL = tuple(MODES)
INDIRECT = tuple(mode for mode in ALL if "r1" in mode)
PARALLEL = tuple(mode for mode in ALL if mode in ("(r1)", "(r1)+", "(r1)-", "(r1)+n1"))
#: BCR: nothing waits; each field differs; everything waits longest.
WAIT_STATES = (0x0000, 0x1358, 0x8531, 0xFFFF)
#: An address on the chip and one behind port A: of operands, of code, where a jump leads.
OPERANDS, CODE, TARGETS = (0x20, 0x1000), (0x40, 0x2000), (0x80, 0x3000)
FIRST_EXTERNAL = 0x200
BCR = 0xFFFE
INSTRUCTION_CYCLE = 2


@dataclass(frozen=True)
class Row:
    """An instruction, its formula, and the parameters of its terms.

    Attributes:
        text: Source with {ea}; {address}, {target} and {behind} are replaced by absolute addresses.
        formula: Clocks in the manual's terms.
        spaces: Memories of its operands: x, y, p, and i for external I/O.
        modes: Addressing modes of {ea}.
        follows: For a change of flow, the address where execution continues: the "target" or "behind" the instruction.
    """

    text: str
    formula: str
    spaces: str = ""
    modes: tuple[str, ...] = ("",)
    follows: str = ""


ROWS = (
    # Table A-7: parallel moves.
    Row("mac x0,y0,a", "2"),
    Row("add x0,a #$12,y1", "2"),
    Row("rnd a x1,y1", "2"),
    Row("asl a (r2)+n2", "2"),
    Row("clr a #>$123456,x1", "2+2"),
    Row("sub x0,a x:{ea},x1", "2+ea+ax", "x", ALL),
    Row("sub x0,a x1,x:{ea}", "2+ea+ax", "x", ALL),
    Row("move x:<$20,r5", "2"),
    Row("tst b y:{ea},n5", "2+ea+ay", "y", ALL),
    Row("tst b b0,y:{ea}", "2+ea+ay", "y", ALL),
    Row("neg b x:{ea},x0 a,y0", "2+ea+ax", "x", ALL),
    Row("neg b a,x0 b,y:{ea}", "2+ea+ay", "y", ALL),
    Row("mac x0,y0,a b,x:{ea} x0,b", "2+ea+ax", "x", INDIRECT),
    Row("mac x0,y0,a y0,b b,y:{ea}", "2+ea+ay", "y", INDIRECT),
    Row("cmp x0,a l:{ea},x", "2+ea+axy", "xy", ALL),
    Row("cmp x0,a ab,l:{ea}", "2+ea+axy", "xy", ALL),
    Row("move l:<$20,y", "2"),
    Row("macr x0,y0,a x:{ea},x0 y:(r5)+,y0", "2+axy", "xy", PARALLEL),
    Row("macr x0,y0,a x1,x:{ea} b,y:(r5)+", "2+axy", "xy", PARALLEL),
    # Table A-6: constants.
    Row("andi #$fe,ccr", "2"),
    Row("ori #$1,ccr", "2"),
    Row("div x0,a", "2"),
    Row("enddo", "2"),
    Row("nop", "2"),
    Row("norm r3,a", "2"),
    Row("tcc x0,a r0,r2", "2"),
    Row("lua (r2)+n2,n3", "4"),
    Row("reset", "4"),
    # Table A-8: MOVEC and MOVEM.
    Row("movec #$12,m3", "2"),
    Row("movec #>$1234,m3", "2+2"),
    Row("movec m3,x0", "2"),
    Row("movec x:{ea},m3", "2+ea+ax", "x", ALL),
    Row("movec m3,y:{ea}", "2+ea+ay", "y", ALL),
    Row("movem p:{ea},x0", "6+ea+ap", "p", ALL),
    Row("movem x0,p:{ea}", "6+ea+ap", "p", ALL),
    Row("movem p:<$20,x0", "6"),
    # Table A-9: MOVEP. I/O in X is on the chip.
    Row("movep x0,y:<<$ffc4", "4+aio", "i"),
    Row("movep y:<<$ffc4,x0", "4+aio", "i"),
    Row("movep x:<<$ffff,x0", "4"),
    Row("movep #>$1234,y:<<$ffc4", "4+2+aio", "i"),
    Row("movep x:{ea},y:<<$ffc4", "4+ea+ax+aio", "xi", ALL),
    Row("movep y:<<$ffc4,x:{ea}", "4+ea+ax+aio", "xi", ALL),
    Row("movep y:{ea},y:<<$ffc4", "4+ea+ay+aio", "yi", ALL),
    Row("movep y:{ea},x:<<$ffe5", "4+ea+ay", "y", ALL),
    Row("movep p:{ea},y:<<$ffc4", "4+2+ea+ap+aio", "pi", ALL),
    Row("movep y:<<$ffc4,p:{ea}", "4+2+ea+ap+aio", "pi", ALL),
    # Table A-10: bit manipulation.
    Row("bset #3,x:{ea}", "4+ea+2ax", "x", ALL),
    Row("bclr #3,y:{ea}", "4+ea+2ay", "y", ALL),
    Row("bchg #3,y:<<$ffc4", "4+2aio", "i"),
    Row("bchg #3,x:<<$ffe5", "4"),
    Row("bset #3,n2", "4"),
    Row("btst #3,x:{ea}", "4+ea+ax", "x", ALL),
    Row("btst #3,y:<<$ffc4", "4+aio", "i"),
    Row("btst #3,n2", "4"),
    # DO and REP: mv of Table A-7.
    Row("do #3,{behind}", "6"),
    Row("do n2,{behind}", "6"),
    Row("do x:{ea},{behind}", "6+ea+ax", "x", INDIRECT),
    Row("do y:{ea},{behind}", "6+ea+ay", "y", INDIRECT),
    Row("rep #3", "4"),
    Row("rep n2", "4"),
    Row("rep x:{ea}", "4+ea+ax", "x", INDIRECT),
    Row("rep y:<$20", "4"),
    # Tables. Memory and registers hold 0 and C is clear: "clear" jumps are taken, "set" ones are not.
    Row("jmp {ea}", "4+ea+2ap", "", ALL, "target"),
    Row("jsr {ea}", "4+ea+2ap", "", ALL, "target"),
    Row("jcc {ea}", "4+ea+2ap", "", ALL, "target"),
    Row("jcs {ea}", "4+ea+2ap", "", ALL, "behind"),
    Row("jscc {ea}", "4+ea+2ap", "", ALL, "target"),
    Row("jscs {ea}", "4+ea+2ap", "", ALL, "behind"),
    Row("jmp <$80", "4", follows="on the chip"),
    Row("jclr #3,n2,{target}", "6+2ap", follows="target"),
    Row("jset #3,n2,{target}", "6+2ap", follows="behind"),
    Row("jclr #3,x:{ea},{target}", "6+ea+ax+2ap", "x", INDIRECT, "target"),
    Row("jset #3,y:{ea},{target}", "6+ea+ay+2ap", "y", INDIRECT, "behind"),
    Row("jsclr #3,y:<<$ffc4,{target}", "6+aio+2ap", "i", follows="target"),
    Row("jsset #3,x:<<$ffe5,{target}", "6+2ap", follows="behind"),
    Row("rts", "4+2ap", follows="target"),
    Row("rti", "4+2ap", follows="target"),
)


@dataclass(frozen=True)
class Place:
    """The memories of code and operands in one check."""

    operand: int
    second: int
    """The address in R5, of the Y operand next to an X operand."""
    code: int
    target: int


def expected(row: Row, mode: str, words: int, place: Place, bcr: int) -> int:
    wx, wy, wp, wio = (bcr >> shift & 15 for shift in (12, 8, 4, 0))
    outside = {
        "x": place.operand >= FIRST_EXTERNAL,
        "y": (place.second if "(r5)" in row.text else place.operand) >= FIRST_EXTERNAL,
        "p": place.operand >= FIRST_EXTERNAL,
        "i": True,
    }
    external = {space for space in row.spaces if outside[space]}
    both = {"x", "y"} <= external
    goes_on = {"target": place.target, "behind": place.code}.get(row.follows, 0) >= FIRST_EXTERNAL
    terms = {
        "ea": MODES.get(mode, 0),
        "ax": wx * ("x" in external),
        "ay": wy * ("y" in external),
        "ap": wp * (goes_on or "p" in external),
        "aio": wio,
        "axy": wx * ("x" in external) + wy * ("y" in external) + INSTRUCTION_CYCLE * both,
    }
    from_tables = clocks(row.formula, **terms)
    assert from_tables is not None
    fetched = words - bool(row.follows)
    code_outside = place.code >= FIRST_EXTERNAL
    meets = bool(code_outside and fetched and external - {"p"})
    return from_tables + fetched * wp * code_outside + INSTRUCTION_CYCLE * meets


def measured(row: Row, mode: str, place: Place) -> tuple[int, list[int]]:
    """The instruction's words, and its clocks with each of the wait states."""
    address = place.target if row.follows and not row.spaces else place.operand
    text = row.text.format(ea=mode.format(address=address), target=f">{place.target}", behind=f">{place.code + 8}")
    program = assemble(f" org p:{place.code}\n {text}")
    assert program.ok, text
    words = [word for _, word in sorted(program.words.items())]
    seen = []
    for bcr in WAIT_STATES:
        dsp = Dsp56001()
        dsp.x[BCR] = bcr
        dsp.p[place.code : place.code + len(words)] = words
        regs = dsp.regs
        regs.pc, regs.r1, regs.n1, regs.r5 = place.code, address, 1, place.second
        regs.sr, regs.sp, dsp.stack[4] = 0x0300, 4, (place.target, 0x0300)
        dsp.step()
        seen.append(dsp.clocks)
    return len(words), seen


@pytest.mark.parametrize("row", ROWS, ids=[row.text for row in ROWS])
def test_row(row: Row) -> None:
    wrong = []
    for mode, operand, code, target in product(row.modes, OPERANDS, CODE, TARGETS):
        for second in OPERANDS if "(r5)" in row.text else (operand,):
            place = Place(operand, second, code, target)
            words, seen = measured(row, mode, place)
            manual = [expected(row, mode, words, place, bcr) for bcr in WAIT_STATES]
            if seen != manual:
                wrong.append((mode, place, seen, manual))
    assert wrong == []
