"""Records of measured runs: the scripts in this directory write them with --record, and make tables of them."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import msgspec

from dsp56k.emu import build_info
from dsp56k.system.files import write_whole

_QUARTERS = 4
RECORDS = Path(__file__).parents[2] / "docs" / "records"


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


class Record(msgspec.Struct, frozen=True):
    """A measured run: the computer, the build, the load before and after, and the values."""

    cpu: str
    cores: int
    system: str
    python: str
    profile: str
    """The profile of the Rust extension: release, or debug."""
    load: tuple[float, float]
    """The load averages of one minute, before and after."""
    runs: int
    """Runs of each measurement; the shortest have more."""
    values: dict[str, Spread]
    """The values by name, which ends in the unit."""


def options(about: str | None) -> argparse.ArgumentParser:
    """Return the options that all measurements have."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print the record, and nothing else")
    parser.add_argument("--record", action="store_true", help="keep the record in docs/records, for performance.md")
    return parser


def main(
    about: str | None,
    name: str,
    runs: int,
    measure: Callable[[], dict[str, Spread]],
    targets: Mapping[str, Target] = MappingProxyType({}),
) -> None:
    """Measure, then record and print as the options of the command line say."""
    chosen = options(about).parse_args()
    load = os.getloadavg()[0]
    values = measure()
    if tell(name, record(values, runs, load), chosen):
        show(values, targets)


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


def tell(name: str, made: Record, chosen: argparse.Namespace) -> bool:
    """Record and print as the options say; return True if lines for a reader are required."""
    if chosen.record:
        keep(name, made)
    if chosen.json:
        sys.stdout.buffer.write(written(made))
    return not chosen.json


def spread(samples: Sequence[float]) -> Spread:
    """Return median, minimum and maximum, and quartiles if there are enough, to four digits."""
    median, least, most = (_rounded(value) for value in (statistics.median(samples), min(samples), max(samples)))
    if len(samples) < _QUARTERS:
        return Spread(median, least, most)
    first, _, third = statistics.quantiles(samples, n=_QUARTERS, method="inclusive")
    return Spread(median, least, most, (_rounded(first), _rounded(third)))


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def record(values: dict[str, Spread], runs: int, load_before: float) -> Record:
    """Return the record of a run on this computer that has just ended."""
    return Record(
        cpu=_cpu(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} {platform.release().partition('-')[0]}, {platform.machine()}",
        python=platform.python_version(),
        profile=build_info()["profile"],
        load=(round(load_before, 1), round(os.getloadavg()[0], 1)),
        runs=runs,
        values=values,
    )


def written(made: Record) -> bytes:
    """Return the content of a record's file."""
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


def keep(name: str, made: Record) -> None:
    """Write a record to docs/records."""
    RECORDS.mkdir(exist_ok=True)
    write_whole({RECORDS / f"{name}.json": written(made)})


def kept(name: str) -> Record:
    """Return the record of docs/records with a name.

    Raises:
        msgspec.ValidationError: A number or a key is missing.
    """
    return msgspec.json.decode((RECORDS / f"{name}.json").read_bytes(), type=Record)


def _cpu() -> str:
    """Return the processor's name and the clock of its first core, if the system has them."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    facts = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in reversed(lines))}
    name = facts.get("model name", platform.processor())
    return f"{name}, {float(facts['cpu MHz']):.0f} MHz" if "cpu MHz" in facts else name
