"""Records of measured runs: the scripts beside this one write them with --record, and make tables of them."""

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
    """What the runs of one measurement gave: their median, the least and the most, the quartiles."""

    median: float
    least: float
    most: float
    quartiles: tuple[float, float] | None = None
    """The first and the third, of four runs or more."""


class Target(msgspec.Struct, frozen=True):
    """What a measurement should come to at most, or at `least`, and why it does not where that is known."""

    bound: float
    least: bool = False
    why: str = ""

    def verdict(self, value: float) -> str:
        """Whether it does, or by how much not."""
        said = f"at {'least' if self.least else 'most'} {self.bound:,g}"
        missed = (self.bound - value if self.least else value - self.bound) / self.bound
        if missed <= 0:
            return said
        return f"{said}: missed by {max(1, round(100 * missed))} %"


class Record(msgspec.Struct, frozen=True):
    """A measured run: where it ran, what was built, how busy the machine was before and after, and what it gave."""

    cpu: str
    cores: int
    system: str
    python: str
    profile: str
    """Of the Rust extension: release, or debug."""
    load: tuple[float, float]
    """The load averages of one minute, before and after."""
    runs: int
    """Of each measurement; the shortest have more."""
    values: dict[str, Spread]
    """By name, which ends in the unit."""


def options(about: str | None) -> argparse.ArgumentParser:
    """The options that all measurements have."""
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
    """Measure, and keep and print as the options of the command line say."""
    chosen = options(about).parse_args()
    load = os.getloadavg()[0]
    values = measure()
    if tell(name, record(values, runs, load), chosen):
        show(values, targets)


def show(values: Mapping[str, Spread], targets: Mapping[str, Target]) -> None:
    """Print what was measured, with the target of each that has one; then what was missed, and why."""
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
    """Keep and print the record as the options say; whether lines for a reader are wanted."""
    if chosen.record:
        keep(name, made)
    if chosen.json:
        sys.stdout.buffer.write(written(made))
    return not chosen.json


def spread(samples: Sequence[float]) -> Spread:
    """Median, least and most, and quartiles if there are enough, to four digits."""
    median, least, most = (_rounded(value) for value in (statistics.median(samples), min(samples), max(samples)))
    if len(samples) < _QUARTERS:
        return Spread(median, least, most)
    first, _, third = statistics.quantiles(samples, n=_QUARTERS, method="inclusive")
    return Spread(median, least, most, (_rounded(first), _rounded(third)))


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def record(values: dict[str, Spread], runs: int, load_before: float) -> Record:
    """The record of a run on this machine that has just ended."""
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
    """A record as its file holds it."""
    return msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"


def keep(name: str, made: Record) -> None:
    """Write a record to docs/records."""
    RECORDS.mkdir(exist_ok=True)
    write_whole({RECORDS / f"{name}.json": written(made)})


def kept(name: str) -> Record:
    """The record of docs/records with a name.

    Raises:
        msgspec.ValidationError: where a number or a key is missing.
    """
    return msgspec.json.decode((RECORDS / f"{name}.json").read_bytes(), type=Record)


def _cpu() -> str:
    """The processor's own name and the clock of its first core, where the system tells them."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    facts = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in reversed(lines))}
    name = facts.get("model name", platform.processor())
    return f"{name}, {float(facts['cpu MHz']):.0f} MHz" if "cpu MHz" in facts else name
