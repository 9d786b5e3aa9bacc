"""Points: what one call took in one configuration at one size, with everything that made it so."""

from __future__ import annotations

from typing import Any

import msgspec

from dsp56k.study.schema import CountName, KeyPolicy, Setting, Where

OWN_COLUMNS = frozenset(("bytes", "size", "blocks", "us", "clocks"))
"""What models can name of a point itself."""


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of a call by part. Those of the PC (`driver`, `bus`, `poll`) are CPU clocks and add up to the call.

    Attributes:
        driver: instructions of the PC's program: software, or the driver with its accesses at their least.
        bus: the PC waited for the bus, polling left out.
        poll: the PC asked the card again and again whether it has finished.
        dsp: oscillator clocks of the DSP: the whole routine on a DSP alone; on a card, those that passed meanwhile the
            PC polled.
    """

    driver: int = 0
    bus: int = 0
    poll: int = 0
    dsp: int = 0


class Point(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One measured row.

    Attributes:
        study, run, job: their names.
        where: "dsp", "card" or "pc".
        corner: what differs from the base row; empty for the base.
        settings: every parameter of the configuration by its whole key (`machine.memory.wait_states`).
        operation, key, size, seed: the work; `size` is in the operation's unit.
        data_bytes: bytes of data that the call works on, whatever the unit: rates count these.
        blocks: whole blocks of work, by the operation's law of size.
        version: of the package.
        us: microseconds of the whole call.
        host_busy_us: of these the PC could do nothing else: all but polling.
        bus_bytes: byte cycles on the ISA bus, polling included.
        right: whether the result was the right one.
        counts: what the call executed, by kind, where the job is counted.
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

    @property
    def bits_per_second(self) -> float:
        """The rate over the data."""
        return 8e6 * self.data_bytes / self.us

    @property
    def host_share(self) -> float:
        """The share of the CPU that is left to the PC while the call runs: 0 to 1."""
        return 1 - self.host_busy_us / self.us

    def columns(self) -> dict[str, Any]:
        """What models can name: `bytes` (of data), `size`, `blocks`, `us`, `clocks`, and the settings' last words."""
        own = {"bytes": self.data_bytes, "size": self.size, "blocks": self.blocks, "us": self.us}
        numbers = {key.rpartition(".")[2]: value for key, value in self.settings.items() if not isinstance(value, str)}
        return {**numbers, **own}
