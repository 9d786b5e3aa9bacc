"""What a job is: data from a seed and a size, the call on each side, the right answer, the law of size."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dsp56k.study.operations.chip import CHIP_OPERATIONS
from dsp56k.study.operations.des import DES_OPERATIONS
from dsp56k.study.operations.digests import DIGESTS
from dsp56k.study.operations.operation import Case, Operation, Side
from dsp56k.study.operations.rsa import RSA_OPERATIONS

__all__ = ["OPERATIONS", "Case", "Operation", "Side"]

OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {operation.name: operation for operation in (*CHIP_OPERATIONS, *DES_OPERATIONS, *DIGESTS, *RSA_OPERATIONS)}
)
"""Every operation that comes with the package, by its name."""
