"""Several seeds where the time of an operation depends on keys or data, and only there."""

from __future__ import annotations

import msgspec
import pytest

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.execution import Serial
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.operations import OPERATIONS
from dsp56k.study.plans.plan import Corner, Plan
from dsp56k.study.runners import run_batch
from dsp56k.study.schema import StudyFile
from dsp56k.study.tasks import Batch
from dsp56k.study.toml_reader import builtin_document, parse_document

STUDY = """
schema = "dsp56k-study/1"
title = "Seeds"
about = "RSA with a public exponent from each seed, and MD2."
seed = 1
seeds = 3

[[run]]
name = "DSP alone"
where = "dsp"
board = "isa-card-8k"

[[run]]
name = "DSP alone, external"
where = "dsp"
board = "isa-card-8k"
set = { "firmware.placement" = "external" }

[[job]]
operation = "rsa512-public"
sizes = [1]

[[job]]
operation = "des-cbc-encrypt"
sizes = [8, 64]

[[expect]]
published = "s1-des-cbc"
quantity = "rate"
of = ["DSP alone"]
job = "des-cbc-encrypt"
verdict = "disagrees above"

[[expect.cause]]
run = "DSP alone"
against = "DSP alone, external"

[[expect]]
published = "s2-e3"
quantity = "rate"
of = ["DSP alone"]
job = "des-cbc-encrypt"
verdict = "not comparable"
"""


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan("seeds", parse_document(STUDY, "seeds.toml"), None)


def test_each_further_seed_is_a_corner_of_the_operations_that_depend_on_it(plan: Plan) -> None:
    assert plan.corners == ({"seed": 2}, {"seed": 3})
    public, des = plan.jobs.values()
    assert plan.felt_corners("DSP alone", public) == plan.corners
    assert plan.felt_corners("DSP alone", des) == ()
    corners: list[Corner] = [{}, *plan.corners]
    assert [plan.series("DSP alone", public, corner).seed for corner in corners] == [1, 2, 3]
    assert {plan.series("DSP alone", des, corner).seed for corner in corners} == {1}


def test_the_spread_over_seeds_is_in_the_result(plan: Plan) -> None:
    (result,) = analyze([plan], Measurer(Serial()))
    assert {point.seed for point in result.points if point.job == "rsa512-public"} == {1, 2, 3}
    time = result.measured("DSP alone", "rsa512-public", "time")[1]
    assert time.high > 1.05 * time.low
    assert result.measured("DSP alone", "des-cbc-encrypt", "time")[64].is_certain
    cbc, maximum = result.verdicts
    internal, external = (result.measured(run, "des-cbc-encrypt", "rate")[64].value for run in plan.configurations)
    (cause,) = cbc.causes
    assert cause.factor == pytest.approx(internal / external) == pytest.approx(1.3, abs=0.15)
    assert cause.share is not None
    assert cbc.cause.startswith("DSP alone is 1.")
    # Of a maximum the greatest is compared, at whatever size it is: 360 Kbyte/s are not 97.7.
    greatest = max(one.value for one in result.measured("DSP alone", "des-cbc-encrypt", "rate").values())
    assert maximum.ours is not None
    assert maximum.ours.value == pytest.approx(greatest / 8)
    assert maximum.verdict == "not comparable"
    assert maximum.cause.startswith("another card")


def test_operations_that_are_said_to_take_the_same_time_for_any_data_do() -> None:
    """Each operation of the crossover, the smallest size, on each side: where it is not marked, two seeds agree."""
    plan = Plan("crossover", builtin_document("crossover"), None, vary=False)
    seen: dict[tuple[str, str], bool] = {}
    for job in plan.jobs.values():
        for run in job.runs:
            series = plan.series(run, job, {})
            if (series.operation, series.where) in seen or job.sizes[0] > 8:
                continue
            times = {
                outcome.us
                for seed in (1990, 2)
                for outcome in run_batch(Batch(msgspec.structs.replace(series, seed=seed), job.sizes[:1]))
            }
            seen[series.operation, series.where] = len(times) > 1
    assert {name for (name, _), differs in seen.items() if differs} >= {"rsa512-public", "des-cbc-encrypt-chip"}
    assert not [name for (name, _), differs in seen.items() if differs and not OPERATIONS[name].data_dependent]


def test_one_seed_unless_a_study_asks_for_more() -> None:
    assert parse_document(STUDY.replace("seeds = 3\n", ""), "seeds.toml").convert(StudyFile).seeds == 1
