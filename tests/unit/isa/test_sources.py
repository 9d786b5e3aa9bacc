"""The kept tables of the instruction set: the same as in their files, and made again if damaged or stale."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsp56k.isa import toml_files
from dsp56k.system.user_cache import keep

FILES = sorted(Path(toml_files.__file__).parent.glob("*.toml"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own, and nothing read before."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    toml_files.load.cache_clear()
    toml_files._tables.cache_clear()


def again() -> dict[str, object]:
    """Every table as another process would have it."""
    forget()
    return {path.name: toml_files.load(path.name) for path in FILES}


def kept_in(folder: Path) -> Path:
    (path,) = (path for path in folder.rglob("*") if path.is_file())
    return path


def test_kept_tables_say_what_their_files_say(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {path.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES}
    assert again() == told
    monkeypatch.setattr(tomllib, "loads", None)
    assert again() == told


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{}"])
def test_a_damaged_table_is_thrown_away_with_a_note(
    folder: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    first = again()
    path = kept_in(folder)
    whole = path.read_bytes()
    path.write_bytes(content)
    assert again() == first
    assert path.read_bytes() == whole
    assert caplog.messages == [f"{path}: damaged; it is discarded and generated again"]


@pytest.mark.parametrize("content", [b"\xff", b"[1]", b"1", b"{}", b'{"alu.toml": {}}'])
def test_a_sound_file_of_another_form_is_made_again(
    folder: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    first = again()
    path = kept_in(folder)
    whole = path.read_bytes()
    keep("tables", path.parent.name, path.name, content)
    assert again() == first
    assert path.read_bytes() == whole
    assert caplog.messages == [f"{path}: damaged; it is discarded and generated again"]


def test_tables_whose_source_has_changed_are_made_again(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = tmp_path_factory.mktemp("isa")
    for path in FILES:
        (changed / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(toml_files, "_HERE", changed)
    first = again()
    kept = kept_in(folder)
    with (changed / "dsp56300.toml").open("a") as file:
        file.write("\n[added]\nvalue = 1\n")
    second = again()
    later = first["dsp56300.toml"]
    assert isinstance(later, dict)
    assert second == {**first, "dsp56300.toml": {**later, "added": {"value": 1}}}
    assert kept.exists()
    assert len([path for path in folder.rglob("*") if path.is_file()]) == 2


def test_processes_that_make_it_at_once_all_have_it(folder: Path) -> None:
    code = "from dsp56k.isa import toml_files; print(sorted(toml_files.load('alu.toml')))"
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(3)
    ]
    told = [process.communicate()[0] for process in running]
    assert told == [f"{sorted(toml_files.load('alu.toml'))}\n"] * 3
    assert not any(process.returncode for process in running)
    kept_in(folder)
