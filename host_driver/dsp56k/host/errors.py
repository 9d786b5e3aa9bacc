"""Errors of the host PC, its programs and its driver; every error has its facts as fields."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class HostError(Dsp56kError):
    """Invalid use or a failure of the host PC."""


class ProgramError(HostError):
    """An x86 program that cannot be loaded: fields `path`, and if known `address` and `text` of the instruction."""


class UncountedInstructionError(ProgramError):
    """An instruction without clocks in the table: fields `path`, `address`, `text`."""


class CompileError(HostError):
    """Sources that cannot become a program: fields `path`, and of a compiler's message `tool` and `output`."""


class MachineFileError(HostError):
    """A file of machines with an invalid value: fields `path`, and if known `machine` and `key`."""


class ClockLimitError(HostError):
    """The watch-dog: a run exceeded its maximum clocks. Fields `function`, `clocks`, `limit`, `pc`."""


class MachineFaultError(HostError):
    """The x86 program violated a limit of the machine. Fields `function`, and `pc` or `address`.

    Examples are unmapped memory, a write to its code, and a wide unaligned window read.
    """


class DriverError(HostError):
    """The driver on the PC reported a failure of the card. Fields `code`, `operation`, `detail`."""


class CardTimeoutError(DriverError):
    """The DSP did not grant its bus, or did not respond, within the driver's time-out."""


class NotStartedError(DriverError):
    """The card was not started, or the link to it has failed since: it accepts no job before it is started again."""


class LinkError(DriverError):
    """Data on the link to the card were damaged or out of step: a command, a reply, data, a register."""


class DmaStalledError(DriverError):
    """DMA between the PC's memory and the card did not finish."""


class PacketError(DriverError):
    """A packet, or a descriptor of one, that cannot be processed.

    For descriptors, `done` is the number of processed ones.
    """


class DesChipBusyError(DriverError):
    """The card's DES chip stayed busy."""


class DesChipAbsentError(DriverError):
    """The card has no DES chip, or its chip does not respond at all."""


class KeyParityError(DriverError):
    """The DES chip found a key byte of even parity: the key is invalid, or was damaged in transfer."""


class SelfTestError(DriverError):
    """The card failed its self-test: `detail` names the parts."""


class NoiseHealthError(DriverError):
    """The card's noise circuit failed its health test."""


class MemoryChangedError(DriverError):
    """The card's code, tables, keys or states have changed: bits changed in its memory. Start it again."""


class WrongResultError(DriverError):
    """The card found by its own check that a result was wrong, and did not return it."""


class FirmwareError(DriverError):
    """The DSP returned an error code: a command, length or key that it does not accept."""
