"""Clocks of a machine by instruction: exact, because every edge between blocks was counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dsp56k.host.clocks.clock_accounting import Blocks
from dsp56k.host.clocks.counters import Taken


class Spent(NamedTuple):
    """Clocks of an instruction.

    Attributes:
        clocks: CPU clocks, waits for the bus included; of a branch the first fetch of its target, too.
        times: number of executions; all repetitions of a string instruction are one.
    """

    clocks: int
    times: int


def by_call(blocks: Blocks, edges: Iterable[Taken]) -> dict[tuple[int, int], int]:
    """Return the number of calls by the addresses of the calling instruction and of the callee."""
    calls: dict[tuple[int, int], int] = {}
    for edge in edges:
        last = blocks.nodes[edge.source].last
        if last is not None and last.is_call:
            key = last.address, edge.address
            calls[key] = calls.get(key, 0) + edge.times
    return calls


def by_instruction(blocks: Blocks, edges: Iterable[Taken], waits: Mapping[int, int]) -> dict[int, Spent]:
    """Clocks and times by the address of the instruction; their clocks are all that `edges` and `waits` have."""
    clocks = dict(waits)
    times: dict[int, int] = {}
    for edge in edges:
        source, target = blocks.nodes[edge.source], blocks.nodes[edge.target]
        for address, each in target.spent.items():
            clocks[address] = clocks.get(address, 0) + each * edge.times
            times[address] = times.get(address, 0) + edge.times
        # The rest is what had been left open: the branch or repetition before, or of a run its first fetch.
        settled = edge.address if source.last is None else source.last.address
        clocks[settled] = clocks.get(settled, 0) + edge.clocks - edge.times * sum(target.spent.values())
    return {address: Spent(clocks.get(address, 0), times.get(address, 0)) for address in sorted(clocks | times)}
