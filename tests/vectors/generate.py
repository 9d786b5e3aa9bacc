"""Makes the vectors from the plain-Python DSP56001: python tests/vectors/generate.py. The same bytes every time."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from differential.cases import BACKGROUND, Case
from differential.programs.encodings import case_of, comparable, word_of
from dsp56k import isa
from dsp56k.asm import disassemble
from reference_model.instructions.decode import MOVES, decode
from reference_model.memory import IPR_BITS
from reference_model.peripherals.peripheral import Unmodelled
from vectors.model import SUSPENDING, Model, changes
from vectors.vector import DATA, State, Vector, write

SEED = 56001
FOR_EACH_ROW = 56
"""Vectors of an encoding; an operation with many operands gets more."""
FOR_EACH_CODE = 5
"""Vectors of each code of an operation's byte, at least."""
REPETITIONS = 3
"""Repetitions of a REP that are followed; a longer one is left while it counts."""
INTERRUPTING = {"Swi": 0x06, "Illegal": 0x3E}
"""Instructions whose effect is an interrupt, and its vector: its first word is part of the vector."""
_FORMS = tuple(name for _, name in MOVES)


@cache
def model() -> Model:
    """The machine, over a memory of noise."""
    return Model({space: words.tolist() for space, words in BACKGROUND.items()})


def _bytes_by_operation() -> list[list[int]]:
    codes: list[list[int]] = [[] for _ in isa.ALU_ROWS]
    for byte in range(0x100):
        decoded = isa.decode(0x200000 | byte)
        if decoded is not None:
            codes[decoded.parts[1].row.index].append(byte)
    return codes


BYTES = _bytes_by_operation()
"""The codes of each operation with its operands."""


def word_for(random: Random, row: isa.Row, number: int) -> int:
    """Return a word of an encoding; successive words of an operation have different operands."""
    while True:
        if row.table == "alu":
            codes = BYTES[row.index]
            word = word_of(random, random.choice(_FORMS)) & 0xFFFF00 | codes[number % len(codes)]
        elif row.table == "move":
            operation = random.choice(isa.ALU_ROWS[1:])
            free = 0xFFFF00 & ~row.mask
            word = row.value | random.getrandbits(24) & free | random.choice(BYTES[operation.index])
        else:
            word = row.value | random.getrandbits(24) & 0xFFFFFF & ~row.mask
        decoded = isa.decode(word)
        if decoded is None or row not in (part.row for part in decoded.parts):
            continue
        if decode(word) is not None and comparable(word):
            return word


def _start(random: Random, row: isa.Row, number: int) -> tuple[Case, int]:
    """Return a case for an encoding, and its number of steps if it is known."""
    case = case_of(random, word_for(random, row, number))
    around = range((case.registers["sp"] & 15) - 2, (case.registers["sp"] & 15) + 3)
    case = replace(case, stack={location: case.stack[location] for location in around if location in case.stack})
    if row.op in INTERRUPTING:
        vector = INTERRUPTING[row.op]
        handler = 0x0D0000 | random.randrange(0x40, 0x1000)
        return replace(case, memory={("p", vector): handler, ("p", vector + 1): 0}), 2
    if row.op == "Rep":
        while True:
            repeated = word_of(random, random.choice(_FORMS))
            found = decode(repeated)
            if found is not None and found.words == 1:
                return replace(case, words=(*case.words, repeated)), 1 + REPETITIONS
    return case, 1


def _state(case: Case, ipr: int, memory: dict[tuple[str, int], int]) -> State:
    return State(
        case.registers | {"bcr": case.bcr, "ipr": ipr},
        [[location, *halves] for location, halves in sorted(case.stack.items())],
        [[*place, word] for place, word in sorted(memory.items())],
    )


def vector(row: isa.Row, number: int) -> Vector:
    """Return vector `number` of an encoding. Cases that the manual does not define are skipped."""
    for attempt in itertools.count():
        random = Random(f"{SEED}/{row.table}/{row.index}/{number}/{attempt}")
        case, steps = _start(random, row, number)
        ipr = 0 if row.op.lower() in SUSPENDING else random.getrandbits(16) & IPR_BITS
        before = _state(case, ipr, case.memory)
        try:
            if row.op == "Rep":
                count = model().run_from(before, case.words, 1).registers["lc"]
                steps = 1 + min(REPETITIONS, (count - 1) % 0x10000 + 1)
            result = model().run_from(before, case.words, steps)
        except Unmodelled:
            continue
        if result.doubtful or result.registers["omr"] & 3 == 1:
            continue
        places = {access[1:3] for access in result.accesses if access[4] in ("ram", "external")}
        held = {(space, address): int(BACKGROUND[space][address]) for space, address in places} | case.memory
        initial = _state(case, ipr, {place: word for place, word in held.items() if place not in case.code})
        complete = replace(initial, memory=[*initial.memory, *([*place, word] for place, word in case.code.items())])
        return Vector(
            f"{row.op.lower()}-{row.table}-{row.index}-{number}",
            list(case.words),
            _text(case.words),
            steps,
            initial,
            changes(complete, result),
            result.clocks,
            result.accesses,
        )
    raise AssertionError


def _text(words: tuple[int, ...]) -> str:
    text, length = disassemble(words[0], (*words, 0)[1])
    return text if length == len(words) else f"{text}; {disassemble(words[length])[0]}"


def path_of(row: isa.Row) -> Path:
    """Return the file of an encoding's operation."""
    return DATA / row.table / f"{row.op.lower()}.jsonl.gz"


def vectors(row: isa.Row) -> Iterator[Vector]:
    """Return all vectors of an encoding."""
    codes = len(BYTES[row.index]) if row.table == "alu" else 0
    return (vector(row, number) for number in range(max(FOR_EACH_ROW, FOR_EACH_CODE * codes)))


def main() -> int:
    """Write all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.parse_args()
    for path, group in itertools.groupby(sorted(isa.ROWS, key=lambda row: (path_of(row), row.index)), path_of):
        rows = list(group)
        header = [{"row": f"{row.table}-{row.index}", "bits": row.bits, "syntax": row.syntax} for row in rows]
        write(path, {"rows": header}, [one for row in rows for one in vectors(row)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
