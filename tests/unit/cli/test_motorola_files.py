"""Files of Motorola's commands: inputs are never overwritten, names without a file, case, and read-only files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dsp56k.cli.motorola import asm56000, cldlod, dsplib, dsplnk, srec
from dsp56k.cli.motorola.commands import report

COMMANDS = {
    "asm56000": asm56000.assemble_command,
    "cldlod": cldlod.convert,
    "dsplib": dsplib.library_command,
    "dsplnk": dsplnk.link_command,
    "srec": srec.convert,
}

COMMAND = Path(sys.executable).parent / "asm56000"


def run(line: str) -> int:
    command, *arguments = line.split()
    return report(command, COMMANDS[command], arguments)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("main.asm").write_text(" section m\n xdef head\n org p:\nhead jmp head\n endsec\n")
    Path("board.ctl").write_text("base p:$40\n")
    Path("args").write_text("-bargs.cld main\n")
    assert run("asm56000 -b main") == run("dsplnk -bprog.cld main") == run("dsplib -c io main") == 0
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        "asm56000 -bmain.asm main",
        "asm56000 -lmain.asm main",
        "asm56000 -lsame.cln -bsame main",
        "asm56000 -ewmain.asm main",
        "dsplnk -bmain.cln main",
        "dsplnk -i -bmain.cln main",
        "dsplnk -bio.lib main -lio",
        "dsplnk -mmain.cln main",
        "dsplnk -mboard.ctl -rboard main",
        "dsplnk -bnew.cld -mnew.cld main",
        "srec -s prog.s",
    ],
)
def test_outputs_replace_no_input_and_no_other_output(
    folder: Path, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("srec -s prog.cld") == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert run(line) == 1
    assert "would replace an input or another output" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    "line",
    ["asm56000 .", "asm56000 -b. main", "dsplnk ..", "dsplnk -r. main", "dsplib -l /", "srec .", "cldlod ."],
)
def test_names_that_name_no_file(line: str) -> None:
    assert run(line) == 2


def test_argument_files_are_text() -> None:
    Path("bytes").write_bytes(b"main\0 -b\n")
    assert run("asm56000 -fbytes") == 2


def test_names_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("cldlod PROG.CLD") == run("cldlod Prog") == run("srec -m PROG") == 0
    assert capsys.readouterr().out.count("_START MAIN") == 2
    assert Path("PROG.p0").is_file()


def test_relocatable_modules_are_not_converted() -> None:
    # They have no addresses, and words that only the linker knows.
    assert run("srec main.cln") == run("cldlod main.cln") == 1
    assert not Path("main.p").exists()


def test_modules_in_libraries_are_found_without_their_extension(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("dsplib -l io") == 0
    assert capsys.readouterr().out.startswith("main.cln ")
    assert run("dsplib -r io MAIN") == run("dsplib -r io main.lnk") == run("dsplib -x io main") == 0
    assert run("dsplib -a io main") == 1
    assert run("dsplib -d io main") == 0
    capsys.readouterr()
    assert run("dsplib -l io") == 0
    assert capsys.readouterr().out == ""


def test_libraries_take_modules_only() -> None:
    assert run("dsplnk -bprog.elf main") == 0
    assert run("dsplib -c other prog.elf") == 1
    # The header of a library's module is a line.
    Path("two\nlines.cln").write_bytes(Path("main.cln").read_bytes())
    assert report("dsplib", dsplib.library_command, ["-c", "other", "two\nlines.cln"]) == 1
    assert not Path("other.lib").exists()


def test_read_only_files_stay(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # The superuser may write to them, so the answer of the system is given here.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "prog.cld")
    before = Path("prog.cld").read_bytes()
    assert run("dsplnk -op:100 -bprog.cld main") == 1
    assert "prog.cld: Permission denied" in capsys.readouterr().err
    assert Path("prog.cld").read_bytes() == before


def test_concurrent_runs_lose_no_message(folder: Path) -> None:
    Path("warn.asm").write_text(" warn 'said'\n nop\n")
    runs = [subprocess.Popen([COMMAND, "-a", "-ealog.txt", "warn.asm"], stdout=subprocess.DEVNULL) for _ in range(20)]
    assert [run.wait(60) for run in runs] == [0] * 20
    assert Path("log.txt").read_text().count("warning[A0802]: said") == 20
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []
