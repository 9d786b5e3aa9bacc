"""The exception of debugging sessions."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class DebugError(Dsp56kError):
    """A request that the debugger cannot execute. `field` and `value` name the invalid argument, if there is one."""
