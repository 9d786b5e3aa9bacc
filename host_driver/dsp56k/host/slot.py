"""The card in the PC's slot: its registers at sixteen ports, its window among the ISA boards' memory."""

from __future__ import annotations

from dsp56k.card import Card
from dsp56k.card.registers import PORTS as CARD_PORTS
from dsp56k.card.wiring import PortBlock
from dsp56k.emu.device import Burst
from dsp56k.emu.timeline import Time
from dsp56k.host._pc import CountedPorts, Traffic
from dsp56k.host.pc import PC

__all__ = ["Traffic", "insert"]

IO_ADDRESS_BITS = 10
"""Boards of the time decode only A9-A0: each port responds again every $400."""
PORTS = 16
WINDOW_AREA = range(0xC_0000, 0xF_0000)
"""Permitted addresses of the window; the card itself decides to which it responds."""
CONTROLLER = 2 * PORTS
"""The register of `Traffic` that is the DMA controller's STATUS."""


class _Window:
    """The card's memory side: it decodes complete addresses itself."""

    def __init__(self, card: Card, clocks: int, traffic: Traffic) -> None:
        self._card = card
        self._clocks = clocks
        self._traffic = traffic

    def read(self, offset: int, now: Time) -> int:
        """Return a byte of the window."""
        self._traffic.others(1, self._clocks)
        return self._card.window_read(WINDOW_AREA.start + offset, now)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a byte to the window."""
        self._traffic.others(1, self._clocks)
        self._card.window_write(WINDOW_AREA.start + offset, value, now)

    def burst(self, most: int, *, write: bool) -> Burst | None:
        """Return a burst of consecutive bytes."""
        burst = self._card.window_burst(most, write=write)
        if burst is None:
            return None

        def finish(done: int, written: bytes, now: Time) -> None:
            self._traffic.others(done, self._clocks)
            burst.finish(done, written, now)

        start, stop = (place - WINDOW_AREA.start for place in (burst.offsets.start, burst.offsets.stop))
        return Burst(range(start, stop), burst.most, burst.data, finish)


def insert(card: Card, pc: PC) -> Traffic:
    """Insert the card into the PC; its I/O base is the card's jumper. Return the counter of their traffic.

    Raises ValueError if another board responds to one of its ports or addresses; nothing is attached then.
    """
    dma = pc.isa_bus.dma
    traffic = Traffic() if dma is None else Traffic(lambda: dma.held)
    base, timing = card.io_decoder.base, pc.isa_bus.timing
    words = range(CARD_PORTS["RXL"], CARD_PORTS["RXL"] + 1)
    blocks = {range(PORTS): PortBlock(card.bus, data=words), **card.more_ports}
    for offsets in blocks:
        pc.isa_bus.check_ports(base + offsets[0], len(offsets), decoded_bits=IO_ADDRESS_BITS)
    pc.isa_bus.check_memory(WINDOW_AREA.start, len(WINDOW_AREA))
    for offsets, block in blocks.items():
        clocks = timing.zero_wait_cycle if block.zero_wait else timing.cycle
        data = block.data.start, block.data.stop
        ports = CountedPorts(block.device, traffic, offsets[0], clocks, data)
        pc.isa_bus.attach_ports(
            base + offsets[0],
            len(offsets),
            ports,
            decoded_bits=IO_ADDRESS_BITS,
            zero_wait=block.zero_wait,
            words=block.words,
        )
    if dma is not None:
        dma.attach(card.dma)
        # A program polls the controller as it polls the card.
        dma.controller.on_status_read(lambda now: traffic.read(CONTROLLER, timing.cycle, now))
    controller = pc.interrupt_controller
    if controller is not None:
        controller.attach(card)
        card.connect_interrupt(controller.drive)
    pc.isa_bus.attach_memory(WINDOW_AREA.start, len(WINDOW_AREA), _Window(card, timing.cycle, traffic))
    return traffic
