"""Coverage of a run of pytest: calls of routines in all processes become one table and one listing."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from dsp56k.lib.routine import observed
from dsp56k.system.files import write_whole
from dsp56k.testing.coverage import Coverage

_WORKER_OUTPUT = "dsp56k_coverage"


class CoverageRecorder:
    """Coverage of tests, from their setup to their teardown."""

    def __init__(self, listing: Path) -> None:
        """Begin without coverage; `listing` is the file to write."""
        self._listing = listing
        self._coverage = Coverage()
        self._told: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, Any, Any]:
        """Observe the calls of one test and its fixtures."""
        with observed(self._coverage.add):
            return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Add the coverage of a worker of xdist; one that crashed has none."""
        stored = getattr(node, "workeroutput", {}).get(_WORKER_OUTPUT)
        if stored is not None:
            self._coverage.merge(Coverage.from_json(stored))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Send this worker's coverage, or write the listing."""
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
