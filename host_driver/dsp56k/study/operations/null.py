"""A null cipher: data goes to the card and comes back unchanged.

Its time is that of the link, the driver and the firmware's protocol, so no cipher can be faster on this card with this
driver.
"""

from __future__ import annotations

from dsp56k.lib.commands import USER_OPCODES
from dsp56k.study.operations.operation import Called, Case, DspOrCard, Operation, Procedure
from dsp56k.study.operations.workload import Workload

_CLOCKS_PER_BYTE = 1
"""Maximum clocks of the command for each byte: the least that a job can have, because the command does nothing."""


def _case(work: Workload, size: int) -> Case:
    data = work.data(size)
    return Case((data,), data)


def _call(side: DspOrCard, case: Case, loaded: bool) -> Called:
    return side.job(None, b"", USER_OPCODES[0], *case.arguments, clocks=_CLOCKS_PER_BYTE)


NULL = Operation(
    "null",
    "bytes",
    _case,
    dsp=Procedure(_call),
    card=Procedure(_call),
    needs={"firmware.commands": frozenset(("null",))},
)
