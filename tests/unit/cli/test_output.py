"""Files appear whole or not at all."""

from pathlib import Path

import pytest

from dsp56k.cli.files import write_whole


def test_writes_and_replaces(tmp_path: Path) -> None:
    first, second = tmp_path / "a.lod", tmp_path / "a.lst"
    first.write_bytes(b"old")
    write_whole({first: b"new", second: b"listing"})
    assert (first.read_bytes(), second.read_bytes()) == (b"new", b"listing")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.lod", "a.lst"]


def test_a_failure_leaves_earlier_files_alone(tmp_path: Path) -> None:
    first = tmp_path / "a.lod"
    first.write_bytes(b"old")
    with pytest.raises(OSError, match="missing") as caught:
        write_whole({first: b"new", tmp_path / "missing" / "a.lst": b"listing"})
    assert caught.value.filename == str(tmp_path / "missing" / "a.lst")
    assert first.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.lod"]


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole({tmp_path: b""})


def test_a_link_keeps_pointing(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole({tmp_path / "link": b"content"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"content"
