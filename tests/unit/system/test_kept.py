"""Files in the user's cache directory: they are found again, and created again if their content is not valid."""

import logging
import os
from pathlib import Path

import pytest

from dsp56k.system.digests import digest_of_packages
from dsp56k.system.user_cache import keep, read_kept

PLACE = ("programs", "1", "monitor")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "dsp56k"


def test_what_was_kept_is_found_under_its_kind_version_and_name_alone(folder: Path) -> None:
    assert read_kept(*PLACE) is None
    keep(*PLACE, b"one\ntwo")
    assert read_kept(*PLACE) == b"one\ntwo"
    assert [path for path in folder.rglob("*") if path.is_file()] == [folder / "programs" / "1" / "monitor"]
    for other in (("others", "1", "monitor"), ("programs", "2", "monitor"), ("programs", "1", "wide")):
        assert read_kept(*other) is None


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: b"", lambda data: b"0" + data[1:]])
def test_a_damaged_file_is_thrown_away_with_a_note(
    folder: Path, caplog: pytest.LogCaptureFixture, change: object
) -> None:
    keep(*PLACE, b"one")
    path = folder.joinpath(*PLACE)
    assert callable(change)
    path.write_bytes(change(path.read_bytes()))
    with caplog.at_level(logging.WARNING, "dsp56k"):
        assert read_kept(*PLACE) is None
    assert caplog.messages == [f"{path}: damaged; it is discarded and generated again"]
    assert not path.exists()


def test_a_folder_that_cannot_be_written_keeps_nothing(folder: Path) -> None:
    folder.write_text("a file, no folder")
    keep(*PLACE, b"one")
    assert read_kept(*PLACE) is None


def test_a_folder_that_is_not_absolute_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    keep(*PLACE, b"one")
    assert (tmp_path / "home" / ".cache" / "dsp56k").is_dir()
    assert not (tmp_path / "here").exists()


def test_eight_versions_are_kept(folder: Path) -> None:
    for version in range(10):
        keep("programs", str(version), "monitor", b"one")
        # File systems with coarse times have them in the same moment.
        os.utime(folder / "programs" / str(version), (version, version))
    assert {path.name for path in (folder / "programs").iterdir()} == {str(version) for version in range(2, 10)}


def test_a_digest_covers_the_files_of_all_its_packages() -> None:
    digests = {digest_of_packages(*names) for names in (("isa",), ("asm",), ("isa", "asm"), ("asm", "isa"))}
    assert len(digests) == 4


def test_a_digest_depends_on_the_content_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "dsp56k" / "probe" / "__init__.py"
    source.parent.mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path)
    digests = set()
    for content in ("one = 1", "two = 2"):
        source.write_text(content)
        digests.add(digest_of_packages.__wrapped__("probe"))
    assert len(digests) == 2


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners here")
@pytest.mark.parametrize("mode", [0o1777, 0o777, 0o770, 0o720, 0o702])
@pytest.mark.parametrize("place", ["", "dsp56k"])
def test_a_folder_that_others_can_write_to_is_neither_read_nor_written(
    tmp_path: Path, folder: Path, place: str, mode: int
) -> None:
    keep(*PLACE, b"one")
    (tmp_path / place).chmod(mode)
    assert read_kept(*PLACE) is None
    keep("programs", "1", "other", b"two")
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["monitor"]
    (tmp_path / place).chmod(0o700)
    assert read_kept(*PLACE) == b"one"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners here")
def test_a_folder_of_another_user_is_neither_read_nor_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(*PLACE, b"one")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert read_kept(*PLACE) is None
    keep("programs", "1", "other", b"two")
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["monitor"]


def test_a_system_without_owners_has_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid", raising=False)
    keep(*PLACE, b"one")
    assert read_kept(*PLACE) == b"one"


def test_folders_that_are_made_are_the_user_s_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))
    keep(*PLACE, b"one")
    made = [tmp_path / "new", *(path for path in (tmp_path / "new").rglob("*") if path.is_dir())]
    assert len(made) == 4
    assert {path.stat().st_mode & 0o777 for path in made} == {0o700}
