"""Polynomials, bit vectors and narrow bits of a run contain the values of other runs of random programs."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, EmulatorError
from dsp56k.testing.proofs.bit_vectors import BitVectors
from dsp56k.testing.proofs.bounds import Bounds
from dsp56k.testing.proofs.domain import UnsupportedError, Value, sign_extended
from dsp56k.testing.proofs.follower import Follower
from dsp56k.testing.proofs.limits import Limits
from dsp56k.testing.proofs.state import ACCUMULATOR, ACCUMULATORS, ADDRESS_REGISTERS, FLAGS, INPUTS, WORD
from unit.testing.proofs.call_bounds import BoundsFollower
from unit.testing.proofs.random_programs import DATA, START, WORDS, random_chip
from unit.testing.proofs.secret_bits import bounds_of
from unit.testing.proofs.secret_followers import mark_word

SEEDS = range(400 if os.environ.get("PROOFS") == "all" else 20)
LIMIT = START + WORDS
OTHERS = 4
"""Other runs that are compared with the values of the domain."""
Location = str | tuple[str, int]


def width_of(location: Location) -> int:
    return ACCUMULATOR if location in ACCUMULATORS else WORD


def range_of(location: Location) -> tuple[int, int]:
    half = 1 << width_of(location) - 1
    return -half, half - 1


def number_at(dsp: Dsp56001, location: Location) -> int:
    """Return the signed number in a register of the data ALU or in memory, or an address register."""
    if isinstance(location, tuple):
        memory = dsp.x if location[0] == "X" else dsp.y
        return sign_extended(memory[location[1]], WORD)
    number = dsp.regs[location.lower()]
    return number if location in ADDRESS_REGISTERS else sign_extended(number, width_of(location))


class Case:
    """A random program, and locations whose values differ between its runs.

    Attributes:
        others: the values of these locations in other runs.
    """

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.dsp = random_chip(chance)
        locations: list[Location] = [name for name in (*ACCUMULATORS, *INPUTS) if chance.random() < 0.6]
        locations += [(space, address) for space in "XY" for address in range(DATA) if chance.random() < 0.3]
        self.locations = locations
        self.others = [
            {location: random_number(chance, width_of(location)) for location in locations} for _ in range(OTHERS)
        ]

    def chips(self) -> list[Dsp56001]:
        """Return a chip for each of the other runs, before the first instruction."""
        chips = []
        for values in self.others:
            dsp = Dsp56001()
            dsp.restore(self.dsp.snapshot())
            for location, number in values.items():
                word = number & (1 << width_of(location)) - 1
                if isinstance(location, tuple):
                    (dsp.x if location[0] == "X" else dsp.y)[location[1]] = word
                else:
                    dsp.regs[location.lower()] = word
            chips.append(dsp)
        return chips

    def place(self, follower: Follower, values: list[Value]) -> None:
        """Put values of a domain into the locations."""
        for location, value in zip(self.locations, values, strict=True):
            if isinstance(location, tuple):
                follower.state.memory[location] = value
            else:
                follower.state.values[location] = value


def random_number(chance: random.Random, width: int) -> int:
    """Return a signed number, which is often an end of the range."""
    half = 1 << width - 1
    return chance.choice((-half, -half, half - 1, -1, 0, 1, *(chance.randrange(-half, half) for _ in range(3))))


def followed(follower: Follower, chips: list[Dsp56001]) -> Iterator[None]:
    """Follow a program on all chips, until the domain does not support an instruction."""
    steps = follower.dsp.trace(until=LIMIT, max_instructions=WORDS)
    follower.state.numbers = follower.state.read_numbers()
    while True:
        try:
            follower.execute(next(steps))
        except (StopIteration, UnsupportedError, EmulatorError):
            return
        for dsp in chips:
            dsp.step()
        yield


def compared(follower: Follower, dsp: Dsp56001) -> Iterator[tuple[str, Value, int]]:
    """Return values of registers, condition codes and memory, with the numbers of another run."""
    state = follower.state
    where = f"after {state.pc:04X}"
    for name in (*ACCUMULATORS, *INPUTS, *ADDRESS_REGISTERS):
        yield f"{name} {where}", state.get(name), number_at(dsp, name)
    for number, name in enumerate(FLAGS):
        yield f"{name} {where}", state.flag(name), dsp.regs.sr >> number & 1
    for space, own, words in (("X", follower.dsp.x, dsp.x), ("Y", follower.dsp.y, dsp.y)):
        for address, (word, other) in enumerate(zip(own[0:DATA], words[0:DATA], strict=True)):
            known = state.memory.get((space, address))
            if known is not None or word != other:
                value = sign_extended(word, WORD) if known is None else known
                yield f"{space}:{address:02X} {where}", value, sign_extended(other, WORD)


@pytest.mark.parametrize("seed", SEEDS)
def test_polynomials_contain_the_numbers_of_other_runs(seed: int) -> None:
    case = Case(seed)
    chips = case.chips()
    follower = Bounds(case.dsp)
    domain = follower.polynomials
    case.place(follower, [domain.atom(f"{location}", *range_of(location)) for location in case.locations])
    atoms = [dict(enumerate(values.values())) for values in case.others]
    before = [{name: number_at(dsp, name) for name in ACCUMULATORS} for dsp in chips]
    limited = [True] * len(chips)
    for _ in followed(follower, chips):
        for index, dsp in enumerate(chips):
            for what, value, number in compared(follower, dsp):
                check_polynomial(follower, what, value, number, atoms[index])
            for name in ACCUMULATORS:
                number = number_at(dsp, name)
                assert number == before[index][name] or abs(number) <= domain.largest, f"{name} {follower.pc:04X}"
                before[index][name] = number
            is_limited = bool(dsp.regs.sr & 1 << FLAGS.index("L"))
            is_lost = is_limited and not limited[index]
            assert not is_lost or domain.limits or domain.largest >= 1 << ACCUMULATOR - 1, f"L {follower.pc:04X}"
            limited[index] = is_limited


def check_polynomial(follower: Bounds, what: str, value: Value, number: int, atoms: dict[int, int]) -> None:
    domain = follower.polynomials
    if isinstance(value, int):
        assert value == number, what
    elif hasattr(value, "terms"):
        low, high = domain.bounds(value)
        assert low <= number <= high, what
        try:
            represented = domain.evaluate(value, atoms)
        except KeyError:
            return  # An atom is a condition code or a choice, of which only the interval is known.
        assert represented == number, what


@pytest.mark.parametrize("seed", SEEDS)
def test_bit_vectors_are_the_numbers_of_other_runs(seed: int) -> None:
    case = Case(seed)
    case.others = case.others[:1]
    (other,) = case.chips()
    domain = BitVectors()
    follower = Follower(domain, case.dsp)
    (numbers,) = case.others
    values = [domain.variable(f"{location}", width_of(location), *range_of(location)) for location in case.locations]
    case.place(follower, values)
    seen: dict[int, Any] = {}
    differing = []
    for _ in followed(follower, [other]):
        for what, value, number in compared(follower, other):
            if isinstance(value, int):
                assert value == number, what
            elif seen.get(id(value)) is not value:
                seen[id(value)] = value
                is_bit = what[0] in FLAGS and what[1] == " "
                term = domain.boolean(value) if is_bit else domain.equals(value, number)
                differing.append(domain.negated(term) if not is_bit or number else term)
    domain.assumptions += [domain.equals(value, number) for value, number in zip(values, numbers.values(), strict=True)]
    if differing:
        assert domain.solve([domain.any_of(differing)], Limits(60, 1000)) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_narrow_bits_contain_the_numbers_of_other_runs(seed: int) -> None:
    case = Case(seed)
    chips = case.chips()
    follower = BoundsFollower(case.dsp)
    for location in case.locations:
        mark_word(follower, location, (1 << width_of(location)) - 1)
    follower.note_overwritten()
    for _ in followed(follower, chips):
        if follower.leak:
            return
        for dsp in chips:
            for what, value, number in compared(follower, dsp):
                low, high = bounds_of(value)
                assert low <= number <= high, what
                if isinstance(value, tuple):
                    differing = (value[0] ^ number) & ~value[1]
                    assert not differing & 0xFF_FFFF, what


def follow_with_unknown_a(source: str, **registers: int) -> tuple[BitVectors, Follower, Value]:
    """Follow instructions for all values of A."""
    program = assemble(f" org p:{START}\n{source}")
    dsp = Dsp56001()
    dsp.load_words(program.words)
    for name, number in {**registers, "pc": START}.items():
        dsp.regs[name] = number
    domain = BitVectors()
    follower = Follower(domain, dsp)
    value = domain.variable("a", ACCUMULATOR, *range_of("A"))
    follower.state.values["A"] = value
    steps = followed(follower, [])
    for _ in program.words:
        next(steps)
    return domain, follower, value


@pytest.mark.parametrize("extension", [0x00, 0x3F, 0x40, 0x7F, 0x80, 0xBF, 0xC0, 0xFF])
def test_div_sets_v_if_its_shift_changes_the_sign(extension: int) -> None:
    """UM A-58."""
    domain, follower, value = follow_with_unknown_a(" div x0,a\n", x0=0x400000)
    overflow = domain.boolean(follower.state.flag("V"))
    is_changed = (extension >> 7 ^ extension >> 6) & 1
    number = domain.equals(value, sign_extended(extension << 48, ACCUMULATOR))
    assert domain.solve([number, domain.negated(overflow) if is_changed else overflow], Limits(60, 1000)) is None


@pytest.mark.parametrize(
    ("number", "change"), [(0, 0), (1, -1), ((1 << 46) - 1, -1), (1 << 46, 0), (1 << 47, 1), (-1, -1), (-1 << 48, 1)]
)
def test_norm_counts_its_shifts_in_the_pointer(number: int, change: int) -> None:
    """UM A-177."""
    domain, follower, value = follow_with_unknown_a(" tst a\n norm r0,a\n", r0=5)
    is_number, is_counted = domain.equals(value, number), domain.equals(follower.state.get("R0"), 5 + change)
    assert domain.solve([is_number, domain.negated(is_counted)], Limits(60, 1000)) is None
    assert domain.solve([is_number, is_counted], Limits(60, 1000)) is not None
