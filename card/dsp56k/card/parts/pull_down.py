"""The resistors that pull the DSP's data bus down, as its boot program finds them at P:$C000.

Data sheet
==========

In operating mode 1 the DSP reads P:$C000 first: D23 = 1 means a byte-wide boot memory, 0 the host interface (UM 3-11).
The card has no boot memory; resistors pull the data bus down, as in the manual's circuit for a boot through the host
interface (UM 10-45). The read is meant, so it is answered here and is not an unmapped access.
"""

from dsp56k.emu.timeline import Time

BOOT_ADDRESS = 0xC000


class PullDown:
    """The pulled-down bus at one address; `word` is what it reads as, 24 bits."""

    def __init__(self, word: int) -> None:
        self._word = word

    def read(self, offset: int, now: Time) -> int:
        """The undriven bus."""
        del offset, now
        return self._word

    def write(self, offset: int, value: int, now: Time) -> None:
        """Nothing takes it."""

    def state(self) -> object:
        """There is none."""
        return None

    def restore(self, state: object) -> None:
        """Nothing has changed."""
