"""The machine: runs, the ISA bus and its time, and every trap of running x86 code under Unicorn."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
import unicorn
from hypothesis import given
from hypothesis import strategies as st
from unicorn import x86_const

from dsp56k.host.bus.isa_bus import IsaBus, IsaTiming
from dsp56k.host.cpu_modes import MODES
from dsp56k.host.errors import ClockLimitError, HostError, MachineFaultError, ProgramError
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import Program, Segment
from shared.x86.code import Board, program

WINDOW = 0xD_0000
MOV_EDI_WINDOW = "bf 00 00 0d 00"
MOV_ESI_WINDOW = "be 00 00 0d 00"
MOV_ESI_DATA = "be 00 00 20 00"
MOV_EDI_DATA = "bf 00 00 20 00"
MOV_EDX_PORT = "ba 00 03 00 00"
RET = "c3"
RET_CLOCKS = 10 + 1  # ret 10+m, to a HLT


def machine(*code: str, **parameters: Any) -> tuple[PC, Board]:
    """A PC without memory waits and a board at ports $300-$30F and at D0000."""
    pc = PC(program(*code), memory="manual", **parameters)
    board = Board(range(1, 200))
    pc.isa_bus.attach_ports(0x300, 16, board)
    pc.isa_bus.attach_memory(WINDOW, 0x8000, board)
    return pc, board


def test_run_gives_value_clocks_and_time() -> None:
    pc = PC(program("8b 44 24 04", "03 44 24 08", RET), memory="manual")
    result = pc.run("f", 40, -2)
    assert result.value == 38
    assert result.clocks == 4 + 6 + RET_CLOCKS
    assert result.time == result.clocks * 50_000
    assert pc.now == result.time


def test_time_is_exact_for_a_clock_that_is_no_whole_number_of_picoseconds() -> None:
    pc = PC(program(RET), memory="manual", clock_hz=Fraction(100_000_000, 3))
    assert [pc.run("f").time for _ in range(3)] == [330_000] * 3
    assert PC(program(RET), memory="manual", clock_hz=7_000_000).run("f").time == 11 * 10**12 // 7_000_000


def test_in_charges_the_bus_cycle_and_tells_the_board_the_time_of_its_end() -> None:
    pc, board = machine(MOV_EDX_PORT, "ec", RET)
    result = pc.run("f")
    # mov 2; the read requests at 2 + 2 = clock 4 = 200 ns; bus edge 2 (250 ns); 6 bus clocks: 1000 ns = clock 20, 14
    # more than the 2 in the table's 7.
    assert board.reads == [(0, 1_000_000)]
    assert result.value & 0xFF == 1
    assert result.clocks == 2 + 7 + 14 + RET_CLOCKS


def test_out_asks_for_the_bus_two_clocks_before_its_end() -> None:
    pc, board = machine(MOV_EDX_PORT, "b0 5a", "ee", RET)
    result = pc.run("f")
    # mov 2, mov 2, out 5: requests at clock 7 = 350 ns; edge 3 (375 ns); end 1125 ns, between clocks 22 and 23.
    assert board.writes == [(0, 0x5A, 1_125_000)]
    assert result.clocks == 23 + RET_CLOCKS


def test_a_word_is_split_into_two_byte_cycles_with_their_own_wait_states() -> None:
    pc, board = machine(MOV_EDX_PORT, "66 ed", RET)
    assert pc.run("f").value & 0xFFFF == 0x0201
    assert board.reads == [(0, 1_000_000), (1, 1_750_000)]
    pc, board = machine(MOV_EDX_PORT, "66 b8 34 12", "66 ef", RET)
    pc.run("f")
    assert [(offset, value) for offset, value, _ in board.writes] == [(0, 0x34), (1, 0x12)]
    assert board.writes[1][2] - board.writes[0][2] == 750_000


def test_zero_wait_boards_recovery_and_aliases() -> None:
    bus, board = IsaBus(20_000_000, IsaTiming(recovery=4)), Board()
    bus.attach_ports(0x300, 2, board, decoded_bits=10, zero_wait=True)
    assert bus.write_port(0x0301, 1, 0) == 8  # 3 bus clocks: 375 ns
    assert bus.write_port(0xFF01, 2, 8) == 25  # not before 3 + 4, then 3: 1250 ns
    assert board.writes == [(1, 1, 375_000), (1, 2, 1_250_000)]
    assert bus.read_port(0x302, 100) == (0xFF, 115)
    assert bus.read_memory(0xC_0000, 1000)[0] == 0xFF
    with pytest.raises(ValueError, match="in use by another board"):
        bus.attach_ports(0x2FF, 3, board)
    bus.attach_ports(0x2FF, 1, board)
    bus.attach_memory(0xD_0000, 0x1000, board)
    with pytest.raises(ValueError, match="in use by another board"):
        bus.attach_memory(0xD_0FFF, 1, board)


@pytest.mark.parametrize(("start", "end"), [(0, 15), (1, 18), (2, 18), (3, 20), (5, 20), (6, 23)])
def test_accesses_wait_for_the_bus_clock_and_the_cpu_for_its_own(start: int, end: int) -> None:
    # 20 and 8 MHz: bus edges each 125 ns, CPU edges each 50 ns, six bus clocks an access.
    bus = IsaBus(20_000_000, IsaTiming())
    assert bus.write_port(0x300, 0, start) == end


def test_a_bus_clock_that_divides_nothing_evenly() -> None:
    bus = IsaBus(20_000_000, IsaTiming(clock_hz=Fraction(25_000_000, 3)))
    assert bus.write_port(0x300, 0, 0) == 15  # 720 ns = 14.4 clocks
    assert bus.write_port(0x300, 0, 15) == 32  # edge 7 (840 ns), end 13 (1560 ns) = 31.2


@given(
    cpu=st.fractions(1_000_000, 60_000_000, max_denominator=7),
    bus=st.fractions(4_000_000, 9_000_000, max_denominator=7),
    gaps=st.lists(st.integers(0, 40), min_size=1, max_size=20),
    recovery=st.integers(0, 3),
)
def test_bus_cycles_never_overlap_and_end_at_the_next_cpu_clock(
    cpu: Fraction, bus: Fraction, gaps: list[int], recovery: int
) -> None:
    isa, board = IsaBus(cpu, IsaTiming(clock_hz=bus, recovery=recovery)), Board()
    isa.attach_ports(0x300, 1, board)
    clock, free = 0, Fraction(0)
    for gap in gaps:
        start = clock + gap
        clock = isa.write_port(0x300, 0, start)
        asked = Fraction(start) / cpu
        begins = Fraction(math.ceil(max(asked, free) * bus)) / bus
        ends = begins + 6 / bus
        assert board.writes[-1][2] == math.floor(ends * 10**12)
        assert Fraction(clock - 1) / cpu < ends <= Fraction(clock) / cpu
        free = ends + recovery / bus


# The traps, in the order of the reference


def test_trap_stale_pc_in_window_callbacks() -> None:
    # One block, two stores to the window with other work between: each must have the time of its position.
    pc, board = machine(MOV_EDI_WINDOW, "b0 11", "88 07", "f7 e3", "f7 e3", "88 07", RET, multiply="mean")
    result = pc.run("f")
    # mov 2, mov 2, mov m|r 2 (requests at 4 = 200 ns: edge 2, end 8 = 1000 ns = clock 20); two MUL of 37, the mean; the
    # second store requests at 94 = 4700 ns: edge 38, end 44.
    assert [now for _, _, now in board.writes] == [1_000_000, 5_500_000]
    assert result.clocks == 110 + RET_CLOCKS


@pytest.mark.parametrize("code", ["66 8b 07", "8b 07", "66 8b 47 01", "8b 47 02"])
def test_trap_wide_window_reads_are_refused_because_unicorn_widens_them(code: str) -> None:
    pc, _ = machine(MOV_EDI_WINDOW, code, RET)
    with pytest.raises(MachineFaultError, match="byte reads and aligned string moves only"):
        pc.run("f")


@pytest.mark.parametrize(("code", "size"), [("f3 66 a5", 2), ("f3 a5", 4), ("66 a5", 2), ("a5", 4)])
def test_aligned_string_moves_read_the_window_byte_by_byte(code: str, size: int) -> None:
    items = 3 if code.startswith("f3") else 1
    pc, board = machine("fc", MOV_ESI_WINDOW, MOV_EDI_DATA, "b9 03 00 00 00", code, RET)
    pc.run("f")
    assert pc.read(DATA.start, items * size) == bytes(range(1, items * size + 1))
    assert [offset for offset, _ in board.reads] == list(range(items * size))
    pc, board = machine("fc", MOV_ESI_WINDOW, "46", MOV_EDI_DATA, "b9 03 00 00 00", code, RET)
    with pytest.raises(MachineFaultError, match="aligned"):
        pc.run("f")


@pytest.mark.parametrize(("code", "count"), [("66 89 07", 2), ("89 07", 4), ("66 89 47 01", 2), ("89 47 03", 4)])
def test_trap_wide_window_writes_become_single_bytes_in_order(code: str, count: int) -> None:
    pc, board = machine("b8 44 33 22 11", MOV_EDI_WINDOW, code, RET)
    pc.run("f")
    assert [value for _, value, _ in board.writes] == [0x44, 0x33, 0x22, 0x11][:count]
    offsets = [offset for offset, _, _ in board.writes]
    assert offsets == list(range(offsets[0], offsets[0] + count))


@pytest.mark.parametrize("count", [0, 1, 2, 64, 255])
def test_trap_repeated_instructions_count_their_items(count: int) -> None:
    code = ("fc", MOV_ESI_DATA, "bf 00 10 20 00", f"b9 {count:02x} 00 00 00", "f3 a4", RET)
    pc, _ = machine(*code)
    assert pc.run("f").clocks == 2 + 2 + 2 + 2 + (8 + 4 * count) + RET_CLOCKS


@pytest.mark.parametrize(
    ("prefix", "items", "text"),
    [
        ("f2", 3, b"abXdefgh"),
        ("f2", 8, b"abcdefgX"),
        ("f2", 8, b"abcdefgh"),
        ("f2", 1, b"Xbcdefgh"),
        ("f3", 3, b"XXcXXXXX"),
        ("f3", 8, b"XXXXXXXX"),
    ],
)
def test_trap_repeat_while_may_end_without_a_block(prefix: str, items: int, text: bytes) -> None:
    pc, _ = machine("fc", MOV_EDI_DATA, "b8 58 00 00 00", "b9 08 00 00 00", f"{prefix} ae", RET)
    pc.write(DATA.start, text)
    for _ in range(2):
        assert pc.run("f").clocks == 2 + 2 + 2 + 2 + (5 + 8 * items) + RET_CLOCKS


def test_trap_repeat_while_with_nothing_to_do() -> None:
    pc, _ = machine("fc", MOV_EDI_DATA, "31 c9", "f2 ae", RET)
    assert pc.run("f").clocks == 2 + 2 + 2 + 5 + RET_CLOCKS


def test_trap_string_input_reads_the_port_once_an_item() -> None:
    pc, board = machine("fc", MOV_EDI_DATA, MOV_EDX_PORT, "b9 05 00 00 00", "f3 6c", RET)
    pc.run("f")
    assert pc.read(DATA.start, 6) == bytes([1, 2, 3, 4, 5, 0])
    assert len(board.reads) == 5


def test_string_output_writes_the_port_in_order() -> None:
    pc, board = machine("fc", MOV_ESI_DATA, MOV_EDX_PORT, "b9 04 00 00 00", "f3 6e", RET)
    pc.write(DATA.start, b"DATA")
    pc.run("f")
    assert bytes(value for _, value, _ in board.writes) == b"DATA"


def test_trap_a_run_stopped_in_the_middle_leaves_no_double_charge() -> None:
    code = ("b9 00 10 00 00", "e2 fe", RET)
    fresh = PC(program(*code), memory="manual").run("f").clocks
    pc = PC(program(*code), memory="manual")
    with pytest.raises(ClockLimitError):
        pc.run("f", limit=1000)
    assert pc.run("f").clocks == fresh == 2 + 0x0FFF * (11 + 2) + 11 + RET_CLOCKS


def test_trap_code_is_not_rewritten_behind_the_translation_cache() -> None:
    pc, _ = machine("b8 01 00 00 00", RET)
    assert pc.run("f").value == 1
    with pytest.raises(HostError, match="code is there"):
        pc.write(0x10_0000, b"\xb8\x02")


WRITE_RDTSC = "66 c7 05 0b 00 10 00 0f 31"  # mov word [0x10000b], RDTSC
COPY_TO_CODE = ("fc", MOV_ESI_DATA, "bf 10 00 10 00", "b9 04 00 00 00")


@pytest.mark.parametrize(
    ("code", "address"),
    [
        ((WRITE_RDTSC, "eb 00", "90", "90"), 0x10_000B),
        (("88 05 00 00 10 00",), 0x10_0000),
        (("66 89 05 ff ff 0f 00",), 0xF_FFFF),
        (("bc 04 00 10 00", "50"), 0x10_0000),  # push with the stack in the code
        (("bc 04 00 10 00", "e8 00 00 00 00"), 0x10_0000),  # call
        ((*COPY_TO_CODE, "f3 a4"), 0x10_0010),
        ((*COPY_TO_CODE, "f3 a5"), 0x10_0010),
        (("bf 0a 00 10 00", "ff 07"), 0x10_000A),  # inc dword, read and written
    ],
)
def test_trap_code_that_changes_itself_is_refused_and_stays_as_it_was(code: tuple[str, ...], address: int) -> None:
    made = program(*code, *["90"] * 16, RET, symbols={"g": 0x10_0000 + len(bytes.fromhex("".join(code)))})
    pc = PC(made, memory="manual")
    if address >= 0x10_0000:
        with pytest.raises(MachineFaultError, match=f"writes to {address:#x}, the program's code") as caught:
            pc.run("f")
        assert caught.value.fields["address"] == address
    else:
        with pytest.raises(MachineFaultError):
            pc.run("f")
    assert pc.read(0x10_0000, len(made.code[0][1])) == made.code[0][1]
    assert pc.run("g").clocks == 16 * 3 + RET_CLOCKS


@pytest.mark.parametrize("data", [0x10_000C, 0x10_0027], ids=["before", "after"])
def test_data_beside_code_on_its_page_can_be_written(data: int) -> None:
    place = data.to_bytes(4, "little")
    # mov dword [data], $12345678; inc word [data]; mov eax, [data]; ret
    code = b"\xc7\x05" + place + b"\x78\x56\x34\x12\x66\xff\x05" + place + b"\xa1" + place + b"\xc3"
    assert 0x10_0010 in (data + 4, data - len(code))
    segments = Segment(0x10_0010, code, len(code)), Segment(data, bytes(4), 4)
    pc = PC(Program("test", segments, ((0x10_0010, code),), {"f": 0x10_0010}))
    assert pc.run("f").value == 0x1234_5679
    assert pc.read(data, 4) == bytes.fromhex("79 56 34 12")


def test_trap_a_jump_into_an_instruction_runs_nothing() -> None:
    # mov eax, 0x90c3310f holds RDTSC, RET.
    pc = PC(program("b8 00 00 00 00", "eb 01", "b8 0f 31 c3 90", RET))
    with pytest.raises(MachineFaultError, match="0x100008, which is not its code"):
        pc.run("f")
    assert pc._uc.reg_read(x86_const.UC_X86_REG_EAX) == 0


def test_too_little_memory_for_the_machine_is_an_error() -> None:
    """Run in a separate process: the limit is permanent, and Unicorn would end the process."""
    script = """
import resource
from dsp56k.host.errors import HostError
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
program = builtin_program("driver")
machine = PC(program)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (int(PLUS) << 20), resource.RLIM_INFINITY))
try:
    PC(program)
    print("enough")
except HostError as error:
    print(error)
"""
    for plus, answer in ((20, "cannot allocate the PC's memory: Cannot allocate memory"), (100, "enough")):
        done = subprocess.run(
            [sys.executable, "-c", script.replace("PLUS", str(plus))], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stdout.strip()) == (0, answer), done.stderr


def test_trap_code_outside_the_program_is_not_run_uncounted() -> None:
    pc, _ = machine("ff e0", "b8 00 00 20 00", "ff e0", RET)
    pc.write(DATA.start, b"\x90\xc3")
    pc.program.symbols["g"] = 0x10_0002
    with pytest.raises(MachineFaultError, match="not its code"):
        pc.run("g")


def test_trap_later_processors_instructions_are_refused_although_unicorn_would_run_them() -> None:
    for code in ("0f 44 c3", "0f a2", "0f c8", "0f b1 03"):
        with pytest.raises(ProgramError):
            PC(program(code, RET))


# Errors


def test_a_division_by_zero_ends_the_run_with_its_number() -> None:
    # xor ecx,ecx / div ecx
    pc = PC(program("31 c9", "f7 f1", RET))
    with pytest.raises(MachineFaultError, match="f: interrupt or exception 0 before 0x100002") as caught:
        pc.run("f")
    assert caught.value.fields["number"] == 0


def test_an_exception_of_a_board_ends_the_run_and_reaches_the_caller() -> None:
    class Broken(Board):
        def read(self, offset: int, now: int) -> int:
            raise LookupError(f"offset {offset}")

        def write(self, offset: int, value: int, now: int) -> None:
            raise LookupError(f"offset {offset}")

    for code in ("ee", "ec", "88 07", "8a 07", "66 ef"):
        pc = PC(program(MOV_EDX_PORT, MOV_EDI_WINDOW, code, "eb fe"), memory="manual")
        pc.isa_bus.attach_ports(0x300, 2, Broken())
        pc.isa_bus.attach_memory(WINDOW, 16, Broken())
        with pytest.raises(LookupError, match="offset"):
            pc.run("f")


def test_the_watch_dog_names_function_and_place() -> None:
    pc = PC(program("eb fe"), memory="manual")
    with pytest.raises(ClockLimitError, match="f: still running") as caught:
        pc.run("f", limit=500)
    assert caught.value.fields["function"] == "f"
    assert caught.value.fields["clocks"] >= 500


@pytest.mark.parametrize("code", [("a1 00 00 00 70",), ("31 c9", "f7 f1"), ("68 00 00 00 70", "c3")])
def test_faults_of_the_program(code: tuple[str, ...]) -> None:
    pc = PC(program(*code, RET), memory="manual")
    with pytest.raises(MachineFaultError) as caught:
        pc.run("f")
    assert "pc" in caught.value.fields


def test_memory_outside_ram_and_unknown_functions() -> None:
    pc = PC(program(RET))
    for address, size in ((0xD_0000, 1), (DATA.stop - 1, 2), (-1, 1), (0x7000_0000, 4), (DATA.start, -1)):
        with pytest.raises(HostError, match="not RAM"):
            pc.read(address, size)
    with pytest.raises(ProgramError, match="unknown symbol `g`"):
        pc.run("g")
    with pytest.raises(HostError, match="wait states"):
        PC(program(RET), wait_states=-1)
    for mode in MODES.values():
        assert mode.program.stop <= mode.data.start


def test_multiplications_in_exact_mode_look_at_the_multiplier() -> None:
    code = program("8b 4c 24 04", "b8 03 00 00 00", "f7 e1", RET)
    for value, clocks in ((0, 9), (9, 10), (0xFFFF_FFFF, 38)):
        assert PC(code, memory="manual").run("f", value).clocks == 4 + 2 + clocks + RET_CLOCKS
        assert PC(code, memory="manual", multiply="mean").run("f", value).clocks == 4 + 2 + 37 + RET_CLOCKS
    memory = program(MOV_ESI_DATA, "f7 6e 04", RET)
    pc = PC(memory, memory="manual")
    pc.write(DATA.start + 4, (-17).to_bytes(4, "little", signed=True))
    assert pc.run("f").clocks == 2 + (11 + 3) + RET_CLOCKS


def test_a_binding_without_access_to_unicorn_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "unicorn.unicorn_py3.unicorn", ModuleType("without names"))
    with pytest.raises(HostError, match="cannot reach Unicorn's C interface: install"):
        PC(program("eb fe"), memory="manual")


def test_memory_waits_make_code_slower_and_only_slower() -> None:
    code = program(MOV_ESI_DATA, "b9 20 00 00 00", "8b 06", "89 46 04", "49", "75 f8", RET)
    clocks = [
        PC(code, memory="manual").run("f").clocks,
        *(PC(code, wait_states=waits).run("f").clocks for waits in range(4)),
    ]
    assert clocks == sorted(clocks)
    assert clocks[0] < clocks[1] < clocks[-1]


def test_the_versions_this_was_built_on() -> None:
    assert unicorn.uc_version()[0] == 2


def test_the_old_parameter_accounting() -> None:
    with pytest.warns(DeprecationWarning, match=r"PC\(accounting=\) is deprecated") as warned:
        pc = PC(program(RET), memory="manual", accounting="native")
    assert warned[0].filename == __file__
    assert pc.run("f").clocks == RET_CLOCKS
    with pytest.raises(HostError, match="accounting must be 'native', got 'plain'"):
        PC(program(RET), accounting="plain")
