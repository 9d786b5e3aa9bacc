"""Many small cases in one program: it loads a state, executes a case, stores the state, and goes on to the next.

Each case ends with `jmp (r7)`, where a region ends: loading and storing the registers does not belong to the region of
a case, so that it reads no part of an accumulator there. The program enters a case by a jump backward, where the engine
counts the entry and compiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from differential.cases import generate
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from reference_model.machine import Machine

ACCUMULATORS = ("a2", "a1", "a0", "b2", "b1", "b0")
INPUTS = ("x0", "x1", "y0", "y1")
POINTERS = ("r0", "r1", "r4", "n0", "n1", "n4")
MODIFIERS = ("m0", "m1", "m4")
LOADED = (*ACCUMULATORS, *INPUTS, *POINTERS, *MODIFIERS, "n6", "sr")
"""Registers that are loaded before a case: those of a state, and the modifiers of the batch. Cases branch by N6; R5, R6
and R7 belong to this program.
"""
STORED = ("sr", *ACCUMULATORS, *INPUTS, *POINTERS, "m0", "m1", "x:<$10", "y:<$10")
"""Results of a case: registers, and the word of each memory to which cases store."""

STORE, CASES, HEAD, END = 0x200, 0x280, 0xF000, 0xF080
"""P addresses: code that stores a state, the cases, code that loads a state, and the end of a run."""
CODE_END = HEAD
STATES, CASE_TABLE = 0x400, 0x2000
"""Y addresses of the states, and of the table of addresses of the cases, which ends with 0."""
RESULTS, RESULTS_END = 0x400, 0xFF00
"""X addresses of the results."""
STATE_POINTER, CASE_POINTER, RESULT_POINTER, CASE_ADDRESS, STATES_END = range(5)
"""Variables of the program in Y memory."""
DATA_WORDS = 512
"""Words of X and Y that are the same at the beginning of each run: pointers leave the chip by some of them."""
INSTRUCTIONS_EACH = 200
"""More instructions than one case of one state takes."""

State = dict[str, int]
Words = tuple[str, int, Sequence[int]]
"""Words from an address of a memory on."""
EXIT = 0x0AE780
"""JMP (R7)."""


def _head() -> list[str]:
    lines = [f"move y:<${STATE_POINTER:x},r5", f"move y:<${CASE_ADDRESS:x},r6", f"move #>${STORE:x},r7"]
    lines += [f"move y:(r5)+,{name}" for name in LOADED[:-1]]
    return [*lines, "movec y:(r5)+,sr", f"move r5,y:<${STATE_POINTER:x}", "jmp (r6)"]


def _store() -> list[str]:
    lines = [f"move y:<${RESULT_POINTER:x},r6", "nop"]
    for name in STORED:
        if ":" in name:
            lines += [f"move {name},x0", "move x0,x:(r6)+"]
        else:
            lines.append(f"{'movec' if name == 'sr' else 'move'} {name},x:(r6)+")
    lines += [f"move r6,y:<${RESULT_POINTER:x}", "andi #$f0,mr", f"move y:<${STATE_POINTER:x},x0", "clr a", "clr b"]
    lines += ["move x0,a0", f"move y:<${STATES_END:x},x0", "move x0,b0", "cmp b,a", f"jne >${HEAD:x}"]
    lines += [f"move #>${STATES:x},r5", f"move y:<${CASE_POINTER:x},r6", f"move r5,y:<${STATE_POINTER:x}"]
    lines += ["clr a", "move y:(r6)+,x0", f"move r6,y:<${CASE_POINTER:x}", f"move x0,y:<${CASE_ADDRESS:x}"]
    return [*lines, "move x0,a0", "tst a", f"jne >${HEAD:x}", f"jmp >${END:x}"]


def words_of(lines: Sequence[str], origin: int = 0) -> list[int]:
    """Return the words of lines at an address."""
    assembled = assemble(f" org p:${origin:x}\n" + "".join(f" {line}\n" for line in lines))
    assert assembled.ok, assembled.diagnostics
    return [assembled.words["P", origin + offset] for offset in range(len(assembled.words))]


@lru_cache
def _frame() -> tuple[tuple[int, tuple[int, ...]], ...]:
    parts = ((STORE, _store()), (HEAD, _head()), (END, ["nop"]))
    return tuple((origin, tuple(words_of(lines, origin))) for origin, lines in parts)


class Case(Protocol):
    """A few words of code."""

    def __str__(self) -> str: ...

    def words(self, origin: int) -> list[int]:
        """Return the words at an address, without the exit."""
        ...


@dataclass(frozen=True)
class Outcome:
    """The stored words of a run by case, state and element of `STORED`, and its clocks; None if not counted."""

    words: NDArray[np.uint32]
    clocks: int | None


@dataclass(frozen=True)
class Batch:
    """Cases in one program, each with each state."""

    cases: Sequence[Case]
    states: Sequence[State]
    modifiers: tuple[int, int, int] = (0xFFFF, 0xFFFF, 0xFFFF)

    def image(self) -> tuple[list[int], list[int]]:
        """Return the words of all cases from `CASES` on, and their addresses."""
        words: list[int] = []
        addresses = []
        for case in self.cases:
            addresses.append(CASES + len(words))
            words += [*case.words(CASES + len(words)), EXIT]
        assert CASES + len(words) <= CODE_END
        assert RESULTS + len(self.cases) * len(self.states) * len(STORED) <= RESULTS_END
        return words, addresses

    def memory(self) -> Iterator[Words]:
        """Yield the program, the states, and the table of cases."""
        words, addresses = self.image()
        for origin, lines in _frame():
            yield "p", origin, lines
        yield "p", CASES, words
        loaded = [state | dict(zip(MODIFIERS, self.modifiers, strict=True)) for state in self.states]
        yield "y", STATES, [state.get(name, 0) for state in loaded for name in LOADED]
        yield "y", CASE_TABLE, [*addresses, 0]

    def data(self) -> Iterator[Words]:
        """Yield the data at the start of a run; words of Y are also internal addresses, for address registers."""
        yield "x", 0, [0x0F1E2D * (index + 1) & 0xFFFFFF for index in range(DATA_WORDS)]
        yield "y", 0, [(0x9D * index & 0xFF) << 16 | 0x40 + 7 * index % 0x90 for index in range(DATA_WORDS)]
        yield "y", STATE_POINTER, [STATES, CASE_TABLE + 1, RESULTS, CASES, STATES + len(self.states) * len(LOADED)]

    def registers(self) -> dict[str, int]:
        """Return the registers that are not part of a state."""
        return {f"m{number}": 0xFFFF for number in range(8)} | {"pc": HEAD, "sr": 0x300, "omr": 0}

    def instructions(self) -> int:
        """Return a number above that of the executed instructions."""
        return INSTRUCTIONS_EACH * (len(self.cases) + 1) * len(self.states)

    def results(self, words: Sequence[int]) -> NDArray[np.uint32]:
        """Return the stored words by case, state and element of `STORED`."""
        shape = len(self.cases), len(self.states), len(STORED)
        return np.array(words, dtype=np.uint32).reshape(shape)

    @property
    def stored(self) -> range:
        """The addresses of the stored words."""
        return range(RESULTS, RESULTS + len(self.cases) * len(self.states) * len(STORED))

    def run(self, dsp: Dsp56001, times: int = 1) -> Outcome:
        """Return the outcome of a chip in the last of `times` runs."""
        begin = 0
        memories = {"x": dsp.x, "y": dsp.y, "p": dsp.p}
        dsp.x[0xFFFE] = 0
        for space, origin, words in self.memory():
            memories[space][origin : origin + len(words)] = words
        for _ in range(times):
            for space, origin, words in self.data():
                memories[space][origin : origin + len(words)] = words
            for name, value in self.registers().items():
                setattr(dsp.regs, name, value)
            begin = dsp.clocks
            dsp.run(max_instructions=self.instructions(), until=END)
            assert (dsp.regs.pc, dsp.regs.sp) == (END, 0), f"P:${dsp.regs.pc:04x}, SP {dsp.regs.sp}"
        return Outcome(self.results(list(dsp.x[self.stored.start : self.stored.stop])), dsp.clocks - begin)


def interpreted(batch: Batch) -> Outcome:
    """Return the outcome of the interpreter."""
    return batch.run(Dsp56001(engine="interpreter"))


def generated(batch: Batch) -> Outcome:
    """Return the outcome of compiled code; each entry point is compiled at its first entry."""
    dsp = Dsp56001(engine="jit")
    generate(dsp)
    return batch.run(dsp)


def public(batch: Batch, engine: str, times: int) -> Outcome:
    """Return the outcome of the last of `times` runs on an engine that compiles hot code."""
    return batch.run(Dsp56001(engine=engine), times)


def modelled(batch: Batch) -> Outcome:
    """Return the outcome of the plain-Python model, which does not count clocks."""
    machine = Machine()
    for space, origin, words in (*batch.memory(), *batch.data()):
        for offset, word in enumerate(words):
            machine.memory.write(space, origin + offset, word)
    for name, value in batch.registers().items():
        machine.regs[name] = value
    machine.memory.bcr = 0
    for _ in range(batch.instructions()):
        if machine.regs["pc"] == END:
            break
        machine.step()
    assert machine.regs["pc"] == END
    return Outcome(batch.results([machine.memory.read("x", address) for address in batch.stored]), None)
