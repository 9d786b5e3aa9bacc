"""Where the functions of the driver and of the host's software find their operands, and leave their results."""

from __future__ import annotations

from dsp56k.host.modes import Pointer
from dsp56k.host.pc import PC

PARAMETER_BYTES = 0x1000
"""The first bytes of the operands' half hold keys and the like; data follows."""


class Workspace:
    """The PC's data in halves: operands in the first, results in the second.

    Attributes:
        data: where the data follow.
        results: where a function writes.
        max_data: bytes of data that a call takes, and of results that it gives.
    """

    def __init__(self, pc: PC) -> None:
        half = len(pc.data) // 2
        self._pc = pc
        self._parameters = pc.data.start
        self.data = Pointer(pc.data.start + PARAMETER_BYTES)
        self.results = Pointer(pc.data.start + half)
        self.max_data = half - PARAMETER_BYTES

    def put_parameters(self, content: bytes, offset: int = 0) -> Pointer:
        """Write keys or the like; where they are."""
        self._pc.write(self._parameters + offset, content)
        return Pointer(self._parameters + offset)

    def put_data(self, content: bytes) -> None:
        """Write the data."""
        self._pc.write(self.data.address, content)

    def taken(self, size: int, offset: int = 0) -> bytes:
        """What a function has written."""
        return self._pc.read(self.results.address + offset, size)

    def numbers(self, count: int, size: int) -> list[int]:
        """`count` results of `size` bytes each, the low byte first."""
        content = self.taken(count * size)
        return [int.from_bytes(content[place : place + size], "little") for place in range(0, len(content), size)]
