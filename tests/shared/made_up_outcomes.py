"""Results of the package's studies whose outcomes no machine has computed: all figures in seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args
from zlib import crc32

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Answer, Task
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.plans.selection import Selection
from dsp56k.study.points import Clocks
from dsp56k.study.results.result import StudyResult
from dsp56k.study.schema import CountName
from dsp56k.study.tasks import Outcome, Series


class MadeUp:
    """An executor: the time of a call follows from a checksum of the series, and from the size."""

    workers = 1

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        """Yield outcomes as an executor."""
        for place, task in enumerate(tasks):
            yield place, [[_outcome(batch.series, size) for size in batch.sizes] for batch in task]


def _outcome(series: Series, size: int) -> Outcome:
    kind = crc32(f"{series.where} {series.operation} {sorted(series.settings)}".encode())
    own = crc32(series.encoded())
    fixed = 100 + kind % 3000 + own % 50
    slope = 5 + (kind >> 12) % 40 + (own >> 8) % 100 / 20
    # Some models have a term of the square of the size.
    square = size * size / 10 if series.where == "dsp" else 0
    clocks = int(20 * (fixed + slope * size + square))
    driver, bus = clocks // 2, clocks // 4
    parts = Clocks(dsp=clocks) if series.where == "dsp" else Clocks(driver, bus, clocks - driver - bus, clocks // 5)
    # Models of counts have terms of the size and of its square.
    counts = {name: 1 + size * (size + crc32(name.encode()) % 9) for name in get_args(CountName)}
    return Outcome(parts, clocks / 20, clocks / 30, 2 * size + 40, True, counts)


def made_up(name: str, *jobs: str) -> StudyResult:
    """Return a result of a study of the package, or of some of its jobs."""
    return analyze([Plan.builtin(name, selection=Selection(jobs=jobs))], Measurer(MadeUp()))[0]
