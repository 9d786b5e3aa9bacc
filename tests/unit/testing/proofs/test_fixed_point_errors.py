"""The largest errors of fixed-point functions of one operand: `make proofs` executes them for all words."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.lib import SOURCES
from dsp56k.lib.source_headers import headers_of

ALL = os.environ.get("PROOFS") == "all"
ONE = 1 << 23
BLOCK = 1 << 14
OUT = 0x4000
"""X and Y: the results of a block."""
PROGRAM = """
        org     x:$100
operand ds      1
        org     y:$100
        org     p:$200
start   move    #>{out},r7
        move    #>{block},x0
        do      x0,_end
        move    x:operand,a
        jsr     {name}
{store}
        move    x:operand,a
        move    #>1,x0
        add     x0,a
        move    a1,x:operand
_end
done    jmp     *
        include 'fixed_point/{source}.asm'
"""
FRACTION = "        move    a,x:(r7)+"
Words = Any  # an array of words


@dataclass(frozen=True)
class Function:
    """A function, the first word of its domain and the word behind it, and its exact value of an array of fractions.

    Attributes:
        store: instructions that store its results in X:(R7)+, and in Y there.
        error: errors of stored words in X and Y for operands, in units; by default of fractions.
    """

    source: str
    exact: Callable[[Words], Words]
    first: int = -ONE
    end: int = ONE
    store: str = FRACTION
    error: Callable[[Words, Words, Words], Words] | None = None


def reciprocal_error(operands: Words, mantissas: Words, exponents: Words) -> Words:
    return np.abs(signed(mantissas) - ONE / (operands / ONE) / 2.0**exponents)


def single_error(operands: Words, upper: Words, lower: Words) -> Words:
    """1 for each number that is not the operand."""
    singles = (upper << 24 | lower).astype(np.uint32).view(np.float32)
    return (singles.astype(np.float64) != operands / ONE).astype(np.float64)


FUNCTIONS = {
    "fx_sine": Function("sine", lambda x: np.sin(np.pi * x)),
    "fx_cosine": Function("sine", lambda x: np.cos(np.pi * x)),
    "fx_square_root": Function("square_root", lambda x: np.sqrt(np.maximum(x, 0))),
    "fx_log2": Function("logarithm", lambda x: np.log2(x) / 32, first=1),
    "fx_decibel": Function("logarithm", lambda x: 20 * np.log10(x) / 256, first=1),
    "fx_exp2": Function("logarithm", lambda x: 2 ** (32 * x), end=0),
    "fx_reciprocal": Function(
        "divide",
        lambda x: x,
        first=1,
        store="        move    r0,y:(r7)\n" + FRACTION,
        error=reciprocal_error,
    ),
    "fx_to_single": Function(
        "single",
        lambda x: x,
        store="        move    x1,x:(r7)\n        move    x0,y:(r7)+",
        error=single_error,
    ),
}


def signed(words: Words) -> Words:
    return np.where(words >= ONE, words - 2 * ONE, words)


def starts(function: Function) -> Iterator[int]:
    """Yield the first words of blocks: of all, or of both ends and a hundredth of the others."""
    every = range(function.first, function.end, BLOCK)
    if ALL:
        yield from every
    else:
        yield from {every[0], every[-1], *every[7::101], *(start for start in (0, -BLOCK) if start in every)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_stated_accuracy_is_the_largest_error(name: str) -> None:
    function = FUNCTIONS[name]
    text = PROGRAM.format(name=name, source=function.source, store=function.store, out=OUT, block=BLOCK)
    program = assemble(text, include_paths=[SOURCES])
    dsp = Dsp56001()
    dsp.load_words(program.words)
    dsp.x[0xFFFE] = 0
    dsp.breakpoints.add(int(program.symbols["done"]))
    worst = 0.0
    for start in starts(function):
        dsp.x[int(program.symbols["operand"])] = start % (2 * ONE)
        dsp.regs.pc = int(program.symbols["start"])
        dsp.run(max_clocks=100 * 200 * BLOCK)
        assert dsp.regs.pc == program.symbols["done"]
        count = min(BLOCK, function.end - start)
        operands = np.arange(start, start + count)
        stored = [np.array(memory[OUT : OUT + count], dtype=np.int64) for memory in (dsp.x, dsp.y)]
        if function.error is None:
            limited = np.clip(function.exact(operands / ONE), -1, 1 - 1 / ONE)
            errors = np.abs(signed(stored[0]) - limited * ONE)
        else:
            errors = function.error(operands, *stored)
        worst = max(worst, float(errors.max()))
    header = headers_of((SOURCES / "fixed_point" / f"{function.source}.asm").read_text(encoding="ascii"))[name]
    stated = float(header.get("Accuracy", "0").split()[0])
    assert worst <= stated
    if ALL:
        assert worst > stated - 0.1
