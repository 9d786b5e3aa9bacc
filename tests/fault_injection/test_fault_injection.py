"""The campaign of card faults itself: its judges, its kinds, and that a case is the same each time."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.card import FifoCard
from dsp56k.card.faults import Fault
from dsp56k.card.line_board import LineCard
from dsp56k.card.two_fifo_board import TwoFifoCard
from dsp56k.host.cpu_modes import MODES, ModeName
from fault_injection import campaign, jobs
from fault_injection.cases import CAMPAIGNS, RIGHT, SILENT, Bench, Report, cases_of, jobs_for
from fault_injection.jobs import JOBS, look_random
from fault_injection.kinds import KINDS, UNDETECTABLE, UNDETECTABLE_ONLY_IN, Kind, Moment
from fault_injection.machine import Board, in_a_copy, started
from fault_injection.pc_faults import PcFault
from fault_injection.table import as_json, is_finding
from fault_injection.user_commands import COMMAND_JOBS


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(seed=0)


@pytest.fixture(scope="module")
def bench_of_16_bits() -> Bench:
    return Bench(seed=16, mode="real16")


@pytest.mark.parametrize("mode", MODES)
def test_without_a_fault_every_job_is_right(mode: ModeName) -> None:
    boards: tuple[Board, ...] = ("card", "fifos") if mode == "flat32" else ("card",)
    machines = {board: started(mode=mode, board=board) for board in boards}
    for job in JOBS:
        if job.board not in machines:
            continue
        machine = machines[job.board]
        assert job.run(machine, random.Random(job.name)), job.name


def test_a_job_knows_a_wrong_answer() -> None:
    machine = started()
    wrong = random.Random(1)
    for job in JOBS:
        if job.name.startswith(("des", "chip", "md2")):
            call = machine.pc.read
            machine.pc.read = lambda address, size, call=call: wrong.randbytes(size)  # type: ignore[method-assign, misc]  # the test replaces it
            try:
                assert not job.run(machine, random.Random(job.name)), job.name
            finally:
                machine.pc.read = call  # type: ignore[method-assign]  # the test replaces it


def test_what_looks_random() -> None:
    source = random.Random(1)
    count = 2048
    assert all(look_random(source.getrandbits(count), count) for _ in range(100))
    leak = int.from_bytes(b"\x12\x4a\x9b\x33\xf0\x5e\x01\x77" * 32)
    biased = source.getrandbits(count) | source.getrandbits(count)
    slow = sum(int(math.sin(place / 40) + source.gauss(0, 0.3) > 0) << place for place in range(count))
    assert not any(look_random(bits, count) for bits in (0, leak, biased, slow))


def test_random_bytes_are_judged_by_their_samples_too(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = started()
    job = next(job for job in JOBS if job.name == "random")
    assert job.run(machine, random.Random(0))
    monkeypatch.setattr(jobs, "look_random", lambda bits, count: count == 8 * jobs.RANDOM_BYTES)
    assert not job.run(machine, random.Random(0))


@pytest.mark.parametrize("chosen", KINDS.values(), ids=lambda kind: kind.name)
def test_every_kind_makes_faults_that_the_card_takes(chosen: Kind) -> None:
    others = {"fifo": FifoCard, "end": TwoFifoCard}
    card = others[chosen.part]() if chosen.part in others else LineCard(bank_words=chosen.bank_words, bus_master=True)
    drawn: set[Fault | PcFault] = set()
    for number in range(20):
        faults = chosen.faults(random.Random(number), Moment(10**9, 2 * 10**9))
        card.faults.add(*(fault for fault in faults if isinstance(fault, Fault)))
        card.faults.clear()
        drawn |= set(faults)
    assert len(drawn) > 10 or chosen.name.startswith("small banks")
    for name, jobs_of_all in CAMPAIGNS.items():
        jobs = {job.name for job in jobs_for(chosen, campaign=name)}
        assert {job for _, job, _ in cases_of(chosen, 1, campaign=name)} == jobs
        assert len(set(cases_of(chosen, 2, campaign=name))) == (2 * len(jobs_of_all) if jobs else 0)
    assert any(jobs_for(chosen, campaign=name) for name in CAMPAIGNS)


def test_a_case_is_the_same_each_time(bench: Bench) -> None:
    case = ("oscillator slow", "des-600", 3)
    first, other = bench.run(*case), Bench(seed=0).run(*case)
    assert first == other
    assert first.name == "oscillator slow/des-600/3"
    assert len(first.story) == 3
    assert first.fault in str(first)


def test_a_copy_leaves_the_machine_alone() -> None:
    machine = started()
    before = machine.pc.now
    assert in_a_copy(lambda: machine.driver.ping().value) == machine.driver.ping().value
    assert in_a_copy(lambda: machine.pc.now) == machine.pc.now > before
    with pytest.raises(RuntimeError, match="without a result"):
        in_a_copy(lambda: 1 / 0)


def report(kind: str, *outcomes: str) -> Report:
    story = tuple((f"job-{number}", outcome) for number, outcome in enumerate(outcomes))
    worst = next((each for each in outcomes if each != RIGHT), RIGHT)
    return Report(kind, "des-8", 0, "a fault", SILENT if SILENT in outcomes else worst, story, 1)


def test_findings_are_silent_cases_of_kinds_that_a_check_can_find(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = list(KINDS)[:2]
    monkeypatch.setitem(UNDETECTABLE, other, "a reason")
    right, error, silent = report(one, RIGHT), report(one, "CardTimeoutError", RIGHT), report(one, "X", SILENT)
    known, broken = report(other, SILENT), report(other, "BROKEN (KeyError: 1)", SILENT)
    assert [is_finding(each) for each in (right, error, silent, known, broken)] == [False, False, True, False, True]
    summary = as_json([right, error, silent, known, broken], 5, 1)
    assert summary["findings"] == 2
    assert summary["kinds"][one] == {"CardTimeoutError": 1, "SILENT": 1, "right": 1}
    assert [each["case"] for each in summary["wrong"]] == [silent.name, known.name, broken.name]


@pytest.mark.parametrize("kind", UNDETECTABLE_ONLY_IN)
def test_a_silent_case_of_another_job_is_a_finding(kind: str) -> None:
    jobs = [job.name for job in (*JOBS, *COMMAND_JOBS)]
    known = UNDETECTABLE_ONLY_IN[kind]
    assert set(known) < set(jobs)
    found = [name for name in jobs if is_finding(Report(kind, name, 0, "a fault", SILENT, ((name, SILENT),), 1))]
    assert found == [name for name in jobs if name not in known]
    both = ((known[0], SILENT), ("rsa", SILENT))
    assert is_finding(Report(kind, known[0], 0, "a fault", SILENT, both, 1))


def test_the_command() -> None:
    run = CliRunner().invoke
    result = run(campaign.main, ["--kind", "BG late", "--job", "des-8", "--count", "2", "--json"])
    assert json.loads(result.stdout)["findings"] == result.exit_code == 0
    assert json.loads(result.stdout)["kinds"]["BG late"]
    result = run(campaign.main, ["--only", "BG late/des-8/1"])
    assert result.exit_code == 0
    assert "BG late/des-8/1: bg asserted" in result.stdout
    result = run(campaign.main, ["--kind", "BG late", "--job", "des-8"])
    assert "BG late" in result.stdout
    for wrong in (["--kind", "BG"], ["--job", "des"], ["--only", "BG late/des-8"], ["--count", "0"]):
        assert run(campaign.main, wrong).exit_code == 2


QUICK = ("start", "des-8", "des-600", "chip-8", "md2-20", "stream")
SAMPLE = [
    (kind, next(job.name for job in jobs_for(kind) if job.name in QUICK[place % len(QUICK) :] + QUICK))
    for place, kind in enumerate(KINDS.values())
    if kind.name not in UNDETECTABLE.keys() - UNDETECTABLE_ONLY_IN and any(job.name in QUICK for job in jobs_for(kind))
]


@pytest.mark.parametrize(("kind", "job"), SAMPLE, ids=lambda value: getattr(value, "name", value))
def test_a_sample_of_the_campaign_has_no_finding(bench: Bench, kind: Kind, job: str) -> None:
    report = bench.run(kind.name, job, 0)
    assert not is_finding(report), str(report)


@pytest.mark.parametrize(
    ("kind", "job"),
    [case for case in SAMPLE if case[1] != "stream"][::4],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_sample_with_the_16_bit_driver_has_no_finding(bench_of_16_bits: Bench, kind: Kind, job: str) -> None:
    report = bench_of_16_bits.run(kind.name, job, 0)
    assert not is_finding(report), str(report)


def test_what_no_check_can_find_has_its_reason_in_the_document() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "limitations.md").read_text(encoding="utf-8")
    for kind, reason in UNDETECTABLE.items():
        assert kind in KINDS
        assert f"| {kind} | {reason} |" in text
