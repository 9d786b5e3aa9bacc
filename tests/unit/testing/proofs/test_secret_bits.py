"""The follower computes the same results as the emulator, and marks every bit that a secret changes."""

from __future__ import annotations

import random

import pytest

from dsp56k.emu import Dsp56001, EmulatorError, Step
from dsp56k.testing.proofs.domain import UnsupportedError, sign_extended
from dsp56k.testing.proofs.secret_bits import SecretBits, secret
from dsp56k.testing.proofs.secret_paths import SecretPath, mark_word
from dsp56k.testing.proofs.state import ACCUMULATORS, ADDRESS_REGISTERS, FLAGS, INPUTS
from unit.testing.proofs.random_programs import DATA, START, WORDS, random_chip

LIMIT = START + WORDS
IO_PAGE = 0xFFC0
MEMORIES = ("X", "Y")


def mark_all(path: SecretPath, *, pointers: bool) -> None:
    for name in ACCUMULATORS:
        mark_word(path, name, (1 << 56) - 1)
    for name in INPUTS:
        mark_word(path, name, (1 << 24) - 1)
    for name in ADDRESS_REGISTERS[:16] if pointers else ():
        mark_word(path, name, 0xFFFF)
    for name in FLAGS:
        path.state.values[name] = (path.state.numbers["SR"] >> FLAGS.index(name) & 1, 1, 0, 1)
    for space in MEMORIES:
        for address in range(DATA):
            mark_word(path, (space, address), 0xFF_FFFF)


@pytest.mark.parametrize("seed", range(60))
def test_numbers_are_those_of_the_emulator(seed: int) -> None:
    # State.end and State.store compare every register and word that an instruction writes.
    chance = random.Random(seed)
    dsp = random_chip(chance)
    path = SecretPath(dsp, frozenset(), data_addresses=False)
    mark_all(path, pointers=seed % 3 == 0)
    for step in dsp.trace(until=LIMIT, max_instructions=WORDS):
        # A peripheral answers with its own value.
        if any(access.space == "X" and access.address >= IO_PAGE for access in step.accesses):
            return
        if not executes(path, step):
            return


def executes(path: SecretPath, step: Step) -> bool:
    """Follow an instruction. Return False if the domain does not support it."""
    try:
        path.execute(step)
    except UnsupportedError as error:
        if "emulator" in str(error):
            raise
        return False
    return True


def flipped(chip: bytes, chance: random.Random, path: SecretPath) -> Dsp56001:
    """Return a chip with other values in secret bits."""
    dsp = Dsp56001()
    dsp.restore(chip)
    memories = {"X": dsp.x, "Y": dsp.y}
    for (space, address), value in path.state.memory.items():
        memories[space][address] ^= value[1] & 0xFF_FFFF & chance.getrandbits(24)
    for name, value in path.state.values.items():
        if name not in FLAGS:
            width = 56 if name in ACCUMULATORS else 24 if name in INPUTS else 16
            dsp.regs[name] ^= value[1] & (1 << width) - 1 & chance.getrandbits(width)
    dsp.regs.sr ^= chance.getrandbits(7) & sum(
        1 << FLAGS.index(name) for name in FLAGS if isinstance(path.state.values.get(name), tuple)
    )
    return dsp


@pytest.mark.parametrize("seed", range(60))
def test_what_a_secret_changes_is_marked(seed: int) -> None:
    chance = random.Random(seed + 1000)
    dsp = random_chip(chance)
    path = SecretPath(dsp, frozenset(), data_addresses=False)
    domain = SecretBits()
    for name in (*ACCUMULATORS, *INPUTS):
        mark_word(path, name, chance.getrandbits(24) & chance.getrandbits(24))
    for name in ADDRESS_REGISTERS[:16]:
        mark_word(path, name, chance.getrandbits(4) if chance.random() < 0.3 else 0)
    for space in MEMORIES:
        for address in range(DATA):
            mark_word(path, (space, address), chance.getrandbits(24) & chance.getrandbits(24))
    others = [flipped(dsp.snapshot(), chance, path) for _ in range(4)]
    for step in dsp.trace(until=LIMIT, max_instructions=WORDS):
        if path.leak is not None or any(access.address >= IO_PAGE for access in step.accesses):
            return
        if not executes(path, step):
            return
        for other in others:
            other.step()
            check(path, domain, other)


def check(path: SecretPath, domain: SecretBits, other: Dsp56001) -> None:
    """Compare a run with other secrets with the marks."""
    state = path.state
    for name in (*ACCUMULATORS, *INPUTS, *ADDRESS_REGISTERS):
        value = state.get(name)
        width = 56 if name in ACCUMULATORS else 24 if name in INPUTS else 16
        differing = (domain.number_of(value) or 0) ^ other.regs[name.lower()]
        assert not differing & ~domain.mask_of(value) & (1 << width) - 1, f"{name} at {state.pc:04X}"
    for name in FLAGS:
        value = state.flag(name)
        if isinstance(value, int):
            assert value == other.regs.sr >> FLAGS.index(name) & 1, f"{name} at {state.pc:04X}"
    for space, memory in (("X", other.x), ("Y", other.y)):
        own = path.dsp.x if space == "X" else path.dsp.y
        for address in range(DATA):
            if memory[address] != own[address]:
                value = state.memory.get((space, address), 0)
                differing = memory[address] ^ own[address]
                assert not differing & ~domain.mask_of(value), f"{space}:${address:04X} at {state.pc:04X}"


def test_a_sum_keeps_the_bits_that_no_carry_reaches() -> None:
    domain = SecretBits()
    total = domain.add(secret(0x10, 0x30), 0x100)
    assert domain.mask_of(total) == 0x30
    assert domain.mask_of(domain.add(secret(0xF0, 0x10), 0x10)) == 0x1F0 & ~0xE0 | 0x1F0


def test_an_interval_bounds_what_a_carry_reaches() -> None:
    domain = SecretBits()
    index = domain.add(secret(0, 0xFFFFFF, 24), 0)
    low = domain.right(index, 12)
    address = domain.add(low, 0x1000)
    assert address[2:] == (0x1000 - 0x800, 0x1000 + 0x7FF)
    assert domain.is_negative(address) == 0


def test_a_value_that_is_compared_is_a_number_again() -> None:
    domain = SecretBits()
    assert domain.xor(secret(5, 7), 5) != 0
    assert domain.masked(secret(5, 7), 8) == 0
    assert domain.multiply(secret(5, 7), 0) == 0
    assert sign_extended(0xFFFFFF, 24) == -1


def test_an_error_of_the_emulator_is_not_hidden() -> None:
    dsp = Dsp56001(refuse_restricted=True)
    dsp.p[0:2] = [0x0003F8, 0x00000C]
    path = SecretPath(dsp, frozenset(), data_addresses=False)
    with pytest.raises((EmulatorError, UnsupportedError)):
        path.follow(0x200, 100)


def test_a_board_whose_ram_has_several_addresses_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"the RAM of board .* can have one word at several addresses"):
        SecretPath(Dsp56001(board="falcon"), frozenset(), data_addresses=False)
