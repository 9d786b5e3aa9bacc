"""Assignment of address registers to a schedule's accesses, and the updates between the accesses."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from dsp56k.lib.kernels.operations import Digit

APART = 44
"""Distance from w to h in memory (mp_memory.asm)."""
WIDTH = 40
"""Maximum states of the assignment."""
MISSING = 10.0
"""Cost of an inserted instruction in the assignment, in moves taken."""
ABSOLUTE = -1
"""Replaces a register: a short absolute address."""
SHORT = {"a": 32, "r": 32, "t": 64}
"""Digits below X:$40 and Y:$40, within range of short absolute addresses (mp_memory.asm)."""
POOLS = {
    "square": (("a", (0, 3)), ("wh", (1, 2, 4)), ("r", (6,)), ("t", (5, 7))),
    "product": (("a", (0,)), ("w", (1, 2)), ("h", (3,)), ("r", (6,)), ("b", (4,)), ("t", (5, 7))),
}
"""Numbers and the address registers that serve them; in a move of both X and Y, X takes R0-R3 and Y R4-R7."""


_Ends = tuple[tuple["Access | None", ...], tuple["Access | None", ...]]
"""The last accesses of some registers, and the first ones."""


class Access(NamedTuple):
    """An access to memory.

    Attributes:
        time: time of the instruction.
        digit: the loaded or stored digit.
        double: True if the instruction accesses Y as well.
        place: the digit's distance from the first digit of its number, or of w for h.
    """

    time: int
    digit: Digit
    double: bool
    place: int


def access(time: int, digit: Digit, *, double: bool) -> Access:
    """Return an access to a digit, with its distance."""
    return Access(time, digit, double, digit.place + APART * (digit.number == "h"))


class Job(NamedTuple):
    """An update that needs a separate move."""

    latest: int
    earliest: int
    register: int
    update: str
    digit: Digit
    way: int
    home: bool = False


class Plan(NamedTuple):
    """The registers and updates of the accesses.

    Attributes:
        served: by time and digit, the register's number and its update.
        moves: jobs by the instruction that does them.
        failed: jobs without an instruction.
        again: registers that a loop sets at the start of each iteration, in this order.
        offsets: offset registers at the start.
        starts: address of each register at the start.
        wanting: jobs without an instruction, including those of `again`.
    """

    served: dict[tuple[int, Digit], tuple[int, str]]
    moves: dict[int, Job]
    failed: list[Job]
    again: list[int]
    offsets: dict[int, int]
    starts: dict[int, Digit]
    wanting: list[Job]


class _Offset(NamedTuple):
    """A step that changes: to `second` from the time `change` on, the job not before `free`."""

    first: int
    second: int = 0
    change: int = 1 << 30
    free: int = 0


def plan(
    accesses: list[Access], free: list[int], length: int, kernel: str, middle: int, given: Mapping[int, int]
) -> Plan:
    """Assign registers and updates to all accesses.

    Args:
        accesses: in the order of time.
        free: instructions without a move.
        length: instructions of the kernel.
        kernel: "product" or "square", which starts again with its first instruction.
        middle: where the high half begins: the operand's register may change its further step there.
        given: further steps of registers that are not for the plan to choose.
    """
    chains: dict[int, list[Access]] = {}
    served: dict[tuple[int, Digit], tuple[int, str]] = {}
    for numbers, registers in POOLS[kernel]:
        mine = [access for access in accesses if access.digit.number in numbers]
        turn = length if kernel == "square" else 0
        for access, register in zip(mine, _assigned(mine, registers, free, turn), strict=True):
            if register == ABSOLUTE:
                served[access.time, access.digit] = (ABSOLUTE, "")
            else:
                chains.setdefault(register, []).append(access)
    made = _Planner(chains, free, length, middle, given, loops=kernel == "square").best()
    made.served.update(served)
    return made


def _assigned(accesses: list[Access], registers: tuple[int, ...], free: list[int], turn: int) -> list[int]:
    """Return the registers of accesses with the minimum of moves; `turn`: instructions of a loop, or 0.

    A state is each register's last access and, in a loop, its first.
    """
    nothing: tuple[Access | None, ...] = (None,) * len(registers)
    start = (nothing, nothing)
    histories: list[tuple[int, int]] = []  # an index into this list, and the register taken
    beam: dict[_Ends, tuple[float, int]] = {start: (0, -1)}
    for access in accesses:
        states: dict[_Ends, tuple[float, int, int]] = {}
        absolute = not access.double and access.digit.place < SHORT.get(access.digit.number, 0)
        for state, (cost, history) in beam.items():
            if absolute and (state not in states or states[state][0] > cost):
                states[state] = (cost, history, ABSOLUTE)
            lasts, firsts = state
            for place, register in enumerate(registers):
                if access.double and access.digit.number not in "tb" and register > 3:
                    continue
                total = cost + _cost(lasts[place], access, free, turn)
                after = (
                    (*lasts[:place], access, *lasts[place + 1 :]),
                    (*firsts[:place], access, *firsts[place + 1 :]) if turn and firsts[place] is None else firsts,
                )
                if after not in states or states[after][0] > total:
                    states[after] = (total, history, register)
        kept = sorted(states.items(), key=lambda item: item[1][0])[:WIDTH]
        beam = {}
        for state, (cost, history, register) in kept:
            beam[state] = (cost, len(histories))
            histories.append((history, register))
    history = min(beam.items(), key=lambda item: item[1][0] + _home(item[0], free, turn))[1][1]
    chosen = []
    while history >= 0:
        history, register = histories[history]
        chosen.append(register)
    return chosen[::-1]


def _home(ends: _Ends, free: list[int], turn: int) -> float:
    """Return the cost from the last accesses to the first ones of the next iteration."""
    return sum(
        _cost(last, first._replace(time=first.time + turn), free, turn)
        for last, first in zip(*ends, strict=True)
        if last is not None and first is not None
    )


def _cost(before: Access | None, access: Access, free: list[int], turn: int) -> float:
    if before is None:
        return 0.1
    way = access.place - before.place
    if -1 <= way <= 1:
        return 0
    latest = access.time - 1 - (abs(way) > 2)
    count = bisect_right(free, latest) - bisect_left(free, before.time + 1)
    if turn and latest >= turn:
        count += bisect_right(free, latest - turn)
    return 1 + 2 / count if count > 0 else MISSING


class _Planner:
    def __init__(
        self,
        chains: dict[int, list[Access]],
        free: list[int],
        length: int,
        middle: int,
        given: Mapping[int, int],
        *,
        loops: bool,
    ) -> None:
        self.chains, self.free, self.length, self.middle, self.loops = chains, free, length, middle, loops
        self.given = {register: _Offset(way) for register, way in given.items()}

    def best(self) -> Plan:
        """Return the plan with the most useful further steps."""
        offsets = {}
        for register, chain in self.chains.items():
            ways = Counter(way for way in self._ways(register) if abs(way) > 1)
            if ways:
                offsets[register] = _Offset(ways.most_common(1)[0][0])
            if chain[0].digit.number == "b":
                offsets.update(self._changing(register))
        offsets.update(self.given)
        best = self._planned(offsets)
        better = True
        while better and best.wanting:
            better = False
            for register in self.chains:
                if register in self.given or offsets.get(register, _Offset(0)).second:
                    continue
                for way in sorted({sign * way for way in self._ways(register) if abs(way) > 1 for sign in (1, -1)}):
                    tried = offsets | {register: _Offset(way)}
                    plan = self._planned(tried)
                    if len(plan.wanting) < len(best.wanting):
                        best, offsets, better = plan, tried, True
        return best

    def _links(self, register: int) -> list[tuple[Access, Access]]:
        """Return accesses and their successors; a loop's last is followed by its first."""
        chain = self.chains[register]
        links = list(pairwise(chain))
        if self.loops:
            links.append((chain[-1], chain[0]._replace(time=chain[0].time + self.length)))
        return links

    def _ways(self, register: int) -> list[int]:
        return [after.place - before.place for before, after in self._links(register)]

    def _changing(self, register: int) -> dict[int, _Offset]:
        """Return one further step for the low half, and another for the high half."""
        long = [(before, after) for before, after in self._links(register) if abs(after.place - before.place) > 1]
        low = [(before.time, after.place - before.place) for before, after in long if before.time < self.middle]
        high = [(before.time, after.place - before.place) for before, after in long if before.time >= self.middle]
        if not low or not high:
            return {}
        first, second = (Counter(way for _, way in half).most_common(1)[0][0] for half in (low, high))
        return {register: _Offset(first, second, high[0][0], low[-1][0] + 1)}

    def _planned(self, offsets: dict[int, _Offset]) -> Plan:
        served: dict[tuple[int, Digit], tuple[int, str]] = {}
        jobs: list[Job] = []
        for register, chain in self.chains.items():
            offset = offsets.get(register, _Offset(0))
            served[chain[-1].time, chain[-1].digit] = (register, "")
            for before, after in self._links(register):
                update, needed = self._way(register, before, after, offset)
                served[before.time, before.digit] = (register, update)
                jobs += needed
            if offset.second:
                jobs.append(Job(offset.change - 1, offset.free, register, "n", chain[0].digit, offset.second))
        moves, failed = self._placed(jobs)
        wanting = failed
        # Registers that cannot return are set again, except for that of the first instruction, which is too early.
        again = [job.register for job in failed if job.home and self.chains[job.register][0].time > 0]
        again.sort(key=lambda register: self.chains[register][0].time)
        failed = [job for job in failed if job.register not in again or not job.home]
        starts = {register: chain[0].digit for register, chain in self.chains.items()}
        return Plan(
            served,
            moves,
            failed,
            again,
            {register: offset.first for register, offset in offsets.items()},
            starts,
            wanting,
        )

    def _way(self, register: int, before: Access, after: Access, offset: _Offset) -> tuple[str, list[Job]]:
        """Return the update of an access, and the other jobs that move the register to the next."""
        way, home = after.place - before.place, after.time >= self.length
        steps = {"": 0, "+": 1, "-": -1}
        if offset.first:
            steps["+n"] = offset.first if before.time < offset.change else offset.second
            steps["-n"] = -steps["+n"]
        beside = [update for update in steps if not (update == "-n" and before.double)]
        direct = [update for update in beside if steps[update] == way]
        if direct:
            return direct[0], []
        # Relative to the current value: before the loop's end, because the first iteration starts with the address
        # itself.
        latest = min(after.time, self.length) - 1
        two = [(one, other) for one in beside for other in steps if other and steps[one] + steps[other] == way]
        if two:
            return two[0][0], [Job(latest, before.time + 1, register, two[0][1], after.digit, way, home)]
        if before.digit.number != "b":
            return "", [Job(after.time - 2, before.time + 1, register, "", after.digit, way, home)]
        # The operand's address belongs to the caller: step by step.
        parts = []
        while way:
            part = min((one for one in steps if steps[one] * way > 0), key=lambda one: abs(way - steps[one]))
            parts.append(part)
            way -= steps[part]
        return parts[0], [Job(latest, before.time + 1, register, part, after.digit, 0) for part in parts[1:]]

    def _placed(self, jobs: list[Job]) -> tuple[dict[int, Job], list[Job]]:
        """Assign jobs by the earliest deadline first, which finds an instruction for all jobs if that is possible."""
        both = self.free + [time + self.length for time in self.free]
        moves: dict[int, Job] = {}
        failed = []
        for job in sorted(jobs):
            for time in both[bisect_left(both, job.earliest) : bisect_right(both, job.latest)]:
                if time % self.length not in moves:
                    moves[time % self.length] = job
                    break
            else:
                failed.append(job)
        return moves, failed
