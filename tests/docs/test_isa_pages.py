"""The pages of docs/reference/isa are those that the tables of instructions generate."""

import subprocess
import sys
from pathlib import Path

import pytest

from dsp56k import isa
from dsp56k.emu import Dsp56001
from dsp56k.isa.toml_files import load
from dsp56k.language.instruction_info import cost
from encoding_examples import ADDRESS, lines_of, words_of, worked

ROOT = Path(__file__).parents[2]


def test_the_pages_are_fresh() -> None:
    command = [sys.executable, str(ROOT / "tools" / "documents" / "isa_pages.py"), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_every_instruction_has_a_title() -> None:
    named = {entry["mnemonic"] for entry in load("instructions.toml")["instructions"]}
    assert named == {row.mnemonic.replace("{cc:C}", "cc") for row in isa.ROWS if row.mnemonic}


def families() -> dict[str, list[isa.Row]]:
    """Return the encodings of each page, by the name of its examples."""
    found: dict[str, list[isa.Row]] = {"moves": list(isa.MOVE_ROWS)}
    for row in isa.ROWS:
        if row.mnemonic:
            found.setdefault(row.mnemonic.replace("{cc:C}", "cc"), []).append(row)
    return found


def test_the_emulator_charges_what_the_worked_encodings_say() -> None:
    dsp = Dsp56001()
    dsp.x[0xFFFE] = 0
    charged = 0
    for name, rows in families().items():
        for source in lines_of(name, rows):
            words = words_of(source)
            dsp.p[ADDRESS : ADDRESS + len(words)] = list(words)
            decoded = isa.decode(words[0])
            assert decoded is not None
            if (clocks := cost(decoded).clocks) is not None:
                assert dsp.explain_cost(ADDRESS).total == clocks, source
                charged += 1
    assert charged == len(isa.ROWS) - 2  # WAIT and STOP take as long as they wait


def test_an_example_of_another_row_is_refused() -> None:
    with pytest.raises(SystemExit, match="nop does not encode as"):
        worked("NOP", families()["RTS"])
    with pytest.raises(SystemExit, match="ADD has 2 encodings and 1 examples"):
        worked("ADD", families()["ADD"] * 2)
