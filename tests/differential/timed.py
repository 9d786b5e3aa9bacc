"""Cases with actions at exact clocks: pins, the host's accesses, RESET; on the engine and on the model alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from dsp56k.emu import Dsp56001
    from reference_model.machine import Machine
    from reference_model.peripherals.host_interface import HostInterface

PINS = ("irqa", "irqb", "nmi")
BYTES = 8
"""Addresses of the host interface on the host's side."""
REGISTERS = (*range(0xFFE0, 0xFFE6), 0xFFE8, 0xFFE9, *range(0xFFEB, 0xFFF3))
"""The ports, HCR, HSR, HRX, and the readable registers of the serial interfaces."""


@dataclass(frozen=True)
class Action:
    """Something that the board does: its name, one or two numbers, and the clock before which it does not happen."""

    clock: int
    name: str
    first: int = 0
    second: int = 0


@dataclass(frozen=True)
class Schedule:
    """Actions in the order of their clocks, and the clock at which the case ends."""

    actions: tuple[Action, ...]
    end: int
    ahead: bool = False
    """True if the board schedules the edges of IRQA, IRQB and NMI in advance, so that runs continue over them."""

    def without(self, action: Action) -> Schedule:
        """The schedule less one action."""
        return replace(self, actions=tuple(one for one in self.actions if one is not action))

    def first_half(self) -> Schedule:
        """The schedule up to the clock in the middle of its actions."""
        half = self.actions[: len(self.actions) // 2]
        return replace(self, actions=half, end=half[-1].clock + 40) if half else self


class Chip(Protocol):
    """The operations of either side that a schedule uses."""

    def step(self) -> None: ...
    def advance(self, to: int) -> None: ...
    def announce(self, pins: Sequence[Action]) -> None: ...
    def perform(self, action: Action) -> int | None: ...
    def position(self) -> tuple[int, int, int]: ...
    def host_side(self) -> list[int]: ...
    def x(self, address: int) -> int: ...
    def hreq_changes(self) -> list[tuple[int, bool]]: ...


class EngineChip:
    """The engine."""

    def __init__(self, dsp: Dsp56001) -> None:
        self._dsp = dsp
        dsp.lines.hreq.changes()

    def step(self) -> None:
        """One step."""
        self._dsp.step()

    def advance(self, to: int) -> None:
        """Run until a clock is reached."""
        self._dsp.advance(to)

    def announce(self, pins: Sequence[Action]) -> None:
        """Give the edges that are to come to the lines."""
        lines = self._dsp.lines
        for pin in pins:
            if pin.name == "nmi":
                lines.nmi.drive(True, at=pin.clock)
                lines.nmi.drive(False, at=pin.clock)
            else:
                (lines.irqa if pin.name == "irqa" else lines.irqb).drive(bool(pin.first), at=pin.clock)

    def perform(self, action: Action) -> int | None:
        """Execute an action; return the value that the board reads."""
        dsp = self._dsp
        match action.name:
            case "irqa":
                dsp.lines.irqa.drive(bool(action.first))
            case "irqb":
                dsp.lines.irqb.drive(bool(action.first))
            case "nmi":
                dsp.lines.nmi.drive(False)
                dsp.lines.nmi.drive(True)
            case "reset":
                dsp.lines.mode_pins = action.second
                dsp.lines.reset.drive(bool(action.first))
            case "host write":
                dsp.host.write(action.first, action.second)
            case "host read":
                return dsp.host.read(action.first)
            case "hack write":
                dsp.host.acknowledge_write(action.first)
            case "hack read":
                return dsp.host.acknowledge_read()
            case _:
                raise ValueError(action.name)
        return None

    def position(self) -> tuple[int, int, int]:
        """Clocks, instructions, PC."""
        return self._dsp.clocks, self._dsp.instructions, self._dsp.regs.pc

    def host_side(self) -> list[int]:
        """HREQ and the byte registers."""
        host, hreq = self._dsp.host, self._dsp.lines.hreq
        return [int(hreq.level), *(host.peek(offset) for offset in range(BYTES))]

    def x(self, address: int) -> int:
        """A word of X without side effects."""
        return self._dsp.x[address]

    def hreq_changes(self) -> list[tuple[int, bool]]:
        """Clocks and levels of HREQ."""
        return [(change.clock, change.asserted) for change in self._dsp.lines.hreq.changes()]


class ModelChip:
    """The model, with its host interface."""

    def __init__(self, machine: Machine, host: HostInterface) -> None:
        self._machine, self._host = machine, host
        self._pins: list[Action] = []

    def step(self) -> None:
        """One step."""
        self._machine.step()

    def advance(self, to: int) -> None:
        """Run until a clock is reached. Scheduled pins change meanwhile."""
        while self._pins and self._pins[0].clock <= to:
            self._machine.advance(self._pins[0].clock)
            self.perform(self._pins.pop(0))
        self._machine.advance(to)

    def announce(self, pins: Sequence[Action]) -> None:
        """Keep the edges that are to come."""
        self._pins = list(pins)

    def perform(self, action: Action) -> int | None:
        """Execute an action; return the value that the board reads."""
        machine, host = self._machine, self._host
        machine.memory.peripherals.advance(machine.clocks)
        match action.name:
            case "irqa" | "irqb":
                machine.interrupts.drive(action.name, bool(action.first))
            case "nmi":
                machine.interrupts.request_nmi()
            case "reset":
                machine.hold_reset(bool(action.first), action.second)
            case "host write":
                host.host_write(action.first, action.second)
            case "host read":
                return host.host_read(action.first)
            case "hack write":
                host.hack_write(action.first)
            case "hack read":
                return host.hack_read()
            case _:
                raise ValueError(action.name)
        return None

    def position(self) -> tuple[int, int, int]:
        """Clocks, instructions, PC."""
        return self._machine.clocks, self._machine.instructions, self._machine.regs["pc"]

    def host_side(self) -> list[int]:
        """HREQ and the byte registers."""
        return [int(self._host.hreq), *(self._host.host_peek(offset) for offset in range(BYTES))]

    def x(self, address: int) -> int:
        """A word of X without side effects."""
        self._machine.memory.peripherals.advance(self._machine.clocks)
        return self._machine.x[address]

    def hreq_changes(self) -> list[tuple[int, bool]]:
        """Clocks and levels of HREQ."""
        return self._host.changes


def play(chip: Chip, schedule: Schedule, whole: bool) -> dict[str, int]:
    """Run a schedule and return the observed values. `whole` runs from action to action, otherwise step by step."""
    seen: dict[str, int] = {}
    before = 0
    announced = [action for action in schedule.actions if schedule.ahead and action.name in PINS]
    chip.announce(announced)
    remaining = [action for action in schedule.actions if action not in announced]
    for number, action in enumerate((*remaining, Action(schedule.end, "end"))):
        for step in _approach(chip, action.clock - before, whole):
            seen |= _position(f"before {number}, step {step}", chip)
        if action.name == "end":
            break
        clocks = chip.position()[0]
        read = chip.perform(action)
        if chip.position()[0] < clocks:
            # The clocks of the chip begin again with the end of a reset.
            before += clocks
        seen |= _position(f"{number} {action.name}", chip)
        seen[f"{number} read"] = -1 if read is None else read
        seen |= {f"{number} host {place}": byte for place, byte in enumerate(chip.host_side())}
    changes = chip.hreq_changes()
    seen["hreq changes"] = len(changes)
    seen |= {f"hreq change {place}": 2 * clock + level for place, (clock, level) in enumerate(changes)}
    seen |= {f"x:${address:04X}": chip.x(address) for address in REGISTERS}
    seen |= {f"host {place}": byte for place, byte in enumerate(chip.host_side())}
    return seen


def _approach(chip: Chip, clock: int, whole: bool) -> Iterator[int]:
    """Run to a clock, and stop at interesting clocks."""
    if whole:
        chip.advance(clock)
        return
    step = 0
    while chip.position()[0] < clock:
        chip.step()
        step += 1
        yield step


def _position(name: str, chip: Chip) -> dict[str, int]:
    return dict(zip((f"{name} clocks", f"{name} instructions", f"{name} pc"), chip.position(), strict=True))
