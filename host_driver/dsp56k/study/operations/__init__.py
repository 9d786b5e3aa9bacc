"""Operations: the data from a seed and a size, the call on each side, the correct result, the law of size."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from types import MappingProxyType

from dsp56k.host.program import parse_program
from dsp56k.study.operations.algorithms import ALGORITHM_OPERATIONS
from dsp56k.study.operations.chip import CHIP_OPERATIONS
from dsp56k.study.operations.firmware import FIRMWARE_OPERATIONS
from dsp56k.study.operations.karn import KARN_OPERATIONS
from dsp56k.study.operations.montgomery import MONTGOMERY_OPERATIONS
from dsp56k.study.operations.operation import OWN, Case, Operation, Procedure, Side
from dsp56k.study.operations.packets import PACKETS
from dsp56k.study.operations.products import PRODUCTS
from dsp56k.study.operations.rsa import RSA_OPERATIONS
from dsp56k.study.operations.short_des import SHORT_DES
from dsp56k.study.operations.triple_des import WRAPPED_TRIPLE_DES
from dsp56k.study.operations.user_defined import UserDefinedOperation
from dsp56k.study.tasks import Series
from dsp56k.study.toml_reader import parse_document

__all__ = ["OPERATIONS", "OWN", "Case", "Operation", "Procedure", "Side", "UserDefinedOperation", "operation_of"]

OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {
        operation.name: operation
        for operation in (
            *ALGORITHM_OPERATIONS,
            *CHIP_OPERATIONS,
            *FIRMWARE_OPERATIONS,
            *KARN_OPERATIONS,
            *MONTGOMERY_OPERATIONS,
            *PACKETS,
            *PRODUCTS,
            *RSA_OPERATIONS,
            *SHORT_DES,
            WRAPPED_TRIPLE_DES,
        )
    }
)
"""Every operation that comes with the package, by its name."""


def operation_of(series: Series) -> Operation:
    """Return the operation of a series: one of the package, or a user-defined one, whose text is in the series."""
    if series.operation in OPERATIONS:
        return OPERATIONS[series.operation]
    path, text, oracle = series.sources["operation"]
    program = parse_program(b64decode(oracle), path)
    return UserDefinedOperation(series.operation, parse_document(text, path)).operation(program)
