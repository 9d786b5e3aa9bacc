"""The card with two FIFOs: programs of the PC and the DSP need not wait for each other's bytes.

    PC --- FIFO DATA ---> input FIFO ---> FIFO BYTE --- DSP --- DES chip
    PC <--- FIFO DATA --- output FIFO <--- FIFO BYTE --- DSP

Programmed I/O behind a FIFO, on the card of Dussé and Kaliski: two FIFOs of the IDT7201's family. The board with a pump
(fifo_board.py) has no data path between the PC and the DSP's memory and back.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from dsp56k.card import places
from dsp56k.card.board import Card, PortBlock
from dsp56k.card.chips.idt7201 import FAMILY, Idt7201
from dsp56k.card.errors import CardError
from dsp56k.card.fifo_side import CaughtUp, FifoEnd, FifoPort
from dsp56k.card.parts.joint import Joint
from dsp56k.emu.timeline import Time


class TwoFifoCard(Card):
    """The card with two FIFOs.

    It takes what `Card` does, and `fifo_words`: size of each FIFO; `wide`: True in a slot of 16 bits.
    """

    def __init__(self, *, fifo_words: int = FAMILY[-1], wide: bool = False, **standard: Any) -> None:
        if fifo_words not in FAMILY:
            raise CardError(f"FIFOs of {fifo_words} words: must be one of {', '.join(map(str, FAMILY))}")
        self.wide = wide
        self.fifos = Idt7201(fifo_words), Idt7201(fifo_words)
        """Input, output."""
        super().__init__(**standard)

    def _fit_fifos(self) -> None:
        """Connect the FIFOs between the PC's port and the DSP."""
        given, made = self.fifos
        resets = given.reset, made.reset
        self._port = FifoPort(given, made, resets, lambda _now: None, self.journal, wide=self.wide)
        self._fifo = Joint(self._port)
        self._fifo_end = self.fit(FifoEnd(given, made, self.journal), places.FIFO_END[0], places.FIFO_END[-1])

    @property
    def more_ports(self) -> Mapping[range, PortBlock]:
        """Return the blocks of FIFO DATA and FIFO STATUS."""
        assert self._fifo is not None
        port = CaughtUp(self.catch_up, self._fifo)
        return MappingProxyType({places.FIFO_PORTS: PortBlock(port, zero_wait=True, words=self.wide, data=range(2))})

    def reset(self, now: Time) -> None:
        """Reset the card as `Card.reset` does, together with the latches of the PC's port."""
        super().reset(now)
        self._port.clear()
