"""Faults while packets are made: the campaign's kinds on a card with a bus master and a line.

A job is a session: begin, two packets by one way, end. Those that follow begin with a start of the card, as a driver
must after an error. Bytes of a session have no sums over them (docs/packets.md), so that a damaged one makes a damaged
packet.
"""

from __future__ import annotations

from functools import partial
from random import Random

from dsp56k.card.line_board import LineCard
from dsp56k.host.packets import WAYS, PacketDriver, packets_pc
from dsp56k.host.slot import insert
from dsp56k.lib.image import LARGE_BANK, image
from dsp56k.study.operations.workload import Workload
from fault_campaign.cases import BROKEN, FOLLOWERS, SILENT, Report, experience
from fault_campaign.jobs import Job
from fault_campaign.kinds import BANK_WORDS, KINDS, Moment
from fault_campaign.machine import Machine, in_a_copy

PAYLOADS = (64, 301)
_WAYS = ("cpu", "dma-two-passes", "descriptors-together", "descriptors-interrupts", "flow-through-interrupt")
UNSUMMED = ("host.", "control.", "des.", "RAM: data", "on chip", "oscillator", "DSP reset")
"""What the names of the kinds begin with of which no check of a session can find every case."""


class PacketMachine(Machine):
    """The card with the firmware for packets."""

    def start(self) -> None:
        """Download it, start it, and nothing more: each job begins a session of its own."""
        self.driver.start(image(commands="packets", bank_words=LARGE_BANK).segments)


def started() -> PacketMachine:
    """A machine whose card waits for commands."""
    pc, card = packets_pc(), LineCard(bank_words=LARGE_BANK, bus_master=True)
    insert(card, pc)
    machine = PacketMachine(pc, card, PacketDriver(pc, card=card))
    machine.start()
    return machine


def _session(name: str, machine: Machine, random: Random, *, again: bool = False) -> bool:
    driver = machine.driver
    assert isinstance(driver, PacketDriver)
    if again:
        machine.start()
    packets = Workload(random.getrandbits(32)).packets(list(PAYLOADS))
    driver.open()
    made = driver.make(packets, WAYS[name])
    driver.close()
    return made.value == [packet.right for packet in packets]


JOBS = tuple(Job(name, partial(_session, name), frozenset({"chip"})) for name in _WAYS)
FOLLOWING = tuple(Job(name, partial(_session, name, again=True)) for name in _WAYS)
FAULTS = tuple(kind for kind in KINDS.values() if kind.part in ("", "chip") and kind.bank_words == BANK_WORDS)


def is_finding(report: Report) -> bool:
    """Whether a case must not be: a wrong packet without an error that a check could find, or no answer at all."""
    broken = any(outcome.startswith(BROKEN) for _, outcome in report.story)
    return broken or (report.outcome == SILENT and not report.kind.startswith(UNSUMMED))


class PacketBench:
    """A machine that waits for cases, and how long each job takes on it without a fault.

    Attributes:
        machine: it.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.machine = started()
        self._moments: dict[str, Moment] = {}

    def run(self, kind: str, job: str, number: int) -> Report:
        """Run one case in a copy of this process; the same seed, kind, job and number give the same report."""
        first = next(each for each in JOBS if each.name == job)
        random = Random(f"{self._seed}/{kind}/packets {job}/{number}")
        faults = KINDS[kind].faults(random, self._moment(first))
        jobs = (first, *(random.choice(FOLLOWING) for _ in range(FOLLOWERS)))
        outcome, story, acted = in_a_copy(lambda: experience(self.machine, faults, jobs, random))
        return Report(kind, job, number, "; ".join(fault.describe() for fault in faults), outcome, story, acted)

    def _moment(self, job: Job) -> Moment:
        if job.name not in self._moments:
            begin, end, right = in_a_copy(lambda: self._duration(job))
            if not right:
                raise RuntimeError(f"{job.name}: wrong on a sound card")
            self._moments[job.name] = Moment(begin, end)
        return self._moments[job.name]

    def _duration(self, job: Job) -> tuple[int, int, bool]:
        begin = self.machine.pc.now
        right = job.run(self.machine, Random(job.name))
        return begin, self.machine.pc.now, right
