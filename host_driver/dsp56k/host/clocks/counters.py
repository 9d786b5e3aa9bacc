"""The clocks of a machine, advanced by Unicorn's block callback, which must be as fast as possible.

The counter is native: it calls Python once for each pair of consecutive blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from dsp56k.host._pc import EdgeCounter
from dsp56k.host.clocks.clock_accounting import Blocks, Node

NO_LIMIT = (1 << 62) - 1
"""More clocks than any run takes."""


class Taken(NamedTuple):
    """An edge that was taken: from one node through a block into another one.

    Attributes:
        source, target: numbers of nodes.
        address, size: of the block as Unicorn announced it.
        clocks: of all times together.
        times: how often.
    """

    source: int
    address: int
    size: int
    target: int
    clocks: int
    times: int


class Counter(Protocol):
    """The interface of a counter for the machine and its boards.

    Attributes:
        clocks: CPU clocks since power-up, up to and including the announced block except for its last branch or
            repetitions.
        node: the announced block.
        limit: clocks after which the watch-dog is called at every block.
    """

    clocks: int
    limit: int
    node: Node

    def restart(self) -> None:
        """Return to the state after power-up; the computed edges stay."""

    def state(self) -> object:
        """Return clocks, node and limit, and the lines of simulated caches."""

    def restore(self, state: object) -> None:
        """Return to a result of `state`. The edges and their counts stay."""

    def wait(self, pc: int, clocks: int) -> None:
        """Charge `clocks` more for the instruction at `pc` of the current block."""

    def edges(self) -> list[Taken]:
        """Return every edge taken since power-up; their clocks and the `waits` are the total."""

    def waits(self) -> dict[int, int]:
        """Clocks since power-up that were charged by `wait`, by address."""


class NativeCounter(Counter):
    """A counter in Rust: its callback runs without Python, and regularly checks Python's signals.

    Attributes:
        native: the counter with which other callbacks of this machine charge clocks.
    """

    def __init__(
        self, blocks: Blocks, on_limit: Callable[[], None], on_failure: Callable[[BaseException], None]
    ) -> None:
        self._blocks = blocks
        self.native = EdgeCounter(self._follow, on_limit, on_failure)
        self.limit = NO_LIMIT

    @property
    def clocks(self) -> int:
        """See Counter."""
        return self.native.clocks

    @clocks.setter
    def clocks(self, clocks: int) -> None:
        self.native.clocks = clocks

    @property
    def limit(self) -> int:
        """See Counter."""
        return self.native.limit

    @limit.setter
    def limit(self, limit: int) -> None:
        self.native.limit = limit

    @property
    def node(self) -> Node:
        """See Counter."""
        return self._blocks.nodes[self.native.node]

    @node.setter
    def node(self, node: Node) -> None:
        self.native.node = node.number

    def callback(self) -> tuple[int, int]:
        """Addresses of Unicorn's block callback and of its data; keep this object as long as the hook is set."""
        return self.native.callback()

    def restart(self) -> None:
        """See Counter."""
        self.native.restart()
        self.limit = NO_LIMIT

    def state(self) -> object:
        """See Counter."""
        return self.native.state()

    def restore(self, state: object) -> None:
        """See Counter."""
        self.native.restore(state)

    def wait(self, pc: int, clocks: int) -> None:
        """See Counter."""
        self.native.wait(pc, clocks)

    def edges(self) -> list[Taken]:
        """See Counter."""
        return [Taken(*taken) for taken in self.native.taken()]

    def waits(self) -> dict[int, int]:
        """See Counter."""
        return self.native.waits()

    def _follow(self, node: int, address: int, size: int) -> tuple[int, int, bool]:
        edge = self._blocks.follow(self._blocks.nodes[node], address, size)
        return edge.clocks, edge.node.number, edge.always
