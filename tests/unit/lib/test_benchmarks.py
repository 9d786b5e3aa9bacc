"""The library's benchmarks: clocks, rates, bounds and parts are those of docs/records/speed-library.json."""

import pytest

import recorder
from dsp56k.lib.algorithm import Benchmark
from dsp56k.lib.benchmarks import ROWS, LibrarySpeed, measured
from dsp56k.system.records import read

RECORDED = {row.routine: row for row in read(recorder.path_of("speed-library"), LibrarySpeed).routines}


def test_the_record_has_every_benchmark_once_in_order() -> None:
    assert [row.routine for row in ROWS] == list(RECORDED)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.routine)
def test_a_measurement_is_the_recorded_one(row: Benchmark) -> None:
    assert measured(row) == RECORDED[row.routine]
