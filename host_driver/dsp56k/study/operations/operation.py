"""The form of an operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from dsp56k.emu.timeline import Time
from dsp56k.study.operations.workload import Workload
from dsp56k.study.schema import Setting, Where


class Called(Protocol):
    """What a call on a side gave, and what it took."""

    @property
    def value(self) -> Any:
        """The result."""

    @property
    def clocks(self) -> int:
        """CPU clocks, or of a DSP alone its oscillator's."""

    @property
    def time(self) -> Time:
        """Picoseconds."""


Side = Any
"""What does the work: HostSoftware, CardDriver or DspAlone. All have the same names for the same work."""


OWN = "own"
"""`Operation.program` of the user's own operations, which need a program of theirs and, on a card, a firmware."""


@dataclass(frozen=True)
class Case:
    """One piece of work: what the call gets, and the right result of it."""

    arguments: tuple[Any, ...]
    right: Any
    key: bytes = b""


@dataclass(frozen=True)
class Operation:
    """A kind of work.

    Attributes:
        name: as studies call it.
        unit: what its sizes count.
        step, least: of the sizes; all are multiples of `step`, and none is smaller.
        bytes_each: bytes of data in a unit.
        blocks: the law of size: whole blocks that a size costs beyond the smallest.
        block_bytes: the data that one more block is.
        rounds: of its cipher in a block; 0 where there are none.
        sides: where it can be done.
        case: the work of a size.
        call: does it on a side, whose key is loaded already or not.
        load: loads the key, where the operation can have it loaded.
        ready: does what is done before a call whose key is not loaded: what all keys share.
        by_chip: whether the card's DES chip does it, so that even the DSP alone needs a card around it.
        program: what its call on a PC alone needs: software of a grade (empty), a program of the package by the name
            of its ELF file, or one of the user's own (OWN).
        vectors: known answers, which each side must give before it is measured.
        steps: the variants that the DSP alone has of it, if it has any.
        on_pc: the name of the operation that software on a PC does in its place.
        lengths: bytes of a unit, where units differ; all are as likely.
        bytes_of: then, the data of a size.
        needs: parameters that a run with the card must have, and the values that will do.
        data_dependent: whether its time depends on the values of keys, exponents or data, and not only on their
            length. A study measures it with several seeds.
        counts_on_card: whether its runner with the card counts what its calls do.
    """

    name: str
    unit: Literal["bytes", "operations"]
    case: Callable[[Workload, int], Case]
    call: Callable[[Side, Case, bool], Called]
    step: int = 1
    least: int = 1
    bytes_each: int = 1
    blocks: Callable[[int], int] = int
    block_bytes: int = 1
    rounds: int = 0
    sides: frozenset[Where] = frozenset(("dsp", "card", "pc"))
    load: Callable[[Side, Case], object] | None = None
    ready: Callable[[Side, Case], object] | None = None
    on_pc: str = ""
    steps: tuple[str, ...] = ()
    lengths: range | None = None
    bytes_of: Callable[[Workload, int], int] | None = None
    needs: Mapping[str, frozenset[Setting]] = field(default_factory=dict)
    counts_on_card: bool = False
    by_chip: bool = False
    data_dependent: bool = False
    program: str = ""
    vectors: tuple[Case, ...] = ()

    def data_bytes(self, size: int, seed: int) -> int:
        """The bytes of data of a size, which may follow from the seed."""
        return size * self.bytes_each if self.bytes_of is None else self.bytes_of(Workload(seed), size)

    def prepare(self, side: Side, case: Case, loaded: bool) -> None:
        """Do what is outside of a call's measured time."""
        before = self.load if loaded else self.ready
        if before is not None:
            before(side, case)

    @property
    def shortest(self) -> int:
        """The bytes of data in a unit, at least."""
        return self.lengths[0] if self.lengths else self.bytes_each

    @property
    def longest(self) -> int:
        """At most."""
        return self.lengths[-1] if self.lengths else self.bytes_each

    @property
    def mean(self) -> float:
        """On average."""
        return (self.shortest + self.longest) / 2

    def called(self, where: Where) -> str:
        """The name of what is done there."""
        return self.on_pc if where == "pc" and self.on_pc else self.name
