"""Writes the tables of docs/records/short-des.md from the results of `dsp56k study run` for short DES operations.

python tools/records/short_des_tables.py [RESULTS]

The studies are s2-batches and s2-streams.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from dsp56k.study.points import Point
from dsp56k.study.reports.writer import StudyRecord
from dsp56k.study.schema import StudyFile
from dsp56k.study.toml_reader import builtin_document
from dsp56k.system.grid import Column, markdown
from dsp56k.system.records import read
from generated_sections import update

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "records" / "short-des.md"
MADE_BY = "made by tools/records/short_des_tables.py"
BATCHES, STREAMS = "s2-batches", "s2-streams"
EACH_KEY, ONE_KEY = "short-des", "short-des-one-key"
STREAM_JOBS = ("streams", "controls", EACH_KEY)
"""Jobs of the streams: the second one has fewer sizes, the third is that of batches."""
E4 = "E4"
BATCH_SIZES, STREAM_SIZES = (1, 10, 100, 10_000), (1, 10, 100, 1_000, 10_000)
"""Operations in a call."""
TO_STREAMS = 1_000
"""Operations in a call whose time is divided."""


def base(results: StudyRecord, run: str, size: int, *jobs: str) -> Point | None:
    """Return the baseline's point of a run in the first of the jobs that has it."""
    return next((point for job in jobs for point in results.at(run, job, size)), None)


def kbyte(point: Point | None) -> str:
    """Return Kbyte/s; nothing without a point."""
    return f"{point.bits_per_second / 8000:.1f}" if point else ""


def batch_runs(results: StudyRecord) -> list[tuple[str, str, Point]]:
    """Return job, run and largest batch in the order of the study, runs of a PC without a card first."""
    names = [run.name for run in builtin_document(BATCHES).convert(StudyFile).run]
    largest = ((job, run, base(results, run, BATCH_SIZES[-1], job)) for job in (EACH_KEY, ONE_KEY) for run in names)
    found = [(job, run, point) for job, run, point in largest if point]
    return sorted(found, key=lambda each: each[2].where == "card")


def ladder(results: StudyRecord) -> list[str]:
    """Return the rates of batches."""
    rows = [
        (job, run, *(kbyte(base(results, run, size, job)) for size in BATCH_SIZES))
        for job, run, _ in batch_runs(results)
    ]
    return table(("job", "run"), [f"{size:,}" for size in BATCH_SIZES], rows)


def rates(results: StudyRecord) -> list[str]:
    """Return the rates of streams."""
    rows = [
        (run, *(kbyte(base(results, run, size, *STREAM_JOBS)) for size in STREAM_SIZES)) for run in stream_runs(results)
    ]
    return table(("run",), [f"{size:,}" for size in STREAM_SIZES], rows)


def stream_runs(results: StudyRecord) -> list[str]:
    """Return E4, with which streams are compared, and their runs in the order of the study."""
    runs = [run.name for run in builtin_document(STREAMS).convert(StudyFile).run]
    return [
        run for run in runs if run == E4 or any(base(results, run, size, *STREAM_JOBS[:2]) for size in STREAM_SIZES)
    ]


def shares(point: Point, digits: int) -> list[str]:
    """Return microseconds per operation: all, and those of the driver, the bus and the wait; then bytes of the bus."""
    clocks = point.clocks
    total = clocks.driver + clocks.bus + clocks.poll
    parts = [point.us * part / total for part in (total, clocks.driver, clocks.bus, clocks.poll)]
    return [*(f"{part / point.size:.{digits}f}" for part in parts), f"{point.bus_bytes / point.size:.0f}"]


def batch_shares(results: StudyRecord) -> list[str]:
    """Return the division of a batch's time."""
    rows = [(job, run, *shares(point, 0)) for job, run, point in batch_runs(results) if point.where == "card"]
    return table(("job", "run"), ["all", "driver", "bus", "wait", "byte cycles"], rows)


def stream_shares(results: StudyRecord) -> list[str]:
    """Return the division of a stream's time."""
    found = [(run, base(results, run, TO_STREAMS, *STREAM_JOBS)) for run in stream_runs(results) if run != E4]
    rows = [(run, *shares(point, 1)) for run, point in found if point]
    return table(("run",), ["all", "driver", "bus", "wait", "bytes"], rows)


def models(results: StudyRecord, runs: Iterable[str]) -> list[str]:
    """Return the coefficients of the models."""
    fits = {fit["name"]: fit for fit in results.fits}
    rows = []
    for run in runs:
        if run not in fits:
            continue
        found = {one["name"]: one for one in fits[run]["coefficients"]}
        c4 = f", C4 {coefficient(found['c4'])}" if "c4" in found else ""
        both = "c12" in found
        c1 = f"with C2: {coefficient(found['c12'])}" if both else coefficient(found["c1"])
        worst = max(abs(one["relative"]) for one in fits[run]["checked"])
        rows.append(
            (run + c4, c1, "" if both else coefficient(found["c2"]), coefficient(found["c3"]), f"{100 * worst:.1f} %")
        )
    return table(("run",), ["C1", "C2", "C3", "left out"], rows)


def coefficient(one: dict[str, Any]) -> str:
    """Return a coefficient with its interval."""
    low, high = one["interval"]
    return f"{digits(one['value'])} ({digits(low)} to {digits(high)})"


def digits(value: float) -> str:
    """Return a number with three digits, or all before the point."""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def table(names: Sequence[str], headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a table of names and numbers."""
    return markdown((*map(Column, names), *(Column(heading, number=True) for heading in headings)), rows)


def main(arguments: Sequence[str]) -> int:
    """Return 0 after writing."""
    folder = Path(arguments[0]) if arguments else ROOT / "results"
    batches, streams = (read(folder / name / "results.json", StudyRecord) for name in (BATCHES, STREAMS))
    sections = {
        "ladder": ladder(batches),
        "time of batches": batch_shares(batches),
        "models of batches": models(batches, ("E2", "E2, key cache", E4, "E1", "E1, key cache")),
        "streams": rates(streams),
        "time of streams": stream_shares(streams),
        "models of streams": models(streams, stream_runs(streams)),
    }
    return update(DOCUMENT, MADE_BY, sections)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
