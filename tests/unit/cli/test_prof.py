"""`dsp56k prof`: the profile of a program, also between two locations, in tables and files."""

import json
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes
from dsp56k.cli.console.profiles import profile_lines
from dsp56k.cli.main import main
from dsp56k.emu import Dsp56001

UNREACHED = "error: fir.elf: the program stopped (HALT) at P:$0046 <all> (fir.asm:8) before it reached $99 (P:$0099)"
SOURCE = """
        org     p:$40
start   movep   #$1000,x:<<$fffe
        do      #5,all
        jsr     <work
        nop
all
done    jmp     *
work    move    x:$1000,a
        rep     #3
        asl     a
        rts
        end     start
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("fir.asm").write_text(SOURCE)
    Path("fir.elf").write_bytes(elf_bytes(assemble(SOURCE, name="fir.asm")))
    return "fir.elf"


def prof(*options: str) -> Result:
    return CliRunner().invoke(main, ["prof", *options])


def test_tables_show_functions_parts_lines_and_instructions(program: str) -> None:
    result = prof(program, "--top", "3")
    assert result.exit_code == 0, result.stderr
    blocks = result.stdout.split("\n\n")
    assert blocks[0].splitlines()[0].startswith("HALT at P:$0046 <all> (fir.asm:8) after ")
    rows = [line.split() for line in blocks[1].splitlines()]
    assert rows[0] == ["clocks", "%", "inclusive", "%", "calls", "min", "mean", "max", "function"]
    assert [row[-1] for row in rows[1:]] == ["work", "start"]
    assert rows[1][4:8] == ["5", "19", "19.0", "19"]
    assert blocks[2].splitlines()[1].split()[2] == "base:"
    assert blocks[3].splitlines()[0].split()[-1] == "line"
    assert len(blocks[4].splitlines()) == 4


def test_a_function_has_its_least_and_its_most_clocks(program: str) -> None:
    calls = " move #<1,r0\n jsr f\n move #<8,r0\n jsr f\n"
    Path(program).write_bytes(elf_bytes(assemble(f"{calls} jmp *\nf rep r0\n nop\n rts\n")))
    rows = [line.split() for line in prof(program).stdout.split("\n\n")[1].splitlines()]
    assert [row[4:8] for row in rows if row[-1] == "f"] == [["2", "10", "17.0", "24"]]


def test_notes_are_a_paragraph() -> None:
    profile = Dsp56001().profile().result()
    assert profile_lines(replace(profile, notes=("It is cut.",)))[-2:] == ["", "It is cut."]


def test_runs_from_one_address_to_another(program: str) -> None:
    facts = json.loads(prof(program, "--from", "work", "--to", "$45", "--times", "3", "--json").stdout)
    assert (facts["reason"], facts["runs"], facts["clocks"]) == ("BREAKPOINT", 3, 3 * 19)
    assert [one["name"] for one in facts["functions"]] == ["work"]
    whole = json.loads(prof(program, "--json").stdout)
    assert whole["runs"] == 1
    assert whole["clocks"] == sum(one["clocks"] for one in whole["instructions"])


def test_files_are_written(program: str) -> None:
    names = {"listing": "l.txt", "callgrind": "callgrind.out", "speedscope": "s.json", "perfetto": "p.json"}
    result = prof(program, *(word for name, file in names.items() for word in (f"--{name}", file)))
    assert result.exit_code == 0, result.stderr
    listing = Path("l.txt").read_text().splitlines()
    assert [line.split()[0] for line in listing if "asl     a" in line] == ["30"]
    assert Path("callgrind.out").read_text().startswith("# callgrind format\n")
    assert json.loads(Path("s.json").read_text())["name"] == "fir.elf"
    assert json.loads(Path("p.json").read_text())["displayTimeUnit"] == "ns"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["none.elf"], "error: none.elf: No such file or directory"),
        (["fir.asm"], "error: fir.asm"),
        (["fir.elf", "--from", "wrok"], "error: --from: no loaded program has a symbol 'wrok'; did you mean work?"),
        (["fir.elf", "--to", "nowhere"], "error: --until: no loaded program has a symbol 'nowhere'"),
        (["fir.elf", "--from", "$99"], UNREACHED),
        (["fir.elf", "--from", "work", "--to", "$99"], UNREACHED),
        (["fir.elf", "--max-clocks", "30", "--to", "done"], "error: fir.elf: the program stopped (BUDGET) at P:$"),
        (["fir.elf", "--callgrind", "fir.elf"], "error: fir.elf would replace an input"),
        (["fir.elf", "--listing", "no/where"], "error: no/where: No such file or directory"),
    ],
)
def test_mistakes_are_said(program: str, options: list[str], message: str) -> None:
    result = prof(*options)
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith(message)
    assert len(result.stderr.splitlines()) == 1
    assert program


def test_an_endless_program_is_ended_by_the_keyboard_and_its_profile_written(program: str) -> None:
    endless = "start jsr f\n jmp start\nf rep #200\n nop\n rts\n end start\n"
    Path("endless.elf").write_bytes(elf_bytes(assemble(" org p:$40\n" + endless)))
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        result = prof("endless.elf", "--callgrind", "c.out")
    finally:
        signal.signal(signal.SIGALRM, before)
    assert (result.exit_code, result.stderr) == (130, "interrupted\n")
    assert result.stdout.startswith("INTERRUPTED at P:")
    assert "totals:" in Path("c.out").read_text()
    assert program


def test_a_host_serves_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, words = tmp_path / "sums.elf", tmp_path / "words.txt"
    source = " movep #1,x:<<$ffe0\nwt jclr #0,x:<<$ffe9,wt\n movep x:<<$ffeb,x0\ngot movep x0,x:<<$ffeb\n jmp wt\n"
    program.write_bytes(elf_bytes(assemble(source)))
    words.write_text("1 2 3")
    options = "--from", "got", "--to", "wt", "--bcr", "0", "--host-in", str(words)
    result = prof(str(program), *options, "--times", "3")
    assert result.stdout.splitlines()[1] == "24 clocks profiled"
    endless = prof(str(program), "--host-in", str(words), "--max-clocks", "500")
    assert endless.stdout.splitlines()[1] == "the program waits for the host port"
    monkeypatch.setattr("dsp56k.cli.emulator.notices.PATIENCE", 1000)
    assert prof(str(program)).stdout.splitlines()[1].endswith("no host is connected: --host-in FILE connects one")
    assert prof(str(program), "--vcd", str(tmp_path / "w.vcd")).exit_code == 0
    lost = CliRunner().invoke(main, ["trace", str(program), "--from", "got"])
    assert (
        "before it reached got (P:$0005); the program waits for the host port, but no host is connected" in lost.stderr
    )
    steps = CliRunner().invoke(main, ["trace", str(program), *options, "--set", "x0=9"]).stdout.splitlines()
    assert [line.split()[-3] for line in steps[1:-1]] == ["$000001", "<wt"]
