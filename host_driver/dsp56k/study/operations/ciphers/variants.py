"""Ciphers in variants on a DSP; correct results come from pycryptodome, hashlib and the models in this package.

A new cipher is an entry of `VARIANTS`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from Crypto.Cipher import ARC4, Blowfish

from dsp56k.lib.ciphers.blowfish import BLOWFISH
from dsp56k.lib.ciphers.md5 import MD5, MD5_PAIR
from dsp56k.lib.ciphers.merkle import KHAFRE, KHUFU, OCTET
from dsp56k.lib.ciphers.merkle_sboxes import ENTRIES
from dsp56k.lib.ciphers.rc4 import RC4, RC4_PAIR
from dsp56k.lib.ciphers.seal import KEY_BYTES, PART_BYTES, SEAL, SEAL_PAIR
from dsp56k.lib.ciphers.variants import Cipher
from dsp56k.study.operations.ciphers.merkle import khafre_model, khufu_model
from dsp56k.study.operations.ciphers.seal import seal_model
from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure
from dsp56k.study.operations.workload import Workload

_MD5_BLOCK, _MD5_STEPS = 64, 64
_MD5_PADDING = 8
"""Bytes of the length, after the mandatory byte of padding."""
_CIPHER_KEY = 16
_BLOCK, _BLOWFISH_ROUNDS = 8, 16
_MERKLE_ROUNDS = 32
_SEAL_ROUNDS = 64
_WORD = 4
"""Bytes of a word."""

Given = Callable[[Workload, int], tuple[Any, ...]]
"""Returns the arguments of a function for a size."""


def _operation(
    cipher: Cipher,
    given: Given,
    right: Callable[..., Any],
    *,
    rounds: int = 1,
    step: int = 1,
    block: int = 1,
    blocks: Callable[[int], int] | None = None,
) -> Operation:
    """Return NAME-variant: the library's function of a cipher."""

    def case(work: Workload, size: int) -> Case:
        arguments = given(work, size)
        return Case(arguments, right(*arguments))

    def call(side: DspAlone, case: Case, loaded: bool) -> Called:
        return side.variant(cipher, *case.arguments, loaded=loaded)

    def load(side: DspAlone, case: Case) -> None:
        """Do nothing: the setup of a variant is known separately, and left out."""

    return Operation(
        *(f"{cipher.name.replace('_', '-')}-variant", "bytes", case, Procedure(call, load)),
        step=step,
        least=step,
        blocks=blocks or (lambda size: size // block),
        block_bytes=block,
        rounds=rounds,
        steps=cipher.variants,
    )


def _keyed(key: int) -> Given:
    return lambda work, size: (work.cipher_key(key), work.data(size))


def _words(data: bytes) -> list[int]:
    return [int.from_bytes(data[place : place + _WORD]) for place in range(0, len(data), _WORD)]


def _boxes(work: Workload) -> list[list[int]]:
    """Return arbitrary S-boxes for all rounds."""
    words = _words(work.data(_WORD * ENTRIES * _MERKLE_ROUNDS // OCTET))
    return [words[first : first + ENTRIES] for first in range(0, len(words), ENTRIES)]


def _khufu(work: Workload, size: int) -> tuple[Any, ...]:
    return _boxes(work), _words(work.cipher_key(4 * _WORD)), work.data(size)


def _khafre(work: Workload, size: int) -> tuple[Any, ...]:
    return _boxes(work), work.cipher_key(_CIPHER_KEY), work.data(size)


def _pair(work: Workload, size: int) -> tuple[Any, ...]:
    """Return two messages of half the size, with a key each."""
    keys, data = work.cipher_key(2 * _CIPHER_KEY), work.data(size)
    return _halves(keys), _halves(data)


def _both(keys: tuple[bytes, bytes], data: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    one, other = (ARC4.new(key).encrypt(text) for key, text in zip(keys, data, strict=True))
    return one, other


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _seal(key: bytes, data: bytes, position: int = 0) -> bytes:
    stream = seal_model(key, position, len(data) // PART_BYTES)
    return bytes(one ^ other for one, other in zip(data, stream, strict=True))


def _halves(data: bytes) -> tuple[bytes, bytes]:
    return data[: len(data) // 2], data[len(data) // 2 :]


VARIANTS = (
    _operation(RC4, _keyed(_CIPHER_KEY), lambda key, data: ARC4.new(key).encrypt(data)),
    _operation(RC4_PAIR, _pair, _both, step=2),
    _operation(
        MD5,
        lambda work, size: (work.data(size),),
        _md5,
        rounds=_MD5_STEPS,
        block=_MD5_BLOCK,
        blocks=lambda size: (size + _MD5_PADDING) // _MD5_BLOCK,
    ),
    _operation(
        MD5_PAIR,
        lambda work, size: (_halves(work.data(size)),),
        lambda data: tuple(map(_md5, data)),
        rounds=_MD5_STEPS,
        step=2,
        block=_MD5_BLOCK,
        blocks=lambda size: 2 * ((size // 2 + _MD5_PADDING) // _MD5_BLOCK),
    ),
    _operation(
        BLOWFISH,
        _keyed(_CIPHER_KEY),
        lambda key, data: Blowfish.new(key, Blowfish.MODE_ECB).encrypt(data),
        rounds=_BLOWFISH_ROUNDS,
        step=_BLOCK,
        block=_BLOCK,
    ),
    _operation(KHUFU, _khufu, khufu_model, rounds=_MERKLE_ROUNDS, step=_BLOCK, block=_BLOCK),
    _operation(KHAFRE, _khafre, khafre_model, rounds=_MERKLE_ROUNDS, step=_BLOCK, block=_BLOCK),
    _operation(SEAL, _keyed(KEY_BYTES), _seal, rounds=_SEAL_ROUNDS, step=PART_BYTES, block=PART_BYTES),
    _operation(
        SEAL_PAIR,
        lambda work, size: (work.cipher_key(KEY_BYTES), _halves(work.data(size))),
        lambda key, data: tuple(_seal(key, text, position) for position, text in enumerate(data)),
        rounds=_SEAL_ROUNDS,
        step=2 * PART_BYTES,
        block=PART_BYTES,
    ),
)
