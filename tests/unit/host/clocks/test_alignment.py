"""Accesses that cross a double word take a second bus cycle: clocks by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dsp56k import lib
from dsp56k.card import Card
from dsp56k.host.cpu_modes import MODES, ModeName
from dsp56k.host.driver import CardDriver
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import Program, builtin_program
from dsp56k.host.slot import insert
from dsp56k.host.software import Grade, HostSoftware
from dsp56k.study.operations.workload import Workload
from reference_model.pc.accounting import PlainPC
from shared.host_grades import MODES_AND_GRADES
from shared.x86.code import Board, program

RET = "c3"
RET_CLOCKS = 10 + 1
CYCLE = 2
WINDOW = 0xD_0000


def clocks(*code: str, offset: int = 0) -> int:
    """Clocks of `code` with EDI at this offset of the data, without waits; the same by both counters."""
    made = program(f"bf {(DATA.start + offset).to_bytes(4, 'little').hex()}", *code, RET)
    native = PC(made, memory="manual").run("f")
    assert native == PlainPC(made, memory="manual").run("f")
    return native.clocks - 2 - RET_CLOCKS


@pytest.mark.parametrize(
    ("code", "aligned", "crossing"),
    [
        ("8b 07", 4, {1, 2, 3}),  # mov eax, [edi]
        ("89 07", 2, {1, 2, 3}),
        ("66 8b 07", 4, {3}),
        ("66 89 07", 2, {3}),
        ("8a 07", 4, set()),
        ("88 07", 2, set()),
        ("0f b7 07", 6, {3}),  # movzx eax, word [edi]
        ("f7 27", 12, {1, 2, 3}),  # mul dword [edi], which is zero
    ],
)
@pytest.mark.parametrize("offset", [0, 1, 2, 3, 0xFFC, 0xFFD, 0xFFE, 0xFFF])
def test_one_access(code: str, aligned: int, crossing: set[int], offset: int) -> None:
    assert clocks(code, offset=offset) == aligned + (CYCLE if offset % 4 in crossing else 0)


@pytest.mark.parametrize(("offset", "more"), [(0, 0), (1, 1), (2, 1), (3, 1)])
def test_a_read_and_a_write_cross_twice(offset: int, more: int) -> None:
    assert clocks("01 07", offset=offset) == 7 + 2 * CYCLE * more  # add [edi], eax
    assert clocks("ff 07", offset=offset) == 6 + 2 * CYCLE * more  # inc


@pytest.mark.parametrize(("down", "crosses"), [(0, 0), (1, 1), (2, 1), (3, 1)])
def test_a_misaligned_stack(down: int, crosses: int) -> None:
    # sub esp, n; push eax; pop ebx; add esp, n: only push and pop are down there.
    assert clocks(f"83 ec {down:02x}", "50", "5b", f"83 c4 {down:02x}") == 2 + 2 + 4 + 2 + 2 * CYCLE * crosses


@pytest.mark.parametrize(("source", "target"), [(0, 0), (1, 0), (0, 3), (2, 1)])
def test_string_moves_pay_for_each_item(source: int, target: int) -> None:
    esi = f"be {(DATA.start + 0x1000 + source).to_bytes(4, 'little').hex()}"
    items = 2000  # through two pages
    count = f"b9 {items.to_bytes(4, 'little').hex()}"
    crossing = (source != 0) + (target != 0)
    assert clocks("fc", esi, count, "f3 a5", offset=0x4000 + target) == 2 + 2 + 2 + 8 + (4 + CYCLE * crossing) * items


def test_a_loop_over_words_takes_longer_at_odd_addresses() -> None:
    # mov ecx, 100; l: mov eax, [edi]; add edi, 4; dec ecx; jnz l
    loop = ("b9 64 00 00 00", "8b 07", "83 c7 04", "49", "75 f8")
    at = [clocks(*loop, offset=offset) for offset in range(5)]
    assert at[0] == 2 + 100 * (4 + 2 + 2) + 99 * (7 + 2) + 3
    assert at == [at[0], *[at[0] + 100 * CYCLE] * 3, at[0]]


@pytest.mark.parametrize("waits", [0, 1, 3])
def test_the_second_cycle_has_the_wait_states_of_memory(waits: int) -> None:
    """A multiplication's read leaves the bus idle before and after it: the difference is only the cycle."""
    at = [
        PC(program(f"bf {offset:02x} 00 20 00", "f7 27", RET), wait_states=waits).run("f").clocks for offset in (0, 1)
    ]
    assert at[1] - at[0] == 2 + waits


@pytest.mark.parametrize("waits", [0, 1, 3])
def test_the_second_cycle_of_a_write_overlaps_the_next_instruction_by_a_clock(waits: int) -> None:
    at = [
        PC(program(f"bf {offset:02x} 00 20 00", "89 07", RET), memory="three-units", wait_states=waits).run("f").clocks
        for offset in (0, 1)
    ]
    assert at[1] - at[0] == 2 + waits - 1


def test_an_access_to_a_board_is_later_by_the_second_cycle_before_it() -> None:
    boards = []
    for offset in (0, 2):
        pc = PC(program("ba 00 03 00 00", f"a1 {offset:02x} 00 20 00", "ec", RET), memory="manual", clock_hz=8_000_000)
        board = Board()
        pc.isa_bus.attach_ports(0x300, 1, board)
        pc.run("f")
        boards.append(board.reads[0][1])
    assert boards[1] - boards[0] == CYCLE * 125_000


def test_a_board_s_bytes_have_cycles_of_their_own_already() -> None:
    taken = []
    for offset in (0, 1):
        pc = PC(program(f"bf {offset:02x} 00 0d 00", "66 89 47 02", RET), memory="manual", clock_hz=8_000_000)
        pc.isa_bus.attach_memory(WINDOW, 0x100, Board())
        taken.append(pc.run("f").clocks)
    assert taken[0] == taken[1]


def test_string_input_to_an_odd_address() -> None:
    pc = PC(program("fc", "ba 00 03 00 00", f"bf 03 00 {DATA.start >> 16:02x} 00", "66 6d", RET), memory="manual")
    pc.isa_bus.attach_ports(0x300, 2, Board())
    odd = pc.run("f").clocks
    pc = PC(program("fc", "ba 00 03 00 00", f"bf 00 00 {DATA.start >> 16:02x} 00", "66 6d", RET), memory="manual")
    pc.isa_bus.attach_ports(0x300, 2, Board())
    assert odd == pc.run("f").clocks + CYCLE


CPU: dict[ModeName, str] = {"flat32": "i386", "real16": "i286"}
"""The one with the narrowest bus: a 286 takes two cycles for a word at any odd address."""


def unknown(name: str, mode: ModeName = "flat32") -> Program:
    """A program of ours, with its accesses looked at."""
    return replace(builtin_program(name, mode), aligned=False)


@pytest.mark.parametrize(("mode", "grade"), MODES_AND_GRADES)
def test_the_host_software_makes_no_such_access(mode: ModeName, grade: Grade) -> None:
    work = Workload(7)
    trusted, watched = (
        HostSoftware(PC(make(f"software-{grade}", mode), mode=mode, cpu=CPU[mode]), grade)
        for make in (builtin_program, unknown)
    )
    rsa, data = work.rsa_key, work.data(256)
    for software in (trusted, watched):
        assert software.pc.program.aligned is (software is trusted)
    for size in range(36):
        assert trusted.call("md2", data[:size]) == watched.call("md2", data[:size])
        assert trusted.call("md4", data[:size]) == watched.call("md4", data[:size])
    for blocks in range(5):
        arguments = work.des_key, work.des_iv, data[: 8 * blocks]
        assert trusted.call("des_cbc_encrypt", *arguments) == watched.call("des_cbc_encrypt", *arguments)
        assert trusted.call("des_cbc_decrypt", *arguments) == watched.call("des_cbc_decrypt", *arguments)
    assert trusted.load_key("des_cbc_encrypt", work.des_key) == watched.load_key("des_cbc_encrypt", work.des_key)
    for key in (work.des_key, None):
        assert trusted.call("des_ecb_encrypt", key, data) == watched.call("des_ecb_encrypt", key, data)
        assert trusted.call("des_ecb_decrypt", key, data) == watched.call("des_ecb_decrypt", key, data)
        assert trusted.call("des_mac", key, data[:-3]) == watched.call("des_mac", key, data[:-3])
    operands = work.operands(2)
    assert trusted.call("rsa_crt", operands, rsa) == watched.call("rsa_crt", operands, rsa)
    assert trusted.call("rsa_public", operands, rsa.e, rsa.n) == watched.call("rsa_public", operands, rsa.e, rsa.n)
    assert trusted.call("rsa_public", [3], 65537, (1 << 1000) + 1) == watched.call(
        "rsa_public", [3], 65537, (1 << 1000) + 1
    )


@pytest.mark.parametrize("mode", MODES)
def test_the_driver_makes_no_such_access(mode: ModeName) -> None:
    work, times = Workload(7), []
    for make in (builtin_program, unknown):
        pc, card = PC(make("driver", mode), mode=mode, cpu=CPU[mode]), Card(seed=7)
        insert(card, pc)
        driver = CardDriver(pc)
        taken = [driver.start(lib.firmware.image().segments).clocks]
        for size in (8, 64, 4104):
            data = work.data(size)
            taken += [
                driver.call("des_cbc_encrypt", work.des_key, work.des_iv, data, chip=chip).clocks
                for chip in (False, True)
            ]
            taken.append(driver.call("md2", data[:-3]).clocks)
        taken.append(driver.random(16).clocks)
        taken.append(driver.call("rsa_crt", work.operands(1), work.rsa_key).clocks)
        times.append(taken)
    assert times[0] == times[1]
