"""The card with a line: a packet enters and leaves on the card's own ports, and the PC's bus does not see it.

    line ---> framer ---> input FIFO ---+
                                        +--- framer --- DSP --- DES chip
    line <--- framer <--- output FIFO --+

The flow-through accelerator of Waters and Stammberger on the card of Dussé and Kaliski: two FIFOs of the IDT7201's
family and a framer.
"""

from typing import Unpack

from dsp56k.card import addresses
from dsp56k.card.board import Card, CardParameters
from dsp56k.card.chips.framer import Framer
from dsp56k.card.chips.idt7201 import Idt7201
from dsp56k.card.errors import CardError
from dsp56k.card.faults.interposers import on_line_bits
from dsp56k.card.wiring import Wiring

FIFO_WORDS = 4096
"""An IDT7204: two of the longest frames."""
LINE_RATES = range(9_600, 100_000_001)
DEFAULT_LINE_RATE = 10_000_000
"""Rate of Ethernet."""


class LinePort:
    """The framer with its FIFOs and its line.

    Args:
        bits_per_second: The rate of the line, 9600 to 100 million.
        handshake: True if the other station waits where the card cannot follow.
    """

    def __init__(self, bits_per_second: int = DEFAULT_LINE_RATE, *, handshake: bool = True) -> None:
        if bits_per_second not in LINE_RATES:
            raise CardError(f"a line of {bits_per_second} bit/s: must be {LINE_RATES[0]} to {LINE_RATES[-1]}")
        fifos = Idt7201(FIFO_WORDS), Idt7201(FIFO_WORDS)
        self.framer = Framer(*fifos, bits_per_second, handshake=handshake)
        """The end of the line: received and sent frames."""

    def fit(self, wiring: Wiring) -> None:
        """Connect the framer, which runs by true time, with the DSP."""
        wiring.name("line.bits", self.framer.line, on_line_bits)
        wiring.by_true_time.append(wiring.fit("line", self.framer, addresses.FRAMER))


class LineCard(Card):
    """The card with a line.

    It takes the parameters of `Card`, and those of `LinePort` as `line_bits_per_second` and `handshake`.
    """

    def __init__(
        self,
        *,
        line_bits_per_second: int = DEFAULT_LINE_RATE,
        handshake: bool = True,
        **standard: Unpack[CardParameters],
    ) -> None:
        port = LinePort(line_bits_per_second, handshake=handshake)
        self.framer = port.framer
        standard["fittings"] = [port, *standard.get("fittings", ())]
        super().__init__(**standard)
