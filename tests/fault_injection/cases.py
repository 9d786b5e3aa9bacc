"""One case: a fault, the job that meets it, jobs that follow, and what came of them.

Each job ends with a confirmation of code and tables, as a message or a transaction does.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from types import MappingProxyType

from dsp56k.card.faults import Fault
from dsp56k.emu import UnsupportedError
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.errors import DriverError, HostError
from fault_injection.jobs import FIFO_FOLLOWING, FOLLOWING, JOBS, LARGE_FOLLOWING, START, Job
from fault_injection.kinds import BANK_WORDS, KINDS, Kind, Moment
from fault_injection.machine import Board, Machine, in_a_copy, started, switched_on
from fault_injection.packets import PACKET_FIFO_FOLLOWING, PACKET_FOLLOWING, PACKET_JOBS
from fault_injection.pc_faults import PcFault
from fault_injection.user_commands import COMMAND_FOLLOWING, COMMAND_JOBS

RIGHT, SILENT, BROKEN = "right", "SILENT", "BROKEN"
"""Outcomes in addition to the names of errors: all results correct; a wrong result without an error; the end of the
program without an error of the driver."""
FOLLOWERS = 2
"""Jobs after the one that met the fault."""


@dataclass(frozen=True)
class Report:
    """The outcome of a case.

    Attributes:
        kind, job, number: Identification of the case.
        fault: Description of the fault.
        outcome: SILENT or BROKEN if any job ended so, else the first error's name, else RIGHT.
        story: Each job with its outcome.
        acted: Number of times that the fault changed something.
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
        """The argument of `--only`."""
        return f"{self.kind}/{self.job}/{self.number}"

    def __str__(self) -> str:
        story = ", ".join(f"{job}: {outcome}" for job, outcome in self.story)
        return f"{self.name}: {self.fault}; acted {self.acted} times; {story}"


CAMPAIGNS: Mapping[str, tuple[Job, ...]] = MappingProxyType(
    {"card": JOBS, "packets": PACKET_JOBS, "commands": COMMAND_JOBS}
)
"""The jobs of the card with and without FIFOs, those of the ones for packets, and those by user commands."""


def jobs_for(kind: Kind, mode: ModeName = "flat32", campaign: str = "card") -> tuple[Job, ...]:
    """The jobs that meet faults of a kind; the 16-bit driver knows no FIFOs and no packets."""
    both = ("card", *COMMAND_FOLLOWING)
    jobs = (job for job in CAMPAIGNS[campaign] if mode == "flat32" or job.board in both)
    if campaign != "card" and kind.bank_words != BANK_WORDS:
        return ()
    return tuple(job for job in jobs if not kind.part or kind.part in job.parts)


def cases_of(
    kind: Kind, count: int, mode: ModeName = "flat32", campaign: str = "card"
) -> Iterator[tuple[str, str, int]]:
    """Kind, job and number of `count` cases for each job of a campaign, shared by the jobs that meet the kind."""
    jobs = jobs_for(kind, mode, campaign)
    if not jobs:
        return
    for index in range(count * len(CAMPAIGNS[campaign])):
        yield kind.name, jobs[index % len(jobs)].name, index // len(jobs)


class Bench:
    """Machines that wait for cases, and how long each job takes on them without a fault; the PC runs in `mode`."""

    def __init__(self, seed: int, mode: ModeName = "flat32") -> None:
        self._seed = seed
        self._mode = mode
        self._machines: dict[tuple[bool, Board, int], Machine] = {}
        self._moments: dict[tuple[str, int], Moment] = {}

    def run(self, kind: str, job: str, number: int) -> Report:
        """Run one case in a copy of this process; the same seed, kind, job and number give the same report."""
        chosen = KINDS[kind]
        first = next(each for jobs in CAMPAIGNS.values() for each in jobs if each.name == job)
        random = Random(f"{self._seed}/{kind}/{job}/{number}")
        machine = self._machine(first, chosen.bank_words)
        faults = chosen.faults(random, self._moment(first, chosen.bank_words))
        following = FOLLOWING if chosen.bank_words == BANK_WORDS else LARGE_FOLLOWING
        following = {
            "fifos": FIFO_FOLLOWING,
            "packets": PACKET_FOLLOWING,
            "packets-fifos": PACKET_FIFO_FOLLOWING,
            **COMMAND_FOLLOWING,
        }.get(first.board, following)
        jobs = (first, *(random.choice(following) for _ in range(FOLLOWERS)))
        outcome, story, acted = in_a_copy(lambda: experience(machine, faults, jobs, random))
        return Report(kind, job, number, "; ".join(fault.describe() for fault in faults), outcome, story, acted)

    def _machine(self, job: Job, bank_words: int) -> Machine:
        key = (job is START, job.board, bank_words)
        if key not in self._machines:
            make = switched_on if job is START else started
            self._machines[key] = make(bank_words, self._mode, job.board)
        return self._machines[key]

    def _moment(self, job: Job, bank_words: int) -> Moment:
        """The phase in which the job runs."""
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
    machine: Machine, faults: tuple[Fault | PcFault, ...], jobs: tuple[Job, ...], random: Random
) -> tuple[str, tuple[tuple[str, str], ...], int]:
    """Outcome, story, and how often the faults acted."""
    acted: list[PcFault] = []
    for fault in faults:
        if isinstance(fault, PcFault):
            fault.put(machine, partial(acted.append, fault))
        else:
            machine.card.faults.add(fault)
    story = tuple((job.name, _outcome(job, machine, random)) for job in jobs)
    outcomes = [outcome for _, outcome in story]
    worst = next((each for each in outcomes if each.startswith(BROKEN)), None)
    if SILENT in outcomes:
        worst = SILENT
    if worst is None:
        worst = next((each for each in outcomes if each != RIGHT), RIGHT)
    on_card = machine.card.faults
    return worst, story, len(acted) + sum(map(on_card.acted, on_card))


def _outcome(job: Job, machine: Machine, random: Random) -> str:
    try:
        right = job.run(machine, random)
        machine.driver.confirm()
        return RIGHT if right else SILENT
    except (DriverError, UnsupportedError) as error:
        # A damaged program of the DSP may select a mode of a peripheral that the emulator does not model.
        return type(error).__name__
    except HostError as error:
        # A board that keeps the bus stops the PC, and the error says which.
        return f"{type(error).__name__} ({error.fields['channel']})" if "channel" in error.fields else _broken()
    except Exception:  # noqa: BLE001  whatever else arrives here is a finding
        return _broken()


def _broken() -> str:
    return f"{BROKEN} ({traceback.format_exc(limit=-1).splitlines()[-1]})"
