"""The card with FIFOs: data go from the PC through the DES chip and back, and the DSP's memory does not see them.

    PC --- FIFO DATA ---> input FIFO ---+--> pump --> DES chip --> pump --> output FIFO --- FIFO DATA ---> PC
                                        |     |
                                 DSP <--+     +--> parameter FIFO --> DSP

The data path of Lindemann and Smith's card between PCI and DES chip, on the card of Dussé and Kaliski: three IDT7201
and a pump. Each register of pump, DES chip and parameter FIFO answers at two addresses of Y: in the external I/O page,
whose wait states are BCR's I/O field, and below it, where they are BCR's Y field and strobes are short. The input FIFO
is in the I/O page only, as theirs was on their slow bus.
"""

from typing import Literal, Unpack, get_args

from dsp56k.card import addresses
from dsp56k.card.board import Card, CardParameters
from dsp56k.card.chips.idt7201 import FAMILY, WORDS, Idt7201
from dsp56k.card.chips.pump import EngineBits, Pump, PumpDescription
from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
from dsp56k.card.errors import CardError
from dsp56k.card.faults.interposers import inside_des_chip
from dsp56k.card.fifo_interface import FifoOutlet, FifoPort, Gate, ShortStrobe
from dsp56k.card.fittings import fit_pc_port
from dsp56k.card.parts.connections import Plug
from dsp56k.card.parts.data_bus import PULL
from dsp56k.card.wiring import Wiring
from dsp56k.emu.device import PortDevice
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import described

Erratum = Literal["none", "iv", "length", "both"]


class PumpedDes:
    """The DES chip behind the gate that it shares with the pump, and the FIFOs around the pump.

    Args:
        fifo_words: The size of each FIFO.
        erratum: The writes with short strobes that DES chip and pump lose: IV, length or both.
        wide: True if the board is in a slot of 16 bits.
    """

    def __init__(self, fifo_words: int = WORDS, erratum: Erratum = "none", *, wide: bool = False) -> None:
        if fifo_words not in FAMILY:
            raise CardError(f"FIFOs of {fifo_words} words: must be one of {', '.join(map(str, FAMILY))}")
        if erratum not in get_args(Erratum):
            raise CardError(unknown("erratum", erratum, get_args(Erratum)))
        self.wide = wide
        self.fifos = [Idt7201(fifo_words) for _ in range(3)]
        """Input, output, parameters."""
        self.des = Wd20c03(Wd20c03Description(short_iv_is_lost=erratum in ("iv", "both")))
        self._joint: Plug[PortDevice] = Plug(self.des)
        description = PumpDescription(short_length_is_lost=erratum in ("length", "both"))
        given, made, parameters = self.fifos
        self.pump = Pump(self._joint, self._bits(), given, made, parameters, description)

    def _bits(self) -> EngineBits:
        command, status = self.des.description.command, self.des.description.status
        text = command.pack(LDKEY=1, LDIV=1, CBC=1, ACT=1)
        return EngineBits(
            wants=status["DIR"].mask,
            has=status["DOR"].mask,
            reset=command["RST"].mask,
            encrypt=text | command["ENC"].mask,
            decrypt=text,
        )

    def fit(self, wiring: Wiring) -> None:
        """Connect gate, pump and FIFOs with the DSP, and the FIFOs with the PC."""
        given, made, parameters = self.fifos
        pump, journal = self.pump, wiring.journal
        wiring.name("des", self._joint, inside_des_chip(self.des, PULL & 0xFF))
        gate = Gate(self._joint, pump.advance, lambda: pump.busy, journal)
        source, side = (FifoOutlet(fifo, pump.advance, pump.underrun, journal) for fifo in (given, parameters))
        fitted: tuple[tuple[range, PortDevice, bool], ...] = (
            (addresses.DES, gate, False),
            (addresses.DES, ShortStrobe(gate, self.des), True),
            (addresses.PUMP, pump, False),
            (addresses.PUMP, ShortStrobe(pump, pump), True),
            (addresses.FIFO_INPUT, source, False),
            (addresses.FIFO_PARAMETERS, side, False),
            (addresses.FIFO_PARAMETERS, side, True),
        )
        for area, device, fast in fitted:
            plug = Plug(device)
            wiring.by_true_time.append(plug)
            wiring.map(area, plug, fast=fast)
        wiring.reset_with_dsp += [self.des, pump]
        port = FifoPort(given, made, [fifo.reset for fifo in self.fifos], pump.advance, journal, wide=self.wide)
        fit_pc_port(wiring, port, wide=self.wide)


class FifoCard(Card):
    """The card with FIFOs.

    It takes the parameters of `Card` and of `PumpedDes`.
    """

    def __init__(
        self,
        *,
        fifo_words: int = WORDS,
        erratum: Erratum = "none",
        wide: bool = False,
        **standard: Unpack[CardParameters],
    ) -> None:
        if not standard.get("des_chip", True):
            raise CardError("a card with FIFOs must have the DES chip")
        if standard.get("des") is not None:
            raise CardError(f"des must be None on a card with FIFOs, got {described(standard['des'])}")
        pumped = PumpedDes(fifo_words, erratum, wide=wide)
        self.erratum, self.wide = erratum, wide
        self.fifos, self.pump = pumped.fifos, pumped.pump
        standard["des"] = pumped
        super().__init__(**standard)
