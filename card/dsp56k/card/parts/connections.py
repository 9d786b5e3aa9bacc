"""Connections on the board at which a fault acts: plugs, whose part it replaces, and wires, whose level it changes."""

from collections.abc import Callable

from dsp56k.emu.board_parts import Plug
from dsp56k.emu.signal_lines import Line, Signal
from dsp56k.emu.timeline import Time

__all__ = ["Change", "Plug", "Wire"]

Change = Callable[[bool], bool]
"""The level that arrives, from the level that is sent."""


class Wire(Line):
    """A control line as its receivers see it: the far end of `source`.

    `time_of` converts the times of its driver to picoseconds since power-up.

    Attributes:
        change: function that changes the level, or None.
        on_edge: called with (level, now) at each edge that is sent, before the change; or None.
    """

    def __init__(self, source: Signal, time_of: Callable[[int], Time] = lambda now: now) -> None:
        super().__init__(source.name, source.level)
        self._source = source
        self._time_of = time_of
        self.change: Change | None = None
        self.on_edge: Callable[[bool, Time], None] | None = None
        source.connect(self._follow)

    def update(self, now: Time) -> bool:
        """Compute the arriving level again; return True if it has changed."""
        before, sent = self.level, self._source.level
        self.drive(sent if self.change is None else self.change(sent), now)
        return self.level != before

    def _follow(self, level: bool, when: int) -> None:
        now = self._time_of(when)
        if self.on_edge is not None:
            self.on_edge(level, now)
        self.drive(level if self.change is None else self.change(level), now)
