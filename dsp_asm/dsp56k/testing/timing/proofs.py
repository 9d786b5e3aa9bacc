"""Proofs that a routine's time does not depend on a factor, for the path of one call."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dsp56k.testing.proofs.answers import ConstantTime, Counterexample, Declassified, Unknown
from dsp56k.testing.proofs.library_calls import SecretCalls, prove_calls
from dsp56k.testing.timing.assessments import TimingTarget

_FIRST_RANDOM_LEVEL = 4
_LEVELS = 1 << 32
"""Levels of a factor from which the secrets of a proof are drawn: those before the first are ends of ranges."""


def prove_timing(
    target: TimingTarget,
    factors: Sequence[str],
    declassified: Sequence[Declassified] = (),
    *,
    data_addresses: bool = False,
    seconds: float = 60,
) -> ConstantTime | Counterexample | Unknown:
    """Prove that the time of a target's call does not depend on factors, while the others have their default."""

    def draw(chance: random.Random) -> dict[str, object]:
        return dict(target.arguments(factors, chance.randrange(_FIRST_RANDOM_LEVEL, _LEVELS)))

    others = [factor for factor in target.factors if factor not in factors]
    public = f"the path of one {' and '.join(others)}" if others else "the path that all factors take"
    calls = SecretCalls(target.function, draw(random.Random(-1)), draw, public, target.loading)
    return prove_calls(calls, declassified, data_addresses=data_addresses, seconds=seconds)
