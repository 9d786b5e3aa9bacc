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

    def wait(self, pc: int, clocks: int) -> None:
        """Charge `clocks` more for the instruction at `pc` of the current block."""

    def edges(self) -> list[Taken]:
        """Return every edge taken since power-up; their clocks and the `waits` are the total."""

    def waits(self) -> dict[int, int]:
        """Clocks since power-up that were charged by `wait`, by address."""


Multiplication = tuple[int, tuple[int, int, tuple[int, int, int, int] | None], int, bool, list[int]]
"""A multiplication as the native counter takes it: see NativeCounter.multiplications."""


class NativeCounter(Counter):
    """A counter in Rust: its callback runs without Python, and regularly checks Python's signals."""

    def __init__(
        self, blocks: Blocks, on_limit: Callable[[], None], on_failure: Callable[[BaseException], None]
    ) -> None:
        self._blocks = blocks
        self._edges = EdgeCounter(self._follow, on_limit, on_failure)
        self.limit = NO_LIMIT

    @property
    def clocks(self) -> int:
        """See Counter."""
        return self._edges.clocks

    @clocks.setter
    def clocks(self, clocks: int) -> None:
        self._edges.clocks = clocks

    @property
    def limit(self) -> int:
        """See Counter."""
        return self._edges.limit

    @limit.setter
    def limit(self, limit: int) -> None:
        self._edges.limit = limit

    @property
    def node(self) -> Node:
        """See Counter."""
        return self._blocks.nodes[self._edges.node]

    @node.setter
    def node(self, node: Node) -> None:
        self._edges.node = node.number

    @property
    def native(self) -> EdgeCounter:
        """The native counter, which other callbacks of this machine share."""
        return self._edges

    def callback(self) -> tuple[int, int]:
        """Addresses of Unicorn's block callback and of its data; keep this object as long as the hook is set."""
        return self._edges.callback()

    def restart(self) -> None:
        """See Counter."""
        self._edges.restart()
        self.limit = NO_LIMIT

    def wait(self, pc: int, clocks: int) -> None:
        """See Counter."""
        self._edges.wait(pc, clocks)

    def edges(self) -> list[Taken]:
        """See Counter."""
        return [Taken(*taken) for taken in self._edges.taken()]

    def waits(self) -> dict[int, int]:
        """See Counter."""
        return self._edges.waits()

    def multiplications(
        self,
        every: list[Multiplication],
        unicorn: tuple[int, int, int, int],
        ram: list[tuple[int, int, int]],
    ) -> tuple[int, int]:
        """Return the same of a callback before each instruction from the first to the last of some multiplications.

        A multiplication is its address, operand, bits, whether it is signed, and the corrections that it charges by its
        multiplier's size.

        An operand has Unicorn's numbers of registers: of the multiplier, and 0 and None; or of base and index of an
        operand in memory, and its scale, displacement, segment (0 in flat memory) and the mask of its offset. `unicorn`
        is unicorn_hooks.c_functions, `ram` its map_ram's; keep the memory as long as the hook is set.
        """
        return self._edges.multiplications(every, unicorn, ram)

    def shift(
        self, address: int, register: int, each: int, none: int, unicorn: tuple[int, int, int, int]
    ) -> tuple[int, int]:
        """Return the same of a callback before the shift by CL (Unicorn's number `register`) at `address`.

        It charges `each` for each bit, and `none` if the count is 0.
        """
        return self._edges.shift(address, register, each, none, unicorn)

    def search(
        self, address: int, register: int, each: int, bits: int, upwards: bool, unicorn: tuple[int, int, int, int]
    ) -> tuple[int, int]:
        """Return the same of a callback before the BSF (`upwards`) or BSR at `address`.

        It charges `each` for each clear bit that it passes in the lowest `bits` of `register` (Unicorn's number).
        """
        return self._edges.search(address, register, each, bits, upwards, unicorn)

    def unless(
        self, address: int, register: int, condition: int, clocks: int, unicorn: tuple[int, int, int, int]
    ) -> tuple[int, int]:
        """Return the same of a callback before the SETcc at `address`.

        It charges `clocks` unless its `condition` holds in EFLAGS (Unicorn's number `register`).
        """
        return self._edges.unless(address, register, condition, clocks, unicorn)

    def alignment(
        self, cycle: int, width: int, overlaps: dict[int, int], unicorn: tuple[int, int, int, int]
    ) -> tuple[int, int]:
        """Return the same of a callback at accesses to memory.

        It charges `cycle` for each multiple of `width` that an access crosses, and for a write `overlaps` of its
        instruction's address less.
        """
        return self._edges.alignment(cycle, width, list(overlaps.items()), unicorn)

    def _follow(self, node: int, address: int, size: int) -> tuple[int, int, bool]:
        edge = self._blocks.follow(self._blocks.nodes[node], address, size)
        return edge.clocks, edge.node.number, edge.always
