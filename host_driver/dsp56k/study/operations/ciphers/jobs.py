"""Ciphers as jobs of a PC and of the card.

Correct results of RC4 and MD5 come from pycryptodome and hashlib; those of a cipher of `dsp56k.lib.ciphers.tables` from
a DSP. A new cipher with tables needs no change here.
"""

from __future__ import annotations

import hashlib

from Crypto.Cipher import ARC4

from dsp56k.host.software import Measured
from dsp56k.lib.ciphers.tables import TABLE_CIPHERS, TableCipher
from dsp56k.study.operations.operation import Called, CardOrPc, Case, Operation, Procedure
from dsp56k.study.operations.workload import Workload

_KEY = 16
_BLOCK, _PADDING = 64, 8
_NEEDS = {"firmware.commands": frozenset(("ciphers",))}


def _rc4_case(work: Workload, size: int) -> Case:
    key, data = work.cipher_key(_KEY), work.data(size)
    return Case((key, data), ARC4.new(key).encrypt(data))


def _rc4(side: CardOrPc, case: Case, loaded: bool) -> Called:
    return side.rc4(*case.arguments)


def _md5_case(work: Workload, size: int) -> Case:
    data = work.data(size)
    return Case((data,), hashlib.md5(data, usedforsecurity=False).digest())


def _md5(side: CardOrPc, case: Case, loaded: bool) -> Called:
    return side.md5(*case.arguments)


def _with_tables(cipher: TableCipher) -> Operation:
    """Return NAME-encrypt, with a key whose tables are loaded, or with a new one for each call.

    The side computes its tables, or receives them: then the PC computes them on either side, and that time is left out.
    """
    shared = cipher.basis is not None

    def case(work: Workload, size: int) -> Case:
        key, data = work.cipher_key(cipher.key_bytes), work.data(size)
        cipher.tables(key)  # cached, so that no copy of a bench computes them again
        return Case((data,), cipher.encrypt(key, data), key)

    def call(side: CardOrPc, case: Case, loaded: bool) -> Called:
        if loaded:
            return side.cipher_encrypt(cipher, *case.arguments)
        key = (side.new_cipher_key if shared else side.load_cipher)(cipher, case.key)
        called = side.cipher_encrypt(cipher, *case.arguments)
        return Measured(called.value, key.clocks + called.clocks, key.time + called.time)

    def load(side: CardOrPc, case: Case) -> None:
        side.load_cipher(cipher, case.key)

    def ready(side: CardOrPc, case: Case) -> None:
        if shared:
            side.load_cipher_basis(cipher)

    done = Procedure(call, load, ready)
    return Operation(
        *(f"{cipher.name}-encrypt", "bytes", case),
        card=done,
        software=done,
        step=cipher.block,
        least=cipher.block,
        blocks=lambda size: size // cipher.block,
        block_bytes=cipher.block,
        needs={"firmware.commands": frozenset(("table_ciphers",))},
    )


JOBS = (
    Operation("rc4-encrypt", "bytes", _rc4_case, card=Procedure(_rc4), software=Procedure(_rc4), needs=_NEEDS),
    Operation(
        "md5",
        "bytes",
        _md5_case,
        card=Procedure(_md5),
        software=Procedure(_md5),
        least=0,
        blocks=lambda size: (size + _PADDING) // _BLOCK,
        block_bytes=_BLOCK,
        needs=_NEEDS,
    ),
    *(_with_tables(cipher) for cipher in TABLE_CIPHERS.values()),
)
