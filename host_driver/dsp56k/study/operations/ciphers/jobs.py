"""RC4 and MD5 as jobs of a PC and of the card; right answers from pycryptodome and hashlib."""

from __future__ import annotations

import hashlib

from Crypto.Cipher import ARC4

from dsp56k.study.operations.operation import Called, Case, Operation, Side
from dsp56k.study.operations.workload import Workload
from dsp56k.study.schema import Where

_KEY = 16
_BLOCK, _PADDING = 64, 8
_NEEDS = {"firmware.commands": frozenset(("ciphers",))}
_SIDES: frozenset[Where] = frozenset(("card", "pc"))


def _rc4_case(work: Workload, size: int) -> Case:
    key, data = work.cipher_key(_KEY), work.data(size)
    return Case((key, data), ARC4.new(key).encrypt(data))


def _rc4(side: Side, case: Case, loaded: bool) -> Called:
    called: Called = side.rc4(*case.arguments)
    return called


def _md5_case(work: Workload, size: int) -> Case:
    data = work.data(size)
    return Case((data,), hashlib.md5(data, usedforsecurity=False).digest())


def _md5(side: Side, case: Case, loaded: bool) -> Called:
    called: Called = side.md5(*case.arguments)
    return called


JOBS = (
    Operation("rc4-encrypt", "bytes", _rc4_case, _rc4, sides=_SIDES, needs=_NEEDS),
    Operation(
        "md5",
        "bytes",
        _md5_case,
        _md5,
        least=0,
        blocks=lambda size: (size + _PADDING) // _BLOCK,
        block_bytes=_BLOCK,
        sides=_SIDES,
        needs=_NEEDS,
    ),
)
