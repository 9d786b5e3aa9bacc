"""asm56000, dsplnk, dsplib, cldlod and srec take Motorola's command lines; the new commands do the same work."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.cli.main import main as dsp56k
from dsp56k.cli.motorola import asm56000, cldlod, dsplib, dsplnk, srec

MAIN = " section m\n xref tail\n org p:\nhead jmp tail\n if COUNT\n dc COUNT\n endif\n endsec\n"
TAIL = " section t\n xdef tail\n org p:\ntail jmp tail\n endsec\n"

Run = Callable[..., int]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("main.asm").write_text(MAIN)
    Path("tail.asm").write_text(TAIL)
    commands = {module.__name__.rpartition(".")[2]: module for module in (asm56000, cldlod, dsplib, dsplnk, srec)}

    def call(line: str) -> int:
        monkeypatch.setattr(sys, "argv", line.split())
        return int(commands[line.split()[0]].main())

    return call


def test_a_build_from_sources_to_prom(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("asm56000 -B -Lmain.ls -d COUNT 3 main") == 0
    assert run("asm56000 -b tail.asm") == 0
    assert "0AF080" in Path("main.ls").read_text()
    capsys.readouterr()
    assert run("dsplnk -b prog.cld -m -v -ope:40 main.cln tail.cln") == 0
    assert "0    Errors" in capsys.readouterr().out
    assert "P       0040   0042        3  m" in Path("main.map").read_text()
    assert run("cldlod prog") == 0
    text = capsys.readouterr().out
    assert text.startswith("_START MAIN 0000 0000 0000 DSP56000 dsp56k \n\n_DATA PE 0040\n0AF080 000043 000003 \n")
    assert text.endswith("_END 0040\n")
    assert run("srec -m prog.cld") == 0
    assert Path("prog.p0").read_text().splitlines()[1] == "S10600408043" + "03F3"
    assert run("srec -bs prog.cld") == 0
    assert Path("prog.s").read_text().splitlines()[0] == "S0070004" + b"MAIN".hex().upper() + "CF"


def test_absolute_mode_writes_both_load_formats(run: Run) -> None:
    Path("abs.asm").write_text(" org p:$40\n nop\n")
    assert run("asm56000 -a -b -q abs") == 0
    assert Path("abs.lod").read_bytes().startswith(b"_START ABS 0000 0000 0000 DSP56000 dsp56k\r\n")
    assert Path("abs.cld").read_bytes()[:4] == b"\0\0\x02\xc5"
    assert run("asm56000 -a -bother.lod abs") == 0
    assert Path("other.lod").is_file()


def test_absolute_mode_checks_the_interrupt_vectors(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Path("vectors.asm").write_text(" org p:8\n rts\n")
    assert run("asm56000 -a vectors") == 0
    assert "A0640" in capsys.readouterr().out
    assert run("asm56000 vectors") == run("asm56000 -a -onointr vectors") == 0
    assert capsys.readouterr().out == ""


def test_an_argument_file_is_appended(run: Run) -> None:
    Path("args").write_text("-d COUNT '7' ; comment\n main.asm\n")
    assert run("asm56000 -bm.cln -fargs") == 0
    assert Path("m.cln").is_file()


def test_incremental_linking(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("asm56000 -b -d COUNT 1 main") == run("asm56000 -b tail") == 0
    assert run("dsplnk -i main tail") == 2
    assert "Default load file not allowed in incremental link" in capsys.readouterr().err
    assert run("dsplnk -i -bwhole main") == 0
    assert run("dsplnk -btwice.lod whole tail") == run("dsplnk -bonce.lod main tail") == 0
    assert Path("twice.lod").read_bytes() == Path("once.lod").read_bytes()


def test_several_sources_are_one(run: Run) -> None:
    assert run("asm56000 -bboth -dCOUNT 0 main tail") == 0
    assert run("dsplnk -bboth.lod both") == 0
    assert "0AF080 000002" in Path("both.lod").read_text()


def test_libraries(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("asm56000 -b -d COUNT 0 main") == run("asm56000 -b tail") == 0
    assert run("dsplib -c io tail.cln") == 0
    assert run("dsplib -l io") == 0
    assert capsys.readouterr().out.startswith("tail.cln ")
    assert run("dsplnk -bprog main -lio") == 0
    assert run("dsplib -a io tail.cln") == 1
    assert run("dsplib -d io tail.cln") == 0
    assert run("dsplib -x io tail.cln") == 1
    assert run("dsplnk -bprog2 main -lio") == 1
    assert not Path("prog2.cld").exists()


def test_errors_write_nothing(run: Run) -> None:
    Path("main.cln").write_text("earlier")
    Path("main.asm").write_text(" bogus\n")
    assert run("asm56000 -b -l main") == 1
    assert Path("main.cln").read_text() == "earlier"
    assert not Path("main.lst").exists()
    assert run("dsplnk -bx.cld main.cln") == 1
    assert run("cldlod main.cln") == 1
    assert run("dsplnk missing") == 1
    assert not Path("x.cld").exists()


@pytest.mark.parametrize(
    "line", ["asm56000 -k", "asm56000 -b", "dsplnk -i main", "dsplib -q lib", "srec -ms a", "cldlod a b"]
)
def test_wrong_command_lines(run: Run, line: str) -> None:
    assert run(line) == 2


def test_the_modern_commands(run: Run, tmp_path: Path) -> None:
    assert run("asm56000 -b -d COUNT 0 main") == run("asm56000 -b tail") == 0

    def call(line: str) -> str:
        result = CliRunner().invoke(dsp56k, line.split())
        assert result.exit_code == 0, result.output
        return result.stdout

    assert call("lib create io.lib tail.cln") == ""
    assert '"name": "tail.cln"' in call("lib list io.lib --json")
    assert call("link main.cln io.lib -o prog.cld --origin p:40").startswith("4 words, 0 warnings; written: prog.cld")
    assert "prog.cld: MAIN 0.0, absolute, start P:$0040" in call("objdump prog.cld").replace("main 0.0", "MAIN 0.0")
    assert "{tail}@4#0" in call("objdump main.cln --relocations")
    for first, second in (("cld", "lod"), ("lod", "elf"), ("elf", "hex"), ("hex", "p56"), ("p56", "s"), ("s", "p0")):
        assert call(f"convert prog.{first} prog.{second}").startswith(
            "4 words; written: prog.p0" if second == "p0" else "4 w"
        )
    assert (
        call("convert prog.p0 back.lod --json")
        == '{\n  "ok": true,\n  "words": 4,\n  "written": [\n    "back.lod"\n  ]\n}\n'
    )
    assert "_DATA P 0040\n0AF080 000042 0AF080 000042 \n" in Path("back.lod").read_text()


def test_a_relocatable_module_is_no_program(run: Run) -> None:
    assert run("asm56000 -b tail") == 0
    result = CliRunner().invoke(dsp56k, ["convert", "tail.cln", "tail.lod"])
    assert (result.exit_code, "has to be linked" in result.stderr) == (1, True)
