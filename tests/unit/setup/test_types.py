"""Type checkers find the package's types from outside the checkout, however it was installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """\
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

reveal_type(Dsp56001().run(max_clocks=5))
reveal_type(assemble(" nop").words)
"""


ANSWERS = {
    ("mypy", "--strict"): ('Revealed type is "dsp56k.emu.stop.Stop"', 'Revealed type is "dict[tuple[str, int], int]"'),
    ("basedpyright", "--pythonpath", sys.executable): ('is "Stop"', 'is "dict[tuple[str, int], int]"', "0 errors"),
}
"""Return the messages of both type checkers on the program."""


@pytest.mark.parametrize("checker", ANSWERS, ids=lambda checker: checker[0])
def test_a_users_program_sees_the_types(checker: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    environment = {name: value for name, value in os.environ.items() if name not in ("MYPYPATH", "PYTHONPATH")}
    result = subprocess.run(
        [sys.executable, "-m", *checker, "program.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert [answer for answer in ANSWERS[checker] if answer not in result.stdout] == []
