"""The host side of the host interface (UM 10-17 to 10-27): eight byte registers, and HACK. HREQ is `dsp.lines.hreq`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsp56k.emu.checks import is_whole
from dsp56k.emu.errors import MemoryAccessError
from dsp56k.system.text import described

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip
    from dsp56k.emu.lines import Outputs

ICR, CVR, ISR, IVR, RXH, RXM, RXL = 0, 1, 2, 3, 5, 6, 7
"""Offsets of the registers: interrupt control, command vector, status, vector byte, receive bytes."""
TXH, TXM, TXL = 5, 6, 7
"""Offsets of the transmit bytes."""

OFFSETS = 8


class HostInterface:
    """What a host processor sees at its eight addresses. Accesses happen at the chip's present clock."""

    __slots__ = ("_chip", "_outputs")

    def __init__(self, chip: Chip, outputs: Outputs) -> None:
        self._chip = chip
        self._outputs = outputs

    @staticmethod
    def _offset(offset: int) -> int:
        if not is_whole(offset, 0, OFFSETS - 1):
            message = f"the host interface has offsets 0 to 7, not {described(offset)}"
            raise MemoryAccessError(message, space="host", address=offset)
        return offset

    def read(self, offset: int) -> int:
        """Read a byte register, offset 0 to 7; reading RXL (7) frees the receive register.

        Raises:
            MemoryAccessError: no such offset; `address`.
        """
        value = self._chip.host_read(self._offset(offset))
        self._chip.tell(self._outputs)
        return value

    def peek(self, offset: int) -> int:
        """Look at a byte register, offset 0 to 7, without side effects.

        Raises:
            MemoryAccessError: no such offset; `address`.
        """
        return self._chip.host_peek(self._offset(offset))

    def write(self, offset: int, byte: int) -> None:
        """Write a byte register, offset 0 to 7; writing TXL (7) sends the word.

        Raises:
            MemoryAccessError: no such offset, or not a byte; `address`, `value`.
        """
        if not is_whole(byte, 0, 0xFF):
            raise MemoryAccessError(f"{described(byte)} is no byte", space="host", address=offset, value=byte)
        self._chip.host_write(self._offset(offset), byte)
        self._chip.tell(self._outputs)

    def acknowledge_read(self) -> int | None:
        """Assert HACK and read the bus: the vector byte while HREQ is asserted (UM 10-26), in a DMA mode the next byte
        of a word from the DSP (UM 10-55). None: nothing drives the bus.
        """
        value = self._chip.host_acknowledge_read()
        self._chip.tell(self._outputs)
        return value

    def acknowledge_write(self, byte: int) -> None:
        """Assert HACK with a byte on the bus: in a DMA mode the next byte of a word to the DSP (UM 10-51).

        Raises:
            MemoryAccessError: not a byte.
        """
        if not is_whole(byte, 0, 0xFF):
            raise MemoryAccessError(f"{described(byte)} is no byte", space="host", address=0, value=byte)
        self._chip.host_acknowledge_write(byte)
        self._chip.tell(self._outputs)
