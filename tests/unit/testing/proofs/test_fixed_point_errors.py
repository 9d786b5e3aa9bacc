"""The largest errors of fixed-point functions: `make proofs` executes those of one operand for all words."""

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
IN = 0x8000
"""X and Y: pairs of operands."""
PROGRAM = """
        org     x:$100
operand ds      1
        org     y:$100
        org     p:$200
start   move    #>{into},r3
        move    #>{out},r7
        move    #>{block},x0
        do      x0,_end
{load}
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
Words = Any  # an array of words


def signed(words: Words) -> Words:
    return np.where(words >= ONE, words - 2 * ONE, words)


def limited(fractions: Words) -> Words:
    return np.clip(fractions, -1, 1 - 1 / ONE) * ONE


@dataclass(frozen=True)
class Function:
    """A function of the fraction in A.

    Attributes:
        source: its file.
        error: errors in units, of operands and of the words that are stored in X and Y for them.
        first, end: the first word of the domain, and the word behind it.
        store: instructions that store results at X:(R7) and Y:(R7), and increment R7.
    """

    source: str
    error: Callable[[Words, Words, Words], Words]
    first: int = -ONE
    end: int = ONE
    store: str = "        move    a,x:(r7)+"
    load: str = "        move    x:operand,a"


@dataclass(frozen=True)
class PairFunction:
    """A function of two fractions, which `load` takes from X:(R3) and Y:(R3).

    Attributes:
        source, error, store: as of `Function`.
        operands: operands in X and in Y for a block.
    """

    source: str
    error: Callable[[Words, Words, Words, Words], Words]
    operands: Callable[[np.random.Generator], tuple[Words, Words]]
    load: str
    store: str = "        move    a,x:(r7)+"


def of(exact: Callable[[Words], Words]) -> Callable[[Words, Words, Words], Words]:
    """Return the error of a fraction in X whose exact value a function of the operand computes."""
    return lambda operands, words, _: np.abs(signed(words) - limited(exact(operands / ONE)))


def reciprocal_error(operands: Words, mantissas: Words, exponents: Words) -> Words:
    return np.abs(signed(mantissas) - ONE / (operands / ONE) / 2.0**exponents)


def single_error(operands: Words, upper: Words, lower: Words) -> Words:
    """1 for each number that is not the operand."""
    singles = (upper << 24 | lower).astype(np.uint32).view(np.float32)
    return (singles.astype(np.float64) != operands / ONE).astype(np.float64)


def sized(random: np.random.Generator) -> Words:
    """Words of all sizes, not 0."""
    return random.choice([-1, 1], BLOCK) * np.maximum(1, ONE * 2.0 ** -random.uniform(0, 23, BLOCK) - 1).astype(
        np.int64
    )


def ordered(random: np.random.Generator) -> tuple[Words, Words]:
    """Pairs of which the second has the larger magnitude."""
    pairs = np.sort(np.abs([sized(random), sized(random)]), axis=0)
    pairs[1] += pairs[0] == pairs[1]
    return pairs[0] * random.choice([-1, 1], BLOCK), np.minimum(pairs[1], ONE - 1) * random.choice([-1, 1], BLOCK)


def points(random: np.random.Generator) -> tuple[Words, Words]:
    """Points with a magnitude of 0.1 to 0.6 and an x that is not negative."""
    sizes, angles = random.uniform(0.1, 0.6, BLOCK), random.uniform(-np.pi / 2, np.pi / 2, BLOCK)
    return (sizes * np.cos(angles) * ONE).astype(np.int64), (sizes * np.sin(angles) * ONE).astype(np.int64)


def vector_error(x: Words, y: Words, magnitudes: Words, angles: Words) -> Words:
    error = np.abs(magnitudes - 1.646760258121 * np.hypot(x, y))
    return np.maximum(error, np.abs(angles - np.arctan2(y, x) / np.pi * ONE))


FUNCTIONS = {
    "fx_sine": Function("sine", of(lambda x: np.sin(np.pi * x))),
    "fx_cosine": Function("sine", of(lambda x: np.cos(np.pi * x))),
    "fx_square_root": Function("square_root", of(lambda x: np.sqrt(np.maximum(x, 0)))),
    "fx_log2": Function("logarithm", of(lambda x: np.log2(x) / 32), first=1),
    "fx_decibel": Function("logarithm", of(lambda x: 20 * np.log10(x) / 256), first=1),
    "fx_exp2": Function("logarithm", of(lambda x: 2 ** (32 * x)), end=0),
    "fx_reciprocal": Function(
        "divide", reciprocal_error, first=1, store="        move    r0,y:(r7)\n        move    a,x:(r7)+"
    ),
    "fx_to_single": Function("single", single_error, store="        move    x1,x:(r7)\n        move    x0,y:(r7)+"),
}
PAIRS = {
    "fx_divide": PairFunction(
        "divide",
        lambda a, b, quotients, _: np.abs(quotients - limited(a / b)),
        ordered,
        load="        move    x:(r3),x1\n        move    y:(r3)+,x0",
    ),
    "fx_arctangent": PairFunction(
        "arctangent",
        lambda y, x, angles, _: np.abs(angles - limited(np.arctan2(y, x) / np.pi)),
        lambda random: (sized(random), sized(random)),
        load="        move    x:(r3),x1\n        move    y:(r3)+,x0",
    ),
    "fx_vector": PairFunction(
        "cordic",
        vector_error,
        points,
        load="        move    x:(r3),x0\n        move    y:(r3)+,y0",
        store="        move    x0,x:(r7)\n        move    a,y:(r7)+",
    ),
}


def starts(function: Function) -> Iterator[int]:
    """Yield the first words of blocks: of all, or of both ends and a hundredth of the others."""
    every = range(function.first, function.end, BLOCK)
    if ALL:
        yield from every
    else:
        yield from {every[0], every[-1], *every[7::101], *(start for start in (0, -BLOCK) if start in every)}


class Machine:
    """A chip that executes a function for a block of operands."""

    def __init__(self, name: str, function: Function | PairFunction) -> None:
        text = PROGRAM.format(
            name=name,
            source=function.source,
            load=function.load,
            store=function.store,
            into=IN,
            out=OUT,
            block=BLOCK,
        )
        program = assemble(text, include_paths=[SOURCES])
        self.symbols = {symbol: int(value) for symbol, value in program.symbols.items()}
        self.dsp = Dsp56001()
        self.dsp.load_words(program.words)
        self.dsp.x[0xFFFE] = 0
        self.dsp.breakpoints.add(self.symbols["done"])

    def run(self) -> list[Words]:
        """Return the results in X and Y."""
        self.dsp.regs.pc = self.symbols["start"]
        self.dsp.run(max_clocks=1000 * BLOCK)
        assert self.dsp.regs.pc == self.symbols["done"]
        return [np.array(memory[OUT : OUT + BLOCK], dtype=np.int64) for memory in (self.dsp.x, self.dsp.y)]


def stated(name: str, source: str) -> float:
    header = headers_of((SOURCES / "fixed_point" / f"{source}.asm").read_text(encoding="ascii"))[name]
    return float(header.get("Accuracy", "0").split()[0])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_stated_accuracy_is_the_largest_error(name: str) -> None:
    function = FUNCTIONS[name]
    machine = Machine(name, function)
    worst = 0.0
    for start in starts(function):
        machine.dsp.x[machine.symbols["operand"]] = start % (2 * ONE)
        operands = np.arange(start, min(start + BLOCK, function.end))
        first, second = (words[: len(operands)] for words in machine.run())
        worst = max(worst, float(function.error(operands, first, second).max()))
    assert worst <= stated(name, function.source)
    if ALL:
        assert worst > stated(name, function.source) - 0.1


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_of_operands_have_at_most_the_stated_error(name: str) -> None:
    function = PAIRS[name]
    machine, random = Machine(name, function), np.random.default_rng(56001)
    worst = 0.0
    for _ in range(200 if ALL else 5):
        operands = function.operands(random)
        for memory, words in zip((machine.dsp.x, machine.dsp.y), operands, strict=True):
            memory[IN : IN + BLOCK] = (words % (2 * ONE)).tolist()
        worst = max(worst, float(function.error(*operands, *map(signed, machine.run())).max()))
    assert stated(name, function.source) / 2 < worst <= stated(name, function.source)
