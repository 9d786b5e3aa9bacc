"""The plan of a study: configurations x corners x jobs x sizes, and the inputs of each call."""

from __future__ import annotations

import hashlib
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, product
from pathlib import Path
from typing import Any, cast, get_args

import msgspec

from dsp56k.host.machines import Limit, MachineRow, Part
from dsp56k.host.program import Program, builtin_program, parse_program
from dsp56k.lib.image import image
from dsp56k.study.errors import StudyError
from dsp56k.study.operations import OPERATIONS, OWN, Operation, UserDefinedOperation
from dsp56k.study.plans.components import ComponentError, Components, Kind
from dsp56k.study.plans.selection import WHOLE, Selection, job_name, selected
from dsp56k.study.published import Published, builtin_published
from dsp56k.study.schema import MAX_SIZES, JobTable, KeyPolicy, RunTable, Setting, SizesTable, StudyFile, Where
from dsp56k.study.tasks import Batch, Series
from dsp56k.study.toml_reader import (
    MAX_FILE_BYTES,
    Document,
    Keys,
    builtin_document,
    builtin_studies,
    read_document,
)
from dsp56k.system.files import read_at_most
from dsp56k.system.properties import lazy_property
from dsp56k.system.suggestions import expected, unknown
from dsp56k.system.text import described

Corner = dict[str, Setting]

SEED = "seed"
"""The key of a corner with another seed; no parameter has this name, because those begin with their kind."""
MAX_CORNERS = 1_000_000
"""Maximum corners of a sweep; docs/reference/studies.md has their cost."""

_NEEDED: Mapping[Where, tuple[Kind, ...]] = {
    "dsp": ("board", "firmware"),
    "card": ("machine", "board", "firmware", "driver"),
    "pc": ("machine", "program"),
}
_OPTIONAL: Mapping[Where, tuple[Kind, ...]] = {"dsp": ("variant",)}
_BY_DEFAULT: Mapping[Kind, str] = {"firmware": "library", "driver": "driver"}
_KINDS: tuple[Kind, ...] = ("machine", "board", "firmware", "variant", "driver", "program")
_NOT_FELT: Mapping[Where, str] = {"pc": "machine.isa."}
"""Parameters of a run's components on which its time does not depend."""
MACHINE_PARTS: Mapping[str, tuple[Part, ...]] = {
    "machine": ("cpu", "isa"),
    "machine.cpu": ("cpu",),
    "machine.isa": ("isa",),
}
"""Keys of `[vary]` whose values are limits of each PC's own ranges."""
LIMITS: tuple[str, ...] = get_args(Limit)
_LAYERS = "driver.layers"


@dataclass(frozen=True)
class Job:
    """An operation at its sizes, by the runs that do it."""

    name: str
    operation: Operation
    key: KeyPolicy
    sizes: tuple[int, ...]
    runs: tuple[str, ...]
    counted: bool = False


@dataclass(frozen=True)
class Configuration:
    """A run with its components: parameters by full key, and the component of each kind by name."""

    run: RunTable
    parts: Mapping[Kind, str]
    settings: Mapping[str, Setting]
    words: str


class Plan:
    """A study with all references resolved and checked.

    Args:
        id: the study's name.
        document: Its text.
        folder: The directory of the study's components; None for a study of the package.
        settings: Parameters of all runs that have them, which precede those of the file (`--set`).
        vary: True if corners are measured.
        study: Replaces the study of the document.
        selection: The part of it that is measured.

    Attributes:
        published: The published numbers of the file, by id.
        as_written: True if the configurations are those of the file. Only then do its expectations apply.

    Raises:
        StudyError: The study or a component is invalid.
    """

    def __init__(
        self,
        id: str,  # noqa: A002 - the field's name in the results
        document: Document,
        folder: Path | None,
        settings: Mapping[str, Setting] | None = None,
        *,
        vary: bool = True,
        study: StudyFile | None = None,
        selection: Selection = WHOLE,
    ) -> None:
        self.id = id
        self.document = document
        written = document.convert(StudyFile)
        self.selection = selection
        self._folder = folder
        self._parts = Components(folder, selection.machines)
        self.study = study or written
        if selection != WHOLE:
            self.study = selected(self.study, selection, self.machines)
        self.set = dict(settings or {})
        self.varied = vary
        self.as_written = vary and not self.set and (self.study.run, self.study.seed) == (written.run, written.seed)
        self._declared: dict[str, UserDefinedOperation] = {}
        self._assembled: set[Path] = set()
        self.configurations = {table.name: self._configuration(place, table) for place, table in self._named("run")}
        self.jobs = {job.name: job for job in self._jobs()}
        self._check_settings()
        self.published = self._published()

    @classmethod
    def of_file(
        cls,
        path: Path,
        settings: Mapping[str, Setting] | None = None,
        *,
        vary: bool = True,
        selection: Selection = WHOLE,
    ) -> Plan:
        """Return the plan of a study in a file; its parts may be in the same directory."""
        return cls(path.stem, read_document(path), path.parent, settings, vary=vary, selection=selection)

    @classmethod
    def builtin(
        cls,
        name: str,
        settings: Mapping[str, Setting] | None = None,
        *,
        vary: bool = True,
        selection: Selection = WHOLE,
    ) -> Plan:
        """Return the plan of a study of the package; StudyError if it does not exist."""
        if name not in builtin_studies():
            raise StudyError(unknown("study", name, builtin_studies()), key=name)
        return cls(name, builtin_document(name), None, settings, vary=vary, selection=selection)

    @property
    def machines(self) -> Mapping[str, MachineRow]:
        """The PCs that the study can have, by name."""
        try:
            return self._parts.machines
        except ComponentError as error:
            raise StudyError(str(error), key=error.key) from None

    @lazy_property
    def corners(self) -> tuple[Corner, ...]:
        """Return every combination of the varied parameters except the base, then every seed except the first.

        If no combination leaves a parameter at the base, changes of one parameter come after them: the budget of the
        uncertainty and the response surface need them.
        """
        if not self.varied:
            return ()
        vary = {key: values for key, values in self.study.vary.items() if key not in self.set}
        combinations = (dict(zip(vary, values, strict=True)) for values in product(*vary.values()))
        parameters = filter(self._is_felt, chain(combinations, self._single_changes(vary)))
        depends = any(job.operation.data_dependent for job in self.jobs.values())
        seeds = range(self.study.seed + 1, self.study.seed + self.study.seeds) if depends else ()
        by_seed: Iterator[Corner] = ({SEED: seed} for seed in seeds)
        return (*parameters, *by_seed)

    def _single_changes(self, vary: Mapping[str, Sequence[Setting]]) -> Iterator[Corner]:
        """Yield each change of one parameter that no combination of `vary` has for some run or pair of runs.

        If a pair feels every value of a parameter, no combination leaves it at the base.
        """
        feel = {
            (key, value): {run for run in self.configurations if self.felt(run, {key: value})}
            for key, values in vary.items()
            for value in values
        }
        always = [
            (pair, moved)
            for pair in combinations_with_replacement(self.configurations, 2)
            if (moved := {key for key, values in vary.items() if all(feel[key, value] & {*pair} for value in values)})
        ]
        for (key, value), runs in feel.items():
            if any(runs & {*pair} and moved - {key} for pair, moved in always):
                yield {key: value}

    def _is_felt(self, corner: Corner) -> bool:
        """Return True if the time of a run depends on a corner."""
        return any(self.felt(run, corner) for run in self.configurations)

    def felt(self, run: str, corner: Corner, job: Job | None = None) -> Corner:
        """Return the part of a corner on which the time of a run, at a job, depends."""
        configuration = self.configurations[run]
        if SEED in corner:
            if job is None:
                return {}
            done = OPERATIONS.get(job.operation.called(configuration.run.where), job.operation)
            return corner if done.data_dependent else {}
        unfelt = _NOT_FELT.get(configuration.run.where)
        return {
            key: value
            for key, value in self._changes(configuration, corner).items()
            if key in configuration.settings
            and configuration.settings[key] != value
            and not (unfelt and key.startswith(unfelt))
        }

    def felt_keys(self, run: str, corner: Corner, job: Job | None = None) -> set[str]:
        """Return the keys of a corner on which the time of a run, at a job, depends."""
        return {key for key, value in corner.items() if self.felt(run, {key: value}, job)}

    def _changes(self, configuration: Configuration, corner: Corner) -> Corner:
        """Return the parameters that a corner changes, with limits of the PC as values.

        A parameter that the run or `--set` sets is known, and keeps its value.
        """
        changes: Corner = {}
        for key, value in corner.items():
            if key not in MACHINE_PARTS:
                changes[key] = value
            elif name := configuration.parts.get("machine"):
                # The plan has been checked, so that the value of a part is a limit.
                limits = self.machines[name].at_limit(cast(Limit, value), *MACHINE_PARTS[key])
                named = {f"machine.{own}": limit for own, limit in limits.items()}
                known = {*self.set, *configuration.run.set}
                changes |= {own: limit for own, limit in named.items() if own not in known}
        return changes

    def felt_corners(self, run: str, job: Job | None = None) -> tuple[Corner, ...]:
        """Return the corners on which the time of a run, at a job, depends, each once."""
        all_felt = (self.felt(run, corner, job) for corner in self.corners)
        found = {tuple(sorted(felt.items())): felt for felt in all_felt}
        return tuple(felt for felt in found.values() if felt)

    def settings_at(self, run: str, corner: Corner) -> dict[str, Setting]:
        """Return all parameters of the run at a corner."""
        return {**self.configurations[run].settings, **self.felt(run, corner)}

    def program(self, run: str) -> Program | None:
        """Return the program of the package on a run's PC; None for a DSP, a variant or a user's program."""
        name = self.configurations[run].settings.get("program.elf")
        return builtin_program(str(name)) if name else None

    def series(self, run: str, job: Job, corner: Corner) -> Series:
        """Return the calls of a job in a run at a corner."""
        where = self.configurations[run].run.where
        unfelt = _NOT_FELT.get(where)
        settings = self.settings_at(run, corner)
        needed = {key: value for key, value in settings.items() if not (unfelt and key.startswith(unfelt))}
        sources = self._sources(run, job, settings)
        called = job.operation.called(where)
        seed = self.felt(run, corner, job).get(SEED, self.study.seed)
        return Series(where, needed, called, job.key, int(seed), sources, job.counted)

    def _sources(self, run: str, job: Job, settings: Mapping[str, Setting]) -> dict[str, Any]:
        """Return the user's files on which a series depends."""
        parts = self.configurations[run].parts
        sources: dict[str, Any] = {}
        declared = self._declared.get(job.operation.name)
        if declared is not None:
            oracle = self._parts.elf(declared.file.pc.program)
            sources["operation"] = [declared.document.path, declared.document.text, oracle]
        if "program.source" in settings:
            level = str(settings["program.optimize"]) if "program.optimize" in settings else None
            sources["program"] = self._parts.elf(parts["program"], parts["machine"], level)
        if "firmware.source" in settings:
            path = self._parts.source("firmware", str(settings["firmware.source"]))
            if path not in self._assembled:
                # Workers have only its text and would not know its name.
                image(path, bank_words=int(settings["board.bank_words"]))
                self._assembled.add(path)
            sources["firmware"] = [path.name, read_at_most(path, MAX_FILE_BYTES).decode("utf-8", "replace")]
        return sources

    def batches(self) -> Iterator[Batch]:
        """Yield all batches of the first measurement."""
        for job in self.jobs.values():
            for run in job.runs:
                for corner in ({}, *self.felt_corners(run, job)):
                    yield Batch(self.series(run, job, corner), job.sizes)

    def digest(self) -> str:
        """Return the SHA-256 of the study and of the inputs of its calls: parameters, seeds and the user's files."""
        digest = hashlib.sha256(msgspec.json.encode(self.study, order="deterministic"))
        for batch in self.batches():
            digest.update(batch.series.encoded())
        return digest.hexdigest()

    def files(self) -> dict[str, bytes]:
        """Return the study and the user's files that it has read, by their paths relative to its directory."""
        found = {f"{self.id}.toml": self.document.text.encode()}
        for path, content in self._parts.files.items():
            assert self._folder is not None  # a study of the package reads no files
            found[path.relative_to(self._folder).as_posix()] = content
        return found

    def check_runs(self, keys: Keys, runs: Sequence[str]) -> None:
        """Check that the study has runs of these names; StudyError at `keys` if it has not."""
        for run in runs:
            if run not in self.configurations:
                raise self.document.refused(keys, unknown("run", run, self.configurations))

    def job_of(self, keys: Keys, name: str | None, runs: Sequence[str]) -> Job:
        """Return the job that a table names, or the only one that the runs share."""
        self.check_runs(keys, runs)
        shared = [job for job in self.jobs.values() if all(run in job.runs for run in runs)]
        if name is None:
            if len(shared) != 1:
                names = ", ".join(job.name for job in shared) or "none"
                raise self.document.refused(keys, f"expected the name of a job: {' and '.join(runs)} measure {names}")
            return shared[0]
        if name not in [job.name for job in shared]:
            known = [job.name for job in shared]
            why = f"unknown job {described(name)} of {' and '.join(runs)}{expected(name, known)}"
            raise self.document.refused(keys, why)
        return self.jobs[name]

    def _named(self, kind: str) -> Iterator[tuple[int, RunTable]]:
        seen: set[str] = set()
        for place, table in enumerate(self.study.run):
            if table.name in seen:
                raise self.document.refused(
                    (kind, place, "name"), f"the names of configurations must be unique, got {table.name!r} twice"
                )
            seen.add(table.name)
            yield place, table

    def _configuration(self, place: int, table: RunTable) -> Configuration:
        needed = _NEEDED[table.where]
        settings: dict[str, Setting] = {}
        parts: dict[Kind, str] = {}
        own = {**self.set, **table.set}
        used: set[str] = set()
        for kind in _KINDS:
            name = getattr(table, kind)
            if kind not in needed:
                if name is not None and kind not in _OPTIONAL.get(table.where, ()):
                    raise self.document.refused(("run", place, kind), f"a run on {_place(table.where)} has no {kind}")
                if name is None:
                    continue
            name = name or _BY_DEFAULT.get(kind)
            if name is None:
                raise self.document.refused(("run", place, kind), f"missing: a run on {_place(table.where)} needs one")
            changes = {key: value for key, value in own.items() if key.partition(".")[0] == kind}
            try:
                known = self._parts.settings(kind, name)
                mine = {key: value for key, value in changes.items() if key in known}
                used |= mine.keys()
                short = {key.partition(".")[2]: value for key, value in mine.items()}
                settings |= self._parts.settings(kind, name, short) if short else known
                parts[kind] = name
            except ComponentError as error:
                raise self.document.refused(self._blamed(place, kind, error), str(error)) from None
        for key in table.set:
            if key not in used:
                why = f"unknown parameter of this run{expected(key, settings)}"
                raise self.document.refused(("run", place, "set", key), why)
        words = "; ".join(self._parts.about(kind, name).rstrip(".") for kind, name in parts.items())
        return Configuration(table, parts, settings, words)

    def _blamed(self, place: int, kind: Kind, error: ComponentError) -> Keys:
        """Return the keys of the component's name, or of the invalid value."""
        table = self.study.run[place]
        if error.key is not None and f"{kind}.{error.key}" in table.set:
            return ("run", place, "set", f"{kind}.{error.key}")
        return ("run", place, kind) if getattr(table, kind) else ("run", place)

    def _jobs(self) -> Iterator[Job]:
        seen: set[str] = set()
        for place, table in enumerate(self.study.job):
            job = self._job(place, table)
            if job.name in seen:
                raise self.document.refused(
                    ("job", place), f"the names of jobs must be unique, got {job.name!r} twice: set name"
                )
            seen.add(job.name)
            yield job

    def _job(self, place: int, table: JobTable) -> Job:
        refused = self.document.refused
        operation = self._operation(place, table.operation)
        loaded = table.key == "loaded"
        if loaded and not any(map(operation.can_load, operation.sides)):
            raise refused(("job", place, "key"), f"{operation.name} does not have a separate key setup")
        self.check_runs(("job", place, "runs"), table.runs)
        able = [run for run, one in self.configurations.items() if _is_able(one, operation)]
        if loaded:
            able = [run for run in able if operation.can_load(self.configurations[run].run.where)]
        for name in table.runs:
            if name not in able:
                why = f"{operation.name} cannot be measured{' with a loaded key' * loaded}"
                raise refused(("job", place, "runs"), f"{why} on {_place(self.configurations[name].run.where)}")
        runs = table.runs or tuple(able)
        if not runs:
            raise refused(("job", place), "no configuration of the study can measure it")
        with_card = any(self.configurations[run].run.where == "card" for run in runs)
        if table.counted and with_card and not operation.counts_on_card:
            raise refused(
                ("job", place, "counted"), "counts are not available on a PC with a card: name other configurations"
            )
        name = job_name(table)
        return Job(name, operation, table.key, self._sizes(place, table, operation), runs, table.counted)

    def _operation(self, place: int, name: str) -> Operation:
        """Return an operation of the package, or of a file in the study's directory."""
        keys = ("job", place, "operation")
        if name in OPERATIONS:
            return OPERATIONS[name]
        try:
            declared = self._parts.operation(name)
        except ComponentError:
            reason = unknown("operation", name, OPERATIONS, f"operations/{name}.toml in the study's directory")
            raise self.document.refused(keys, reason) from None
        try:
            elf = self._parts.elf(declared.file.pc.program)
        except ComponentError as error:
            raise declared.document.refused(("pc", "program"), str(error)) from None
        oracle = parse_program(b64decode(elf), declared.file.pc.program)
        declared.check(oracle)
        self._declared[name] = declared
        return declared.operation(oracle)

    def _sizes(self, place: int, table: JobTable, operation: Operation) -> tuple[int, ...]:
        refused = self.document.refused
        keys = ("job", place, "sizes")
        sizes = self._range(keys, table.sizes) if isinstance(table.sizes, SizesTable) else table.sizes
        if list(sizes) != sorted(set(sizes)):
            raise refused(keys, "must ascend, each size once")
        for size in sizes:
            if size < operation.least or size % operation.step:
                law = f"multiples of {operation.step} from {operation.least}"
                raise refused(keys, f"sizes of {operation.name} must be {law} ({operation.unit}), got {size}")
        return tuple(sizes)

    def _range(self, keys: Keys, table: SizesTable) -> tuple[int, ...]:
        refused = self.document.refused
        if (table.factor is None) == (table.step is None):
            raise refused(keys, "must have either factor or step")
        if table.start > table.to:
            raise refused((*keys, "to"), f"must be at least from, {table.start}")
        if table.factor and not table.start:
            raise refused((*keys, "from"), "from must not be 0 with a factor")
        sizes = []
        size = table.start
        while size <= table.to:
            sizes.append(size)
            if len(sizes) > MAX_SIZES:
                raise refused(keys, f"more than {MAX_SIZES} sizes")
            size = size * table.factor if table.factor else size + (table.step or 0)
        return tuple(sizes)

    def _published(self) -> dict[str, Published]:
        """Return the published numbers of the study's own file, by id."""
        own = {}
        for name, table in self.study.published.items():
            keys = ("published", name)
            if name in builtin_published():
                raise self.document.refused(keys, "the package has a published number of this name")
            own[name] = self.document.convert(Published, table, keys)
        return own

    def _parameters(self) -> list[str]:
        """Return the names of all parameters that a run has."""
        return sorted({key for one in self.configurations.values() for key in one.settings})

    def _check_settings(self) -> None:
        """Check that each varied and each set parameter exists and can have its values."""
        for key in self.set:
            if not any(key in one.settings for one in self.configurations.values()):
                raise StudyError(f"{self.id}: {unknown('parameter', key, self._parameters())}", key=key)
        count = 1
        for key, values in self.study.vary.items():
            count *= len(values)
            if count > MAX_CORNERS:
                raise self.document.refused(("vary", key), f"more than {MAX_CORNERS:,} corners")
            if key in MACHINE_PARTS:
                self._check_limits(key, values)
                continue
            owners = [one for one in self.configurations.values() if key in one.settings]
            if not owners:
                why = f"unknown parameter{expected(key, self._parameters())}"
                raise self.document.refused(("vary", key), why)
            kind: Kind = key.partition(".")[0]  # type: ignore[assignment]  # with which all settings begin
            for one in owners:
                for value in values:
                    try:
                        self._parts.settings(kind, one.parts[kind], {key.partition(".")[2]: value})
                    except ComponentError as error:
                        raise self.document.refused(("vary", key), str(error)) from None
        self._check_layers()

    def _check_layers(self) -> None:
        """Check that each driver with layers can have them."""
        varied = any(self.study.vary.get(_LAYERS, ()))
        for run, one in self.configurations.items():
            settings = one.settings
            has_layers = settings.get(_LAYERS) or (varied and _LAYERS in settings and _LAYERS not in self.set)
            if has_layers and (
                settings["driver.program"] == "packets"
                or "driver.stream_command" in settings
                or settings["machine.mode"] != "flat32"
            ):
                place = [table.name for table in self.study.run].index(run)
                why = f"{_LAYERS} must be 0 with packets, with streams and on a 16-bit PC, got others for {run!r}"
                raise self.document.refused(("run", place), why)

    def _check_limits(self, key: str, values: Sequence[Setting]) -> None:
        """Check that a study has a PC, of which `[vary]` lists limits."""
        if not any("machine" in one.parts for one in self.configurations.values()):
            raise self.document.refused(("vary", key), "the study has no PC")
        for value in values:
            if value not in LIMITS:
                raise self.document.refused(("vary", key), f"must be {', '.join(LIMITS)}, got {described(value)}")


def _is_able(one: Configuration, operation: Operation) -> bool:
    """Return True if the run of a configuration can do an operation."""
    where, settings = one.run.where, one.settings
    if where not in operation.sides:
        return False
    if where == "card" and any(settings.get(key) not in values for key, values in operation.needs.items()):
        return False
    if where == "dsp" and ("variant.step" in settings) != bool(operation.steps):
        return False
    if where == "dsp" and operation.steps:
        return settings["variant.step"] in operation.steps
    if where == "pc":
        if operation.program == OWN:
            return "program.source" in settings
        return settings.get("program.elf", "") == operation.program and "program.source" not in settings
    return operation.program != OWN or "firmware.source" in settings


def _place(where: Where) -> str:
    return {"dsp": "a DSP alone", "card": "a card", "pc": "a PC alone"}[where]
