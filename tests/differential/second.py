"""Cases on the second reading of the manual."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from differential.cases import SPACES, Case, Outcome
from independent_model.chip import Chip
from independent_model.state import LA, LC, OFFSET, OMR, SP, SR, X0, X1, Y0, Y1, IllegalWordError, LeftOutError, M, R
from reference_model.registers import WIDTH

CODES = {"x0": X0, "x1": X1, "y0": Y0, "y1": Y1, "sr": SR, "omr": OMR, "sp": SP, "la": LA, "lc": LC} | {
    f"{bank}{number}": code + number for bank, code in (("r", R), ("n", OFFSET), ("m", M)) for number in range(8)
}
#: Where the parts of an accumulator begin, and their widths.
PARTS = {"2": (48, 8), "1": (24, 24), "0": (0, 24)}


class SecondRunner:
    """Runs cases, each on a separate chip over a background, or over memory that contains 0."""

    def __init__(self, background: dict[str, NDArray[np.uint32]] | None = None) -> None:
        noise = background or {space: np.zeros(0x10000, np.uint32) for space in SPACES}
        self.background = {space: words.tolist() for space, words in noise.items()}

    def run(self, case: Case) -> Outcome | None:
        """The outcome; None if the case needs what this model leaves out."""
        if case.lines or case.schedule is not None:
            return None
        chip = self._start(case)
        state = chip.state
        placed = [chip.place(*place) for place in case.memory | case.code]
        instructions = 0
        try:
            for step in range(case.steps):
                if step and state.pc == case.until:
                    break
                chip.step()
                instructions += 1
        except (LeftOutError, IllegalWordError):
            return None
        values = {name: self._register(chip, name) for name in WIDTH}
        for location in range(1, 16):
            values[f"ssh{location}"], values[f"ssl{location}"] = state.stack[location]
        values |= {"clocks": state.clocks, "instructions": instructions, "bcr": state.bcr, "ipr": case.ipr}
        state.map = case.registers.get("omr", 0)
        touched = frozenset(place[:2] for place in (*placed, *state.memory))
        words = {place: state.word(chip.place(*place)) for place in touched}
        changed = {place: word for place, word in words.items() if word != self.background[place[0]][place[1]]}
        return Outcome(values, changed, touched)

    def _start(self, case: Case) -> Chip:
        chip = Chip(self.background)
        state = chip.state
        for name in WIDTH:
            value = case.registers.get(name, 0)
            if name in CODES:
                state.file[CODES[name]] = value
            elif name == "pc":
                state.pc = value
            else:
                state.accumulator["ab".index(name[0])] |= value << PARTS[name[1]][0]
        state.map = state.fetch_map = state.file[OMR]
        state.bcr = case.bcr
        state.stack = [case.stack.get(location, (0, 0)) for location in range(16)]
        for (space, address), word in (case.memory | case.code).items():
            state.memory[chip.place(space, address)] = word
        return chip

    @staticmethod
    def _register(chip: Chip, name: str) -> int:
        state = chip.state
        if name in CODES:
            return state.file[CODES[name]]
        if name == "pc":
            return state.pc
        start, width = PARTS[name[1]]
        return state.accumulator["ab".index(name[0])] >> start & (1 << width) - 1
