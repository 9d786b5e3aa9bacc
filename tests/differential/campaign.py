"""A long comparison: campaign.py --seconds 600 --seed 1 prints each difference found, made small."""

from __future__ import annotations

import argparse
import collections
import itertools
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from differential.cases import Case, EngineRunner, ReferenceRunner
from differential.compare import Judge
from differential.generate import FAMILIES, case
from differential.programs import SEQUENCES


def cases(seed: int, families: tuple[str, ...]) -> collections.abc.Iterator[tuple[str, Case]]:
    """Cases without end: each family in turn, and now and then a program."""
    for number in itertools.count():
        for family in families:
            random = Random(f"{seed}/{family}/{number}")
            yield family, SEQUENCES[family](random) if family in SEQUENCES else case(random, family)


def main() -> int:
    """Run the campaign; the exit code is 1 if anything differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", default="interpreter")
    parser.add_argument("--family", action="append", help="only this family; may be given more than once")
    parser.add_argument("--each", type=int, default=3, help="differences to print for one family (default 3)")
    options = parser.parse_args()
    families = tuple(options.family or (*FAMILIES, *SEQUENCES))
    judge = Judge(EngineRunner(options.engine), ReferenceRunner())
    compared: collections.Counter[str] = collections.Counter()
    failed: collections.Counter[str] = collections.Counter()
    end = time.monotonic() + options.seconds
    for family, one in cases(options.seed, families):
        if time.monotonic() > end:
            break
        before = judge.compared
        report = judge.report(one) if failed[family] < options.each else " ".join(judge.differences(one))
        compared[family] += judge.compared > before
        if not report:
            continue
        failed[family] += 1
        if failed[family] <= options.each:
            sys.stdout.write(f"--- {family}\n{report}\n")
            sys.stdout.flush()
    for family in families:
        sys.stdout.write(f"{family:20} {compared[family]:8} compared {failed[family]:8} differ\n")
    sys.stdout.write(f"{'all':20} {compared.total():8} compared {failed.total():8} differ\n")
    return int(failed.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
