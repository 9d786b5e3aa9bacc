"""Proofs that a routine's time does not depend on a factor, for the path of one call.

DECLASSIFIED has the instructions of the library that may depend on a secret, and why an attacker learns nothing from
that. Addresses are labels with offsets in words. An instruction that moves is not declassified any more, so that its
proof fails.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from dsp56k.testing.proofs.answers import ConstantTime, Counterexample, Declassified, Unknown
from dsp56k.testing.proofs.library_calls import SecretCalls, prove_calls
from dsp56k.testing.timing.assessments import TimingTarget


def _all(reason: str, *places: str) -> tuple[Declassified, ...]:
    return tuple(Declassified(place, reason) for place in places)


_RSA = (
    *_all("c < N, or c < p q, is a precondition: the library checks it before", "rsa_power+11", "rsa_crt+35"),
    *_all("the length of a modulus is public: it selects the kernel", "key_load+38"),
    *_all(
        "whether the exponent has more than 48 bits is public",
        "rsa_key_load+24",
        "recode+8",
        "power_table+7",
        "power_table+17",
    ),
    *_all("an exponent is not 0", "modexp_power+9"),
    *_all("q times 1/q is 1 modulo p for every key that can be loaded", "rsa_load_crt+104"),
)
_SUM = "a stored sum is a function of the key: it differs only if memory has been damaged"
_DES = _all(_SUM, "check_des+17", "check_des+28", "check_chain+9")
_TRIPLE_DES = _all(_SUM, "des3_cbc+102", "des3_cbc+109", "check_chain+9")
_MD2 = _all(
    "a digest is the state that it was copied from: it differs only if memory has been damaged", "check_md2_digest+11"
)

DECLASSIFIED: Mapping[str, Sequence[Declassified]] = {
    "rsa_public": _RSA,
    "rsa_private": _RSA,
    **dict.fromkeys(("des_ecb_encrypt", "des_ecb_decrypt", "des_cbc_encrypt", "des_cbc_decrypt", "des_mac"), _DES),
    "md2": _MD2,
    **dict.fromkeys(("des3_cbc_encrypt", "des3_cbc_decrypt"), _TRIPLE_DES),
}
"""Instructions by the name of a function of `dsp56k.lib`."""


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
