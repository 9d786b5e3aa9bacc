"""The readers of dsp56k.objects with the emulator's exception."""

from __future__ import annotations

from dsp56k import objects
from dsp56k.emu.errors import LoadError


class BytesReader(objects.BytesReader):
    """A reader of bytes; its errors are LoadError with `file`, `field` and `offset`."""

    failure = LoadError


class LinesReader(objects.LinesReader):
    """A reader of lines; its errors are LoadError with `file` and `line`."""

    failure = LoadError
