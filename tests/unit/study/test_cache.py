"""Results that are cached in files: incomplete or contradictory ones are measured again."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from dsp56k.study.errors import StudyError
from dsp56k.study.measurement.cache import Cache
from dsp56k.study.measurement.execution import Answer, Executor, Task
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.points import Clocks
from dsp56k.study.tasks import Batch, Outcome, Series
from dsp56k.system.digests import seal, unseal

SETTINGS = {"machine.clock_hz": 25_000_000, "board.dsp_clock_hz": 20_000_000}
WHERE = ("pc", "card", "dsp")
SIZES = (1, 2, 3, 1000)


def series(where: Any) -> Series:
    return Series(where, dict(SETTINGS), "md2", "cold", 1990)


def outcome(where: str, size: int) -> Outcome:
    if where == "dsp":
        return Outcome(Clocks(dsp=100 * size), 5.0 * size, 0.0, 0, right=True)
    clocks = Clocks(driver=100 * size) if where == "pc" else Clocks(70 * size, 20 * size, 10 * size, 5 * size)
    return Outcome(clocks, 4.0 * size, 4.0 * size, 0, right=True)


class Counting(Executor):
    """Measures nothing, and records the requests."""

    workers = 1

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Answer]]:
        for place, task in enumerate(tasks):
            self.sizes += [size for batch in task for size in batch.sizes]
            yield place, [[outcome(batch.series.where, size) for size in batch.sizes] for batch in task]


def measured(folder: Path, where: str, recheck: int = 0) -> Measurer:
    measurer = Measurer(Counting(), Cache(folder), recheck=recheck)
    measurer.measure([Batch(series(where), SIZES)])
    return measurer


def change(folder: Path, edit: Callable[[dict[str, Any]], object], *, resealed: bool) -> Path:
    (path,) = folder.rglob("*.json")
    content = unseal(path.read_bytes())
    assert content is not None
    document = json.loads(content)
    edit(document["outcomes"]["1000"])
    changed = json.dumps(document).encode()
    path.write_bytes(seal(changed) if resealed else path.read_bytes()[:65] + changed)
    return path


@pytest.mark.parametrize("where", WHERE)
def test_what_was_measured_is_taken_from_the_cache(tmp_path: Path, where: str) -> None:
    first, again = measured(tmp_path, where), measured(tmp_path, where)
    assert [(one.measured, one.taken) for one in (first, again)] == [(4, 0), (0, 4)]
    assert again.outcome(series(where), 1000) == outcome(where, 1000)


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize(
    ("edit", "resealed"),
    [
        (lambda one: one.update(us=one["us"] / 8), True),
        (lambda one: one.update(us=one["us"] + 1), True),
        (lambda one: one["clocks"].update({name: 2 * count for name, count in one["clocks"].items()}), True),
        (lambda one: one.update(right=False), False),
        (lambda one: one.update(counts={"instructions": 1}), False),
        (lambda one: one.clear(), True),
    ],
)
def test_a_changed_file_is_thrown_away(
    tmp_path: Path, where: str, edit: Any, resealed: bool, caplog: pytest.LogCaptureFixture
) -> None:
    measured(tmp_path, where)
    path = change(tmp_path, edit, resealed=resealed)
    with caplog.at_level(logging.WARNING, "dsp56k"):
        again = measured(tmp_path, where)
    assert (again.measured, again.taken) == (4, 0)
    assert again.outcome(series(where), 1000) == outcome(where, 1000)
    assert caplog.messages == [f"{path}: damaged; it is discarded and generated again"]
    assert measured(tmp_path, where).taken == 4


@pytest.mark.parametrize(("us", "taken"), [(3413.688, 1), (3413.687, 1), (3413.690, 0), (3413.685, 0)])
def test_times_are_rounded_to_nanoseconds(tmp_path: Path, us: float, taken: int) -> None:
    one = Series("pc", {"machine.clock_hz": 16_000_000}, "md2", "cold", 1990)
    # 3,413.6875 us.
    Cache(tmp_path).keep(one, {64: Outcome(Clocks(driver=54_619), us, us, 0, right=True)})
    assert len(Cache(tmp_path).load(one)) == taken


def test_the_refresh_of_memory_is_part_of_a_time(tmp_path: Path) -> None:
    one = Series("pc", {"machine.clock_hz": 6_000_000, "machine.refresh": 0.055}, "md2", "cold", 1990)
    us = 231_160.171
    Cache(tmp_path).keep(one, {64: Outcome(Clocks(driver=1_314_655), us, us, 0, right=True)})
    assert len(Cache(tmp_path).load(one)) == 1


def test_the_error_of_the_clocks_is_part_of_a_time(tmp_path: Path) -> None:
    shares = {"machine.refresh": 0.05, "machine.clock_error": -0.09}
    one = Series("pc", {"machine.clock_hz": 20_000_000, **shares}, "md2", "cold", 1990)
    us = 955.5
    Cache(tmp_path).keep(one, {64: Outcome(Clocks(driver=20_000), us, us, 0, right=True)})
    assert len(Cache(tmp_path).load(one)) == 1


def test_calls_of_the_cache_are_measured_again(tmp_path: Path) -> None:
    measured(tmp_path, "pc")
    again = measured(tmp_path, "pc", recheck=2)
    assert (again.measured, again.taken, again.rechecked) == (0, 4, 2)
    assert measured(tmp_path, "pc", recheck=9).rechecked == 4


def test_a_call_that_takes_another_time_now_is_an_error(tmp_path: Path) -> None:
    measured(tmp_path, "pc")
    change(tmp_path, lambda one: one.update(us=one["us"] / 8, clocks={"driver": 12_500}), resealed=True)
    with pytest.raises(StudyError, match=r"^md2 of 1,000 \(pc\) takes 4,000\.000 us, but 500\.000 us in the cache: "):
        measured(tmp_path, "pc", recheck=4)


def test_a_cache_that_cannot_be_written_does_not_end_a_run(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "cache").write_text("a file")
    with caplog.at_level(logging.WARNING, "dsp56k"):
        measurer = measured(tmp_path / "cache", "pc")
    assert measurer.outcome(series("pc"), 1000) == outcome("pc", 1000)
    (message,) = caplog.messages
    assert message.endswith("the run continues without it")
