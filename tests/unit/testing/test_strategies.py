"""The strategies: their values are in range, reach the limits, and shrink to readable ones."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from Crypto.Cipher import DES
from hypothesis import find, given, settings
from hypothesis import strategies as st

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, StopReason
from dsp56k.lib.digits import from_digits, largest
from dsp56k.testing.strategies import (
    DONE,
    EXTREMES,
    WEAK_KEYS,
    Instruction,
    Program,
    accumulators,
    byte_words,
    des_keys,
    digit_vectors,
    fractions,
    instructions,
    memory_images,
    moduli,
    numbers,
    plain_instructions,
    programs,
    residues,
    words,
)

DIGITS = 4
ACCUMULATOR_SIGN = 1 << 55


@pytest.mark.parametrize("extreme", EXTREMES)
def test_words_reach_every_extreme(extreme: int) -> None:
    assert find(words(), lambda word: word == extreme) == extreme


@pytest.mark.parametrize(
    ("strategy", "condition", "simplest"),
    [
        (words(), lambda word: word > 5, 6),
        (words(), lambda word: word & 0x800000, 0x800000),
        (fractions(), lambda value: value < 0, Fraction(-1)),
        (fractions(), lambda value: value > 0, Fraction(1, 1 << 23)),
        (accumulators(), lambda value: value >= ACCUMULATOR_SIGN, (1 << 56) - 1),
        (accumulators(), lambda value: value >> 48 not in (0, 0xFF), 1 << 48),
        (digit_vectors(DIGITS), lambda digits: any(digit > 1 for digit in digits), [0, 0, 0, 2]),
        (numbers(DIGITS), lambda number: number > 9, 10),
        (numbers(DIGITS), lambda number: number < 0, -1),
        (moduli(DIGITS), lambda modulus: modulus > 10, 11),
        (residues(97), lambda residue: residue, 1),
        (residues(97, signed=True), lambda residue: residue < 0, -1),
        (byte_words(3), any, [0, 0, 1]),
        (des_keys(), lambda key: key != WEAK_KEYS[0], bytes.fromhex("0101010101010102")),
        (memory_images(), len, {("X", 0): 0}),
        (instructions(), lambda instruction: True, Instruction("nop", (0,))),
        (plain_instructions(), lambda instruction: "mac" in instruction.text, Instruction("mac x0,x0,a", (0x200082,))),
    ],
)
def test_examples_shrink_to_what_can_be_read(
    strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool], simplest: object
) -> None:
    assert find(strategy, condition, settings=settings(max_examples=2000)) == simplest


def test_a_program_shrinks_to_one_loop() -> None:
    program = find(programs(max_size=1), lambda program: "do #" in program.source)
    assert program.source.split(" nop\n", 1)[1] == f" do #1,end1\n nop\nend1\n{DONE} jmp {DONE}\n"


@given(moduli(DIGITS), moduli(DIGITS, spare=0), numbers(DIGITS), digit_vectors(DIGITS))
def test_big_numbers_are_in_their_ranges(spared: int, full: int, number: int, vector: list[int]) -> None:
    assert spared % 2 == full % 2 == 1
    assert 1 <= spared < 1 << 24 * DIGITS - 8
    assert 1 <= full <= largest(DIGITS)
    assert from_digits([0x800000] * DIGITS) <= number <= largest(DIGITS)
    assert len(vector) == DIGITS


@pytest.mark.parametrize("spare", [0, 8])
def test_moduli_reach_their_ends(spare: int) -> None:
    top = min((1 << 24 * DIGITS - spare) - 1, largest(DIGITS))
    assert find(moduli(DIGITS, spare), lambda modulus: modulus >= top - 2) in (top, top - 1)


@pytest.mark.parametrize("residue", [-97, 0, 1, 96])
def test_residues_reach_both_ends(residue: int) -> None:
    assert find(residues(97, signed=True), lambda found: found == residue) == residue
    assert residue < 0 or find(residues(97), lambda found: found == residue) == residue


@given(des_keys())
def test_keys_have_odd_parity(key: bytes) -> None:
    assert len(key) == 8
    assert all(byte.bit_count() % 2 for byte in key)


def test_weak_keys_are_weak() -> None:
    """Encryption with one is its own inverse; with one of a semi-weak pair the other's."""
    block = b"\x01\x23\x45\x67\x89\xab\xcd\xef"
    for key in WEAK_KEYS:
        twice = (DES.new(other, DES.MODE_ECB).encrypt(DES.new(key, DES.MODE_ECB).encrypt(block)) for other in WEAK_KEYS)
        assert block in twice
        assert find(des_keys(), lambda found, key=key: found == key) == key  # type: ignore[misc]  # mypy and lambdas


def test_keys_without_parity() -> None:
    assert find(des_keys(parity=False), lambda key: key[0] == 2) == bytes([2, 0, 0, 0, 0, 0, 0, 0])


@settings(max_examples=200)
@given(instructions())
def test_instructions_assemble_to_their_words(instruction: Instruction) -> None:
    made = assemble(f" org p:0\n {instruction.text}\n")
    assert made.ok
    assert tuple(made.words["P", address] for address in range(len(made.words))) == instruction.words


@settings(max_examples=60)
@given(programs(), memory_images(first=0x1000, last=0x1010))
def test_programs_end_and_keep_the_rules(program: Program, image: dict[tuple[str, int], int]) -> None:
    made = assemble(program.source)
    assert made.ok
    dsp = Dsp56001(refuse_restricted=True, strict=True)
    dsp.load_words(made.words)
    dsp.load_words(image)
    dsp.regs.pc = 0x40
    stop = dsp.run(until=int(made.symbols[DONE]), max_instructions=program.instructions + 1, unloaded=True)
    assert stop.reason is StopReason.BREAKPOINT
    assert stop.instructions == program.instructions
    assert dsp.regs.sp == 0
