"""The pytest plugin (entry point `pytest11`): fixtures, tests in assembler sources, clock budgets, proofs, coverage.

Every run of pytest in its environment loads it, so it imports other packages of dsp56k only when one of its features is
used.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dsp56k.testing.plugin.constants import (
    ASM_FILES,
    BUDGETS_FILE,
    BUDGETS_PROPERTY,
    COVERAGE,
    COVERAGE_LISTING,
    PROOF_PROPERTY,
    UPDATE_BUDGETS,
)

if TYPE_CHECKING:
    from dsp56k.asm import ObjectFile
    from dsp56k.emu import Dsp56001
    from dsp56k.lib import Routine
    from dsp56k.testing.proofs.answers import Proof


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and settings of the plugin."""
    group = parser.getgroup("dsp56k", "DSP56001 code")
    group.addoption(
        "--update-budgets",
        dest=UPDATE_BUDGETS,
        action="store_true",
        help="write the clocks that clock_budget measures to the file of budgets",
    )
    group.addoption(
        "--dsp-coverage",
        dest=COVERAGE,
        action="store_true",
        help="report the coverage of routines by words and branch directions, and write a listing",
    )
    group.addoption(
        "--dsp-coverage-listing",
        dest=COVERAGE_LISTING,
        metavar="FILE",
        default="dsp-coverage.lst",
        help="file of the listing, relative to the root directory [default: %(default)s]",
    )
    parser.addini(
        ASM_FILES,
        type="args",
        default=[],
        help="patterns of assembler sources with tests in their comments, relative to the root directory: tests/*.asm",
    )
    parser.addini(BUDGETS_FILE, default="dsp-budgets.toml", help="file of budgets, relative to the root directory")


def pytest_configure(config: pytest.Config) -> None:
    """Register the budgets, and the coverage if it is enabled."""
    config.pluginmanager.register(_Reports(config))
    if config.getoption(COVERAGE):
        from dsp56k.testing.plugin.coverage_option import CoverageRecorder

        config.pluginmanager.register(CoverageRecorder(config.rootpath / config.getoption(COVERAGE_LISTING)))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return the tests in an assembler source, if the settings enable them."""
    patterns = parent.config.getini(ASM_FILES)
    if not patterns or not _is_named(file_path, parent.config.rootpath, patterns):
        return None
    from dsp56k.testing.plugin.assembly_items import SourceFile

    return SourceFile.from_parent(parent, path=file_path)


@pytest.fixture
def dsp() -> Dsp56001:
    """Return a DSP56001 after reset, with RAM at every external address."""
    from dsp56k.emu import Dsp56001

    return Dsp56001()


@pytest.fixture(scope="module")
def assemble(request: pytest.FixtureRequest) -> Callable[..., ObjectFile]:
    """Return `assemble(source, **settings)`, which returns an object file, or fails the test with the diagnostics.

    `source` is text if it contains a line feed, else the name of a file next to the test. Settings are those of
    `dsp56k.asm.assemble`.
    """
    folder = request.path.parent

    def assembled(source: str | Path, **settings: Any) -> ObjectFile:
        __tracebackhide__ = True
        from dsp56k.testing.plugin.assembly import assembled_or_failed

        return assembled_or_failed(source, folder, settings)

    return assembled


@pytest.fixture(scope="module")
def routine(request: pytest.FixtureRequest) -> Callable[..., Routine]:
    """Return `routine(source, entry, **declared)`, which returns a `dsp56k.lib.Routine` of a text or of a file.

    `source` is as for `assemble`, or the name of a .lod, .cld or .elf file; other arguments are those of
    `Routine.from_file`. A test that fails shows the last call of each routine that it has called.
    """
    from dsp56k.testing.plugin.failure_notes import failure_notes_of

    folder, explaining = request.path.parent, failure_notes_of(request.config)

    def made(source: str | Path, entry: str | int, **declared: Any) -> Routine:
        __tracebackhide__ = True
        from dsp56k.testing.plugin.assembly import routine_or_failed

        routine = routine_or_failed(source, entry, folder, declared)
        explaining.add(routine)
        return routine

    return made


@pytest.fixture(scope="session")
def clock_budget(pytestconfig: pytest.Config) -> Callable[..., Any]:
    """Return `clock_budget(name, measured)`, which fails if a `Result`, or a count of clocks, exceeds its budget.

    It returns the measured value.
    """
    from dsp56k.testing.plugin.budgets import budgets_of

    return budgets_of(pytestconfig).check


@pytest.fixture
def proved(request: pytest.FixtureRequest) -> Callable[[Any], Proof]:
    """Return `proved(answer)`, which returns a proof, and fails the test for any other answer of a proof.

    The proof and its assumptions become the property "dsp_proof" of the test's report.
    """

    def checked(answer: Any) -> Proof:
        __tracebackhide__ = True
        from dsp56k.testing.plugin.proof_answers import proof_or_failure

        proof = proof_or_failure(answer)
        request.node.user_properties.append((PROOF_PROPERTY, str(proof)))
        return proof

    return checked


class _Reports:
    """Collects the measurements from the reports of tests, of this process or another."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Forward the measurements of a test."""
        for name, value in report.user_properties:
            if name == BUDGETS_PROPERTY and isinstance(value, dict) and report.when == "call" and report.passed:
                from dsp56k.testing.plugin.budgets import budgets_of

                budgets_of(self._config).take(value)


def _is_named(path: Path, root: Path, patterns: list[str]) -> bool:
    """Return True if a file matches a pattern by name, or by path if the pattern has a directory."""
    within = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
    return any(fnmatch(within if "/" in pattern else path.name, pattern) for pattern in patterns)
