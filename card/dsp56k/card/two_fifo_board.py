"""The card with two FIFOs: programs of the PC and the DSP need not wait for each other's bytes.

    PC --- FIFO DATA ---> input FIFO ---> FIFO BYTE --- DSP --- DES chip
    PC <--- FIFO DATA --- output FIFO <--- FIFO BYTE --- DSP

Programmed I/O behind a FIFO, on the card of Dussé and Kaliski: two FIFOs of the IDT7201's family. The board with a pump
(fifo_board.py) has no data path between the PC and the DSP's memory and back.
"""

from typing import Unpack

from dsp56k.card import addresses
from dsp56k.card.board import Card, CardParameters
from dsp56k.card.chips.idt7201 import FAMILY, Idt7201
from dsp56k.card.errors import CardError
from dsp56k.card.fifo_interface import FifoEnd, FifoPort
from dsp56k.card.fittings import fit_pc_port
from dsp56k.card.wiring import Wiring


class TwoFifos:
    """Two FIFOs between the PC's port and the DSP.

    Args:
        fifo_words: The size of each FIFO.
        wide: True if the board is in a slot of 16 bits.
    """

    def __init__(self, fifo_words: int = FAMILY[-1], *, wide: bool = False) -> None:
        if fifo_words not in FAMILY:
            raise CardError(f"FIFOs of {fifo_words} words: must be one of {', '.join(map(str, FAMILY))}")
        self.wide = wide
        self.fifos = Idt7201(fifo_words), Idt7201(fifo_words)
        """Input, output."""

    def fit(self, wiring: Wiring) -> None:
        """Connect the FIFOs with the PC and with the DSP."""
        given, made = self.fifos
        resets = given.reset, made.reset
        port = FifoPort(given, made, resets, lambda _now: None, wiring.journal, wide=self.wide)
        fit_pc_port(wiring, port, wide=self.wide)
        wiring.fit("end", FifoEnd(given, made, wiring.journal), addresses.FIFO_END)


class TwoFifoCard(Card):
    """The card with two FIFOs.

    It takes the parameters of `Card` and of `TwoFifos`.
    """

    def __init__(self, *, fifo_words: int = FAMILY[-1], wide: bool = False, **standard: Unpack[CardParameters]) -> None:
        fitting = TwoFifos(fifo_words, wide=wide)
        self.wide, self.fifos = wide, fitting.fifos
        standard["fittings"] = [fitting, *standard.get("fittings", ())]
        super().__init__(**standard)
