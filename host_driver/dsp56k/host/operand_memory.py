"""Memory of the operands and results of the functions of the driver and of the host's software."""

from __future__ import annotations

from dsp56k.host.cpu_modes import Pointer
from dsp56k.host.pc import PC

PARAMETER_BYTES = 0x1000
"""The first bytes of the operands' half are for keys and other parameters; data follows."""


class Workspace:
    """The PC's data in halves: operands in the first, results in the second.

    Attributes:
        data: address of the data.
        results: address of a function's output.
        max_data: maximum bytes of data of a call, and of its results.
    """

    def __init__(self, pc: PC) -> None:
        half = len(pc.data) // 2
        self._pc = pc
        self._parameters = pc.data.start
        self.data = Pointer(pc.data.start + PARAMETER_BYTES)
        self.results = Pointer(pc.data.start + half)
        self.max_data = half - PARAMETER_BYTES

    def put_parameters(self, content: bytes, offset: int = 0) -> Pointer:
        """Write keys or other parameters; return their address."""
        self._pc.write(self._parameters + offset, content)
        return Pointer(self._parameters + offset)

    def put_data(self, content: bytes) -> None:
        """Write the data."""
        self._pc.write(self.data.address, content)

    def put_request(self, content: bytes) -> Pointer:
        """Write a request of at most PARAMETER_BYTES, behind the results; return its address."""
        place = self.results.address + self.max_data
        self._pc.write(place, content)
        return Pointer(place)

    def taken(self, size: int, offset: int = 0) -> bytes:
        """Return the output of a function."""
        return self._pc.read(self.results.address + offset, size)

    def numbers(self, count: int, size: int) -> list[int]:
        """`count` results of `size` bytes each, the low byte first."""
        content = self.taken(count * size)
        return [int.from_bytes(content[place : place + size], "little") for place in range(0, len(content), size)]
