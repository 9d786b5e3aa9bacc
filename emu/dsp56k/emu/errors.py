"""Exceptions of the emulator, all of them `Dsp56kError` with the facts as attributes."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class EmulatorError(Dsp56kError):
    """An error in the use of the emulator, or of the program it runs."""


class ConfigurationError(EmulatorError):
    """A chip, clock, memory map or argument that cannot be; `field` and `value`, or `reason`."""


class BoardError(ConfigurationError):
    """A board that cannot be; `key`, `value`, and `file` where it was read from one."""


class ChipInUseError(EmulatorError):
    """The chip is running: a callback that the run waits for, or another thread, cannot use it."""


class RegisterError(EmulatorError):
    """A register that does not exist, or a value it cannot hold; `register`, `value`, `bits`."""


class StackLocationError(RegisterError, IndexError):
    """A location that the system stack does not have; `value`."""


class MemoryAccessError(EmulatorError):
    """An address or word from Python outside its range; `space`, `address`, `value`."""


class UnmappedAccessError(EmulatorError):
    """Strict mode: the DSP used an address where nothing answers; `space`, `address`, `write`, `pc`."""


class UnsupportedError(EmulatorError):
    """The program needs a part of the chip that is not modelled; `what`, `pc`."""


class RestrictedSequenceError(EmulatorError):
    """The program completes a restricted sequence of instructions (UM A.8); `pc`, `rule`, `page`."""


class GuardedMemoryError(EmulatorError):
    """The program was about to write a word that it may not; `space`, `address`, `pc`."""


class ExpressionError(EmulatorError):
    """An expression over the state of a chip that is none, or has no value; `expression`, `why`."""


class HostPortError(EmulatorError):
    """The DSP has sent fewer words than requested; `sent`, `wanted`."""


class DeviceError(EmulatorError):
    """A device on port A failed; `space`, `address`."""


class SnapshotError(EmulatorError):
    """Bytes are not a snapshot of this version, or damaged; `reason`."""


class LoadError(EmulatorError):
    """An object file that cannot be loaded; `file`, and `line` or `field` or `address`."""


class IslandError(LoadError):
    """A program that its board cannot hold whole; `space`, `address`, `other`."""
