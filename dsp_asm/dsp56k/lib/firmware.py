"""The card's firmware (src/monitor.asm): its image for the PC to download, and a chip of its own to call it on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, IntFlag
from functools import lru_cache

from dsp56k.emu import Dsp56001, StopReason
from dsp56k.lib.caller import CLOCK_LIMIT, Caller
from dsp56k.lib.errors import FirmwareError
from dsp56k.lib.image import Image as Image
from dsp56k.lib.image import Segment as Segment
from dsp56k.lib.image import image as image

KEY_BUFFER = 0x0FF0
"""X address of the DES key, one byte a word; the IV follows 8 words later."""
IV_BUFFER = 0x0FF8
DATA_BUFFER = 0x1000
"""X address of the data, one byte a word."""
DATA_WORDS = 4096
"""Length of the data buffer on banks of 8K words."""


class Opcode(IntEnum):
    """The low byte of a command's first word; the argument lies above it."""

    PING = 0x00
    INFO = 0x01
    MEMORY = 0x02
    CLOCK = 0x03
    CHECKS = 0x04
    SELF_TEST = 0x05
    CALIBRATE = 0x06
    DES_KEY = 0x10
    DES_IV = 0x11
    DES_ECB_ENCRYPT = 0x12
    DES_ECB_DECRYPT = 0x13
    DES_CBC_ENCRYPT = 0x14
    DES_CBC_DECRYPT = 0x15
    DES_TABLES = 0x16
    DES_MAC = 0x17
    CHIP_KEY = 0x20
    CHIP_IV = 0x21
    CHIP_ECB_ENCRYPT = 0x22
    CHIP_ECB_DECRYPT = 0x23
    CHIP_CBC_ENCRYPT = 0x24
    CHIP_CBC_DECRYPT = 0x25
    MD2_INIT = 0x30
    MD2_UPDATE = 0x31
    MD2_FINAL = 0x32
    MD2_HASH = 0x33
    MD4_INIT = 0x38
    MD4_UPDATE = 0x39
    MD4_FINAL = 0x3A
    MD4_HASH = 0x3B
    NOISE = 0x40
    RSA_LOAD = 0x50
    RSA_LOAD_CRT = 0x51
    RSA_OPERATE = 0x52
    RSA_CRT = 0x53


class Status(IntEnum):
    """How a command ended: the high byte of the reply's first word."""

    OK = 0
    UNKNOWN_COMMAND = 1
    BAD_PARAMETER = 2
    NO_KEY = 3
    CHIP_TIMEOUT = 4
    CHIP_ERROR = 5
    NOISE_FAILED = 6
    RSA_REFUSED = 7
    DAMAGED_COMMAND = 8
    OUT_OF_SEQUENCE = 9
    SELF_TEST_FAILED = 0x0A
    MEMORY_CHANGED = 0x0B
    CHIP_ABSENT = 0x0C
    KEY_PARITY = 0x0D
    RSA_WRONG = 0x0E
    CHIP_WRONG = 0x0F


STATUSES = frozenset(Status)


class Part(IntFlag):
    """What SELF_TEST tests: bits of its argument, and of the word that names the parts that failed."""

    DES = 1
    MD2 = 2
    CHIP = 4
    RSA = 8
    NOISE = 16
    MD4 = 32


class Check(IntFlag):
    """What the firmware checks after each job: bits of CHECKS' argument, all set at the start."""

    CONSTANTS = 1
    STATE = 2
    RESULTS = 4


@lru_cache(maxsize=8)
def _started(firmware: Image) -> bytes:
    """The snapshot of a chip that was loaded and started as the PC does it.

    Raises:
        FirmwareError: it does not come to the command loop.
    """
    dsp = Dsp56001(mode=3)
    for segment in firmware.segments:
        memory = dsp.external_ram(segment.space)
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
        """Run a command with its checks to its return and count clocks and instructions; replies are not sent.

        The value is its status: a number that is none of Status can come from a command of the user's.

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
        """As `call`.

        Raises:
            FirmwareError: the status is not OK.
        """
        status = self.call(opcode, argument)
        if status is not Status.OK:
            answer = status.name if isinstance(status, Status) else f"${status:02X}"
            message = f"command ${opcode:02X} with argument {argument} answered {answer}"
            raise FirmwareError(message, opcode=opcode, argument=argument, status=status)

    def symbol(self, name: str) -> int:
        """The value of a symbol of the sources."""
        return self._symbols[name]

    def write(self, address: int, data: Sequence[int]) -> None:
        """Put bytes (or words) into external X, one to a word."""
        self.dsp.x[address : address + len(data)] = data

    def read(self, address: int, count: int) -> bytes:
        """The low bytes of `count` words of external X."""
        return bytes(word & 0xFF for word in self.dsp.x[address : address + count])
