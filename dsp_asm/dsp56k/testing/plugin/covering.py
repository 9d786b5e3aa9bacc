"""Coverage of a run of pytest: every call of a routine, in whatever process, becomes one table and one listing."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from dsp56k.lib.routine import observed
from dsp56k.system.files import write_whole
from dsp56k.testing.coverage import Coverage

_WORKER_OUTPUT = "dsp56k_coverage"


class Covering:
    """What tests execute, from their setup to their teardown."""

    def __init__(self, listing: Path) -> None:
        """Nothing yet; `listing` is the file to write."""
        self._listing = listing
        self._coverage = Coverage()
        self._told: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        """Watch the calls of one test and its fixtures."""
        with observed(self._coverage.add):
            return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker of xdist has seen; one that crashed has nothing to give."""
        stored = getattr(node, "workeroutput", {}).get(_WORKER_OUTPUT)
        if stored is not None:
            self._coverage.merge(Coverage.from_json(stored))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand on what this worker has seen, or write the listing."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[_WORKER_OUTPUT] = self._coverage.as_json()
            return
        if not self._coverage.programs:
            self._told = ["no routine ran"]
            return
        try:
            write_whole({self._listing: self._coverage.listing().encode("utf-8")})
        except OSError as error:
            self._told = [f"error: {error}"]
            session.exitstatus = pytest.ExitCode.USAGE_ERROR
            return
        self._told = [*self._coverage.table().splitlines(), f"written: {self._listing.name}"]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Show the table."""
        terminalreporter.section("coverage of DSP56001 code")
        for line in self._told:
            terminalreporter.line(line)
