"""The campaign of faults during user commands: every job is right on a sound card, and faults end in errors."""

from __future__ import annotations

import random

import pytest

from dsp56k.host.cpu_modes import MODES, ModeName
from fault_injection.cases import Bench
from fault_injection.machine import started
from fault_injection.table import is_finding
from fault_injection.user_commands import COMMAND_FOLLOWING, COMMAND_JOBS


@pytest.mark.parametrize("mode", MODES)
def test_without_a_fault_every_job_is_right(mode: ModeName) -> None:
    for board in COMMAND_FOLLOWING:
        machine = started(mode=mode, board=board)
        for job in COMMAND_JOBS:
            if job.board == board:
                assert job.run(machine, random.Random(job.name)), job.name


@pytest.mark.parametrize(
    ("seed", "kind", "job", "number"),
    [
        (0, "window.data (writes) disturbed", "sign-100", 0),
        (0, "RAM: code", "verify", 0),
        (11, "RAM: tables", "aes-16", 0),  # a table of DES, which a later job would use, before the first key of AES
        (105, "RAM: two flips of a column", "sign-100", 17),  # the damaged code selects a mode that is not modelled
    ],
)
def test_a_sample_of_the_campaign_has_no_finding(seed: int, kind: str, job: str, number: int) -> None:
    report = Bench(seed).run(kind, job, number)
    assert report.acted
    assert not is_finding(report), str(report)
