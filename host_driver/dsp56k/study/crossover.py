"""The study `crossover` as results/crossover.json: a view of its results, and the jobs that the command offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dsp56k.host.machines import DEFAULT_MACHINE, builtin_machines
from dsp56k.study.errors import StudyError
from dsp56k.study.operations import Operation
from dsp56k.study.plans.plan import Job, Plan
from dsp56k.study.plans.selection import WHOLE, Selection, job_name, run_name
from dsp56k.study.points import Point
from dsp56k.study.published import builtin_published
from dsp56k.study.reports.tables import NOTHING
from dsp56k.study.reports.writer import header, verdict_facts
from dsp56k.study.results.quantities import Quantity, finite
from dsp56k.study.results.result import Crossing, Fit, StudyResult, value_of
from dsp56k.study.results.wording import amount, span
from dsp56k.study.schema import Setting, StudyFile
from dsp56k.study.toml_reader import builtin_document
from dsp56k.system.grid import Column, Grid
from dsp56k.system.properties import lazy_property
from dsp56k.system.records import Record, encode
from dsp56k.system.suggestions import unknown

NAME = "crossover"
CARD = "card"
CARDS = (CARD, "careful card")
"""The runs of the card: as the paper's, and with all checks."""
_DSP = "DSP alone"
_ROUTINE = ", DSP"
"""The suffix of the names of jobs that only the DSP executes."""
_START = "card-start"
_STARTED = "start"
"""The run that only starts the card, and its job."""
_WAIT_STATES = "machine.memory.wait_states"


def job_names() -> tuple[str, ...]:
    """Return the jobs that both sides do."""
    return tuple(name for name in _all_jobs() if not _is_routine(name) and name != _START)


def crossover_plan(
    selection: Selection = WHOLE, settings: Mapping[str, Setting] | None = None, *, vary: bool = True
) -> Plan:
    """Return the study with some of its jobs, which always has the start of the card and the routines on the DSP.

    Raises:
        StudyError: A job or host is unknown, or wait states are set for a host that has none.
    """
    for name in selection.jobs:
        if name not in job_names():
            raise StudyError(unknown("job", name, job_names()), key=name)
    hosts = tuple(selection.hosts) or (DEFAULT_MACHINE,)
    jobs = [name for name in _all_jobs() if name in selection.jobs or name not in job_names()] if selection.jobs else ()
    rows = {**builtin_machines(), **(selection.machines or {})}
    for host, row in ((host, rows[host]) for host in hosts if host in rows):
        if _WAIT_STATES in (settings or ()) and _WAIT_STATES.removeprefix("machine.") not in row.values:
            raise StudyError(f"{host}: its memory ({row.memory}) has no wait states", key=host)
    return Plan.builtin(NAME, settings, vary=vary, selection=replace(selection, hosts=hosts, jobs=jobs))


def _all_jobs() -> list[str]:
    return [job_name(job) for job in builtin_document(NAME).convert(StudyFile).job]


def _is_routine(job: str) -> bool:
    return job.endswith(_ROUTINE)


UNITS = dict.fromkeys(("interval", "sizes", "bands", "card_wins", "crossover_range"), "bytes")


class CrossoverRecord(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record of the study `crossover`: the routines, and the comparisons of card and software."""

    settings: dict[str, Any]
    card_boot_us: float
    verified: bool
    routines: list[dict[str, Any]]
    crossovers: list[dict[str, Any]]
    verdicts: list[dict[str, Any]]
    notes: list[str]


class Crossover:
    """The results of the study `crossover`, in the terms of results/crossover.json."""

    def __init__(self, plan: Plan, result: StudyResult) -> None:
        self.plan = plan
        self.result = result
        self._hosts = tuple(plan.selection.hosts) or (DEFAULT_MACHINE,)

    @property
    def wrong(self) -> list[str]:
        """A sentence for each wrong result, the base's before the corners'."""
        points = sorted(self.result.points, key=lambda point: bool(point.corner))
        return [_wrong(point) for point in points if not point.right]

    def as_json(self) -> bytes:
        """Return the content of the results file: the same bytes for the same options."""
        result = self.result
        return encode(
            CrossoverRecord(
                **header(result),
                units=UNITS,
                settings=self._settings(),
                card_boot_us=self._boot_us(),
                verified=result.right,
                routines=[*self.routines()],
                crossovers=[*self._crossovers()],
                verdicts=[verdict_facts(verdict, builtin_published()) for verdict in result.verdicts],
                notes=list(result.notes),
            )
        )

    def _settings(self) -> dict[str, Any]:
        machines = [self._settings_of(host) for host in self._hosts]

        def each(key: str) -> list[Any]:
            return [settings.get(f"machine.{key}") for settings in machines]

        rules = [", byte rules" if rule else "" for rule in each("memory.byte_rules")]
        isa = [
            {
                key.removeprefix("machine.isa."): value
                for key, value in settings.items()
                if key.startswith("machine.isa.")
            }
            for settings in machines
        ]
        return {
            "jobs": [job.name for job in self._jobs()],
            "hosts": [self._label(host) for host in self._hosts],
            "seed": self.result.study.seed,
            "dsp_clock_hz": machines[0]["board.dsp_clock_hz"],
            "bank_words": machines[0]["board.bank_words"],
            "host_clocks_hz": each("clock_hz"),
            "wait_states": _shared(each("memory.wait_states")),
            "isa": _shared(isa),
            "memory": _shared([model + rule for model, rule in zip(each("memory.model"), rules, strict=True)]),
            "multiply": "exact",
            "vary": {key: list(values) for key, values in self.result.study.vary.items() if self.plan.varied},
        }

    def _settings_of(self, host: str) -> Mapping[str, Any]:
        run = run_name(CARD, host, self._hosts)
        return next(point.settings for point in self.result.points if point.run == run and not point.corner)

    def _label(self, host: str) -> str:
        """Return a host's name, or with another clock its processor and clock in MHz."""
        clock = int(self.plan.set.get("machine.clock_hz", self.plan.machines[host].clock_hz))
        return host if clock == self.plan.machines[host].clock_hz else f"{host.partition('-')[0]}-{clock / 1e6:g}"

    def _boot_us(self) -> float:
        run = run_name(_STARTED, self._hosts[-1], self._hosts)
        return self.result.base(run, _START)[0].us

    def _jobs(self) -> list[Job]:
        return [job for name, job in self.plan.jobs.items() if not _is_routine(name) and name != _START]

    def routines(self) -> Iterator[dict[str, Any]]:
        """Yield the entries of the routines that run only on the DSP."""
        rates = [table for table in self.plan.study.expect if table.quantity == "rate"]
        published = {table.job: builtin_published()[table.published].value for table in rates}
        for name, job in self.plan.jobs.items():
            if _is_routine(name):
                point = self.result.base(_DSP, name)[0]
                clocks, rate = (
                    self.result.measured(_DSP, name, quantity)[point.size] for quantity in ("clocks", "rate")
                )
                yield {
                    "name": name.removesuffix(_ROUTINE),
                    "what": _what(job.operation, point.size),
                    "clocks": point.clocks.dsp,
                    "clocks_range": [int(clocks.low), int(clocks.high)],
                    "bits_per_second": round(point.bits_per_second, 1),
                    "bits_per_second_range": [round(rate.low, 1), round(rate.high, 1)],
                    "paper_bits_per_second": published.get(name),
                    "verified": point.right,
                }

    def _crossovers(self) -> Iterator[dict[str, Any]]:
        for host in self._hosts:
            for job in self._jobs():
                for table in self.result.study.crossing:
                    card, software = table.of
                    cards = [run_name(name, host, self._hosts) for name in CARDS]
                    if card in cards and {card, software} <= {*job.runs}:
                        yield self._crossover(host, job, card, software)

    def _crossover(self, host: str, job: Job, card: str, software: str) -> dict[str, Any]:
        result, each = self.result, job.operation.bytes_each
        found = next(one for one in result.crossings if (one.of, one.job) == ((card, software), job.name))
        fits = {run: next(one for one in result.fits if (one.run, one.job) == (run, job.name)) for run in found.of}
        sides = {run: {point.size: point for point in result.base(run, job.name)} for run in found.of}
        changes = [
            {"winner": self._side(change.winner, card), "bytes": change.interval[1] * each,
             "interval": [size * each for size in change.interval]}
            for change in found.changes
        ]  # fmt: skip
        card_wins = [[part.first * each, part.last * each] for part in found.stretches if part.winner == card]
        last = found.changes[-1].winner if found.changes else found.first
        lines = {"host": self._line(fits[software], job), "card": self._line(fits[card], job)}
        return {
            "job": job.name,
            "card": "chip" if job.operation.by_chip else "dsp",
            "checks": sides[card][job.sizes[0]].settings["firmware.checks"],
            "host": self._label(host),
            "software": software.rpartition(", ")[2],
            "points": [self._point(size, each, sides[software][size], sides[card][size]) for size in job.sizes],
            **{f"{side}_{key}": value for side, line in lines.items() for key, value in line.items()},
            "regressor": _regressor(job.operation),
            "sizes": [size * each for size in found.sizes],
            "crossings": changes,
            "bands": [[size * each for size in band.in_turn] for band in found.bands if band.in_turn],
            "card_wins": card_wins,
            "crossover_bytes": _bytes(found.crossover.value, each),
            "crossover_range": [_bytes(found.crossover.low, each), _bytes(found.crossover.high, each)],
            "winner": self._side(last, card),
            "why": _why(found, lines),
        }

    def _side(self, run: str, card: str) -> str:
        return "card" if run == card else "host"

    def _point(self, size: int, each: int, host: Point, card: Point) -> dict[str, Any]:
        return {
            "bytes": size * each,
            "host_us": round(host.us, 3),
            "card_us": round(card.us, 3),
            "host_us_range": self._range(host),
            "card_us_range": self._range(card),
            "verified": host.right and card.right,
        }

    def _range(self, point: Point) -> list[float]:
        """Return the minimum and the maximum time over the corners."""
        everywhere = self._times[point.run, point.job, point.size]
        return [min(everywhere), max(everywhere)]

    @lazy_property
    def _times(self) -> Mapping[tuple[str, str, int], list[float]]:
        """Return the times of each size at all corners, by run, job and size."""
        times: dict[tuple[str, str, int], list[float]] = {}
        for point in self.result.points:
            times.setdefault((point.run, point.job, point.size), []).append(value_of(point, "time"))
        return times

    def _line(self, fit: Fit, job: Job) -> dict[str, Any]:
        fixed, slope = fit.coefficients
        per_byte = job.operation.block_bytes * job.operation.bytes_each
        return {
            "fixed_us": round(fixed.value, 3),
            "fixed_us_range": [round(fixed.corners.low, 3), round(fixed.corners.high, 3)],
            "us_per_byte": round(slope.value / per_byte, 5),
            "us_per_byte_range": [round(end / per_byte, 5) for end in (slope.corners.low, slope.corners.high)],
            "fit_worst": round(fit.worst, 5),
        }


def routines(found: Crossover) -> Grid:
    """Return the table of the library's routines on the DSP, with the paper's rates."""
    columns = (Column("routine"), Column("measured on"), Column("clocks", number=True), Column("rate", number=True))
    rows = [
        (
            row["name"],
            row["what"],
            span(ranged(row, "clocks", "")),
            span(ranged(row, "bits_per_second", "bit/s")),
            amount(row["paper_bits_per_second"], "bit/s") if row["paper_bits_per_second"] else NOTHING,
            "yes" if row["verified"] else "NO",
        )
        for row in found.routines()
    ]
    return Grid(
        "Routines on the DSP (zero wait states)", (*columns, Column("paper", number=True), Column("verified")), rows
    )


def ranged(row: Mapping[str, Any], key: str, unit: str) -> Quantity:
    """Return a value of the results file with its range, which has the same key with the suffix `_range`."""
    low, high = row[f"{key}_range"]
    return Quantity(row[key], low, high, unit)


def _regressor(operation: Operation) -> str:
    """Return the column that lines are fitted over, in bytes."""
    block = operation.block_bytes
    return "bytes" if operation.step % block == 0 else f"{block} * (bytes // {block})"


def _bytes(size: float, each: int) -> float | None:
    known = finite(size)
    return None if known is None else int(known) * each


def _wrong(point: Point) -> str:
    if point.where == "dsp":
        return f"{point.job.removesuffix(_ROUTINE)}: the routine's result is wrong"
    return f"{point.job} of {point.data_bytes} bytes: the result is wrong on {point.run}"


def _what(operation: Operation, size: int) -> str:
    if operation.name == "montgomery-product":
        return "one product of 22 digits"
    return "one 512-bit operation" if operation.unit == "operations" else f"{size} bytes, keys included"


def _why(found: Crossing, lines: Mapping[str, Mapping[str, Any]]) -> str:
    """Return which side is faster at which sizes, and the costs that decide it."""
    card, host = lines["card"], lines["host"]
    per_byte = f"{card['us_per_byte']:.2f} us per byte on the card against {host['us_per_byte']:.2f}"
    return f"{found.sentence}: {per_byte}, fixed overhead {card['fixed_us']:.0f} us against {host['fixed_us']:.0f}"


def _shared(values: list[Any]) -> Any:
    """Return the common value of all PCs, or a list with one value for each."""
    return values[0] if all(value == values[0] for value in values) else values
