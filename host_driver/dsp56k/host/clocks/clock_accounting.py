"""Clocks by basic block: each pair of consecutive blocks is computed once.

Unicorn announces a block before it executes. What ended the block before (a branch, a repetition) follows from where
the new one starts: at the end of the last instruction, not taken; anywhere else, taken; at a repeated string
instruction itself, one more item. A `Node` is a block together with the state it was entered in. What follows a node
as the next block is announced is worked out once, instruction by instruction; a counter (counters.py) remembers it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from threading import Lock
from typing import NamedTuple

from dsp56k.host.clocks.instruction_forms import Flow, Timing
from dsp56k.host.clocks.program import TimedCode
from dsp56k.host.clocks.timing_models import Level, State

_REPETITIONS = (Flow.REPEAT, Flow.REPEAT_WHILE)


class Node:
    """A block in one entry state.

    Attributes:
        number: its index in `Blocks.nodes`.
        last: the last instruction, if it is a branch or a repetition that is not resolved yet.
        end: address after the block.
        state: of the bus unit before that branch, or between two repetitions.
        access: when reads and writes begin, by instruction address, relative to the end of the charged clocks (so
            mostly negative).
        spent: the clocks charged at its entry: by the addresses of its instructions, none of `last` yet.
    """

    __slots__ = ("access", "end", "last", "number", "spent", "state")

    def __init__(
        self,
        number: int,
        last: Timing | None,
        end: int,
        state: State,
        access: dict[int, tuple[int, int]],
        spent: dict[int, int],
    ) -> None:
        self.number = number
        self.last = last
        self.end = end
        self.state = state
        self.access = access
        self.spent = spent


class Edge(NamedTuple):
    """An edge from a node to another one.

    Attributes:
        clocks: from the start of the first one's last branch to the start of the other's.
        node: that other one.
        always: True if this holds each time; the items of a repetition that ended by the zero flag must be read.
    """

    clocks: int
    node: Node
    always: bool


class Blocks:
    """All nodes of a program with one timing model, which machines share."""

    def __init__(self, code: TimedCode, level: Level) -> None:
        self.code = code
        self.level = level
        self.root = Node(0, None, -1, State(), {}, {})
        self.nodes = [self.root]
        self.unseen_items: dict[int, Callable[[], int]] = {}
        """For each REPE or REPNE, by address: returns the number of items that ended without a separate block."""
        self._entered: dict[tuple[int, int, State], tuple[int, Node]] = {}
        self._known: dict[tuple[int, int, int], Edge] = {}
        """Edges that always hold, by the number of a node, and address and size of the block announced after it."""
        self._adding = Lock()
        """Held while a node is added: machines can run in several threads."""

    def of_machine(self) -> Blocks:
        """Return the same blocks for another machine, which has its own `unseen_items`."""
        blocks = copy(self)
        blocks.unseen_items = {}
        return blocks

    def follow(self, node: Node, address: int, size: int) -> Edge:
        """Return the edge from `node` when the block of `size` bytes at `address` is announced.

        Raises KeyError if the block is not of the program's code.
        """
        way = node.number, address, size
        edge = self._known.get(way)
        if edge is None:
            edge = self._work_out(node, address, size)
            if edge.always:
                self._known[way] = edge
        return edge

    def _work_out(self, node: Node, address: int, size: int) -> Edge:
        last = node.last
        if last is not None and last.flow in _REPETITIONS and address == last.address:
            item = self.level.item(node.state, last)
            # A repetition enters the node of only its instruction, without cost.
            return Edge(item.clocks, self._enter(address, 0, item.state)[1], always=True)
        settled, state = self._settle(node, address)
        body, entered = self._enter(address, size, state)
        return Edge(settled + body, entered, always=last is None or last.flow is not Flow.REPEAT_WHILE)

    def leave(self, node: Node, target: Timing) -> tuple[int, int]:
        """Address and clocks of the branch that ended a run: the RET to `target`, outside the program."""
        if node.last is None:
            return target.address, 0
        return node.last.address, self.level.jump(node.state, node.last, target).clocks

    def _settle(self, node: Node, address: int) -> tuple[int, State]:
        """Clocks and state of how `node` ended, seen from the next block's address."""
        last, level = node.last, self.level
        if node is self.root:
            step = level.enter(self.code.at[address])
        elif last is None:
            if address != node.end:
                raise KeyError(address)
            return 0, node.state
        elif last.flow is Flow.JUMP or (last.flow is Flow.CONDITIONAL and address != node.end):
            step = level.jump(node.state, last, self.code.at[address])
        elif last.refills:
            step = level.jump(node.state, last.untaken, self.code.at[address])
        elif last.flow is Flow.CONDITIONAL:
            step = level.execute(node.state, last)
        elif last.flow is Flow.REPEAT_WHILE:
            return self._leave_repeat(last, node.state)
        else:
            return 0, node.state
        return step.clocks, step.state

    def _leave_repeat(self, last: Timing, state: State) -> tuple[int, State]:
        """Return clocks and state after a repetition that ends by the zero flag: its last item announces no block."""
        clocks = 0
        for _ in range(self.unseen_items[last.address]()):
            step = self.level.item(state, last)
            clocks, state = clocks + step.clocks, step.state
        return clocks, state

    def _enter(self, address: int, size: int, state: State) -> tuple[int, Node]:
        """Clocks and node of a block; `size` 0 is a repeated instruction between two items."""
        known = self._entered.get((address, size, state))
        if known is not None:
            return known
        entry = state
        timings = self.code.block(address, size) if size else [self.code.at[address]]
        last = timings[-1]
        clocks = 0
        starts: dict[int, tuple[int, int]] = {}
        spent = dict.fromkeys((timing.address for timing in timings if size), 0)
        for timing in timings if size else ():
            if timing.flow in (Flow.CONDITIONAL, Flow.JUMP):
                break
            step = self.level.execute(state, timing)
            starts[timing.address] = clocks + step.read_at, clocks + step.write_at
            spent[timing.address] = step.clocks
            clocks, state = clocks + step.clocks, step.state
        if last.flow in _REPETITIONS:
            item = self.level.item(state, last)
            starts[last.address] = clocks + item.read_at, clocks + item.write_at
        access = {place: (read - clocks, write - clocks) for place, (read, write) in starts.items()}
        unsettled = None if last.flow is Flow.NEXT else last
        with self._adding:
            node = Node(len(self.nodes), unsettled, last.address + last.size, state, access, spent)
            self.nodes.append(node)
            return self._entered.setdefault((address, size, entry), (clocks, node))
