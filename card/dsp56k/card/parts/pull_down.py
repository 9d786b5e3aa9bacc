"""The resistors that pull the DSP's data bus down, as its boot program finds them at P:$C000.

Data sheet
==========

In operating mode 1 the DSP reads P:$C000 first: D23 = 1 means a byte-wide boot memory, 0 the host interface (UM 3-11).
The card has no boot memory; resistors pull the data bus down, as in the manual's circuit for a boot through the host
interface (UM 10-45). The read is intended, so this device responds to it and it is not an unmapped access.
"""

from dsp56k.emu.timeline import Time

BOOT_ADDRESS = 0xC000


class PullDown:
    """The pulled-down bus at one address; `word` is its value, 24 bits."""

    def __init__(self, word: int) -> None:
        self._word = word

    def read(self, offset: int, now: Time) -> int:
        """Return the value of the undriven bus."""
        del offset, now
        return self._word

    def write(self, offset: int, value: int, now: Time) -> None:
        """Ignore the write."""

    def state(self) -> object:
        """Return None: the device has no state."""
        return None

    def restore(self, state: object) -> None:
        """Do nothing: the device has no state."""
