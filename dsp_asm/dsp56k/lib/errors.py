"""What can go wrong in the library."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class OperandError(Dsp56kError, ValueError):
    """An operand of wrong length or out of range; fields `name` (of the operand) and `value` (what was wrong)."""


class FirmwareError(Dsp56kError):
    """The firmware refused a command or did not come back; fields `opcode`, `argument`, `status`."""


class AssemblyError(Dsp56kError):
    """A source of the library did not assemble; field `diagnostics`."""


class RoutineError(Dsp56kError):
    """A routine did not return; fields `routine` and `pc`, the P address where it was stopped."""
