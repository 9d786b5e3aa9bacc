"""Signals over time as a value change dump (IEEE 1364, 18), which GTKWave and other waveform viewers show."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001
    from dsp56k.emu.peripherals.ports import Port
    from dsp56k.profile import Profile

_NONE = "none"
"""The value of an absent text: the format does not have an empty one."""


class _Change(NamedTuple):
    time: int
    name: str
    value: int | str


class Waves:
    """A collection of changes of named values; `sample` adds those of the chip's signals and ports.

    Times are in picoseconds.
    """

    def __init__(self, dsp: Dsp56001) -> None:
        self._dsp = dsp
        self._ports = dsp.port_b, dsp.port_c
        self._lines = dsp.lines.hreq, dsp.lines.bg
        self._sizes: dict[str, int] = {}
        """Width in bits by name; 0 for a text."""
        self._first: dict[str, int | str] = {}
        self._changes: list[_Change] = []
        self._began = dsp.now
        for line in self._lines:
            line.changes()
            self.declare(line.name.lower(), 1, int(line.level))
        for port in self._ports:
            port.changes()
            self.declare(f"port_{port.name.lower()}", port.width, _levels(port, 0, 0))

    def declare(self, name: str, size: int, value: int | str) -> None:
        """Declare a value with its width in bits (0: a text) and its initial value."""
        self._sizes[name], self._first[name] = size, value

    def add(self, clock: int, name: str, value: int | str) -> None:
        """Add a change at an oscillator clock since reset."""
        self._changes.append(_Change(self._dsp.clock.time_of(clock), name, value))

    def sample(self) -> None:
        """Add the changes of signals and ports since the last call; the chip keeps the latest 65,536 of each."""
        for line in self._lines:
            for change in line.changes():
                self.add(change.clock, line.name.lower(), int(change.asserted))
        for port in self._ports:
            for driven in port.changes():
                self.add(driven.clock, f"port_{port.name.lower()}", _levels(port, driven.outputs, driven.levels))

    def enter(self, profile: Profile) -> None:
        """Add the function at the top of the call stack, by the entries of a profile."""
        self.declare("function", 0, "")
        open_: list[str] = []
        before = self._dsp.total_clocks - self._dsp.clocks
        for clock, function in profile.entries:
            if function is None:
                open_.pop()
            else:
                open_.append(profile.functions[function].name)
            self.add(clock - before, "function", open_[-1] if open_ else "")

    def text(self) -> str:
        """Return the content of the file."""
        from vcd import VCDWriter

        file = io.StringIO()
        with VCDWriter(file, timescale="1 ps", date="", comment="dsp56k", init_timestamp=self._began) as writer:
            variables = {
                name: writer.register_var("dsp", name, "string" if size == 0 else "wire", size=size or None, init=first)
                for (name, size), first in zip(self._sizes.items(), self._first.values(), strict=True)
            }
            for time, name, value in sorted(self._changes, key=lambda change: change.time):
                writer.change(variables[name], max(time, self._began), value or _NONE if value == "" else value)
        return file.getvalue()


def _levels(port: Port, outputs: int, levels: int) -> str:
    """Return the levels of a port's pins, the highest first; z if the chip does not drive a pin."""
    pins = reversed(range(port.width))
    return "".join(str(levels >> pin & 1) if outputs >> pin & 1 else "z" for pin in pins)
