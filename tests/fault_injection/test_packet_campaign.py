"""The campaign of faults while packets are made: every job is right on a sound card, and faults end in errors."""

from __future__ import annotations

import random

import pytest

from dsp56k.host.errors import HostError
from fault_injection.cases import BROKEN, Bench, _outcome
from fault_injection.jobs import Job
from fault_injection.machine import Machine, started
from fault_injection.packets import PACKET_JOBS
from fault_injection.table import is_finding


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(seed=0)


def test_without_a_fault_every_job_is_right() -> None:
    for board in ("packets", "packets-fifos"):
        machine = started(board=board)
        for job in PACKET_JOBS:
            if job.board == board:
                assert job.run(machine, random.Random(job.name)), job.name


@pytest.mark.parametrize(
    ("kind", "job", "error"),
    [
        ("dma.read lost", "dma-two-passes", "LinkError"),
        ("bus.data (writes) disturbed", "descriptors", "LinkError"),
        ("line.bits (reads) disturbed", "flow-through", "PacketError"),
    ],
)
def test_faults_end_in_errors(bench: Bench, kind: str, job: str, error: str) -> None:
    report = bench.run(kind, job, 0)
    assert report.acted
    assert report.outcome == error
    assert not is_finding(report), str(report)


def test_a_board_that_keeps_the_bus_is_an_error_that_names_it() -> None:
    def ends(error: HostError) -> str:
        def run(machine: Machine, source: random.Random) -> bool:
            raise error

        return _outcome(Job("job", run), started_none, random.Random(0))

    started_none: Machine = None  # type: ignore[assignment]  # the job does not use it
    assert ends(HostError("kept", channel=1)) == "HostError (1)"
    assert ends(HostError("ended")).startswith(BROKEN)
