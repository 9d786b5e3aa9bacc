"""Errors with Unicorn's numbers."""

from __future__ import annotations

from dsp56k.emu.errors import EmulatorError
from dsp56k.emu.unicorn import constants

_NAMES = {value: name for name, value in vars(constants).items() if name.startswith("UC_ERR_")}


class UcError(EmulatorError):
    """A call that cannot be, or an emulation that failed; `errno` is one of the numbers `UC_ERR_...`."""

    def __init__(self, errno: int, reason: str) -> None:
        super().__init__(f"{reason} ({_NAMES[errno]})", errno=errno)
        self.errno = errno
