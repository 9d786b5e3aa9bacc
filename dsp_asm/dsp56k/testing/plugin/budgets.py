"""Clock budgets: a file with the clocks of routines, and the check that they do not take more.

Each test passes its measurements on with its report, so it may run in any process. The process that reports (the only
one without pytest-xdist) collects them, prints the changes and writes the file.
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
from dsp56k.testing.plugin.constants import BUDGETS_FILE, BUDGETS_PROPERTY, UPDATE_BUDGETS

_PLUGIN = "dsp56k-budgets"
_TABLE = "clocks"
_HEAD = "# Oscillator clocks that routines may take. `pytest --update-budgets` writes this file.\n"
_LARGEST_FILE = 1 << 20
_LONGEST_NAME = 200


class BudgetError(Dsp56kError):
    """A file of budgets cannot be read, or cannot contain a name: field `file` or `name`."""


class HasClocks(Protocol):
    """A result with clocks, as `dsp56k.lib.Result`."""

    @property
    def clocks(self) -> int:
        """Oscillator clocks."""
        ...


T = TypeVar("T", bound=int | HasClocks)


def read_budgets(path: Path) -> dict[str, int]:
    """Return the budgets of a file by name, in oscillator clocks; empty if the file does not exist.

    Raises:
        BudgetError: The file cannot be read, is not TOML, or contains something else.
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


def format_budgets(budgets: Mapping[str, int]) -> str:
    """Return the content of a file with these budgets, sorted by name."""
    lines = [f"{json.dumps(name, ensure_ascii=False)} = {clocks}\n" for name, clocks in sorted(budgets.items())]
    return f"{_HEAD}\n[{_TABLE}]\n{''.join(lines)}"


def _check_name(name: object) -> None:
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= _LONGEST_NAME:
        message = f"a budget's name must be a printable line of at most {_LONGEST_NAME} letters, got {described(name)}"
        raise BudgetError(message, name=name)


class Budgets:
    """The budgets of a run of pytest: the measurements of this process, and those that all processes reported."""

    def __init__(self, path: Path, *, update: bool) -> None:
        """Read the budgets in the file `path`, which is written at the end if `update`."""
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
        """The budgets in the file."""
        if self._known is None:
            self._known = read_budgets(self.path)
        return self._known

    def check(self, name: str, measured: T) -> T:
        """Compare a measurement (clocks, or the `Result` of a call) with the budget of that name, and return it.

        Raises:
            AssertionError: It took more clocks, or there is no budget of that name.
            BudgetError: The file or the name is invalid.
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
        """Attach the measurements to the test's report, if it passes."""
        self._of_this_test = {}
        outcome = yield
        if self._of_this_test:
            item.user_properties.append((BUDGETS_PROPERTY, dict(self._of_this_test)))
        return outcome

    def take(self, measured: Mapping[str, int]) -> None:
        """Add the measurements of a test, of this process or another."""
        for name, clocks in measured.items():
            self._reported[name] = max(clocks, self._reported.get(name, 0))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the file if that is enabled, and collect the changes; not in a worker of xdist."""
        if not self._reported or hasattr(session.config, "workerinput"):
            return
        try:
            self._told = self._write() if self.update else self._faster()
        except (OSError, BudgetError) as error:
            self._told = [f"error: {error}"]
            session.exitstatus = pytest.ExitCode.USAGE_ERROR

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the changes."""
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
                write_whole({self.path: format_budgets(after).encode("utf-8")})
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
    """Return the budgets of this run, and register them at the first call."""
    budgets = config.pluginmanager.get_plugin(_PLUGIN)
    if not isinstance(budgets, Budgets):
        budgets = Budgets(config.rootpath / config.getini(BUDGETS_FILE), update=config.getoption(UPDATE_BUDGETS))
        config.pluginmanager.register(budgets, _PLUGIN)
    return budgets
