"""One case: a fault, the job that meets it, jobs that follow, and what came of them."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from dsp56k.card.faults import Fault
from dsp56k.host.errors import DriverError
from dsp56k.host.modes import ModeName
from fault_campaign.jobs import FIFO_FOLLOWING, FOLLOWING, JOBS, LARGE_FOLLOWING, START, Job
from fault_campaign.kinds import BANK_WORDS, KINDS, Kind, Moment
from fault_campaign.machine import Machine, in_a_copy, started, switched_on

RIGHT, SILENT, BROKEN = "right", "SILENT", "BROKEN"
"""Outcomes beside the names of errors: every answer right; a wrong one without an error; not even an error of the
driver's, but the end of its program."""
FOLLOWERS = 2
"""Jobs after the one that met the fault."""


@dataclass(frozen=True)
class Report:
    """What came of a case.

    Attributes:
        kind, job, number: which it was.
        fault: what was wrong with the card.
        outcome: SILENT or BROKEN if any job ended so, else the first error's name, else RIGHT.
        story: each job with its own outcome.
        acted: how many times the fault changed something.
    """

    kind: str
    job: str
    number: int
    fault: str
    outcome: str
    story: tuple[tuple[str, str], ...]
    acted: int

    @property
    def name(self) -> str:
        """What `--only` takes."""
        return f"{self.kind}/{self.job}/{self.number}"

    def __str__(self) -> str:
        story = ", ".join(f"{job}: {outcome}" for job, outcome in self.story)
        return f"{self.name}: {self.fault}; acted {self.acted} times; {story}"


def jobs_for(kind: Kind, mode: ModeName = "flat32") -> tuple[Job, ...]:
    """The jobs that meet faults of a kind; the 16-bit driver knows no FIFOs."""
    jobs = (job for job in JOBS if mode == "flat32" or not job.fifos)
    return tuple(job for job in jobs if not kind.part or kind.part in job.parts)


def cases_of(kind: Kind, count: int, mode: ModeName = "flat32") -> Iterator[tuple[str, str, int]]:
    """Kind, job and number of `count` cases for each job that there is, shared by the jobs that meet the kind."""
    jobs = jobs_for(kind, mode)
    if not jobs:
        return
    for index in range(count * len(JOBS)):
        yield kind.name, jobs[index % len(jobs)].name, index // len(jobs)


class Bench:
    """Machines that wait for cases, and how long each job takes on them without a fault; the PC runs in `mode`."""

    def __init__(self, seed: int, mode: ModeName = "flat32") -> None:
        self._seed = seed
        self._mode = mode
        self._machines: dict[tuple[bool, bool, int], Machine] = {}
        self._moments: dict[tuple[str, int], Moment] = {}

    def run(self, kind: str, job: str, number: int) -> Report:
        """Run one case in a copy of this process; the same seed, kind, job and number give the same report."""
        chosen, first = KINDS[kind], next(each for each in JOBS if each.name == job)
        random = Random(f"{self._seed}/{kind}/{job}/{number}")
        machine = self._machine(first, chosen.bank_words)
        faults = chosen.faults(random, self._moment(first, chosen.bank_words))
        following = FOLLOWING if chosen.bank_words == BANK_WORDS else LARGE_FOLLOWING
        if first.fifos:
            following = FIFO_FOLLOWING
        jobs = (first, *(random.choice(following) for _ in range(FOLLOWERS)))
        outcome, story, acted = in_a_copy(lambda: experience(machine, faults, jobs, random))
        return Report(kind, job, number, "; ".join(fault.describe() for fault in faults), outcome, story, acted)

    def _machine(self, job: Job, bank_words: int) -> Machine:
        key = (job is START, job.fifos, bank_words)
        if key not in self._machines:
            make = switched_on if job is START else started
            self._machines[key] = make(bank_words, self._mode, fifos=job.fifos)
        return self._machines[key]

    def _moment(self, job: Job, bank_words: int) -> Moment:
        """When the job runs."""
        key = (job.name, bank_words)
        if key not in self._moments:
            machine = self._machine(job, bank_words)
            begin, end, right = in_a_copy(lambda: _duration(machine, job))
            if not right:
                raise RuntimeError(f"{job.name}: wrong on a sound card")
            self._moments[key] = Moment(begin, end)
        return self._moments[key]


def _duration(machine: Machine, job: Job) -> tuple[int, int, bool]:
    begin = machine.pc.now
    right = job.run(machine, Random(job.name))
    return begin, machine.pc.now, right


def experience(
    machine: Machine, faults: tuple[Fault, ...], jobs: tuple[Job, ...], random: Random
) -> tuple[str, tuple[tuple[str, str], ...], int]:
    """Outcome, story, and how often the faults acted."""
    machine.card.faults.add(*faults)
    story = tuple((job.name, _outcome(job, machine, random)) for job in jobs)
    outcomes = [outcome for _, outcome in story]
    worst = next((each for each in outcomes if each.startswith(BROKEN)), None)
    if SILENT in outcomes:
        worst = SILENT
    if worst is None:
        worst = next((each for each in outcomes if each != RIGHT), RIGHT)
    return worst, story, sum(machine.card.faults.acted(fault) for fault in faults)


def _outcome(job: Job, machine: Machine, random: Random) -> str:
    try:
        return RIGHT if job.run(machine, random) else SILENT
    except DriverError as error:
        return type(error).__name__
    except Exception:  # noqa: BLE001  whatever else arrives here is a finding
        return f"{BROKEN} ({traceback.format_exc(limit=-1).splitlines()[-1]})"
