"""Jumps, subroutines, returns, ANDI, ORI, Tcc and the instructions without operands."""

from typing import TYPE_CHECKING

from reference_model.instructions import bits, ccr, loops, moves
from reference_model.peripherals.peripheral import Reset, Unmodelled
from reference_model.words import MASK16, MASK56, bit, signed

if TYPE_CHECKING:
    from reference_model.machine import Machine


def jump(machine: "Machine", name: str, f: dict[str, int]) -> None:
    """JMP, JSR, Jcc and JScc (UM A-77, A-85, A-87, A-99): 4+jx, taken or not (Table A-11).

    The address register moves whether the jump is taken or not.
    """
    machine.cost.base = 4
    target = f["a"] if "a" in f else machine.effective_address(f).value & 0xFFFF
    taken = "C" not in f or ccr.holds(machine.file, f["C"])
    _go(machine, target, taken, calling=name.startswith("js"))


def bit_jump(machine: "Machine", name: str, form: str, f: dict[str, int]) -> None:
    """JCLR, JSET, JSCLR and JSSET (UM A-81, A-90, A-95, A-101): 6+jx."""
    machine.cost.base = 6
    old = bits.value_at(machine, bits.place(machine, form, f))
    taken = bool(bit(old, f["b"])) == name.endswith("set")
    _go(machine, machine.extension & 0xFFFF, taken, calling=name.startswith("js") and name not in ("jset",))


def _go(machine: "Machine", target: int, taken: bool, calling: bool) -> None:
    if taken:
        if calling:
            machine.stack.push(machine.next_pc, machine.file["sr"])
            machine.interrupts.called()
        machine.next_pc = target
        machine.in_sequence = False
    machine.cost.refill(machine.next_pc)


def rti(machine: "Machine") -> None:
    """UM A-198."""
    machine.cost.base = 4
    machine.next_pc, machine.file["sr"] = machine.stack.pull()
    machine.cost.refill(machine.next_pc)


def rts(machine: "Machine") -> None:
    """UM A-200: SR is not affected; the stacked one is dropped."""
    machine.cost.base = 4
    machine.next_pc, _ = machine.stack.pull()
    machine.cost.refill(machine.next_pc)


def immediate_logic(machine: "Machine", name: str, f: dict[str, int]) -> None:
    """ANDI and ORI on MR, CCR or OMR (UM A-26, A-183)."""
    machine.cost.base = 2
    register, shift = (("sr", 8), ("sr", 0), ("omr", 0))[f["E"]]
    if name == "andi":
        machine.file[register] &= f["i"] << shift | ~(0xFF << shift)
    else:
        machine.file[register] |= f["i"] << shift


def tcc(machine: "Machine", f: dict[str, int]) -> None:
    """UM A-213: past the shifter and limiter; the second transfer counts as a move to an address register."""
    machine.cost.base = 2
    if not ccr.holds(machine.file, f["C"]):
        return
    destination = "ab"[f["d"]]
    source = ("ab"[1 - f["d"]], "", "", "", "x0", "y0", "x1", "y1")[f["J"]]
    value = machine.file[source]
    machine.file[destination] = value if f["J"] == 0 else (signed(value, 24) << 24) & MASK56
    if "t" in f:
        moves.write(machine, f"r{f['T']}", machine.file[f"r{f['t']}"])


def plain(machine: "Machine", name: str) -> None:
    """NOP (UM A-176), RESET (UM A-190), SWI (UM A-212), WAIT and STOP (UM A-204, A-220).

    WAIT and STOP take no clocks themselves: their time passes asleep.
    """
    if name in ("wait", "stop") and (machine.repetition or machine.interrupts.source):
        raise Unmodelled(f"{name} repeated or in a vector (UM A-204, A-220)")
    machine.cost.base = {"nop": 2, "reset": 4, "swi": 8, "wait": 0, "stop": 0}[name]
    if name == "reset":
        machine.memory.ipr = 0
        machine.memory.peripherals.reset(Reset.SOFTWARE)
    elif name == "swi":
        machine.interrupts.software()


def illegal(machine: "Machine") -> None:
    """A NOP of 8 clocks and an interrupt; PC stays here, unless in a vector (UM 8-12, A-75).

    Repeated, it is a NOP until the last time, and the word after it, fetched by then, is lost (Figure 8-3).
    """
    repeated = machine.repetition is not None
    if repeated and machine.file["lc"] != 1:
        machine.cost.base = 2
        return
    machine.cost.base = 8
    if machine.interrupts.source is None:
        if not repeated:
            loops.fetched_in_vain(machine)
        machine.next_pc = machine.next_pc + 1 & MASK16 if repeated else machine.file["pc"]
        machine.in_sequence = False
    machine.interrupts.enter("illegal")
