"""Deliberate errors of the model: each must change assessments (`make corruptions`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_each_error_changes_a_third_of_the_assessments_whose_number_it_changes() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "corruptions.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("assessments change") == 3
