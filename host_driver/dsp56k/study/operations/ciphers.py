"""Ciphers of the network processor's paper, in variants on a DSP alone; right answers from pycryptodome and hashlib.

A further cipher is a row of `CIPHERS`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from Crypto.Cipher import ARC4

from dsp56k.lib.ciphers.md5 import MD5
from dsp56k.lib.ciphers.rc4 import RC4
from dsp56k.lib.ciphers.variants import Cipher
from dsp56k.study.operations.operation import Called, Case, Operation, Side
from dsp56k.study.operations.workload import Workload

_MD5_BLOCK = 64
_MD5_PADDING = 8
"""Bytes of the length, after the one byte of padding that there always is."""


def _operation(
    cipher: Cipher,
    right: Callable[..., bytes],
    *,
    key: int = 0,
    step: int = 1,
    block: int = 1,
    blocks: Callable[[int], int] = int,
) -> Operation:
    """NAME-variant: the library's function NAME on a key of so many bytes, if it has one, and data."""

    def case(work: Workload, size: int) -> Case:
        given = (work.cipher_key(key), work.data(size)) if key else (work.data(size),)
        return Case(given, right(*given))

    def call(side: Side, case: Case, loaded: bool) -> Called:
        called: Called = side.variant(cipher, *case.arguments, loaded=loaded)
        return called

    def load(side: Side, case: Case) -> None:
        """What a variant makes before is known apart, and left out."""

    return Operation(
        *(f"{cipher.name}-variant", "bytes", case, call),
        step=step,
        least=step,
        blocks=blocks,
        block_bytes=block,
        sides=frozenset(("dsp",)),
        load=load,
        steps=cipher.variants,
    )


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


CIPHERS = (
    _operation(RC4, lambda key, data: ARC4.new(key).encrypt(data), key=16),
    _operation(MD5, _md5, block=_MD5_BLOCK, blocks=lambda size: (size + _MD5_PADDING) // _MD5_BLOCK),
)
