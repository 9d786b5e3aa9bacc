"""Data moves: reads and writes of registers on a bus, the parallel moves, MOVEC, MOVEM, MOVEP and LUA."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from reference_model.instructions import ccr
from reference_model.registers import REGISTER_BY_CODE, sign_word
from reference_model.words import MASK24, MASK48, signed

if TYPE_CHECKING:
    from reference_model.machine import Machine

IO = 0xFFC0
Write = Callable[[], None]
"""A destination's write, held back until all sources were read (UM A-11)."""


def spaces(bit_value: int) -> str:
    """The memory space of an S or s bit (Table A-23)."""
    return "xy"[bit_value]


def shifted_and_limited(machine: "Machine", name: str, width: int) -> int:
    """Return the whole of A or B on a 24-bit bus, or on both as a 48-bit long word (UM 4-6 to 4-8, A-116).

    The scaling mode shifts; if the integer portion is in use, the result is the saturation constant and L is set.
    """
    value = signed(machine.file[name], 56)
    mode = ccr.scaling(machine.file)
    if ccr.extension_in_use(value, mode):
        ccr.limit(machine.file)
        largest = (1 << width - 1) - 1
        return largest if value >= 0 else largest + 1
    doubled = {0: value << 1, ccr.SCALE_DOWN: value, ccr.SCALE_UP: value << 2}[mode]
    return doubled >> 49 - width & ((1 << width) - 1)


def read(machine: "Machine", name: str) -> int:
    """A register's content as a 24-bit word (UM 7-4 to 7-7). Reading SSH pulls (UM A-152)."""
    if name in ("a", "b"):
        return shifted_and_limited(machine, name, 24)
    if name in ("a2", "b2"):
        return signed(machine.file[name], 8) & MASK24
    if name == "ssh":
        return machine.stack.pull()[0]
    return machine.stack.ssl if name == "ssl" else machine.file[name]


def write(machine: "Machine", name: str, value: int) -> None:
    """A 24-bit word into a register; short registers take the low bits (UM 7-4 to 7-7). Writing SSH pushes."""
    if name in ("a", "b"):
        value &= MASK24
        machine.file[name] = sign_word(value) << 48 | value << 24
    elif name == "ssh":
        machine.stack.push_ssh(value)
    elif name == "ssl":
        machine.stack.write_ssl(value)
    elif name == "sp":
        machine.stack.write_pointer(value)
    else:
        if name[0] in "rnm":
            machine.agu.written(name)
        machine.file[name] = value


def parallel(machine: "Machine", name: str, f: dict[str, int]) -> list[Write]:
    """The move of a parallel instruction: updates pointers and reads all sources now, returns the writes."""
    return PARALLEL[name](machine, f)


def _none(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-119."""
    return []


def _update(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-125."""
    machine.agu.update(f["R"], ("-n", "+n", "-", "+")[f["M"]])
    return []


def _register(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-122."""
    value = read(machine, REGISTER_BY_CODE[f["e"]])
    return [lambda: write(machine, REGISTER_BY_CODE[f["d"]], value)]


def _immediate(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-120: a signed fraction for X0, X1, Y0, Y1, A and B, an unsigned integer for all others."""
    destination = REGISTER_BY_CODE[f["d"]]
    fraction = destination in ("x0", "x1", "y0", "y1", "a", "b")
    return [lambda: write(machine, destination, f["i"] << 16 if fraction else f["i"])]


def transfer(machine: "Machine", space: str, address: int, register: str, reading: bool) -> list[Write]:
    """A move between a memory word and a register."""
    machine.cost.access(space, address)
    if reading:
        value = machine.memory.read(space, address)
        return [lambda: write(machine, register, value)]
    value = read(machine, register)
    return [lambda: machine.memory.write(space, address, value)]


def through_ea(machine: "Machine", f: dict[str, int], space: str, register: str) -> list[Write]:
    """A move through MMM RRR; with immediate data the memory is the extension word and costs no access."""
    address = machine.effective_address(f)
    if address.immediate:
        return [lambda: write(machine, register, address.value)]
    return transfer(machine, space, address.value & 0xFFFF, register, f["W"] == 1)


def _memory_ea(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-127, A-136."""
    return through_ea(machine, f, spaces(f["s"]), REGISTER_BY_CODE[f["d"]])


def _memory_aa(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-130, A-139."""
    return transfer(machine, spaces(f["s"]), f["a"], REGISTER_BY_CODE[f["d"]], f["W"] == 1)


def _x_and_register(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-131, class I: memory and X0, X1, A or B; and an accumulator into Y0 or Y1."""
    writes = through_ea(machine, f, "x", ("x0", "x1", "a", "b")[f["f"]])
    value = read(machine, "ab"[f["d"]])
    return [*writes, lambda: write(machine, ("y0", "y1")[f["F"]], value)]


def _register_and_y(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-140, class I: an accumulator into X0 or X1; and memory and Y0, Y1, A or B."""
    value = read(machine, "ab"[f["d"]])
    writes = through_ea(machine, f, "y", ("y0", "y1", "a", "b")[f["f"]])
    return [*writes, lambda: write(machine, ("x0", "x1")[f["e"]], value)]


def _class_two(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-131, A-140, class II: an accumulator to memory and X0 (Y0 for Y memory) into the same accumulator."""
    space, accumulator = spaces(f["s"]), "ab"[f["d"]]
    value = machine.file["x0" if space == "x" else "y0"]
    address = machine.effective_address(f)
    writes = transfer(machine, space, address.value, accumulator, reading=False)
    return [*writes, lambda: write(machine, accumulator, value)]


def _long(machine: "Machine", f: dict[str, int], address: int) -> list[Write]:
    """UM A-145: X memory holds the upper word, Y memory the lower."""
    register = ("a10", "b10", "x", "y", "a", "b", "ab", "ba")[f["L"]]
    for space in "xy":
        machine.cost.access(space, address)
    if f["W"]:
        upper, lower = machine.memory.read("x", address), machine.memory.read("y", address)
        return [lambda: _write_long(machine, register, upper, lower)]
    value = _read_long(machine, register)
    return [
        lambda: machine.memory.write("x", address, value >> 24),
        lambda: machine.memory.write("y", address, value & MASK24),
    ]


def _read_long(machine: "Machine", register: str) -> int:
    """48 bits; A and B as one long word, AB and BA as two words, each shifted and limited (UM A-146, A-147)."""
    if register in ("ab", "ba"):
        return read(machine, register[0]) << 24 | read(machine, register[1])
    if register in ("a", "b"):
        return shifted_and_limited(machine, register, 48)
    return machine.file[register[0]] & MASK48


def _write_long(machine: "Machine", register: str, upper: int, lower: int) -> None:
    if register in ("ab", "ba"):
        write(machine, register[0], upper)
        write(machine, register[1], lower)
        return
    name = register[0]
    machine.file[f"{name}1"], machine.file[f"{name}0"] = upper, lower
    if register in ("a", "b"):
        machine.file[f"{name}2"] = sign_word(upper)


def _long_ea(machine: "Machine", f: dict[str, int]) -> list[Write]:
    return _long(machine, f, machine.effective_address(f).value & 0xFFFF)


def _long_aa(machine: "Machine", f: dict[str, int]) -> list[Write]:
    return _long(machine, f, f["a"])


def _x_and_y(machine: "Machine", f: dict[str, int]) -> list[Write]:
    """UM A-149: the Y address uses the bank of address registers that the X address does not use."""
    x_address = machine.agu.effective_xy(f["M"], f["R"])
    y_address = machine.agu.effective_xy(f["m"], (f["R"] & 4 ^ 4) | f["r"])
    writes = transfer(machine, "x", x_address, ("x0", "x1", "a", "b")[f["e"]], f["W"] == 1)
    return writes + transfer(machine, "y", y_address, ("y0", "y1", "a", "b")[f["f"]], f["w"] == 1)


PARALLEL: dict[str, Callable[["Machine", dict[str, int]], list[Write]]] = {
    "none": _none,
    "update": _update,
    "register": _register,
    "immediate": _immediate,
    "memory_ea": _memory_ea,
    "memory_aa": _memory_aa,
    "x_and_register": _x_and_register,
    "register_and_y": _register_and_y,
    "class_two": _class_two,
    "long_ea": _long_ea,
    "long_aa": _long_aa,
    "x_and_y": _x_and_y,
}


def lua(machine: "Machine", f: dict[str, int]) -> None:
    """UM A-110: the address that an update would leave in Rn goes to another register; Rn stays."""
    machine.cost.base = 4
    _, updated = machine.agu.moved(f["R"], ("-n", "+n", "-", "+")[f["M"]])
    write(machine, f"{'rn'[f['d'] >> 3]}{f['d'] & 7}", updated)


def movec(machine: "Machine", form: str, f: dict[str, int]) -> None:
    """UM A-152, Table A-8."""
    machine.cost.base = 2
    control = REGISTER_BY_CODE[f["d"] | 0x20]
    if form == "immediate":
        write(machine, control, f["i"])
    elif form == "register":
        other = REGISTER_BY_CODE[f["e"]]
        source, destination = (other, control) if f["W"] else (control, other)
        write(machine, destination, read(machine, source))
    elif form == "ea":
        machine.complete(through_ea(machine, f, spaces(f["s"]), control))
    else:
        machine.complete(transfer(machine, spaces(f["s"]), f["a"], control, f["W"] == 1))


def movem(machine: "Machine", form: str, f: dict[str, int]) -> None:
    """UM A-159; 6+ea+ap (Table A-6)."""
    machine.cost.base = 6
    register = REGISTER_BY_CODE[f["d"]]
    if form == "ea":
        machine.complete(through_ea(machine, f, "p", register))
    else:
        machine.complete(transfer(machine, "p", f["a"], register, f["W"] == 1))


def movep(machine: "Machine", form: str, f: dict[str, int]) -> None:
    """UM A-164; 4+mvp, Table A-9. W = 1 writes the peripheral."""
    machine.cost.base = 6 if form == "program" else 4
    port_space, port = spaces(f["S"]), IO | f["p"]
    if form == "register":
        machine.complete(transfer(machine, port_space, port, REGISTER_BY_CODE[f["d"]], f["W"] == 0))
        return
    address = machine.effective_address(f)
    space = "p" if form == "program" else spaces(f["s"])
    source, destination = ((space, address.value & 0xFFFF), (port_space, port))
    if not f["W"]:
        source, destination = destination, source
    if address.immediate:
        value = address.value
    else:
        machine.cost.access(*source, alone=True)
        value = machine.memory.read(*source)
    machine.cost.access(*destination, alone=True)
    machine.memory.write(*destination, value)
