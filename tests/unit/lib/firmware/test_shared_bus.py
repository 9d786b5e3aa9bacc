"""Commands while the PC holds the card's bus: firmware.md, section 5, has the delays."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dsp56k.lib.commands import Opcode, Take
from dsp56k.lib.firmware import DATA_BUFFER, Firmware

DOCUMENT = Path(__file__).parents[4] / "docs" / "reference" / "firmware.md"
HOLDS = (100, 1000, 16_000)
"""Clocks for which the PC has the bus: 5, 50 and 800 us at 20 MHz, each time a quarter of the time."""
COMMANDS = {
    "DES-CBC": (Opcode.DES_CBC_ENCRYPT, 48 | Take.KEY | Take.IV),
    "MD2": (Opcode.MD2_HASH, 512),
    "MD4": (Opcode.MD4_HASH, 2048),
}
"""Each takes longer than a period of the longest hold."""


@cache
def clocks(name: str, held: int) -> tuple[int, int]:
    """Return the clocks of a command, and for how many of them the PC has the bus."""
    firmware = Firmware()
    firmware.write(DATA_BUFFER, bytes(range(256)) * 8)
    start, length, total = firmware.dsp.clocks, clocks(name, 0)[0] if held else 0, 0
    for clock in range(start + 1000, start + length - held, 4 * held or 1):
        firmware.dsp.lines.br.drive(True, at=clock)
        firmware.dsp.lines.br.drive(False, at=clock + held)
        total += held
    firmware.command(*COMMANDS[name])
    return firmware.dsp.clocks - start, total


def delay(name: str, held: int) -> float:
    """Return by how much a command takes longer, relative to the clocks for which the PC has the bus."""
    taken, total = clocks(name, held)
    return (taken - clocks(name, 0)[0]) / total


def rows() -> dict[str, list[str]]:
    table = DOCUMENT.read_text(encoding="utf-8").split("| PC holds the bus")[1].split("\n\n")[0]
    cells = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    return {name: shares for name, *shares in cells}


def test_the_document_has_the_delays() -> None:
    found = rows()
    assert found.keys() == COMMANDS.keys()
    for name, shares in found.items():
        assert shares == [f"{100 * delay(name, held):.0f} %" for held in HOLDS], name


@pytest.mark.parametrize(("name", "least", "most"), [("MD2", 0, 0.1), ("MD4", 0.99, 1)])
def test_only_code_and_data_in_internal_memory_go_on(name: str, least: float, most: float) -> None:
    assert least <= delay(name, HOLDS[0]) <= most
