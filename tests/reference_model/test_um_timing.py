"""The manual's clock counts: the worked examples of UM A-223 to A-227 and the instruction mixes of UM B-2 to B-9."""

import pytest

from reference_model.machine import Machine
from reference_model.test_um_examples import NO_MOVE, load, with_program, words_of


def clocks(program: str, state: str, bcr: int, start: int = 0x40, mode: int = 2) -> int:
    machine = with_program(words_of(program), start, mode)
    load(machine, state)
    machine.x[0xFFFE] = bcr
    return machine.step()


def test_multiply_with_two_moves() -> None:
    """UM A-223, A-224: MACR -X0,X0,A X1,X:(R6)- Y0,Y:(R0)+ with BCR $1135, Y external: 3 clocks."""
    assert clocks("1011 0100 0001 0110 1000 0111", "R6 52; R0 523", 0x1135) == 3


def test_conditional_jump() -> None:
    """UM A-225, A-226: JLC (R2+N2) to external memory with BCR $2246: 14 clocks, taken or not costs the same."""
    program = "0000 1010 1110 1010 1010 0110"
    assert clocks(program, "R2 1000; N2 37; SR 0300", 0x2246) == 14
    assert clocks(program, "R2 1000; N2 37; SR 0340", 0x2246, start=0x800) == 14


def test_return_from_interrupt() -> None:
    """UM A-226, A-227: RTI to internal memory with BCR $0012: 4 clocks."""
    machine = with_program(words_of("0000 0000 0000 0000 0000 0100"), mode=2)
    machine.x[0xFFFE] = 0x0012
    machine.regs["sp"] = 1
    machine.stack.locations[1] = (0x0100, 0x0300)
    assert machine.step() == 4
    assert machine.regs["pc"] == 0x0100


SUMMARY = (
    ("ANDI", "0000 0000 1111 1111 1011 1000", 2),
    ("DIV", "0000 0001 1000 0000 0100 0000", 2),
    ("NOP", "000000", 2),
    ("NORM", "0000 0001 1101 1001 0001 0101", 2),
    ("RESET", "000084", 4),
    ("LUA", "0000 0100 0101 1000 0001 0001", 4),
    ("Tcc", "0000 0010 0000 0000 0000 0000", 2),
    ("RND", f"{NO_MOVE} 0001 0001", 2),
    ("move through (Rn+Nn)", "0101 0110 1110 1001 0000 0000", 4),
    ("move of immediate data", "0101 0110 1111 0100 0000 0000 / 000001", 4),
    ("MOVEC register", "0000 0100 1100 0100 1011 1111", 2),
    ("MOVEC absolute", "0000 0101 1111 0000 0011 1111 / 000020", 4),
    ("MOVEM", "0000 0111 1110 0000 1000 0100", 6),
    ("MOVEM -(Rn)", "0000 0111 1111 1000 1000 0100", 8),
    ("MOVEP register", "0000 1001 1100 0100 0010 0000", 4),
    ("MOVEP program memory", "0000 1001 1110 0000 0110 0000", 6),
    ("MOVEP immediate", "0000 1000 1111 0100 1011 1110 / 000000", 6),
    ("BSET X:aa", "0000 1010 0000 0001 0010 0001", 4),
    ("BTST X:-(Rn)", "0000 1011 0111 1001 0010 0001", 6),
    ("BCHG register", "0000 1011 1100 0100 0100 0001", 4),
    ("DO immediate", "0000 0110 0000 0011 1000 0000 / 000050", 6),
    ("DO X:(Rn+Nn)", "0000 0110 0110 1001 0000 0000 / 000050", 8),
    ("REP immediate", "0000 0110 0000 0011 1010 0000", 4),
    ("REP X:-(Rn)", "0000 0110 0111 1001 0010 0000", 6),
    ("JMP short", "0000 1100 0000 0000 0100 0000", 4),
    ("JSR absolute", "0000 1011 1111 0000 1000 0000 / 000020", 6),
    ("JCLR X:aa", "0000 1010 0000 0001 1000 0001 / 000020", 6),
    ("JSSET X:-(Rn)", "0000 1011 0111 1001 1010 0001 / 000020", 8),
)


@pytest.mark.parametrize(("name", "program", "expected"), SUMMARY, ids=[row[0] for row in SUMMARY])
def test_summary(name: str, program: str, expected: int) -> None:
    """Table A-6 with the terms of Tables A-7 to A-13, everything on the chip or without wait states."""
    assert clocks(program, "R0 20; R1 21; N1 1", 0) == expected, name


def test_wait_states_and_conflicts() -> None:
    """UM A-228 note 3 (ap for each word), Table A-14, and a cycle for each further external space (UM 9-3)."""
    move_x = "0101 0110 1110 0001 0000 0000"
    assert clocks(move_x, "R1 1000", 0x3000) == 2 + 3
    assert clocks(move_x, "R1 1000", 0x3050, start=0x800) == 2 + 3 + 5 + 2
    both = "1110 1010 1001 1001 0000 0000"
    assert clocks(both, "R1 1000; R4 1000", 0x3200) == 2 + 3 + 2 + 2
    assert clocks(both, "R1 1000; R4 1000", 0x3210, start=0x800) == 2 + 3 + 2 + 1 + 4
    assert clocks("0000 1010 0110 0001 0010 0001", "R1 1000", 0x4000) == 4 + 2 * 4
    assert clocks("0000 1010 1010 0000 0110 0001", "R1 1000", 0x4447) == 4 + 2 * 7
    assert clocks("0000 0111 1110 0001 1000 0100", "R1 1000", 0x0020, start=0x800) == 6 + 2 + 2


def fill(machine: Machine, words: str) -> None:
    for offset, word in enumerate(words_of(words)):
        machine.p[0x40 + offset] = word


def test_finite_impulse_response_mix() -> None:
    """UM B-2: 54 clocks for a 20-tap filter: MOVEP, CLR, REP, 19 MAC, MACR, MOVEP."""
    machine = with_program([])
    fill(
        machine,
        "0000 1001 0110 0000 1010 0000 / 1111 0000 1001 1000 0001 0011 / 0000 0110 0001 0011 1010 0000 /"
        "1111 0000 1001 1000 1101 0010 / 0010 0000 0101 0000 1101 0011 / 0000 1001 1100 1110 0010 0001",
    )
    load(machine, "M0 13; M4 13; R0 0; R4 0")
    machine.run(until=0x46)
    assert (machine.clocks, machine.instructions) == (54, 24)


def test_biquad_mix() -> None:
    """UM B-2: 50 clocks for four sections: MOVEP, MPY, DO over four MACs, RND, MOVEP."""
    machine = with_program([])
    fill(
        machine,
        "0000 1001 0100 0110 0010 0000 / 1111 0000 1001 1000 1011 0000 / 0000 0110 0000 0100 1000 0000 / 000047 /"
        "1111 0000 1001 1000 1101 0010 / 1111 0000 1001 1000 1101 0011 / 1111 0000 1001 1000 1101 0010 /"
        "1111 0000 1001 1000 1101 0010 / 0010 0000 0000 0000 0001 0001 / 0000 1001 1100 1110 0010 0001",
    )
    machine.run(until=0x4A)
    assert (machine.clocks, machine.instructions) == (50, 21)
