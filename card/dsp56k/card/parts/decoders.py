"""The card's two address decoders on the ISA bus.

Data sheet
==========

I/O decoder. Sixteen ports: eight for the DSP's host port, eight for control and status (paper 5.3: eight and eight).
The base is a jumper, default $300 (our decision). Only A9-A0 are decoded, as on other cards of the time, so every port
answers again each $400.

Window decoder. "The memory interface responds to any address in a large range in the PC's memory" (paper 5.3). The
base register holds A19-A13. The size is a jumper, 8K to 64K bytes, default 32K; base bits below the size are ignored
(our decision, as is the reset value $68, i.e. $D0000).
"""

from dsp56k.card.errors import CardError
from dsp56k.emu.validation import is_int_in_range
from dsp56k.system.text import described

PORTS = 16
IO_MASK = 0x3FF
DEFAULT_IO_BASE = 0x300
DEFAULT_WINDOW_BYTES = 0x8000
WINDOW_SIZES = (0x2000, 0x4000, 0x8000, 0x10000)
BASE_SHIFT = 13
PC_ADDRESSES = 1 << 20


class IoDecoder:
    """The decoder that selects one of the card's sixteen registers by a PC port number."""

    def __init__(self, base: int = DEFAULT_IO_BASE) -> None:
        if not is_int_in_range(base, 0, IO_MASK) or base % PORTS:
            shown = f"${base:X}" if type(base) is int else described(base)
            raise CardError(f"I/O base {shown}: must be a multiple of $10 below $400")
        self.base = base

    def offset(self, port: int) -> int | None:
        """Return the register offset 0-15 that a 16-bit port number selects, or None."""
        offset = (port & IO_MASK) - self.base
        return offset if 0 <= offset < PORTS else None


class WindowDecoder:
    """The decoder of the PC memory addresses to which the window responds."""

    def __init__(self, size: int = DEFAULT_WINDOW_BYTES) -> None:
        if not is_int_in_range(size, 0, PC_ADDRESSES) or size not in WINDOW_SIZES:
            sizes = ", ".join(str(each) for each in WINDOW_SIZES)
            raise CardError(f"window of {described(size)} bytes: must be one of {sizes}")
        self.size = size

    def addresses(self, base_register: int) -> range:
        """Return the physical PC addresses that a value of the window base register selects."""
        start = base_register << BASE_SHIFT & (PC_ADDRESSES - 1) & -self.size
        return range(start, start + self.size)
