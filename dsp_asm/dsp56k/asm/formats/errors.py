"""What is wrong with an object file that cannot be read."""

from __future__ import annotations

from dsp56k.isa.errors import Dsp56kError


class ObjectFormatError(Dsp56kError):
    """An object file that cannot be read; `file`, and `field` and `offset` or `line`."""
