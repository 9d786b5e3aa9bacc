"""`dsp56k asm`: formats, diagnostics, and files that appear whole or not at all."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.cli.console.shared_options import uses_colour
from dsp56k.cli.main import main

SOURCE = "        org     p:$40\nstart   clr     a\n        move    #>COUNT,x0\n        end     start\n"
WRONG = "        org     p:0\n        clr     x\n        bogus\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.asm").write_text(SOURCE)
    (tmp_path / "bad.asm").write_text(WRONG)
    return tmp_path


def asm(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["asm", *arguments])


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_writes_lod_beside_the_source(here: Path) -> None:
    result = asm("good.asm", "-D", "COUNT=$123")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "3 words, 0 warnings; written: good.lod\n", "")
    assert "_DATA P 0040\n200013 44F400 000123" in (here / "good.lod").read_text()
    assert (here / "good.lod").read_text().endswith("_END 0040\n")


@pytest.mark.parametrize("arguments", [["-o", "out.elf"], ["--format", "elf", "-o", "out.bin"]])
def test_elf_by_ending_or_by_name(here: Path, arguments: list[str]) -> None:
    assert asm("good.asm", "-D", "COUNT=1", *arguments).exit_code == 0
    assert (here / arguments[-1]).read_bytes().startswith(b"\x7fELF")


def test_listing(here: Path) -> None:
    assert asm("good.asm", "-D", "COUNT=1", "--listing", "good.lst").exit_code == 0
    assert "P:0040 200013" in (here / "good.lst").read_text()


def test_include_folders(here: Path) -> None:
    (here / "parts").mkdir()
    (here / "parts" / "count.inc").write_text("COUNT equ 7\n")
    (here / "main.asm").write_text(f" include 'count.inc'\n{SOURCE}")
    assert asm("main.asm").exit_code == 1
    assert asm("main.asm", "-I", "parts").exit_code == 0
    assert "44F400 000007" in (here / "main.lod").read_text()


def test_errors_are_all_shown_and_leave_files_alone(here: Path) -> None:
    (here / "bad.lod").write_text("earlier")
    result = asm("bad.asm", "--listing", "bad.lst")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "bad.asm:2:" in result.stderr
    assert "bad.asm:3:" in result.stderr
    assert result.stderr.endswith("error: bad.asm: 2 errors; nothing written\n")
    assert files(here) == ["bad.asm", "bad.lod", "good.asm"]
    assert (here / "bad.lod").read_text() == "earlier"


def test_diagnostics_as_json() -> None:
    result = asm("bad.asm", "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    shown = json.loads(result.stdout)
    assert (shown["ok"], shown["errors"], shown["written"]) == (False, 2, [])
    assert [found["span"]["line"] for found in shown["diagnostics"]] == [2, 3]
    assert {found["severity"] for found in shown["diagnostics"]} == {"error"}


def test_result_as_json() -> None:
    shown = json.loads(asm("good.asm", "-D", "COUNT=1", "--json").stdout)
    assert shown["symbols"] == {"start": 0x40}
    assert (shown["ok"], shown["words"], shown["start"], shown["written"]) == (True, 3, 0x40, ["good.lod"])


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["missing.asm"], 1, "missing.asm"),
        (["."], 1, "."),
        (["good.asm", "-o", "good.asm", "--format", "lod"], 2, "must be different files"),
        (["good.asm", "-o", "a.lod", "--listing", "./a.lod"], 2, "must be different files"),
        (["good.asm", "-o", "a.bin"], 2, "otherwise select the format with --format"),
        (["good.asm", "-D", "COUNT"], 2, "-D must be NAME=TEXT"),
        (["good.asm", "-D", "COUNT=1", "-o", "no/such/a.lod"], 1, "no/such/a.lod: No such file or directory"),
    ],
)
def test_what_cannot_be_done_is_said(here: Path, arguments: list[str], code: int, message: str) -> None:
    result = asm(*arguments)
    assert result.exit_code == code
    assert message in result.stderr
    assert files(here) == ["bad.asm", "good.asm"]


@pytest.mark.parametrize("content", [b"\x7fELF\x00\xff\xfe", b"\x00" * 100])
def test_binary_input_is_refused(here: Path, content: bytes) -> None:
    (here / "binary.asm").write_bytes(content)
    result = asm("binary.asm")
    assert result.exit_code == 1
    assert "binary.asm" in result.stderr
    assert "binary.lod" not in files(here)


def test_an_endless_file_is_refused(here: Path) -> None:
    (here / "endless.asm").symlink_to("/dev/zero")
    result = asm("endless.asm")
    assert result.exit_code == 1
    assert "endless.asm" in result.stderr


def test_sarif_is_written_although_nothing_else_is(here: Path) -> None:
    assert asm("bad.asm", "--sarif", "bad.sarif").exit_code != 0
    log = json.loads((here / "bad.sarif").read_text())
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["A0648", "A0201"]
    assert "bad.lod" not in files(here)


def test_sarif_must_not_be_the_source(here: Path) -> None:
    assert asm("good.asm", "-D", "COUNT=1", "--sarif", "good.asm").exit_code == 2
    assert (here / "good.asm").read_text() == SOURCE


def test_options_and_pages_of_the_listing(here: Path) -> None:
    assert asm("good.asm", "-D", "COUNT=1", "-O", "CRE", "-O", "MU", "--pages", "--listing", "good.lst").exit_code == 0
    listing = (here / "good.lst").read_text()
    assert "Symbol cross-reference listing:" in listing
    assert "0040     0042        3     CODE" in listing
    assert listing.startswith("dsp56k assembler  good  Page 1\n")


def test_standard_input_and_output() -> None:
    result = CliRunner().invoke(main, ["asm", "-"], input=SOURCE.replace("COUNT", "'\xe4'").encode("latin-1"))
    assert (result.exit_code, result.stderr) == (0, "3 words, 0 warnings; written: -\n")
    assert result.stdout.startswith("_START STDIN ")
    assert "200013 44F400 0000E4" in result.stdout
    result = CliRunner().invoke(main, ["asm", "-", "-o", "out.elf"], input=WRONG)
    assert result.exit_code == 1
    assert result.stderr.startswith("stdin:2:17: error[A06")
    assert result.stderr.endswith("error: stdin: 2 errors; nothing written\n")
    assert asm("good.asm", "-D", "COUNT=1", "-o", "-").stdout.startswith("_START GOOD ")


def test_a_warning_may_be_a_mistake(here: Path) -> None:
    (here / "doubtful.asm").write_text("        org     p:0\nlabel   nolist\n        nop\n")
    assert asm("doubtful.asm").exit_code == 0
    (here / "doubtful.lod").unlink()
    result = asm("doubtful.asm", "-Werror")
    assert result.exit_code == 1
    assert result.stderr.endswith("error: doubtful.asm: 1 warning (-Werror); nothing written\n")
    assert json.loads(asm("doubtful.asm", "-Werror", "--json").stdout)["ok"] is False
    assert "doubtful.lod" not in files(here)
    assert asm("good.asm", "-D", "COUNT=1", "-Werror").exit_code == 0


def test_colour_is_for_terminals(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in asm("bad.asm").stderr
    assert "\x1b[1;31merror[" in asm("bad.asm", "--color", "always").stderr
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert uses_colour("auto")
    assert not uses_colour("never")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not uses_colour("auto")
    assert uses_colour("always")


@pytest.mark.parametrize("form", ["lod", "elf", "cld"])
def test_object_files_come_through_pipes(here: Path, form: str) -> None:
    assert asm("good.asm", "-D", "COUNT=$123", "-o", f"good.{form}").exit_code == 0
    content = (here / f"good.{form}").read_bytes()
    shown = CliRunner().invoke(main, ["objdump", "-"], input=content)
    assert shown.exit_code == 0, shown.output
    converted = CliRunner().invoke(main, ["convert", "-", "-", "--format", "lod"], input=content)
    assert "_DATA P 0040\n200013 44F400 000123" in converted.stdout
    assert converted.stderr == "3 words; written: -\n"


def test_a_pipe_of_something_else_is_refused() -> None:
    result = CliRunner().invoke(main, ["objdump", "-"], input="S00600004844521B\n")
    assert (result.exit_code, result.stderr) == (
        1,
        "error: standard input is not a COFF, ELF or LOD file; select its format with --from FORMAT\n",
    )
