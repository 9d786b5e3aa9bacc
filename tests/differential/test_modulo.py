"""Modulo steps of a pointer outside its buffer (hardware-ambiguities.md), on both engines and both Python models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from differential.cases import Case
from differential.engines.compare import engine
from differential.second import SecondRunner
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from reference_model.machine import Machine

# mode, N1, M1, R1, and the result: the updated R1, or the address of (R1+N1).
STEPS = (
    # The buffer $240 to $245 in its block of eight. Silicon of the DSP56300 gave the first two and the two of N = 20.
    ("(r1)+", 0, 5, 0x247, 0x242),
    ("(r1)-", 0, 5, 0x247, 0x246),
    ("(r1)+n1", 20, 5, 0x242, 0x250),
    ("(r1)-n1", 20, 5, 0x242, 0x234),
    ("(r1)+", 0, 5, 0x246, 0x241),
    ("(r1)-", 0, 5, 0x246, 0x245),
    ("-(r1)", 0, 5, 0x247, 0x246),
    # The sign of the step decides, not the mode; a step of 0 tests the upper boundary (UM 5-17).
    ("(r1)+n1", 0, 5, 0x247, 0x241),
    ("(r1)-n1", 0, 5, 0x247, 0x241),
    ("(r1+n1)", 0, 5, 0x47, 0x41),
    ("(r1)+n1", -1, 5, 0x247, 0x246),
    ("(r1)+n1", -2, 5, 0x247, 0x245),
    ("(r1)+n1", -5, 5, 0x247, 0x242),
    ("(r1)+n1", -6, 5, 0x247, 0x241),
    ("(r1+n1)", 2, 5, 0x47, 0x43),
    ("(r1+n1)", -1, 5, 0x47, 0x46),
    ("(r1+n1)", -5, 5, 0x46, 0x41),
    ("(r1)-n1", 1, 5, 0x247, 0x246),
    ("(r1)-n1", 5, 5, 0x247, 0x242),
    ("(r1)-n1", -1, 5, 0x247, 0x242),
    ("(r1)-n1", -5, 5, 0x247, 0x246),
    # Within the buffer nothing is different.
    ("(r1)-", 0, 5, 0x240, 0x245),
    ("(r1)+", 0, 5, 0x245, 0x240),
    ("(r1)-n1", 6, 5, 0x243, 0x243),
    ("(r1)+n1", -4, 5, 0x241, 0x243),
    # Whole blocks move the pointer as it is.
    ("(r1)-n1", 8, 5, 0x247, 0x23F),
    ("(r1)+n1", 16, 5, 0x247, 0x257),
    # Other buffers; the last one reaches to the end of the memory.
    ("(r1)-", 0, 2, 0x43, 0x42),
    ("(r1)-n1", 3, 20, 0x7F, 0x7C),
    ("(r1)+n1", 3, 20, 0x7F, 0x6D),
    ("(r1)-", 0, 0x7FFE, 0xFFFF, 0xFFFE),
    ("(r1)+", 0, 0x7FFE, 0xFFFF, 0x8001),
    ("(r1)-", 0, 0x7FFE, 0x8000, 0xFFFE),
)


PASS = 7
"""Instructions of a pass: one branch at its end."""


@dataclass
class Loop:
    """A program that takes a step again and again: R2 and R3 become its result."""

    mode: str
    n: int
    m: int
    r: int

    @property
    def words(self) -> tuple[int, ...]:
        moves = f" lua {self.mode},r3\n move x:{self.mode},x0\n nop\n move r1,r2\n"
        if self.mode == "(r1+n1)":
            moves = f" move x:{self.mode},r2\n move x:{self.mode},r3\n nop\n nop\n"
        elif self.mode == "-(r1)":
            moves = f" move x:{self.mode},x0\n nop\n move r1,r2\n move r1,r3\n"
        assembled = assemble(f" org p:$40\nstart\n{moves} move n2,r1\n nop\n jmp <start\n")
        assert assembled.ok, assembled.diagnostics
        return tuple(assembled.words.values())

    @property
    def registers(self) -> dict[str, int]:
        return {"pc": 0x40, "omr": 0, "r1": self.r, "n1": self.n & 0xFFFF, "m1": self.m, "n2": self.r}

    @property
    def data(self) -> dict[tuple[str, int], int]:
        """Each word on the chip is its address."""
        return {("x", address): address for address in range(0x100)}


def fill(chip: Dsp56001 | Machine, loop: Loop) -> None:
    for offset, word in enumerate(loop.words):
        chip.p[0x40 + offset] = word
    for (_, address), word in loop.data.items():
        chip.x[address] = word
    for name, value in loop.registers.items():
        chip.regs[name] = value


def run_interpreter(loop: Loop) -> dict[str, int]:
    return run(Dsp56001(engine="interpreter"), loop)


def run_generated_code(loop: Loop) -> dict[str, int]:
    return run(engine(), loop)


def run(dsp: Dsp56001, loop: Loop) -> dict[str, int]:
    fill(dsp, loop)
    dsp.x[0xFFFE] = 0
    dsp.run(max_clocks=1000)
    return {name: dsp.regs[name] for name in ("r2", "r3")}


def run_model(loop: Loop) -> dict[str, int]:
    machine = Machine()
    fill(machine, loop)
    for _ in range(PASS):
        machine.step()
    return {name: machine.regs[name] for name in ("r2", "r3")}


def run_second_reading(loop: Loop) -> dict[str, int]:
    outcome = SecondRunner().run(Case(loop.words, loop.registers, memory=loop.data, steps=PASS))
    if outcome is None:
        pytest.skip("the second reading leaves out offsets beyond the modulus")
    return {name: outcome.values[name] for name in ("r2", "r3")}


SIDES = (run_interpreter, run_generated_code, run_model, run_second_reading)


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.__name__)
@pytest.mark.parametrize(("mode", "n", "m", "r", "after"), STEPS)
def test_a_step_tests_the_boundary_that_it_goes_towards(
    side: Callable[[Loop], dict[str, int]], mode: str, n: int, m: int, r: int, after: int
) -> None:
    assert side(Loop(mode, n, m, r)) == {"r2": after, "r3": after}
