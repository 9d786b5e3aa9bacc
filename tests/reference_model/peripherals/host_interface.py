"""The host interface, seen from the DSP (UM 10-8 to 10-17) and from the host processor (UM 10-17 to 10-29).

Flags cross at once: the synchronizers of UM 10-60, up to 3 T in each direction and 3 T more for INIT, are omitted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reference_model.peripherals.peripheral import Peripheral, Reset

PBC, HCR, HSR, HRX = 0xFFE0, 0xFFE8, 0xFFE9, 0xFFEB
"""X addresses (Figures 10-9, 10-10); HTX is at the address of HRX."""
ICR, CVR, ISR, IVR, LOW = 0, 1, 2, 3, 7
"""Addresses on the host's side (Figure 10-14); 5 to 7 are the high, middle and low byte, 4 is unused."""
HRIE, HTIE, HCIE, HCR_FLAGS = 1, 2, 4, 0x18
HRDF, HTDE, HCP = 1, 2, 4
RREQ, TREQ, ICR_FLAGS, INIT = 1, 2, 0x18, 0x80
RXDF, TXDE, TRDY = 1, 2, 4
ICR_BITS = 0x7B
"""The bits that ICR stores: bit 2 is reserved (UM 10-20), INIT clears itself (UM 10-21)."""
DEFAULT_HV, DEFAULT_IVR = 0x12, 0x0F


class HostInterface(Peripheral):
    """Both sides of the interface. HRX, HTX and the six byte registers have no reset (Tables 10-1, 10-5)."""

    addresses = frozenset((PBC, HCR, HSR, HRX))

    def __init__(self) -> None:
        self.hrx = self.htx = 0
        self.rx, self.tx = [0, 0, 0], [0, 0, 0]
        """RXH, RXM, RXL and TXH, TXM, TXL."""
        self.stopped = False
        self.changes: list[tuple[int, bool]] = []
        """The clocks at which HREQ changed, and its levels from then on."""
        self._level, self._now = False, 0
        self.reset(Reset.HARDWARE, 0)

    def reset(self, kind: Reset, clock: int) -> None:
        """Tables 8-7, 8-8, 10-1 and 10-5, all four columns."""
        if kind is Reset.STOP:
            self.stopped = True
        else:
            self.selected = self.stopped = False
            self.hcr, self.ivr = 0, DEFAULT_IVR
        self._individual_reset()

    def _individual_reset(self) -> None:
        self.icr = self.counter = 0
        self.hc, self.hv = False, DEFAULT_HV
        self.txde = self.htde = True
        self.rxdf = self.hrdf = False
        self._note()

    def advance(self, clock: int) -> None:
        """Nothing happens by itself here."""
        self._now = clock

    def _note(self) -> None:
        if self.hreq != self._level:
            self._level = self.hreq
            self.changes.append((self._now, self._level))

    def restarted(self, clock: int) -> None:
        """STOP held the interface in individual reset (UM 8-37)."""
        self.stopped = False

    @property
    def working(self) -> bool:
        """True if the interface is out of its individual reset (UM 10-15)."""
        return self.selected and not self.stopped

    @property
    def dma(self) -> bool:
        """True if HM1 and HM0 select a DMA mode (Table 10-3)."""
        return self._mode != 0

    @property
    def _mode(self) -> int:
        return self.icr >> 5 & 3

    @property
    def hreq(self) -> bool:
        """True if the HREQ pin is asserted (Table 10-2, Figure 10-17)."""
        return bool((self.icr & RREQ and self.rxdf) or (self.icr & TREQ and self.txde))

    def _transfer(self) -> None:
        """Words move on as soon as the register before them is empty (UM 10-14, 10-15).

        In a DMA mode the transfer of a word in the selected direction loads the address counter (UM 10-52, 10-55).
        """
        if not self.working:
            return
        if not self.txde and not self.hrdf:
            self.hrx = int.from_bytes(self.tx, "big")
            self.txde = self.hrdf = True
            if self.dma and self.icr & TREQ:
                self.counter = self._mode
        if not self.htde and not self.rxdf:
            self.rx = list(self.htx.to_bytes(3, "big"))
            self.htde = self.rxdf = True
            if self.dma and self.icr & RREQ:
                self.counter = self._mode

    # The DSP's side.

    def peek(self, address: int) -> int:
        """PBC, HCR, HSR or HRX; HSR as in Figure 10-10."""
        if address == PBC:
            return int(self.selected)
        if address == HCR:
            return self.hcr
        if address == HRX:
            return self.hrx
        flags = HRDF * self.hrdf | HTDE * self.htde | HCP * self.hc
        return self.dma << 7 | self.icr & ICR_FLAGS | flags

    def read(self, address: int, clock: int) -> int:
        """Reading HRX clears HRDF (UM 10-14), which lets the next word in."""
        word = self.peek(address)
        if address == HRX:
            self.hrdf = False
            self._transfer()
            self._note()
        return word

    def write(self, address: int, word: int, clock: int) -> None:
        """Write a register. HSR cannot be written (UM 10-13). HTX stores a word also in reset, but HTDE stays set."""
        if address == PBC:
            self.selected = bool(word & 1)
            if not self.selected:
                self._individual_reset()
        elif address == HCR:
            self.hcr = word & 0x1F
        elif address == HRX:
            self.htx = word
            self.htde = not self.working
            self._transfer()
            self._note()

    @property
    def vectors(self) -> Mapping[str, int]:  # type: ignore[override] # a table that the host changes
        """Table 8-2; that of a host command is twice HV (UM 10-23)."""
        return {"host command": 2 * self.hv, "host receive": 0x20, "host transmit": 0x22}

    def requests(self) -> Iterable[str]:
        """Figure 10-12; an enable and its status bit make a request (UM 10-11)."""
        if self.hcr & HCIE and self.hc:
            yield "host command"
        if self.hcr & HRIE and self.hrdf:
            yield "host receive"
        if self.hcr & HTIE and self.htde and not self.stopped:
            yield "host transmit"

    def acknowledged(self, source: str) -> None:
        """The acknowledge clears HC and HCP; the others last until a register is accessed (UM 8-19, 10-16)."""
        if source == "host command":
            self.hc = False

    # The host processor's side.

    def host_peek(self, offset: int) -> int:
        """A byte register without side effects."""
        if offset == ICR:
            return self.icr
        if offset == CVR:
            return self.hc << 7 | self.hv
        if offset == ISR:
            status = self.hreq << 7 | self.dma << 6 | self.hcr & HCR_FLAGS
            return status | RXDF * self.rxdf | TXDE * self.txde | TRDY * (self.txde and not self.hrdf)
        if offset == IVR:
            return self.ivr
        return self.rx[offset - 5] if offset >= 5 else 0

    def host_read(self, offset: int) -> int:
        """Reading RXL clears RXDF (UM 10-24)."""
        byte = self.host_peek(offset)
        if offset == LOW:
            self.rxdf = False
            self._transfer()
            self._note()
        return byte

    def host_write(self, offset: int, byte: int) -> None:
        """Writing TXL clears TXDE (UM 10-24).

        Nothing reaches the interface while its pins are port B's (UM 10-27); STOP holds control and flags in reset.
        """
        if not self.selected or (self.stopped and offset in (ICR, CVR)):
            return
        if offset == ICR:
            self.icr = byte & ICR_BITS
            if byte & INIT:
                self._initialize()
        elif offset == CVR:
            self.hc, self.hv = bool(byte & 0x80), byte & 0x1F
        elif offset == IVR:
            self.ivr = byte
        elif offset >= 5:
            self.tx[offset - 5] = byte
            if offset == LOW:
                self.txde = self.stopped
                self._transfer()
        self._note()

    def _initialize(self) -> None:
        """Table 10-4: INIT loads the address counter and clears the channels that TREQ and RREQ choose."""
        self.counter = self._mode
        if self.icr & RREQ:
            self.rxdf, self.htde = False, True
        if self.icr & TREQ:
            self.txde, self.hrdf = True, False

    def _count(self) -> None:
        """After each byte the counter goes on, from 3 to HM1:HM0 (UM 10-21)."""
        self.counter = self._mode if self.counter == 3 else self.counter + 1

    def hack_read(self) -> int | None:
        """HACK with the bus to the host: IVR while HREQ is asserted (UM 10-26), or a byte in the DMA mode to the host.

        None: nothing drives the bus.
        """
        if not self.dma:
            return self.ivr if self.hreq else None
        if not self.icr & RREQ:
            return None
        register = 4 | self.counter
        self._count()
        return self.host_read(register)

    def hack_write(self, byte: int) -> None:
        """HACK with a byte from the host: taken in the DMA mode to the DSP (UM 10-51)."""
        if self.dma and self.icr & TREQ:
            register = 4 | self.counter
            self._count()
            self.host_write(register, byte)
