"""The clock table, the rules that apply it, and the two levels of time."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from dsp56k.host.clocks import BusUnit, ManualClocks, clock_table, time_code
from dsp56k.host.clocks.instruction_forms import Timing
from dsp56k.host.clocks.processor_rules import I386
from dsp56k.host.clocks.table import COLUMNS, Clocks, parse_cell
from dsp56k.host.clocks.timing_models import State
from dsp56k.host.errors import ProgramError, UncountedInstructionError
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import builtin_program
from dsp56k.host.software import GRADES
from reference_model.pc.accounting import BOTH, PCS, AccountingName
from shared.x86.code import EachInstruction, program


@pytest.mark.parametrize(
    ("cell", "clocks"),
    [
        ("7", Clocks(7)),
        ("7+m", Clocks(7, target=True)),
        ("8+4n", Clocks(8, per_item=4)),
        ("5+n", Clocks(5, per_item=1)),
        ("9..38", Clocks(9, range=(9, 38))),
        ("-", None),
    ],
)
def test_cells_of_the_table(cell: str, clocks: Clocks | None) -> None:
    assert parse_cell(cell) == clocks


@pytest.mark.parametrize("cell", ["", "x", "7+", "+", "7..", "1 2"])
def test_what_is_no_cell_is_refused(cell: str) -> None:
    with pytest.raises(ValueError, match="not a clock count"):
        parse_cell(cell)


def test_every_column_is_complete_and_every_row_has_a_source() -> None:
    for column in COLUMNS:
        table = clock_table(column)
        assert len(table) > 100
        assert all(row.source for row in table.values())
    assert clock_table("i386")["in al|dx"].clocks.base == 13
    assert clock_table("i386_protected")["in al|dx"].clocks.base == 7
    assert clock_table("i386")["iret"].clocks.base == 22
    assert clock_table("i386_protected")["iret"].clocks.base == 38
    with pytest.raises(ValueError, match="the column must be one of"):
        clock_table("i586")


# code, form, clocks (of the 386, from Intel's tables)
FORMS = [
    ("89 d8", "mov r|r", 2),
    ("8b 03", "mov r|m", 4),
    ("89 03", "mov m|r", 2),
    ("b8 01 00 00 00", "mov r|i", 2),
    ("c6 03 01", "mov m|i", 2),
    ("a1 00 00 20 00", "mov acc|moffs", 4),
    ("a3 00 00 20 00", "mov moffs|acc", 2),
    ("0f b6 c3", "movzx/movsx r|r", 3),
    ("0f b6 03", "movzx/movsx r|m", 6),
    ("8d 43 08", "lea r|m", 2),
    ("8d 74 26 00", "lea r|m", 2),
    ("8b 04 0b", "mov r|m", 5),
    ("93", "xchg r|r", 3),
    ("87 03", "xchg r|m", 5),
    ("86 c4", "xchg r|r", 3),
    ("55", "push r", 2),
    ("ff 33", "push m", 5),
    ("5d", "pop r", 4),
    ("01 d8", "alu r|r", 2),
    ("03 03", "alu r|m", 6),
    ("11 03", "alu m|r", 7),
    ("83 03 01", "alu m|i", 7),
    ("3b 03", "cmp r|m", 6),
    ("39 03", "cmp m|r", 5),
    ("84 03", "test r|m", 5),
    ("f6 03 01", "test m|i", 5),
    ("ff 03", "inc/dec m", 6),
    ("f7 d8", "not/neg r", 2),
    ("d1 e0", "shl/shr/sar/rol/ror r|1", 3),
    ("c1 e0 04", "shl/shr/sar/rol/ror r|i", 3),
    ("c1 2b 04", "shl/shr/sar/rol/ror m|i", 7),
    ("d1 d8", "rcl/rcr r|1", 9),
    ("d1 1b", "rcl/rcr m|1", 10),
    ("c1 d0 02", "rcl/rcr r|i", 9),
    ("0f ac d0 08", "shld/shrd r|r|i", 3),
    ("f7 e3", "mul/imul r32", 37),
    ("f7 23", "mul/imul m32", 40),
    ("f7 eb", "mul/imul r32", 36),
    ("0f af c3", "imul r32|r32", 36),
    ("0f af 03", "imul r32|m32", 39),
    ("6b c3 0a", "imul r|r|i32", 10),
    ("f7 f3", "div r32", 38),
    ("98", "cbw/cwde", 3),
    ("99", "cwd/cdq", 2),
    ("90", "nop", 3),
    ("fc", "cld/std", 2),
    ("0f 94 c0", "setcc r", 4),
    ("0f bc c3", "bsf r|r", 10),
    ("0f ba e0 03", "bt r|i", 3),
    ("0f ba 23 03", "bt m|i", 6),
    ("0f ab c3", "bts/btr/btc r|r", 6),
    ("0f ba 33 03", "bts/btr/btc m|i", 8),
    ("0f a5 03", "shld/shrd m|r|cl", 7),
    ("69 03 0a 00 00 00", "imul r|m|i32", 13),
    # -200: as in a register, the absolute value counts
    ("69 c3 38 ff ff ff", "imul r|r|i32", 14),
    ("66 69 c3 38 ff", "imul r|r|i16", 14),
    ("69 03 38 ff ff ff", "imul r|m|i32", 17),
    ("69 c3 00 00 00 80", "imul r|r|i32", 37),
    ("f6 3b", "idiv m8", 22),
    ("d4 0a", "aam", 17),
    ("62 03", "bound in range", 10),
    ("e8 00 00 00 00", "call rel", 7),
    ("c9", "leave", 4),
    ("a4", "movs", 7),
    ("aa", "stos", 4),
    ("ec", "in al|dx", 7),
    ("e6 80", "out i|al", 4),
]


@pytest.mark.parametrize(("code", "row", "clocks"), FORMS)
def test_forms_and_their_rows(code: str, row: str, clocks: int) -> None:
    (timing,) = time_code([(0, bytes.fromhex(code))]).at.values()
    assert (timing.row, timing.clocks) == (row, clocks)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("0f 44 c3", "cmove eax, ebx"),
        ("0f c8", "bswap eax"),
        ("0f 1f 00", "nop dword ptr [eax]"),
        ("0f a2", "cpuid"),
        ("0f 31", "rdtsc"),
        ("d9 c0", "fld st(0)"),
        ("0f 6f c1", "movq mm0, mm1"),
        ("f3 c3", "repz ret"),
        ("8e d8", "mov ds, eax"),
        ("0f bc 03", "bsf eax, dword ptr [ebx]"),
        ("f6 c8 01", "test al, 1"),
        ("cc", "int3"),
        ("74 00", "je"),
    ],
)
def test_forms_outside_the_table_are_refused_with_address_and_text(code: str, text: str) -> None:
    with pytest.raises(UncountedInstructionError, match="0x1001") as caught:
        time_code([(0x1000, b"\x90" + bytes.fromhex(code))], path="some.elf")
    assert caught.value.fields["address"] == 0x1001
    assert caught.value.fields["text"].startswith(text.split()[0][:3]) or text in caught.value.fields["text"]
    assert "some.elf" in str(caught.value)


def test_bytes_that_are_no_code_and_other_processors_are_refused() -> None:
    with pytest.raises(ProgramError, match="are not an instruction"):
        time_code([(0, b"\x90\xff\xff")])
    with pytest.raises(ProgramError, match="the processor must be one of i286, i386, i486, got i186"):
        time_code([(0, b"\x90")], cpu="i186")
    with pytest.raises(ProgramError, match="i286: the mode must be real16, got flat32"):
        time_code([(0, b"\x90")], cpu="i286")


@pytest.mark.parametrize(
    ("multiplier", "clocks"),
    [(0, 9), (1, 9), (8, 9), (9, 10), (16, 10), (17, 11), (0xFFFF, 22), (0xFFFF_FFFF, 38), (-17, 11)],
)
def test_multiplications_end_early(multiplier: int, clocks: int) -> None:
    assert I386.early_out.clocks(multiplier) == clocks


def test_the_mean_of_random_multipliers() -> None:
    rng = random.Random(7)
    exact = sum(I386.early_out.clocks(rng.getrandbits(32)) for _ in range(50_000)) / 50_000
    assert abs(exact - I386.early_out.mean(32, signed=False)) < 0.05


@pytest.mark.parametrize(
    ("code", "components"),
    [
        ("90", 1),
        ("8b 03", 2),
        ("8b 43 08", 3),
        ("8b 44 24 04", 4),
        ("c7 05 00 00 20 00 05 00 00 00", 4),
        ("0f b6 03", 3),
        ("66 c7 03 01 00", 4),
        ("e8 00 00 00 00", 2),
        ("f3 a4", 2),
        ("c8 10 00 00", 2),  # ENTER: both constants are its immediate data
    ],
)
def test_components_of_a_branch_target(code: str, components: int) -> None:
    (timing,) = time_code([(0, bytes.fromhex(code))]).at.values()
    assert timing.components == components


def steady(unit: BusUnit, timing: Timing, *, step: int = 0) -> float:
    """Mean clocks of an instruction repeated forever, `step` bytes further each time."""
    state, clocks, address = State(), 0, timing.address
    for _ in range(600):
        done = unit.execute(state, replace(timing, address=address))
        clocks, state, address = clocks + done.clocks, done.state, address + step
    return clocks / 600


@pytest.mark.parametrize("wait_states", [0, 3])
def test_a_taken_branch_includes_the_first_fetch_of_its_target(wait_states: int) -> None:
    unit = BusUnit(cycle=2 + wait_states)
    (jump,) = time_code([(0, bytes.fromhex("eb fe"))]).at.values()
    # 7 + m clocks, of which one bus cycle is the fetch; the target is the jump itself, two components
    state = State(queued=unit.queue)
    assert unit.jump(state, jump, jump).clocks == 7 + 2 + wait_states


def test_without_wait_states_simple_code_takes_the_manuals_clocks() -> None:
    unit, manual = BusUnit(cycle=2), ManualClocks()
    for code in ("89 d8", "8b 03", "03 03", "11 03", "f7 e3", "c1 e0 04"):
        (timing,) = time_code([(0, bytes.fromhex(code))]).at.values()
        assert steady(unit, timing, step=timing.size) == pytest.approx(manual.execute(State(), timing).clocks, abs=0.1)


def test_an_instruction_longer_than_the_free_queue_is_executed() -> None:
    long = Timing(address=0, size=11, text="", row="mov m|i", clocks=2, writes=1)
    assert steady(BusUnit(cycle=2), long, step=11) >= 5.5


@pytest.mark.parametrize(
    "memory",
    [
        {"memory": "manual"},
        {"wait_states": 0},
        {"wait_states": 1},
        {"wait_states": 3},
        {"memory": "three-units", "wait_states": 0},
        {"memory": "three-units", "wait_states": 2},
    ],
)
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize(
    ("function", "arguments"), [("des_cbc_encrypt", (0, 8, 0x100, 0x200, 3)), ("md2", (0x100, 20, 0x200))]
)
def test_blocks_give_the_same_clocks_as_single_instructions(
    memory: dict[str, Any], grade: str, function: str, arguments: tuple[int, ...]
) -> None:
    pc = PC(builtin_program(f"software-{grade}"), **memory)
    each = EachInstruction(pc)
    pc.write(DATA.start, bytes(range(256)))
    places = {0, 8, 0x100, 0x200}
    placed = [DATA.start + value if value in places else value for value in arguments]
    assert pc.run(function, *placed).clocks == each.finish()
    assert each.instructions > 1900


def test_repeated_instructions_among_blocks_give_the_same_clocks() -> None:
    code = program(
        "fc",
        "be 00 00 20 00",
        "bf 00 10 20 00",
        "b9 24 00 00 00",
        "f3 a4",
        "b9 03 00 00 00",
        "f3 ab",
        "31 c9",
        "f3 a4",
        "49",
        "c3",
    )
    for memory in ({"memory": "manual"}, {"wait_states": 2}):
        pc = PC(code, **memory)
        each = EachInstruction(pc)
        assert pc.run("f").clocks == each.finish()


@pytest.mark.parametrize("accounting", BOTH)
@pytest.mark.parametrize(
    ("code", "value", "passed"),
    [
        ("0f bc c3", 0x0000_0100, 8),  # bsf eax, ebx
        ("0f bd c3", 0x0000_0100, 23),  # bsr eax, ebx
        ("66 0f bd c3", 0xFFFF_0100, 7),  # bsr ax, bx
        ("66 0f bc c3", 0xFFFF_0000, 16),
        ("0f bc c3", 0, 32),
    ],
)
def test_bit_searches_take_three_clocks_for_each_bit_that_they_pass(
    code: str, value: int, passed: int, accounting: AccountingName
) -> None:
    # mov ebx, [esp + 4]
    pc = PCS[accounting](program("8b 5c 24 04", code, "c3"), memory="manual")
    assert pc.run("f", value).clocks == 4 + 10 + 3 * passed + 10 + 1


@pytest.mark.parametrize(
    ("code", "clocks"),
    [("d1 d8", 3), ("d1 1b", 7), ("e8 00 00 00 00", 8), ("ff d3", 8), ("ff 13", 11), ("f3 a4", 7), ("e2 20", 11)],
)
def test_clocks_that_the_microcode_corrects(code: str, clocks: int) -> None:
    (timing,) = time_code([(0, bytes.fromhex(code))], measured=True).at.values()
    assert timing.clocks == clocks


@pytest.mark.parametrize("opcode", ["e2", "e1", "e0"])
def test_a_loop_that_ends_fills_the_queue_again_on_a_386(opcode: str) -> None:
    (timing,) = time_code([(0, bytes.fromhex(f"{opcode} 20"))], measured=True).at.values()
    assert (timing.refills, timing.clocks, timing.taken, timing.untaken.taken) == (True, 11, 9, 11)
    (by_manual,) = time_code([(0, bytes.fromhex(f"{opcode} 20"))]).at.values()
    assert (by_manual.refills, by_manual.clocks, by_manual.taken) == (False, 11, 11)
    # mov ecx, 1; inc eax; loop +1; nop; nop: the pass that ends takes longer than a jump
    ends, goes_on = (
        PC(program(f"b9 {count:02x} 00 00 00", "40", f"{opcode} 01", "90", "90", "c3"), memory="three-units")
        .run("f")
        .clocks
        for count in (1, 2)
    )
    assert ends > goes_on or opcode != "e2"


def test_two_runs_take_the_same_clocks() -> None:
    pc = PC(builtin_program("software-good"))
    first = pc.run("md2", DATA.start, 100, DATA.start + 0x1000)
    assert pc.run("md2", DATA.start, 100, DATA.start + 0x1000).clocks == first.clocks
    assert pc.clocks == 2 * first.clocks


def test_the_same_code_is_disassembled_once() -> None:
    code = [(0x1000, b"\x90\xc3")]
    first = time_code(code)
    assert time_code(list(code)) is first
    others = [time_code(code, cpu="i486"), time_code([(0x2000, b"\x90\xc3")]), time_code([(0x1000, b"\xc3")])]
    assert [list(other.at) for other in others] == [[0x1000, 0x1001], [0x2000, 0x2001], [0x1000]]
    assert first.at[0x1001].clocks != others[0].at[0x1001].clocks
