"""Files that come with the assembler: INCLUDE finds them from everywhere, and they are made from memory.toml."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dsp56k.asm import assemble, assemble_file
from dsp56k.isa import IO_REGISTERS

ROOT = Path(__file__).parents[3]


def test_the_equates_are_fresh() -> None:
    command = [sys.executable, str(ROOT / "tools" / "documents" / "io_equates.py"), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("name", ["ioequ.inc", "IOEQU.INC"])
def test_ioequ_defines_the_registers_and_bits(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    obj = assemble(f" include '{name}'\n org p:\n bset #M_HCIE,x:M_HCR\n movep #M_HPL,x:M_IPR\n")
    assert obj.ok, obj.diagnostics
    assert [obj.words["P", address] for address in range(3)] == [0x0AA822, 0x08F4BF, 0x000C00]
    for register in IO_REGISTERS.values():
        for equate, value, _ in register.equated():
            assert obj.symbols[equate] == value


def test_masks_are_whole_fields_and_old_names_remain() -> None:
    symbols = assemble(" include 'ioequ.inc'\n").symbols
    assert {name: symbols[name] for name in ("M_WDS", "M_IF", "M_SCD", "M_SR", "M_RWI", "M_FSL", "M_SRIE")} == {
        "M_WDS": 7,
        "M_IF": 3,
        "M_SCD": 0x1C,
        "M_SR": 0xFFEE,
        "M_RWI": 6,
        "M_FSL": 8,
        "M_SRIE": 15,
    }


def test_a_file_of_the_program_has_precedence(tmp_path: Path) -> None:
    (tmp_path / "ioequ.inc").write_text("own equ 5\n")
    source = tmp_path / "program.asm"
    source.write_text(" include 'ioequ.inc'\n")
    assert assemble_file(source).symbols == {"own": 5}
    other = tmp_path / "folder"
    other.mkdir()
    (other / "program.asm").write_text(" include 'ioequ.inc'\n")
    assert assemble_file(other / "program.asm", include_paths=[tmp_path]).symbols == {"own": 5}
