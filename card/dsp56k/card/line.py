"""A wire with one level, driven by one chip and seen by any number of others."""

from collections.abc import Callable

from dsp56k.emu.timeline import Time

Listener = Callable[[bool, Time], None]


class Line:
    """A signal line. `level` is logical: True is *asserted*, whatever the voltage on the pin.

    The driver calls `drive`; the board connects listeners, which are called with (level, now) at each change.
    """

    def __init__(self, name: str, level: bool = False) -> None:
        self.name = name
        self._level = level
        self._listeners: list[Listener] = []

    @property
    def level(self) -> bool:
        """Whether the line is asserted."""
        return self._level

    def connect(self, listener: Listener) -> None:
        """Call `listener(level, now)` at each change from now on."""
        self._listeners.append(listener)

    def drive(self, level: bool, now: Time) -> None:
        """Set the level at time `now`, in picoseconds since power-up."""
        if level != self._level:
            self._level = level
            for listener in self._listeners:
                listener(level, now)

    def __repr__(self) -> str:
        return f"Line({self.name!r}, {'asserted' if self._level else 'released'})"
