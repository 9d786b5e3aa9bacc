"""Ports B and C as general-purpose input and output (UM 10-1 to 10-7, 11-1 to 11-8)."""

from collections.abc import Callable

from reference_model.peripherals.peripheral import Peripheral, Reset

OUTPUT_DELAY = 2
"""Clocks after a write at which the pins change: one instruction cycle (UM 10-6, 11-7)."""
PBC, PCC = 0xFFE0, 0xFFE1
DIRECTION, DATA = 2, 4
"""Distances of the data direction and the data register from the control register."""

Drive = tuple[int, int]
"""A mask of driven pins, and their levels."""


class Port(Peripheral):
    """The three registers of a port, and the levels at its pins. Bit n is pin n."""

    def __init__(self, control: int, pins: int, control_bits: int) -> None:
        self.addresses = frozenset((control, control + DIRECTION, control + DATA))
        self._base, self._mask, self._control_mask = control, (1 << pins) - 1, (1 << control_bits) - 1
        self.control = self.direction = self.latch = 0
        self.board: Drive = (0, 0)
        """Levels that the board drives."""
        self.peripheral: Callable[[], Drive] = lambda: (0, 0)
        """Levels that the owner of pins drives; the board's levels have precedence (hardware-ambiguities.md)."""
        self.changes: list[tuple[int, int, int]] = []
        """Clock, driven pins and their levels at each change of the general-purpose outputs."""

    def owned(self) -> int:
        """The pins that an interface owns: each by its own bit (UM 11-1)."""
        return self.control

    def outputs(self) -> Drive:
        """Levels that the port itself drives."""
        driven = self.direction & ~self.owned()
        return driven, self.latch & driven

    def reset(self, kind: Reset, clock: int) -> None:
        """All registers are cleared (UM 10-2, 11-1); STOP leaves them (UM 8-38)."""
        if kind is not Reset.STOP:
            self._set(0, 0, 0, clock)

    def _set(self, control: int, direction: int, latch: int, clock: int) -> None:
        before = self.outputs()
        self.control, self.direction, self.latch = control, direction, latch
        if self.outputs() != before:
            self.changes.append((clock + OUTPUT_DELAY, *self.outputs()))

    def write(self, address: int, word: int, clock: int) -> None:
        control, direction, latch = self.control, self.direction, self.latch
        if address == self._base:
            control = word & self._control_mask
        elif address == self._base + DIRECTION:
            direction = word & self._mask
        else:
            latch = word & self._mask
        self._set(control, direction, latch, clock)

    def peek(self, address: int) -> int:
        """The data register: outputs read their latch, inputs their pin, whichever owns it (UM 10-2, 10-4, 11-1)."""
        if address == self._base:
            return self.control
        if address == self._base + DIRECTION:
            return self.direction
        return self.latch & self.direction | self.pins() & ~self.direction

    def pins(self) -> int:
        """The levels at all pins; one that nothing drives is low (docs/reference/limitations.md)."""
        taken = pins = 0
        for driven, levels in (self.outputs(), self.board, self.peripheral()):
            pins |= levels & driven & ~taken
            taken |= driven
        return pins & self._mask


class PortB(Port):
    """Fifteen pins, which the host interface owns all or none (UM 10-2)."""

    def __init__(self) -> None:
        super().__init__(PBC, 15, 1)

    def owned(self) -> int:
        return self._mask if self.control else 0


class PortC(Port):
    """Nine pins: RXD, TXD, SCLK of the SCI, SC0, SC1, SC2, SCK, SRD, STD of the SSI (UM 11-2)."""

    def __init__(self) -> None:
        super().__init__(PCC, 9, 9)
