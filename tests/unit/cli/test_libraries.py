"""Libraries: nothing is lost by concurrent changes, nothing is written that cannot be read, nothing is overwritten."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dsp56k.asm import assemble
from dsp56k.asm.formats import LibraryMember, coff_bytes, library_bytes, read_library
from dsp56k.asm.formats.library import TIMES
from dsp56k.cli.main import main
from dsp56k.cli.motorola import libraries

MODULE = coff_bytes(assemble(" section m\n xdef head\n org p:\nhead jmp head\n endsec\n", relative=True))
COMMAND = Path(sys.executable).parent / "dsplib"


def lib(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["lib", *arguments])


def members(library: str = "q.lib") -> list[str]:
    return [member.name for member in read_library(library, Path(library).read_bytes())]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("m.cln").write_bytes(MODULE)
    return tmp_path


def test_concurrent_updates_keep_every_module() -> None:
    for number in range(20):
        Path(f"m{number}.cln").write_bytes(MODULE)
    runs = [subprocess.Popen([COMMAND, "-u", "q", f"m{number}.cln"]) for number in range(20)]
    assert [run.wait(60) for run in runs] == [0] * 20
    assert sorted(members()) == sorted(f"m{number}.cln" for number in range(20))


def test_of_concurrent_creations_one_succeeds() -> None:
    runs = [subprocess.Popen([COMMAND, "-c", "q", "m.cln"], stderr=subprocess.DEVNULL) for _ in range(6)]
    assert sorted(run.wait(60) for run in runs) == [0, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("text", [" org p:\n nop\n", "_START M 0 0 0\n_DATA P 0040\n000000\n_END 0040\n", ""])
def test_a_file_that_is_no_module_is_called_that(text: str) -> None:
    Path("m.lod").write_text(text)
    result = lib("create", "q.lib", "m.lod")
    expected = "error: m.lod: a module must be a COFF file (.cln) or a link file (.lnk)\n"
    assert (result.exit_code, result.stderr) == (1, expected)
    assert not Path("q.lib").exists()


def test_no_library_is_written_that_has_too_many_members() -> None:
    full = [LibraryMember(f"m{number}.cln", b"") for number in range(10_000)]
    before = library_bytes(full)
    Path("q.lib").write_bytes(before)
    result = lib("add", "q.lib", "m.cln")
    assert result.exit_code == 1
    assert "cannot write q.lib: the new library: " in result.stderr
    assert "more than 10000 members" in result.stderr
    assert Path("q.lib").read_bytes() == before
    assert lib("list", "q.lib").exit_code == 0


def test_no_library_is_written_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lib("create", "q.lib", "m.cln").exit_code == 0
    before = Path("q.lib").read_bytes()
    Path("n.cln").write_bytes(MODULE)
    monkeypatch.setattr(libraries, "FILE_BYTES", len(before) + len(MODULE))
    result = lib("update", "q.lib", "n.cln")
    assert (result.exit_code, "cannot write q.lib: it would be larger than" in result.stderr) == (1, True)
    assert Path("q.lib").read_bytes() == before


@pytest.mark.parametrize(("year", "seconds"), [("1960", -315_619_200), ("1970", 0), ("2100", 4_102_444_800)])
def test_dates_before_1970(year: str, seconds: int) -> None:
    os.utime("m.cln", (seconds, seconds))
    assert lib("create", "q.lib", "m.cln").exit_code == 0
    assert lib("list", "q.lib").stdout == f"{'m.cln':<24}{len(MODULE):>10}  {year}-01-01 00:00:00\n"


@pytest.mark.parametrize("time", [TIMES[0] - 1, TIMES[1] + 1, 10**15])
def test_dates_that_no_calendar_has(time: int) -> None:
    Path("q.lib").write_bytes(library_bytes([LibraryMember("m.cln", MODULE, time)]))
    result = lib("list", "q.lib")
    assert result.exit_code == 1
    assert "q.lib: member " in result.stderr
    for edge in TIMES:
        Path("q.lib").write_bytes(library_bytes([LibraryMember("m.cln", MODULE, edge)]))
        assert lib("list", "q.lib").exit_code == 0


@pytest.mark.parametrize("name", [b"z\xff.cln", "ä.cln".encode()])
def test_names_in_any_encoding_come_back_as_they_were(name: bytes) -> None:
    Path("m.cln").rename(os.fsdecode(name))
    for locale in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}):
        environment = os.environ | locale
        subprocess.run([COMMAND, b"-u", b"q", name], env=environment, check=True)
        Path(os.fsdecode(name)).unlink()
        subprocess.run([COMMAND, "-x", "q"], env=environment, check=True)
        assert sorted(os.fsencode(path) for path in Path().iterdir()) == sorted([name, b"q.lib"])


def test_extraction_overwrites_nothing_unasked() -> None:
    Path("q.lib").write_bytes(library_bytes([LibraryMember("new.cln", MODULE), LibraryMember("m.cln", b"module")]))
    result = lib("extract", "q.lib")
    assert result.exit_code == 1
    assert "m.cln: it exists and has other content" in result.stderr
    # Together or not at all.
    assert (Path("m.cln").read_bytes(), Path("new.cln").exists()) == (MODULE, False)
    assert lib("extract", "q.lib", "--force").exit_code == 0
    assert Path("m.cln").read_bytes() == b"module"
    # A file that would not change is accepted.
    assert lib("extract", "q.lib").exit_code == 0


def test_a_library_does_not_overwrite_itself() -> None:
    content = library_bytes([LibraryMember("q.lib", MODULE)])
    Path("q.lib").write_bytes(content)
    assert lib("extract", "q.lib").exit_code == 1
    assert Path("q.lib").read_bytes() == content


@pytest.mark.parametrize("name", ["../m.cln", "/tmp/m.cln", "..\\m.cln", "..", "a\0b", ""])
def test_member_names_that_lead_elsewhere(name: str) -> None:
    Path("q.lib").write_bytes(library_bytes([LibraryMember(name, MODULE)]))
    result = lib("extract", "q.lib")
    assert result.exit_code == 1
    assert "q.lib: member " in result.stderr


@pytest.mark.parametrize("options", [[], ["--force"]])
@pytest.mark.parametrize("content", [b"old", None])
def test_extraction_follows_no_link(tmp_path: Path, options: list[str], content: bytes | None) -> None:
    outside = tmp_path.with_name(f"{tmp_path.name}-outside")
    if content is not None:
        outside.write_bytes(content)
    Path("linked.cln").symlink_to(outside)
    Path("q.lib").write_bytes(library_bytes([LibraryMember("linked.cln", MODULE)]))
    result = lib("extract", "q.lib", *options)
    assert (result.exit_code, "linked.cln: it is a symbolic link" in result.stderr) == (1, True)
    assert (outside.read_bytes() if content is not None else outside.exists()) == (content or False)


def test_names_that_collide_are_told() -> None:
    twins = [LibraryMember(name, name.encode()) for name in ("A.cln", "a.cln", "a.lnk", "a.cln")]
    Path("q.lib").write_bytes(library_bytes(twins))
    result = lib("extract", "q.lib", "a")
    assert result.exit_code == 1
    assert result.stderr == 2 * "warning: cannot extract a.cln: another module has the name A.cln\n"
    assert (Path("A.cln").read_bytes(), Path("a.lnk").read_bytes()) == (b"A.cln", b"a.lnk")


def test_names_do_not_steer_the_terminal() -> None:
    Path("q.lib").write_bytes(library_bytes([LibraryMember("\x1b]0;title\x07.cln", MODULE)]))
    assert lib("list", "q.lib").stdout.startswith("\\x1b]0;title\\x07.cln ")


def test_commands_from_a_file_may_hold_nul() -> None:
    result = subprocess.run([COMMAND], input=b"list a\0b\n", capture_output=True, check=False)
    assert (result.returncode, result.stderr.count(b"\n")) == (2, 1)
