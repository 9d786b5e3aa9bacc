"""The interface of a board for its fittings: the DSP's buses, I/O ports of the PC, and injection points for faults.

A fitting is a chip, or several, with its wires. `Card` connects what every board has, then it calls `fit` of each
fitting. A fitting names its injection points, so that neither board nor faults have to know it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from dsp56k.card import addresses
from dsp56k.card.access_outcomes import Journal
from dsp56k.card.errors import CardError
from dsp56k.card.faults.interposers import ActiveFault, behind_faulty_lines
from dsp56k.card.isa_interface import DmaPort
from dsp56k.card.parts.connections import Plug
from dsp56k.card.parts.data_bus import PULL, ByteLane
from dsp56k.emu import Dsp56001
from dsp56k.emu.device import Device, PortDevice
from dsp56k.emu.timeline import Time

Chip = TypeVar("Chip")
Interpose = Callable[[PortDevice, str, Sequence[ActiveFault]], PortDevice]
"""Returns the part that replaces a device while faults of this name are on the card, or the device itself."""


@dataclass(frozen=True, slots=True)
class PortBlock:
    """Additional I/O ports of a board.

    Attributes:
        device: The device at the ports, by offsets from the first port.
        zero_wait: True if the board pulls 0WS#.
        words: True if it pulls IOCS16#: a word at an even port is one cycle.
        data: Offsets at which consecutive bytes are data, and no program polls.
    """

    device: PortDevice
    zero_wait: bool = False
    words: bool = False
    data: range = range(0)


@dataclass(frozen=True, slots=True)
class InjectionPoint:
    """A plug at which faults can be injected, and the function that injects them.

    Attributes:
        plug: The plug.
        interpose: Returns the part that faults put into the plug.
    """

    plug: Plug[PortDevice]
    interpose: Interpose


class Fitting(Protocol):
    """A part of a board with its wires."""

    def fit(self, wiring: Wiring) -> None:
        """Connect the chips, and name the injection points."""


class Wiring:
    """The buses and lines of one board.

    Attributes:
        dsp, dma, journal: The DSP, the card at its DMA channel, and the record of accesses.
        catch_up: Brings the card forward to a time.
        points: The injection points by name. The part of a name before a dot is that of the lines in `faults.wires`.
        by_true_time: The plugs of devices that run by true time, whatever the rate of the DSP's clock.
        reset_with_dsp: The devices on the DSP's reset line.
        ports: I/O ports beyond the sixteen, by their offsets from the card's base.
        clears: Called when the PC resets the card.
    """

    def __init__(self, dsp: Dsp56001, dma: DmaPort, journal: Journal, catch_up: Callable[[Time], None]) -> None:
        self.dsp = dsp
        self.dma = dma
        self.journal = journal
        self.catch_up = catch_up
        self.points: dict[str, InjectionPoint] = {}
        self.by_true_time: list[Plug[PortDevice]] = []
        self.reset_with_dsp: list[Device] = []
        self.ports: dict[range, PortBlock] = {}
        self.clears: list[Callable[[], None]] = []

    def name(self, name: str, plug: Plug[PortDevice], interpose: Interpose) -> Plug[PortDevice]:
        """Name an injection point, and return its plug.

        Raises:
            CardError: Another fitting has this name.
        """
        if name in self.points:
            raise CardError(f"two fittings of the board have an injection point {name}")
        self.points[name] = InjectionPoint(plug, interpose)
        return plug

    def point(self, name: str, device: PortDevice, floating: int) -> Plug[PortDevice]:
        """Return the plug of a device whose lines can be faulty; `floating` is the value of a lost read."""
        return self.name(name, Plug(device), behind_faulty_lines(floating))

    def map(self, area: range, plug: Plug[PortDevice], *, fast: bool = False) -> None:
        """Put an 8-bit chip into the DSP's Y external I/O page; `fast` is the copy below it with short strobes."""
        first = area[0] - addresses.FAST if fast else area[0]
        self.dsp.port_a.map_device("Y", first, first + len(area) - 1, ByteLane(plug))

    def fit(self, name: str, device: Device, area: range, interpose: Interpose | None = None) -> Plug[PortDevice]:
        """Put an 8-bit chip into the DSP's Y external I/O page, on the DSP's reset line, and return its plug."""
        plug = self.name(name, Plug(device), interpose or behind_faulty_lines(PULL & 0xFF))
        self.map(area, plug)
        self.reset_with_dsp.append(device)
        return plug

    def chip(self, kind: type[Chip]) -> Chip | None:
        """Return the chip of a kind at an injection point; None if the board has none."""
        parts = (point.plug.sound for point in self.points.values())
        return next((part for part in parts if isinstance(part, kind)), None)
