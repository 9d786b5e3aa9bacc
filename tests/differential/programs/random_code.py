"""Random code words from random addresses and states: whatever is executed ends in a Stop or an EmulatorError."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from dsp56k.emu import Dsp56001, EmulatorError
from reference_model.memory import BCR, IPR
from reference_model.registers import WIDTH

RUNS = 400
"""Runs from one filling of the memories."""
INSTRUCTIONS, CLOCKS = 60, 4000
"""Budgets of a run."""
LONGEST = 2_000
"""Clocks that the last instruction of a run may take beyond the budget; REP counts are cut up by it."""


@dataclass
class Tally:
    """Counts of executed code."""

    runs: int = 0
    instructions: int = 0
    refused: int = 0
    """Runs that ended in an EmulatorError, for example by parts that are not modelled."""


def _fill(dsp: Dsp56001, noise: np.random.Generator) -> None:
    for mode in (0, 3):
        dsp.reset(mode=mode)
        for memory in (dsp.x, dsp.y, dsp.p):
            memory[0:0xFFC0] = noise.integers(0, 1 << 24, 0xFFC0).tolist()


def _prepare(dsp: Dsp56001, random: Random) -> None:
    dsp.reset(mode=random.choice((0, 0, 0, 2, 3, 1)))
    for name, width in WIDTH.items():
        dsp.regs[name] = random.getrandbits(width)
    if random.random() < 0.7:
        # Without trace, and with a stack that is in order.
        dsp.regs.sr = random.getrandbits(16) & 0x8FFF
        dsp.regs.sp = random.randrange(16)
    dsp.x[BCR], dsp.x[IPR] = random.choice((0, random.getrandbits(16))), random.getrandbits(16)
    dsp.lines.irqa.drive(random.random() < 0.3)
    dsp.lines.irqb.drive(random.random() < 0.3)


def _check(dsp: Dsp56001, clocks: int, instructions: int) -> None:
    assert 0 <= clocks <= CLOCKS + LONGEST, clocks
    assert 0 <= instructions <= INSTRUCTIONS, instructions
    assert all(0 <= dsp.regs[name] < 1 << width for name, width in WIDTH.items()), dsp.regs
    assert all(max(halves) <= 0xFFFF for halves in dsp.stack)


def execute(seed: str, words: int) -> Tally:
    """Execute `words` words of random code, or a few more.

    Raises:
        AssertionError: a run has left its budget, or a register its width.
    """
    tally, filling = Tally(), 0
    while tally.instructions < words:
        random = Random(f"{seed}/{filling}")
        dsp = Dsp56001()
        _fill(dsp, np.random.default_rng(random.getrandbits(64)))
        filling += 1
        for _ in range(RUNS):
            _prepare(dsp, random)
            before = dsp.clocks, dsp.instructions
            try:
                dsp.run(max_instructions=INSTRUCTIONS, max_clocks=CLOCKS)
            except EmulatorError:
                tally.refused += 1
            _check(dsp, dsp.clocks - before[0], dsp.instructions - before[1])
            tally.runs += 1
            tally.instructions += dsp.instructions - before[1]
        for memory in (dsp.x, dsp.y, dsp.p):
            assert int(np.asarray(memory).max()) < 1 << 24
    return tally
