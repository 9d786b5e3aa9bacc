"""A digital signature as one job: the MD2 digest of a message, padded, to the power of a private key with CRT.

Dussé and Kaliski, section 1: offloading only the public-key operation may not be enough, because the digest takes time
too. Sizes are bytes of the message.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dsp56k.emu.timeline import Time
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.study.operations.algorithms import case_of
from dsp56k.study.operations.operation import Case, Operation, Procedure, Side
from dsp56k.study.operations.rsa import MODULUS_BYTES
from dsp56k.study.operations.workload import Workload

_digest_case = case_of(ALGORITHMS["md2"])
_crt_case = case_of(ALGORITHMS["rsa_crt"])
_MD2_BLOCK = 16
_HEAD, _PAD, _END = b"\0\1", b"\xff", b"\0"
"""Parts of PKCS #1's block of type 1, in which the digest is at the end."""


@dataclass(frozen=True)
class _Signed:
    """The signature, and the cost of both calls."""

    value: Any
    clocks: int
    time: Time


def _padded(digest: bytes) -> int:
    pad = _PAD * (MODULUS_BYTES - len(_HEAD) - len(_END) - len(digest))
    return int.from_bytes(_HEAD + pad + _END + digest, "big")


def _case(work: Workload, size: int) -> Case:
    digest, power = _digest_case(work, size), _crt_case(work, 1)
    key = work.rsa_key
    return Case((digest.arguments, power.arguments[1:]), [pow(_padded(digest.right), key.d, key.n)])


def _sign(side: Side, case: Case, loaded: bool) -> _Signed:
    message, key = case.arguments
    digest = side.call("md2", *message)
    power = side.call("rsa_crt", [_padded(digest.value)], *key)
    return _Signed(power.value, digest.clocks + power.clocks, digest.time + power.time)


SIGNATURE = Operation(
    "sign-md2-rsa512",
    "bytes",
    _case,
    dsp=Procedure(_sign),
    card=Procedure(_sign),
    software=Procedure(_sign),
    blocks=lambda size: size // _MD2_BLOCK,
    block_bytes=_MD2_BLOCK,
    data_dependent=True,
)
