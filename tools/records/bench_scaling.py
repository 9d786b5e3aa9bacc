"""Scaling of cost: part of `make bench`, or `python tools/records/bench_scaling.py [--json] [--record]`.

Processor time of programs of different lengths, executed for the first time and again; of runs in slices of different
lengths; of different numbers of chips that alternate in slices; and of `modexp` with different moduli.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import recorder
from dsp56k.emu import Dsp56001
from dsp56k.lib import modexp
from recorder import Spread, spread
from workloads import WORKLOADS, chip, engine, seconds

RUNS = 5
PROGRAMS = (100, 1_000, 10_000, 60_000)
"""Words."""
SLICES = (10, 100, 1_000, 10_000, 100_000)
"""Clocks."""
CHIPS = (1, 8, 64, 256)
TURN = 10_000
"""Clocks of a chip's slice."""
MODULI = (256, 512, 768, 1024)
"""Bits."""
CLOCKS = 4_000_000
PATTERN = (0x200040, 0x200032, 0x44D800, 0x000000)
"""add, asl, move x:(r0)+ and nop: instructions of one word; each copy has another address."""


def straight(words: int) -> dict[tuple[str, int], int]:
    """Return straight-line code of this many words in external memory, then a jump to itself."""
    code = {("P", 0x400 + at): PATTERN[at % len(PATTERN)] for at in range(words)}
    return code | {("P", 0x400 + words): 0x0AF080, ("P", 0x401 + words): 0x400 + words}


def programs() -> dict[str, Spread]:
    """Return nanoseconds an instruction of straight-line code that runs once, and on a chip that has run it."""
    values = {}
    for words in PROGRAMS:
        code = straight(words)
        first: list[float] = []
        again: list[float] = []
        for _ in range(RUNS):
            dsp = chip(code)
            for times in (first, again):
                dsp.regs.pc, dsp.regs.r0 = 0x400, 0
                times.append(seconds(partial(dsp.run, until=0x400 + words)) * 1e9 / words)
        values[f"an instruction of {words:,} words of straight code, met for the first time, ns"] = spread(first)
        values[f"an instruction of {words:,} words of straight code, met again, ns"] = spread(again)
    return values


def slices(chips: int, clocks: int) -> Callable[[], None]:
    """Return a function that runs chips in slices, CLOCKS in all; they have run once."""
    every = [WORKLOADS[2].chip() for _ in range(chips)]

    def run() -> None:
        for _ in range(CLOCKS // clocks // chips):
            for dsp in every:
                dsp.run(max_clocks=clocks)

    run()
    return run


def rates(chips: int, clocks: int) -> Spread:
    """Return million clocks a second in such slices."""
    action = slices(chips, clocks)
    total = CLOCKS // clocks // chips * chips * clocks
    return spread([total / seconds(action) / 1e6 for _ in range(RUNS)])


def moduli() -> dict[str, Spread]:
    """Return milliseconds of `modexp`, all three numbers of the same length."""
    rng = random.Random(1)
    values = {}
    for bits in MODULI:
        modulus = rng.getrandbits(bits) | 1 << bits - 1 | 1
        base, exponent = rng.getrandbits(bits - 1), rng.getrandbits(bits)
        modexp(base, exponent, modulus)
        values[f"`modexp` of {bits:,} bits, ms"] = spread(
            [1e3 * seconds(partial(modexp, base, exponent, modulus)) for _ in range(RUNS)]
        )
    return values


def measure() -> dict[str, Spread]:
    """Return all measurements with the interpreter, by name with unit."""
    with engine("interpreter"):
        values = programs()
        values |= {f"one chip in slices of {clocks:,} clocks, million clocks/s": rates(1, clocks) for clocks in SLICES}
        values |= {
            f"{chips} chip{'s' * (chips > 1)}, turns of {TURN:,} clocks, million clocks/s": rates(chips, TURN)
            for chips in CHIPS
        }
        made = [1e6 * seconds(Dsp56001) for _ in range(RUNS)]
        return values | moduli() | {"a chip more, made, us": spread(made)}


if __name__ == "__main__":
    recorder.report("speed-growth", recorder.options(__doc__, RUNS).parse_args(), measure)
