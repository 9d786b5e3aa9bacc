"""The exact profile of a program: every clock belongs to an instruction."""

from typing import Any

import pytest

from dsp56k.host.clocks.profile import Spent
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import builtin_program
from reference_model.pc.accounting import BOTH, PCS, AccountingName
from shared.x86.code import ORIGIN, Board, program

POINTERS = (f"be 00 00 {DATA.start >> 16:02x} 00", f"bf 00 10 {DATA.start >> 16:02x} 00")  # mov esi; mov edi
CODE = program(
    "fc",
    *POINTERS,
    "b9 25 00 00 00",  # mov ecx, 37
    "f3 a4",  # rep movsb
    "b8 05 00 00 00",  # mov eax, 5
    "48",  # l: dec eax
    "75 fd",  # jnz l
    "c3",
)
CLD, ESI, EDI, ECX, MOVS, EAX, DEC, JNZ, RET = (ORIGIN + place for place in (0, 1, 6, 11, 16, 18, 23, 24, 26))


def profile(pc: PC) -> dict[int, Spent]:
    found = pc.profile()
    assert sum(spent.clocks for spent in found.values()) == pc.clocks
    return found


@pytest.mark.parametrize("counting", BOTH)
def test_clocks_by_hand(counting: AccountingName) -> None:
    pc = PCS[counting](CODE, memory="manual")
    assert profile(pc) == {}
    expected = {
        CLD: (2, 1),
        ESI: (2, 1),
        EDI: (2, 1),
        ECX: (2, 1),
        MOVS: (8 + 4 * 37, 1),
        EAX: (2, 1),
        DEC: (5 * 2, 5),
        JNZ: (4 * (7 + 1) + 3, 5),
        RET: (10 + 1, 1),
    }
    for runs in (1, 2, 3):
        pc.run("f")
        found = profile(pc)
        assert found == {address: (clocks * runs, times * runs) for address, (clocks, times) in expected.items()}


def test_a_repetition_that_ends_by_the_zero_flag_has_all_its_items() -> None:
    code = program(
        "fc",
        *POINTERS,
        "b9 10 00 00 00",  # mov ecx, 16
        "f3 a6",  # repe cmpsb
        "c3",
    )
    found = []
    for counting in BOTH:
        pc = PCS[counting](code, memory="manual")
        for different in (5, 9, 5):
            pc.write(DATA.start, bytes(16))
            pc.write(DATA.start + different, b"\x01")
            pc.run("f")
        found.append(profile(pc))
    assert found[0] == found[1]
    assert found[0][ORIGIN + 16] == (3 * 5 + 9 * (6 + 10 + 6), 3)


MACHINES: dict[str, dict[str, Any]] = {"386": {}, "486": {"cpu": "i486", "memory": "pipeline", "byte_rules": True}}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("grade", ["plain-c", "good"])
def test_nothing_of_the_host_software_is_left_out(machine: str, grade: str) -> None:
    code, at, found = builtin_program(f"software-{grade}"), DATA.start, []
    for counting in BOTH:
        pc = PCS[counting](code, **MACHINES[machine])
        pc.write(at, bytes(range(256)) * 2)
        pc.run("md2", at, 100, at + 0x1000)
        pc.run("rsa_power", at + 0x1000, at + 0x100, 1, at + 0x41, 1, at + 0x81, 4)
        found.append(profile(pc))
    assert found[0] == found[1]
    assert len(found[0]) > 100


def test_waits_for_a_board_belong_to_the_instruction() -> None:
    pc = PC(program("ba 00 03 00 00", "ec", "90", "c3"), memory="manual", clock_hz=8_000_000)  # mov edx; in al, dx; nop
    pc.isa_bus.attach_ports(0x300, 1, Board([0x55]))
    pc.run("f")
    assert profile(pc) == {ORIGIN: (2, 1), ORIGIN + 5: (7 - 2 + 6, 1), ORIGIN + 6: (3, 1), ORIGIN + 7: (11, 1)}


def test_a_second_bus_cycle_belongs_to_the_instruction() -> None:
    code = program(f"bf 01 00 {DATA.start >> 16:02x} 00", "8b 07", "c3")  # mov edi; mov eax, [edi]
    for counting in BOTH:
        pc = PCS[counting](code, memory="manual")
        pc.run("f")
        assert profile(pc) == {ORIGIN: (2, 1), ORIGIN + 5: (4 + 2, 1), ORIGIN + 7: (11, 1)}
