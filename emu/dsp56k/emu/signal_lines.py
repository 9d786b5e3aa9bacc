"""Signal lines: a board's wires, and the pins that the chip and its board drive at exact clocks (UM 2-10 to 2-12).

Everywhere True is *asserted*, whatever the voltage: the low level of IRQA, IRQB, RESET, BR, HREQ and BG; for NMI, 10 V
on IRQB.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex

from dsp56k.emu.errors import ChipInUseError, ConfigurationError
from dsp56k.emu.timeline import Time
from dsp56k.emu.validation import LAST_CLOCK, require_int

if TYPE_CHECKING:
    from dsp56k.emu._core import Chip

Listener = Callable[[bool, int], None]
"""A function that is called with a level and the time of its change: picoseconds since power-up on a board's wire,
oscillator clocks since reset at the chip's pins."""


@dataclass(frozen=True)
class LineChange:
    """A line becomes asserted or released at an oscillator clock since reset."""

    clock: int
    asserted: bool


class Signal(ABC):
    """A line that can be read and listened to, but not driven."""

    def __init__(self, name: str, listeners: list[Listener]) -> None:
        self.name = name
        self._listeners = listeners

    @property
    @abstractmethod
    def level(self) -> bool:
        """True if the line is asserted."""

    def connect(self, listener: Listener) -> None:
        """Call `listener(level, when)` at each change from now on."""
        self._listeners.append(listener)


def _tell(listeners: list[Listener], level: bool, when: int) -> None:
    """Report a change to the current listeners. A listener that connects meanwhile receives the next one."""
    for listener in tuple(listeners):
        listener(level, when)


class Line(Signal):
    """A wire of a board, driven by one chip and connected to any number of others."""

    def __init__(self, name: str, level: bool = False) -> None:
        super().__init__(name, [])
        self._level = level

    @property
    def level(self) -> bool:
        """True if the line is asserted."""
        return self._level

    def drive(self, level: bool, now: Time) -> None:
        """Set the level at time `now`, in picoseconds since power-up."""
        if level != self._level:
            self._level = level
            _tell(self._listeners, level, now)

    def __repr__(self) -> str:
        return f"Line({self.name!r}, {'asserted' if self._level else 'released'})"


class OutputLine(Signal):
    """A pin that the chip drives.

    A listener is called with (level, clock) between two instructions of a run, or within the call that made the change.
    It may use the chip, but not run it. An exception ends the run and reaches its caller.
    """

    def __init__(self, chip: Chip, name: str, listeners: list[Listener]) -> None:
        super().__init__(name, listeners)
        self._chip = chip

    @property
    def level(self) -> bool:
        """True if the pin is asserted."""
        return self._chip.output_level(self.name)

    def connect(self, listener: Listener) -> None:
        """Call `listener(level, clock)` at each change from now on; runs then pause at each."""
        super().connect(listener)
        self._chip.listen(self.name)

    def changes(self) -> list[LineChange]:
        """Return the changes since the last call; the latest 65,536 are kept."""
        return [LineChange(*change) for change in self._chip.line_changes(self.name)]

    def __repr__(self) -> str:
        return f"<OutputLine {self.name} {'asserted' if self.level else 'released'}>"


class Outputs:
    """The pins that the chip drives. The chip calls this object for each change of a pin with listeners."""

    __slots__ = ("_listeners", "_telling", "bg", "hreq")

    def __init__(self, chip: Chip) -> None:
        self._listeners: dict[str, list[Listener]] = {"HREQ": [], "BG": []}
        self.hreq, self.bg = (OutputLine(chip, *line) for line in self._listeners.items())
        self._telling = 0

    def enter(self) -> None:
        """Check that the chip can continue.

        Raises:
            ChipInUseError: A listener is being called.
        """
        if self._telling:
            raise ChipInUseError("a listener cannot run the chip that calls it; it can read and drive the chip")

    def __call__(self, name: str, level: bool, clock: int) -> None:
        """Report a change to the listeners."""
        self._telling += 1
        try:
            _tell(self._listeners[name], level, clock)
        finally:
            self._telling -= 1


class InputLine:
    """A pin that the board drives, now or at a later clock.

    An edge takes effect between two instructions, at the first boundary at or after its clock, as if a run had ended
    there and the line had been driven then. BR is also sampled within instructions. Levels and scheduled edges belong
    to the chip's state: a snapshot contains them, a reset does not change them.
    """

    __slots__ = ("_chip", "_outputs", "name")

    def __init__(self, chip: Chip, name: str, outputs: Outputs) -> None:
        self._chip = chip
        self._outputs = outputs
        self.name = name

    @property
    def level(self) -> bool:
        """True if the pin is currently asserted."""
        return self._chip.input_level(self.name)

    def drive(self, level: bool, at: SupportsIndex | None = None) -> None:
        """Assert (True) or release (False) the pin, now or at a clock since reset.

        Edges take effect in the order of their clocks, those of one clock in the order of the calls.

        Raises:
            ConfigurationError: The clock is in the past or is not a clock.
        """
        clock = None if at is None else require_int(at, "at", 0, LAST_CLOCK)
        if clock is not None and clock < self._chip.clocks:
            message = f"cannot drive {self.name} at clock {clock}: the chip is already at clock {self._chip.clocks}"
            raise ConfigurationError(message, field="at", value=clock)
        self._chip.drive_line(self.name, bool(level), clock)
        self._chip.tell(self._outputs)

    @property
    def scheduled(self) -> list[LineChange]:
        """The scheduled edges, in their order."""
        return [LineChange(*edge) for edge in self._chip.line_edges(self.name)]

    def cancel(self) -> None:
        """Remove the scheduled edges."""
        self._chip.cancel_line_edges(self.name)

    def __repr__(self) -> str:
        state = "asserted" if self.level else "released"
        return f"<InputLine {self.name} {state}, scheduled edges: {len(self.scheduled)}>"


class Lines:
    """The lines between the chip and its board.

    Attributes:
        irqa, irqb: Interrupt requests, level or edge sensitive as IPR selects (UM 8-17).
        nmi: Non-maskable interrupt. Each assertion requests it once (UM 8-12).
        reset: RESET. While it is asserted, time passes and no instruction executes. Its release latches `mode_pins`.
        br: Bus request (UM 9-16).
        hreq: Request of the host interface (UM 10-20, 10-26).
        bg: Bus grant (UM 9-16).
    """

    __slots__ = ("_chip", "bg", "br", "hreq", "irqa", "irqb", "nmi", "reset")

    def __init__(self, chip: Chip, outputs: Outputs) -> None:
        self._chip = chip
        self.irqa, self.irqb, self.nmi, self.reset, self.br = (
            InputLine(chip, name, outputs) for name in ("IRQA", "IRQB", "NMI", "RESET", "BR")
        )
        self.hreq, self.bg = outputs.hreq, outputs.bg

    @property
    def mode_pins(self) -> int:
        """MB:MA, 0 to 3, as the release of RESET latches them (UM 2-11).

        The chip samples them at IRQB and IRQA; here they are separate from these lines.
        """
        return self._chip.mode_pins

    @mode_pins.setter
    def mode_pins(self, mode: int) -> None:
        self._chip.mode_pins = require_int(mode, "mode", 0, 3)
