"""A part of a study: some of its jobs, on other PCs, with another seed; the options --job, --host and --seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from dsp56k.host.machines import MachineRow
from dsp56k.host.software import GRADES_OF
from dsp56k.study.errors import StudyError
from dsp56k.study.schema import CauseTable, CrossingTable, ExpectTable, FitTable, JobTable, RunTable, StudyFile
from dsp56k.system.suggestions import unknown

_replace = msgspec.structs.replace
_GRADES = frozenset(grade for grades in GRADES_OF.values() for grade in grades)


@dataclass(frozen=True)
class Selection:
    """The measured part of a study; by default all of it, as it is written.

    Attributes:
        jobs, hosts: the names of jobs, and of the PCs that replace those of the study; empty for those of the study.
        machines: PCs in addition to those of the package and of the study.
        seed: of keys and data; None for that of the study.
    """

    jobs: Sequence[str] = ()
    hosts: Sequence[str] = ()
    machines: Mapping[str, MachineRow] | None = None
    seed: int | None = None


WHOLE = Selection()


def selected(study: StudyFile, selection: Selection, machines: Mapping[str, MachineRow]) -> StudyFile:
    """Return the selected part of a study, without the tables that are about other jobs and runs.

    Args:
        study: the whole study.
        selection: the part.
        machines: all PCs by name.

    Raises:
        StudyError: an unknown job or host, or a host for a study without a PC.
    """
    if selection.seed is not None:
        study = _replace(study, seed=selection.seed)
    _check("job", selection.jobs, [job_name(job) for job in study.job])
    _check("host", selection.hosts, machines)
    if not selection.jobs and not selection.hosts:
        return study
    if selection.jobs:
        study = _replace(study, job=tuple(job for job in study.job if job_name(job) in selection.jobs))
    if selection.hosts:
        if not any(run.machine for run in study.run):
            raise StudyError(f"{selection.hosts[0]}: the study has no PC", key=selection.hosts[0])
        study = _Hosts(study, selection.hosts, machines).study
        study = _replace(study, vary=dict(_varied(study, machines)))
    return _consistent(study)


def job_name(job: JobTable) -> str:
    """Return the name of a job in the results."""
    return job.name or job.operation + ("-loaded" if job.key == "loaded" else "")


def run_name(run: str, host: str, hosts: Sequence[str]) -> str:
    """Return the name of a run where there are several hosts."""
    return run if len(hosts) == 1 else f"{host}, {run}"


def _check(kind: str, wanted: Iterable[str], names: Iterable[str]) -> None:
    names = list(names)
    for name in wanted:
        if name not in names:
            raise StudyError(unknown(kind, name, names), key=name)


def _varied(study: StudyFile, machines: Mapping[str, MachineRow]) -> Iterator[tuple[str, tuple[str | float, ...]]]:
    """Yield the varied parameters except those of a PC that no PC of the study has."""
    known = {f"machine.{key}" for run in study.run if run.machine for key in machines[run.machine].values}
    known |= {"machine.cpu", "machine.isa"}
    return ((key, values) for key, values in study.vary.items() if not key.startswith("machine.") or key in known)


def _consistent(study: StudyFile) -> StudyFile:
    """Return a study without the tables that name a run or a job which it does not have."""
    runs = {run.name for run in study.run}
    jobs = {job_name(job): job for job in study.job}

    def has(of: Iterable[str], *names: str | None) -> bool:
        """Return whether all runs exist, and all jobs."""
        return {*of} <= runs and {name for name in names if name is not None} <= jobs.keys()

    def share(of: Iterable[str], name: str | None) -> bool:
        """Return whether a job has the runs: the named one, or any."""
        return any(not job.runs or {*of} <= {*job.runs} for job in jobs.values() if name in (None, job_name(job)))

    fits = tuple(
        one
        for one in study.fit
        if has((one.run,) if one.run else (), *((one.job,) if isinstance(one.job, str) else one.job or ()))
    )
    missing = {one.name for one in study.fit} - {one.name for one in fits}
    kept = _replace(
        study,
        fit=fits,
        crossing=tuple(one for one in study.crossing if has(one.of, one.job) and share(one.of, one.job)),
        expect=tuple(
            _replace(
                one,
                cause=tuple(cause for cause in one.cause if has((cause.run, cause.against), cause.job, cause.versus)),
            )
            for one in study.expect
            if not {one.fit, one.versus if one.quantity == "coefficient" else None} & (missing - {None})
            and has(one.of, one.job, None if one.quantity == "coefficient" else one.versus, one.beyond)
            and share(one.of[:1], one.job)
        ),
        # Recorded values and joint claims are those of the complete study.
        hold=(),
        joint=(),
    )
    figure = study.figure
    if figure is None:
        return kept
    drawn = tuple(run for run in figure.runs if run in runs)
    is_whole = kept == study or (figure.kind not in ("map", "table") and figure.size is None)
    is_drawn = not figure.runs or any(share((run,), figure.job) for run in drawn)
    is_kept = is_whole and is_drawn and has((), figure.job, *figure.together)
    return _replace(kept, figure=_replace(figure, runs=drawn) if is_kept else None)


class _Hosts:
    """A study with each run on a PC once for each host that has its program.

    A PC in real mode has grades in assembly only: its other runs are left out, and a job that the study gives to those
    grades runs in `asm`. Expectations are those of the first host, and a paper's claims about a PC are about
    its own: those of a run apply to the machine that the study gives it.
    """

    def __init__(self, study: StudyFile, hosts: Sequence[str], machines: Mapping[str, MachineRow]) -> None:
        self._hosts = hosts
        self._names: dict[str, dict[str, str]] = {}
        runs: list[RunTable] = []
        for run in study.run:
            names = self._names[run.name] = {}
            for host in hosts if run.machine else ("",):
                if host and run.program in _GRADES and run.program not in GRADES_OF[machines[host].mode]:
                    continue
                names[host] = run_name(run.name, host, hosts) if host else run.name
                runs.append(_replace(run, name=names[host], machine=host or None))
        self._software = [run.name for run in study.run if run.program]
        # `period` differs from the other grades in DES only, so it replaces none of them.
        self._substitutes = [run.name for run in study.run if run.program not in (None, "period")]
        same = {run.name for run in study.run if run.machine in (None, hosts[0])}
        jobs = ((job, self._runs_of(job)) for job in study.job)
        figure = study.figure
        if figure is not None:
            drawn = tuple(name for run in figure.runs for name in self._names[run].values())
            figure = _replace(
                figure, runs=drawn, step=tuple(_replace(one, of=self._first(one.of)) for one in figure.step)
            )
        self.study = _replace(
            study,
            run=tuple(runs),
            job=tuple(_replace(job, runs=runs) for job, runs in jobs if runs or not job.runs),
            fit=tuple(table for one in study.fit for table in self._fits(one)),
            crossing=tuple(dict.fromkeys(table for host in hosts for table in self._crossings(study, host))),
            expect=tuple(self._expectation(table) for table in study.expect if {*table.of} <= same),
            figure=figure,
        )

    def _first(self, of: tuple[str, ...]) -> tuple[str, ...]:
        """Return runs as they are called on the first host; a run that it does not have keeps its name."""
        names = [self._names[run] for run in of]
        return tuple(name.get("") or name.get(self._hosts[0]) or run for run, name in zip(of, names, strict=True))

    def _runs_of(self, job: JobTable) -> tuple[str, ...]:
        names = self._names
        wanted = {(run, host) for run in job.runs for host in names[run]}
        given = [run for run in job.runs if run in self._software]
        for host in self._hosts if given else ():
            if not any(host in names[run] for run in given):
                wanted |= {(run, host) for run in self._substitutes if host in names[run]}
        order = dict.fromkeys((*job.runs, *self._software))
        return tuple(names[run][host] for run in order for host in names[run] if (run, host) in wanted)

    def _crossings(self, study: StudyFile, host: str) -> Iterator[CrossingTable]:
        for table in study.crossing:
            one, other = (self._names[run].get(host) or self._names[run].get("") for run in table.of)
            if one and other:
                yield _replace(table, of=(one, other))

    def _fits(self, table: FitTable) -> Iterator[FitTable]:
        if table.run is None:
            yield table
            return
        for host, run in self._names[table.run].items():
            other = table.name and host not in ("", self._hosts[0])
            yield _replace(table, run=run, name=f"{table.name}, {host}" if other else table.name)

    def _expectation(self, table: ExpectTable) -> ExpectTable:
        return _replace(table, of=self._first(table.of), cause=tuple(self._cause(one) for one in table.cause))

    def _cause(self, cause: CauseTable) -> CauseTable:
        run, against = self._first((cause.run, cause.against))
        return _replace(cause, run=run, against=against)
