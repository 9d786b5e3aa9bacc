"""INT: pushes flags and address, clears IF, and continues at the handler of its vector."""

import struct
from dataclasses import replace
from typing import Any

import pytest

from dsp56k.host.clocks import clock_table
from dsp56k.host.cpu_modes import MODES, ModeName
from dsp56k.host.errors import MachineFaultError, ProgramError
from dsp56k.host.pc import PC
from shared.x86.code import program

VECTOR = 0x60
INT, STI, RET = "cd 60", "fb", "c3"
READ_FLAGS, NOP, IRET = "9c 58", "90", "cf"
IF = 0x200


def pc_with_handler(mode: ModeName, main: str, handler: str, *, aligned: bool = True, **options: Any) -> PC:
    """A PC with a program, and behind it the handler of its INT."""
    pc = PC(replace(program(main, handler, mode=mode), aligned=aligned), mode=mode, memory="manual", **options)
    place, base = MODES[mode].program.start + len(bytes.fromhex(main)), MODES[mode].base
    if mode == "flat32":
        pc.write(8 * VECTOR, struct.pack("<HHHH", place & 0xFFFF, 8, 0x8E00, place >> 16))
    else:
        pc.write(4 * VECTOR, struct.pack("<HH", place - base, base >> 4))
    return pc


@pytest.mark.parametrize("interrupts", [False, True])
@pytest.mark.parametrize(("mode", "column"), [("flat32", "i386_protected"), ("real16", "i386")])
def test_int_takes_the_clocks_of_the_table_to_the_handler_and_back(
    mode: ModeName, column: Any, interrupts: bool
) -> None:
    first, second = (
        pc_with_handler(mode, STI + INT + RET, handler, interrupts=interrupts).run("f").clocks
        for handler in (IRET, NOP + IRET)
    )
    assert second - first == 3
    table = clock_table(column)
    # STI 3; RET 10 and 1 for HLT, the instruction behind.
    assert first == 3 + table["int n"].clocks.base + table["iret"].clocks.base + 10 + 1


@pytest.mark.parametrize("mode", MODES)
def test_a_handler_runs_without_interrupts_and_the_flags_return(mode: ModeName) -> None:
    assert not pc_with_handler(mode, STI + INT + RET, READ_FLAGS + IRET).run("f").value & IF
    assert pc_with_handler(mode, STI + INT + READ_FLAGS + RET, IRET).run("f").value & IF


@pytest.mark.parametrize("mode", MODES)
def test_a_handler_that_is_executed_needs_accesses_that_nobody_watches(mode: ModeName) -> None:
    """Unicorn restores IP before it reports IRET's second read: it would run twice."""
    assert pc_with_handler(mode, RET, IRET, aligned=False).run("f").clocks > 0
    with pytest.raises(ProgramError, match=r"`iretd?`: accesses here are not observed: load the program with aligned"):
        pc_with_handler(mode, INT + RET, IRET, aligned=False).run("f")


@pytest.mark.parametrize("mode", MODES)
def test_a_vector_without_a_handler(mode: ModeName) -> None:
    pc = PC(program(INT, RET, mode=mode), mode=mode)
    with pytest.raises(MachineFaultError, match=r"interrupt \$60 has no handler"):
        pc.run("f")


def test_int_of_a_vector_of_exceptions_is_a_fault() -> None:
    pc = PC(program("cd 03", RET))
    with pytest.raises(MachineFaultError, match="interrupt or exception 3 before"):
        pc.run("f")
