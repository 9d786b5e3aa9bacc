"""The i486: its clocks, the stalls of its pipeline against measured sequences, and its accounting.

The sequences are those whose clocks Abrash gives in his Graphics Programming Black Book, ch. 12 and 13. He measured in
16-bit real mode; here the same instructions are written with 32-bit registers, which need no prefix in a flat program.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from dsp56k.host.clocks import LEVELS, RULES, ManualClocks, Pipeline, clock_table, time_code
from dsp56k.host.clocks.i486 import I486
from dsp56k.host.clocks.instruction_forms import Flow, Timing
from dsp56k.host.clocks.timing_models import State
from dsp56k.host.errors import HostError, ProgramError, UncountedInstructionError
from dsp56k.host.machines import builtin_machines, machine
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import builtin_program
from dsp56k.host.software import GRADES
from reference_model.pc.accounting import BOTH, PCS, AccountingName
from shared.x86.code import Board, EachInstruction, program

REAL_MODE = Pipeline(agi=2, byte_rules=True)
FLAT = Pipeline()
I486_PC: dict[str, Any] = {"cpu": "i486", "memory": "pipeline"}

# Instructions that the sequences share
ADD_EAX_AT_ESI = "03 06"
ADD_ESI_2 = "83 c6 02"
DEC_ECX = "49"
JNZ = "75 80"
MOV_EBX_OFFSET = "bb 00 00 20 00"
MOV_EAX_AT_EBX = "8b 03"
INC_EDX = "42"
POP_EAX = "58"
RET = "c3"
ADD_ESP_10H = "83 c4 10"
MOV_AL_MEMORY = "a0 00 00 20 00"
MOV_ECX_MEMORY = "8b 0d 00 00 20 00"
ADD_ECX_EAX = "01 c1"
MOV_BL_AT_EDI = "8a 1f"
MOV_EDI_AT_EBP = "8b 7d 08"
ADD_EDX_AT_EBX_8000H = "03 93 00 80 00 00"
MOV_EAX_AT_EBX_8000H = "8b 83 00 80 00 00"
ADD_EDX_EAX = "01 c2"
MOV_DL_CL = "88 ca"
NOP = "90"


def timings(*code: str) -> list[Timing]:
    return list(time_code([(0x1000, bytes.fromhex("".join(code)))], cpu="i486").at.values())


def one(code: str) -> Timing:
    (timing,) = timings(code)
    return timing


def loop_clocks(level: Pipeline, *code: str) -> int:
    """Clocks of a sequence that is repeated forever, every branch taken."""
    state, spent = State(), 0
    sequence = timings(*code)
    for _ in range(4):
        spent = 0
        for timing in sequence:
            branch = timing.flow in (Flow.JUMP, Flow.CONDITIONAL)
            step = level.jump(state, timing, timing) if branch else level.execute(state, timing)
            spent, state = spent + step.clocks, step.state
    return spent


@pytest.mark.parametrize(
    ("clocks", "code"),
    [
        pytest.param(8, ("03 04 33", ADD_ESI_2, DEC_ECX, JNZ), id="sum by [bx+si]"),
        pytest.param(7, (ADD_EAX_AT_ESI, ADD_ESI_2, DEC_ECX, JNZ), id="sum by [si]"),
        pytest.param(9, (ADD_ESI_2, ADD_EAX_AT_ESI, DEC_ECX, JNZ), id="sum by [si], preincrement"),
        pytest.param(9, (MOV_EBX_OFFSET, MOV_EAX_AT_EBX, INC_EDX, DEC_ECX, JNZ), id="pointer, at once"),
        pytest.param(8, (MOV_EBX_OFFSET, INC_EDX, MOV_EAX_AT_EBX, DEC_ECX, JNZ), id="pointer, one between"),
        pytest.param(7, (MOV_EBX_OFFSET, INC_EDX, DEC_ECX, MOV_EAX_AT_EBX, JNZ), id="pointer, two between"),
        pytest.param(6, (POP_EAX, RET), id="pop, ret"),
        pytest.param(4, ("5a", "59", "5b", POP_EAX), id="four pops"),
        pytest.param(8, (ADD_ESP_10H, RET), id="add sp, ret"),
        pytest.param(4, (ADD_ESP_10H, POP_EAX), id="add sp, pop"),
        pytest.param(4, (MOV_ECX_MEMORY, MOV_AL_MEMORY, ADD_ECX_EAX), id="AL, then AX"),
        pytest.param(3, (MOV_AL_MEMORY, MOV_ECX_MEMORY, ADD_ECX_EAX), id="AL, one between, AX"),
        pytest.param(5, ("8a 06", "d7"), id="AL, XLAT"),
        pytest.param(4, ("88 d8", "89 d1", "8b 37"), id="byte two clocks before"),
        pytest.param(5, ("88 c3", "b1 03", "8b 1e"), id="bytes one and two clocks before"),
        pytest.param(3, ("b9 03 00 00 00", "88 c2", "8b 33"), id="byte one clock before"),
        pytest.param(5, (MOV_EBX_OFFSET, "88 c1", MOV_EAX_AT_EBX), id="pointer and byte"),
        pytest.param(4, (MOV_DL_CL, NOP, MOV_EAX_AT_EBX), id="listing 12.1"),
        pytest.param(3, (NOP, MOV_DL_CL, MOV_EAX_AT_EBX), id="listing 12.2"),
        pytest.param(8, (MOV_EDI_AT_EBP, MOV_BL_AT_EDI, ADD_EDX_AT_EBX_8000H), id="listing 13.1"),
        pytest.param(5, (MOV_BL_AT_EDI, MOV_EDI_AT_EBP, ADD_EDX_AT_EBX_8000H), id="listing 13.2"),
        pytest.param(4, (MOV_BL_AT_EDI, MOV_EDI_AT_EBP, ADD_EDX_EAX, MOV_EAX_AT_EBX_8000H), id="listing 13.4"),
        pytest.param(2, (MOV_EAX_AT_EBX, "50"), id="load, push"),
        pytest.param(4, ("ff 33",), id="push memory"),
    ],
)
def test_measured_sequences(clocks: int, code: tuple[str, ...]) -> None:
    assert loop_clocks(REAL_MODE, *code) == clocks


@pytest.mark.parametrize(
    ("clocks", "code"),
    [
        # Intel's one clock, and no byte rules
        (8, (ADD_ESI_2, ADD_EAX_AT_ESI, DEC_ECX, JNZ)),
        (7, (MOV_EBX_OFFSET, INC_EDX, MOV_EAX_AT_EBX, DEC_ECX, JNZ)),
        (7, (ADD_ESP_10H, RET)),
        (3, (MOV_DL_CL, NOP, MOV_EAX_AT_EBX)),
        (3, (MOV_ECX_MEMORY, MOV_AL_MEMORY, ADD_ECX_EAX)),
        (3, ("88 c3", "8a 03")),  # BL is part of a pointer
        (6, ("d7", "8b 00")),  # and AL, which XLAT writes
        (16, ("c8 10 00 00", "8b 45 08")),  # ENTER writes EBP
        (6, ("b0 01", "d7", NOP)),  # which itself never stalls
        (3, (MOV_EBX_OFFSET, "66 8b 03")),  # a prefix passes before the address: 1 + 2, the stall is hidden
    ],
)
def test_flat_programs(clocks: int, code: tuple[str, ...]) -> None:
    assert loop_clocks(FLAT, *code) == clocks


# code, form, clocks: the column of the table, and the additions to it
FORMS = [
    ("89 d8", "mov r|r", 1),
    ("66 89 d8", "mov r|r", 2),
    ("65 66 8b 03", "mov r|m", 3),
    ("8b 04 0b", "mov r|m", 2),
    ("8b 04 4d 00 00 00 00", "mov r|m", 2),
    ("8b 40 10", "mov r|m", 1),
    ("c6 03 01", "mov m|i", 1),
    ("c6 43 08 01", "mov m|i", 2),
    ("c7 05 00 00 20 00 01 00 00 00", "mov m|i", 2),
    ("c1 63 08 04", "shl/shr/sar/rol/ror m|i", 5),
    ("8d 44 0b 08", "lea r|m", 2),
    ("d1 e0", "shl/shr/sar/rol/ror r|1", 3),
    ("c1 e0 04", "shl/shr/sar/rol/ror r|i", 2),
    ("0f c8", "bswap r", 1),
    ("0f b6 c3", "movzx/movsx r|r", 3),
    ("f7 e3", "mul/imul r32", 41),
    ("f7 23", "mul/imul m32", 41),
    ("6b c3 0a", "imul r|r|i32", 14),
    ("f0 01 03", "alu m|r", 4),
    ("a4", "movs", 7),
    ("26 a4", "movs", 8),
    ("ec", "in al|dx", 8),
    ("ee", "out dx|al", 10),
    ("e6 80", "out i|al", 11),
    ("9c", "pushf", 3),
]


@pytest.mark.parametrize(("code", "row", "clocks"), FORMS)
def test_forms_and_their_rows(code: str, row: str, clocks: int) -> None:
    timing = one(code)
    assert (timing.row, timing.clocks) == (row, clocks)


def test_branches() -> None:
    jnz, call, ret, loop = timings("75 80", "e8 00 00 00 00", "c3", "e2 80")
    for timing, taken in ((jnz, 3), (call, 3), (ret, 5), (loop, 7)):
        assert FLAT.jump(State(), timing, jnz).clocks == taken
    assert [FLAT.execute(State(), timing).clocks for timing in (jnz, loop)] == [1, 6]


@pytest.mark.parametrize(
    ("code", "addressed", "written", "whole"),
    [
        ("8b 04 8b", {"ebx", "ecx"}, {"eax"}, set()),
        ("89 03", {"ebx"}, set(), {"eax"}),
        ("8d 43 08", {"ebx"}, {"eax"}, set()),
        ("55", {"esp"}, set(), {"ebp"}),
        ("5c", {"esp"}, {"esp"}, set()),
        ("83 c4 10", set(), {"esp"}, {"esp"}),
        ("8b 44 24 04", {"esp"}, {"eax"}, set()),
        ("f7 23", {"ebx"}, {"eax", "edx"}, {"eax"}),
        ("85 c3", set(), set(), {"eax", "ebx"}),
        ("66 b8 01 00", set(), {"eax"}, set()),
        ("c8 10 00 00", {"esp"}, {"ebp"}, set()),
        ("62 03", {"ebx"}, set(), {"eax"}),
        ("ac", set(), {"esi"}, {"esi"}),
    ],
)
def test_what_instructions_address_write_and_read(
    code: str, addressed: set[str], written: set[str], whole: set[str]
) -> None:
    hazards = one(code).hazards
    assert (set(hazards.addressed), set(hazards.written), set(hazards.read_whole)) == (addressed, written, whole)


def test_bytes_that_are_written() -> None:
    assert one("88 c4").hazards.bytes_written == {"eax"}
    assert one("0f 94 c1").hazards.bytes_written == {"ecx"}
    assert one("ac").hazards.bytes_written == {"eax"}
    assert one("f6 e3").hazards.bytes_written == set()  # MUL BL writes AX
    assert one("f6 e3").hazards.written == {"eax"}
    assert one("27").hazards.bytes_written == {"eax"}  # DAA
    assert one("d4 0a").hazards.written == {"eax"}  # AAM


@pytest.mark.parametrize(("items", "clocks"), [(0, 5), (1, 13), (2, 18), (3, 21), (100, 312)])
def test_rep_movs_by_its_count(items: int, clocks: int) -> None:
    code = program("fc", "be 00 00 20 00", "bf 00 10 20 00", "8b 4c 24 04", "f3 a4", "c3")
    pc = PC(code, **I486_PC)
    assert pc.run("f", items).clocks == 2 + 1 + 1 + 1 + clocks + 5


@pytest.mark.parametrize("items", [0, 1, 3])
@pytest.mark.parametrize(("code", "each"), [("f3 aa", 4), ("f3 ac", 4), ("f2 ae", 5), ("f3 a6", 7)])
def test_other_repetitions_by_their_count(code: str, each: int, items: int) -> None:
    # REPE CMPS compares a byte with itself; REPNE SCAS looks for a 1 among zeros
    pc = PC(program("fc", "be 00 00 20 00", "bf 00 00 20 00", "b0 01", "8b 4c 24 04", code, "c3"), **I486_PC)
    assert pc.run("f", items).clocks == 2 + 1 + 1 + 1 + 1 + (7 + each * items if items else 5) + 5


@pytest.mark.parametrize(("code", "base", "each"), [("f3 6c", 10, 8), ("f3 6e", 11, 5)])
def test_repeated_input_and_output_of_protected_mode(code: str, base: int, each: int) -> None:
    timing = one(code)
    assert (timing.clocks, timing.item) == (base, each)


@pytest.mark.parametrize(
    ("code", "low", "high"), [("d3 d0", 8, 30), ("d3 13", 9, 31), ("0f bc c3", 6, 42), ("0f bd c3", 6, 103)]
)
def test_the_middle_of_a_range_without_a_rule_is_charged(code: str, low: int, high: int) -> None:
    assert one(code).clocks == (low + high) // 2


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("0f 44 c3", "not have this form"),  # CMOV
        ("0f a2", "not have this form"),  # CPUID
        ("0f 31", "not have this form"),  # RDTSC
        ("0f b0 c3", "not have this form"),  # CMPXCHG: an i486's, but not in the table
        ("0f bc 03", "not have this form"),  # BSF of memory
        ("8e d8", "no form `mov sreg.r`"),  # flat programs do without
    ],
)
def test_what_the_column_lacks_is_refused(code: str, reason: str) -> None:
    with pytest.raises(UncountedInstructionError, match=f"at 0x1000, .*{reason}"):
        one(code)


@pytest.mark.parametrize(
    ("multiplier", "clocks"), [(0, 13), (1, 13), (8, 13), (9, 14), (0xFFFF, 26), (0xFFFF_FFFF, 42), (-17, 15)]
)
def test_multiplications_end_early(multiplier: int, clocks: int) -> None:
    assert I486.early_out.clocks(multiplier) == clocks
    assert I486.early_out.clocks(multiplier, in_memory=True) == clocks


def test_the_mean_of_random_multipliers() -> None:
    rng = random.Random(7)
    exact = sum(I486.early_out.clocks(rng.getrandbits(32)) for _ in range(50_000)) / 50_000
    assert abs(exact - I486.early_out.mean(32, signed=False)) < 0.05


def test_exact_multiplications() -> None:
    exact = PC(program("8b 4c 24 04", "f7 e1", "c3"), **I486_PC)
    for multiplier in (0, 1, 9, 0x8000, 0xFFFF_FFFF):
        assert exact.run("f", multiplier).clocks == 1 + I486.early_out.clocks(multiplier) + 5


# SETcc, by the opcode's low four bits: a comparison where it holds, one where it does not (signed and unsigned)
CONDITIONS = [
    (0x0, (-0x80000000, 1), (1, 1)), (0x1, (1, 1), (-0x80000000, 1)), (0x2, (1, 2), (2, 1)), (0x3, (2, 2), (1, 2)),
    (0x4, (3, 3), (3, 4)), (0x5, (3, 4), (3, 3)), (0x6, (2, 2), (3, 2)), (0x7, (3, 2), (2, 2)),
    (0x8, (1, 2), (2, 1)), (0x9, (2, 1), (1, 2)), (0xA, (3, 0), (1, 0)), (0xB, (1, 0), (3, 0)),
    (0xC, (-1, 1), (1, -1)), (0xD, (1, -1), (-1, 1)), (0xE, (1, 1), (2, 1)), (0xF, (2, 1), (1, 1)),
]  # fmt: skip


@pytest.mark.parametrize("accounting", BOTH)
@pytest.mark.parametrize(("condition", "true", "false"), CONDITIONS)
def test_setcc_by_its_condition(
    condition: int, true: tuple[int, int], false: tuple[int, int], accounting: AccountingName
) -> None:
    # mov edx,200000h / mov eax,[esp+4] / cmp eax,[esp+8] / setcc al, or byte [edx]
    load = ("ba 00 00 20 00", "8b 44 24 04", "3b 44 24 08")
    for operand, clocks in (("c0", (4, 3)), ("02", (3, 4))):
        pc = PCS[accounting](program(*load, f"0f 9{condition:x} {operand}", "c3"), **I486_PC)
        assert pc.run("f", *true).clocks == 1 + 1 + 2 + clocks[0] + 5
        assert (pc.run("f", *true).value & 1, pc.read(0x20_0000, 1)[0])[operand == "02"] == 1
        assert pc.run("f", *false).clocks == 1 + 1 + 2 + clocks[1] + 5


def test_ports_and_boards() -> None:
    """At 50 MHz an access of six 8 MHz bus clocks lasts 37.5 clocks; the CPU goes on at its next edge."""
    pc, board = PC(program("ec", "c3"), clock_hz=50_000_000, **I486_PC), Board([0x12])
    pc.isa_bus.attach_ports(0, 16, board)
    assert pc.run("f").clocks == 8 - 2 + (44 - 2) + 5  # requests at clock 2 = 40 ns; edge 125 ns; end 875 ns
    assert board.reads == [(0, 875_000)]
    pc, board = PC(program("a2 00 00 0d 00", "c3"), clock_hz=50_000_000, **I486_PC), Board()
    pc.isa_bus.attach_memory(0xD_0000, 0x1000, board)
    assert pc.run("f").clocks == 38 + 5  # requests at once; end 750 ns
    assert [time for _, _, time in board.writes] == [750_000]


def test_an_access_across_a_double_word_takes_three_more() -> None:
    inside, across = "a1 00 00 20 00", "a1 02 00 20 00"
    clocks = [PC(program(code, "c3"), **I486_PC).run("f").clocks for code in (inside, across)]
    assert clocks == [1 + 5, 1 + 3 + 5]


def test_processors_and_levels() -> None:
    assert set(LEVELS) == set(RULES) == {row.cpu for row in builtin_machines().values()}
    with pytest.raises(HostError, match="memory 'bus-unit': the i486's is pipeline"):
        PC(program("c3"), cpu="i486", memory="bus-unit")
    with pytest.raises(HostError, match="memory 'pipeline': the i386's is manual or bus-unit"):
        PC(program("c3"), memory="pipeline")
    with pytest.raises(ProgramError, match="the processor must be one of i286, i386, i486, got i586"):
        PC(program("c3"), cpu="i586")


@pytest.mark.parametrize("name", ["ea base written by previous instruction", "misaligned operand"])
def test_the_table_has_the_rules_numbers(name: str) -> None:
    expected = {"ea base written by previous instruction": FLAT.agi, "misaligned operand": FLAT.crossing}
    assert clock_table("i486")[name].clocks.base == expected[name]
    assert ManualClocks().crossing == 2


@pytest.mark.parametrize("byte_rules", [False, True])
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        ("des_cbc_encrypt", (0, 8, 0x100, 0x200, 3)),
        ("md2", (0x100, 20, 0x200)),
        ("rsa_power", (0x200, 0x100, 1, 0x41, 1, 0x81, 4)),
    ],
)
def test_blocks_give_the_same_clocks_as_single_instructions(
    byte_rules: bool, grade: str, function: str, arguments: tuple[int, ...]
) -> None:
    # EachInstruction does not look at multipliers
    pc = PC(builtin_program(f"software-{grade}"), byte_rules=byte_rules, multiply="mean", **I486_PC)
    each = EachInstruction(pc)
    pc.write(DATA.start, bytes(range(256)))
    placed = [DATA.start + value if value not in (1, 3, 4, 20) else value for value in arguments]
    assert pc.run(function, *placed).clocks == each.finish()
    assert each.instructions > 1900


def test_repeated_instructions_among_blocks_give_the_same_clocks() -> None:
    # No access crosses a double word, which EachInstruction would not see
    code = program(
        "fc", "be 00 00 20 00", "bf 00 10 20 00", "b9 23 00 00 00", "f3 a4", "8a 06", "b9 01 00 00 00", "f3 a4",
        "b9 03 00 00 00", "f3 ab", "31 c9", "f3 a4", "8b 07", "49", "c3",
    )  # fmt: skip
    pc = PC(code, **I486_PC)
    each = EachInstruction(pc)
    assert pc.run("f").clocks == each.finish()


def test_machines_are_what_they_say() -> None:
    for name in ("486-33", "486-50", "486-66"):
        row = machine(name)
        assert (row.cpu, row.memory, row.byte_rules) == ("i486", "pipeline", False)
        assert row.clock_hz // 1_000_000 == int(name.removeprefix("486-"))
