"""Budgets of clocks: a file that says what routines took when it was written, and what happens when they take more.

Each test hands its measurements on with its report, so that it does not matter in which process it ran; the process
that reports (the only one without pytest-xdist) adds them up, tells and writes.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest

from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.files import read_at_most, write_whole
from dsp56k.system.locks import locked
from dsp56k.system.text import decode_text, described
from dsp56k.testing.plugin.names import BUDGETS_FILE, BUDGETS_PROPERTY, UPDATE_BUDGETS

_PLUGIN = "dsp56k-budgets"
_TABLE = "clocks"
_HEAD = "# Oscillator clocks that routines may take. `pytest --update-budgets` writes this file.\n"
_LARGEST_FILE = 1 << 20
_LONGEST_NAME = 200


class BudgetError(Dsp56kError):
    """A file of budgets that cannot be read, or a name that it cannot hold: field `file` or `name`."""


class HasClocks(Protocol):
    """What a routine gives: `dsp56k.lib.Result`."""

    @property
    def clocks(self) -> int:
        """Oscillator clocks."""
        ...


T = TypeVar("T", bound=int | HasClocks)


def read_budgets(path: Path) -> dict[str, int]:
    """The budgets of a file by name, in oscillator clocks; none if there is no such file.

    Raises:
        BudgetError: the file cannot be read, is no TOML, or holds something else.
    """
    try:
        table = tomllib.loads(decode_text(read_at_most(path, _LARGEST_FILE)))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BudgetError(f"{path}: {error.strerror}", file=str(path)) from error
    except (ValueError, RecursionError) as error:
        raise BudgetError(f"{path}: {error}", file=str(path)) from error
    if strangers := table.keys() - {_TABLE}:
        raise BudgetError(f"{path}: unknown table {described(min(strangers))}: expected [{_TABLE}]", file=str(path))
    budgets = table.get(_TABLE, {})
    if not isinstance(budgets, dict):
        raise BudgetError(f"{path}: [{_TABLE}] must be a table of names and clocks", file=str(path))
    for name, clocks in budgets.items():
        if type(clocks) is not int or clocks < 0:
            raise BudgetError(
                f"{path}: {described(name)} must be a count of clocks, got {described(clocks)}", file=str(path)
            )
    return budgets


def written(budgets: Mapping[str, int]) -> str:
    """The file that holds these budgets, sorted by name."""
    lines = [f"{json.dumps(name, ensure_ascii=False)} = {clocks}\n" for name, clocks in sorted(budgets.items())]
    return f"{_HEAD}\n[{_TABLE}]\n{''.join(lines)}"


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= _LONGEST_NAME:
        message = f"a budget's name must be a printable line of at most {_LONGEST_NAME} letters, got {described(name)}"
        raise BudgetError(message, name=name)


class Budgets:
    """The budgets of one run of pytest: what is measured in this process, and what all processes have reported."""

    def __init__(self, path: Path, *, update: bool) -> None:
        """Budgets in the file `path`, which is written if `update`."""
        self.path = path
        self.update = update
        self._known: dict[str, int] | None = None
        self._of_this_test: dict[str, int] = {}
        self._reported: dict[str, int] = {}
        self._told: list[str] = []

    def __repr__(self) -> str:
        return f"<Budgets {self.path.name}>"

    @property
    def known(self) -> dict[str, int]:
        """What the file says."""
        if self._known is None:
            self._known = read_budgets(self.path)
        return self._known

    def check(self, name: str, measured: T) -> T:
        """Hold a measurement (clocks, or the `Result` of a call) against the budget of that name; returns it.

        Raises:
            AssertionError: it took more, or there is no budget of that name.
            BudgetError: a file or a name that cannot be.
        """
        __tracebackhide__ = True
        _check_name(name)
        clocks = measured if isinstance(measured, int) else getattr(measured, "clocks", None)
        if not isinstance(clocks, int):
            message = f"{name}: expected clocks, or a result that has clocks, got {described(measured)}"
            raise BudgetError(message, name=name)
        self._of_this_test[name] = max(clocks, self._of_this_test.get(name, 0))
        if self.update:
            return measured
        budget = self.known.get(name)
        if budget is None:
            raise AssertionError(
                f"{name} takes {clocks} clocks and has no budget in {self.path.name}; pytest --update-budgets adds it"
            )
        if clocks > budget:
            raise AssertionError(
                f"{name} takes {clocks} clocks, {clocks - budget} more than its budget of {budget} in {self.path.name}"
            )
        return measured

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Let the test's report carry what it measures, if it passes."""
        self._of_this_test = {}
        outcome = yield
        if self._of_this_test:
            item.user_properties.append((BUDGETS_PROPERTY, dict(self._of_this_test)))
        return outcome

    def take(self, measured: Mapping[str, int]) -> None:
        """Add what a test has measured, here or in another process."""
        for name, clocks in measured.items():
            self._reported[name] = max(clocks, self._reported.get(name, 0))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file if that is wanted, and find what is to be told; not in a worker of xdist."""
        if not self._reported or hasattr(session.config, "workerinput"):
            return
        try:
            self._told = self._write() if self.update else self._faster()
        except (OSError, BudgetError) as error:
            self._told = [f"error: {error}"]
            session.exitstatus = pytest.ExitCode.USAGE_ERROR

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what has changed."""
        if self._told:
            terminalreporter.section("clock budgets")
            for line in self._told:
                terminalreporter.line(line)

    def _faster(self) -> list[str]:
        faster = [
            f"{name}: {clocks} clocks, {self.known[name] - clocks} fewer than its budget of {self.known[name]}"
            for name, clocks in sorted(self._reported.items())
            if clocks < self.known.get(name, 0)
        ]
        return [*faster, "pytest --update-budgets lowers them"] if faster else []

    def _write(self) -> list[str]:
        with locked(self.path):
            before = read_budgets(self.path)
            after = before | self._reported
            if after != before or not self.path.exists():
                write_whole({self.path: written(after).encode("utf-8")})
        changes = [
            f"{name}: {clocks} clocks, " + ("new" if name not in before else f"was {before[name]}")
            for name, clocks in sorted(self._reported.items())
            if before.get(name) != clocks
        ]
        unmeasured = sorted(before.keys() - self._reported.keys())
        return [
            *changes,
            f"{self.path.name}: {len(changes)} of {len(after)} budgets changed",
            *(f"{name}: not measured by this run" for name in unmeasured),
        ]


def budgets_of(config: pytest.Config) -> Budgets:
    """The budgets of this run, which take part in it from the first question on."""
    budgets = config.pluginmanager.get_plugin(_PLUGIN)
    if not isinstance(budgets, Budgets):
        budgets = Budgets(config.rootpath / config.getini(BUDGETS_FILE), update=config.getoption(UPDATE_BUDGETS))
        config.pluginmanager.register(budgets, _PLUGIN)
    return budgets
