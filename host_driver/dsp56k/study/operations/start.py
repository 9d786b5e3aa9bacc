"""Starting the card: reset, probe of its memory, download, start of the firmware, self-test."""

from __future__ import annotations

from dsp56k import lib
from dsp56k.study.operations.operation import Called, Case, Operation, Side
from dsp56k.study.operations.workload import Workload


def _case(work: Workload, size: int) -> Case:
    return Case((), lib.firmware.image().symbols["VERSION"])


def _call(side: Side, case: Case, loaded: bool) -> Called:
    called: Called = side.start(lib.firmware.image().segments)
    return called


START = Operation("card-start", "operations", _case, _call, bytes_each=0, sides=frozenset(("card",)))
