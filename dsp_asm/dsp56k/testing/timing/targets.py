"""The public routines of `dsp56k.lib`, with the factors of their calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from dsp56k import lib
from dsp56k.emu import Time
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.testing.timing.assessments import FactorLevel, TimingTarget

NOISE_REGISTER = 0xFFC2
"""Y address of the card's noise bit (src/monitor/card_registers.asm)."""
NOISE_BYTES = 16
GENERATED_BITS = 128
"""Size of a new key: the search for primes is the same for all sizes."""
_LAST_SEED = (1 << 64) - 1

Arguments = Mapping[str, Any]


def timing_targets() -> Iterator[TimingTarget]:
    """Yield all targets."""
    for row in ALGORITHMS.values():
        yield from _of_algorithm(row)
    for name, function in (("noise", _noise), ("rsa_generate", _generate)):
        yield TimingTarget(name, function, _seed, ("randomness",), costly=True)


def _seed(randomness: FactorLevel) -> Arguments:
    return {"seed": randomness.number(0, _LAST_SEED)}


def _with_setting(make: Callable[..., Arguments], setting: Arguments) -> Callable[..., Arguments]:
    return lambda **draws: {**make(**draws), **setting}


def _of_algorithm(row: Algorithm) -> Iterator[TimingTarget]:
    """Yield each routine with each of its settings, and the setup of a call with the first one."""
    factors = tuple(inspect.signature(row.secrets).parameters)
    for routine in row.routines:
        for index, (suffix, setting) in enumerate(row.settings.items()):
            make, costly = _with_setting(row.secrets, setting), row.costly or index > 0
            name = f"{routine.__name__}{suffix}"
            yield TimingTarget(name, routine, make, factors, costly=costly)
            if row.separate_setup and index == 0:
                yield TimingTarget(f"{name}, key load", routine, make, factors, loading=True, costly=costly)


class _NoiseCircuit:
    """Fair coins at the address of the card's noise circuit."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def read(self, offset: int, now: Time) -> int:
        """Return the next bit."""
        return self._random.getrandbits(1)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Ignore the write."""


def _noise(seed: int) -> None:
    """Run the firmware's command for random bytes."""
    firmware = lib.Firmware()
    firmware.dsp.port_a.map_device("Y", NOISE_REGISTER, NOISE_REGISTER, _NoiseCircuit(seed))
    lib.noise(firmware, NOISE_BYTES)


def _generate(seed: int) -> None:
    """Generate a key of seeded bytes."""
    random = Random(seed)
    lib.rsa_generate(GENERATED_BITS, source=lambda count: lib.Result(random.randbytes(count), 0, 0))
