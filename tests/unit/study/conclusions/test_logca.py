"""LogCA numbers of points that were made from known ones."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from dsp56k.study.conclusions import logca
from dsp56k.study.conclusions.fits import Fitted, fit
from dsp56k.study.conclusions.logca import UNITS, logca_numbers, pairs
from dsp56k.study.conclusions.model_grammar import Model
from dsp56k.study.plans.plan import Plan
from dsp56k.study.points import Clocks, Point
from dsp56k.study.published import builtin_published
from dsp56k.study.reports import tables
from dsp56k.study.reports.writer import record_of
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Band, Change, Coefficient, Crossing, LogCA
from dsp56k.study.schema import Setting
from shared.study_results import result

STUDY = """schema = "dsp56k-study/1"
title = "Card against PC"
about = "Made up."

[[run]]
name = "card"
where = "card"
machine = "386-20"
board = "isa-card-8k"

[[run]]
name = "good"
where = "pc"
machine = "386-20"
program = "good"

[[job]]
operation = "des-cbc-encrypt"
sizes = { from = 8, to = 65536, factor = 2 }

[[job]]
name = "two sizes"
operation = "des-cbc-encrypt"
sizes = [8, 16]

[vary]
"machine.isa.cycle" = [6, 8]
"""
SETUP, START, LATENCY, INDEX, BETA, ACCELERATION, FIXED = 300.0, 900.0, 2.5, 16.0, 1.0, 2.0, 200.0
JOB = "des-cbc-encrypt"
SLOW_BUS: dict[str, Setting] = {"machine.isa.cycle": 8}


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    file = tmp_path / "offload.toml"
    file.write_text(STUDY)
    return Plan.of_file(file)


def point(run: str, size: int, us: float, busy: float, corner: dict[str, Setting] | None = None) -> Point:
    return Point(
        study="offload", run=run, job=JOB, where="card" if run == "card" else "pc", corner=corner or {}, settings={},
        operation=JOB, key="cold", size=size, data_bytes=size, blocks=0, seed=1990, version="", clocks=Clocks(), us=us,
        host_busy_us=busy, bus_bytes=0, right=True,
    )  # fmt: skip


def points(
    plan: Plan, *, beta: float = BETA, acceleration: float = ACCELERATION, fixed: float = FIXED, noise: float = 0
) -> list[Point]:
    source = np.random.default_rng(3)

    def measured(us: float) -> float:
        return us * (1 + noise * source.standard_normal())

    made = []
    for size in plan.jobs[JOB].sizes:
        work = INDEX * size**beta
        us = measured(fixed + work)
        made.append(point("good", size, us, us))
        polling = measured(START + work / acceleration)
        for corner, latency in (({}, LATENCY), (SLOW_BUS, 2 * LATENCY)):
            transfer = measured(SETUP + latency * size)
            made.append(point("card", size, transfer + polling, transfer, corner))
    return made


def numbers(plan: Plan, made: list[Point]) -> LogCA:
    (found,), notes = logca_numbers(plan, made, ())
    assert not notes
    return found


def test_the_numbers_are_found_again(plan: Plan) -> None:
    found = numbers(plan, points(plan))
    assert found.of == ("card", "good")
    expected = {
        "o": SETUP + START, "L": LATENCY, "C": INDEX, "beta": BETA, "A": ACCELERATION, "h": FIXED,
        "g_1": (SETUP + START - FIXED) / (INDEX - LATENCY - INDEX / ACCELERATION),
        # h + C g = A / 2 (o + L g + C g / A)
        "g_A/2": (ACCELERATION / 2 * (SETUP + START) - FIXED) / (INDEX / 2 - ACCELERATION / 2 * LATENCY),
    }  # fmt: skip
    assert {number.name: number.value for number in found.numbers} == pytest.approx(expected, rel=1e-5)
    slow = (SETUP + START - FIXED) / (INDEX - 2 * LATENCY - INDEX / ACCELERATION)
    assert found["g_1"].corners.low == found["g_1"].value
    assert found["g_1"].corners.high == pytest.approx(slow, rel=1e-5)
    assert found["A"].corners.is_certain
    assert found.misfit < 1e-6


@pytest.mark.parametrize("beta", [0.5, 0.9, 1.3, 2.0])
def test_the_exponent_is_found_again(plan: Plan, beta: float) -> None:
    found = numbers(plan, points(plan, beta=beta))
    assert found["beta"].value == pytest.approx(beta, rel=1e-4)
    assert found["A"].value == pytest.approx(ACCELERATION, rel=1e-4)
    granularity = found["g_1"].value
    if math.isfinite(granularity):
        work = INDEX * granularity**beta
        offloaded = SETUP + START + LATENCY * granularity + work / ACCELERATION
        assert FIXED + work == pytest.approx(offloaded, rel=1e-3)
    else:
        # With an exponent below 1 the latency of the data exceeds the work that it saves.
        assert beta == 0.5


def test_a_slower_card_never_reaches_the_break_even(plan: Plan) -> None:
    found = numbers(plan, points(plan, acceleration=0.9))
    assert math.isinf(found["g_1"].value)
    assert all(math.isnan(end) for end in found["g_1"].interval)


def test_a_break_even_that_ends_within_a_step_of_a_coefficient_has_no_interval(plan: Plan) -> None:
    # The card gains 1 ns with each byte: with a software that is 1e-4 faster, it gains nothing.
    acceleration = INDEX / (INDEX - LATENCY - 1e-3)
    found = numbers(plan, points(plan, acceleration=acceleration, noise=1e-7))["g_1"]
    assert math.isfinite(found.value)
    assert all(math.isnan(end) for end in found.interval)


def test_a_card_that_is_always_faster_has_the_smallest_granularity(plan: Plan) -> None:
    assert numbers(plan, points(plan, fixed=5000))["g_1"].value == 1


def test_intervals_contain_the_true_numbers_about_as_often_as_they_state(plan: Plan) -> None:
    true = (SETUP + START - FIXED) / (INDEX - LATENCY - INDEX / ACCELERATION)
    source = np.random.default_rng(11)
    inside = 0
    for _ in range(40):
        made = [
            point(one.run, one.size, one.us - one.host_busy_us + busy if one.run == "card" else busy, busy, one.corner)
            for one in points(plan)
            for busy in [one.host_busy_us * (1 + 0.01 * source.standard_normal())]
        ]
        low, high = numbers(plan, made)["g_1"].interval
        inside += low <= true <= high
    # Of 40 at 95 %, fewer than 33 have a probability of 0.1 %.
    assert inside >= 33


def test_an_exponent_that_overflows_is_a_note(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    def steep(model: Model, columns: Mapping[str, Sequence[float]]) -> Fitted:
        found = fit(model, columns)
        return dataclasses.replace(found, values={**found.values, "beta": 80.0}) if "beta" in model.names else found

    monkeypatch.setattr(logca, "fit", steep)
    found, (note,) = logca_numbers(plan, points(plan), ())
    assert not found
    assert note.endswith("the fitted exponent is too large")


def test_three_sizes_leave_no_interval(plan: Plan) -> None:
    job = dataclasses.replace(plan.jobs[JOB], sizes=plan.jobs[JOB].sizes[:3])
    plan.jobs[JOB] = job
    found = numbers(plan, points(plan))
    assert all(math.isnan(end) for end in found["C"].interval + found["g_1"].interval)
    assert found["C"].value == pytest.approx(INDEX, rel=1e-3)


def test_pairs_need_three_sizes(plan: Plan) -> None:
    assert pairs(plan) == [("card", "good", JOB)]


def test_sizes_of_the_search_are_not_fitted(plan: Plan) -> None:
    made = points(plan)
    far = [point(run, 104, 1e6, 5e5) for run in ("card", "good")]
    assert numbers(plan, [*made, *far]) == numbers(plan, made)


def test_a_call_without_polling_is_a_note(plan: Plan) -> None:
    made = [point(one.run, one.size, one.us, one.us, one.corner) for one in points(plan)]
    found, (note,) = logca_numbers(plan, made, ())
    assert not found
    assert note.startswith(f"No LogCA numbers of card against good, {JOB}: a call does not poll")


def crossing(of: tuple[str, str], *changes: Change, first: str = "good") -> Crossing:
    return Crossing(
        of=of,
        job=JOB,
        sizes=(8, 65536),
        first=first,
        bands=(Band(changes),) if changes else (),
        crossover=Quantity(0, 0, 0, "bytes"),
        corners=(),
        sentence="",
        speed_up=Quantity(1, 1, 1, "times"),
    )


@pytest.mark.parametrize(
    ("found", "measured", "difference"),
    [
        (crossing(("card", "good"), Change("card", (128, 256))), (128, 256), 0.0),
        (crossing(("good", "card"), Change("card", (128, 256))), (128, 256), 0.0),
        (crossing(("card", "good"), Change("card", (64, 128))), (64, 128), 1000 / 5.5 / 128 - 1),
        (crossing(("card", "good"), Change("card", (256, 512))), (256, 512), 1000 / 5.5 / 256 - 1),
        (crossing(("card", "good")), (math.inf, math.inf), math.inf),
        (crossing(("card", "good"), first="card"), (8, 8), 1000 / 5.5 / 8 - 1),
        (crossing(("card", "other"), first="card"), None, None),
    ],
)
def test_the_difference_from_the_measured_crossover(
    plan: Plan, found: Crossing, measured: tuple[float, float] | None, difference: float | None
) -> None:
    (one,), _ = logca_numbers(plan, points(plan), (found,))
    assert one.measured == measured
    assert one.difference == (None if difference is None else pytest.approx(difference, rel=1e-4))


def made_up(g_1: float, measured: tuple[float, float] | None) -> LogCA:
    values = {"o": 1324.0, "L": 2.4, "C": 16.3, "beta": 1.0, "A": math.inf, "h": 246.0, "g_1": g_1, "g_A/2": math.inf}
    made = tuple(
        Coefficient(name, value, (0.9 * value, 1.1 * value) if math.isfinite(value) else (math.nan, math.nan),
                    Quantity.of(value, [2 * value], "bytes"))
        for name, value in values.items()
    )  # fmt: skip
    return LogCA(("card", "good"), "des-cbc", made, (8, 65536), 0.02, measured)


@pytest.mark.parametrize(
    ("g_1", "measured", "difference", "cell"),
    [(1, (0, 0), 0.0, "always"), (32, (0, 0), 31.0, "32 ±10 %"), (64, (0, 16), 3.0, "64 ±10 %")],
)
def test_the_card_may_be_faster_without_data(
    g_1: float, measured: tuple[float, float], difference: float, cell: str
) -> None:
    """MD2 has a digest of 0 bytes, but no granularity is below 1 byte."""
    one = dataclasses.replace(made_up(g_1, measured), sizes=(0, 4096))
    assert one.difference == difference
    (row,) = tables.break_even(dataclasses.replace(result(), logca=(one,))).rows
    assert row[2] == cell


@pytest.mark.parametrize(
    ("one", "cells"),
    [
        (made_up(295, (288, 296)), ("295 ±10 %", "295 to 590", "288 to 296", "0 %", "never", "2 %")),
        (made_up(1, (8, 8)), ("always", "always to always", "always", "0 %", "never", "2 %")),
        (made_up(7e4, (math.inf, math.inf)), ("70,000 ±10 %", "70,000 to 140,000", "never", "0 %", "never", "2 %")),
        (made_up(math.inf, (56, 64)), ("never", "-", "56 to 64", "∞", "never", "2 %")),
        (made_up(32, None), ("32 ±10 %", "32 to 64", "-", "-", "never", "2 %")),
    ],
)
def test_tables_and_json(one: LogCA, cells: tuple[str, ...]) -> None:
    found = dataclasses.replace(result(), logca=(one,))
    assert tables.break_even(found).rows == [("des-cbc", "card, good", *cells)]
    assert tables.logca(found).rows == [
        ("des-cbc", "card, good", "1,324 ±10 %", "2.4 ±10 %", "16.3 ±10 %", "1 ±10 %", "never", "246 ±10 %")
    ]
    (written,) = json.loads(json.dumps(record_of(found, builtin_published()).logca, allow_nan=False))
    assert [number["name"] for number in written["numbers"]] == list(UNITS)
    assert written["numbers"][-1] == {
        "name": "g_A/2", "value": None, "interval": [None, None], "range": [None, None], "unit": "bytes",
    }  # fmt: skip
    assert written["difference"] in (None, 0.0)
