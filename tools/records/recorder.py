"""Records of measured runs: the scripts in this directory write them with --record, and make tables of them."""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

import msgspec

from dsp56k.emu import build_info
from dsp56k.system.files import write_whole
from dsp56k.system.records import Environment, Record, encode, package_version

_QUARTERS = 4
ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "docs" / "records"


class Spread(msgspec.Struct, frozen=True):
    """The results of one measurement: median, minimum and maximum, quartiles."""

    median: float
    least: float
    most: float
    quartiles: tuple[float, float] | None = None
    """The first and the third quartile, of four runs or more."""


class Target(msgspec.Struct, frozen=True):
    """The target of a measurement, a maximum or `at_least`, and the reason if it is known to be missed."""

    bound: float
    least: bool = False
    why: str = ""

    def verdict(self, value: float) -> str:
        """Return if a value meets the target, or by how much it misses it."""
        said = f"at {'least' if self.least else 'most'} {self.bound:,g}"
        missed = (self.bound - value if self.least else value - self.bound) / self.bound
        if missed <= 0:
            return said
        return f"{said}: missed by {max(1, round(100 * missed))} %"


class Row(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A measurement of a benchmark: its name and unit, and its results as in `Spread`."""

    name: str
    unit: str
    median: float
    least: float
    most: float
    quartiles: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        """Check the order of the results; ValueError if it is wrong."""
        low, high = self.quartiles or (self.median, self.median)
        if not self.least <= low <= self.median <= high <= self.most:
            raise ValueError(f"{self.name}: least, quartiles, median and most must ascend")


class Benchmark(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record of a benchmark."""

    environment: Environment
    rows: tuple[Row, ...]

    @property
    def values(self) -> dict[str, Spread]:
        """The results by name and unit: "step, us"."""
        return {f"{row.name}, {row.unit}": Spread(row.median, row.least, row.most, row.quartiles) for row in self.rows}


def options(about: str | None, runs: int) -> argparse.ArgumentParser:
    """Return the options that all benchmarks have; `about` begins with the title of the record and a colon."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.set_defaults(title=str(about).partition(":")[0], runs=runs)
    parser.add_argument("--json", action="store_true", help="print the record, and nothing else")
    parser.add_argument("--record", action="store_true", help="keep the record in docs/records, for performance.md")
    return parser


def report(
    name: str,
    chosen: argparse.Namespace,
    measure: Callable[[], dict[str, Spread]],
    targets: Mapping[str, Target] = MappingProxyType({}),
    *,
    extend: Callable[[Benchmark], Benchmark] = lambda made: made,
) -> dict[str, Spread]:
    """Measure, then record and print as the options say; return the values for further lines, none with --json.

    `extend` returns the record with further fields.

    Raises:
        SystemExit: The extension is not a release build.
    """
    build = build_info()
    if build["profile"] != "release":
        sys.exit(f"the extension is a {build['profile']} build; run `make build`")
    load = os.getloadavg()[0]
    values = measure()
    made = extend(record(name, chosen, values, load))
    if chosen.record:
        keep(made)
    if chosen.json:
        sys.stdout.buffer.write(encode(made))
        return {}
    print(f"build: {', '.join(f'{key} {value}' for key, value in build.items())}; load average {load:.1f}")
    show(values, targets)
    return values


def show(values: Mapping[str, Spread], targets: Mapping[str, Target]) -> None:
    """Print the measurements, each with its target; then missed targets with the reason."""
    missed = []
    for name, value in values.items():
        low, high = value.quartiles or (value.least, value.most)
        line = f"{name:44} {value.median:>10,.4g}   {f'{low:,.4g} to {high:,.4g}':24}"
        target = targets.get(name)
        verdict = target.verdict(value.median) if target else ""
        print(f"{line} {verdict}".rstrip())
        if target and "missed" in verdict:
            missed.append(f"{name}: {verdict}{'; ' * bool(target.why)}{target.why}")
    if targets:
        print("\n".join(["", f"{len(missed)} of {len(values.keys() & targets.keys())} targets missed", *missed]))


def spread(samples: Sequence[float]) -> Spread:
    """Return median, minimum and maximum, and quartiles if there are enough, to four digits."""
    median, least, most = (_rounded(value) for value in (statistics.median(samples), min(samples), max(samples)))
    if len(samples) < _QUARTERS:
        return Spread(median, least, most)
    first, _, third = statistics.quantiles(samples, n=_QUARTERS, method="inclusive")
    return Spread(median, least, most, (_rounded(first), _rounded(third)))


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def record(name: str, chosen: argparse.Namespace, values: Mapping[str, Spread], load_before: float) -> Benchmark:
    """Return the record of a benchmark that has just ended."""
    return Benchmark(
        id=name,
        title=chosen.title,
        command=shlex.join(["python", f"tools/records/{Path(sys.argv[0]).name}", *sys.argv[1:]]),
        version=package_version(),
        environment=Environment(
            date=datetime.now(UTC).date().isoformat(),
            commit=_git("rev-parse", "--short=8", "HEAD") + "+" * bool(_git("status", "--porcelain")),
            cpu=_cpu(),
            cores=os.cpu_count() or 1,
            system=f"{platform.system()} {platform.release().partition('-')[0]}, {platform.machine()}",
            python=platform.python_version(),
            profile=build_info()["profile"],
            load=(round(load_before, 1), round(os.getloadavg()[0], 1)),
            repetitions=chosen.runs,
        ),
        rows=tuple(
            Row(*name.rpartition(", ")[::2], value.median, value.least, value.most, value.quartiles)
            for name, value in values.items()
        ),
    )


def _git(*arguments: str) -> str:
    """Return the output of git; empty without git or a repository."""
    command = ["git", *arguments]
    try:
        return subprocess.check_output(command, cwd=ROOT, stderr=subprocess.DEVNULL, text=True).strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def path_of(name: str) -> Path:
    """Return the path of a record of docs/records."""
    return RECORDS / f"{name}.json"


def keep(made: Record) -> None:
    """Write a record to docs/records."""
    write_whole({path_of(made.id): encode(made)})


def _cpu() -> str:
    """Return the processor's name and the clock of its first core, if the system has them."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    facts = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in reversed(lines))}
    name = facts.get("model name", platform.processor())
    return f"{name}, {float(facts['cpu MHz']):.0f} MHz" if "cpu MHz" in facts else name
