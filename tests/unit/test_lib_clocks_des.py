"""What DES, MD2 and the DES chip cost, to the clock, at zero wait states; and the rates that follow at 20 MHz.

The sums after each job are off (CHECKS 0): test_lib_firmware_sums.py has their cost.
"""

import pytest

from dsp56k.card import Card
from dsp56k.lib.firmware import DATA_BUFFER, KEY_BUFFER, Firmware, Opcode
from firmware_on_card import firmware_on

CLOCK_HZ = 20_000_000
KEY_CLOCKS = 4020
KEY_AND_IV_CLOCKS = 4510
"""DES_KEY: the key schedule; and with the IV's initial permutation."""
BLOCK_CLOCKS = {
    Opcode.DES_ECB_ENCRYPT: (798, 1736),
    Opcode.DES_ECB_DECRYPT: (806, 1736),
    Opcode.DES_CBC_ENCRYPT: (862, 1748),
    Opcode.DES_CBC_DECRYPT: (870, 1748),
}
"""Of a command, once and per block of 8 bytes."""
PAIR_TABLE_CLOCKS = (862, 1374)
"""The same of DES_CBC_ENCRYPT with pair tables."""
MD2_CLOCKS = (1090, 7488)
"""MD2_UPDATE, once and per block of 16 bytes."""
CHIP_CLOCKS = (604, 160)
"""A command on the chip, once and per block of 8 bytes, with the card's DES chip at 10 MHz."""


def cost(firmware: Firmware, opcode: int, argument: int) -> int:
    before = firmware.clocks
    firmware.command(opcode, argument)
    return firmware.clocks - before


def line(firmware: Firmware, opcode: int, unit: int = 1) -> tuple[int, int]:
    """Fixed and per-unit clocks of a command whose cost is a line, checked at a third point."""
    one, two, many = (cost(firmware, opcode, count * unit) for count in (1, 2, 50))
    assert many - one == 49 * (two - one)
    return 2 * one - two, two - one


@pytest.fixture
def firmware() -> Firmware:
    firmware = Firmware()
    firmware.command(Opcode.CHECKS, 0)
    assert cost(firmware, Opcode.DES_KEY, 0) == KEY_CLOCKS
    assert cost(firmware, Opcode.DES_KEY, 1) == KEY_AND_IV_CLOCKS
    return firmware


@pytest.mark.parametrize("operation", BLOCK_CLOCKS)
def test_des(firmware: Firmware, operation: Opcode) -> None:
    assert line(firmware, operation) == BLOCK_CLOCKS[operation]


def test_des_with_pair_tables(firmware: Firmware) -> None:
    firmware.command(Opcode.DES_TABLES, 1)
    assert line(firmware, Opcode.DES_CBC_ENCRYPT) == PAIR_TABLE_CLOCKS


def test_clocks_do_not_depend_on_the_data(firmware: Firmware) -> None:
    first = cost(firmware, Opcode.DES_CBC_ENCRYPT, 1)
    firmware.write(DATA_BUFFER, b"\xff" * 8)
    assert cost(firmware, Opcode.DES_CBC_ENCRYPT, 1) == first


def test_md2(firmware: Firmware) -> None:
    firmware.command(Opcode.MD2_INIT)
    firmware.command(Opcode.MD2_UPDATE)
    assert line(firmware, Opcode.MD2_UPDATE, 16) == MD2_CLOCKS


@pytest.fixture
def on_card() -> Firmware:
    """The firmware on a card, where the DES chip is."""
    firmware = firmware_on(Card(strict=True))
    firmware.command(Opcode.CLOCK, CLOCK_HZ // 1000)
    firmware.command(Opcode.CHECKS, 0)
    firmware.write(KEY_BUFFER, bytes.fromhex("0123456789ABCDEF"))
    firmware.command(Opcode.CHIP_KEY, 1)
    return firmware


@pytest.mark.parametrize("operation", [Opcode.CHIP_CBC_ENCRYPT, Opcode.CHIP_ECB_DECRYPT])
def test_chip(on_card: Firmware, operation: Opcode) -> None:
    assert line(on_card, operation) == CHIP_CLOCKS


def test_rates() -> None:
    # Dussé and Kaliski, section 6: DES-CBC 350 Kbit/s, MD2 190 Kbit/s, DES chip 3.8 Mbit/s.
    assert 64 * CLOCK_HZ / BLOCK_CLOCKS[Opcode.DES_CBC_ENCRYPT][1] >= 2 * 350_000
    assert 64 * CLOCK_HZ / PAIR_TABLE_CLOCKS[1] >= 2.6 * 350_000
    assert 128 * CLOCK_HZ / MD2_CLOCKS[1] >= 1.75 * 190_000
    assert 64 * CLOCK_HZ / CHIP_CLOCKS[1] >= 2 * 3_800_000
