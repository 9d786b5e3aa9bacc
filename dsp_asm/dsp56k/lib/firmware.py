"""The card's firmware (src/monitor.asm): its image for the PC to download, and a separate chip to call it on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from dsp56k.emu import Dsp56001, StopReason
from dsp56k.lib.commands import DATA_BUFFER as DATA_BUFFER
from dsp56k.lib.commands import DATA_WORDS as DATA_WORDS
from dsp56k.lib.commands import IV_BUFFER as IV_BUFFER
from dsp56k.lib.commands import KEY_BUFFER as KEY_BUFFER
from dsp56k.lib.commands import Check as Check
from dsp56k.lib.commands import Opcode as Opcode
from dsp56k.lib.commands import Part as Part
from dsp56k.lib.commands import Status as Status
from dsp56k.lib.errors import FirmwareError
from dsp56k.lib.image import Image as Image
from dsp56k.lib.image import Segment as Segment
from dsp56k.lib.image import image as image
from dsp56k.lib.subroutine_calls import CLOCK_LIMIT, Caller

STATUSES = frozenset(Status)


@lru_cache(maxsize=8)
def _started(firmware: Image) -> bytes:
    """Return the snapshot of a chip that was loaded and started as the PC does it.

    Raises:
        FirmwareError: it does not reach the command loop.
    """
    dsp = Dsp56001(mode=3)
    for segment in firmware.segments:
        memory = dsp.port_a.ram(segment.space)
        memory[segment.address : segment.address + len(segment.words)] = segment.words
    stop = dsp.run(until=firmware.symbols["command_loop"], max_clocks=CLOCK_LIMIT)
    if stop.reason is not StopReason.BREAKPOINT:
        raise FirmwareError(f"the firmware did not start: {stop}", opcode=None, argument=None, status=None)
    return dsp.snapshot()


class Firmware(Caller):
    """The firmware on a DSP56001 that waits in the command loop."""

    def __init__(self, dsp: Dsp56001 | None = None, firmware: Image | None = None) -> None:
        """Take a chip where the firmware already waits, or start one with RAM instead of the card's devices.

        Args:
            dsp: the chip; None for a new one.
            firmware: its image; None for the library's own.
        """
        firmware = firmware or image()
        self._symbols = firmware.symbols
        if dsp is None:
            dsp = Dsp56001()
            dsp.restore(_started(firmware))
        super().__init__(dsp)

    def call(self, opcode: int, argument: int = 0) -> Status | int:
        """Run a command with its checks until it returns, and count clocks and instructions; replies are not sent.

        The value is its status: a command of the user's may return a number that is not in Status.

        Raises:
            FirmwareError: it did not return.
        """
        for name, value in (("opcode", opcode), ("argument", argument)):
            self.dsp.x[self._symbols[name]] = value
        regs = self.dsp.regs
        regs.r0, regs.x0 = opcode, argument
        for routine in ("dispatch", "check_job"):
            self._run(routine, opcode, argument)
        return Status(regs.a1) if regs.a1 in STATUSES else regs.a1

    def _run(self, routine: str, opcode: int, argument: int) -> None:
        stop = self.enter(self._symbols[routine], self._symbols["command_loop"])
        if stop.reason is not StopReason.BREAKPOINT:
            raise FirmwareError(
                f"command ${opcode:02X} did not end: {stop}", opcode=opcode, argument=argument, status=None
            )

    def command(self, opcode: int, argument: int = 0) -> None:
        """Run a command as `call` does, and check its status.

        Raises:
            FirmwareError: the status is not OK.
        """
        status = self.call(opcode, argument)
        if status is not Status.OK:
            answer = status.name if isinstance(status, Status) else f"${status:02X}"
            message = f"command ${opcode:02X} with argument {argument} replied {answer}"
            raise FirmwareError(message, opcode=opcode, argument=argument, status=status)

    def symbol(self, name: str) -> int:
        """Return the value of a symbol of the sources."""
        return self._symbols[name]

    def write(self, address: int, data: Sequence[int]) -> None:
        """Store bytes (or words) in external X, one in each word."""
        self.dsp.x[address : address + len(data)] = data

    def read(self, address: int, count: int) -> bytes:
        """Return the low bytes of `count` words of external X."""
        return bytes(word & 0xFF for word in self.dsp.x[address : address + count])
