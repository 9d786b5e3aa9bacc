"""What can go wrong in the host PC, its programs and its driver; every error carries its facts as fields."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class HostError(Dsp56kError):
    """A mistake or a failure in the host PC."""


class ProgramError(HostError):
    """An x86 program that cannot be loaded: fields `path`, and where known `address` and `text` of the instruction."""


class UncountedInstructionError(ProgramError):
    """An instruction whose clocks the table does not give: fields `path`, `address`, `text`."""


class CompileError(HostError):
    """Sources that cannot become a program: fields `path`, and where a compiler says so, `tool` and what it said,
    `output`.
    """


class MachineFileError(HostError):
    """A file of machines that says what it may not: fields `path`, and where known `machine` and `key`."""


class ClockLimitError(HostError):
    """The watch-dog: a run went on for more clocks than it was given. Fields `function`, `clocks`, `limit`, `pc`."""


class MachineFaultError(HostError):
    """The x86 program did what the machine cannot do (unmapped memory, a write to its code, a wide unaligned window
    read). Fields `function`, and `pc` or `address`.
    """


class DriverError(HostError):
    """The driver on the PC reported a failure of the card. Fields `code`, `operation`, `detail`."""


class CardTimeoutError(DriverError):
    """The DSP did not grant its bus, or did not answer, within the driver's time-out."""


class NotStartedError(DriverError):
    """The card was not started, or the link to it has failed since: it takes no job before it is started again."""


class LinkError(DriverError):
    """What went over the link to the card was damaged or out of step: a command, a reply, data, a register."""


class DmaStalledError(DriverError):
    """DMA between the PC's memory and the card did not come to its end."""


class PacketError(DriverError):
    """A packet, or a descriptor of one, that cannot be done. Besides, of descriptors, `done`: how many were."""


class DesChipBusyError(DriverError):
    """The card's DES chip stayed busy."""


class DesChipAbsentError(DriverError):
    """The card has no DES chip, or its chip does not answer at all."""


class KeyParityError(DriverError):
    """The DES chip found a key byte of even parity: the key is none, or was damaged on its way."""


class SelfTestError(DriverError):
    """The card failed its self-test: `detail` names the parts."""


class NoiseHealthError(DriverError):
    """The card's noise circuit failed its health test."""


class MemoryChangedError(DriverError):
    """The card's code, tables, keys or states are not what they were: bits changed in its memory. Start it again."""


class WrongResultError(DriverError):
    """The card found by its own check that a result was wrong, and kept it."""


class FirmwareError(DriverError):
    """The DSP answered with an error code of its own: a command, length or key it does not accept."""
