"""`dsp56k run`: how it reports, and what it refuses."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.cli.main import main

# clr a / clr b / jmp to itself: 2 clocks each (UM A-228); the jump is where the run halts.
PROGRAM = "_START T 0 0 0\n_DATA P 0000\n200013 20001B\n0C0002\n_SYMBOL P\nhere I 0002\n_END 0000\n"


def run(tmp_path: Path, text: str, *options: str) -> Result:
    file = tmp_path / "program.lod"
    file.write_text(text)
    return CliRunner().invoke(main, ["run", str(file), *options])


def test_shows_reason_counts_and_registers(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM)
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "HALT at P:$0002 <here> after 4 clocks, 2 instructions\n\na   $00 $000000 $000000    x   "
    )
    assert "m7 $FFFF\npc  $0002" in result.stdout


@pytest.mark.parametrize("until", ["here", "$2", "0x2", "2"])
def test_until_takes_symbols_and_addresses(tmp_path: Path, until: str) -> None:
    result = run(tmp_path, PROGRAM, "--until", until, "--json")
    assert result.exit_code == 0
    shown = json.loads(result.stdout)
    assert (shown["reason"], shown["pc"], shown["clocks"], shown["instructions"]) == ("BREAKPOINT", 2, 4, 2)
    assert shown["registers"]["m0"] == 0xFFFF


def test_a_budget_ends_a_run(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM, "--max-instructions", "1")
    assert result.stdout.startswith("BUDGET at P:$0001 after 2 clocks")
    result = run(tmp_path, PROGRAM, "--max-clocks", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("BUDGET at P:$0001 after 2 clocks")


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--until", "hre"], 1, "no loaded program has a symbol 'hre'; did you mean here?"),
        (["--until", "$10000"], 1, "P:0x10000 is outside $0000-$FFFF"),
        (["--until", "$7"], 1, "stopped (HALT) before reaching $7"),
        (["--mode", "4"], 2, "4 is not in the range"),
        (["--max-clocks", "0"], 2, "0 is not in the range"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, options: list[str], code: int, message: str) -> None:
    result = run(tmp_path, PROGRAM, *options)
    assert result.exit_code == code
    assert message in result.stderr


def test_a_restricted_sequence_is_refused_if_asked(tmp_path: Path) -> None:
    # move #5,r0 / move x:(r0),x0
    text = PROGRAM.replace("200013 20001B", "300500 44E000")
    assert run(tmp_path, text).exit_code == 0
    result = run(tmp_path, text, "--strict")
    assert (result.exit_code, "restricted sequence at P:$0001" in result.stderr) == (1, True)


def test_an_illegal_instruction_is_an_error(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM.replace("200013", "000005"))
    assert result.exit_code == 1
    assert "illegal instruction" in result.stderr


def test_an_instruction_of_a_later_chip_is_named(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM.replace("200013", "000008"))
    assert result.exit_code == 1
    assert "$000008, which is INC on the DSP56002" in result.stderr


def test_a_damaged_file_is_named_with_its_line(tmp_path: Path) -> None:
    result = run(tmp_path, PROGRAM.replace("_DATA P 0000", "_DATA P 12345"))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"error: {tmp_path / 'program.lod'}:2: ")
    assert CliRunner().invoke(main, ["run", str(tmp_path / "missing.lod")]).exit_code == 1


def test_an_endless_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "endless.lod").symlink_to("/dev/zero")
    result = CliRunner().invoke(main, ["run", str(tmp_path / "endless.lod")])
    assert result.exit_code == 1
    assert "endless.lod: larger than" in result.stderr


@pytest.mark.parametrize(
    ("number", "code", "message"), [("SIGINT", 130, "interrupted"), ("SIGTERM", 143, "terminated")]
)
@pytest.mark.parametrize("options", [["run"], ["run", "--json"], ["trace", "--max-instructions", "100000000"]])
def test_a_signal_shows_where_the_program_stood(
    tmp_path: Path, options: list[str], number: str, code: int, message: str
) -> None:
    file = tmp_path / "endless.lod"
    # nop / jmp $0: 2 and 4 clocks (UM A-228)
    file.write_text("_START T 0 0 0\n_DATA P 0000\n000000 0C0000\n_SYMBOL P\ntop I 0000\n_END 0000\n")
    command, *rest = options
    line = [sys.executable, "-c", "from dsp56k.cli.main import main; main()", command, str(file), *rest]
    if command == "run":
        line += ["--max-clocks", str(10**15)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.communicate(timeout=2)
        process.send_signal(getattr(signal, number))
        out, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (code, f"{message}\n")
    if "--json" in options:
        shown = json.loads(out)
        assert (shown["reason"], shown["pc"] in (0, 1)) == ("INTERRUPTED", True)
        assert shown["clocks"] == 6 * (shown["instructions"] // 2) + 2 * (shown["instructions"] % 2)
    else:
        assert re.search(
            r"^INTERRUPTED at P:\$000[01] <top(\+1)?> after [0-9,]+ clocks, [0-9,]+ instructions$", out, re.M
        )


def test_a_program_that_runs_off_its_end_is_an_error(tmp_path: Path) -> None:
    # clr a / clr b, and nothing after.
    text = PROGRAM.replace("0C0002\n", "")
    result = run(tmp_path, text, "--json")
    assert result.exit_code == 1
    assert "execution came to P:$0002 <here>, which was never loaded" in result.stderr
    assert json.loads(result.stdout)["reason"] == "UNLOADED"
    result = run(tmp_path, text, "--run-on", "--max-instructions", "10")
    assert (result.exit_code, result.stdout.split()[0]) == (0, "BUDGET")


@pytest.mark.parametrize(("word", "message"), [("0D0000", "stack overflow"), ("00000C", "stack underflow")])
def test_a_stack_error_is_an_error(tmp_path: Path, word: str, message: str) -> None:
    # jsr $0 forever, or rts at once.
    text = PROGRAM.replace("200013", word)
    result = run(tmp_path, text)
    assert (result.exit_code, message in result.stderr) == (1, True)
    assert run(tmp_path, text, "--run-on", "--max-clocks", "1000").exit_code == 0
