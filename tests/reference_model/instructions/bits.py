"""BCHG, BCLR, BSET, BTST (UM A-32 to A-51) and the operand that the bit jumps test."""

from typing import TYPE_CHECKING

from reference_model.instructions import ccr, moves
from reference_model.registers import REGISTER_BY_CODE
from reference_model.words import bit

if TYPE_CHECKING:
    from reference_model.machine import Machine


def place(machine: "Machine", form: str, f: dict[str, int]) -> tuple[str, int] | str:
    """The operand of a bit instruction: a register's name, or a space and an address."""
    if form == "register":
        return REGISTER_BY_CODE[f["d"]]
    space = moves.spaces(f["s"])
    if form == "aa":
        return space, f["a"]
    if form == "pp":
        return space, moves.IO | f["p"]
    return space, machine.effective_address(f).value & 0xFFFF


def value_at(machine: "Machine", operand: tuple[str, int] | str, accesses: int = 1) -> int:
    """The operand's word: A and B shifted and limited (Table A-5, note 14), SSH pulled (UM A-48)."""
    if isinstance(operand, str):
        return moves.read(machine, operand)
    machine.cost.access(*operand, accesses)
    return machine.memory.read(*operand)


def execute(machine: "Machine", name: str, form: str, f: dict[str, int]) -> None:
    """The tested bit goes to C, unless the destination is SR, of which only the named bit changes (UM A-33).

    4+mvb (Table A-10): the changing instructions access memory twice and hold the bus in between.
    """
    machine.cost.base = 4
    operand = place(machine, form, f)
    old = value_at(machine, operand, 1 if name == "btst" else 2)
    mask = 1 << f["b"]
    if name == "btst" or operand != "sr":
        ccr.put(machine.file, c=bool(bit(old, f["b"])))
    if name == "btst":
        return
    new = {"bchg": old ^ mask, "bclr": old & ~mask, "bset": old | mask}[name]
    if isinstance(operand, str):
        machine.write_exempt_from_delay(operand, new)
    else:
        machine.memory.write(*operand, new)
