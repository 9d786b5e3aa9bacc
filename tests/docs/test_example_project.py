"""docs/example-project works as a separate project, copied out of the checkout, and its README is correct."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.blocks import check_document
from docs.documents import ROOT

PROJECT = ROOT / "docs" / "example-project"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "project"
    shutil.copytree(PROJECT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    for name in ("MYPYPATH", "PYTHONPATH", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(copy)
    return copy


def test_the_readme_shows_what_happens(copied: Path) -> None:
    assert check_document(PROJECT / "README.md", copied, ROOT / "Makefile") == 3


@pytest.mark.parametrize("processes", ["0", "2"])
def test_its_budgets_are_fresh(processes: str, copied: Path) -> None:
    before = (copied / "dsp-budgets.toml").read_bytes()
    command = [sys.executable, "-m", "pytest", "-q", "-n", processes, "--update-budgets"]
    result = subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert (copied / "dsp-budgets.toml").read_bytes() == before
