"""Records the values that studies hold (`hold`): measures the base of each study and writes the values into its file.

Run it after a change that is meant to change times: `make holds` for all studies, `make holds STUDIES="s1-27mhz"`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from dsp56k.study.conclusions.analysis import analyze
from dsp56k.study.measurement.cache import Cache
from dsp56k.study.measurement.execution import executor
from dsp56k.study.measurement.measurer import Measurer
from dsp56k.study.plans.plan import Plan
from dsp56k.study.results.result import StudyResult
from dsp56k.study.toml_reader import builtin_studies
from dsp56k.system.processes import available_cores

STUDIES = Path(str(files("dsp56k.study"))) / "studies"
_VALUE = re.compile(r"(?m)^(    \{ quantity = .*, value = )[^ ,]+( \},)$")
"""A line of `hold`."""
DIGITS = 6


def held(text: str, result: StudyResult) -> str:
    """Return a study's text with the values of a result."""
    values: Iterator[str] = iter([f"{one.ours.value:.{DIGITS}g}" for one in result.holds])
    changed, count = _VALUE.subn(lambda line: f"{line[1]}{float(next(values))}{line[2]}", text)
    if count != len(result.holds):
        raise SystemExit(f"{result.id}: {len(result.holds)} values, but {count} lines with quantity first, value last")
    return changed


def main() -> None:
    """Record the values of the studies that are named, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("studies", nargs="*")
    parser.add_argument("--out", type=Path, default=Path("results"))
    given = parser.parse_args()
    plans = [Plan.builtin(name, vary=False) for name in given.studies or builtin_studies()]
    with executor(available_cores()) as workers:
        results = analyze([plan for plan in plans if plan.study.hold], Measurer(workers, Cache(given.out / ".cache")))
    for result in results:
        if not result.right:
            raise SystemExit(f"{result.id}: a result is wrong")
        path = STUDIES / f"{result.id}.toml"
        path.write_text(held(path.read_text(encoding="utf-8"), result), encoding="utf-8")
        for one in result.holds:
            if one.broken:
                sys.stdout.write(f"{result.id}: {one.told}\n")


if __name__ == "__main__":
    main()
