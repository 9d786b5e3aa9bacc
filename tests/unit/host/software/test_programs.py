"""The x86 programs: that their files are what their sources make, and that no damaged file gets into the machine."""

from __future__ import annotations

import hashlib
import os
import runpy
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsp56k.host.errors import ProgramError
from dsp56k.host.pc import PC
from dsp56k.host.program import MAX_FILE_BYTES, builtin_program, load_program, parse_program
from dsp56k.host.software import GRADES_OF
from dsp56k.lib.algorithms import ALGORITHMS
from shared.x86.compilers import missing

PROGBITS, SYMTAB, STRTAB = 1, 2, 3
EXECUTABLE, COMPRESSED = 0x6, 0x800
CODE = b"\x90\x90\xc3"
LOADED_AT = 0x1000
"""The offset of the code in the file of `elf`."""

ROOT = Path(__file__).parents[4]
SOURCES = ROOT / "host_driver" / "src"
PROGRAMS = ROOT / "host_driver" / "dsp56k" / "host" / "programs"
COMPILER = ROOT / "host_driver" / "dsp56k" / "host" / "compiler"
NAMES = (
    "software-plain-c",
    "software-period",
    "software-good",
    "software-asm",
    "des-karn",
    "montgomery",
    "measured-loops",
    "driver",
    "driver-interrupt",
)
NAMES_16 = ("software-period", "software-asm", "driver", "driver-interrupt")


def test_the_sources_make_these_programs(tmp_path: Path) -> None:
    reason = missing() if shutil.which("make") else "make is not installed"
    if reason:
        pytest.skip(reason)
    command = ["make", "--quiet", f"OUT={tmp_path}", f"WORK={tmp_path / 'work'}"]
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kept_programs = [builtin_program(name) for name in NAMES] + [builtin_program(name, "real16") for name in NAMES_16]
    for kept in kept_programs:
        name = kept.path
        made = load_program(tmp_path / name)
        assert (made.segments, made.code, made.symbols) == (kept.segments, kept.code, kept.symbols), name


def test_the_programs_were_made_of_these_sources() -> None:
    lines = (PROGRAMS / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    kept = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    made = {file.name: file for file in PROGRAMS.glob("*.elf")}
    found = [file for file in SOURCES.rglob("*") if file.suffix in {".c", ".h", ".asm", ".inc", ".mac"}]
    found += [SOURCES / "Makefile", *COMPILER.glob("*.options"), *COMPILER.glob("*.ld")]
    made |= {os.path.relpath(file, SOURCES): file for file in found}
    sums = {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in made.items()}
    assert sums == kept, "run make in host_driver/src"


def test_the_tables_are_what_their_script_prints() -> None:
    script = SOURCES / "make_tables.py"
    names = runpy.run_path(str(script))["FILES"]
    made = {path for path in SOURCES.rglob("*") if path.is_file() and "Made by make_" in path.read_text()[:60]}
    assert made == {SOURCES / name for name in names}
    for name in names:
        shown = subprocess.run([sys.executable, script, name], capture_output=True, text=True, check=True).stdout
        assert shown == (SOURCES / name).read_text(), name


def test_programs_are_small_and_hold_what_is_called() -> None:
    functions = {"des_load_key", "rsa_power", "rsa_crt"}
    functions |= {row.name for row in ALGORITHMS.values() if row.form not in (None, "power", "crt")}
    assert all(file.stat().st_size < 3 << 15 for file in PROGRAMS.glob("*.elf"))
    for mode, grades in GRADES_OF.items():
        for grade in grades:
            assert functions <= set(builtin_program(f"software-{grade}", mode).symbols)
        assert {"card_install", "card_start", "card_des", "card_rsa"} <= set(builtin_program("driver", mode).symbols)


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
        (damaged({4: b"\x02"}), "not a 32-bit little-endian ELF file"),
        (damaged({5: b"\x02"}), "not a 32-bit little-endian ELF file"),
        (damaged({18: b"\x28\x00"}), "not for the 80386"),
        (damaged({18: b"\x60\xd5"}), "not for the 80386"),
        (damaged({16: b"\x03\x00"}), "position-independent program"),
        (damaged({52 + 8: b"\x00\x00\x00\x00"}), "must be within"),
        (damaged({52 + 20: b"\xff\xff\xff\x7f"}), "must be within"),
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


def elf(
    *sections: tuple[int, int, int, int, int],
    loaded: tuple[bytes, ...] = (CODE,),
    more: bytes = b"",
    headers: int | None = None,
) -> bytes:
    """A small ELF file: code at $100000, sections of (type, flags, address, offset, size), then `more`."""
    count = len(sections) + 1 if headers is None else headers
    segments = b"".join(
        struct.pack("<8I", 1, LOADED_AT, 0x10_0000 + 0x1000 * n, 0, len(data), len(data), 7, 1)
        for n, data in enumerate(loaded)
    )
    table = LOADED_AT + len(loaded[0])
    identity = b"\x7fELF\x01\x01\x01".ljust(16, b"\0")
    header = identity + struct.pack("<HHIIIIIHHHHHH", 2, 3, 1, 0, 52, table, 0, 52, 32, len(loaded), 40, count, 0)
    rows = bytes(40) + b"".join(
        struct.pack("<10I", 0, kind, flags, address, offset, size, 0, 0, 1, 16 if kind == SYMTAB else 0)
        for kind, flags, address, offset, size in sections
    )
    return (header + segments).ljust(LOADED_AT, b"\0") + loaded[0] + rows + more


CODE_SECTION = (PROGBITS, EXECUTABLE, 0x10_0000, LOADED_AT, len(CODE))


def test_the_code_is_what_is_loaded_not_what_a_section_says() -> None:
    # The section's own bytes lie elsewhere in the file: two NOPs and a RET over RDTSC and RET.
    sections = (PROGBITS, EXECUTABLE, 0x10_0000, LOADED_AT + 3, 3)
    made = parse_program(elf(sections, loaded=(b"\x0f\x31\xc3\x90\x90\xc3",)), "x.elf")
    assert made.code == ((0x10_0000, b"\x0f\x31\xc3"),)
    with pytest.raises(ProgramError, match="rdtsc"):
        PC(made)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (elf((PROGBITS, EXECUTABLE | COMPRESSED, 0x10_0000, LOADED_AT, 3)), "code section at 0x100000 is compressed"),
        (elf((PROGBITS, EXECUTABLE, 0x10_0000, LOADED_AT, 0xFFFF_FFFF)), "is not in a segment"),
        (elf((PROGBITS, EXECUTABLE, 0x10_0001, LOADED_AT, 3)), "is not in a segment"),
        (elf((PROGBITS, EXECUTABLE, 0, LOADED_AT, 3)), "is not in a segment"),
        (elf(CODE_SECTION, CODE_SECTION), "code sections overlap at 0x100000"),
        (elf(*[CODE_SECTION] * 100), "101 sections: at most 64"),
        (elf(headers=0xFFFF), "65535 sections: at most 64"),
        (elf(loaded=(CODE,) * 100), "100 segments: at most 64"),
        (
            elf((PROGBITS, EXECUTABLE, 0x10_0000, LOADED_AT, 0x2_0001), loaded=(b"\x90" * 0x2_0001,)),
            "more than 131072 bytes of code",
        ),
    ],
)
def test_counts_and_sizes_that_a_file_may_not_have(content: bytes, message: str) -> None:
    with pytest.raises(ProgramError, match=message):
        parse_program(content, "x.elf")


def test_names_of_symbols_are_bounded() -> None:
    """Each symbol's name is the tail of one long string."""
    letters = 20_000
    strings = b"\0" + b"a" * letters + b"\0"
    names = b"\0.symtab\0"
    symbols = b"".join(struct.pack("<IIIBBH", 1 + n, 0x10_0000, 0, 0, 0, 1) for n in range(letters // 2))

    def rows(offset: int) -> bytes:
        def row(name: int, kind: int, offset: int, size: int, link: int) -> bytes:
            return struct.pack("<10I", name, kind, 0, 0, offset, size, link, 0, 1, 16 if kind == SYMTAB else 0)

        return (
            row(1, SYMTAB, offset, len(symbols), 2)
            + row(0, STRTAB, offset + len(symbols), len(strings), 0)
            + row(0, STRTAB, offset + len(symbols) + len(strings), len(names), 0)
        )

    start = len(elf()) + len(rows(0))
    content = bytearray(elf(more=rows(start) + symbols + strings + names, headers=4))
    content[50:52] = struct.pack("<H", 3)  # e_shstrndx
    with pytest.raises(ProgramError, match="names of its symbols"):
        parse_program(bytes(content), "x.elf")
    few = content.replace(symbols, symbols[:160].ljust(len(symbols), b"\0"))
    assert len(parse_program(bytes(few), "x.elf").symbols) == 10
    too_many = bytes(content).replace(
        rows(start), rows(start).replace(struct.pack("<I", len(symbols)), struct.pack("<I", 16 * 10_001))
    )
    with pytest.raises(ProgramError, match="10001 symbols: at most 10000"):
        parse_program(too_many, "x.elf")


def test_devices_and_pipes_are_no_programs(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/zero"), tmp_path / "pipe"):
        with pytest.raises(ProgramError, match="not a file"):
            load_program(path)


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
