"""A PC for tests of the card: every bus access takes one microsecond."""

from collections.abc import Iterable

from dsp56k.card import Card
from dsp56k.card.chips.control import CTRL, STATUS
from dsp56k.card.registers import PORTS
from dsp56k.emu.timeline import Time

MICROSECOND: Time = 1_000_000
ICR, CVR, ISR, IVR, HIGH, MIDDLE, LOW = (PORTS[name] for name in ("ICR", "CVR", "ISR", "IVR", "RXH", "RXM", "RXL"))
CONTROL, AGLOW, AGHIGH, WINBASE, ROUTE, STRAPS, SCRATCH, STATUS_PORT = (
    PORTS[name] for name in ("CTRL", "AGLOW", "AGHIGH", "WINBASE", "ROUTE", "STRAPS", "SCRATCH", "STATUS")
)
RXDF, TXDE, TRDY = 1, 2, 4
HF0 = 0x08
RUN, BR, BANK, LOW_ONLY, WEN, IRQE, MODA, MODB = (
    CTRL[name].mask for name in ("RUN", "BR", "BANK", "LOW", "WEN", "IRQE", "MODA", "MODB")
)
MODE3 = MODA | MODB
BG = STATUS["BG"].mask
WINDOW = 0xD0000
TIME_OUT = 10_000


class Pc:
    """Bus accesses in the order of time, and the few routines every driver has."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.now: Time = 0
        self.ctrl = MODE3

    def step(self) -> Time:
        self.now += MICROSECOND
        return self.now

    def inb(self, offset: int) -> int:
        return self.card.port_read(offset, self.step())

    def outb(self, offset: int, value: int) -> None:
        self.card.port_write(offset, value, self.step())

    def read(self, address: int = WINDOW) -> int:
        return self.card.window_read(address, self.step())

    def write(self, value: int, address: int = WINDOW) -> None:
        self.card.window_write(address, value, self.step())

    def control(self, on: int = 0, off: int = 0) -> None:
        self.ctrl = self.ctrl & ~off | on
        self.outb(CONTROL, self.ctrl)

    def point(self, bank: int, word: int, *, low_only: bool = False) -> None:
        """Window on, bank, load mode and address."""
        self.control(WEN | BANK * bank | LOW_ONLY * low_only, BANK * (not bank) | LOW_ONLY * (not low_only))
        self.outb(AGLOW, word & 0xFF)
        self.outb(AGHIGH, word >> 8)

    def store(self, bank: int, word: int, words: Iterable[int]) -> None:
        self.point(bank, word)
        for each in words:
            for byte in each.to_bytes(3, "little"):
                self.write(byte)

    def fetch(self, bank: int, word: int, count: int) -> list[int]:
        self.point(bank, word)
        return [int.from_bytes(bytes(self.read() for _ in range(3)), "little") for _ in range(count)]

    def request_bus(self) -> None:
        self.control(BR)
        for _ in range(TIME_OUT):
            if self.inb(STATUS_PORT) & BG:
                return
        raise AssertionError("the DSP never granted the bus")

    def send(self, word: int) -> None:
        self.wait(TXDE)
        for port, byte in zip((HIGH, MIDDLE, LOW), word.to_bytes(3, "big"), strict=True):
            self.outb(port, byte)

    def receive(self) -> int:
        self.wait(RXDF)
        return int.from_bytes(bytes(self.inb(port) for port in (HIGH, MIDDLE, LOW)), "big")

    def wait(self, bit: int) -> None:
        for _ in range(TIME_OUT):
            if self.inb(ISR) & bit:
                return
        raise AssertionError(f"ISR bit {bit:#x} never came")
