"""Message digests: MD2 (RFC 1319) and MD4 (RFC 1320); correct results come from pycryptodome.

Their blocks are those that data add to an empty message: MD2's padding fills up the last block, and its checksum is one
more; MD4's padding takes at least nine bytes, so that a message of 56 has a block more than one of 55.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from Crypto.Hash import MD2, MD4

from dsp56k.study.operations.operation import Called, Case, Operation, Procedure, Side
from dsp56k.study.operations.workload import Workload

MD2_BLOCK = 16
MD4_BLOCK = 64
_MD4_PADDING = 8
"""Bytes of the length, after the mandatory byte of padding."""


_Digest = Callable[[Side, Case, bool], Called]


def _digest(name: str, block: int, blocks: Callable[[int], int], library: Any, call: _Digest) -> Operation:
    def case(work: Workload, size: int) -> Case:
        data = work.data(size)
        return Case((data,), library.new(data).digest())

    done = Procedure(call)
    return Operation(name, "bytes", case, dsp=done, card=done, software=done, least=0, blocks=blocks, block_bytes=block)


def _md2(side: Side, case: Case, loaded: bool) -> Called:
    return side.md2(*case.arguments)


def _md4(side: Side, case: Case, loaded: bool) -> Called:
    return side.md4(*case.arguments)


DIGESTS = (
    _digest("md2", MD2_BLOCK, lambda size: size // MD2_BLOCK, MD2, _md2),
    _digest("md4", MD4_BLOCK, lambda size: (size + _MD4_PADDING) // MD4_BLOCK, MD4, _md4),
)
