"""The card with FIFOs: data go from the PC through the DES chip and back, and the DSP's memory does not see them.

    PC --- FIFO DATA ---> input FIFO ---+--> pump --> DES chip --> pump --> output FIFO --- FIFO DATA ---> PC
                                        |     |
                                 DSP <--+     +--> parameter FIFO --> DSP

The data path of Lindemann and Smith's card between PCI and DES chip, on the card of Dussé and Kaliski: three IDT7201
and a pump. Each register of pump, DES chip and parameter FIFO answers at two addresses of Y: in the external I/O page,
whose wait states are BCR's I/O field, and below it, where they are BCR's Y field and strobes are short. The input FIFO
is in the I/O page only, as theirs was on their slow bus.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

from dsp56k.card import places
from dsp56k.card.board import Card, PortBlock
from dsp56k.card.chips.idt7201 import FAMILY, WORDS, Idt7201
from dsp56k.card.chips.pump import EngineBits, Pump, PumpDescription
from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
from dsp56k.card.errors import CardError
from dsp56k.card.fifo_side import CaughtUp, FifoOutlet, FifoPort, Gate, ShortStrobe
from dsp56k.card.parts.byte_lane import ByteLane
from dsp56k.card.parts.joint import Joint
from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import Time
from dsp56k.system.suggestions import unknown

Erratum = Literal["none", "iv", "length", "both"]


class FifoCard(Card):
    """The card with FIFOs.

    It takes what `Card` does, and `fifo_words`: size of each FIFO; `erratum`: the registers that DES chip
    and pump lose if they are written with short strobes, IV, length or both; `wide`: whether it is in a slot of 16
    bits.
    """

    def __init__(
        self, *, fifo_words: int = WORDS, erratum: Erratum = "none", wide: bool = False, **standard: Any
    ) -> None:
        if fifo_words not in FAMILY:
            raise CardError(f"FIFOs of {fifo_words} words: must be one of {', '.join(map(str, FAMILY))}")
        if not standard.get("des_chip", True):
            raise CardError("a card with FIFOs must have the DES chip")
        if erratum not in get_args(Erratum):
            raise CardError(unknown("erratum", erratum, get_args(Erratum)))
        self.erratum = erratum
        self.wide = wide
        self.fifos = [Idt7201(fifo_words) for _ in range(3)]
        """Input, output, parameters."""
        super().__init__(des=Wd20c03Description(short_iv_is_lost=erratum in ("iv", "both")), **standard)

    def _fit_des(self, des: Wd20c03) -> Joint[PortDevice]:
        """Connect the DES chip behind the gate that it shares with the pump, and the parts around the FIFOs."""
        given, made, parameters = self.fifos
        joint: Joint[PortDevice] = Joint(des)
        command, status = des.description.command, des.description.status
        text = command.pack(LDKEY=1, LDIV=1, CBC=1, ACT=1)
        bits = EngineBits(
            wants=status["DIR"].mask,
            has=status["DOR"].mask,
            reset=command["RST"].mask,
            encrypt=text | command["ENC"].mask,
            decrypt=text,
        )
        description = PumpDescription(short_length_is_lost=self.erratum in ("length", "both"))
        self.pump = pump = Pump(joint, bits, given, made, parameters, description)
        gate = Gate(joint, pump.advance, lambda: pump.busy, self.journal)
        self._fifo_port = FifoPort(
            given, made, [fifo.reset for fifo in self.fifos], pump.advance, self.journal, wide=self.wide
        )
        self._fifo = Joint(self._fifo_port)
        source, side = (FifoOutlet(fifo, pump.advance, pump.underrun, self.journal) for fifo in (given, parameters))
        self._map(places.DES, gate)
        self._map(places.DES, ShortStrobe(gate, des), fast=True)
        self._map(places.PUMP, pump)
        self._map(places.PUMP, ShortStrobe(pump, pump), fast=True)
        self._map(places.FIFO_INPUT, source)
        self._map(places.FIFO_PARAMETERS, side)
        self._map(places.FIFO_PARAMETERS, side, fast=True)
        self._resets_with_dsp += [des, pump]
        return joint

    @property
    def more_ports(self) -> Mapping[range, PortBlock]:
        """Return the blocks of FIFO DATA and FIFO STATUS."""
        return MappingProxyType(
            {places.FIFO_PORTS: PortBlock(self._at_the_time, zero_wait=True, words=self.wide, data=range(2))}
        )

    def reset(self, now: Time) -> None:
        """Reset the card as `Card.reset` does, together with the latches of the PC's port."""
        super().reset(now)
        self._fifo_port.clear()

    @property
    def _at_the_time(self) -> PortDevice:
        assert self._fifo is not None
        return CaughtUp(self.catch_up, self._fifo)

    def _map(self, addresses: range, device: PortDevice, *, fast: bool = False) -> None:
        first = addresses[0] - places.FAST if fast else addresses[0]
        joint = Joint(device)
        self._dsp_time.append(joint)
        self.dsp.map_device("Y", first, first + len(addresses) - 1, ByteLane(joint))
