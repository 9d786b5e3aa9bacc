"""The card's bus master: the registers of the DSP, and the PC's memory after transfers."""

from __future__ import annotations

import pytest

from dsp56k.card.chips.bus_master import BURST, MASTER_COMMAND, MASTER_STATUS, BusMaster

ADDRESS, DATA, COMMAND = 0, 1, 2
WRITE = MASTER_COMMAND["WRITE"].mask
BUSY = MASTER_STATUS["BSY"].mask


@pytest.fixture
def chip() -> BusMaster:
    chip = BusMaster()
    for value in (0x21, 0xFF, 0xFE):
        chip.write(ADDRESS, value, 0)
    return chip


def on_the_bus(chip: BusMaster, memory: dict[int, int]) -> None:
    while chip.requests:
        address = chip.address
        if chip.writes:
            memory[address] = chip.cycle(0)
        else:
            chip.cycle(memory[address])


def test_it_reads_and_its_address_counts_on(chip: BusMaster) -> None:
    memory = {0x21FFFE + place: 0x40 + place for place in range(8)}
    for values in ([0x40, 0x41, 0x42], [0x43, 0x44]):
        chip.write(COMMAND, len(values), 0)
        assert chip.read(COMMAND, 0) == BUSY
        assert chip.read(DATA, 0) == 0
        on_the_bus(chip, memory)
        assert chip.read(COMMAND, 0) == 0
        assert [chip.read(DATA, 0) for _ in values] == values
        assert chip.read(DATA, 0) == 0


def test_it_writes(chip: BusMaster) -> None:
    memory: dict[int, int] = {}
    for value in (1, 2, 3):
        chip.write(DATA, value, 0)
    chip.write(COMMAND, WRITE | 3, 0)
    chip.write(DATA, 9, 0)
    on_the_bus(chip, memory)
    assert memory == {0x21FFFE: 1, 0x21FFFF: 2, 0x220000: 3}


def test_what_is_too_much_is_lost(chip: BusMaster) -> None:
    memory: dict[int, int] = {}
    for value in range(20):
        chip.write(DATA, value, 0)
    chip.write(COMMAND, WRITE | 31, 0)
    on_the_bus(chip, memory)
    assert list(memory.values()) == list(range(BURST))


def test_a_transfer_can_be_given_up(chip: BusMaster) -> None:
    chip.write(COMMAND, 4, 0)
    chip.write(ADDRESS, 0, 0)
    assert chip.address == 0x21FFFE
    chip.write(COMMAND, 0, 0)
    assert not chip.requests
    chip.write(COMMAND, 4, 0)
    chip.reset(0)
    assert (chip.requests, chip.address) == (False, 0)
