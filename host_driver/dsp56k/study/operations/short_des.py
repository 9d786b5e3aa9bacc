"""Short operations of DES-CBC, many of them in one call; correct results come from pycryptodome.

The workload of Lindemann and Smith, "Improving DES Coprocessor Throughput for Short Operations": lengths of 8 to 80
bytes, uniformly at random, keys from a small set, an IV and a direction for each operation. Sizes are operations.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from dsp56k.host.batched_jobs import DesOperation
from dsp56k.host.driver import CardDriver
from dsp56k.host.software import HostSoftware
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure
from dsp56k.study.operations.workload import Workload

LENGTHS = range(8, 81, 8)
"""Bytes, in complete blocks of DES; 44 on average."""
KEYS = 16
"""Different keys of a batch: "the total number of keys was still fairly small"."""

LONGEST = 1016
"""Maximum bytes that a record can express."""

_Batch = Callable[[Workload, int], list[DesOperation]]


def _own(lengths: range) -> _Batch:
    """Return operations with separate keys, IVs and directions."""

    def batch(work: Workload, count: int) -> list[DesOperation]:
        return list(islice(work.short_operations(lengths, KEYS), count))

    return batch


def _common(work: Workload, count: int) -> list[DesOperation]:
    """Return operations under one key and IVs of zeros, all in one direction."""
    first = work.des_key
    return [
        DesOperation(first, bytes(len(each.iv)), each.data, decrypt=False)
        for each in islice(work.short_operations(LENGTHS, KEYS), count)
    ]


def _load(side: CardDriver, case: Case) -> None:
    side.short_des.load_keys(*case.arguments)


def _by_card(side: CardDriver, case: Case, loaded: bool) -> Called:
    return side.short_des.run(*case.arguments)


def _by_software(side: HostSoftware, case: Case, loaded: bool) -> Called:
    return side.des_operations(*case.arguments)


def _operation(name: str, batch: _Batch, keys: frozenset[str], lengths: range) -> Operation:
    def case(work: Workload, count: int) -> Case:
        operations = batch(work, count)
        return Case((operations,), b"".join(each.right for each in operations))

    return Operation(
        name=name,
        unit="operations",
        case=case,
        card=Procedure(_by_card, _load),
        software=Procedure(_by_software),
        bytes_each=lengths[-1],
        lengths=lengths,
        bytes_of=lambda work, count: sum(len(each.data) for each in batch(work, count)),
        data_dependent=True,
        needs={"driver.batch_keys": keys},
    )


def _only(length: int) -> range:
    return range(length, length + 1)


_EACH, _ANY = frozenset(("each", "table")), frozenset(("each", "once", "table"))

SHORT_DES = (
    _operation("short-des", _own(LENGTHS), _EACH, LENGTHS),
    *(_operation(f"short-des-{each[0]}", _own(each), _EACH, each) for each in map(_only, (8, 40, 80, LONGEST))),
    _operation("short-des-one-key", _common, _ANY, LENGTHS),
)
