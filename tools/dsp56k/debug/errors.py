"""What can go wrong in a debugging session."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class DebugError(Dsp56kError):
    """A request that the debugger cannot meet; `field` and `value` name what was wrong, where one thing was."""
