"""The PC without the card: its software."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import TypeVar, cast

from dsp56k.host.calls.function_calls import LoadedMachine
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program, parse_program
from dsp56k.host.software import Grade, HostSoftware, host_software
from dsp56k.study.operations import Case, Operation, Procedure
from dsp56k.study.operations.operation import Called
from dsp56k.study.points import Clocks
from dsp56k.study.runners.bench import microseconds, required
from dsp56k.study.runners.event_counters import pc_counts
from dsp56k.study.runners.series_settings import pc_parameters
from dsp56k.study.schema import CountName
from dsp56k.study.tasks import Outcome, Series

T = TypeVar("T")
S = TypeVar("S")


class PcBench:
    """Host software of a variant on a machine."""

    def __init__(self, series: Series) -> None:
        parameters = pc_parameters(series.settings)
        grade, elf = (series.settings.get(f"program.{key}") for key in ("grade", "elf"))
        self._counted = series.counted
        self._software: HostSoftware | LoadedMachine
        if grade:
            # host_software rejects any other value.
            self._software = host_software(cast(Grade, grade), **parameters)
        else:
            own = series.sources.get("program")
            program = parse_program(b64decode(own), series.operation) if own else builtin_program(str(elf))
            self._software = LoadedMachine(PC(program, **parameters))

    def apart(self, work: Callable[[], T]) -> T:
        """Run `work` as Bench.apart: the PC restarts, which keeps Unicorn's translations."""
        try:
            return work()
        finally:
            self._software.restart()

    def outcome(self, operation: Operation, case: Case, loaded: bool) -> Outcome:
        """One call; the PC is busy all of it."""
        software = self._software
        if isinstance(software, HostSoftware):
            called, counts = self._called(required(operation.software), software, case, loaded)
        else:
            called, counts = self._called(required(operation.machine), software, case, loaded)
        us = microseconds(called.time)
        return Outcome(Clocks(driver=called.clocks), us, us, 0, right=called.value == case.right, counts=counts)

    def _called(self, done: Procedure[S], side: S, case: Case, loaded: bool) -> tuple[Called, dict[CountName, int]]:
        """Do a call; return it with its counts, if it is counted."""
        done.prepare(side, case, loaded)
        pc = self._software.pc
        before = pc.profile() if self._counted else {}
        called = done.call(side, case, loaded)
        return called, dict(pc_counts(pc, before)) if self._counted else {}
