"""Exceptions of the emulator, all of them `Dsp56kError` with the facts as attributes."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class EmulatorError(Dsp56kError):
    """An error in the use of the emulator, or of the program it runs."""


class ConfigurationError(EmulatorError):
    """A chip, clock, memory map or argument is invalid; `field` and `value`, or `reason`."""


class BoardError(ConfigurationError):
    """A board is invalid; `key`, `value`, and `file` if it was read from a file."""


class ChipInUseError(EmulatorError):
    """The chip is running, so neither a callback of the run nor another thread can use it."""


class RegisterError(EmulatorError):
    """A register does not exist or cannot hold a value; `register`, `value`, `bits`."""


class StackLocationError(RegisterError, IndexError):
    """The system stack does not have the location; `value`."""


class MemoryAccessError(EmulatorError):
    """An address or word from Python is out of range; `space`, `address`, `value`."""


class UnmappedAccessError(EmulatorError):
    """The DSP has accessed an unmapped address in strict mode; `space`, `address`, `write`, `pc`."""


class UnsupportedError(EmulatorError):
    """The program needs a part of the chip that is not modelled; `what`, `pc`."""


class RestrictedSequenceError(EmulatorError):
    """The program completes a restricted sequence of instructions (UM A.8); `pc`, `rule`, `page`."""


class GuardedMemoryError(EmulatorError):
    """The program was about to write a word that it may not; `space`, `address`, `pc`."""


class ExpressionError(EmulatorError):
    """An expression over the state of a chip is invalid or has no value; `expression`, `why`."""


class HostPortError(EmulatorError):
    """The DSP has sent fewer words than requested; `sent`, `wanted`."""


class DeviceError(EmulatorError):
    """A device on port A failed; `space`, `address`."""


class SnapshotError(EmulatorError):
    """Bytes are not a snapshot of this version, or damaged; `reason`."""


class LoadError(EmulatorError):
    """An object file cannot be loaded; `file`, and `line` or `field` or `address`."""


class RamConflictError(LoadError):
    """The board's RAM cannot hold all words of a program; `space`, `address`, `other`."""
