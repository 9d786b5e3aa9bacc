"""The library's programs as they are kept: those that the assembler makes, and made again if a file is damaged."""

from pathlib import Path

import pytest

from dsp56k.asm import ObjectFile, assemble_file
from dsp56k.lib.errors import AssemblyError
from dsp56k.lib.program_cache import assembled
from dsp56k.lib.tables import SOURCES
from dsp56k.system.user_cache import keep

DIGITS = 4
"""Digits of a kernel that is quickly assembled."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def kernels() -> ObjectFile:
    return assembled("unrolled.asm", KERNEL_DIGITS=DIGITS)


def file_in(folder: Path) -> Path:
    (path,) = (path for path in folder.rglob("*") if path.is_file())
    return path


def test_a_program_is_the_same_assembled_kept_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = assemble_file(SOURCES / "unrolled.asm", defines={"KERNEL_DIGITS": DIGITS})
    first = kernels()
    monkeypatch.setattr("dsp56k.asm.assemble_files", None)
    again = kernels()
    for program in (first, again):
        assert program.ok
        assert program.words == made.words
        assert program.symbols == made.symbols
        assert program.runs == made.runs
        assert program.start == made.start
    assert first == again


def test_other_definitions_are_another_program() -> None:
    assert kernels().words != assembled("unrolled.asm", KERNEL_DIGITS=DIGITS + 1).words


def test_another_version_of_a_source_is_assembled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels()
    monkeypatch.setattr("dsp56k.lib.program_cache._version", lambda: "another")
    kernels()
    assert len([path for path in folder.rglob("*") if path.is_file()]) == 2


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"[]", b"{"])
def test_a_damaged_file_is_made_again(folder: Path, content: bytes) -> None:
    first = kernels()
    path = file_in(folder)
    whole = path.read_bytes()
    path.write_bytes(content)
    assert kernels() == first
    assert path.read_bytes() == whole


def test_a_sound_file_of_another_form_is_made_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = kernels()
    path = file_in(folder)
    whole = path.read_bytes()
    keep("programs", path.parent.name, path.name, b'["monitor"]')
    assert kernels() == first
    assert path.read_bytes() == whole


def test_what_does_not_assemble_is_not_kept(folder: Path) -> None:
    with pytest.raises(AssemblyError, match=r"unrolled\.asm"):
        assembled("unrolled.asm")
    assert not [path for path in folder.rglob("*") if path.is_file()]
