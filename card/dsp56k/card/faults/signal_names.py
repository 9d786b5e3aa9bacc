"""Names of the card's wires that a fault can affect."""

from dsp56k.card.errors import CardError
from dsp56k.system.suggestions import unknown

BUSES = {
    "window.data": (8, "data between the ISA bus and the memory window"),
    "window.address": (16, "counter of the address generator, A15-A0, to the banks"),
    "window.lane": (2, "byte phase of the address generator, to the banks: 0 low, 1 middle, 2 high; 3 selects no byte"),
    "window.bank": (1, "bank select: 0 P, 1 X"),
    "host.data": (8, "H7-H0 of the host port"),
    "host.address": (3, "HA2-HA0 of the host port"),
    "control.data": (8, "data of the registers at PC I/O +8 to +F"),
    "control.address": (3, "A2-A0 of these registers"),
    "des.data": (8, "D7-D0 between the DES chip and the DSP"),
    "des.address": (1, "A0 of the DES chip: 0 DATA, 1 COMMAND and STATUS"),
    "des.status": (8, "bits of STATUS in the DES chip, before the data lines"),
    "fifo.data": (8, "D7-D0 of the FIFOs' ports on the ISA bus"),
    "fifo.address": (2, "A1-A0 of these ports: 0 FIFO DATA, 2 FIFO STATUS and FIFO CLEAR"),
    "end.data": (8, "D7-D0 between the DSP and the FIFOs, on the card with two FIFOs"),
    "end.address": (1, "A0 of the same: 0 FIFO BYTE, 1 FIFO FLAGS and FIFO CONTROL"),
    "dma.data": (8, "D7-D0 between the ISA bus and the host port under DACK"),
    "master.data": (8, "D7-D0 between the bus master and the DSP"),
    "master.address": (2, "A1-A0 of the bus master: 0 ADDRESS, 1 DATA, 2 COMMAND and STATUS"),
    "bus.data": (8, "D7-D0 between the bus master and the PC's memory"),
    "bus.address": (24, "A23-A0 of the bus master on the ISA bus"),
    "line.data": (8, "D7-D0 between the framer and the DSP, on the card with a line"),
    "line.address": (2, "A1-A0 of the framer"),
    "line.bits": (8, "bits of a byte on the line: reads are received bytes, writes sent ones"),
    "noise.data": (1, "output of the comparator, to the DSP and to STATUS.NOISE"),
}
"""Lines that carry a value in each access: their width in bits, and their meaning."""

STROBES = {
    "window.read": "a read of the memory window, whole: no byte, no step of the address generator",
    "window.write": "a write to the memory window, whole",
    "window.step": "the pulse that steps the address generator at the end of a window access",
    "host.read": "HEN with HR/W = 1: a read of the host port",
    "host.write": "HEN with HR/W = 0: a write to the host port",
    "control.read": "a read of PC I/O +8 to +F",
    "control.write": "a write to PC I/O +8 to +F",
    "des.read": "a read of the DES chip",
    "des.write": "a write to the DES chip",
    "fifo.read": "a read of the FIFOs' port: R of the output FIFO, or FIFO STATUS",
    "fifo.write": "a write to the FIFOs' port: W of the input FIFO, or FIFO CLEAR",
    "end.read": "a read of the DSP's end of the FIFOs: R of the input FIFO, or FIFO FLAGS",
    "end.write": "a write to it: W of the output FIFO, or FIFO CONTROL",
    "dma.read": "DACK and IOR: a byte of the host port for the DMA controller",
    "dma.write": "DACK and IOW: a byte of the DMA controller's for the host port",
    "master.read": "a read of the bus master by the DSP",
    "master.write": "a write to the bus master by the DSP",
    "bus.read": "MEMR in a cycle of the bus master's",
    "bus.write": "MEMW in a cycle of the bus master's",
    "line.read": "a read of the framer by the DSP",
    "line.write": "a write to the framer by the DSP",
}
"""Pulses, each of which starts one access."""

LINES = {
    "run": "CTRL.RUN to the DSP, the DES chip and the arbiter: 0 is reset",
    "br": "CTRL.BR to the DSP and the arbiter",
    "bg": "the DSP's BG to the arbiter",
    "hreq": "the DSP's HREQ to STATUS.HREQ, DRQ and the interrupt line",
    "drq": "the card's DRQ to the DMA controller",
    "irq": "the card's interrupt line to the interrupt controller",
}
"""Control lines that have a level at any time; 1 is asserted, as in `dsp.lines`."""


OPTIONAL = {
    "des": "DES chip",
    "fifo": "FIFOs",
    "end": "FIFOs between PC and DSP",
    "master": "bus master",
    "bus": "bus master",
    "line": "line",
}
"""Parts that not every board has: the beginning of their lines' names, and their own."""


class FaultError(CardError):
    """A fault that is impossible on any card. The attribute `field` names the invalid value."""

    def __init__(self, message: str, field: str) -> None:
        self.field = field
        super().__init__(message, field=field)


def width_of(wire: str) -> int:
    """Return the number of lines of a bus or control line.

    Raises:
        FaultError: there is no such wire.
    """
    if wire in LINES:
        return 1
    if wire not in BUSES:
        raise FaultError(unknown("wire", wire, (*BUSES, *LINES)), "wire")
    return BUSES[wire][0]
