"""Routines beside a model of the accumulators in unbounded integers, fed from the registers before each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from dsp56k import isa
from dsp56k.emu import Dsp56001
from dsp56k.lib.caller import watched
from dsp56k.testing.accumulators import signed
from dsp56k.testing.ways import ways_of

WORD = 1 << 24
CARRY = 1
Registers = Callable[[str], int]
"""The value of a register as ADD takes it: words in the middle of the accumulator, long words below."""

EXACT: dict[str, Callable[[Registers, tuple[object, ...]], int]] = {
    "Mac": lambda reg, v: reg(str(v[-1])) + _product(reg, *v[:2]),
    "Mpy": lambda reg, v: _product(reg, *v[:2]),
    "Add": lambda reg, v: reg(str(v[1])) + reg(str(v[0])),
    "Sub": lambda reg, v: reg(str(v[1])) - reg(str(v[0])),
    "Adc": lambda reg, v: reg(str(v[1])) + reg(str(v[0])) + reg("C"),
    "Sbc": lambda reg, v: reg(str(v[1])) - reg(str(v[0])) - reg("C"),
    "Addl": lambda reg, v: 2 * reg(str(v[1])) + reg(str(v[0])),
    "Subl": lambda reg, v: 2 * reg(str(v[1])) - reg(str(v[0])),
    "Asl": lambda reg, v: 2 * reg(str(v[0])),
    "Asr": lambda reg, v: reg(str(v[0])) >> 1,
    "Neg": lambda reg, v: -reg(str(v[0])),
    "Abs": lambda reg, v: abs(reg(str(v[0]))),
}
"""By operation (UM appendix A), the exact result from the registers and the operands."""


def _product(reg: Registers, sign: object, factors: object) -> int:
    """Twice the product of two words as fractions (UM 3-6), with its sign."""
    first, second = (reg(name) // WORD for name in str(factors).split(","))
    return (-2 if sign == "-" else 2) * first * second


def checked_steps(call: Callable[[], object]) -> int:
    """Take a call, and compare each result that an accumulator gets with the exact one; how many there were.

    Raises:
        AssertionError: a result was not exact.
    """
    lengths = iter([way.instructions for way in ways_of(call)])
    count = 0

    @contextmanager
    def beside(dsp: Dsp56001) -> Iterator[None]:
        nonlocal count
        before = _registers(dsp)
        for step in dsp.trace(max_instructions=next(lengths) - 1):
            after = _registers(dsp)
            part = _operation(step.words[0])
            if part is not None:
                exact = EXACT[part.row.op](before.__getitem__, part.values)
                name = str(part.values[-1])
                assert after[name] == exact, (
                    f"P:${step.address:04X}: {name} = {after[name]:#x}, but {exact:#x} is exact"
                )
                count += 1
            before = after
        yield

    with watched(beside):
        call()
    return count


@lru_cache(maxsize=4096)
def _operation(word: int) -> isa.Part | None:
    """The operation of a word, if the model has it."""
    decoded = isa.decode(word)
    return decoded.parts[-1] if decoded is not None and decoded.parts[-1].row.op in EXACT else None


def _registers(dsp: Dsp56001) -> dict[str, int]:
    regs = dsp.regs
    words = {name.upper(): _of(regs[name], 24) * WORD for name in ("x0", "x1", "y0", "y1")}
    longs = {name.upper(): _of(regs[name], 48) for name in "xy"}
    return words | longs | {name.upper(): signed(regs[name]) for name in "ab"} | {"C": regs.sr & CARRY}


def _of(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> bits - 1 else value
