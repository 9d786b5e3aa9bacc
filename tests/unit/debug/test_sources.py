"""The source that a debugger and the profiler show is the program's own, wherever the user is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from dsp56k.asm import assemble_file
from dsp56k.asm.formats import elf_bytes
from dsp56k.cli.main import main
from dsp56k.debug import Debugger
from dsp56k.system.sources import find_source
from shared.debugging.adapter_client import Client
from shared.debugging.programs import SOURCE

FOREIGN = "; another project's\n" * 30


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program next to its source; the working directory has another source of the same name."""
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    (home / "osc.asm").write_text(SOURCE)
    (here / "osc.asm").write_text(FOREIGN)
    monkeypatch.chdir(home)
    (home / "osc.elf").write_bytes(elf_bytes(assemble_file("osc.asm")))
    monkeypatch.chdir(here)
    return home / "osc.elf"


def edited(program: Path) -> Path:
    """The program's source, after a change that came later than the program."""
    source = program.with_suffix(".asm")
    time = program.stat().st_mtime_ns + 1_000_000_000
    os.utime(source, ns=(time, time))
    return source


def out(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_console_lists_the_program_s_own_source(program: Path) -> None:
    text = out("debug", f"{program}", "-c", "break sub; continue; list")
    assert "sub     do" in text
    assert "another project" not in text
    assert "newer" not in text


def test_the_listing_of_a_profile_has_the_program_s_own_source(program: Path) -> None:
    arguments = ("prof", f"{program}", "--max-clocks", "200", "--listing", "listing.txt")
    assert "newer" not in out(*arguments)
    assert "sub     do" in Path("listing.txt").read_text()
    assert f"{edited(program)} is newer than {program}" in out(*arguments)


def test_an_editor_opens_the_program_s_own_source(program: Path, tmp_path: Path) -> None:
    source = edited(program)
    client = Client(tmp_path / "here")
    client.launch(program, stopOnEntry=True)
    client.stop("configurationDone")
    assert client.top()["source"]["path"] == f"{source}"
    assert client.event("output")["output"].startswith(f"note: {source} is newer than {program}")
    client.top()
    assert [one["event"] for one in client.events] == []
    assert client.ask("source", sourceReference=0, source={"path": f"{source}"})["content"] == SOURCE
    client.close()


def test_the_console_says_once_that_a_source_is_newer(program: Path) -> None:
    note = f"note: {edited(program)} is newer than {program}"
    text = out("debug", f"{program}", "-c", "list; list; step; step")
    assert text.count(note) == 1
    assert text.index(note) < text.index("move")


def test_a_source_that_is_not_found_is_not_newer(program: Path) -> None:
    assert Debugger.open(program).loaded.note("nowhere.asm") is None


def test_a_source_that_is_assembled_at_once_is_not_newer(program: Path) -> None:
    assert "newer" not in out("debug", f"{edited(program)}", "-c", "list; step")


def test_folders_come_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build, more, here = (tmp_path / name for name in ("project/build", "more", "here"))
    for folder in (build, more, here, tmp_path / "project/src"):
        folder.mkdir(parents=True)
    monkeypatch.chdir(here)

    def find(name: str) -> Path | None:
        found = find_source(name, [build, more])
        return None if found is None else found.resolve()

    assert find("osc.asm") is None
    for folder in (here, more, build):
        (folder / "osc.asm").touch()
        assert find("osc.asm") == folder / "osc.asm"
        assert find("/elsewhere/osc.asm") == folder / "osc.asm"
    assert find(f"{here / 'osc.asm'}") == here / "osc.asm"
    # The program was assembled in project, with a file of src.
    assert find("src/osc.asm") == build / "osc.asm"
    (tmp_path / "project/src/osc.asm").touch()
    assert find("src/osc.asm") == tmp_path / "project/src/osc.asm"


def test_an_included_file_of_a_subfolder_is_not_one_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("src/inc").mkdir(parents=True)
    Path("src/io.asm").write_text("; beside\n")
    Path("src/inc/io.asm").write_text(" nop\n")
    Path("src/main.asm").write_text(" org p:$40\n include 'inc/io.asm'\n jmp *\n")
    session = Debugger.open("src/main.asm")
    name = session.loaded.lines[0x40].file
    assert session.loaded.source(name) == [" nop"]
