"""codespell, with the names that pyproject.toml lets it accept."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_misspelling_fails_and_names_of_the_chip_pass(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "codespell"), "--toml", str(ROOT / "pyproject.toml"), str(tmp_path)]
    (tmp_path / "a.md").write_text("The TE bit of a LOD file.\n")
    assert subprocess.run(command, check=False).returncode == 0
    (tmp_path / "a.md").write_text("The rec" + "ieved word.\n")
    assert subprocess.run(command, check=False, capture_output=True).returncode == 65
