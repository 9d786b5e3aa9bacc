"""A control line as those see it who receive it: the driver's level, unless something on the way changes it."""

from collections.abc import Callable

from dsp56k.emu.lines import Signal
from dsp56k.emu.timeline import Time

Change = Callable[[bool], bool]
"""The level that arrives, from the level that is sent."""


class Wire(Signal):
    """The far end of `source`; `time_of` turns the time of its listeners into picoseconds since power-up.

    Attributes:
        change: what lies on the way, or None.
        on_edge: called with (level, now) at each edge that is sent, before the change.
    """

    def __init__(self, source: Signal, time_of: Callable[[int], Time] = lambda now: now) -> None:
        super().__init__(source.name)
        self._source = source
        self._time_of = time_of
        self._told = source.level
        self.change: Change | None = None
        self.on_edge: Callable[[bool, Time], None] | None = None
        source.connect(self._follow)

    def put(self, change: Change | None, on_edge: Callable[[bool, Time], None] | None) -> None:
        """Put something on the way, or nothing."""
        if self.change is None:
            self._told = self._source.level
        self.change, self.on_edge = change, on_edge

    @property
    def level(self) -> bool:
        """Whether the line is asserted where it arrives."""
        return self._source.level if self.change is None else self.change(self._source.level)

    def update(self, now: Time) -> bool:
        """Tell the listeners if the level that arrives is not the one they know; whether it was."""
        level = self.level
        if level == self._told:
            return False
        self._told = level
        self.tell(level, now)
        return True

    def _follow(self, level: bool, when: int) -> None:
        now = self._time_of(when)
        if self.change is None:
            self._told = level
            self.tell(level, now)
            return
        if self.on_edge is not None:
            self.on_edge(level, now)
        self.update(now)
