"""asm56000, dsplnk, dsplib, cldlod and srec take Motorola's command lines; the new commands do the same work."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.asm import assemble
from dsp56k.cli.main import main as dsp56k
from dsp56k.cli.motorola import asm56000, cldlod, dsplib, dsplnk, srec
from dsp56k.cli.objects import FileError, object_files
from dsp56k.emu import Dsp56001
from dsp56k.objects import budget

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
        name = line.split()[0]
        return int(dsplnk.main_lnk56000() if name == "lnk56000" else commands[name].main())

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
    assert run("srec -s -r -w -a3 -t3 prog.cld") == 0
    records = Path("prog.s").read_text().splitlines()
    assert [record[:10] for record in records[1:]] == ["S20D000040", "S20A000043", "S804000040"]


def test_absolute_mode_writes_both_load_formats(run: Run) -> None:
    Path("abs.asm").write_text(" org p:$40\n nop\n")
    assert run("asm56000 -a -b -q abs") == 0
    assert Path("abs.lod").read_bytes().startswith(b"_START ABS 0000 0000 0000 DSP56000 dsp56k\r\n")
    assert Path("abs.cld").read_bytes()[:4] == b"\0\0\x02\xc5"
    assert run("asm56000 -a -bother.lod abs") == 0
    assert (Path("other.lod").is_file(), Path("other.cld").exists()) == (True, False)
    # A name without an extension: the earlier assemblers would add .lod, the later ones .cld.
    assert run("asm56000 -a -bboth abs") == 0
    assert (Path("both.lod").is_file(), Path("both.cld").is_file()) == (True, True)
    assert run("asm56000 -a -bNUL abs") == 0


def test_absolute_mode_checks_the_interrupt_vectors(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Path("vectors.asm").write_text(" org p:8\n rts\n")
    assert run("asm56000 -a vectors") == 0
    assert "A0640" in capsys.readouterr().out
    assert run("asm56000 vectors") == run("asm56000 -a -onointr vectors") == 0
    assert capsys.readouterr().out == ""


def test_an_argument_file_is_appended(run: Run) -> None:
    Path("args").write_text("-d COUNT '7' ; comment\n main.asm\n")
    assert run("asm56000 -bm.cln -fargs") == run("asm56000 -bapart.cln -f args") == 0
    assert Path("m.cln").read_bytes() == Path("apart.cln").read_bytes()


def test_a_last_option_may_lack_its_file(run: Run) -> None:
    assert run("asm56000 tail -b") == 0
    assert Path("tail.cln").is_file()


def test_files_have_at_most_the_size_that_readers_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    obj = assemble(" nop\n")
    files = object_files(obj, Path("a.lod"), "lod")
    (size,) = map(len, files.values())
    monkeypatch.setattr(budget, "FILE_BYTES", size)
    assert object_files(obj, Path("a.lod"), "lod") == files
    monkeypatch.setattr(budget, "FILE_BYTES", size - 1)
    with pytest.raises(FileError, match=r"cannot write a\.lod: it would be larger than"):
        object_files(obj, Path("a.lod"), "lod")


def test_incremental_linking(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("asm56000 -b -d COUNT 1 main") == run("asm56000 -b tail") == 0
    assert run("dsplnk -i main tail") == 2
    assert "Default load file not allowed in incremental link" in capsys.readouterr().err
    assert run("dsplnk -i -bwhole main") == 0
    assert run("dsplnk -btwice.lod whole tail") == run("dsplnk -bonce.lod main tail") == 0
    assert Path("twice.lod").read_bytes() == Path("once.lod").read_bytes()


def test_names_with_the_habits_of_dos(run: Run) -> None:
    Path("Src").mkdir()
    Path("Src/Inc").mkdir()
    Path("Src/Inc/Part.ASM").write_bytes(b" nop\r\n\x1a")
    Path("Src/Prog.asm").write_bytes(b" section p\r\n org p:\r\n include 'PART'\r\n endsec\r\n\x1a")
    Path("ARGS.CMD").write_bytes(b"-isrc\\inc\\ ; where\r\nSRC\\PROG\r\n\x1a-k")
    assert run("asm56000 -bSRC\\PROG.CLN -lnul -fargs.cmd") == 0
    Path("BOARD.CTL").write_bytes(b"base P:40\r\n\x1arubbish")
    Path("Lib").mkdir()
    assert run("dsplib -c Lib\\Tools Src\\Prog.CLN") == 0
    assert run("dsplnk -bout.lod -rboard src\\prog") == 0
    assert "_DATA P 0040\r\n000000" in Path("out.lod").read_bytes().decode()
    Path("call.asm").write_text(" org p:\n jmp >*\n")
    assert run("asm56000 -b call") == 0
    assert run("dsplnk -bwith.lod CALL.CLN -pLIB\\ -lTOOLS") == 0


def test_devices_take_listings(run: Run) -> None:
    # ASM H.3.4.
    assert run("asm56000 -l/dev/null tail") == run("asm56000 -l NUL tail") == 0
    assert not Path("NUL").exists()
    assert not list(Path().glob("*.lst"))


def test_outputs_are_named_as_the_command_line_has_it(run: Run) -> None:
    Path("tail.asm").rename("TAIL.ASM")
    assert run("asm56000 -b -l tail") == 0
    Path("tail.cln").rename("TAIL.CLN")
    Path("tail.lst").rename("TAIL.LST")
    assert run("dsplnk -b -m tail") == 0
    assert sorted(path.name for path in Path().glob("[tT]*")) == [
        "TAIL.ASM",
        "TAIL.CLN",
        "TAIL.LST",
        "tail.cld",
        "tail.map",
    ]
    # An existing file is overwritten, whatever the case of its name.
    assert run("asm56000 -b -l tail") == 0
    assert sorted(path.name for path in Path().glob("[tT]*.[lLcC]*")) == ["TAIL.CLN", "TAIL.LST", "tail.cld"]


@pytest.mark.parametrize("name", ["-", "CON", "con:"])
def test_a_listing_goes_to_standard_output(run: Run, capfd: pytest.CaptureFixture[str], name: str) -> None:
    assert run(f"asm56000 -l{name} tail") == 0
    assert "tail      jmp     tail" in capfd.readouterr().out
    assert sorted(path.name for path in Path().iterdir()) == ["main.asm", "tail.asm"]


def test_a_source_comes_from_standard_input(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from dsp56k.cli.motorola.asm56000 import main; raise SystemExit(main())"]
    line = [*command, "-a", "-bin.lod", "-"]
    done = subprocess.run(line, cwd=tmp_path, input=b" nop\n foo\n", stdout=subprocess.PIPE, check=False)
    assert done.stdout.startswith(b"/dev/stdin:2:2: error[A0201]")
    subprocess.run(line, cwd=tmp_path, input=b" nop\n", check=True)
    assert (tmp_path / "in.lod").is_file()


def test_an_interrupted_command_ends_quietly(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(asm56000, "assemble_command", interrupt)
    assert run("asm56000 tail") == 130
    assert capsys.readouterr().err == "asm56000: interrupted\n"


def test_versions(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("asm56000 --version") == run("dsplib -v") == 0
    assert re.fullmatch(r"asm56000 of dsp56k [\d.]+\ndsplib of dsp56k [\d.]+\n", capsys.readouterr().out)


def test_a_listing_on_the_screen_shows_errors_at_their_lines(run: Run, capfd: pytest.CaptureFixture[str]) -> None:
    Path("bad.asm").write_text(" nop\n foo\n nop\n")
    assert run("asm56000 -l- bad") == 1
    lines = [line[:4] for line in capfd.readouterr().out.split("\n")]
    assert lines[4:8] == ["1   ", "****", "2   ", "3   "]
    assert run("asm56000 -l bad") == 1
    assert not Path("bad.lst").exists()


def test_messages_go_to_a_file(run: Run) -> None:
    Path("bad.asm").write_text(" nop nop\n")
    assert run("asm56000 -ew bad.err bad") == run("asm56000 -ea bad.err bad") == 1
    assert Path("bad.err").read_text().count("bad.asm:1:") == 2
    assert run("asm56000 -eother bad") == 1
    assert Path("other").read_text().count("bad.asm:1:") == 1
    assert run("asm56000 -b -dCOUNT 0 main") == 0
    assert run("dsplnk -ewlink.err main") == 1
    assert "L0101" in Path("link.err").read_text()


def test_the_linker_before_coff(run: Run) -> None:
    assert run("asm56000 -b -d COUNT 0 main") == run("asm56000 -b tail") == 0
    assert run("lnk56000 -c -ope:40 main tail") == 0
    text = Path("main.lod").read_bytes().decode()
    assert text == "_START MAIN 0000 0000\r\n\r\n_DATA PE 0040\r\n0AF080 000042 0AF080 000042 \r\n_END 0000\r\n"
    assert run("lnk56000 -s -ope:40 -bsym main tail") == 0
    assert "_SYMBOL P\r\nhead             I 000040\r\n" in Path("sym.lod").read_bytes().decode()


def test_modules_of_scripts_from_before_coff(run: Run) -> None:
    # The linker's examples name .lnk files, which the assembler made then (ASM, linker 1.3).
    assert run("asm56000 -b -d COUNT 0 main") == run("asm56000 -b tail") == 0
    assert run("lnk56000 -Bfilter.lod main.lnk TAIL.LNK") == 0
    assert Path("filter.lod").is_file()
    assert run("dsplib -c io tail.lnk") == 0
    assert run("lnk56000 -Bfilter.lod main.lnk -lio") == 0
    assert run("lnk56000 none.lnk") == 1


def test_names_in_any_case(run: Run) -> None:
    # Scripts of DOS find SHOUTED.ASM as shouted.asm, and their output has the name in the script.
    Path("SHOUTED.ASM").write_text(" section s\n org p:\n nop\n endsec\n")
    assert run("asm56000 -b -l shouted") == 0
    assert run("dsplnk -B SHOUTED.CLN") == 0
    assert run("cldlod Shouted.cld") == run("srec -s shouted.CLD") == 0
    assert {path.name for path in Path().iterdir()} >= {"shouted.cln", "shouted.lst", "SHOUTED.cld", "shouted.s"}


def test_what_srec_writes_can_be_loaded(run: Run) -> None:
    source = " org p:$40\n" + " dc $112233,$445566\n" * 20 + " org y:7\n" + " dc 1,2\n" * 20 + " end $41\n"
    Path("rom.asm").write_text(source)
    assert run("asm56000 -a -b rom") == 0
    for options, names in (
        ("", ["rom.p", "rom.y"]),
        ("-b", ["rom.p", "rom.y"]),
        ("-s", ["rom.s"]),
        ("-m", ["rom.p0", "rom.y2"]),
    ):
        assert run(f"srec {options} rom") == 0
        dsp = Dsp56001()
        for name in names:
            dsp.load(name)
        assert (dsp.p[0x40:0x42], dsp.p[0x67], dsp.y[7:9]) == ([0x112233, 0x445566], 0x445566, [1, 2])


def test_only_the_first_of_several_output_files_counts(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("asm56000 -b tail") == 0
    assert run("dsplnk -bone -btwo tail") == 0
    assert "Duplicate object file specified - ignored" in capsys.readouterr().out
    assert (Path("one.cld").is_file(), Path("two.cld").exists()) == (True, False)
    assert run("asm56000 -bthree -bfour -lfive -lsix tail") == 0
    assert capsys.readouterr().out.splitlines() == [
        f"Duplicate {kind} file specified - ignored" for kind in ("object", "listing")
    ]
    assert [Path(name).exists() for name in ("three.cln", "four.cln", "five.lst", "six.lst")] == [True, False] * 2


def test_an_object_file_alone_is_the_input(run: Run) -> None:
    # As build scripts in the field have it: the assembler's -b names a .cld, which the linker then replaces.
    assert run("asm56000 -btail.cld tail") == 0
    assert run("dsplnk -a -g -q -B tail.cld") == 0
    assert run("cldlod tail.cld") == 0


def test_symbols_can_be_left_out(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Path("abs.asm").write_text("five equ 5\n org p:\n nop\n")
    for options, symbols in (("-a -b", True), ("-a -b -z", False)):
        assert run(f"asm56000 {options} abs") == 0
        capsys.readouterr()
        assert run("cldlod abs") == 0
        text = capsys.readouterr().out
        # Stripped, cldlod finds no name for _START either (F030TREX, trex_dsp.lod).
        assert ("five" in text, "_START ABS" in text) == (symbols, symbols)
    assert text == "_DATA P 0000\n000000 \n\n_END 0000\n"


def test_the_librarian_reads_commands(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # ASM, librarian 2.3: without arguments, commands come from standard input.
    assert run("asm56000 -b tail") == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("cr io tail.cln\nLIST io\n?\nfold io\ne io\n\nquit\nlist none\n"))
    assert run("dsplib") == 1
    printed = capsys.readouterr().out
    assert printed.startswith("tail.cln ")
    assert printed.count("usage: dsplib") == 1
    assert printed.endswith("invalid command\nambiguous command\n")


def test_the_librarian_goes_on_after_warnings(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    # ASM, librarian B.3 and B.4.
    assert run("asm56000 -b tail") == run("asm56000 -b -d COUNT 0 main") == 0
    assert run("dsplib -c io tail.cln") == 0
    assert run("dsplib -a io TAIL.CLN main.cln none.cln main.cln") == 1
    assert capsys.readouterr().out.splitlines() == [
        "warning: TAIL.CLN: already in library",
        "warning: none.cln: cannot open module file",
        "warning: main.cln: duplicate module name",
    ]
    assert run("dsplib -l io") == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["tail.cln", "main.cln"]
    for line, message in (
        ("dsplib -a io", "add requires explicit module names"),
        ("dsplib -d io", "delete requires explicit module names"),
        ("dsplib -c io", "library file already exists"),
    ):
        assert run(line) == 1
        assert message in capsys.readouterr().err
    assert run("dsplib -d io none.cln tail.cln") == 1
    Path("main.cln").unlink()
    assert run("dsplib -x io") == 0
    assert Path("main.cln").is_file()


def test_the_new_command_links_in_steps(run: Run) -> None:
    assert run("asm56000 -b -dCOUNT 0 main") == run("asm56000 -b tail") == 0

    def link(*arguments: str) -> int:
        return int(CliRunner().invoke(dsp56k, ["link", *arguments]).exit_code)

    assert link("-i", "main.cln") == 2
    assert link("-i", "main.cln", "-o", "half.cln") == 0
    assert link("half.cln", "tail.cln", "-o", "twice.lod") == link("main.cln", "tail.cln", "-o", "once.lod") == 0
    assert Path("twice.lod").read_bytes() == Path("once.lod").read_bytes()
    Path("upper.asm").write_text(" section t\n xdef TAIL\n org p:\nTAIL nop\n endsec\n")
    assert run("asm56000 -b upper") == 0
    assert link("main.cln", "upper.cln") == 1
    assert link("-n", "main.cln", "upper.cln") == 0
    assert run("dsplib -c tails tail.cln") == 0
    assert link("-u", "tail", "tails.lib", "-o", "wanted.lod") == 0
    assert "0AF080" in Path("wanted.lod").read_text()


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
    "line", ["asm56000 -k", "asm56000 -b", "dsplnk -i main", "dsplib -q lib", "srec -ms a", "srec -a5 a", "cldlod a b"]
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
    made = call("link main.cln io.lib -o prog.cld --origin p:40,x:10")
    assert made.startswith("4 words, 0 warnings; written: prog.cld")
    assert "prog.cld: MAIN 0.0, absolute, start P:$0040" in call("objdump prog.cld").replace("main 0.0", "MAIN 0.0")
    failed = CliRunner().invoke(dsp56k, ["link", "main.cln", "--json"])
    assert failed.exit_code == 1
    (found,) = json.loads(failed.stdout)["diagnostics"]
    assert (found["code"], found["notes"]) == ("L0101", ["referred to at main.cln P:$0001 (main.asm:4)"])
    assert "{tail}@4#0" in call("objdump main.cln --relocations")
    for name, kind in (("io.lib", "a library"), ("main.asm", "a source file")):
        assert f"{name}: cannot load {kind}:" in CliRunner().invoke(dsp56k, ["objdump", name]).output
    assert call("convert prog.cld - --format lod") == call("convert prog.cld /dev/stdout --format lod")
    assert call("convert prog.cld - --format lod").startswith("_START MAIN")
    assert "    +0     main.asm:4\n" in call("objdump main.cln --lines")
    for first, second in (("cld", "lod"), ("lod", "elf"), ("elf", "hex"), ("hex", "p56"), ("p56", "s"), ("s", "p0")):
        assert call(f"convert prog.{first} prog.{second}").startswith(
            "4 words; written: prog.p0" if second == "p0" else "4 w"
        )
    assert (
        call("convert prog.p0 back.lod --json")
        == '{\n  "ok": true,\n  "words": 4,\n  "written": [\n    "back.lod"\n  ]\n}\n'
    )
    assert "_DATA P 0040\n0AF080 000042 0AF080 000042 \n" in Path("back.lod").read_text()


@pytest.mark.parametrize("name", [".", "/", "missing.cln"])
def test_the_modern_linker_needs_files(run: Run, name: str) -> None:
    result = CliRunner().invoke(dsp56k, ["link", name])
    assert (result.exit_code, result.stderr.startswith(f"error: {name}: ")) == (1, True)


def test_a_relocatable_module_is_no_program(run: Run) -> None:
    assert run("asm56000 -b tail") == 0
    result = CliRunner().invoke(dsp56k, ["convert", "tail.cln", "tail.lod"])
    assert (result.exit_code, "link it first" in result.stderr) == (1, True)


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "utf-8"])
def test_messages_fit_every_terminal(run: Run, monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    Path("deep.asm").write_bytes("m macro\n msg 'ö€'\n m\n endm\n m\n".encode())
    terminal = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", terminal)
    assert run("asm56000 deep") == 1
    terminal.seek(0)
    assert "A0106" in terminal.read()


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "many.asm").write_text(" foo\n" * 3000)
    command = [sys.executable, "-c", "from dsp56k.cli.motorola.asm56000 import main; raise SystemExit(main())", "many"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b"A0201" in process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_a_build_imports_no_heavy_packages(tmp_path: Path) -> None:
    (tmp_path / "a.asm").write_text(" section s\n org p:\n nop\n endsec\n")
    code = """
import sys
from dsp56k.cli.motorola import asm56000, cldlod, dsplnk, srec
for command, line in ((asm56000, "-b -l a"), (dsplnk, "-b -m a"), (cldlod, "a"), (srec, "-bs a")):
    sys.argv = ["", *line.split()]
    assert command.main() == 0
print([name for name in ("numpy", "click", "rich", "dsp56k.emu") if name in sys.modules])
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")
