"""Random words of every encoding and random states to execute them in."""

from __future__ import annotations

from random import Random

from differential.cases import Case
from dsp56k.testing.strategies import EXTREMES
from reference_model.instructions.agu import defined
from reference_model.instructions.decode import CONTROL, MOVES, AluOperation, decode
from reference_model.registers import WIDTH
from reference_model.words import signed

#: Left out: they end, suspend or interrupt the flow of the program.
_SUSPENDING = ("illegal", "swi", "wait", "stop")
#: Every form of instruction word that is compared, by the name of its pattern.
FAMILIES = tuple(name for _, name in (*MOVES, *CONTROL) if name not in _SUSPENDING)
_PATTERNS = {name: pattern.replace(" ", "") for pattern, name in (*MOVES, *CONTROL)}
_ALU_BYTES = tuple(byte for byte in range(256) if decode(0x200000 | byte) is not None)
_STORING_NOTHING = ("move", "tst", "cmp", "cmpm")
MODIFIERS = (0xFFFF, 0xFFFF, 0xFFFF, 0, 0, 1, 2, 3, 4, 5, 7, 20, 31, 63, 255, 999, 0x3FFF, 0x4000, 0x7FFE, 0x7FFF)
ADDRESSES = (
    0,
    1,
    0x3F,
    0x40,
    0xFE,
    0xFF,
    0x100,
    0x101,
    0x1FE,
    0x1FF,
    0x200,
    0x7FFF,
    0x8000,
    0xFFBE,
    0xFFBF,
    0xFFFE,
    0xFFFF,
)
BUS_CONTROLS = (0, 0x1111, 0x1234, 0xFFFF, 0x0F00, 0xF000, 0x00F0, 0x000F, 0x5A3C)


def word_of(random: Random, family: str) -> int:
    """A legal word of a family."""
    while True:
        bits = "".join(digit if digit in "01" else random.choice("01") for digit in _PATTERNS[family])
        word = int(bits, 2) << 8 | random.choice(_ALU_BYTES) if len(bits) == 16 else int(bits, 2)
        instruction = decode(word)
        if instruction is not None and instruction.name == family and comparable(word):
            return word


def comparable(word: int) -> bool:
    """Return True if a legal word uses only defined and modelled behaviour: of the I/O page in X, BCR and IPR."""
    instruction = decode(word)
    assert instruction is not None
    fields = instruction.fields
    return _single_destinations(word) and (fields.get("p", 0x3E) >= 0x3E or fields.get("S", fields.get("s")) == 1)


def _destinations(name: str, fields: dict[str, int]) -> list[str]:
    """The accumulators that a parallel move loads, wholly or in part."""
    codes = {0x8: "a", 0x9: "b", 0xA: "a", 0xB: "b", 0xC: "a", 0xD: "b", 0xE: "a", 0xF: "b"}
    if name in ("register", "immediate"):
        return [codes.get(fields["d"], "")]
    if name.startswith("memory"):
        return [codes.get(fields["d"], "")] if fields["W"] else []
    if name.startswith("long"):
        return list(("a", "b", "", "", "a", "b", "ab", "ab")[fields["L"]]) if fields["W"] else []
    if name == "class_two":
        return ["ab"[fields["d"]]]
    if name in ("x_and_register", "register_and_y"):
        return [("", "", "a", "b")[fields["f"]]] if fields["W"] else []
    if name == "x_and_y":
        halves = (("W", "e"), ("w", "f"))
        return [("", "", "a", "b")[fields[letter]] for direction, letter in halves if fields[direction]]
    return []


def _single_destinations(word: int) -> bool:
    """Return True if no accumulator is written twice (UM A-120) and SSH is not moved to itself (UM A-154)."""
    instruction = decode(word)
    assert instruction is not None
    if instruction.name == "movec_register":
        return not (instruction.fields["e"] == 0x3C and instruction.fields["d"] == 0x1C)
    if instruction.name in ("do_register",):
        return instruction.fields["d"] != 0x3C
    if not isinstance(instruction.alu, AluOperation):
        return True
    written = [name for name in _destinations(instruction.name, instruction.fields) if name]
    if instruction.alu.name not in _STORING_NOTHING:
        written.append(instruction.alu.destination)
    return len(written) == len(set(written))


def word24(random: Random) -> int:
    """A 24-bit word, often a corner value."""
    return random.choice(EXTREMES) if random.random() < 0.4 else random.getrandbits(24)


def accumulator(random: Random) -> int:
    """56 bits: any, or with the extension barely or not in use, or at the ends of the range and of rounding."""
    kind = random.randrange(6)
    if kind == 0:
        return random.getrandbits(56)
    if kind == 1:
        return signed(random.getrandbits(48), 48) & ((1 << 56) - 1)
    if kind == 2:
        return signed(random.getrandbits(50), 50) & ((1 << 56) - 1)
    if kind == 3:
        return random.choice(
            (0, 1, 1 << 55, (1 << 55) - 1, (1 << 56) - 1, 1 << 47, (1 << 47) - 1, 0x3FFFFF << 24, 3 << 54)
        )
    if kind == 4:
        return (word24(random) << 24 | random.choice((0x800000, 0x400000, 0x7FFFFF, 0, 0x1000000 - 1))) & (
            (1 << 56) - 1
        )
    return random.choice((0, 0xFF, 0x01, 0x7F, 0x80)) << 48 | word24(random) << 24 | word24(random)


def pointers(random: Random) -> dict[str, int]:
    """R, N and M registers whose updates the manual defines."""
    registers: dict[str, int] = {}
    for number in range(8):
        modifier = random.choice(MODIFIERS) if random.random() < 0.8 else random.randrange(0x8000)
        address = random.choice(ADDRESSES) if random.random() < 0.4 else random.getrandbits(random.choice((8, 10, 16)))
        modulus = modifier + 1
        block = 1 << (modulus - 1).bit_length()
        if 0 < modifier < 0x8000:
            near = (random.randint(-modulus, modulus), random.randint(-3, 3) * block, modulus, -modulus, 0)
            offset = random.choice(near)
        else:
            offset = random.choice((0, 1, -1, 2, 0x4000, 0x8000, random.getrandbits(16), random.getrandbits(6)))
        if not defined(signed(offset, 16), modifier) or not defined(-signed(offset, 16), modifier):
            offset = 1
        registers |= {f"r{number}": address & 0xFFFF, f"n{number}": offset & 0xFFFF, f"m{number}": modifier}
    return registers


def state(random: Random) -> dict[str, int]:
    """All registers but PC."""
    registers = {name: word24(random) for name in ("x0", "x1", "y0", "y1")} | pointers(random)
    for name in "ab":
        value = accumulator(random)
        registers |= {f"{name}2": value >> 48, f"{name}1": value >> 24 & 0xFFFFFF, f"{name}0": value & 0xFFFFFF}
    # No trace (T), no reserved scaling mode.
    status = random.getrandbits(16) & 0x036F | random.choice((0, 0, 0x400, 0x800)) | random.choice((0, 0, 0x8000))
    registers["sr"] = status | random.getrandbits(7)
    registers["omr"] = random.choice((0, 0, 0, 2, 3)) | random.choice((0, 4)) | random.choice((0, 0, 0x40))
    registers["sp"] = (
        random.choice((0, 1, 2, 3, 5, 8, 12, 13, 14, 15)) if random.random() < 0.9 else random.getrandbits(6)
    )
    registers["la"], registers["lc"] = random.getrandbits(16), random.choice((0, 1, 2, 3, random.getrandbits(16)))
    assert registers.keys() | {"pc"} == WIDTH.keys()
    return registers


def may_end_a_loop(word: int) -> bool:
    """Return True if an instruction may be at LA: no change of flow, no program controller register (UM A-232)."""
    instruction = decode(word)
    assert instruction is not None
    name, fields = instruction.name, instruction.fields
    if name.startswith(("j", "rt", "rep", "do_", "enddo", "reset")):
        return False
    if name in ("andi", "ori"):
        return fields["E"] != 0
    if name.startswith("movec"):
        return fields["d"] < 0x19 and fields.get("e", 0) < 0x39
    return fields.get("d", 0) < 0x39


def case(random: Random, family: str) -> Case:
    """One instruction of a family in a random state."""
    return case_of(random, word_of(random, family))


def case_of(random: Random, word: int) -> Case:
    """An instruction in a random state; half of the cases that could end a loop do."""
    registers = state(random)
    start = random.choice((0x40, 0x40, random.randrange(0x1F0), 0x1FE, 0x1FF, 0x200, random.randrange(0x200, 0xFFF0)))
    registers["pc"] = start
    instruction = decode(word)
    assert instruction is not None
    extension = random.choice((word24(random), random.getrandbits(16), random.choice(ADDRESSES)))
    if registers["sr"] & 0x8000 and random.random() < 0.5 and may_end_a_loop(word):
        registers["la"] = (start + instruction.words - 1) & 0xFFFF
    elif not may_end_a_loop(word) and registers["la"] == (start + instruction.words - 1) & 0xFFFF:
        registers["la"] ^= 0x8000
    stack = {location: (random.getrandbits(16), random.getrandbits(16)) for location in range(1, 16)}
    bcr = random.choice((0, random.choice(BUS_CONTROLS), random.getrandbits(16)))
    return Case((word, extension)[: instruction.words], registers, stack, {}, bcr, whole=random.random() < 0.5)
