"""Faults of control lines: the level that arrives, and its changes without an edge of the driver."""

from collections.abc import Sequence
from functools import partial

from dsp56k.card.faults.fault_models import LateLine, StuckLine
from dsp56k.card.faults.interposers import ActiveFault
from dsp56k.card.faults.timing import EventQueue
from dsp56k.card.parts.connections import Wire
from dsp56k.emu.timeline import Time


class FaultyLine:
    """A wire with the faults on it, in their order; the agenda has the times at which they begin and end."""

    def __init__(self, wire: Wire, agenda: EventQueue) -> None:
        self._wire = wire
        self._agenda = agenda
        self._on: list[ActiveFault] = []
        self._waiting: set[int] = set()
        """Late faults whose edge has not arrived yet, by identity."""

    def plan(self, actives: Sequence[ActiveFault], now: Time) -> None:
        """Replace the faults of the wire by `actives`."""
        self._agenda.forget(self)
        self._on = [active for active in actives if active.in_force(now)]
        self._waiting.clear()
        for active in actives:
            if active.fault.at > now:
                self._agenda.add(active.fault.at, self, partial(self._begin, active))
            if active.fault.until is not None and active.fault.until > now:
                self._agenda.add(active.fault.until, self, partial(self._end, active))
        self._changed(now)

    def _begin(self, active: ActiveFault, now: Time) -> None:
        self._on.append(active)
        self._changed(now)

    def _end(self, active: ActiveFault, now: Time) -> None:
        self._on.remove(active)
        self._waiting.discard(id(active))
        self._changed(now)

    def _changed(self, now: Time) -> None:
        self._wire.change = self._arrives if self._on else None
        self._wire.on_edge = self._edge if self._on else None
        if self._wire.update(now):
            for active in self._on:
                active.act(0, now)

    def _arrives(self, level: bool) -> bool:
        for active in self._on:
            fault = active.fault
            if isinstance(fault, StuckLine):
                level = bool(fault.level)
            elif isinstance(fault, LateLine):
                level = level and id(active) not in self._waiting
            else:
                level = not level
        return level

    def _edge(self, level: bool, now: Time) -> None:
        for active in self._on:
            if isinstance(active.fault, LateLine):
                if level:
                    self._waiting.add(id(active))
                    self._agenda.add(now + active.fault.by, self, partial(self._arrived, active))
                else:
                    self._waiting.discard(id(active))
            active.act(0, now)

    def _arrived(self, active: ActiveFault, now: Time) -> None:
        self._waiting.discard(id(active))
        self._wire.update(now)
