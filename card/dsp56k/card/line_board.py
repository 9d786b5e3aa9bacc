"""The card with a line: a packet enters and leaves on the card's own ports, and the PC's bus does not see it.

    line ---> framer ---> input FIFO ---+
                                        +--- framer --- DSP --- DES chip
    line <--- framer <--- output FIFO --+

The flow-through accelerator of Waters and Stammberger on the card of Dussé and Kaliski: two FIFOs of the IDT7201's
family and a framer.
"""

from typing import Any

from dsp56k.card import places
from dsp56k.card.board import Card
from dsp56k.card.chips.framer import Framer
from dsp56k.card.chips.idt7201 import Idt7201
from dsp56k.card.errors import CardError
from dsp56k.card.parts.joint import Joint
from dsp56k.emu.device import PortDevice

FIFO_WORDS = 4096
"""An IDT7204: two of the longest frames."""
LINE_RATES = range(9_600, 100_000_001)
DEFAULT_LINE_RATE = 10_000_000
"""Rate of Ethernet."""


class LineCard(Card):
    """The card with a line.

    It takes what `Card` does, and `line_bits_per_second`, 9600 to 100 million; `handshake`: True if the other station
    waits while the card cannot follow.
    """

    def __init__(
        self, *, line_bits_per_second: int = DEFAULT_LINE_RATE, handshake: bool = True, **standard: Any
    ) -> None:
        if line_bits_per_second not in LINE_RATES:
            raise CardError(f"a line of {line_bits_per_second} bit/s: must be {LINE_RATES[0]} to {LINE_RATES[-1]}")
        fifos = Idt7201(FIFO_WORDS), Idt7201(FIFO_WORDS)
        self.framer = Framer(*fifos, line_bits_per_second, handshake=handshake)
        """The end of the line: it has the received and the sent frames."""
        super().__init__(**standard)

    def _fit_line(self) -> Joint[PortDevice]:
        """Connect the framer and its line, and return the line's joint."""
        self._line_bits = self.framer.line
        joint = self.fit(self.framer, places.FRAMER[0], places.FRAMER[-1])
        self._dsp_time.append(joint)
        return joint
