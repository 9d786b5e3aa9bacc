"""The library's routines and the card's firmware in slices of any length, on both engines: the same after each."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from differential.cases import ARRIVALS
from differential.engines.compare import whole
from dsp56k import lib
from dsp56k.card import Card
from dsp56k.emu import Dsp56001, Stop, StopReason, validation
from shared.firmware_on_card import firmware_on

KEY = bytes.fromhex("133457799BBCDFF1")
BUDGETS = (1, 30, 400, 400, 2_000, 5_000)
"""The largest of a slice, by chance."""
LOOKS = 9
"""Slices from one look at the whole chip to the next."""


def encrypted() -> object:
    return lib.des_cbc_encrypt(KEY, KEY, Random(1).randbytes(200)).value, lib.md2(Random(2).randbytes(100)).value


def raised() -> object:
    base, exponent, modulus = (Random(seed).getrandbits(255) for seed in range(3))
    return lib.modexp(base, exponent, modulus | 1 << 255 | 1).value


def made_noise() -> object:
    """Return the random bytes of the firmware on the card, after its self-test."""
    return lib.noise(firmware_on(Card()), 64).value


def told(engine: str, use: Callable[[], object]) -> list[object]:
    """Return the state of the chip after each slice, and the outputs."""
    states: list[object] = []
    run, random = Dsp56001.run, Random(6)

    def sliced(dsp: Dsp56001, *, until: int, max_clocks: int, **ends: Any) -> Stop:
        end = dsp.clocks + max_clocks
        while True:
            budget = random.randint(1, random.choice(BUDGETS))
            stop = run(dsp, until=until, max_clocks=min(budget, end - dsp.clocks), **ends)
            states.append((stop, dsp.regs.sr, dsp.regs.a, dsp.regs.b, dsp.regs.r0, dsp.regs.r4))
            if len(states) % LOOKS == 0:
                states.append(zlib.crc32(whole(dsp)[0]))
            if stop.pc == until:
                return replace(stop, reason=StopReason.BREAKPOINT)
            if stop.reason is not StopReason.BUDGET or dsp.clocks >= end:
                return stop

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(validation.ENGINE_VARIABLE, engine)
        patch.setattr(validation, "ARRIVALS", ARRIVALS)
        patch.setattr(Dsp56001, "run", sliced)
        assert Dsp56001().engine == engine
        states.append(use())
    return states


@pytest.mark.parametrize("use", [encrypted, raised, made_noise])
def test_a_use_in_slices_is_the_same_after_each(use: Callable[[], object]) -> None:
    use()  # The library caches its setup.
    plain, generated = told("interpreter", use), told("jit", use)
    assert len(plain) > 50
    differ = next((pair for pair in zip(plain, generated, strict=False) if pair[0] != pair[1]), None)
    assert differ is None
    assert len(plain) == len(generated)
