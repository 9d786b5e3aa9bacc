"""Faults of the PC around the card: plain data, as those of `dsp56k.card.faults`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from dsp56k.emu.timeline import Time
from fault_injection.machine import Machine

Note = Callable[[], None]
"""Called each time that a fault changes something."""


@dataclass(frozen=True)
class PcFault(ABC):
    """A fault that begins at `at`, in picoseconds since power-up."""

    at: Time

    def put(self, machine: Machine, note: Note) -> None:
        """Onto a machine."""
        machine.card.faults.agenda.add(self.at, self, lambda _now: self.begin(machine, note))

    @abstractmethod
    def begin(self, machine: Machine, note: Note) -> None:
        """Its time has come."""

    @property
    @abstractmethod
    def what(self) -> str:
        """Return the description of the fault."""

    def describe(self) -> str:
        """Return one line: the fault and its time."""
        return f"{self.what} from {self.at} ps"


@dataclass(frozen=True)
class FlippedRing(PcFault):
    """A bit of the descriptors in the PC's memory changes once."""

    offset: int
    bit: int

    @property
    def what(self) -> str:
        """Return the description of the fault."""
        return f"byte {self.offset} of the descriptors, bit {self.bit} flipped"

    def begin(self, machine: Machine, note: Note) -> None:
        """Change it."""
        place = machine.packets.ring_place + self.offset
        machine.pc.write(place, bytes([machine.pc.read(place, 1)[0] ^ 1 << self.bit]))
        note()


@dataclass(frozen=True)
class LostEnd(PcFault):
    """The DMA controller does not note the end of its next transfer: no TC in its STATUS."""

    @property
    def what(self) -> str:
        """Return the description of the fault."""
        return "the DMA controller's next TC lost"

    def begin(self, machine: Machine, note: Note) -> None:
        """From now on, once."""
        dma = machine.pc.isa_bus.dma
        assert dma is not None
        controller = dma.controller
        sound = controller.step

        def step(number: int) -> bool:
            ended = controller._ended
            last = sound(number)
            if last:
                controller._ended = ended
                controller.step = sound  # type: ignore[method-assign]  # the controller's own again
                note()
            return last

        controller.step = step  # type: ignore[method-assign]  # the fault replaces it
