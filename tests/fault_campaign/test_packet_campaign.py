"""The campaign of faults while packets are made: every job is right on a sound card, and faults end in errors."""

from __future__ import annotations

import random

import pytest

from fault_campaign.cases import RIGHT
from fault_campaign.packets import JOBS, PacketBench


@pytest.fixture(scope="module")
def bench() -> PacketBench:
    return PacketBench(seed=0)


def test_without_a_fault_every_job_is_right(bench: PacketBench) -> None:
    for job in JOBS:
        assert job.run(bench.machine, random.Random(job.name)), job.name


@pytest.mark.parametrize(
    ("kind", "job", "error"),
    [
        ("DES chip busy", "descriptors-together", "DesChipBusyError"),
        ("des.data (writes) stuck", "flow-through-interrupt", "KeyParityError"),
    ],
)
def test_faults_end_in_errors(bench: PacketBench, kind: str, job: str, error: str) -> None:
    report = bench.run(kind, job, 0)
    assert report.acted
    assert report.outcome == error
    assert all(outcome == RIGHT or outcome.endswith("Error") for _, outcome in report.story)
