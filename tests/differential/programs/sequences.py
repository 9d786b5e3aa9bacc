"""Random programs: straight code with loops, repeats, subroutines, branches and pointer writes between them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from differential.cases import Case
from differential.programs.encodings import BUS_CONTROLS, FAMILIES, pointers, state, word24, word_of
from reference_model.instructions.decode import MOVES, decode

_PARALLEL = tuple(name for _, name in MOVES)
_ARITHMETIC = ("div", "norm", "tcc", "tcc_pair", "lua", "andi", "ori")
_BITS = tuple(f"{name}_{form}" for name in ("bset", "bclr", "bchg", "btst") for form in ("aa", "ea"))
_UNREPEATED = tuple(family for family in FAMILIES if not family.startswith("rep"))
#: Control registers that a random instruction must not write or pull: the program would run away.
_RESERVED_CODES = range(0x39, 0x40)


class Builder:
    """Code laid out from a start address on."""

    def __init__(self, random: Random, start: int) -> None:
        self.random, self.start = random, start
        self.words: list[int] = []

    @property
    def here(self) -> int:
        return self.start + len(self.words)

    def harmless(self, one_word: bool = False) -> None:
        """A move, an ALU operation or a bit instruction that keeps the flow of the program."""
        while True:
            family = self.random.choice(
                (*_PARALLEL * 3, *_ARITHMETIC, *_BITS, "movec_ea", "movec_aa", "movec_immediate")
            )
            word = word_of(self.random, family)
            instruction = decode(word)
            assert instruction is not None
            if family.startswith("movec") and instruction.fields["d"] | 0x20 in _RESERVED_CODES:
                continue
            if family in ("andi", "ori") and instruction.fields["E"] != 1:
                continue
            if one_word and instruction.words > 1:
                continue
            self.words.append(word)
            if instruction.words > 1:
                self.words.append(self.random.choice((self.random.randrange(0x100), word24(self.random))))
            return

    def loop(self, depth: int) -> None:
        """DO with an immediate count around a few instructions, the last three of them plain."""
        self.words += [0x060080 | self.random.randint(1, 4) << 8, 0]
        end = len(self.words) - 1
        self.block(self.random.randint(0, 3), depth + 1)
        for _ in range(3):
            self.harmless(one_word=True)
        self.words[end] = self.here - 1

    def block(self, length: int, depth: int = 0) -> None:
        """A run of statements."""
        for _ in range(length):
            kind = self.random.random()
            if kind < 0.12 and depth < 3:
                self.loop(depth)
            elif kind < 0.2:
                self.words.append(0x0600A0 | self.random.randint(1, 5) << 8)
                self.harmless(one_word=True)
            elif kind < 0.27:
                self.branch(depth)
            elif kind < 0.32:
                self.subroutine()
            else:
                self.harmless()

    def branch(self, depth: int) -> None:
        """A conditional jump, or a jump on a bit of X0, over a few instructions."""
        if self.random.random() < 0.5:
            self.words += [0x0AF0A0 | self.random.randrange(16), 0]
        else:
            self.words += [0x0AC400 | self.random.choice((0, 0x20)) | self.random.randrange(24), 0]
        target = len(self.words) - 1
        self.block(self.random.randint(1, 2), depth)
        self.words[target] = self.here

    def subroutine(self) -> None:
        """Return JSR over a jump to a routine in the same sequence, and RTS."""
        self.words += [0x0BF080, self.here + 4, 0x0AF080, 0]
        after = len(self.words) - 1
        for _ in range(self.random.randint(1, 3)):
            self.harmless()
        self.words.append(0x00000C)
        self.words[after] = self.here


def program(random: Random, length: int = 0, steps: int = 400) -> Case:
    """A program, a state to start it in, and the address after it."""
    start = random.choice((0x80, 0x80, 0x1E0, 0x400, 0x8000))
    builder = Builder(random, start)
    builder.block(length or random.choice((5, 12, 25)))
    registers = state(random) | pointers(random)
    registers |= {"pc": start, "sp": 0, "sr": registers["sr"] & 0x0FFF}
    if random.random() < 0.7:
        # Pointers into the on-chip memories, so that results feed later instructions.
        registers |= {f"r{number}": random.randrange(0x10, 0xE0) for number in range(8)}
    bcr = random.choice((0, 0, random.choice(BUS_CONTROLS), random.getrandbits(16)))
    whole = random.random() < 0.5
    return Case(tuple(builder.words), registers, {}, {}, bcr, steps, until=builder.here, whole=whole)


def delayed_pointer(random: Random) -> Case:
    """A write to an address register, then instructions that may use it: UM A-237."""
    start = random.choice((0x80, 0x400))
    builder = Builder(random, start)
    number = random.randrange(8)
    writers = (
        0x200000 | 0x04 << 13 | random.choice((0x10, 0x18)) + number << 8,
        0x300000 | random.choice((0, 8)) + number << 16 | random.randrange(256) << 8,
        0x0500A0 | number | random.randrange(256) << 8,
        0x044010 | random.randrange(32) << 8 | random.choice((0, 8)) + number,
        0x030000 | random.randrange(8) << 8 | number | random.choice((0, 0x800)) | random.randrange(16) << 12,
        0x070080 & ~0x80 | 0x8000 | random.choice((0x10, 0x18, 0x20)) + number | random.randrange(64) << 8,
        0x084000 | random.choice((0x10, 0x18, 0x20)) + number << 8 | 0x10000 | random.randrange(64),
        0x0AC040 | random.choice((0x10, 0x18, 0x20)) + number << 8 | 0x20 | random.randrange(16),
        0x600000 | number << 16 | 0xC000 | random.randrange(8) + 8 * random.randrange(6) << 8,
    )
    for _ in range(random.randint(1, 2)):
        word = random.choice(writers)
        if (instruction := decode(word)) is None or instruction.words > 1:
            continue
        builder.words.append(word)
        if random.random() < 0.25:
            builder.words.append(0x0600A0 | random.randint(1, 3) << 8)
        user = 0x204000 | random.randrange(4) << 11 | number << 8
        if random.random() < 0.7:
            user = 0x408000 | random.choice((4, 5, 6, 7)) << 16 | 0x4000 | random.randrange(6) << 11 | number << 8
        builder.words.append(user if decode(user) is not None else 0)
    builder.harmless()
    registers = state(random)
    registers |= {"pc": start, "sp": 2, "sr": registers["sr"] & 0x0FFF}
    stack = {location: (location, location) for location in range(1, 16)}
    whole = random.random() < 0.5
    return Case(tuple(builder.words), registers, stack, {}, 0, steps=20, until=builder.here, whole=whole)


def self_modifying(random: Random) -> Case:
    """A loop that writes, from a table, an instruction of each of its passes, well ahead of the fetches."""
    start = random.choice((0x80, 0x1F8, 0x400))
    passes = random.randint(1, 6)
    space = random.choice((0x077084, 0x076284))
    head = [0x060080 | passes << 8, 0, 0x44D800, space] + ([0] if space == 0x077084 else []) + [0, 0, 0]
    place = start + len(head)
    words = [*head, 0, *[0] * random.randint(3, 5)]
    words[1] = start + len(words) - 1
    if space == 0x077084:
        words[4] = place
    operations = [code for code in range(256) if decode(0x200000 | code) is not None]
    table = {("x", 0x10 + index): 0x200000 | random.choice(operations) for index in range(passes)}
    registers = state(random)
    registers |= {"pc": start, "sp": 0, "sr": registers["sr"] & 0x0FFF, "r0": 0x10, "r2": place, "omr": 0}
    registers |= {"m0": 0xFFFF, "m2": 0xFFFF}
    bcr, whole = random.choice((0, random.getrandbits(16))), random.random() < 0.5
    return Case(tuple(words), registers, {}, table, bcr, 200, until=start + len(words), whole=whole)


def changing_map(random: Random) -> Case:
    """Reads of X, Y and P between changes of OMR: the map follows one instruction late (UM 8-2, 8-3)."""
    words: list[int] = []
    for _ in range(random.randint(2, 8)):
        # ORI and ANDI on OMR: DE, and MB:MA between 0 and 3; mode 1 would need the bootstrap ROM.
        words.append(random.choice((0x0004FA, 0x00FBBA, 0x0003FA, 0x00FCBA, 0)))
        pointer = random.randrange(3)
        reads = (0x44D800, 0x46D900, 0x07DA85, 0x4CD800, 0)
        words += [random.choice(reads[:3]), random.choice(reads)][: random.randint(1, 2)]
        words.append(0x205800 | pointer << 8)
    registers = state(random)
    registers |= {f"r{number}": random.randrange(0xF8, 0x1FC) for number in range(3)}
    registers |= {f"m{number}": 0xFFFF for number in range(3)}
    registers |= {"pc": 0x400, "sr": registers["sr"] & 0x0FFF}
    bcr, whole = random.choice((0, random.getrandbits(16))), random.random() < 0.5
    return Case(tuple(words), registers, {}, {}, bcr, 60, until=0x400 + len(words), whole=whole)


def _vector(random: Random, handler: int) -> tuple[int, int]:
    """The two words of a vector: a fast form, or a call in either word, or a jump, which stacks nothing (UM 8-9)."""
    kind = random.randrange(9)
    plain = Builder(random, 0)
    plain.harmless(one_word=True)
    plain.harmless(one_word=True)
    if kind < 2:
        return plain.words[0], plain.words[1]
    if kind < 4:
        return 0x0D0000 | handler, plain.words[0]
    if kind < 6:
        return plain.words[0], 0x0D0000 | handler
    if kind == 6:
        return 0x0C0000 | handler, plain.words[0]
    return 0x0BF080, handler


def interrupted(random: Random) -> Case:
    """A program with SWI, perhaps traced, under IRQA and IRQB of random levels and triggers, and its handlers."""
    base = program(random, 10, steps=150)
    words = list(base.words)
    memory: dict[tuple[str, int], int] = {}
    handler = 0xD00
    for vector in (0x02, 0x04, 0x06, 0x08, 0x0A, 0x3E):
        memory |= {("p", vector + word): content for word, content in enumerate(_vector(random, handler))}
        code = Builder(random, handler)
        for _ in range(random.randint(1, 5)):
            code.harmless()
        code.words.append(0x000004)
        memory |= {("p", handler + offset): word for offset, word in enumerate(code.words)}
        handler += 0x20
    starts = [place for place, word in enumerate(words) if word in (0, 0x200000) and random.random() < 0.5]
    for place in starts[:2]:
        # SWI cannot be repeated (UM A-212).
        if not place or words[place - 1] & 0xFF00FF != 0x0600A0:
            words[place] = 0x000006
    lines: dict[int, tuple[str, bool]] = {}
    for pin in ("irqa", "irqb"):
        at = random.randrange(25)
        for _ in range(random.randint(0, 3)):
            width = random.randint(1, 12)
            lines |= {at: (pin, True), at + width: (pin, False)}
            at += width + random.randint(1, 20)
    mask, trace = random.choice((0, 0, 0, 0x100, 0x200)), random.choice((0, 0, 0, 0, 0, 0x2000))
    registers = base.registers | {"sr": base.registers["sr"] & 0x0C7F | mask | trace, "omr": base.registers["omr"] & ~3}
    ipr, whole = random.getrandbits(6), random.random() < 0.5
    return Case(tuple(words), registers, {}, memory, base.bcr, base.steps, base.until, ipr, whole, lines)


def wild(random: Random) -> Case:
    """Any instructions in any order, jumps and stack registers included; vectors return at once."""
    start = random.choice((0x80, 0x400))
    words: list[int] = []
    while len(words) < 40:
        word = word_of(random, random.choice(_UNREPEATED))
        instruction = decode(word)
        assert instruction is not None
        words.append(word)
        if instruction.words == 2:
            words.append(random.choice((start + random.randrange(40), random.randrange(0x100), word24(random))))
    memory: dict[tuple[str, int], int] = {}
    for vector in range(0, 0x40, 2):
        memory |= {("p", vector): 0x0D0D00, ("p", vector + 1): 0}
    memory |= {("p", 0xD00): 0x200018, ("p", 0xD01): 0x000004}
    registers = state(random)
    registers |= {"pc": start, "omr": registers["omr"] & ~3, "la": start + random.randrange(40)}
    stack = {location: (start + random.randrange(40), random.getrandbits(16) & 0xCFFF) for location in range(1, 16)}
    bcr = random.choice((0, random.getrandbits(16)))
    steps, whole = random.choice((5, 20, 60)), random.random() < 0.5
    return Case(tuple(words), registers, stack, memory, bcr, steps, whole=whole)


#: Programs by the name of their kind.
SEQUENCES: dict[str, Callable[[Random], Case]] = {
    "program": program,
    "delayed_pointer": delayed_pointer,
    "self_modifying": self_modifying,
    "changing_map": changing_map,
    "interrupted": interrupted,
    "wild": wild,
}
