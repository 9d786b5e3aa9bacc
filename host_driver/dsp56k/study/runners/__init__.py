"""Runners: one call of an operation on the DSP, on a PC with the card, or on a PC without it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import count
from types import MappingProxyType

import msgspec

from dsp56k.study.errors import StudyError
from dsp56k.study.operations import Case, Operation, operation_of
from dsp56k.study.operations.workload import Workload
from dsp56k.study.runners.bench import Bench
from dsp56k.study.runners.card import CardBench
from dsp56k.study.runners.dsp import DspBench
from dsp56k.study.runners.packets import PacketBench
from dsp56k.study.runners.pc import PcBench
from dsp56k.study.schema import Where
from dsp56k.study.tasks import Batch, Outcome, Series
from dsp56k.system.garbage_collection import without_cycle_search

_BENCHES: Mapping[Where, Callable[[Series], Bench]] = MappingProxyType(
    {"dsp": DspBench, "card": CardBench, "pc": PcBench}
)
_BENCHES_KEPT = 80
"""Each takes 3 to 8 MB, by the data of its calls. The study `crossover` has 70, and each round of the search for
crossover points returns to some.
"""
_BENCHES_UNSEARCHED = 8
"""Number of benches after which a garbage collection runs.

A bench and its callbacks reference each other, and batches run without garbage collection.
"""
_made = count(1)

_CASES_KEPT = 256
"""Each has its data, most some KB. All runs of an operation use the same sizes: `crossover` finds four of five here."""
_WORKLOADS_KEPT = 8
"""More than the seeds of a study."""


@without_cycle_search()
def run_batch(batch: Batch) -> list[Outcome]:
    """Measure a batch, each call on a separate bench that was just started: the order of calls changes nothing.

    Raises:
        Dsp56kError: The operation cannot be done there, or failed.
    """
    series = batch.series
    bench = _bench(series.setup().encoded())
    operation = operation_of(series)
    work = _work(series.seed)
    _check_vectors(bench, operation, series)
    # The work is created here: a copy would generate its keys again for each call.
    cases = (_case(operation.case, work, size) for size in batch.sizes)
    return [_outcome(bench, operation, case, series.key == "loaded") for case in cases]


def drop_benches(most: int) -> None:
    """Drop all benches if more than `most` are kept."""
    if _bench.cache_info().currsize > most:
        _bench.cache_clear()
        gc.collect()


def _outcome(bench: Bench, operation: Operation, case: Case, loaded: bool) -> Outcome:
    """Execute one call; the bench does not change."""
    return bench.apart(lambda: bench.outcome(operation, case, loaded))


def _check_vectors(bench: Bench, operation: Operation, series: Series) -> None:
    """Raise StudyError if a known-answer test fails."""
    for number, case in enumerate(operation.vectors, 1):
        if not _outcome(bench, operation, case, loaded=False).right:
            raise StudyError(f"{operation.name}: vector {number} has a wrong result on {series.where}", key="vector")


@lru_cache(_CASES_KEPT)
def _case(made: Callable[[Workload, int], Case], work: Workload, size: int) -> Case:
    return made(work, size)


@lru_cache(_WORKLOADS_KEPT)
def _work(seed: int) -> Workload:
    return Workload(seed)


@lru_cache(_BENCHES_KEPT)
def _bench(setup: bytes) -> Bench:
    series = msgspec.json.decode(setup, type=Series)
    if next(_made) % _BENCHES_UNSEARCHED == 0:
        gc.collect()
    packets = series.where == "card" and series.settings.get("driver.program") == "packets"
    return PacketBench(series) if packets else _BENCHES[series.where](series)
