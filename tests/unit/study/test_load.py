"""Simulated loads against queueing theory, and the command."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from dsp56k.cli.main import main
from dsp56k.study.errors import StudyError
from dsp56k.study.load import GROUPS, WARM_UP, Load, LoadResult, Policy, Service, closed_form, simulate

SOFTWARE, TRANSFER, COMPUTATION = 100.0, 10.0, 60.0
CARD = TRANSFER + COMPUTATION
SERVICES = {size: Service(size * SOFTWARE, size * TRANSFER, size * COMPUTATION) for size in range(1, 33)}


def simulated(policy: Policy, requests: int = 1000, **options: Any) -> LoadResult:
    return simulate(Load({1: 1.0}, policy, requests, **options), SERVICES)


@pytest.mark.parametrize(("policy", "service"), [("pc", SOFTWARE), ("card", CARD)])
@pytest.mark.parametrize("utilisation", [0.3, 0.5, 0.7])
def test_one_server_in_an_open_system_is_m_d_1(policy: Policy, service: float, utilisation: float) -> None:
    load = Load({1: 1.0}, policy, 40_000, 7, rate=1e6 * utilisation / service)
    found = simulate(load, SERVICES)
    expected = utilisation * service / (2 * (1 - utilisation))
    assert closed_form(load, SERVICES) == {"wait": pytest.approx(expected)}
    # Twice the half-width of the 95 % interval are 4.2 standard errors: a correct program fails once in 2,000 seeds.
    # The second condition keeps the interval narrow: the waiting time of M/M/1 would be twice as long.
    assert found.wait_interval is not None
    assert abs(found.wait - expected) < 2 * found.wait_interval
    assert found.wait_interval < 0.15 * expected
    assert found.response == pytest.approx(found.wait + service)
    occupied = found.pc if policy == "pc" else found.cards[0]
    # Requests of the last call are occupied, and not yet answered.
    assert occupied == pytest.approx(found.throughput * service / 1e6, rel=1e-3)


def test_waiting_times_follow_lindley() -> None:
    requests, rate, seed = 2000, 8000.0, 3
    found = simulated("pc", requests, seed=seed, rate=rate)
    source, waits, wait = random.Random(f"{seed}: load"), [], 0
    gaps = [round(source.expovariate(rate / 1e9)) for _ in range(requests)]
    for gap in gaps[1:]:
        waits.append(wait)
        wait = max(0, wait + 100_000 - gap)
    waits.append(wait)
    observed = sorted(waits[int(WARM_UP * requests) :])
    assert found.wait == sum(observed) / len(observed) / 1000
    ranks = {part: observed[math.ceil(part * len(observed) / 100) - 1] / 1000 for part in (50, 95, 99)}
    assert found.percentiles == {part: wait + SOFTWARE for part, wait in ranks.items()}


@pytest.mark.parametrize(
    ("policy", "service"), [("pc", SOFTWARE), ("card", CARD), ("faster", CARD), ("shortest-queue", CARD)]
)
def test_one_client_is_a_closed_form(policy: Policy, service: float) -> None:
    load = Load({1: 1.0}, policy, 1000, clients=1)
    found = simulate(load, SERVICES)
    assert closed_form(load, SERVICES) == {"throughput": pytest.approx(1e6 / service)}
    assert found.throughput == pytest.approx(1e6 / service, rel=1e-12)
    assert (found.response, found.wait, set(found.percentiles.values())) == (service, 0, {service})


def test_one_client_that_thinks() -> None:
    requests, think = 20_000, 130.0
    load = Load({1: 1.0, 2: 3.0}, "pc", requests, clients=1, think_us=think)
    found = simulate(load, SERVICES)
    expected = 1e6 / (think + SOFTWARE * (1 + 2 * 3) / 4)
    assert closed_form(load, SERVICES) == {"throughput": pytest.approx(expected)}
    # The standard deviation of a cycle is that of the think time and of the size; 4 standard errors.
    deviation = math.hypot(think, SOFTWARE * math.sqrt(3 / 16)) / (1e6 / expected)
    assert found.throughput == pytest.approx(expected, rel=4 * deviation / math.sqrt(requests * (1 - WARM_UP)))


def test_clients_without_think_time_occupy_the_bottleneck() -> None:
    on_pc = simulated("pc", clients=5)
    assert (on_pc.throughput, on_pc.pc, on_pc.response) == (1e6 / SOFTWARE, 1.0, 5 * SOFTWARE)
    one_card = simulated("card", clients=5)
    assert one_card.throughput == pytest.approx(1e6 / CARD, rel=2e-3)
    assert one_card.cards[0] == pytest.approx(1)
    # Eight cards could answer every 8.75 us, but a transfer occupies the PC for 10 us.
    eight = simulated("card", clients=20, cards=8)
    assert eight.throughput == pytest.approx(1e6 / TRANSFER, rel=2e-3)
    assert eight.pc == 1
    # A PC that polls has one call at a time, however many cards there are.
    polling = simulated("card", clients=20, cards=8, polling=True)
    assert polling.throughput == pytest.approx(1e6 / CARD, rel=2e-3)
    assert polling.pc == 1
    assert sum(polling.cards) == pytest.approx(1)


def test_the_faster_side_depends_on_the_size() -> None:
    services = {1: Service(10, 10, 60), 2: Service(100, 10, 60)}
    found = simulate(Load({1: 1.0, 2: 1.0}, "faster", 1000, clients=1), services)
    assert found.calls_on_pc + found.calls_on_cards == 1000
    # Both sizes are equally frequent; 4 standard deviations of the number are 63.
    assert abs(found.calls_on_pc - 500) < 63
    assert found.percentiles[50] in (10, 70)
    assert found.percentiles[99] == 70


def test_the_shorter_queue_uses_both() -> None:
    apart = [simulated(policy, 20_000, rate=9000.0) for policy in ("pc", "shortest-queue")]
    assert apart[1].wait < apart[0].wait / 2
    assert min(apart[1].calls_on_pc, apart[1].calls_on_cards) > 1000


def test_requests_of_a_batch_are_one_call() -> None:
    found = simulated("card", 1001, rate=1000.0, batch=4)
    assert found.calls_on_cards == 251  # the last one is incomplete
    # A request waits for (4 - 1) / 2 others on average, which arrive every 1,000 us; 4 standard errors of 225 batches.
    assert found.wait == pytest.approx(1500, rel=4 * 1 / math.sqrt(225))


def test_an_incomplete_batch_waits_for_the_time_out() -> None:
    # At one request per second, no request meets another one within 50 us.
    found = simulated("card", 200, rate=1.0, batch=8, timeout_us=50.0)
    assert (found.wait, found.response, found.calls_on_cards) == (50, 50 + CARD, 200)
    together = simulated("card", 200, clients=4, batch=8, timeout_us=50.0)
    assert together.response == 50 + 4 * CARD


def test_a_seed_determines_the_result() -> None:
    assert simulated("pc", rate=5000.0, seed=1) == simulated("pc", rate=5000.0, seed=1)
    assert simulated("pc", rate=5000.0, seed=1) != simulated("pc", rate=5000.0, seed=2)


def test_the_backlog_of_an_overloaded_server_grows() -> None:
    found = simulated("pc", 10_000, rate=20_000.0)
    assert found.throughput == pytest.approx(1e6 / SOFTWARE, rel=1e-2)
    assert found.backlog > 4000
    assert closed_form(Load({1: 1.0}, "pc", rate=20_000.0), SERVICES) == {}


def test_the_interval_contains_the_mean_as_often_as_it_states() -> None:
    utilisation, inside = 0.5, 0
    expected = utilisation * SOFTWARE / (2 * (1 - utilisation))
    for seed in range(60):
        found = simulated("pc", 100 * GROUPS, seed=seed, rate=1e4 * utilisation)
        # An interval that the requests do not determine does not contain it.
        inside += found.wait_interval is not None and abs(found.wait - expected) < found.wait_interval
    # Of 60 at 95 %, fewer than 50 have a probability of 0.05 %.
    assert inside >= 50


@pytest.mark.parametrize("utilisation", [0.999, 1.0, 1.2])
def test_a_queue_that_grows_during_the_run_has_no_interval(utilisation: float) -> None:
    found = simulated("pc", 5000, rate=1e6 / SOFTWARE * utilisation)
    assert found.wait_interval is None
    assert found.response_interval is None


def test_total_sizes_of_batches() -> None:
    assert Load({8: 1.0, 24: 1.0}, rate=1.0, batch=2).totals() == (8, 16, 24, 32, 48)
    with pytest.raises(StudyError, match="batches must have at most 200 total sizes, got more: use fewer sizes"):
        Load({1: 1.0, 1000: 1.0}, rate=1.0, batch=50).totals()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "a load must have either rate or clients, got neither"),
        ({"rate": 1.0, "clients": 1}, "a load must have either rate or clients, got both"),
        ({"rate": 1.0, "policy": "short"}, "policy must be one of card, pc, faster, shortest-queue, got 'short'"),
        ({"rate": 0.0}, "rate must be 1e-06 to 1e+06, got 0"),
        ({"rate": math.nan}, "rate must be 1e-06 to 1e+06, got nan"),
        ({"rate": 1.0, "think_us": 5.0}, "think_us must be 0 in an open system, got 5"),
        ({"clients": 0}, "clients must be 1 to 1,000, got 0"),
        ({"clients": 1, "requests": 99}, "requests must be 100 to 10,000,000, got 99"),
        ({"clients": 100, "requests": 100}, "clients must be less than the number of requests, 100, got 100"),
        ({"rate": 1.0, "sizes": {}}, "sizes must have at least one size, got none"),
        ({"clients": 1, "cards": 65}, "cards must be 1 to 64, got 65"),
        ({"clients": 3, "batch": 4}, "batch must be at most the number of clients, 3, without a time-out, got 4"),
        ({"clients": 1, "think_us": -1.0}, "think_us must be 0 to 1e+12, got -1"),
        ({"rate": 1.0, "timeout_us": -1.0}, "timeout_us must be 0 to 1e+12, got -1"),
        ({"rate": 1.0, "sizes": {1: 0.0}}, "weight of size 1 must be 1e-09 to 1e+09, got 0"),
        ({"rate": 1.0, "sizes": {-1: 1.0}}, "a size must be 0 to 1,048,576, got -1"),
        ({"rate": 1.0, "seed": -1}, "seed must be 0 to 9,223,372,036,854,775,807, got -1"),
        ({"rate": 10**400}, "rate must be 1e-06 to 1e+06, got 0x"),
        ({"rate": "5"}, "rate must be a number, got '5'"),
        ({"rate": 1j}, "rate must be a number, got 1j"),
        ({"rate": True}, "rate must be a number, got True"),
        ({"clients": 2.5}, "clients must be an integer, got 2.5"),
        ({"rate": 1.0, "policy": 5}, "policy must be one of card, pc, faster, shortest-queue, got 5"),
        ({"rate": 1.0, "think_us": "5"}, "think_us must be a number, got '5'"),
        ({"clients": 1, "think_us": None}, "think_us must be a number, got None"),
        ({"rate": 1.0, "timeout_us": "5"}, "timeout_us must be a number, got '5'"),
        ({"rate": 1.0, "batch": 1.5}, "batch must be an integer, got 1.5"),
        ({"rate": 1.0, "batch": True}, "batch must be an integer, got True"),
        ({"rate": 1.0, "cards": None}, "cards must be an integer, got None"),
        ({"rate": 1.0, "requests": 1000.0}, "requests must be an integer, got 1000.0"),
        ({"rate": 1.0, "seed": "abc"}, "seed must be an integer, got 'abc'"),
        ({"rate": 1.0, "polling": "no"}, "polling must be True or False, got 'no'"),
        ({"rate": 1.0, "sizes": None}, "sizes must be a mapping from sizes to weights, got None"),
        ({"rate": 1.0, "sizes": [1, 2]}, "sizes must be a mapping from sizes to weights, got [1, 2]"),
        ({"rate": 1.0, "sizes": {"1": 1.0}}, "a size must be an integer, got '1'"),
        ({"rate": 1.0, "sizes": {1: "1"}}, "weight of size 1 must be a number, got '1'"),
    ],
)
def test_impossible_loads_are_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(StudyError) as error:
        Load(**{"sizes": {1: 1.0}, **options})
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("times", "message"),
    [
        (("5", 1, 1), "software must be a number, got '5'"),
        ((5, 0, 1), "transfer must be 0.001 to 1e+12, got 0"),
        ((5, 1, math.nan), "computation must be 0 to 1e+12, got nan"),
    ],
)
def test_impossible_service_times_are_errors(times: tuple[Any, Any, Any], message: str) -> None:
    with pytest.raises(StudyError, match=re.escape(message)):
        Service(*times)


@pytest.mark.parametrize("evaluate", [simulate, closed_form])
def test_a_size_without_service_times_is_an_error(evaluate: Callable[[Load, Mapping[int, Service]], object]) -> None:
    with pytest.raises(StudyError, match="services must have the total size 40, got none"):
        evaluate(Load({40: 1.0}, clients=1), SERVICES)


def test_numbers_of_numpy_are_exact() -> None:
    """Sums of small integers of numpy would wrap around."""
    load = Load({np.int8(100): np.float32(1)}, rate=np.float64(10), batch=np.int8(2), requests=np.int64(100))  # type: ignore[arg-type, dict-item]  # callers have such numbers
    assert load.totals() == (100, 200)
    services = dict.fromkeys((100, 200), SERVICES[1])
    assert simulate(load, services) == simulate(Load({100: 1}, rate=10, batch=2, requests=100), services)


STUDY = """schema = "dsp56k-study/1"
title = "Load"
about = "A card and two programs."

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

[[run]]
name = "asm"
where = "pc"
machine = "386-20"
program = "asm"

[[job]]
operation = "des-cbc-encrypt"
sizes = [8, 64]
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "offload.toml"
    path.write_text(STUDY)
    return str(path)


def test_the_command_simulates_measured_times(file: str, tmp_path: Path) -> None:
    common = ["study", "load", file, "--out", str(tmp_path / "out"), "--jobs", "1", "--pc", "good", "--size", "64"]
    words = [*common, "--rate", "300", "--policy", "pc", "--requests", "2000"]
    first, second, text = (CliRunner().invoke(main, [*words, *more]) for more in (["--json"], ["--json"], []))
    assert first.exit_code == 0, first.output
    assert first.stdout_bytes == second.stdout_bytes
    found = json.loads(first.stdout)
    (service,) = found["services"]
    assert (service["size"], found["card"], found["pc"], found["policy"]) == (64, "card", "good", "pc")
    assert service["transfer"] < service["software"] < service["transfer"] + service["computation"]
    utilisation = 300e-6 * service["software"]
    assert found["closed_form"] == {"wait": pytest.approx(utilisation * service["software"] / (2 * (1 - utilisation)))}
    assert found["result"]["percentiles"]["50"] == service["software"]
    assert "closed form" in text.stdout
    assert text.stdout.startswith("offload, des-cbc-encrypt: 300 requests per second, policy pc, 2,000 requests\n")


def test_corners_give_the_ranges(file: str, tmp_path: Path) -> None:
    Path(file).write_text(f'{STUDY}\n[vary]\n"machine.cpu" = ["fast", "slow"]\n')
    common = ["study", "load", file, "--out", str(tmp_path / "out"), "--jobs", "1", "--pc", "good", "--size", "64"]
    words = [*common, "--clients", "1", "--policy", "pc", "--requests", "100"]
    found, text, alone = (CliRunner().invoke(main, [*words, *more]) for more in (["--json"], [], ["--no-vary"]))
    assert found.exit_code == 0, found.output
    facts = json.loads(found.stdout)
    low, high = facts["ranges"]["throughput"]
    assert low < facts["result"]["throughput"] < high
    # One client waits for each response, so the service time is 1 over the throughput.
    assert facts["ranges"]["percentiles"]["95"] == pytest.approx([1e6 / high, 1e6 / low])
    assert f"({low:,.0f} to {high:,.0f}) requests" in text.stdout
    assert "nothing varied" in alone.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rate", "1"], "--pc must be one of 'good', 'asm', got none"),
        (["--rate", "1", "--pc", "goood"], "did you mean good?"),
        (["--rate", "1", "--pc", "asm", "--size", "12"], "must be a multiple of 8 from 8 (bytes), got 12"),
        (["--rate", "1", "--pc", "asm", "--size", "x"], "size must be an integer and weight a number"),
        (["--rate", "1", "--pc", "asm", "--job", "md2"], "unknown job 'md2'"),
        (["--rate", "1", "--pc", "asm", "--batch", "4", "--size", str(1 << 20)], "must be at most 1,048,576, got"),
        (["--pc", "asm"], "a load must have either rate or clients, got neither"),
    ],
)
def test_wrong_options_are_errors_before_a_measurement(
    file: str, tmp_path: Path, options: list[str], message: str
) -> None:
    ran = CliRunner().invoke(main, ["study", "load", file, "--out", str(tmp_path / "out"), *options])
    assert ran.exit_code != 0
    assert message in ran.output + str(ran.exception)
    assert not (tmp_path / "out").exists()
