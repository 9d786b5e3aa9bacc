"""The fittings of the standard board, a fitting for any device on the DSP's bus, and the PC's port of all FIFOs."""

from __future__ import annotations

from dsp56k.card import addresses
from dsp56k.card.chips.bus_master import BusMaster
from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
from dsp56k.card.faults.interposers import behind_faulty_lines, inside_des_chip
from dsp56k.card.fifo_interface import CaughtUp, FifoPort
from dsp56k.card.isa_interface import FLOATING_BYTE
from dsp56k.card.parts.data_bus import PULL
from dsp56k.card.wiring import PortBlock, Wiring
from dsp56k.emu.device import Device


class OnDspBus:
    """An 8-bit device in the DSP's Y external I/O page, on the DSP's reset line; `name` is its injection point."""

    def __init__(self, name: str, device: Device, area: range) -> None:
        self._name = name
        self._device = device
        self._area = area

    def fit(self, wiring: Wiring) -> None:
        """Connect the device with the DSP."""
        wiring.fit(self._name, self._device, self._area)


class DesChip:
    """The WD20C03 on the DSP's bus."""

    def __init__(self, description: Wd20c03Description | None = None) -> None:
        self.des = Wd20c03(description)

    def fit(self, wiring: Wiring) -> None:
        """Connect the DSP with the chip, which runs by true time."""
        plug = wiring.fit("des", self.des, addresses.DES, inside_des_chip(self.des, PULL & 0xFF))
        wiring.by_true_time.append(plug)


class MasterSocket:
    """The bus master, between the DSP's bus and the PC's memory."""

    def __init__(self) -> None:
        self.master = BusMaster()

    def fit(self, wiring: Wiring) -> None:
        """Connect the master with the DSP and with the DMA channel."""
        wiring.fit("master", self.master, addresses.MASTER)
        wiring.dma.connect(self.master)
        wiring.name("bus", wiring.dma.memory, behind_faulty_lines(FLOATING_BYTE))


def fit_pc_port(wiring: Wiring, port: FifoPort, *, wide: bool) -> None:
    """Connect FIFO DATA and FIFO STATUS with the PC, whose reset clears the latches of the port."""
    plug = wiring.point("fifo", port, FLOATING_BYTE)
    block = PortBlock(CaughtUp(wiring.catch_up, plug), zero_wait=True, words=wide, data=range(2))
    wiring.ports[addresses.FIFO_PORTS] = block
    wiring.clears.append(port.clear)
