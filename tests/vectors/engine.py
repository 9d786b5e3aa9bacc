"""The emulator as a taker of vectors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dsp56k.emu import Dsp56001
from reference_model.memory import BCR, IO_PAGE, IPR
from vectors.vector import State, Vector

SPACES = "xyp"


class Device:
    """RAM instead of the external memory of one space; it reports each access."""

    def __init__(self, space: str, seen: Callable[[str, str, int, int], None]) -> None:
        self.space, self.seen = space, seen
        self.words: dict[int, int] = {}

    def read(self, offset: int, now: int) -> int:
        word = self.words.get(offset, 0)
        self.seen("r", self.space, offset, word)
        return word

    def write(self, offset: int, value: int, now: int) -> None:
        self.seen("w", self.space, offset, value)
        self.words[offset] = value


class Taker:
    """Sets the emulator to a vector's initial state, steps it, and reports differences from the vector."""

    def __init__(self, watched: bool = False) -> None:
        """Watched: all external data accesses go to devices, which record them."""
        self.dsp = Dsp56001()
        self.seen: list[tuple[str, str, int, int]] = []
        self.devices: dict[str, Device] = {}
        for space in SPACES if watched else "":
            self.devices[space] = Device(space, lambda *access: self.seen.append(access))
            self.dsp.port_a.map_device(space.upper(), 0, 0xFFFF, self.devices[space])

    def _put(self, state: State) -> None:
        dsp = self.dsp
        dsp.reset(mode=state.registers["omr"] & 3)
        for name, value in state.registers.items():
            if name not in ("bcr", "ipr"):
                dsp.regs[name] = value
        for location, high, low in state.stack:
            dsp.stack[location] = (high, low)
        dsp.x[BCR], dsp.x[IPR] = state.registers["bcr"], state.registers["ipr"]

    def _place(self, space: str, address: int, word: int) -> None:
        getattr(self.dsp, space)[address] = word
        if self.devices:
            self.devices[space].words[address] = word

    def _start(self, vector: Vector) -> dict[tuple[str, int], int]:
        """Become the initial state; the words of memory that it names are returned."""
        for location in range(1, 16):
            self.dsp.stack[location] = (0, 0)
        self._put(vector.initial)
        words = {(space, address): word for space, address, word in vector.initial.memory}
        start = vector.initial.registers["pc"]
        words |= {("p", start + offset): word for offset, word in enumerate(vector.code)}
        for (space, address), word in words.items():
            self._place(space, address, word)
        return words

    def accesses(self, vector: Vector) -> list[tuple[str, str, int, int]]:
        """Return the accesses of a watched emulator on port A."""
        words = self._start(vector)
        self.seen.clear()
        for _ in range(vector.steps):
            self.dsp.step()
        seen = sorted(self.seen)
        self._clear(vector, words)
        return seen

    def differences(self, vector: Vector) -> list[str]:
        """Return the differences, one line each: name, the vector's value, the emulator's."""
        dsp, initial, final = self.dsp, vector.initial, vector.final
        words = self._start(vector)
        before = dsp.clocks
        for _ in range(vector.steps):
            dsp.step()
        got = {name: dsp.regs[name] for name in initial.registers if name not in ("bcr", "ipr")}
        got |= {"bcr": dsp.x[BCR], "ipr": dsp.x[IPR]}
        got["clocks"] = dsp.clocks - before if vector.clocks is not None else 0
        wanted = initial.registers | final.registers | {"clocks": vector.clocks or 0}
        lines = [f"{name} {value:X} {got[name]:X}" for name, value in wanted.items() if value != got[name]]
        stack = {location: (high, low) for location, high, low in (*initial.stack, *final.stack)}
        for location in range(1, 16):
            halves = dsp.stack[location]
            if halves != stack.get(location, (0, 0)):
                lines.append(f"stack {location} {stack.get(location)} {halves}")
        # Memory is looked at through the map of the initial state.
        dsp.regs.omr = initial.registers["omr"]
        words |= {(space, address): word for space, address, word in final.memory}
        for (space, address), word in words.items():
            if (found := getattr(dsp, space)[address]) != word:
                lines.append(f"{space}:${address:04X} {word:06X} {found:06X}")
        self._clear(vector, words)
        return lines

    def _clear(self, vector: Vector, places: dict[tuple[str, int], int]) -> None:
        self.dsp.regs.omr = vector.initial.registers["omr"]
        for space, address in places:
            getattr(self.dsp, space)[address] = 0
        for device in self.devices.values():
            device.words.clear()

    def strays(self) -> list[str]:
        """Words that a run has left where its vector has none."""
        found = []
        for omr in (0, 3):
            self.dsp.reset(mode=omr)
            for space in SPACES:
                words = np.asarray(getattr(self.dsp, space))[: IO_PAGE if space == "x" else None]
                found += [f"{space}:${address:04X}" for address in np.flatnonzero(words).tolist()]
        return found
