"""Programs and chips whose speed is measured, and the measuring clock."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dsp56k.asm import ObjectFile, assemble, assemble_file
from dsp56k.emu import Dsp56001
from dsp56k.emu.validation import ENGINE_VARIABLE
from dsp56k.lib.library_runner import KernelMachine

PROGRAMS = Path(__file__).parents[2] / "tests" / "benchmarks" / "programs"


@dataclass(frozen=True)
class Workload:
    """A program, its DEFINE symbols, the bits of its data, and its target in million instructions a second.

    One that `moves` is also measured in external memory.
    """

    name: str
    source: str
    target: int | None = None
    bits: int = 23
    defines: dict[str, str] = field(default_factory=dict)
    moves: bool = False

    def chip(self, origin: int = 0) -> Dsp56001:
        """Return a chip with the program at P:`origin`, and its data."""
        program = assemble_file(PROGRAMS / self.source, defines=self.defines | {"ORIGIN": str(origin)})
        dsp = chip(sound(program), self.bits)
        dsp.regs.pc = origin
        return dsp


WORKLOADS = (
    Workload("MACLOOP-DO", "mac_loop.asm", 110, defines={"REPEATED": "0"}, moves=True),
    Workload("MACLOOP-REP", "mac_loop.asm", 120, defines={"REPEATED": "1"}, moves=True),
    Workload("TABLELOOP", "table_loop.asm", 200, bits=8, moves=True),
    Workload("BRANCHY", "branchy.asm", 180, moves=True),
    Workload("BRANCHY-LFSR", "branchy_lfsr.asm"),
    Workload("FIR-200", "fir.asm"),
    # Twice the 58 at the time when only MAC was repeated in one piece.
    Workload("REP-MACR", "rep_macr.asm", 116),
)

# Fifty iterations over two words that every iteration rewrites with the same value, and a version that rewrites data.
REWRITING = """
        org     p:0
start   move    #<patched,r0
        move    #>$200040,x0
        do      #50,pass
        {move}    x0,{target}
patched add     x0,a
        rol     b
        eor     x0,a
        asl     b
        lsr     a
        add     x0,b
        neg     a
        asr     b
pass
        jmp     <start
"""


def chip(words: dict[tuple[str, int], int], bits: int = 23, seed: int = 1) -> Dsp56001:
    """Return a chip with a program, no wait states, and internal data RAM full of seeded random words."""
    dsp, rng = Dsp56001(), random.Random(seed)
    for memory in (dsp.x, dsp.y):
        memory[0:256] = [rng.getrandbits(bits) for _ in range(256)]
    dsp.x[0xFFFE] = 0
    for (_, address), word in words.items():
        dsp.p[address] = word
    return dsp


def sound(program: ObjectFile) -> dict[tuple[str, int], int]:
    """Return the words of a program without diagnostics."""
    if program.diagnostics:
        raise SystemExit("\n".join(str(diagnostic) for diagnostic in program.diagnostics))
    return dict(program.words)


def kernel() -> Dsp56001:
    """Return a chip that squares numbers of 22 digits forever, by the library's unrolled code in external memory."""
    machine = KernelMachine(22, square=True)
    rng = random.Random(1)
    for space, place in (("x", "mp_xv"), ("x", "mp_xm"), ("x", "mp_xh")):
        machine.put(space, place, [rng.getrandbits(24) for _ in range(22)])
    machine.set(half=1 << 11, cnt=4)
    caller = assemble(f" org p:$40\nstart jsr >{machine.symbols['kernel_square']}\n jmp <start")
    machine.dsp.load_words(sound(caller))
    machine.dsp.regs.pc = 0x40
    return machine.dsp


def seconds(action: Callable[[], object]) -> float:
    """Return the processor time of an action: other work does not count, but slows it down through shared caches."""
    begun = time.thread_time()
    action()
    return time.thread_time() - begun


def endless(lines: list[str], label: str = "") -> Dsp56001:
    """Return a chip that executes lines forever."""
    moves = [*[f"move #<31,m{pointer}" for pointer in (0, 1, 4, 5)], "move #<$40,r1", "move #<$40,r5"]
    head = ["org p:0", *moves]
    lines = [*[f" {line}" for line in head], "start", *[f" {line}" for line in lines], f"{label} jmp <start"]
    return chip(sound(assemble("\n".join(lines))))


def rewriting_chip(move: str = "movem", target: str = "p:(r0)") -> Dsp56001:
    """Return a chip whose program rewrites one of its words in each iteration, or writes elsewhere."""
    return chip(sound(assemble(REWRITING.format(move=move, target=target))))


@contextmanager
def engine(name: str) -> Iterator[None]:
    """Create chips with this engine inside the block."""
    before = os.environ.get(ENGINE_VARIABLE, "")
    os.environ[ENGINE_VARIABLE] = name
    try:
        yield
    finally:
        os.environ[ENGINE_VARIABLE] = before
