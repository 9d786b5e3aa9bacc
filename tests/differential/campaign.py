"""The long comparison: random instructions and programs on the emulator and on the plain-Python DSP56001, and hot
loops on both engines.

campaign.py --seconds 600 --seed 1     compares for ten minutes, and executes random code words before
campaign.py --seed 1 --only wild/17    repeats one case of that campaign
campaign.py --engine jit               compares compiled code with the model
campaign.py --engines --instructions 100000000
                                       compares only the engines, up to this number of instructions

Each difference is made small and printed as assembly text with the state it needs, ready for test_regressions.py.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Protocol, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from differential.cases import Case, EngineRunner, ReferenceRunner
from differential.compare import Judge
from differential.engines.compare import KINDS, GeneratedJudge
from differential.programs.encodings import FAMILIES, case
from differential.programs.host import TIMED
from differential.programs.random_code import execute
from differential.programs.sequences import SEQUENCES as COUNTED
from differential.serial.compare import SerialJudge
from differential.serial.programs import SERIAL

SEQUENCES = COUNTED | TIMED
CODE_WORDS = 1_000_000
"""Random code words that are executed before anything is compared."""
PROGRAMS = 4
"""Programs of each kind in a round; a round has one instruction of each family."""


C = TypeVar("C", contravariant=True)


class Comparer(Protocol[C]):
    """Judges cases of a sort."""

    compared: int
    instructions: int

    def differences(self, case: C) -> list[str]:
        """Return the difference."""
        ...

    def report(self, case: C) -> str:
        """A description of the smallest case that still differs; empty if nothing does."""
        ...


def one_case(random: Random, family: str) -> Case:
    """A case of a family of instructions, or a program of a kind."""
    return SEQUENCES[family](random) if family in SEQUENCES else case(random, family)


def cases(families: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Families and numbers without end: instructions of each encoding, then programs of each kind."""
    for turn in itertools.count():
        for family in families:
            count = PROGRAMS if family in SEQUENCES or family in KINDS else 1
            yield from ((family, turn * count + place) for place in range(count))


class Campaign:
    """The sides and the counts of one campaign."""

    def __init__(self, seed: int, engine: str, each: int) -> None:
        self.seed, self.each = seed, each
        self.judge = Judge(EngineRunner(engine), ReferenceRunner())
        self.serial_judge = SerialJudge(engine)
        self.generated_judge = GeneratedJudge()
        self.compared: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()

    def compare(self, family: str, number: int) -> None:
        """Compare case `number` of a family; the first few differences of a family are printed."""
        random = Random(f"{self.seed}/{family}/{number}")
        if family in SERIAL:
            self._compare(family, number, self.serial_judge, SERIAL[family](random))
        elif family in KINDS:
            self._compare(family, number, self.generated_judge, KINDS[family](random))
        else:
            self._compare(family, number, self.judge, one_case(random, family))

    def _compare(self, family: str, number: int, judge: Comparer[C], one: C) -> None:
        before = judge.compared
        report = judge.report(one) if self.failed[family] < self.each else " ".join(judge.differences(one))
        self.compared[family] += judge.compared > before
        if not report:
            return
        self.failed[family] += 1
        if self.failed[family] <= self.each:
            name = Path(__file__).relative_to(Path.cwd()) if Path(__file__).is_relative_to(Path.cwd()) else __file__
            command = f"python {name} --seed {self.seed} --only {family}/{number}"
            sys.stdout.write(f"--- {family}\n{report}\nrepeat with: {command}\n")
            sys.stdout.flush()

    def summary(self) -> str:
        """The counts, a line for each family that differs."""
        lines = [
            f"{family:20} {self.compared[family]:8} compared {count:8} differ" for family, count in self.failed.items()
        ]
        programs = sum(count for family, count in self.compared.items() if family in {*SEQUENCES, *SERIAL, *KINDS})
        lines.append(
            f"{self.compared.total()} cases ({programs} programs), {self.instructions} instructions compared,"
            f" {self.failed.total()} differ; {self.judge.three_ways} of the cases by the second reading, too"
        )
        if (engines := self.generated_judge).compared:
            disturbed = ", ".join(f"{name} {count}" for name, count in sorted(engines.disturbed.items()))
            lines.append(f"{engines.compared} programs on both engines, at {engines.stops} stops; between: {disturbed}")
        return "\n".join(lines) + "\n"

    @property
    def instructions(self) -> int:
        """Instructions that were compared."""
        return sum(judge.instructions for judge in (self.judge, self.serial_judge, self.generated_judge))


def main() -> int:
    """Run the campaign; the exit code is 1 if anything differed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, help="how long to compare (default 60, or without end)")
    parser.add_argument("--instructions", type=int, help="how many instructions to compare")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", default="interpreter", help="what is compared with the model (or jit)")
    parser.add_argument("--engines", action="store_true", help="only the programs that compare the engines")
    parser.add_argument("--only", metavar="FAMILY/NUMBER", help="one case of the campaign")
    parser.add_argument("--family", action="append", help="only this family; may be given more than once")
    parser.add_argument("--each", type=int, default=3, help="differences to print for one family (default 3)")
    parser.add_argument("--code-words", type=int, default=CODE_WORDS, help=f"random code words (default {CODE_WORDS})")
    options = parser.parse_args()
    campaign = Campaign(options.seed, options.engine, options.each)
    if options.only:
        family, _, number = options.only.partition("/")
        campaign.compare(family, int(number))
    else:
        if not options.family and not options.engines and options.code_words:
            tally = execute(str(options.seed), options.code_words)
            sys.stdout.write(f"{tally.instructions} random code words executed in {tally.runs} runs\n")
            sys.stdout.flush()
        seconds = options.seconds or (math.inf if options.instructions else 60)
        end, most = time.monotonic() + seconds, options.instructions or math.inf
        families = KINDS if options.engines else (*FAMILIES, *SEQUENCES, *SERIAL, *KINDS)
        for family, place in cases(tuple(options.family or families)):
            if time.monotonic() > end or campaign.instructions >= most:
                break
            campaign.compare(family, place)
    sys.stdout.write(campaign.summary())
    return int(campaign.failed.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
