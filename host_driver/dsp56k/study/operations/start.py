"""Starting the card: reset, probe of its memory, download, start of the firmware, self-test."""

from __future__ import annotations

from dsp56k import lib
from dsp56k.host.driver import CardDriver
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure
from dsp56k.study.operations.workload import Workload


def _case(work: Workload, size: int) -> Case:
    return Case((), lib.firmware.image().symbols["VERSION"])


def _call(side: CardDriver, case: Case, loaded: bool) -> Called:
    return side.start(lib.firmware.image().segments)


START = Operation("card-start", "operations", _case, card=Procedure(_call), bytes_each=0)
