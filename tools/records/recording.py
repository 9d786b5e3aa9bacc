"""Records of measured runs: the scripts beside this one write them with --record, and make tables of them."""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from dsp56k.emu import build_info
from dsp56k.system.files import write_whole

RECORDS = Path(__file__).parents[2] / "docs" / "records"


class Spread(msgspec.Struct, frozen=True):
    """What the runs of one measurement gave: their median, the least and the most."""

    median: float
    least: float
    most: float


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
    parser.add_argument("--record", action="store_true", help="keep the record in docs/records, for docs/speed.md")
    return parser


def main(about: str | None, name: str, runs: int, measure: Callable[[], dict[str, Spread]]) -> None:
    """Measure, and keep and print as the options of the command line say."""
    chosen = options(about).parse_args()
    load = os.getloadavg()[0]
    values = measure()
    if tell(name, record(values, runs, load), chosen):
        for what, value in values.items():
            print(f"{what:40} {value.median:>12,.4g}   {value.least:,.4g} to {value.most:,.4g}")


def tell(name: str, made: Record, chosen: argparse.Namespace) -> bool:
    """Keep and print the record as the options say; whether lines for a reader are wanted."""
    if chosen.record:
        keep(name, made)
    if chosen.json:
        sys.stdout.buffer.write(written(made))
    return not chosen.json


def spread(samples: Sequence[float]) -> Spread:
    """Median, least and most, to four digits."""
    return Spread(*(float(f"{value:.4g}") for value in (statistics.median(samples), min(samples), max(samples))))


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
