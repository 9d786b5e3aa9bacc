"""The x86 programs: that their files are what their sources make, and that no damaged file gets into the machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.host.errors import ProgramError
from dsp56k.host.program import MAX_FILE_BYTES, builtin_program, load_program, parse_program

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "host_driver" / "src"
PROGRAMS = ROOT / "host_driver" / "dsp56k" / "host" / "programs"
NAMES = ("software-plain-c", "software-good", "driver")
PINNED = {"gcc": "12.2.0", "nasm": "2.16.01", "ld": "2.40"}


def missing_tools() -> str | None:
    """Why the programs cannot be rebuilt to the byte here, or None."""
    for tool, version in PINNED.items():
        path = shutil.which(tool)
        if path is None:
            return f"{tool} is not installed"
        shown = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
        if version not in shown:
            return f"{tool} is not {version}"
    return None if shutil.which("make") else "make is not installed"


def test_the_sources_make_these_programs(tmp_path: Path) -> None:
    reason = missing_tools()
    if reason:
        pytest.skip(reason)
    command = ["make", "--quiet", f"OUT={tmp_path}", f"WORK={tmp_path / 'work'}"]
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for name in NAMES:
        made, kept = load_program(tmp_path / f"{name}.elf"), builtin_program(name)
        assert (made.segments, made.code, made.symbols) == (kept.segments, kept.code, kept.symbols), name


@pytest.mark.parametrize("script", ["make_des_tables", "make_md2_table"])
def test_the_tables_are_what_their_scripts_print(script: str) -> None:
    shown = subprocess.run(
        [sys.executable, SOURCES / f"{script}.py"], capture_output=True, text=True, check=True
    ).stdout
    assert shown == (SOURCES / f"{script.removeprefix('make_')}.h").read_text()


def test_programs_are_small_and_hold_what_is_called() -> None:
    functions = {"des_cbc_encrypt", "des_cbc_decrypt", "md2", "rsa_power", "rsa_crt"}
    for name in NAMES:
        assert (PROGRAMS / f"{name}.elf").stat().st_size < 20_000
    for grade in ("plain-c", "good"):
        assert functions <= set(builtin_program(f"software-{grade}").symbols)
    assert {"card_install", "card_start", "card_des_cbc", "card_rsa"} <= set(builtin_program("driver").symbols)


def damaged(change: dict[int, bytes]) -> bytes:
    content = bytearray((PROGRAMS / "driver.elf").read_bytes())
    for place, value in change.items():
        content[place : place + len(value)] = value
    return bytes(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a usable ELF file"),
        (b"\x00" * 100, "not a usable ELF file"),
        (b"MZ" + bytes(200), "not a usable ELF file"),
        (damaged({4: b"\x02"}), "elf: "),
        (damaged({5: b"\x02"}), "elf: "),
        (damaged({18: b"\x28\x00"}), "not for the 80386"),
        (damaged({18: b"\x60\xd5"}), "not for the 80386"),
        (damaged({16: b"\x03\x00"}), "not a linked program"),
        (damaged({52 + 8: b"\x00\x00\x00\x00"}), "outside"),
        (damaged({52 + 20: b"\xff\xff\xff\x7f"}), "outside"),
        (damaged({52 + 16: b"\xff\xff\x00\x00"}), "truncated"),
        (damaged({52 + 32 + 8: b"\x00\x00\x10\x00"}), "overlap"),
        (damaged({44: b"\x00\x00"}), "nothing to load"),
        ((PROGRAMS / "driver.elf").read_bytes()[:600], "elf: "),
    ],
)
def test_files_that_are_no_programs_for_the_machine(content: bytes, message: str) -> None:
    with pytest.raises(ProgramError, match=message) as caught:
        parse_program(content, "some.elf")
    assert str(caught.value).startswith("some.elf: ")
    assert caught.value.fields["path"] == "some.elf"


@given(st.integers(0, 3000), st.binary(min_size=1, max_size=4))
def test_damage_anywhere_is_refused_or_harmless(place: int, value: bytes) -> None:
    message = ""
    try:
        parse_program(damaged({place: value}), "some.elf")
    except ProgramError as error:
        message = str(error)
    assert message == "" or message.startswith("some.elf: ")


def test_missing_and_oversized_files(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="No such file"):
        load_program(tmp_path / "none.elf")
    with pytest.raises(ProgramError, match="directory"):
        load_program(tmp_path)
    big = tmp_path / "big.elf"
    big.write_bytes(bytes(MAX_FILE_BYTES + 1))
    with pytest.raises(ProgramError, match="larger than"):
        load_program(big)
    with pytest.raises(ProgramError, match="not in this installation"):
        builtin_program("none")
