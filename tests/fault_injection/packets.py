"""The jobs of the campaign on the cards for packets, with a bus master and a line or with FIFOs: sessions of packets.

A job is a session: begin, two packets by one transport, end. The jobs after it begin with a start of the card, as a
driver must after an error.
"""

from __future__ import annotations

from functools import partial
from random import Random

from dsp56k.host.packets import WAYS
from dsp56k.study.operations.workload import Workload
from fault_injection.jobs import Job
from fault_injection.machine import Board, Machine

PAYLOADS = (64, 301)
_PARTS = {
    "cpu": (),
    "dma-two-passes": ("dma", "drq"),
    "descriptors": ("master", "drq"),
    "descriptors-together": ("master", "drq"),
    "descriptors-interrupts": ("master", "drq", "irq"),
    "fifo": ("fifo", "end"),
    "fifo-two-passes": ("fifo", "end"),
    "flow-through": ("line",),
    "flow-through-interrupt": ("line", "irq"),
}


def _session(name: str, machine: Machine, random: Random, *, again: bool = False) -> bool:
    driver = machine.packets
    if again:
        machine.start()
    packets = Workload(random.getrandbits(32)).packets(list(PAYLOADS))
    driver.open()
    made = driver.make(packets, WAYS[name])
    driver.close()
    return made.value == [packet.right for packet in packets]


def _board(name: str) -> Board:
    return "packets-fifos" if name.startswith("fifo") else "packets"


PACKET_JOBS = tuple(
    Job(name, partial(_session, name), frozenset(("chip", *parts)), _board(name)) for name, parts in _PARTS.items()
)
_FOLLOWING = tuple(Job(name, partial(_session, name, again=True), board=_board(name)) for name in _PARTS)
PACKET_FOLLOWING, PACKET_FIFO_FOLLOWING = (
    tuple(job for job in _FOLLOWING if job.board == board) for board in ("packets", "packets-fifos")
)
"""Jobs after the one during which the fault was active."""
