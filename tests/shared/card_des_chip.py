"""A polite program for the DES chip: one DATA or COMMAND access every two chip clocks. For tests of the chip."""

from dsp56k.card.chips.wd20c03 import COMMAND, STATUS, UNIT_BYTES, Wd20c03
from dsp56k.emu.timeline import Time

CHIP_CLOCK: Time = 100_000
ACT, ENC, LDKEY, LDIV, CBC, CLR, RST = (
    COMMAND[name].mask for name in ("ACT", "ENC", "LDKEY", "LDIV", "CBC", "CLR", "RST")
)

__all__ = ["ACT", "CBC", "CHIP_CLOCK", "CLR", "ENC", "LDIV", "LDKEY", "RST", "STATUS", "Program"]


class Program:
    """Drives one chip; `now` is the time of the next access."""

    def __init__(self, chip: Wd20c03) -> None:
        self.chip = chip
        self.now: Time = 0

    def _step(self) -> Time:
        now = self.now
        self.now += 2 * CHIP_CLOCK
        return now

    def command(self, value: int) -> None:
        self.chip.write(1, value, self._step())

    def status(self) -> int:
        return self.chip.read(1, self.now)

    def put(self, byte: int) -> None:
        self.chip.write(0, byte, self._step())

    def get(self) -> int:
        return self.chip.read(0, self._step())

    def feed(self, data: bytes) -> None:
        for byte in data:
            self.put(byte)

    def take(self, count: int) -> bytes:
        return bytes(self.get() for _ in range(count))

    def block(self, text: bytes) -> bytes:
        """One block, polling for the result."""
        assert len(text) == UNIT_BYTES
        self.feed(text)
        while not self.status() & STATUS["DOR"].mask:
            self.now += CHIP_CLOCK
        return self.take(UNIT_BYTES)
