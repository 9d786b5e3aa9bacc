"""Points: the cost of one call in one configuration at one size, with all its parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from dsp56k.study.schema import CountName, FitTarget, KeyPolicy, Setting, Where

OWN_COLUMNS = frozenset(("bytes", "size", "blocks", "us", "clocks"))
"""Columns of a point that models can name."""


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of a call by component.

    Those of the PC (`driver`, `bus`, `poll`) are CPU clocks; with those of other work they add up to the call.

    Attributes:
        driver: Instructions of the PC's program: software, or the driver with its accesses at their minimum.
        bus: The PC waited for the bus, without polling.
        poll: The PC polled the card for the end of its work.
        dsp: Oscillator clocks of the DSP: the complete routine on a DSP without a PC; on a card, those that passed
            while the PC polled.
    """

    driver: int = 0
    bus: int = 0
    poll: int = 0
    dsp: int = 0


class Point(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One measurement.

    Attributes:
        study, run, job: Their names.
        where: "dsp", "card" or "pc".
        corner: The differences from the base; empty for the base.
        settings: Every parameter of the configuration by its full key (`machine.memory.wait_states`).
        operation, key, size, seed: The work; `size` is in the operation's unit.
        data_bytes: Bytes of data that the call works on, in any unit of size: rates count these.
        blocks: Blocks of work, by the operation's law of size.
        version: The version of the package.
        us: Microseconds of the complete call.
        host_busy_us: The part in which the PC could not execute another program; see `host_share`.
        free_clocks: CPU clocks of other work that the PC did during the call; 0 if the driver polls.
        bus_bytes: Byte cycles on the ISA bus, including polling.
        right: True if the result was correct.
        counts: The executed instructions by kind, if the job is counted.
    """

    study: str
    run: str
    job: str
    where: Where
    corner: dict[str, Setting]
    settings: dict[str, Setting]
    operation: str
    key: KeyPolicy
    size: int
    data_bytes: int
    blocks: int
    seed: int
    version: str
    clocks: Clocks
    us: float
    host_busy_us: float
    bus_bytes: int
    right: bool
    counts: dict[CountName, int] = {}
    free_clocks: int = 0

    @property
    def free_us(self) -> float:
        """The microseconds of other work."""
        return self.us - self.host_busy_us if self.free_clocks else 0.0

    @property
    def pc_clocks(self) -> int:
        """The CPU clocks of the call."""
        return self.clocks.driver + self.clocks.bus + self.clocks.poll + self.free_clocks

    @property
    def bits_per_second(self) -> float:
        """The rate over the data."""
        return 8e6 * self.data_bytes / self.us

    @property
    def host_share(self) -> float:
        """The part of the call in which the PC could execute another program: 0 to 1.

        With a driver that polls it is the time of the polls, an upper bound. With a driver by interrupts it is the time
        of the other work that the PC executed.
        """
        return 1 - self.host_busy_us / self.us

    def target(self, name: FitTarget) -> float:
        """Return the column that a model describes; 0 if the call has no such count."""
        columns: dict[str, float] = {"us": self.us, "host_busy_us": self.host_busy_us, "free_us": self.free_us}
        columns["bus_bytes"] = self.bus_bytes
        columns |= {f"clocks.{part}": value for part, value in msgspec.to_builtins(self.clocks).items()}
        counted: dict[str, float] = dict(self.counts.items())
        return float({**counted, **columns}.get(name, 0))

    def columns(self) -> dict[str, Any]:
        """Return the columns for models.

        They are `bytes` (of data), `size`, `blocks`, `us`, `clocks`, and the settings by each name that only one has.
        """
        own = {"bytes": self.data_bytes, "size": self.size, "blocks": self.blocks, "us": self.us}
        named = {name: self.settings[keys[0]] for name, keys in column_names(*self.settings).items() if len(keys) == 1}
        return {**{name: value for name, value in named.items() if not isinstance(value, str)}, **own}


@cache
def column_names(*parameters: str) -> Mapping[str, Sequence[str]]:
    """Return the parameters that each name in a model can mean: `cycle` and `machine_isa_cycle`."""
    found: dict[str, list[str]] = {}
    for key in parameters:
        for name in (key.rpartition(".")[2], key.replace(".", "_")):
            found.setdefault(name, []).append(key)
    return MappingProxyType(found)
