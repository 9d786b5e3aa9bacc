"""Paths with secret bits compute the results of the emulator, and mark every bit that a secret changes."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from dsp56k.emu import Dsp56001, EmulatorError, RegisterError, Step
from dsp56k.emu.debugging.secret_path import Refusal, SecretLeak, SecretPath
from dsp56k.testing.proofs import secret_paths
from dsp56k.testing.proofs.domain import UnsupportedError, sign_extended, step_pointer
from dsp56k.testing.proofs.state import ACCUMULATORS, ADDRESS_REGISTERS, FLAGS, INPUTS
from unit.testing.proofs.random_programs import DATA, START, WORDS, random_chip
from unit.testing.proofs.secret_bits import SecretBits, bounds_of, secret
from unit.testing.proofs.secret_followers import SecretFollower, mark_word

SEEDS = range(300 if os.environ.get("PROOFS") == "all" else 40)
LIMIT = START + WORDS
IO_PAGE = 0xFFC0
MEMORIES = ("X", "Y")
REGISTERS = (*ACCUMULATORS, *INPUTS, *ADDRESS_REGISTERS)
WIDTHS = {name: 56 if name in ACCUMULATORS else 24 if name in INPUTS else 16 for name in REGISTERS}
MAX_CLOCKS = 10**6

Masks = dict[str | tuple[str, int], int]


def all_masks(chance: random.Random, *, pointers: bool) -> Masks:
    """Return masks of all bits of the data ALU, of all words, and of address registers."""
    names = REGISTERS[: 6 + 16] if pointers else REGISTERS[:6]
    masks: Masks = {name: (1 << WIDTHS[name]) - 1 for name in names}
    masks["ccr"] = chance.choice((0, (1 << len(FLAGS)) - 1))
    return masks | {(space, address): 0xFF_FFFF for space in MEMORIES for address in range(DATA)}


def some_masks(chance: random.Random) -> Masks:
    """Return masks of some bits of everything, and of few low bits of pointers."""
    masks: Masks = {name: chance.getrandbits(24) & chance.getrandbits(24) for name in REGISTERS[:6]}
    masks |= {name: chance.getrandbits(4) if chance.random() < 0.3 else 0 for name in REGISTERS[6 : 6 + 16]}
    return masks | {
        (space, address): chance.getrandbits(24) & chance.getrandbits(24)
        for space in MEMORIES
        for address in range(DATA)
    }


def masks_of(seed: int) -> tuple[Dsp56001, Masks]:
    """Return a random chip and its secret bits."""
    chance = random.Random(seed)
    dsp = random_chip(chance)
    return dsp, some_masks(chance) if seed % 2 else all_masks(chance, pointers=seed % 3 == 0)


def path_of(dsp: Dsp56001, masks: Masks) -> SecretPath:
    path = dsp.secret_path()
    path.mark(((place.lower() if isinstance(place, str) else place, mask) for place, mask in masks.items()), "all")
    return path


def followed(dsp: Dsp56001, path: SecretPath) -> Iterator[SecretLeak | Refusal | None]:
    """Follow a program instruction by instruction, until a peripheral is accessed: it answers with its own value."""
    for _ in range(WORDS):
        if any(access.space == "X" and access.address >= IO_PAGE for access in dsp.explain_cost().accesses):
            return
        try:
            met = path.follow(until=LIMIT, max_clocks=MAX_CLOCKS, max_instructions=1)
        except EmulatorError:
            return
        if met is not None and not isinstance(met, SecretLeak | Refusal):
            return
        yield met
        if isinstance(met, Refusal) or dsp.regs.pc == LIMIT:
            return


@pytest.mark.parametrize("seed", SEEDS)
def test_two_implementations_mark_the_same_bits(seed: int) -> None:
    # Both compare every number that an instruction computes with the emulator's.
    dsp, masks = masks_of(seed)
    other = Dsp56001()
    other.restore(dsp.snapshot())
    path, follower = path_of(dsp, masks), follower_of(other, masks)
    leak = ""
    steps = other.trace(until=LIMIT, max_instructions=WORDS)
    for met in followed(dsp, path):
        refused = refusal_of(follower, steps)
        assert refused == (met.reason if isinstance(met, Refusal) else "")
        if refused:
            return
        leak = leak or (met.reason if isinstance(met, SecretLeak) else "")
        assert leak == follower.leak
        same_values(dsp, path, follower)


def follower_of(dsp: Dsp56001, masks: Masks) -> SecretFollower:
    follower = SecretFollower(dsp)
    for place, mask in masks.items():
        if place == "ccr":
            for number, name in enumerate(FLAGS):
                if mask >> number & 1:
                    follower.state.values[name] = (follower.state.numbers["SR"] >> number & 1, 1, 0, 1)
        else:
            mark_word(follower, place, mask)
    follower.note_overwritten()
    return follower


def refusal_of(follower: SecretFollower, steps: Iterator[Step]) -> str:
    """Follow an instruction. Return the reason if the domain does not support it."""
    try:
        follower.execute(next(steps))
    except UnsupportedError as error:
        return str(error)
    return ""


def same_values(dsp: Dsp56001, path: SecretPath, follower: SecretFollower) -> None:
    state, domain = follower.state, follower.secrets
    for name in REGISTERS:
        own, other = path.register(name.lower()), state.get(name)
        assert own is not None
        assert own[:2] == (domain.number_of(other), domain.mask_of(other)), f"{name} at {state.pc:04X}"
    for number, name in enumerate(FLAGS):
        assert path.secret_flags >> number & 1 == (not isinstance(state.flag(name), int)), f"{name} at {state.pc:04X}"
    for space in MEMORIES:
        words = path.words(space)
        others = {place[1]: value for place, value in state.memory.items() if place[0] == space}
        assert words.keys() == others.keys(), f"{state.pc:04X}"
        for address, value in words.items():
            masks = (value.mask, domain.mask_of(others[address]))
            assert len({mask & 0xFF_FFFF for mask in masks}) == 1, f"{space}:{address:04X} at {state.pc:04X}"
    assert path.secret_addresses == follower.secret_addresses
    assert dsp.clocks == follower.dsp.clocks


def flipped(dsp: Dsp56001, path: SecretPath, chance: random.Random) -> Dsp56001:
    """Return a chip with other values in secret bits."""
    other = Dsp56001()
    other.restore(dsp.snapshot())
    for space, memory in (("X", other.x), ("Y", other.y)):
        for address, value in path.words(space).items():
            memory[address] ^= value.mask & 0xFF_FFFF & chance.getrandbits(24)
    for name in REGISTERS:
        register = path.register(name.lower())
        assert register is not None
        other.regs[name] ^= register.mask & (1 << WIDTHS[name]) - 1 & chance.getrandbits(64)
    other.regs.sr ^= chance.getrandbits(7) & path.secret_flags
    return other


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_secret_changes_is_marked(seed: int) -> None:
    dsp, masks = masks_of(seed + 1000)
    path, chance = path_of(dsp, masks), random.Random(seed)
    others = [flipped(dsp, path, chance) for _ in range(4)]
    for met in followed(dsp, path):
        if met is not None:
            return
        for other in others:
            other.step()
            check(dsp, path, other)


def check(dsp: Dsp56001, path: SecretPath, other: Dsp56001) -> None:
    """Compare a run with other secrets with the marks."""
    where = f"before {dsp.regs.pc:04X}"
    for name in REGISTERS:
        value = path.register(name.lower())
        assert value is not None
        number = other.regs[name.lower()]
        assert not (value.number ^ number) & ~value.mask & (1 << WIDTHS[name]) - 1, f"{name} {where}"
        signed = number if WIDTHS[name] == 16 else sign_extended(number, WIDTHS[name])
        assert value.low <= signed <= value.high, f"{name} {where}"
    assert not (dsp.regs.sr ^ other.regs.sr) & ~path.secret_flags, where
    for space, own, memory in (("X", dsp.x, other.x), ("Y", dsp.y, other.y)):
        words = path.words(space)
        for address in range(DATA):
            value = words.get(address)
            if memory[address] != own[address]:
                assert value is not None, f"{space}:${address:04X} {where}"
                assert not (memory[address] ^ own[address]) & ~value.mask, f"{space}:${address:04X} {where}"
    assert dsp.clocks == other.clocks


@dataclass(frozen=True)
class Buffer:
    """A pointer, a step and a modifier, with their secret bits."""

    r: tuple[int, int]
    n: tuple[int, int]
    m: int


@pytest.mark.parametrize("back", [False, True])
def test_a_step_in_a_modulo_buffer_contains_all_results(back: bool) -> None:
    chance = random.Random(back)
    domain = SecretBits()
    for _ in range(3000):
        m = chance.choice((1, 2, 4, 5, 7, 8, 11, 20, 255, 0x7FFF))
        size = chance.choice((2, m, m + 1, 4 * (m + 1)))
        case = Buffer(
            (chance.randrange(min(0x10000, 8 * (m + 1))), chance.getrandbits(4) & chance.getrandbits(4)),
            (chance.choice((chance.randrange(size), -chance.randrange(size) & 0xFFFF)), chance.getrandbits(3)),
            m,
        )
        moved = domain.step_pointer(secret(*case.r), secret(*case.n), m, back=back)
        for _ in range(8):
            r, n = (number ^ mask & chance.getrandbits(16) for number, mask in (case.r, case.n))
            actual = step_pointer(r, n, m, back=back)
            assert not (actual ^ (domain.number_of(moved) or 0)) & ~domain.mask_of(moved), f"{case} {r} {n}"
            assert bounds_of(moved)[0] <= actual <= bounds_of(moved)[1]


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
    path = secret_paths.SecretPath(dsp, is_declassified=lambda pc: False)
    with pytest.raises((EmulatorError, UnsupportedError)):
        path.follow(0x200, 100)


def test_a_board_whose_ram_has_several_addresses_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"the RAM of board .* can have one word at several addresses"):
        secret_paths.SecretPath(Dsp56001(board="falcon"), is_declassified=lambda pc: False)


def test_a_register_that_cannot_be_secret_is_refused() -> None:
    with pytest.raises(RegisterError, match="a1"):
        Dsp56001().secret_path().mark([("a1", 1)], "a")
