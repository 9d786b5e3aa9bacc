"""The systematic judge: `make systematic`, or campaign.py [--share N] [--kind NAME].

Every case of each kind runs on the interpreter and on code that is compiled at its first execution. The plain-Python
model and the engines "auto" and "jit", which compile hot code, run a part of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from differential.systematic import cases
from differential.systematic.cases import Sequenced
from differential.systematic.harness import STORED, Batch, Outcome, State, generated, interpreted, modelled, public
from differential.systematic.states import MODIFIERS, SCALING, accumulator_states, pointer_states

BATCH = 300
"""Cases in one program: X memory has space for their results in eight states."""
MODELLED = 25
"""The model and the public engines run this many cases of one in this many batches."""
TIMES = 200
"""Runs of a program after which the public engines have compiled its cases."""
PUBLIC = ("auto", "jit")


@dataclass(frozen=True)
class Kind:
    """Cases of one sort, and the states and modifiers with which they run."""

    cases: Callable[[], Iterator[Sequenced]]
    settings: Sequence[tuple[Sequence[State], tuple[int, int, int]]]
    every: bool = False
    """True runs each case with each setting; False gives each batch the next setting."""


SCALED = [(accumulator_states(mode), MODIFIERS[0]) for mode in range(len(SCALING))]
BUFFERED = [(pointer_states(), modifiers) for modifiers in MODIFIERS]

KINDS = {
    "accumulator pairs": Kind(cases.accumulator_pairs, SCALED),
    "accumulator triples": Kind(cases.accumulator_triples, SCALED),
    "pointer pairs": Kind(cases.pointer_pairs, BUFFERED, every=True),
    "pointer triples": Kind(cases.pointer_triples, BUFFERED),
    "flag pairs": Kind(cases.flag_pairs, SCALED, every=True),
    "flag triples": Kind(cases.flag_triples, SCALED, every=True),
}


def batches(kind: Kind, share: int = 1) -> Iterator[Batch]:
    """All cases of a kind, or one of `share` of them, in batches that take the settings in turn."""
    # Parts whose number has no common divisor with the number of positions visit all positions.
    chosen = [case for number, case in enumerate(kind.cases()) if number % share == 0]
    for setting, (states, modifiers) in enumerate(kind.settings):
        group = chosen if kind.every else chosen[setting :: len(kind.settings)]
        for first in range(0, len(group), BATCH):
            yield Batch(group[first : first + BATCH], states, modifiers)


def differences(batch: Batch, expected: Outcome, found: Outcome, by: str) -> list[str]:
    """Return a line for each case that differs, its first difference in the first state, and a line for the clocks."""
    lines = []
    right, words = expected.words, found.words
    for number in sorted({int(case) for case in np.argwhere(right != words)[:, 0]}):
        state, place = np.argwhere(right[number] != words[number])[0]
        values = f"{right[number, state, place]:06x} {words[number, state, place]:06x}"
        modifiers = " ".join(f"{modifier:x}" for modifier in batch.modifiers)
        setting = f"state {state}, SR {batch.states[state]['sr']:04x}, M {modifiers}"
        lines.append(f"{batch.cases[number]}: {STORED[place]} {values} by {by}; {setting}")
    if found.clocks is not None and found.clocks != expected.clocks:
        lines.append(f"{batch.cases[0]} to {batch.cases[-1]}: {expected.clocks} {found.clocks} clocks by {by}")
    return lines


@dataclass
class SystematicJudge:
    """Compares batches, and counts."""

    compared: int = 0
    modelled: int = 0
    played: int = 0

    def generated(self, batch: Batch) -> list[str]:
        """Return the differences of compiled code."""
        expected = interpreted(batch)
        self.compared += len(batch.cases)
        return differences(batch, expected, generated(batch), "generated code")

    def sampled(self, batch: Batch) -> list[str]:
        """Return the differences from the model, and between the public engines after many runs."""
        expected = interpreted(batch)
        lines = differences(batch, expected, modelled(batch), "the model")
        for engine in PUBLIC:
            lines += differences(batch, expected, public(batch, engine, TIMES), engine)
            self.played += len(batch.cases)
        self.modelled += len(batch.cases)
        return lines


def sample(batch: Batch, count: int) -> Batch:
    """Return `count` cases from all parts of a batch."""
    return Batch(batch.cases[:: max(1, len(batch.cases) // count)][:count], batch.states, batch.modifiers)


def compare(name: str, share: int) -> tuple[list[str], SystematicJudge]:
    """The differences of a kind, and the number of comparisons."""
    judge = SystematicJudge()
    lines: list[str] = []
    for number, batch in enumerate(batches(KINDS[name], share)):
        lines += judge.generated(batch)
        if number % MODELLED == 0:
            lines += judge.sampled(sample(batch, MODELLED))
    return lines, judge


def main() -> int:
    """Run the campaign; the exit code is 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", action="append", choices=KINDS, help="only this kind; may be given several times")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="one of N cases")
    options = parser.parse_args()
    failed = False
    for name in options.kind or KINDS:
        begun = time.process_time()
        lines, judge = compare(name, options.share)
        failed |= bool(lines)
        counts = (
            f"{judge.compared} cases, {judge.modelled} of them also on the model, {judge.played} runs by public engines"
        )
        summary = f"{name}: {counts}, {len(lines)} differ, {time.process_time() - begun:.0f} s of processor time"
        sys.stdout.write("".join(f"{line}\n" for line in (*lines, summary)))
        sys.stdout.flush()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
