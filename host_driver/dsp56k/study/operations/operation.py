"""The form of an operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, Literal, Never, Protocol, TypeVar

from dsp56k.host.algorithm_calls import Cost
from dsp56k.host.calls.function_calls import LoadedMachine
from dsp56k.host.driver import CardDriver
from dsp56k.host.packets import PacketDriver
from dsp56k.host.software import HostSoftware
from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.operations.workload import Workload
from dsp56k.study.schema import Setting, Where


class Called(Cost, Protocol):
    """The result of a call on a side, and its cost; the clocks of a DSP without a PC are its oscillator's."""

    @property
    def value(self) -> Any:
        """The result."""


class Side(Protocol):
    """The methods that DspAlone, CardDriver and HostSoftware share."""

    def call(self, algorithm: str, *arguments: Any) -> Called:
        """Return the result of an algorithm of `dsp56k.lib.algorithms`."""

    def load_key(self, algorithm: str, key: bytes) -> object:
        """Load a key for calls of an algorithm without one."""

    def prepare_keys(self, algorithm: str) -> object:
        """Load the common tables of all keys, if the algorithm has them."""


DspOrCard = DspAlone | CardDriver
S_contra = TypeVar("S_contra", contravariant=True)
S = TypeVar("S")

_SIDES: tuple[Where, ...] = ("dsp", "card", "pc")
OWN = "own"
"""`Operation.program` of user-defined operations, which need a separate program and, on a card, a firmware."""


@dataclass(frozen=True)
class Case:
    """One call: its inputs, and the correct result."""

    arguments: tuple[Any, ...]
    right: Any
    key: bytes = b""


@dataclass(frozen=True)
class Procedure(Generic[S_contra]):
    """The functions by which a kind of side does an operation.

    Attributes:
        call: does the operation, with a loaded key or with the key of the call.
        load: loads the key, if it can be loaded separately.
        ready: makes the common tables of all keys, before a call whose key is not loaded.
    """

    call: Callable[[S_contra, Case, bool], Called]
    load: Callable[[S_contra, Case], object] | None = None
    ready: Callable[[S_contra, Case], object] | None = None

    def prepare(self, side: S_contra, case: Case, loaded: bool) -> None:
        """Do what is outside of a call's measured time."""
        before = self.load if loaded else self.ready
        if before is not None:
            before(side, case)


def unkeyed(does: Callable[Concatenate[S, ...], Called]) -> Procedure[S]:
    """Return the procedure of a function of a side and the arguments of a case, which loads no key."""
    return Procedure(lambda side, case, loaded: does(side, *case.arguments))


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
        case: the work of a size.
        dsp, card, packets, software, machine: how a DSP alone, the card's driver, the driver for packets, the PC's
            software and a program of `program` do it; None if they do not.
        by_chip: True if the card's DES chip does it, so that even the DSP alone needs a card around it.
        program: what its call on a PC alone needs: software of a grade (empty), a program of the package by the name
            of its ELF file, or one of the user's own (OWN).
        vectors: known answers, which each side must give before it is measured.
        steps: the variants that the DSP alone has of it, if it has any.
        on_pc: the name of the operation that software on a PC does in its place.
        lengths: bytes of a unit, where units differ; all are as likely.
        bytes_of: then, the data of a size.
        needs: parameters that a run with the card must have, and the values that will do.
        data_dependent: True if its time depends on the values of keys, exponents or data, and not only on their
            length. A study measures it with several seeds.
        counts_on_card: True if its runner with the card counts what its calls do.
    """

    name: str
    unit: Literal["bytes", "operations"]
    case: Callable[[Workload, int], Case]
    dsp: Procedure[DspAlone] | None = None
    card: Procedure[CardDriver] | None = None
    packets: Procedure[PacketDriver] | None = None
    software: Procedure[HostSoftware] | None = None
    machine: Procedure[LoadedMachine] | None = None
    step: int = 1
    least: int = 1
    bytes_each: int = 1
    blocks: Callable[[int], int] = int
    block_bytes: int = 1
    rounds: int = 0
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
        """Return the bytes of data of a size, which may follow from the seed."""
        return size * self.bytes_each if self.bytes_of is None else self.bytes_of(Workload(seed), size)

    @property
    def sides(self) -> frozenset[Where]:
        """The kinds of sides that can do it."""
        return frozenset(where for where in _SIDES if self._procedures(where))

    def can_load(self, where: Where) -> bool:
        """Return whether its key can be loaded separately there."""
        return any(done.load is not None for done in self._procedures(where))

    def _procedures(self, where: Where) -> list[Procedure[Never]]:
        done: dict[Where, tuple[Procedure[Never] | None, ...]] = {
            "dsp": (self.dsp,), "card": (self.card, self.packets), "pc": (self.software, self.machine)
        }  # fmt: skip
        return [one for one in done[where] if one is not None]

    @property
    def shortest(self) -> int:
        """Minimum bytes of data in a unit."""
        return self.lengths[0] if self.lengths else self.bytes_each

    @property
    def longest(self) -> int:
        """Maximum bytes of data in a unit."""
        return self.lengths[-1] if self.lengths else self.bytes_each

    @property
    def mean(self) -> float:
        """Mean bytes of data in a unit."""
        return (self.shortest + self.longest) / 2

    def called(self, where: Where) -> str:
        """Return the name of the operation on a side."""
        return self.on_pc if where == "pc" and self.on_pc else self.name
