"""The card in the PC's slot: its registers at sixteen ports, its window among the ISA boards' memory."""

from __future__ import annotations

from dsp56k.card import Card
from dsp56k.emu.timeline import Time
from dsp56k.host.pc import PC

IO_ADDRESS_BITS = 10
"""Boards of the time look at A9-A0 only: each port answers again every $400."""
PORTS = 16
WINDOW_AREA = range(0xC_0000, 0xF_0000)
"""Where the window may be put; the card itself decides which addresses it answers."""


class _Ports:
    """The card's port side, as the bus sees it."""

    def __init__(self, card: Card) -> None:
        self.read = card.port_read
        self.write = card.port_write


class _Window:
    """The card's memory side: it decodes whole addresses itself."""

    def __init__(self, card: Card) -> None:
        self._card = card

    def read(self, offset: int, now: Time) -> int:
        """A byte of the window."""
        return self._card.window_read(WINDOW_AREA.start + offset, now)

    def write(self, offset: int, value: int, now: Time) -> None:
        """A byte to the window."""
        self._card.window_write(WINDOW_AREA.start + offset, value, now)


def insert(card: Card, pc: PC) -> None:
    """Put the card into the PC. Its I/O base is the card's own jumper."""
    pc.isa.attach_ports(card.io_decoder.base, PORTS, _Ports(card), decoded_bits=IO_ADDRESS_BITS)
    pc.isa.attach_memory(WINDOW_AREA.start, len(WINDOW_AREA), _Window(card))
