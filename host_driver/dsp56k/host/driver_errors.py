"""The errors of the card's driver: its own, and the firmware's statuses that it passes on.

The declaration: `python tools/documents/declared_names.py` gives the x86 drivers these names (errors.h, errors.inc).
"""

from __future__ import annotations

from enum import IntEnum

from dsp56k.host.errors import (
    CardTimeoutError,
    DesChipAbsentError,
    DesChipBusyError,
    DmaStalledError,
    DriverError,
    FirmwareError,
    KeyParityError,
    LinkError,
    MemoryChangedError,
    NoiseHealthError,
    NotStartedError,
    PacketError,
    SelfTestError,
    WrongResultError,
)
from dsp56k.lib.commands import USER_STATUSES, Status


class DriverErrorCode(IntEnum):
    """Errors of the driver itself, beyond the statuses, which are 1 to 255.

    Attributes:
        comment: The comment in the declarations of the x86 drivers.
        kind: The exception.
        sentence: The message of the exception.
    """

    comment: str
    kind: type[DriverError]
    sentence: str

    def __new__(
        cls, value: int, comment: str = "", kind: type[DriverError] = DriverError, sentence: str = ""
    ) -> DriverErrorCode:
        """Create an error with its exception and message."""
        code = int.__new__(cls, value)
        code._value_ = value
        code.comment = comment
        code.kind = kind
        code.sentence = sentence
        return code

    NO_CARD = (
        0x100,
        "the scratch register does not return the value written",
        DriverError,
        "no card responds at this I/O base",
    )
    NO_TIMER = (
        0x101,
        "the PC's interval timer does not run in the BIOS's setting",
        DriverError,
        "the PC's interval timer does not run as the BIOS leaves it",
    )
    TOO_LONG = (
        0x102,
        "the data is longer than one command can take",
        DriverError,
        "more data than the card's buffer can store",
    )
    NOT_STARTED = (
        0x103,
        "the card was not started, or was lost after its start",
        NotStartedError,
        "the card was not started, or the link failed since: start it again",
    )
    PACKET_LENGTH = (
        0x104,
        "a packet is empty or longer than a frame",
        PacketError,
        "a packet must have 1 to 1518 bytes",
    )
    NO_FIFOS = (
        0x105,
        "FIFO STATUS cannot be cleared",
        DriverError,
        "the card has no FIFOs",
    )
    BANK_FAULT = (
        0x110,
        "the memory differs from the bank strap",
        LinkError,
        "the card's memory is not what its bank strap says",
    )
    NOT_ALIVE = (
        0x111,
        "the firmware did not start",
        CardTimeoutError,
        "the firmware did not start",
    )
    BUS_NOT_GRANTED = (
        0x112,
        "the DSP did not grant its bus",
        CardTimeoutError,
        "the DSP did not grant its bus",
    )
    COMMAND_NOT_TAKEN = (
        0x113,
        "the DSP did not read the last word sent",
        CardTimeoutError,
        "the DSP did not accept the command",
    )
    NO_ANSWER = (
        0x114,
        "no reply within the time limit",
        CardTimeoutError,
        "the DSP did not reply in time",
    )
    FAULT = (
        0x115,
        "the firmware stopped: stack error or illegal instruction, or the DSP was reset",
        FirmwareError,
        "the firmware stopped: stack error, illegal instruction or reset",
    )
    CARD_RESET = (
        0x116,
        "CTRL is not the last value that the driver wrote",
        LinkError,
        "the card was reset",
    )
    STRAY_REPLY = (
        0x117,
        "an unexpected word from the DSP is waiting",
        LinkError,
        "an unexpected word was pending",
    )
    DAMAGED_REPLY = (
        0x118,
        "the check of the reply is wrong",
        LinkError,
        "a reply arrived damaged",
    )
    WRONG_REPLY = (
        0x119,
        "the reply belongs to another command",
        LinkError,
        "the reply of another command arrived",
    )
    DATA_DAMAGED = (
        0x11A,
        "the DSP read other data than the driver sent",
        LinkError,
        "the DSP read other data than were sent",
    )
    RESULT_DAMAGED = (
        0x11B,
        "the driver read other data than the DSP stored",
        LinkError,
        "other data arrived than the DSP had written",
    )
    WRONG_CLOCK = (
        0x11C,
        "the DSP's clock is out of range",
        DriverError,
        "the DSP's clock is not within 1 to 40 MHz",
    )
    DOWNLOAD_DAMAGED = (
        0x11D,
        "the firmware's memory differs from what was sent",
        LinkError,
        "the firmware arrived damaged in the card's memory",
    )
    DMA_STALLED = (
        0x11E,
        "the DMA controller did not move all bytes within the time limit",
        DmaStalledError,
        "DMA did not move the data in time: its channel is masked, or never has the bus",
    )
    STREAM_WRONG = (
        0x11F,
        "the known-answer test through the FIFOs failed",
        WrongResultError,
        "a known-answer test through the FIFOs failed: all results of this stream are invalid",
    )
    FIFO_MISSED = (
        0x120,
        "a full FIFO was written, or an empty FIFO was read",
        LinkError,
        "a full FIFO was written, or an empty one read",
    )
    STREAM_CHANGED = (
        0x121,
        "the inverse operation on the results did not restore the input",
        WrongResultError,
        "decryption of the results through the FIFOs did not yield the input: all results of this stream are invalid",
    )
    FIFO_STALLED = (
        0x122,
        "no data moved through the FIFOs within the time limit",
        CardTimeoutError,
        "nothing went through the FIFOs in time: a flag is stuck, or the card does not go on",
    )
    FIFO_FLAGS_WRONG = (
        0x123,
        "the FIFOs' flags do not agree with their contents",
        LinkError,
        "the FIFOs' flags are inconsistent with their contents",
    )


LOST = DriverErrorCode.BANK_FAULT
"""From this code onwards, no data of the card can be trusted."""

_STATUSES: dict[int, tuple[type[DriverError], str]] = {
    Status.UNKNOWN_COMMAND: (FirmwareError, "the firmware does not know the command"),
    Status.BAD_PARAMETER: (FirmwareError, "the firmware does not accept the command's argument"),
    Status.NO_KEY: (FirmwareError, "no key was loaded"),
    Status.CHIP_TIMEOUT: (DesChipBusyError, "the DES chip stayed busy"),
    Status.CHIP_ERROR: (FirmwareError, "the DES chip reports a protocol error"),
    Status.NOISE_FAILED: (NoiseHealthError, "the noise circuit failed its health test: no random bytes"),
    Status.RSA_REFUSED: (FirmwareError, "the firmware refused the RSA operand or key"),
    Status.DAMAGED_COMMAND: (LinkError, "a command arrived damaged"),
    Status.OUT_OF_SEQUENCE: (LinkError, "the firmware expected another command: it was restarted"),
    Status.SELF_TEST_FAILED: (SelfTestError, "the card failed its self-test"),
    Status.MEMORY_CHANGED: (MemoryChangedError, "code, tables, a key or a state in the card's memory changed"),
    Status.CHIP_ABSENT: (DesChipAbsentError, "no DES chip responds"),
    Status.KEY_PARITY: (KeyParityError, "the DES chip found a key byte of even parity"),
    Status.RSA_WRONG: (
        WrongResultError,
        "the RSA result was wrong: the firmware checked it and did not deliver it",
    ),
    Status.CHIP_WRONG: (WrongResultError, "the DES chip's known answer was wrong"),
}

ERRORS: dict[int, tuple[type[DriverError], str]] = {
    **_STATUSES,
    **{code: (code.kind, code.sentence) for code in DriverErrorCode},
}
"""The exception and the message of every value but 0 that a function of the driver returns."""


def meaning(value: int) -> tuple[type[DriverError], str]:
    """Return the exception and the message of any value that is not 0."""
    if value in USER_STATUSES:
        return FirmwareError, "the command's own status"
    return ERRORS.get(value, (DriverError, "an error code nobody defined"))
