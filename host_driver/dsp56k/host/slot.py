"""The card in the PC's slot: its registers at sixteen ports, its window among the ISA boards' memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dsp56k.card import Card
from dsp56k.card.registers import PORTS as CARD_PORTS
from dsp56k.card.wiring import PortBlock
from dsp56k.emu.device import Burst
from dsp56k.emu.timeline import Time
from dsp56k.host.pc import PC

IO_ADDRESS_BITS = 10
"""Boards of the time decode only A9-A0: each port responds again every $400."""
PORTS = 16
WINDOW_AREA = range(0xC_0000, 0xF_0000)
"""Permitted addresses of the window; the card itself decides to which it responds."""


_NOTHING = -1
CONTROLLER = 2 * PORTS
"""The register of `Traffic` that is the DMA controller's STATUS."""


class Traffic:
    """Traffic over the bus to and from the card since `clear`.

    Attributes:
        accesses: bytes, polls included.
        clocks: bus clocks of their cycles, without polls.
        polls: reads of a register that follow a read of the same one, which has no data: a program does so while it
            waits for the card.
        polled: picoseconds from the first to the last read of all such sequences, without the time that other boards
            had the bus.
    """

    def __init__(self, held: Callable[[], Time] | None = None) -> None:
        self._held = held
        self.accesses = 0
        self.clocks = 0
        self.polls = 0
        self.polled: Time = 0
        self._register = _NOTHING
        self._last: Time = 0
        self._held_before: Time = 0

    def clear(self) -> None:
        """Reset the counters."""
        self.accesses = self.clocks = self.polls = self.polled = 0
        self._register = _NOTHING

    def read(self, register: int, clocks: int, now: Time) -> None:
        """Record the read of a port, a cycle of `clocks` bus clocks."""
        self.accesses += 1
        held = 0 if self._held is None else self._held()
        if register == self._register:
            self.polls += 1
            self.polled += now - self._last - (held - self._held_before)
        else:
            self.clocks += clocks
        self._register = register
        self._last, self._held_before = now, held

    def others(self, count: int, clocks: int) -> None:
        """Record any other accesses, each a cycle of `clocks` bus clocks."""
        self.accesses += count
        self.clocks += count * clocks
        self._register = _NOTHING

    def data(self, clocks: int, now: Time) -> None:
        """Record a byte of data at a port: at the same time as the last, it belongs to the same cycle."""
        self.others(1, 0 if now == self._last else clocks)
        self._last = now


class _Registers:
    """The card's sixteen ports."""

    def __init__(self, card: Card) -> None:
        self.read, self.write = card.port_read, card.port_write


class _Ports:
    """Ports of the card from `first` on, as the bus sees them."""

    def __init__(self, block: PortBlock, first: int, clocks: int, traffic: Traffic) -> None:
        self._device = block.device
        self._data = block.data
        self._first = first
        self._clocks = clocks
        self._traffic = traffic

    def read(self, offset: int, now: Time) -> int:
        """Return a byte of a register."""
        if offset in self._data:
            self._traffic.data(self._clocks, now)
        else:
            self._traffic.read(self._first + offset, self._clocks, now)
        return self._device.read(offset, now)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write a byte to a register."""
        if offset in self._data:
            self._traffic.data(self._clocks, now)
        else:
            self._traffic.others(1, self._clocks)
        self._device.write(offset, value, now)


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
        return replace(burst, offsets=range(start, stop), finish=finish)


def insert(card: Card, pc: PC) -> Traffic:
    """Insert the card into the PC; its I/O base is the card's jumper. Return the counter of their traffic."""
    dma = pc.isa_bus.dma
    traffic = Traffic() if dma is None else Traffic(lambda: dma.held)
    base, timing = card.io_decoder.base, pc.isa_bus.timing
    words = range(CARD_PORTS["RXL"], CARD_PORTS["RXL"] + 1)
    blocks = {range(PORTS): PortBlock(_Registers(card), data=words), **card.more_ports}
    for offsets, block in blocks.items():
        clocks = timing.zero_wait_cycle if block.zero_wait else timing.cycle
        ports = _Ports(block, offsets[0], clocks, traffic)
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
        dma.controller.noted = lambda now: traffic.read(CONTROLLER, timing.cycle, now)
    controller = pc.interrupt_controller
    if controller is not None:
        controller.attach(card)
        card.irq.connect(lambda level, _now: controller.drive(card.control.interrupt_number, level))
    pc.isa_bus.attach_memory(WINDOW_AREA.start, len(WINDOW_AREA), _Window(card, timing.cycle, traffic))
    return traffic
