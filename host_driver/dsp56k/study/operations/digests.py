"""Message digests: MD2 (RFC 1319) and MD4 (RFC 1320); right answers from pycryptodome.

Their blocks are those that data add to an empty message: MD2's padding fills up the last block, and its checksum is one
more; MD4's padding takes at least nine bytes, so that a message of 56 has a block more than one of 55.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from Crypto.Hash import MD2, MD4

from dsp56k.study.operations.operation import Called, Case, Operation, Side
from dsp56k.study.operations.workload import Workload

MD2_BLOCK = 16
MD4_BLOCK = 64
_MD4_PADDING = 8
"""Bytes of the length, after the one byte of padding that there always is."""


def _digest(name: str, block: int, blocks: Callable[[int], int], library: Any) -> Operation:
    def case(work: Workload, size: int) -> Case:
        data = work.data(size)
        return Case((data,), library.new(data).digest())

    def call(side: Side, case: Case, loaded: bool) -> Called:
        called: Called = getattr(side, name)(*case.arguments)
        return called

    return Operation(name, "bytes", case, call, least=0, blocks=blocks, block_bytes=block)


DIGESTS = (
    _digest("md2", MD2_BLOCK, lambda size: size // MD2_BLOCK, MD2),
    _digest("md4", MD4_BLOCK, lambda size: (size + _MD4_PADDING) // MD4_BLOCK, MD4),
)
