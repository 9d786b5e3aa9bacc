"""A plugin of pytest for mutation samples: which functions each test calls, and runs of chosen tests.

`-p called_functions --record=FILE` stores, for each test, its seconds and the functions below pytest's root that it
calls, as FILE:LINE. `--choose=FILE` runs only the tests that the file lists, in its order. Both need the equals sign:
pytest looks for its root at other arguments that are files.

The functions that another process calls are unknown: a test that starts one has the function `PROCESS`.
"""

from __future__ import annotations

import cProfile
import json
import subprocess
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest

PROCESS = "process"
_STARTS = subprocess.Popen.__init__.__code__


class Recorder:
    """The functions that the current test calls, and those of all tests before."""

    def __init__(self, file: Path, root: Path) -> None:
        self._file, self._root = file, f"{root}/"
        self._profiles: list[cProfile.Profile] = []
        self._tests: dict[str, tuple[float, list[str]]] = {}
        self._failed: set[str] = set()

    def start(self, *_: object) -> None:
        """Note the calls of this thread, also as the profile function that each new thread calls."""
        profile = cProfile.Profile(builtins=False)
        self._profiles.append(profile)
        profile.enable()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record a test with the set-up that it causes."""
        begun = time.monotonic()
        threading.setprofile(self.start)
        self.start()
        try:
            return (yield)
        finally:
            self._profiles[0].disable()
            threading.setprofile(None)
            called = {call.code for profile in self._profiles for call in profile.getstats()}
            self._profiles.clear()
            names = [
                f"{code.co_filename.removeprefix(self._root)}:{code.co_firstlineno}"
                for code in called
                if not isinstance(code, str) and code.co_filename.startswith(self._root)
            ]
            names += [PROCESS] * (_STARTS in called)
            self._tests[item.nodeid] = time.monotonic() - begun, names

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Store the record without tests that failed, as one with a limit of time may while it is observed."""
        passed = {test: record for test, record in self._tests.items() if test not in self._failed}
        self._file.write_text(json.dumps(passed), encoding="utf-8")


class Choice:
    """Runs chosen tests only, in their order."""

    def __init__(self, file: Path) -> None:
        self._rank = {name: number for number, name in enumerate(json.loads(file.read_text(encoding="utf-8")))}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the chosen tests."""
        items[:] = sorted((item for item in items if item.nodeid in self._rank), key=lambda one: self._rank[one.nodeid])


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    parser.addoption("--record", type=Path, default=None)
    parser.addoption("--choose", type=Path, default=None)


def pytest_configure(config: pytest.Config) -> None:
    """Start the plugins of the options."""
    if (file := config.getoption("--record")) is not None:
        config.pluginmanager.register(Recorder(file, config.rootpath))
    if (file := config.getoption("--choose")) is not None:
        config.pluginmanager.register(Choice(file))
