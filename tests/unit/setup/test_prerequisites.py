"""A missing or too old prerequisite is one sentence that says what to install."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "tools" / "prerequisites.sh"
PYTHON = "#!/bin/sh\nexit 0\n"
OLD_PYTHON = "#!/bin/sh\nexit 1\n"
PYTHON_WITHOUT_VENV = '#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\n'
CARGO = "#!/bin/sh\necho 'cargo 1.95.0 (f2d3ce0bd 2026-03-21)'\n"
COMPILER = "#!/bin/sh\n"
COMPLETE = {"python3": PYTHON, "cargo": CARGO, "cc": COMPILER}


def check(tools: dict[str, str], directory: Path) -> tuple[int, str, str]:
    (directory / "sed").symlink_to("/bin/sed")
    for name, text in tools.items():
        (directory / name).write_text(text)
        (directory / name).chmod(0o755)
    result = subprocess.run(
        ["/bin/sh", str(SCRIPT)], env={"PATH": str(directory)}, capture_output=True, text=True, check=False
    )
    return result.returncode, result.stdout, result.stderr


def test_a_complete_machine_names_its_python(tmp_path: Path) -> None:
    assert check(COMPLETE, tmp_path) == (0, "python3\n", "")


def test_a_newer_python_beside_an_old_one_is_found(tmp_path: Path) -> None:
    tools = COMPLETE | {"python3": OLD_PYTHON, "python3.12": PYTHON}
    assert check(tools, tmp_path) == (0, "python3.12\n", "")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"python3": OLD_PYTHON}, "no Python 3.11 or newer found: install python3"),
        ({"python3": PYTHON_WITHOUT_VENV}, "python3 cannot make virtual environments: install"),
        ({"cargo": "#!/bin/sh\nexit 127\n"}, "cargo not found: install Rust 1.95 or newer"),
        ({"cargo": "#!/bin/sh\necho 'cargo 1.63.0'\n"}, "cargo 1.63 is too old: install Rust 1.95 or newer"),
        ({"cc": None}, "no C compiler (cc) found, which Rust links with: install gcc or clang."),
    ],
)
def test_what_is_missing_is_named(changes: dict[str, str | None], sentence: str, tmp_path: Path) -> None:
    tools = {name: text for name, text in (COMPLETE | changes).items() if text is not None}
    code, stdout, stderr = check(tools, tmp_path)
    assert (code, stdout) == (1, "")
    assert stderr.startswith(f"error: {sentence}")
    assert stderr.count("\n") == 1
