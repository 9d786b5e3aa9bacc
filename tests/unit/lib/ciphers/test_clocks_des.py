"""The exact clocks of DES, MD2 and the DES chip at zero wait states, and the rates at 20 MHz.

The checksums after each job are off (CHECKS 0): tests/unit/lib/firmware/test_sums.py has their cost.
"""

from typing import Any

import pytest

from dsp56k.card import Card
from dsp56k.lib.commands import Take
from dsp56k.lib.errors import OperandError
from dsp56k.lib.firmware import DATA_BUFFER, KEY_BUFFER, Firmware, Opcode, Part, Status
from dsp56k.lib.image import Placement, image
from shared.firmware_on_card import firmware_on

CLOCK_HZ = 20_000_000
KEY_CLOCKS = 4046
KEY_AND_IV_CLOCKS = 4586
"""DES_KEY: the key schedule; and with the IV's initial permutation."""
BLOCK_CLOCKS = {
    Opcode.DES_ECB_ENCRYPT: (782, 1596),
    Opcode.DES_ECB_DECRYPT: (790, 1596),
    Opcode.DES_CBC_ENCRYPT: (846, 1608),
    Opcode.DES_CBC_DECRYPT: (854, 1608),
}
"""Clocks of a command, once and per block of 8 bytes."""
PAIR_TABLE_CLOCKS = (846, 1234)
"""Clocks of DES_CBC_ENCRYPT with pair tables."""
KEYED_CLOCKS = (4904, 1608)
"""DES_CBC_ENCRYPT that takes key and IV."""
MD2_CLOCKS = (1354, 7352)
"""MD2_UPDATE, once and per block of 16 bytes."""
MAC_CLOCKS = (1188, 1414)
"""DES_MAC, once (with the last block's permutation and output) and per block; with pair tables 1040."""
MD4_CLOCKS = (1038, 2290)
"""MD4_UPDATE, once and per block of 64 bytes."""
CHIP_CLOCKS = (626, 160)
"""A command on the chip, once and per block of 8 bytes, with the card's DES chip at 10 MHz."""


PLACED_EXTERNALLY = {
    "key": 4178,
    "iv": 4770,
    "cbc": (850, 2248),
    "pairs": (850, 1682),
    "md2": (1450, 7416),
    "chip": (672, 206),
}
"""Clocks with all code in external P, as on the card of the paper."""


def cost(firmware: Firmware, opcode: int, argument: int) -> int:
    before = firmware.clocks
    firmware.command(opcode, argument)
    return firmware.clocks - before


def line(firmware: Firmware, opcode: int, unit: int = 1) -> tuple[int, int]:
    """Fixed and per-unit clocks of a command whose cost is a line, checked at a third point."""
    cost(firmware, opcode, unit)  # which finds other jobs' words in internal memory
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


def test_all_code_external() -> None:
    """Each table look-up of DES then shares the bus with a fetch; MD2 has its tables in internal memory."""
    placed = image(placement="external")
    firmware = Firmware(firmware=placed)
    firmware.command(Opcode.CHECKS, 0)
    clocks: dict[str, object] = {"key": cost(firmware, Opcode.DES_KEY, 0), "iv": cost(firmware, Opcode.DES_KEY, 1)}
    clocks["cbc"] = line(firmware, Opcode.DES_CBC_ENCRYPT)
    firmware.command(Opcode.DES_TABLES, 1)
    clocks["pairs"] = line(firmware, Opcode.DES_CBC_ENCRYPT)
    firmware.command(Opcode.DES_TABLES, 0)
    assert line(firmware, Opcode.DES_CBC_ENCRYPT) == clocks["cbc"]
    firmware.command(Opcode.MD2_INIT)
    firmware.command(Opcode.MD2_UPDATE)
    clocks["md2"] = line(firmware, Opcode.MD2_UPDATE, 16)
    card = firmware_on(Card(strict=True), placed)
    card.command(Opcode.CLOCK, CLOCK_HZ // 1000)
    card.command(Opcode.SELF_TEST)
    card.command(Opcode.CHECKS, 0)
    card.write(KEY_BUFFER, bytes.fromhex("0123456789ABCDEF"))
    card.command(Opcode.CHIP_KEY, 1)
    clocks["chip"] = line(card, Opcode.CHIP_CBC_ENCRYPT)
    assert clocks == PLACED_EXTERNALLY


@pytest.mark.parametrize(("des_pace", "md2_pace"), [(6, 8194), (2048, 6122)])
@pytest.mark.parametrize("placement", ["internal", "external"])
def test_paces_add_their_clocks_to_each_block(des_pace: int, md2_pace: int, placement: Placement) -> None:
    blocks = []
    for paces in ((0, 0), (des_pace, md2_pace)):
        firmware = Firmware(firmware=image(placement=placement, des_pace=paces[0], md2_pace=paces[1]))
        firmware.command(Opcode.DES_KEY, 1)
        firmware.command(Opcode.MD2_INIT)
        firmware.command(Opcode.MD2_UPDATE)
        blocks.append((line(firmware, Opcode.DES_ECB_DECRYPT)[1], line(firmware, Opcode.MD2_UPDATE, 16)[1]))
        assert firmware.call(Opcode.SELF_TEST, Part.DES | Part.MD2) is Status.OK
    assert (blocks[1][0] - blocks[0][0], blocks[1][1] - blocks[0][1]) == (des_pace, md2_pace)


@pytest.mark.parametrize(("placement", "des", "md2"), [("internal", 2920, 9224), ("external", 3560, 9288)])
def test_general_loops_take_their_clocks_and_are_right(placement: Placement, des: int, md2: int) -> None:
    firmware = Firmware(firmware=image(placement=placement, loops="general"))
    firmware.command(Opcode.DES_KEY, 1)
    firmware.command(Opcode.MD2_INIT)
    firmware.command(Opcode.MD2_UPDATE)
    blocks = line(firmware, Opcode.DES_CBC_ENCRYPT)[1], line(firmware, Opcode.MD2_UPDATE, 16)[1]
    assert firmware.call(Opcode.SELF_TEST, Part.DES | Part.MD2) is Status.OK
    assert blocks == (des, md2)


def test_the_papers_rates_by_pace() -> None:
    assert 64 * CLOCK_HZ / (BLOCK_CLOCKS[Opcode.DES_CBC_ENCRYPT][1] + 2048) == pytest.approx(350_000, rel=0.001)
    assert 128 * CLOCK_HZ / (MD2_CLOCKS[1] + 6122) == pytest.approx(190_000, rel=0.001)


@pytest.mark.parametrize(
    "options",
    [
        *({"placement": "rom"}, {"des_pace": 7}, {"md2_pace": 8196}, {"des_pace": -6}, {"bank_words": 16384}),
        *({"checks": 8}, {"checks": -1}, {"loops": "short"}, {"loops": "general", "bank_words": 32768}),
    ],
)
def test_images_that_cannot_be_made(options: dict[str, Any]) -> None:
    with pytest.raises(OperandError, match=str(next(iter(options.values())))) as caught:
        image(**options)
    assert caught.value.fields["name"] == next(iter(options))


def test_one_command_with_key_and_iv(firmware: Firmware) -> None:
    """Less than DES_KEY and the operation take, which set up internal memory twice."""
    one, two = (cost(firmware, Opcode.DES_CBC_ENCRYPT, Take.KEY | Take.IV | count) for count in (1, 2))
    assert (2 * one - two, two - one) == KEYED_CLOCKS


def test_clocks_do_not_depend_on_the_data(firmware: Firmware) -> None:
    first = cost(firmware, Opcode.DES_CBC_ENCRYPT, 1)
    firmware.write(DATA_BUFFER, b"\xff" * 8)
    assert cost(firmware, Opcode.DES_CBC_ENCRYPT, 1) == first


def test_md2(firmware: Firmware) -> None:
    firmware.command(Opcode.MD2_INIT)
    firmware.command(Opcode.MD2_UPDATE)
    assert line(firmware, Opcode.MD2_UPDATE, 16) == MD2_CLOCKS


def test_des_mac(firmware: Firmware) -> None:
    three, two, many = (cost(firmware, Opcode.DES_MAC, count) for count in (3, 2, 50))
    assert many - two == 48 * (three - two)
    assert (3 * two - 2 * three, three - two) == MAC_CLOCKS
    firmware.command(Opcode.DES_TABLES, 1)
    firmware.command(Opcode.DES_MAC, 1)
    assert cost(firmware, Opcode.DES_MAC, 3) - cost(firmware, Opcode.DES_MAC, 2) == 1040


def test_md4(firmware: Firmware) -> None:
    firmware.command(Opcode.MD4_INIT)
    assert line(firmware, Opcode.MD4_UPDATE, 64) == MD4_CLOCKS


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
    assert 128 * CLOCK_HZ / MD2_CLOCKS[1] >= 1.83 * 190_000
    assert 64 * CLOCK_HZ / CHIP_CLOCKS[1] >= 2 * 3_800_000
