"""The plain-Python DSP56001 as the maker of vectors: sets a state, steps, records every access and every change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reference_model.instructions.decode import Instruction
from reference_model.instructions.loops import Repetition
from reference_model.machine import Machine
from reference_model.memory import Memory
from reference_model.registers import WIDTH
from reference_model.words import MASK16
from vectors.vector import Access, State

LOCATIONS = range(1, 16)
SUSPENDING = ("wait", "stop")


@dataclass
class Result:
    """The result of a run: the whole state, its clocks (None for WAIT and STOP), its accesses."""

    registers: dict[str, int]
    stack: list[tuple[int, int]]
    memory: dict[tuple[str, int], int]
    clocks: int | None
    accesses: list[Access] = field(default_factory=list)
    doubtful: bool = False


class _Memory(Memory):
    """Memory over a background that is restored after each run; it logs accesses if requested."""

    def __init__(self, background: dict[str, list[int]] | None) -> None:
        super().__init__()
        self.background = background or {space: [0] * 0x10000 for space in "xyp"}
        self.log: list[Access] | None = None
        self.touched: set[tuple[str, int]] = set()
        for space, words in self.background.items():
            self.external[space] = list(words)
            self.internal[space] = words[: len(self.internal[space])]

    def read(self, space: str, address: int) -> int:
        word = super().read(space, address)
        if self.log is not None:
            self.log.append(("r", space, address & MASK16, word, self.place(space, address & MASK16)))
        return word

    def write(self, space: str, address: int, value: int) -> None:
        address &= MASK16
        if self.log is not None:
            self.log.append(("w", space, address, value & 0xFFFFFF, self.place(space, address)))
        self.touched.add((space, address))
        super().write(space, address, value)

    def restore(self) -> None:
        for space, address in self.touched:
            word = self.background[space][address]
            self.external[space][address] = word
            if address < len(self.internal[space]):
                self.internal[space][address] = word
        self.touched.clear()


class Model(Machine):
    """The machine, with the accesses of its instructions recorded."""

    def __init__(self, background: dict[str, list[int]] | None = None) -> None:
        super().__init__()
        self._log: list[Access] = []
        self._suspended = False
        self._repeated: Repetition | None = None
        self.memory: _Memory = _Memory(background)
        self.x, self.y, self.p = (self.memory.view(space) for space in "xyp")

    def _execute(self, instruction: Instruction) -> None:
        interrupts = self.interrupts
        place = self.file["pc"] if interrupts.source is None else interrupts.vector + interrupts.position
        if self.repetition is None or self.repetition is not self._repeated:
            for offset in range(instruction.words):
                address = place + offset & MASK16
                word = self.memory.read("p", address)
                self._log.append(("f", "p", address, word, self.memory.place("p", address)))
        self._repeated = self.repetition
        if instruction.name in SUSPENDING:
            self._suspended = True
            return
        self.memory.log = self._log
        try:
            super()._execute(instruction)
        finally:
            self.memory.log = None

    def run_from(self, state: State, code: Sequence[int], steps: int) -> Result:
        """Run `steps` steps of a state.

        Raises:
            Unmodelled: The steps need a part that the model omits.
        """
        memory = self.memory
        try:
            self.forget()
            self.agu.doubtful = self.stack.error_raised = False
            self._log, self._suspended, self._repeated = [], False, None
            self.stack.locations = [(0, 0)] * 16
            for location, high, low in state.stack:
                self.stack.locations[location] = high, low
            for name in WIDTH:
                self.regs[name] = state.registers[name]
            for space, address, word in state.memory:
                memory.write(space, address, word)
            for offset, word in enumerate(code):
                memory.write("p", state.registers["pc"] + offset, word)
            memory.bcr, memory.ipr = state.registers["bcr"], state.registers["ipr"]
            self.clocks = self.instructions = 0
            for _ in range(steps):
                self.step()
            registers = {name: self.regs[name] for name in WIDTH} | {"bcr": memory.bcr, "ipr": memory.ipr}
            # The map that the addresses of the run were formed with.
            memory.omr = state.registers["omr"]
            places = {access[1:3] for access in self._log if access[4] in ("ram", "external")}
            return Result(
                registers,
                [self.stack.locations[location] for location in LOCATIONS],
                {(space, address): memory.read(space, address) for space, address in places},
                None if self._suspended else self.clocks,
                self._log,
                self.agu.doubtful or self.interrupts.doubtful,
            )
        finally:
            memory.restore()


def changes(initial: State, result: Result) -> State:
    """Return the parts of a result that differ from its initial state."""
    stack = {location: (high, low) for location, high, low in initial.stack}
    memory = {(space, address): word for space, address, word in initial.memory}
    return State(
        {name: value for name, value in result.registers.items() if value != initial.registers[name]},
        [
            [location, *halves]
            for location, halves in zip(LOCATIONS, result.stack, strict=True)
            if halves != stack.get(location, (0, 0))
        ],
        [[*place, word] for place, word in sorted(result.memory.items()) if word != memory.get(place)],
    )
