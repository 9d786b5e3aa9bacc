"""The pages of docs/isa are those that the rows make."""

import subprocess
import sys
from pathlib import Path

from dsp56k import isa
from dsp56k.isa.sources import load

ROOT = Path(__file__).parents[2]


def test_the_pages_are_fresh() -> None:
    command = [sys.executable, str(ROOT / "tools" / "documents" / "isa_pages.py"), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_every_instruction_has_a_title() -> None:
    named = {entry["mnemonic"] for entry in load("instructions.toml")["instructions"]}
    assert named == {row.mnemonic.replace("{cc:C}", "cc") for row in isa.ROWS if row.mnemonic}
