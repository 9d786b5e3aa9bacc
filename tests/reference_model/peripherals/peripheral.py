"""The interface of an on-chip peripheral: registers of the X I/O page, requests, resets, a clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from types import MappingProxyType


class Unmodelled(Exception):  # noqa: N818 - not an error of the program under test
    """The program reached a part of the chip that this model leaves out."""


class Reset(Enum):
    """The resets that reach a peripheral from outside (UM 8-32 to 8-36); its individual reset is its own affair."""

    HARDWARE = "HW"
    """The RESET pin."""
    SOFTWARE = "SW"
    """The RESET instruction."""
    STOP = "ST"
    """The STOP instruction: the peripheral is held in individual reset until `restarted`."""


class Peripheral:
    """A peripheral that does nothing. Clocks are oscillator clocks since the machine's last reset.

    Before each step and before each access the machine calls `advance`; `read` and `write` come at the clock at which
    their instruction began plus the wait states so far.
    """

    addresses: frozenset[int] = frozenset()
    """The X addresses that it answers. Of two peripherals at one address, both see writes, the first answers reads."""
    vectors: Mapping[str, int] = MappingProxyType({})
    """Return the current addresses of its interrupt vectors, by their names in interrupts.MASKABLE."""

    def reset(self, kind: Reset, clock: int) -> None:
        """Be reset; bits that the manual's tables mark with a dash stay."""

    def restarted(self, clock: int) -> None:
        """STOP has ended."""

    def advance(self, clock: int) -> None:
        """Let everything happen that happens at or before this clock."""

    def read(self, address: int, clock: int) -> int:
        """The word that the DSP reads, with the side effects of reading."""
        return self.peek(address)

    def peek(self, address: int) -> int:
        """The word at an address without side effects, as a tester sees it."""
        raise Unmodelled(f"a read of X:${address:04X}")

    def write(self, address: int, word: int, clock: int) -> None:
        """Take a 24-bit word from the DSP."""

    def requests(self) -> Iterable[str]:
        """The interrupts that are enabled and pending at present, whatever their level."""
        return ()

    def acknowledged(self, source: str) -> None:
        """The vector of a request of this peripheral is fetched: some requests are cleared by it (UM 8-19)."""


class Peripherals:
    """The peripherals of one chip, as its memory and its interrupt controller see them."""

    def __init__(self) -> None:
        self.plugged: list[Peripheral] = []
        self.clock = 0
        """The clock of the present access."""

    def __iter__(self) -> Iterator[Peripheral]:
        return iter(self.plugged)

    def at(self, address: int) -> list[Peripheral]:
        """Return the peripheral of an address.

        Raises:
            Unmodelled: There is none.
        """
        found = [one for one in self.plugged if address in one.addresses]
        if not found:
            raise Unmodelled(f"X:${address:04X}")
        return found

    def reset(self, kind: Reset) -> None:
        """Reset all of them."""
        for one in self.plugged:
            one.advance(self.clock)
            one.reset(kind, self.clock)

    def restarted(self) -> None:
        """STOP has ended."""
        for one in self.plugged:
            one.restarted(self.clock)

    def advance(self, clock: int) -> None:
        """Bring all of them to the clock at which an instruction begins, or at which it accesses one."""
        self.clock = clock
        for one in self.plugged:
            one.advance(clock)

    def later(self, clocks: int) -> None:
        """Wait states pass within the instruction."""
        self.clock += clocks

    def read(self, address: int) -> int:
        """Read a register for the DSP. All peripherals advance to its clock, because a port shows others' outputs."""
        self.advance(self.clock)
        return self.at(address)[0].read(address, self.clock)

    def peek(self, address: int) -> int:
        """A look without side effects."""
        return self.at(address)[0].peek(address)

    def write(self, address: int, word: int) -> None:
        """A write of the DSP."""
        self.advance(self.clock)
        for one in self.at(address):
            one.write(address, word, self.clock)

    def requests(self) -> set[str]:
        """All pending interrupts."""
        return {source for one in self.plugged for source in one.requests()}
