"""The PC alone: its own software."""

from __future__ import annotations

from typing import cast

from dsp56k.host.software import Grade, HostSoftware, host_software
from dsp56k.study.operations import Case, Operation
from dsp56k.study.points import Clocks
from dsp56k.study.runners.bench import microseconds
from dsp56k.study.runners.machines import pc_parameters
from dsp56k.study.tasks import Outcome, Series


class PcBench:
    """Host software of a grade on a machine."""

    changes = True

    def __init__(self, series: Series) -> None:
        grade = cast(Grade, series.settings["program.grade"])
        self._software: HostSoftware = host_software(grade, **pc_parameters(series.settings))

    def outcome(self, operation: Operation, case: Case, loaded: bool) -> Outcome:
        """One call; the PC is busy all of it."""
        if loaded and operation.load:
            operation.load(self._software, case)
        called = operation.call(self._software, case, loaded)
        us = microseconds(called.time)
        return Outcome(Clocks(driver=called.clocks), us, us, 0, right=called.value == case.right)
