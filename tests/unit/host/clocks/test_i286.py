"""The 286: its clocks, its errors, and its accounting."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from dsp56k.host.clocks import ManualClocks, time_code
from dsp56k.host.clocks.instruction_forms import Timing
from dsp56k.host.clocks.timing_models import State
from dsp56k.host.cpu_modes import MODES
from dsp56k.host.errors import HostError, MachineFaultError, UncountedInstructionError
from dsp56k.host.machines import machine
from dsp56k.host.pc import PC
from reference_model.pc.accounting import BOTH, PCS, AccountingName
from shared.x86.code import EachInstruction, program

BASE, DATA = MODES["real16"].base, MODES["real16"].data
RET = "c3"
RET_CLOCKS = 11 + 1
"""With its m: it returns to an instruction of one byte."""
AT: dict[str, Any] = {"cpu": "i286", "mode": "real16"}
MANUAL: dict[str, Any] = AT | {"memory": "manual"}


def one(code: str, *, measured: bool = False) -> Timing:
    sections = [(BASE + 0x100, bytes.fromhex(code))]
    (timing,) = time_code(sections, cpu="i286", mode="real16", measured=measured).at.values()
    return timing


def at(*code: str, aligned: bool = False, accounting: AccountingName = "native", **parameters: Any) -> PC:
    return PCS[accounting](replace(program(*code, mode="real16"), aligned=aligned), **MANUAL | parameters)


# code, form, clocks (of the 286, from Intel's tables)
FORMS = [
    ("89 d8", "mov r|r", 2),
    ("8b 07", "mov r|m", 5),
    ("8b 00", "mov r|m", 5),  # [bx+si]
    ("8b 40 0a", "mov r|m", 6),  # [bx+si+10]: three parts
    ("8b 47 0a", "mov r|m", 5),
    ("89 07", "mov m|r", 3),
    ("b8 01 00", "mov r|i", 2),
    ("c7 06 00 02 01 00", "mov m|i", 3),
    ("a1 00 02", "mov acc|moffs", 5),
    ("8e d8", "mov sreg|r", 2),
    ("8e 1f", "mov sreg|m", 5),
    ("8c d8", "mov r|sreg", 2),
    ("8c 1f", "mov m|sreg", 3),
    ("1e", "push sreg", 3),
    ("07", "pop sreg", 5),
    ("c4 1f", "lds/les r|m", 7),
    ("03 07", "alu r|m", 7),
    ("01 07", "alu m|r", 7),
    ("83 c0 01", "alu r|i", 3),
    ("39 07", "cmp m|r", 7),
    ("3b 07", "cmp r|m", 6),
    ("d1 e0", "shl/shr/sar/rol/ror r|1", 2),
    ("c1 e0 04", "shl/shr/sar/rol/ror r|i", 5 + 4),
    ("c1 e0 24", "shl/shr/sar/rol/ror r|i", 5 + 4),  # 36 is 4: five bits count
    ("c0 2f 03", "shl/shr/sar/rol/ror m|i", 8 + 3),
    ("c0 2f 20", "shl/shr/sar/rol/ror m|i", 6),  # 32 is 0: nothing is stored
    ("d3 e0", "shl/shr/sar/rol/ror r|cl", 5),  # and what CL says
    ("c1 d0 03", "rcl/rcr r|i", 5 + 3),
    ("d3 1f", "rcl/rcr m|cl", 8),
    ("f7 e3", "mul/imul r16", 21),
    ("f7 27", "mul/imul m16", 24),
    ("6b c3 0a", "imul r|r|i16", 21),
    ("6b 07 0a", "imul r|m|i16", 24),
    ("f7 3f", "idiv m16", 28),
    ("f7 f3", "div r16", 22),
    ("99", "cwd/cdq", 2),
    ("d7", "xlat", 5),
    ("a4", "movs", 5),
    ("26 a4", "movs", 5),
    ("8f 41 02", "pop m", 5),  # [bx+di+2]: the address is formed during the read of the stack
    ("ff 37", "push m", 5),
    ("37", "aaa/aas", 3),
    ("3f", "aaa/aas", 3),
    ("27", "daa/das", 3),
    ("d4 0a", "aam", 16),
    ("d5 0a", "aad", 14),
    ("d6", "salc", 3),
    ("ce", "into not taken", 3),
    ("62 07", "bound in range", 13),
    ("e1 20", "loope/loopne not taken", 4),
    ("e0 20", "loope/loopne not taken", 4),
    ("ea 00 00 00 10", "jmp far", 11),
    ("ff 2f", "jmp m far", 15),
    ("ff 1f", "call m far", 16),
    ("ca 04 00", "ret far i", 15),
    ("ec", "in al|dx", 5),
    ("60", "pusha", 17),
    ("61", "popa", 19),
    ("c8 04 00 00", "enter i|0", 11),
    ("9d", "popf", 5),
]


@pytest.mark.parametrize(("code", "row", "clocks"), FORMS)
def test_forms_and_their_rows(code: str, row: str, clocks: int) -> None:
    timing = one(code)
    assert (timing.row, timing.clocks) == (row, clocks)
    assert timing.multiplier is None


@pytest.mark.parametrize(
    ("code", "clocks"),
    [
        ("39 07", 6),
        ("3b 07", 7),
        ("f6 27", 17),
        ("f7 27", 25),
        ("a4", 7),
        ("8f 07", 7),
        ("ff 37", 7),
        ("9d", 6),
        ("c3", 12),
        ("c2 04 00", 12),
        ("cf", 18),
        ("ff 17", 12),
        ("6c", 7),
        ("f3 a4", 6),
        ("f3 aa", 5),
        ("f3 6c", 6),
        ("f3 6e", 6),
        ("89 d8", 2),
        ("8b 07", 5),
    ],
)
def test_clocks_that_captures_correct(code: str, clocks: int) -> None:
    assert one(code, measured=True).clocks == clocks
    assert one(code).clocks in range(clocks - 2, clocks + 2)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("66 89 c3", "`mov ebx, eax`: a prefix for 32-bit operands, which the 80286 does not have"),
        ("67 8b 03", "a prefix for 32-bit addresses"),
        ("64 8b 07", "a prefix for FS"),
        ("65 2e 8b 07", "a prefix for GS"),
        ("8e e0", "`mov fs, ax`: an instruction that the 80286 does not have"),
        ("0f a0", "`push fs`"),
        ("0f 84 00 01", "`je 0x1020.`"),
        ("0f b6 c3", "`movzx ax, bl`"),
        ("0f 94 c0", "`sete al`"),
        ("0f af c3", "`imul ax, bx`"),
        ("0f c8", "`bswap ax`"),
        ("0f 01 e0", "`smsw ax`"),
        ("f6 c8 01", "the second encoding of TEST"),
        ("f7 0f 01 00", "the second encoding of TEST"),
    ],
)
def test_what_came_with_the_386_is_refused_with_address_and_text(code: str, text: str) -> None:
    sections = [(BASE + 0x100, b"\x90" + bytes.fromhex(code))]
    with pytest.raises(UncountedInstructionError, match=rf"a\.elf: instruction at 0x10101, .*{text}") as caught:
        time_code(sections, cpu="i286", mode="real16", path="a.elf")
    assert caught.value.fields["address"] == 0x1_0101


def test_m_is_the_bytes_of_the_instruction_that_is_jumped_to() -> None:
    level = ManualClocks()
    jump, loop, call, far, back = (one(code) for code in ("eb 20", "e2 20", "e8 20 00", "9a 20 01 00 10", "cb"))
    six = one("c7 06 00 02 01 00")
    for timing, clocks in ((jump, 7), (loop, 8), (call, 7), (far, 13), (back, 15), (one("74 20"), 7)):
        assert level.jump(State(), timing, six).clocks == clocks + 6
    assert [level.execute(State(), one(code)).clocks for code in ("e2 20", "74 20", "e3 20")] == [4, 3, 4]


@pytest.mark.parametrize("accounting", BOTH)
@pytest.mark.parametrize("count", [0, 1, 7, 31, 32, 0xFF])
def test_shifts_by_cl_take_a_clock_for_each_bit(accounting: AccountingName, count: int) -> None:
    # mov bp,sp / mov cx,[bp+2] / shl ax,cl / shr word [0E000h],cl / rcr bx,cl
    pc = at("89 e5", "8b 4e 02", "d3 e0", "d3 2e 00 e0", "d3 db", RET, accounting=accounting)
    shifted = count & 31
    in_memory = 8 + shifted if shifted else 6
    assert pc.run("f", count).clocks == 2 + 5 + (5 + shifted) + in_memory + (5 + shifted) + RET_CLOCKS


def test_repeats() -> None:
    # cld / mov si / mov di / mov cx,7 / rep movsw: 5+4n
    pc = at("fc", "be 00 e0", "bf 00 e2", "b9 07 00", "f3 a5", RET)
    assert pc.run("f").clocks == 2 + 2 + 2 + 2 + 5 + 4 * 7 + RET_CLOCKS


@pytest.mark.parametrize(("offset", "more"), [(0, 0), (1, 1), (2, 0), (3, 1)])
@pytest.mark.parametrize("wait_states", [0, 1])
def test_a_word_at_an_odd_address_takes_a_second_bus_cycle(offset: int, more: int, wait_states: int) -> None:
    # mov bp,sp / mov bx,[bp+2] / mul word [bx]: the long multiplication leaves the bus idle
    def clocks(place: int) -> int:
        code = ("89 e5", "8b 5e 02", *["90"] * 4, "f7 27", *["90"] * 4, RET)
        return at(*code, memory="three-units", wait_states=wait_states).run("f", 0xE000 + place).clocks

    assert clocks(offset) - clocks(0) == (2 + wait_states) * more


@pytest.mark.parametrize("accounting", BOTH)
@pytest.mark.parametrize(
    ("code", "without", "with_one"),
    [
        ("89 07", 2 - 1, 3 - 1),  # mov [bx],ax
        ("01 07", 2 + 2 - 1, 3 + 3 - 1),  # add [bx],ax
        ("f3 ab", 5 * (2 - 1), 5 * 3),  # rep stosw, five times, whose item of 3 clocks leaves the bus one or none
        ("f3 a5", 5 * (2 + 2), 5 * (3 + 3)),  # rep movsw
    ],
)
def test_the_second_cycle_of_a_store_at_an_odd_address_overlaps_the_next_instruction(
    code: str, without: int, with_one: int, accounting: AccountingName
) -> None:
    # mov bp,sp / mov bx,[bp+2] / mov si,bx / mov di,bx / mov cx,5
    def clocks(place: int, wait_states: int) -> int:
        body = ("89 e5", "8b 5e 02", "89 de", "89 df", "b9 05 00", *["90"] * 4, code, *["90"] * 4, RET)
        pc = at(*body, memory="three-units", wait_states=wait_states, accounting=accounting)
        return pc.run("f", 0xE000 + place).clocks

    assert [clocks(1, count) - clocks(0, count) for count in (0, 1)] == [without, with_one]


@pytest.mark.parametrize("accounting", BOTH)
@pytest.mark.parametrize(("carry", "clocks"), [("f9", 3), ("f8", 4)])
def test_salc_takes_a_clock_more_without_a_carry(accounting: AccountingName, carry: str, clocks: int) -> None:
    assert at(carry, "d6", RET, accounting=accounting).run("f").clocks == 2 + clocks + RET_CLOCKS


@pytest.mark.parametrize(("code", "clocks"), [("e1", 8), ("e0", 4)])
def test_loope_and_loopne(code: str, clocks: int) -> None:
    # mov cx,2 / sub ax,ax / loope +1 (or loopne) / nop / nop
    taken = clocks == 8
    pc = at("b9 02 00", "29 c0", f"{code} 01", "90", "90", RET)
    assert pc.run("f").clocks == 2 + 2 + clocks + taken + (3 if taken else 6) + RET_CLOCKS


def test_far_jumps_and_returns() -> None:
    # push cs / call +3 / jmp 1000h:010Ah / nop / retf 0 / ret
    pc = at("0e", "e8 05 00", "ea 0d 01 00 10", "ca 00 00", "90", RET, aligned=True)
    back = 5  # RETF n returns to the far jump, which has five bytes
    assert pc.run("f").clocks == 3 + (7 + 3) + (15 + back) + (11 + 1) + RET_CLOCKS


def test_bits_12_to_15_of_the_flags_stay_clear() -> None:
    """Programs distinguish a 286 from a 386 by these flags, which Unicorn would allow to be set."""
    # mov ax,7000h / push ax / popf / add bx,bx / pushf / jc +0 / pop ax
    code = ("b8 00 70", "50", "9d", "01 db", "9c", "90", "58", RET)
    assert at(*code).run("f").value & 0xF000 == 0
    i386 = PC(program(*code, mode="real16"), mode="real16")
    assert i386.run("f").value & 0xF000 == 0x7000


def test_the_other_flags_are_pushed_as_they_are() -> None:
    # stc / pushf / pop ax / jc: the carry is in AX and still set: inc ah
    pc = at("f9", "9c", "73 02", "fe c0", "58", RET)
    assert pc.run("f").value & 0xF001 == 1


def test_a_word_at_the_end_of_the_segment_is_refused() -> None:
    """Interrupt 13 on a 286; Unicorn would read on past the segment."""
    assert at("a0 ff ff", RET).run("f").value & 0xFF == 0
    for code in ("a1 ff ff", "a3 ff ff"):
        with pytest.raises(MachineFaultError, match="Invalid memory"):
            at(code, RET).run("f")


@pytest.mark.parametrize("parameters", [{}, {"memory": "three-units", "wait_states": 0}, {"memory": "three-units"}])
@pytest.mark.parametrize("accounting", BOTH)
def test_blocks_give_the_same_clocks_as_single_instructions(
    parameters: dict[str, Any], accounting: AccountingName
) -> None:
    # push cx / mov si / mov di / mov cx,5 / rep movsw / mov ax,[si+bx+2] / mul si / pop cx / test al,1 / jz / inc ax /
    # call / loop; a subroutine of rol ax,3 / push ds / pop es / ret
    code = (
        "fc", "b9 14 00", "bb 00 00",
        "51", "be 00 e0", "bf 00 e2", "b9 05 00", "f3 a5", "8b 40 02", "f7 e6", "59",
        "a8 01", "74 01", "40", "e8 03 00", "e2 e4", RET,
        "c1 c0 03", "1e", "07", RET,
    )  # fmt: skip
    pc = at(*code, accounting=accounting, aligned=True, **parameters)
    each = EachInstruction(pc)
    assert pc.run("f").clocks == each.finish()
    assert each.instructions > 300


def test_refresh_slows_time_and_no_clock() -> None:
    plain, slowed = (at("b9 00 10", "e2 fe", RET, clock_hz=6_000_000, refresh=share) for share in (0, 0.055))
    first, second = plain.run("f"), slowed.run("f")
    assert first.clocks == second.clocks
    assert first.time == first.clocks * 10**12 // 6_000_000
    assert second.time == first.clocks * 10**12 * 1055 // 6_000_000_000
    for wrong in (-0.1, 0.3, "5 %", float("nan")):
        with pytest.raises(HostError, match=r"refresh .*: must be a number, 0 to 0\.25"):
            at(RET, refresh=wrong)


def test_the_isa_bus_of_a_6_mhz_at() -> None:
    """IN takes three clocks and an access of six of the bus, a microsecond.

    At most one clock of the bus and two of the CPU are added: the read can wait for a fetch.
    """
    row = machine("286-6")
    pc = PC(program("ba 00 03", *["ec"] * 100, RET, mode="real16"), **row.parameters)
    times = pc.run("f").time
    cpu, bus = 1_055_000 // 6, 1_000_000 // 6
    assert 100 * (3 * cpu + 6 * bus) < times < 101 * (5 * cpu + 7 * bus)


def test_random_code_is_counted_alike_by_both_counters() -> None:
    rng = random.Random(286)
    pieces = ["40", "01 d8", "d3 e0", "c1 e0 05", "f7 e3", "50 58", "8b 07", "89 07", "74 01 40", "e8 01 00 f8 90"]
    for _ in range(5):
        body = [rng.choice(pieces[:-1]) for _ in range(40)]
        runs = [
            at("bb 00 e0", "b9 05 00", *body, RET, memory="three-units", accounting=kind).run("f").clocks
            for kind in BOTH
        ]
        assert runs[0] == runs[1]
