"""DO, ENDDO, REP and the end of a loop (UM A-63 to A-72, A-185 to A-189)."""

from typing import TYPE_CHECKING

from reference_model.instructions import moves
from reference_model.peripherals.peripheral import Unmodelled
from reference_model.registers import REGISTER_BY_CODE
from reference_model.words import MASK16

if TYPE_CHECKING:
    from reference_model.machine import Machine

LOOP_FLAG = 0x8000


def _count(machine: "Machine", form: str, f: dict[str, int]) -> int:
    """Return the lower 16 bits of the operand of DO or REP; 0 is 65,536 iterations (UM A-63, A-185)."""
    if form == "immediate":
        return f["h"] << 8 | f["i"]
    if form == "register":
        return moves.read(machine, REGISTER_BY_CODE[f["d"]]) & MASK16
    address = f["a"] if form == "aa" else machine.effective_address(f).value
    space = moves.spaces(f["s"])
    machine.cost.access(space, address)
    return machine.memory.read(space, address) & MASK16


def do(machine: "Machine", form: str, f: dict[str, int]) -> None:
    """6+mv. LA:LC are pushed before the operand is read: DO SP loads SP+1, DO SSL the old LC (UM A-69, A-70)."""
    machine.cost.base = 6
    if form == "register" and REGISTER_BY_CODE[f["d"]] == "ssh":
        raise Unmodelled("DO SSH, which is forbidden (UM A-233)")
    machine.stack.push(machine.file["la"], machine.file["lc"])
    machine.file["lc"] = _count(machine, form, f)
    machine.stack.push(machine.next_pc, machine.file["sr"])
    machine.file["la"] = machine.extension & MASK16
    machine.file["sr"] |= LOOP_FLAG
    # The comparison with LA begins when LF is set; this instruction's own words were fetched before (UM A-64).
    machine.in_sequence = False


def leave(machine: "Machine") -> None:
    """LF from the stacked SR, no other bit of it; then LA and LC: the end of a loop, and ENDDO (UM A-64, A-71)."""
    _, status = machine.stack.pull()
    machine.file["sr"] = machine.file["sr"] & ~LOOP_FLAG | status & LOOP_FLAG
    machine.file["la"], machine.file["lc"] = machine.stack.pull()


def enddo(machine: "Machine") -> None:
    """UM A-71: ends the loop, jumps nowhere."""
    machine.cost.base = 2
    leave(machine)


def end_of_pass(machine: "Machine") -> None:
    """End an iteration if the word at LA was fetched last: continue at SSH, unless LC is one (UM A-64).

    A jump to LA+1 does not fetch LA. A call whose last word is at LA is allowed if it does not begin there
    (UM A-65, A-233); its return leads to LA+1 and ends the iteration.
    """
    if machine.in_sequence and machine.next_pc == machine.file["la"] + 1 & MASK16:
        machine.next_pc = _count_pass(machine, machine.next_pc)


def fetched_in_vain(machine: "Machine") -> None:
    """The word at PC was fetched and will be again: at LA it ends a pass each time (UM 8-12, 8-13, A-75)."""
    if machine.file["pc"] == machine.file["la"]:
        _count_pass(machine, 0)


def _count_pass(machine: "Machine", after_it: int) -> int:
    """LA was fetched: where the fetches go on, `after_it` being the address after the loop."""
    if not machine.file["sr"] & LOOP_FLAG:
        return after_it
    if machine.file["lc"] == 1:
        leave(machine)
        return after_it
    machine.file["lc"] -= 1
    return machine.stack.ssh


def rep(machine: "Machine", form: str, f: dict[str, int]) -> None:
    """4+mv. LC is kept aside and counts the repetitions (UM A-185)."""
    machine.cost.base = 4
    saved = machine.file["lc"]
    machine.file["lc"] = _count(machine, form, f)
    machine.repetition = Repetition(saved)


class Repetition:
    """The instruction after a REP: fetched once, executed until LC is one (UM A-185)."""

    def __init__(self, saved_lc: int) -> None:
        self.saved_lc = saved_lc
        self.word: int | None = None
        self.extension = 0

    def goes_on(self, machine: "Machine") -> bool:
        """Count one execution; True if another one follows."""
        if machine.file["lc"] != 1:
            machine.file["lc"] -= 1
            return True
        machine.file["lc"] = self.saved_lc
        return False
