"""Completion of the command line: commands, options, and the values that dsp56k knows."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner

from dsp56k.cli.main import main

SOURCE = "  org p:$40\nstart move #1,x0\nstop jmp stop\n  org x:0\ntaps dc 1\n  end start\n"


def completed(*words: str) -> list[str]:
    """Return what <Tab> offers after these words; the last is incomplete."""
    shell = BashComplete(main, {}, "dsp56k", "_DSP56K_COMPLETE")
    return [item.value for item in shell.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("cro",), ["crossover"]),
        (("run", "--max-c"), ["--max-clocks"]),
        (("explain", "A0601"), ["A0601"]),
        (("run", "x.lod", "--board", "fa"), ["falcon", "fa"]),
        (("study", "run", "crosso"), ["crossover", "crosso"]),
        (("timing", "mp_mul"), ["mp_multiply"]),
        (("time", "a.c", "f()", "--machine", "386-20,486-5"), ["386-20,486-50"]),
        (("call", "missing.lod", "st"), []),
    ],
)
def test_values(words: tuple[str, ...], expected: list[str]) -> None:
    assert completed(*words) == expected


@pytest.mark.parametrize("name", ["program.asm", "program.lod"])
def test_symbols_of_the_program(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    source = tmp_path / "program.asm"
    source.write_text(SOURCE)
    if file != source:
        assert CliRunner().invoke(main, ["asm", str(source), "-o", str(file)]).exit_code == 0
    assert completed("run", str(file), "--until", "st") == ["start", "stop"]
    assert completed("call", str(file), "sta") == ["start"]


def test_a_damaged_program_completes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "damaged.lod"
    file.write_bytes(b"_START \xff\n_DATA")
    assert completed("run", str(file), "--until", "st") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(shell: str) -> None:
    script = CliRunner().invoke(main, ["completion", shell]).output
    assert "_DSP56K_COMPLETE" in script
    assert "dsp56k" in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("dsp56k")
    text = f'eval "$({command} completion bash)"; COMP_WORDS=({command} explain A020); COMP_CWORD=2; '
    text += f'_dsp56k_completion {command}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "A0208" in done.stdout.split()
