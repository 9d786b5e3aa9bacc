"""`sweep`: every point in its order, in any process; errors that name the point."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from dsp56k.lib import OperandError, SweepError, modexp, sweep
from dsp56k.lib.parameter_sweep import Swept

BOTH = pytest.mark.parametrize("jobs", [1, 2])


def late_if_early(place: int, count: int) -> tuple[int, int]:
    """The first points end last."""
    time.sleep((count - place) / 200)
    return place, os.getpid()


class OddError(Exception):
    """One that another process cannot make again."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def fails_at_three_and_five(place: int) -> int:
    if place == 3:
        time.sleep(0.2)
        raise ValueError("three")
    if place == 5:
        raise KeyError("five")
    return place


def raises_an_odd_error(place: int) -> NoReturn:
    raise OddError(place, place)


def ends_its_process(place: int) -> int:
    if place == 2:
        os._exit(1)
    return place


@BOTH
def test_all_combinations_are_called_the_last_name_changing_first(jobs: int) -> None:
    moduli = [2**89 - 1, 2**107 - 1]
    swept = sweep(modexp, {"base": range(2, 4), "exponent": 65537, "modulus": moduli}, jobs=jobs)
    points = [{"base": base, "exponent": 65537, "modulus": modulus} for base in (2, 3) for modulus in moduli]
    assert [one.point for one in swept] == points
    assert [one.value.value for one in swept] == [pow(*point.values()) for point in points]


def test_the_number_of_processes_does_not_show_in_the_results() -> None:
    points = {"base": [3, 5, 7], "exponent": [17, 2**40 + 1], "modulus": 2**127 - 1}
    assert sweep(modexp, points, jobs=1) == sweep(modexp, points, jobs=3)


def test_the_order_is_that_of_the_points_whichever_ends_first() -> None:
    swept = sweep(late_if_early, [{"place": place, "count": 8} for place in range(8)], jobs=2)
    assert [one.value[0] for one in swept] == [*range(8)]
    assert os.getpid() not in {one.value[1] for one in swept}


def test_text_and_bytes_are_one_value() -> None:
    def both(**point: Any) -> Any:
        return point

    (one,) = sweep(both, {"text": "ab", "data": b"ab", "number": 1})
    assert one == Swept({"text": "ab", "data": b"ab", "number": 1}, {"text": "ab", "data": b"ab", "number": 1})


def test_no_points_are_no_calls() -> None:
    assert sweep(modexp, []) == []
    assert sweep(modexp, {"base": [], "exponent": 1, "modulus": 3}) == []


@BOTH
def test_the_first_point_that_fails_is_named(jobs: int) -> None:
    with pytest.raises(SweepError, match=r"^fails_at_three_and_five at place=3: three$") as caught:
        sweep(fails_at_three_and_five, {"place": range(8)}, jobs=jobs)
    assert caught.value.fields["point"] == {"place": 3}
    assert isinstance(caught.value.__cause__, ValueError)


@BOTH
def test_an_error_of_the_library_keeps_its_facts(jobs: int) -> None:
    with pytest.raises(SweepError, match=r"modexp at base=2, exponent=3, modulus=10: modulus") as caught:
        sweep(modexp, {"base": 2, "exponent": 3, "modulus": [9, 10]}, jobs=jobs)
    cause = caught.value.__cause__
    assert isinstance(cause, OperandError)
    assert cause.fields["name"] == "modulus"


def test_an_error_that_cannot_leave_its_process_is_told_in_words() -> None:
    with pytest.raises(SweepError, match=r"raises_an_odd_error at place=0: OddError: 0 and 0$"):
        sweep(raises_an_odd_error, {"place": range(2)}, jobs=2)


def test_a_process_that_ends_is_an_error_with_a_point() -> None:
    with pytest.raises(SweepError, match=r"ends_its_process at place=\d, or after it: a worker process ended"):
        sweep(ends_its_process, {"place": range(4)}, jobs=2)


def test_a_long_value_does_not_fill_the_message() -> None:
    with pytest.raises(SweepError) as caught:
        sweep(fails_at_three_and_five, [{"place": 3, "more": "x" * 100_000}], jobs=1)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("jobs", [0, -1, 1.5, True, "2"])
def test_a_number_of_jobs_that_cannot_be(jobs: Any) -> None:
    with pytest.raises(OperandError, match="jobs must be an integer of at least 1"):
        sweep(modexp, [], jobs=jobs)


def test_points_are_mappings() -> None:
    points: Any = [{"base": 1, "exponent": 1, "modulus": 3}, 5]
    with pytest.raises(OperandError, match="point 1 must be a mapping of names to values, got 5"):
        sweep(modexp, points)


@pytest.mark.parametrize(("progress", "told"), [(True, True), (False, False), (None, False)])
def test_progress_is_shown_where_it_is_wanted(
    progress: bool | None, told: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")

    def work(place: int) -> int:
        return place

    works: Callable[..., int] = work
    sweep(works, {"place": range(3)}, jobs=1, progress=progress)
    captured = capsys.readouterr()
    assert ("work" in captured.err) is told
    assert captured.out == ""
