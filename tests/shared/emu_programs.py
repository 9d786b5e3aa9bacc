"""Assembled programs in a chip, and the end of its snapshot, for the emulator's tests."""

from random import Random

from dsp56k.asm import ObjectFile, assemble
from dsp56k.emu import Dsp56001

MASK = (1 << 64) - 1


def chip(source: str, *, mode: int = 0, bcr: int = 0, clock_hz: int = 20_000_000) -> Dsp56001:
    """A chip with the assembled words in its memory, BCR as given, PC where reset left it."""
    program = assemble(source)
    assert program.ok, [str(diagnostic) for diagnostic in program.diagnostics]
    dsp = Dsp56001(clock_hz, mode)
    dsp.load_words(program.words)
    dsp.x[0xFFFE] = bcr
    return dsp


def _summed(value: int, word: int) -> int:
    value = (value ^ word) * 0x100000001B3 & MASK
    return (value << 23 | value >> 41) & MASK


def checksum(data: bytes | bytearray) -> bytes:
    """The last eight bytes of a snapshot by those before: taken eight at a time in four sums, with zeros behind the
    last, and the sums in one at the end.
    """
    sums = [0xCBF29CE484222325] * 4
    for place in range(0, len(data) // 32 * 32 + 32, 8):
        word = int.from_bytes(data[place : place + 8], "little")
        sums[place // 8 % 4] = _summed(sums[place // 8 % 4], word)
    value = len(data)
    for each in sums:
        value = _summed(value, each)
    return value.to_bytes(8, "little")


# Loops over a few instructions without flow of control, and REP of one, drawn from a seed.

MODIFIERS = (0xFFFF, 0xFFFF, 0xFFFF, 9, 63, 0, 0x8001)
ORIGINS = (0, 0, 0x1FB, 0x1FE, 0x400, 0x400, 0x4FA, 0x4FD)
WAITS = (0, 0, 0x0010, 0x1300, 0x1234, 0xFFFF)
STEPS = ("+", "-", "", "+", "-", "")
OPERATIONS = (
    *("mac x0,y0,a", "mac -x1,y0,b", "macr x0,y0,a", "mpy y0,y0,b", "add x0,a", "sub y,b", "cmp x0,a", "tst b"),
    *("asl a", "asr b", "lsr a", "rol b", "eor x1,a", "clr b", "tfr a,b", "neg a", "rnd a", "subl a,b", "move", "move"),
)
EA = 0x80
"""WT and BS are selected (OMR)."""
TAIL = " nop\n nop\n jmp *"


def moves(random: Random) -> str:
    """A parallel move, or none: reads of two words most of all, addresses that a loop takes far and near."""
    left, right = random.choice(STEPS), random.choice(STEPS)
    return random.choice(
        (
            *[f"x:(r0){left},x0 y:(r4){right},y0"] * 4,
            *(f"x:(r1){left},x1 y:(r5){right},y1", f"x:(r0){left},{random.choice(('x0', 'y1'))}"),
            *(
                f"y:(r4){right},y0",
                "y:(r5)+n5,x1",
                "x:<$12,x1",
                "x:>$200,x0",
                "y:>$240,y1",
                "x0,x:(r2)+",
                "y1,y:(r6)-",
            ),
            *("x0,x:(r0)+ y:(r4)+,y0", "b1,x1", "x0,r2", "r0,n5", "#5,x0", "#>$123456,y0", "(r1)+", "l:(r1)+,x"),
            *("b,x:(r0)+ x0,b", "b,x1 y:(r5)+,y1", "", ""),
        )
    )


def instruction(random: Random) -> str:
    operation, move = random.choice(OPERATIONS), moves(random)
    return " nop\n" if operation == "move" and not move else f" {operation} {move}\n"


def loop(random: Random) -> str:
    """DO or REP of instructions that are drawn."""
    count = random.choice((1, 2, 3, 22, 200))
    origin = f" org p:${random.choice(ORIGINS):x}\n"
    if random.random() < 0.4:
        return f"{origin}start rep #{count}\n{instruction(random)}{TAIL}"
    body = "".join(instruction(random) for _ in range(random.choice((1, 1, 2, 2, 3, 4))))
    return f"{origin}start do #{count},last\n{body}last\n{TAIL}"


def program(random: Random) -> ObjectFile:
    """The words of a loop; drawn again where two moves want the same register."""
    while not (assembled := assemble(loop(random))).ok:
        pass
    return assembled


def loaded(code: ObjectFile, seed: int) -> Dsp56001:
    random = Random(seed)
    dsp = Dsp56001()
    dsp.load_words(code.words)
    dsp.x[0xFFFE], dsp.regs.pc = random.choice(WAITS), int(code.symbols["start"])
    for memory in (dsp.x, dsp.y):
        memory[0:0x300] = [random.getrandbits(24) for _ in range(0x300)]
    for pointer in (0, 1, 2, 4, 5, 6):
        dsp.regs[f"r{pointer}"] = random.choice((0, 5, 0x40, 0xF0, 0xFF, 0x100, 0xFFFF))
        dsp.regs[f"m{pointer}"] = random.choice(MODIFIERS)
        dsp.regs[f"n{pointer}"] = random.choice((1, 3, 0xFFFF))
    dsp.regs.x0, dsp.regs.y0, dsp.regs.a = 0x800000, random.choice((0x800000, 3)), random.getrandbits(56)
    if random.random() < 0.2:
        dsp.port_a.map_wait_states("P", 0x402, 0x4FC, 5)
        dsp.regs.omr = EA
    return dsp


def state(dsp: Dsp56001) -> tuple[object, ...]:
    data = tuple(dsp.x[0:0x300]), tuple(dsp.y[0:0x300])
    return dsp.clocks, dsp.instructions, tuple(dsp.regs.as_dict().items()), tuple(dsp.stack), data
