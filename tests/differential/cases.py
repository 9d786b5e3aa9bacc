"""A case: a state, a few words of code and a number of steps; run on the model and on the engine, and compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from differential.timed import EngineChip, ModelChip, Schedule, play
from dsp56k.emu import Dsp56001, StopReason
from dsp56k.emu import Memory as EngineMemory
from dsp56k.emu._core import Chip
from dsp56k.testing.strategies import EXTREMES
from reference_model.chip import plug_all
from reference_model.machine import Machine
from reference_model.memory import BCR, IO_PAGE, IPR, Memory
from reference_model.peripherals.peripheral import Unmodelled
from reference_model.registers import WIDTH

SPACES = ("x", "y", "p")
SHADOWED = 0x200
"""Below this address on-chip memory may hide external memory."""


ARRIVALS = 1
"""Code is compiled at its first execution, because programs are short."""


def generate(dsp: Dsp56001) -> None:
    """Discard the compiled code of a chip, which compiles at once from now on."""
    chip: Chip = dsp._chip
    assert chip.generate(ARRIVALS)


def _background(seed: int) -> NDArray[np.uint32]:
    """65,536 words of noise, a quarter of them corner values."""
    noise = np.random.default_rng(seed)
    words = noise.integers(0, 1 << 24, 0x10000, dtype=np.uint32)
    corners = noise.choice(np.array(EXTREMES, dtype=np.uint32), 0x10000)
    return np.where(noise.random(0x10000) < 0.25, corners, words).astype(np.uint32)


BACKGROUND = {space: _background(number) for number, space in enumerate(SPACES)}


@dataclass(frozen=True)
class Case:
    """Everything that a run depends on; memory not named here holds BACKGROUND."""

    words: tuple[int, ...]
    registers: dict[str, int]
    stack: dict[int, tuple[int, int]] = field(default_factory=dict)
    memory: dict[tuple[str, int], int] = field(default_factory=dict)
    bcr: int = 0
    steps: int = 1
    until: int | None = None
    """The address that ends the run early, tested before each step but the first."""
    ipr: int = 0
    whole: bool = False
    """True if the engine runs it from one change of a pin to the next, instead of in single steps."""
    lines: dict[int, tuple[str, bool]] = field(default_factory=dict)
    """The IRQ pin that is driven before a step, and whether it is asserted, by step."""
    schedule: Schedule | None = None
    """Events by clock; a schedule replaces `steps`, `until` and `lines`."""

    @property
    def code(self) -> dict[tuple[str, int], int]:
        """The program memory that holds the words."""
        start = self.registers.get("pc", 0)
        return {("p", (start + offset) & 0xFFFF): word for offset, word in enumerate(self.words)}


@dataclass
class Outcome:
    """A state after a run: registers, stack, counts, and the memory words that differ from the background."""

    values: dict[str, int]
    memory: dict[tuple[str, int], int]
    touched: frozenset[tuple[str, int]] = frozenset()
    """Addresses that the run or its preparation wrote."""

    def differences(self, other: Outcome) -> list[str]:
        """Return the differences, one line each: name, this value, the other value."""
        lines = [
            f"{name} {value:X} {found:X}" if (found := other.values.get(name)) is not None else f"{name} {value:X} -"
            for name, value in self.values.items()
            if other.values.get(name) != value
        ]
        for place in sorted(self.memory.keys() | other.memory.keys()):
            ours, theirs = self.memory.get(place), other.memory.get(place)
            if ours != theirs:
                lines.append(f"{place[0]}:${place[1]:04X} {_word(place, ours)} {_word(place, theirs)}")
        return lines


def _word(place: tuple[str, int], value: int | None) -> str:
    return f"{int(BACKGROUND[place[0]][place[1]]) if value is None else value:06X}"


class _Recorder(Memory):
    """The model's memory over the background: stores the written addresses, to restore them."""

    def __init__(self) -> None:
        super().__init__()
        self.touched: set[tuple[str, int]] = set()
        for space in SPACES:
            words = BACKGROUND[space].tolist()
            self.external[space] = words
            self.internal[space] = words[: len(self.internal[space])]

    def write(self, space: str, address: int, value: int) -> None:
        super().write(space, address, value)
        self.touched.add((space, address & 0xFFFF))


class ReferenceRunner:
    """Runs cases on the model, one after the other on one machine."""

    def __init__(self) -> None:
        self.machine = Machine()
        self.machine.memory = _Recorder()
        self.machine.x, self.machine.y, self.machine.p = (self.machine.memory.view(space) for space in SPACES)
        self.doubtful = False
        """True if the last run had an update that the manual calls unpredictable."""
        # The manual prints no listing of the bootstrap ROM: the model executes the engine's words.
        self.machine.memory.boot_rom = Dsp56001(mode=1).p[:32]

    def run(self, case: Case) -> Outcome:
        """Return the outcome of the model.

        Raises:
            Unmodelled: the case needs a part that the model does not have.
        """
        machine = self.machine
        memory = machine.memory
        assert isinstance(memory, _Recorder)
        try:
            machine.forget()
            machine.agu.doubtful = machine.interrupts.doubtful = machine.stack.error_raised = False
            machine.stack.locations = [case.stack.get(location, (0, 0)) for location in range(16)]
            for name in WIDTH:
                machine.regs[name] = case.registers.get(name, 0)
            omr = machine.regs["omr"]
            for (space, address), value in (case.memory | case.code).items():
                memory.write(space, address, value)
            memory.bcr, memory.ipr = case.bcr, case.ipr
            machine.clocks = machine.instructions = 0
            memory.peripherals.plugged = []
            seen: dict[str, int] = {}
            if case.schedule is None:
                self._step_through(case)
            else:
                seen = play(ModelChip(machine, plug_all(machine)), case.schedule, case.whole)
            self.doubtful = machine.agu.doubtful or machine.interrupts.doubtful
            values = seen | {name: machine.regs[name] for name in WIDTH}
            for location in range(1, 16):
                values[f"ssh{location}"], values[f"ssl{location}"] = machine.stack.locations[location]
            values |= {"clocks": machine.clocks, "instructions": machine.instructions, "bcr": memory.bcr}
            values["ipr"] = memory.ipr
            machine.regs["omr"] = _map_without_boot_rom(omr)
            changed = {
                (space, address): memory.read(space, address)
                for space, address in memory.touched
                if memory.place(space, address) in ("ram", "external")
            }
            different = {place: word for place, word in changed.items() if word != _initial(place)}
            return Outcome(values, different, frozenset(memory.touched))
        finally:
            self._restore()

    def _step_through(self, case: Case) -> None:
        machine = self.machine
        for step in range(case.steps):
            # A run does not end at a vector's word, which executes while PC does not change.
            in_vector = case.whole and machine.interrupts.source is not None
            if step and machine.regs["pc"] == case.until and not in_vector:
                break
            if step in case.lines:
                machine.interrupts.drive(*case.lines[step])
            machine.step()
            if machine.sleep is not None:
                raise Unmodelled("WAIT or STOP in a case that counts steps")

    def _restore(self) -> None:
        memory = self.machine.memory
        assert isinstance(memory, _Recorder)
        for space, address in memory.touched:
            word = int(BACKGROUND[space][address])
            memory.external[space][address] = word
            if address < len(memory.internal[space]):
                memory.internal[space][address] = word
        memory.touched.clear()


def _map_without_boot_rom(omr: int) -> int:
    """An OMR through which the program RAM is seen where `omr` shows the bootstrap ROM."""
    return omr & ~1 if omr & 3 == 1 else omr


def _initial(place: tuple[str, int]) -> int:
    return int(BACKGROUND[place[0]][place[1]])


class EngineRunner:
    """Runs cases on one of the engines, which compiles each case again, at its first execution."""

    def __init__(self, engine: str | None = None) -> None:
        self.dsp = Dsp56001(mode=0, engine=engine)
        for mode in (3, 0):
            self.dsp.regs.omr = mode
            for space in SPACES:
                self._memory(space)[0:IO_PAGE] = BACKGROUND[space][:IO_PAGE].tolist()
        for space in "yp":
            self._memory(space)[IO_PAGE:0x10000] = BACKGROUND[space][IO_PAGE:].tolist()
        self._pristine = self.dsp.snapshot()

    def _memory(self, space: str) -> EngineMemory:
        memories = {"x": self.dsp.x, "y": self.dsp.y, "p": self.dsp.p}
        return memories[space]

    def run(self, case: Case, places: frozenset[tuple[str, int]] | None = None) -> Outcome:
        """The engine's outcome; only `places` of the memory are looked at, unless they are None."""
        dsp = self.dsp
        if dsp.engine == "jit":
            generate(dsp)
        omr = case.registers.get("omr", 0)
        if case.schedule is not None:
            # Data registers of peripherals survive every reset.
            dsp.restore(self._pristine)
        dsp.lines.irqa.drive(False)
        dsp.lines.irqb.drive(False)
        dsp.reset(mode=omr & 3)
        for name in WIDTH:
            setattr(dsp.regs, name, case.registers.get(name, 0))
        for location in range(1, 16):
            dsp.stack[location] = case.stack.get(location, (0, 0))
        placed = case.memory | case.code
        for (space, address), value in placed.items():
            self._memory(space)[address] = value
        dsp.x[BCR], dsp.x[IPR] = case.bcr, case.ipr
        clocks, instructions = dsp.clocks, dsp.instructions
        seen: dict[str, int] = {}
        if case.schedule is not None:
            seen = play(EngineChip(dsp), case.schedule, case.whole)
        elif case.whole:
            self._run_through(case)
        else:
            self._step_through(case)
        values = seen | {name: int(dsp.regs[name]) for name in WIDTH}
        for location in range(1, 16):
            values[f"ssh{location}"], values[f"ssl{location}"] = dsp.stack[location]
        values |= {"clocks": dsp.clocks - clocks, "instructions": dsp.instructions - instructions}
        values["bcr"], values["ipr"] = dsp.x[BCR], dsp.x[IPR]
        dsp.regs.omr = omr = _map_without_boot_rom(omr)
        if places is None:
            return Outcome(values, self.changes(omr))
        words = {place: self._memory(place[0])[place[1]] for place in places if _compared(*place, omr)}
        memory = {place: word for place, word in words.items() if word != _initial(place)}
        self._restore(places)
        return Outcome(values, memory)

    def _restore(self, places: Iterable[tuple[str, int]]) -> None:
        """Restore the background, also where another map hides the written words."""
        low = [(space, address) for space, address in places if address < SHADOWED]
        self.dsp.regs.omr = 0
        for space, address in places:
            if _compared(space, address, 0):
                self._memory(space)[address] = _initial((space, address))
        for space, address in low:
            self.dsp.port_a.ram(space.upper())[address] = _initial((space, address))

    def _run_through(self, case: Case) -> None:
        dsp = self.dsp
        start = dsp.instructions
        changes = sorted(step for step in case.lines if 0 < step < case.steps)
        for step, end in pairwise((0, *changes, case.steps)):
            self._drive(case, step)
            while (done := dsp.instructions - start) < end:
                stop = dsp.run(until=case.until, max_instructions=end - done)
                if stop.reason is StopReason.BREAKPOINT:
                    return
                if stop.reason is StopReason.HALT:
                    # A run does not pass through a jump to itself.
                    dsp.step()

    def _drive(self, case: Case, step: int) -> None:
        if step in case.lines:
            pin, asserted = case.lines[step]
            getattr(self.dsp.lines, pin).drive(asserted)

    def _step_through(self, case: Case) -> None:
        dsp = self.dsp
        for step in range(case.steps):
            if step and dsp.regs.pc == case.until:
                return
            self._drive(case, step)
            dsp.step()

    def changes(self, omr: int) -> dict[tuple[str, int], int]:
        """The words that differ from the background; they are put back."""
        changes: dict[tuple[str, int], int] = {}
        for space in SPACES:
            words = np.asarray(self._memory(space), dtype=np.uint32)
            differ = np.flatnonzero(words != BACKGROUND[space])
            changes |= {
                (space, address): int(words[address]) for address in differ.tolist() if _compared(space, address, omr)
            }
        self._restore(changes)
        return changes


def _compared(space: str, address: int, omr: int) -> bool:
    """Return True if an address is memory that can hold a word, not the internal I/O page or an enabled data ROM."""
    in_rom = space != "p" and bool(omr & 4) and 0x100 <= address < 0x200
    return not in_rom and not (space == "x" and address >= IO_PAGE)


__all__ = ["BACKGROUND", "Case", "EngineRunner", "Outcome", "ReferenceRunner", "Unmodelled"]
