"""Rules of the manual without an example: limiting under scaling, stack errors, LC under REP, delays."""

import pytest

from reference_model.machine import Machine
from reference_model.memory import x_rom, y_rom
from reference_model.test_um_examples import NO_MOVE, entries, found, load, with_program, words_of

MOVE_A_TO_X0 = "0010 0001 1100 0100 0000 0000"
MOVE_A_TO_LONG = "0100 1000 0000 0000 0000 0000"


@pytest.mark.parametrize(
    ("status", "a", "word", "limited"),
    [
        # UM A-11: E looks at bits 55-47, 55-48 or 55-46; UM 6-11: read shifted right or left.
        (0x0000, "00:7FFFFF:FFFFFF", 0x7FFFFF, False),
        (0x0000, "00:800000:000000", 0x7FFFFF, True),
        (0x0000, "FF:800000:000000", 0x800000, False),
        (0x0000, "FE:FFFFFF:FFFFFF", 0x800000, True),
        (0x0400, "00:800000:000000", 0x400000, False),
        (0x0400, "FF:000001:000000", 0x800000, False),
        (0x0400, "01:000000:000000", 0x7FFFFF, True),
        (0x0800, "00:3FFFFF:C00000", 0x7FFFFF, False),
        (0x0800, "00:400000:000000", 0x7FFFFF, True),
        (0x0800, "FF:BFFFFF:000000", 0x800000, True),
    ],
)
def test_shifter_and_limiter(status: int, a: str, word: int, limited: bool) -> None:
    machine = with_program(words_of(MOVE_A_TO_X0))
    load(machine, f"A {a}")
    machine.regs["sr"] = status
    machine.step()
    assert (machine.regs["x0"], bool(machine.regs["sr"] & 0x40)) == (word, limited)
    assert found(machine, f"A {a}") == entries(f"A {a}")


def test_long_word_is_scaled_as_one_value() -> None:
    """UM 4-7, A-147: the two limiters combine for a 48-bit operand."""
    machine = with_program(words_of(MOVE_A_TO_LONG))
    load(machine, "A 00:800000:000001; SR 0400")
    machine.step()
    assert (machine.x[0], machine.y[0]) == (0x400000, 0)
    machine = with_program(words_of(MOVE_A_TO_LONG))
    load(machine, "A FF:C00000:800001; SR 0800")
    machine.step()
    assert (machine.x[0], machine.y[0]) == (0x800001, 0x000002)


def test_extension_is_read_with_its_sign() -> None:
    """UM 7-5, Figure 7-4: MOVE A2,X0."""
    machine = with_program(words_of("0010 0001 0100 0100 0000 0000"))
    load(machine, "A 80:000000:000000")
    machine.step()
    assert machine.regs["x0"] == 0xFFFF80


def push() -> str:
    """MOVEC #$12,SSH."""
    return "0000 0101 0001 0010 1011 1100"


def pull() -> str:
    """MOVEC SSH,X0."""
    return "0000 0100 0100 0100 1011 1100"


@pytest.mark.parametrize(
    ("program", "before", "after"),
    [
        # UM 6-17, Figure 6-9; the sticky bits after it.
        (push(), 0x00, 0x01),
        (push(), 0x0F, 0x10),
        (push(), 0x10, 0x11),
        (pull(), 0x01, 0x00),
        (pull(), 0x00, 0x3F),
        (pull(), 0x3F, 0x3E),
        (pull(), 0x10, 0x1F),
        (push(), 0x3F, 0x30),
        (push(), 0x25, 0x06),
    ],
)
def test_stack_pointer(program: str, before: int, after: int) -> None:
    machine = with_program(words_of(program))
    machine.regs["sp"] = before
    machine.step()
    assert machine.regs["sp"] == after
    assert machine.stack.error_raised == (bool(after & 0x10) and not before & 0x10)


def test_double_push_and_pull_beyond_the_ends() -> None:
    """UM 6-17: DO pushes twice, ENDDO pulls twice."""
    machine = with_program(words_of("0000 0110 0000 0001 1000 0000 / 000050"))
    machine.regs["sp"] = 15
    machine.step()
    assert machine.regs["sp"] == 0x11
    machine = with_program(words_of("0000 0000 0000 0000 1000 1100"))
    machine.step()
    assert machine.regs["sp"] == 0x3E


def test_moves_to_ssh_keep_ssl() -> None:
    machine = with_program(words_of(push()))
    machine.stack.locations[1] = (1, 2)
    machine.step()
    assert machine.stack.locations[1] == (0x12, 2)


def test_repetition_counts_in_lc() -> None:
    """UM A-185: LC has the count, is saved and restored; a count of 0 is 65,536."""
    machine = with_program(words_of("0000 0110 0000 0011 1010 0000 / 0010 0000 0101 1000 0000 0000"))
    machine.regs["lc"] = 0x77
    seen = []
    for _ in range(4):
        machine.step()
        seen.append((machine.regs["lc"], machine.regs["pc"]))
    assert seen == [(3, 0x41), (2, 0x41), (1, 0x41), (0x77, 0x42)]
    machine = with_program(words_of("0000 0110 0000 0000 1010 0000 / 0010 0000 0101 1000 0000 0000"))
    machine.run(until=0x42)
    assert (machine.instructions, machine.regs["r0"]) == (65_537, 0)


def test_repeated_instruction_is_fetched_once() -> None:
    """UM A-185: in external memory with three wait states only the first execution waits for its word."""
    machine = with_program(words_of("0000 0110 0000 0011 1010 0000 / 0010 0000 0101 1000 0000 0000"), start=0x400)
    machine.x[0xFFFE] = 0x0030
    assert [machine.step() for _ in range(4)] == [4 + 3, 2 + 3, 2, 2]


def test_loop_with_count_zero() -> None:
    machine = with_program(words_of("0000 0110 0000 0000 1000 0000 / 000042 / 0010 0000 0101 1000 0000 0000"))
    machine.run(until=0x43)
    assert (machine.instructions, machine.regs["sp"], machine.regs["sr"] & 0x8000) == (65_537, 0, 0)


def test_loop_end_restores_only_the_loop_flag() -> None:
    """UM A-64."""
    machine = with_program(words_of(NO_MOVE + "0000 0011"))
    load(machine, "SP 2; SR 8000; LA 40; LC 1; A 00:400000:000000")
    machine.stack.locations[1:3] = [(0x1234, 0x5678), (0x0040, 0x0F7F)]
    machine.step()
    assert [machine.regs[name] for name in ("pc", "sp", "la", "lc", "sr")] == [0x41, 0, 0x1234, 0x5678, 0]


@pytest.mark.parametrize(
    ("writer", "pointer"),
    [
        ("0011 0000 0010 0000 0000 0000", 0x10),  # MOVE #$20,R0
        ("0110 0000 1000 0101 0000 0000", 0x10),  # MOVE X:<5,R0
        ("0000 0111 1000 0101 0001 0000", 0x10),  # MOVEM P:<5,R0
        ("0000 0100 0101 1001 0001 0000", 0x10),  # LUA (R1)+,R0
        ("0000 0011 0011 0001 0000 0000", 0x10),  # TPL B,A R1,R0
        ("0000 1011 1101 0000 0110 0101", 0x10),  # BTST #5,R0: reads only
        ("0000 1010 1101 0000 0110 0101", 0x30),  # BSET #5,R0: not a move-type instruction
        ("0010 0000 0101 1000 0000 0000", 0x11),  # (R0)+: an update is exempt
    ],
)
def test_write_to_use_delay(writer: str, pointer: int) -> None:
    """UM A-237: the next instruction still points with the old register, the one after it with the new."""
    read = "0100 0100 1110 0000 0000 0000"  # MOVE X:(R0),X0
    machine = with_program(words_of(f"{writer} / {read} / {read}"))
    load(machine, "R0 10; R1 1F; X:5 20; P:5 20; X:10 A; X:11 B; X:20 C; X:30 D")
    machine.step()
    machine.step()
    assert machine.regs["x0"] == {0x10: 0xA, 0x11: 0xB, 0x30: 0xD}[pointer]
    machine.step()
    assert machine.regs["x0"] == machine.x[machine.regs["r0"]]


def test_update_of_the_old_pointer_wins() -> None:
    """MOVE #$20,R0 then X:(R0)+: the update starts from the old register (UM 8-3) and is written last."""
    machine = with_program(words_of("0011 0000 0010 0000 0000 0000 / 0100 0100 1101 1000 0000 0000"))
    machine.regs["r0"] = 0x10
    machine.run(until=0x42)
    assert machine.regs["r0"] == 0x11


def test_register_is_stored_as_the_update_left_it() -> None:
    """UM A-128 shows it for -(Rn): addresses are formed one stage before the data move."""
    machine = with_program(words_of("0110 0010 0101 1010 0000 0000"))
    machine.regs["r2"] = 0x20
    machine.step()
    assert machine.x[0x20] == 0x21


def test_map_changes_one_instruction_late() -> None:
    """UM 8-2, 8-3: ORI #4,OMR, and the next access still sees external RAM at X:$0100."""
    read = "0101 0110 1111 0000 0000 0000 / 000100"
    machine = with_program(words_of(f"0000 0000 0000 0100 1111 1010 / {read} / {read}"))
    machine.x[0x100] = 0x123456
    machine.step()
    machine.step()
    assert machine.regs["a1"] == 0x123456
    machine.step()
    assert machine.regs["a1"] == x_rom()[0]


def test_data_roms() -> None:
    """The ends of the companding tables and of the sine (UM 3-7, 3-11)."""
    assert (x_rom()[0], x_rom()[127], y_rom()[64], y_rom()[192]) == (0x7D7C00, 0, 0x7FFFFF, 0x800000)


def test_short_immediates() -> None:
    """UM 7-13, 7-14: a fraction for X0, an integer for A1; A takes its sign."""
    machine = with_program(words_of("0010 0100 1000 0001 0000 0000 / 0010 1110 1000 0001 0000 0000"))
    machine.run(until=0x42)
    after = "X0 810000; A FF:810000:000000"
    assert found(machine, after) == entries(after)


def test_reset_state() -> None:
    """UM 8-28 to 8-31."""
    machine = Machine(mode=2)
    assert [machine.regs[name] for name in ("sr", "sp", "m0", "m7", "pc")] == [0x0300, 0, 0xFFFF, 0xFFFF, 0xE000]
    assert machine.x[0xFFFE] == 0xFFFF
