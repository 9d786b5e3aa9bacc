"""`card.faults`: the faults of a card. They can be added and removed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from dsp56k.card.access_outcomes import Journal, Outcome
from dsp56k.card.chips.noise import NoiseSource, sine
from dsp56k.card.faults.control_lines import FaultyLine
from dsp56k.card.faults.fault_models import (
    BusyDesChip,
    ChangedOscillator,
    Fault,
    FlippedRam,
    LineFault,
    MissingDesChip,
    NoiseLeak,
    NoiseOffset,
    PcReset,
    SmallBanks,
    StrobeFault,
)
from dsp56k.card.faults.interposers import (
    ActiveFault,
    DelayedDevice,
    FaultyBanks,
    FaultyDevice,
    FaultyWires,
)
from dsp56k.card.faults.signal_names import OPTIONAL, FaultError
from dsp56k.card.faults.timing import TIME_MAX, DriftingClock, EventQueue
from dsp56k.card.isa_interface import Banks
from dsp56k.card.parts.connections import Plug, Wire
from dsp56k.emu import Dsp56001
from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import Clock, Time

FLOATING_BYTE = 0xFF
"""Value that the PC reads if a read is lost: the ISA bus has pull-ups."""


class Point(Protocol):
    """A plug of a device, and the function that injects faults there."""

    @property
    def plug(self) -> Plug[PortDevice]:
        """The plug."""
        ...

    @property
    def interpose(self) -> Callable[[PortDevice, str, Sequence[ActiveFault]], PortDevice]:
        """The function that returns the part for the plug."""
        ...


@dataclass(frozen=True)
class InjectionPoints:
    """The points between the parts of the card at which a fault can be injected.

    Attributes:
        points: The plugs of devices by name, as the fittings of the board name them.
        by_true_time: The plugs of devices that run by true time, whatever the rate of the DSP's clock.
        window: The memory window that the PC reaches.
        banks, step: The memory behind the window, and the address generator's clock.
        clock: The DSP's oscillator.
        wires: The control lines by name.
    """

    points: Mapping[str, Point]
    by_true_time: Sequence[Plug[PortDevice]]
    window: Plug[PortDevice]
    banks: Plug[Banks]
    step: Plug[Callable[[], None]]
    clock: Plug[Clock | DriftingClock]
    wires: Mapping[str, Wire]


class Faults:
    """The faults on one card, in the order in which they were added. Without a fault the parts are connected directly.

    Args:
        dsp, noise: the card's chips.
        sites: its injection points.
        bank_words, pull: the size of its banks, and the undriven 24-bit bus.
        journal: the record of activated faults.
        now: the card's time.
        reset: the PC's reset line.
        planned: receives the time of the board's next event when it may have changed.
    """

    def __init__(
        self,
        dsp: Dsp56001,
        noise: NoiseSource,
        sites: InjectionPoints,
        *,
        bank_words: int,
        pull: int,
        journal: Journal,
        now: Callable[[], Time],
        reset: Callable[[Time], None],
        planned: Callable[[Time], None],
    ) -> None:
        self.agenda = EventQueue(planned)
        """Events of the board by their time."""
        self._dsp = dsp
        self._noise = noise
        self._sites = sites
        self._bank_words = self._fitted_words = bank_words
        self._pull = pull
        self._journal = journal
        self._now = now
        self._reset = reset
        self._actives: list[ActiveFault] = []
        self._rates: list[ChangedOscillator] = []
        """The faults from which the oscillator's frequencies were planned."""
        self._lines = {name: FaultyLine(wire, self.agenda) for name, wire in sites.wires.items()}

    def add(self, *faults: Fault) -> None:
        """Put faults on the card.

        Raises:
            FaultError: a fault is on it already, is before the card's time, or is impossible for this card; then
                none is added.
        """
        present = [active.fault for active in self._actives]
        for fault in faults:
            self._check(fault, present)
            present.append(fault)
        for fault in faults:
            active = ActiveFault(fault, partial(self._note, fault))
            self._actives.append(active)
            self._schedule(active)
        self._rewire()

    def remove(self, *faults: Fault) -> None:
        """Remove faults. Their effects remain.

        Raises:
            FaultError: a fault is not on the card; then none is removed.
        """
        for fault in faults:
            if fault not in self:
                raise FaultError(f"{fault.describe()}: not on this card", "fault")
        for active in [each for each in self._actives if each.fault in faults]:
            self._actives.remove(active)
            self.agenda.forget(active)
        self._rewire()

    def clear(self) -> None:
        """Remove all faults."""
        self.remove(*self)

    def acted(self, fault: Fault) -> int:
        """Return the number of accesses, edges and words of RAM that a fault on the card has changed.

        Raises:
            FaultError: it is not on the card.
        """
        for active in self._actives:
            if active.fault == fault:
                return active.acted
        raise FaultError(f"{fault.describe()}: not on this card", "fault")

    def __iter__(self) -> Iterator[Fault]:
        return iter([active.fault for active in self._actives])

    def __len__(self) -> int:
        return len(self._actives)

    def __contains__(self, fault: object) -> bool:
        return any(active.fault == fault for active in self._actives)

    def __repr__(self) -> str:
        return f"<Faults: {'; '.join(fault.describe() for fault in self) or 'none'}>"

    # What this card can have

    def _check(self, fault: Fault, present: list[Fault]) -> None:
        if fault in present:
            raise FaultError(f"{fault.describe()}: on this card already", "fault")
        if isinstance(fault, FlippedRam | PcReset) and fault.at < self._now():
            raise FaultError(f"{fault.describe()}: the card is at {self._now()} ps already", "at")
        part = "des" if isinstance(fault, BusyDesChip | MissingDesChip) else _part_of(fault)
        if part in OPTIONAL and part not in self._sites.points:
            raise FaultError(f"{fault.describe()}: this card has no {OPTIONAL[part]}", "fault")
        if isinstance(fault, SmallBanks) and fault.words >= self._bank_words:
            raise FaultError(f"{fault.describe()}: the strap says {self._bank_words}", "words")
        if isinstance(fault, FlippedRam) and not fault.on_chip and fault.address >= self._bank_words:
            raise FaultError(f"{fault.describe()}: the bank has {self._bank_words} words", "address")
        if isinstance(fault, ChangedOscillator):
            for other in present:
                if isinstance(other, ChangedOscillator) and _overlap(fault, other):
                    raise FaultError(f"{fault.describe()}: at the same time as {other.describe()}", "at")

    # What happens at a time

    def _schedule(self, active: ActiveFault) -> None:
        fault = active.fault
        match fault:
            case FlippedRam():
                self.agenda.add(fault.at, active, partial(self._flip, active, fault))
            case PcReset():
                self.agenda.add(fault.at, active, partial(self._reset_by, active))
            case ChangedOscillator() | NoiseOffset() | NoiseLeak() | SmallBanks():
                self.agenda.add(max(fault.at, self._now()), active, partial(active.act, 0))

    def _flip(self, active: ActiveFault, fault: FlippedRam, now: Time) -> None:
        memory = getattr(self._dsp, fault.space.lower()) if fault.on_chip else self._dsp.port_a.ram(fault.space)
        memory[fault.address] ^= 1 << fault.bit
        active.act(fault.address, now)

    def _reset_by(self, active: ActiveFault, now: Time) -> None:
        active.act(0, now)
        self._reset(now)

    def _note(self, fault: Fault, where: int, now: Time) -> None:
        self._journal.note(Outcome.FAULT, where, now, fault.describe())

    # Wiring of the faults

    def _rewire(self) -> None:
        """Insert every fault between the parts that it concerns, and connect the other parts directly."""
        sites, actives, now = self._sites, self._actives, self._now()
        for name, point in sites.points.items():
            point.plug.part = point.interpose(point.plug.sound, name.partition(".")[0], actives)
        self._rewire_window(FaultyWires("window", actives))
        analog = [active for active in actives if isinstance(active.fault, NoiseOffset | NoiseLeak)]
        self._noise.stray = partial(_volts, analog) if analog else None
        self._rewire_oscillator(now)
        for name, line in self._lines.items():
            line.plan([active for active in actives if getattr(active.fault, "wire", "") == name], now)

    def _rewire_window(self, wires: FaultyWires) -> None:
        sites = self._sites
        words = min([self._bank_words, *(fault.words for fault in self if isinstance(fault, SmallBanks))])
        if words != self._fitted_words:
            self._fitted_words = words
            for space in ("P", "X"):
                self._dsp.port_a.map_ram(space, words)
        sites.window.part, sites.banks.part = (
            sites.window.sound,
            sites.banks.sound,
        )
        sites.step.part = sites.step.sound
        if wires.faulty or words < self._bank_words:
            sites.window.part = FaultyDevice(sites.window.sound, wires, FLOATING_BYTE, address=False)
            sites.banks.part = FaultyBanks(sites.banks.sound, wires, words, self._pull, self._now)
            sites.step.part = partial(_step, sites.step.sound, wires, self._now)

    def _rewire_oscillator(self, now: Time) -> None:
        sites, nominal = self._sites, self._dsp.clock
        rates = sorted((fault for fault in self if isinstance(fault, ChangedOscillator)), key=lambda fault: fault.at)
        clock = sites.clock.part
        if not isinstance(clock, DriftingClock):
            if not rates:
                return
            sites.clock.part = clock = DriftingClock(nominal)
        # A new plan begins with a new clock cycle, so the plan is changed only if it differs.
        if rates != self._rates:
            self._rates = rates
            clock.change(now, nominal.hertz)
            for fault in rates:
                if fault.until is None or fault.until > now:
                    clock.change(max(fault.at, now), fault.hertz)
                    if fault.until is not None:
                        clock.change(fault.until, nominal.hertz)
        rewired = [point.plug for point in sites.points.values()]
        for plug in sites.by_true_time:
            way = plug.part if plug in rewired else plug.sound
            plug.part = DelayedDevice(way, partial(_true_time, nominal, clock))


def _part_of(fault: Fault) -> str:
    """Return the part on whose lines a fault is; "" if it is on no such line."""
    name = fault.wire if isinstance(fault, LineFault) else fault.strobe if isinstance(fault, StrobeFault) else ""
    return name.partition(".")[0] if "." in name else ""


def _overlap(one: Fault, other: Fault) -> bool:
    return (other.until is None or one.at < other.until) and (one.until is None or other.at < one.until)


def _step(step: Callable[[], None], wires: FaultyWires, now: Callable[[], Time]) -> None:
    for _ in wires.steps.pulses(0, now()):
        step()


def _volts(actives: list[ActiveFault], now: Time) -> float:
    """Return the volts that the faults add to the noise comparator's input."""
    volts = 0.0
    for active in actives:
        if active.in_force(now):
            fault = active.fault
            if isinstance(fault, NoiseLeak):
                volts += fault.volts * sine(now, fault.hertz)
            elif isinstance(fault, NoiseOffset):
                volts += fault.volts
    return volts


def _true_time(nominal: Clock, clock: DriftingClock, now: Time) -> Time:
    """Return the true time of an access that the DSP assumes at `now`.

    The DSP counts its clocks at their nominal rate.
    """
    return min(clock.time_of(nominal.count_at(now)), TIME_MAX)
