"""Options of the commands that measure, and the measurer with its progress display and its cache."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dsp56k.system.text import counted

if TYPE_CHECKING:
    from dsp56k.study.measurement.measurer import Measurer
    from dsp56k.study.plans.plan import Plan
    from dsp56k.study.plans.selection import Selection
    from dsp56k.study.schema import Setting

Command = TypeVar("Command", bound=Callable[..., Any])

STUDY_SUFFIX = ".toml"
CACHE = ".cache"
"""The directory in OUT that caches measurements."""


class _Settings(click.ParamType):  # type: ignore[type-arg]  # generic in the newest click only
    """KEY=VALUE: a number, true, false, or a word."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        """Return key and value."""
        if isinstance(value, tuple):
            return value
        key, equals, text = str(value).partition("=")
        if not key or not equals or not text:
            self.fail(f"expected KEY=VALUE, as in machine.memory.wait_states=0, got {value!r}", param, ctx)
        return key, _value(text)


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _as_mapping(_ctx: click.Context, _param: click.Parameter, values: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    return dict(values)


set_option = click.option(
    "--set",
    "settings",
    type=_Settings(),
    multiple=True,
    callback=_as_mapping,
    help="Set a parameter of all configurations that have it, as machine.memory.wait_states=0; may be repeated.",
)


def selection_options(jobs: str = "the study's", hosts: str = "") -> Callable[[Command], Command]:
    """Return the options --job, --host, --machines and --seed: what of a study is measured, and on which PCs.

    Args:
        jobs: their names for the help.
        hosts: the same of PCs, after a blank.
    """
    options = (
        click.option(
            "--job", "wanted", multiple=True, metavar="NAME", help=f"Measure only this job ({jobs}); may be repeated."
        ),
        click.option(
            "--host", "hosts", multiple=True, metavar="NAME", help=f"Measure on this PC{hosts}; may be repeated."
        ),
        click.option(
            "--machines",
            "machine_file",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Read further PCs from a TOML file (docs/reference/host.md).",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, (1 << 63) - 1),
            help="Random seed of keys, data and the noise circuit. [default: the study's]",
        ),
    )

    def with_options(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return with_options


def selection_of(
    wanted: tuple[str, ...], hosts: tuple[str, ...], machine_file: Path | None, seed: int | None
) -> Selection:
    """Return the selection that the options mean."""
    from dsp56k.host.machines import load_machines
    from dsp56k.study.plans.selection import Selection

    return Selection(wanted, hosts, load_machines(machine_file) if machine_file else None, seed)


def execution_options(command: Command) -> Command:
    """Add --out, --jobs, --scheduler, --cache and --recheck to a command."""
    options = (
        click.option(
            "--out",
            type=click.Path(file_okay=False, path_type=Path),
            default=Path("results"),
            show_default=True,
            help="Directory of the results and of the cache of measured calls.",
        ),
        click.option(
            "--jobs", type=click.IntRange(1, 1024), help="Number of worker processes. [default: one per core]"
        ),
        click.option("--scheduler", metavar="ADDRESS", help="Run on the Dask cluster of this scheduler."),
        click.option(
            "--cache/--no-cache",
            default=True,
            show_default=True,
            help=f"Reuse measured calls from OUT/{CACHE}, and store new ones there.",
        ),
        click.option(
            "--recheck",
            type=click.IntRange(min=0),
            default=0,
            metavar="N",
            help="Measure N cached calls again; a difference is an error. [default: 0]",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def plan_of(name: str, settings: dict[str, Setting], *, vary: bool, selection: Selection | None = None) -> Plan:
    """Return the plan of a study of the package, or of a file."""
    from dsp56k.study.plans.plan import Plan
    from dsp56k.study.plans.selection import WHOLE

    if name.endswith(STUDY_SUFFIX) or "/" in name:
        return Plan.of_file(Path(name), settings, vary=vary, selection=selection or WHOLE)
    return Plan.builtin(name, settings, vary=vary, selection=selection or WHOLE)


@contextmanager
def measuring(
    out: Path, jobs: int | None, scheduler: str | None, *, cache: bool = True, recheck: int = 0
) -> Iterator[Measurer]:
    """Yield a measurer that caches its measurements in OUT and shows its progress on standard error."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from dsp56k.study.measurement.cache import Cache
    from dsp56k.study.measurement.execution import executor
    from dsp56k.study.measurement.measurer import Measurer
    from dsp56k.system.processes import available_cores

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("remaining:"),
        TimeRemainingColumn(),
    )
    forecast = Forecast()
    with (
        executor(jobs or available_cores(), scheduler) as workers,
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar,
    ):
        task = bar.add_task("measuring", total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)
            words = forecast.words(done, total)
            if words and bar.disable:
                click.echo(words, err=True)

        measurer = Measurer(workers, Cache(out / CACHE) if cache else None, show, recheck)
        try:
            yield measurer
        except KeyboardInterrupt:
            bar.stop()
            if cache:
                click.echo(f"{measurer.measured:,} calls are stored; repeat the command to continue", err=True)
            raise


_OBSERVED_SECONDS = 10
"""Time after which the remaining time is estimated."""
_LONG_SECONDS = 60
"""Remaining time from which it is reported, and time between two reports: calls do not take the same time."""


class Forecast:
    """The remaining time of a run, each minute, for a log without a progress bar.

    Args:
        clock: Returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None
        self._next_report = 0.0

    def words(self, done: int, total: int) -> str:
        """Return the estimate if the run has been observed long enough and will be long; else nothing."""
        if not done:
            return ""
        now = self._clock()
        if self._first is None:
            # Workers have started, which takes seconds and does not depend on the number of calls.
            self._first = now, done
            self._next_report = now + _OBSERVED_SECONDS
        elapsed, measured = now - self._first[0], done - self._first[1]
        if now < self._next_report or not measured:
            return ""
        remaining = elapsed * (total - done) / measured
        if remaining < _LONG_SECONDS:
            return ""
        self._next_report = now + _LONG_SECONDS
        return f"{done:,} of {total:,} calls: about {remaining / 60:.0f} minutes remain"


def origin(measurer: Measurer, out: Path) -> str:
    """Return how many calls were measured and how many were taken from the cache."""
    words = f"{counted(measurer.measured, 'call')} measured, {measurer.taken:,} taken from {out / CACHE}"
    if measurer.rechecked:
        words += f", {measurer.rechecked:,} of them measured again with the same outcome"
    return words
