"""SELF_TEST: it passes on a sound card, and a broken part is named."""

import re
from collections.abc import Callable

import pytest
from Crypto.Cipher import DES
from Crypto.Hash import MD2, MD4

from dsp56k.card import Card
from dsp56k.card.faults import StuckLine
from dsp56k.lib import known_answers
from dsp56k.lib.firmware import DATA_BUFFER, Firmware, Opcode, Part, Status, image
from dsp56k.lib.tables import SOURCES
from shared.firmware_on_card import firmware_on

ALL = Part.DES | Part.MD2 | Part.MD4 | Part.CHIP | Part.RSA | Part.NOISE


def failed(firmware: Firmware, parts: int = 0) -> Part:
    """The parts that fail."""
    status = firmware.call(Opcode.SELF_TEST, parts)
    part = Part(firmware.dsp.x[DATA_BUFFER])
    assert status is (Status.SELF_TEST_FAILED if part else Status.OK)
    return part


def test_a_sound_card_passes_with_and_without_a_chip() -> None:
    firmware = firmware_on(Card(strict=True))
    assert failed(firmware) == Part(0)
    assert failed(firmware, ALL) == Part(0)
    assert firmware.call(Opcode.SELF_TEST, ALL + 1) is Status.BAD_PARAMETER
    bare = firmware_on(Card(des_chip=False))
    assert failed(bare) == Part(0)
    assert failed(bare, Part.CHIP | Part.MD2) == Part.CHIP


def break_x(label: str, offset: int) -> Callable[[Card], None]:
    def act(card: Card) -> None:
        address = image().symbols[label] + offset
        card.dsp.x[address] = card.dsp.x[address] ^ 4

    return act


def break_kernel(label: str) -> Callable[[Card], None]:
    def act(card: Card) -> None:
        address = image().symbols[label] + 40
        card.dsp.p[address] = 0  # NOP

    return act


def stop_noise(card: Card) -> None:
    card.faults.add(StuckLine("noise.data", level=1))


@pytest.mark.parametrize(
    ("fault", "part"),
    [
        (break_x("s_high", 5), Part.DES),
        (break_x("md2_table", 0x61), Part.MD2),
        (break_x("sample_cipher", 2), Part.CHIP),
        (break_kernel("fast_squares_11"), Part.RSA),
        (break_kernel("fast_product_22"), Part.RSA),
        (break_kernel("mont_columns"), Part.RSA),
        (stop_noise, Part.NOISE),
    ],
)
def test_the_broken_part_is_named(fault: Callable[[Card], None], part: Part) -> None:
    card = Card()
    firmware = firmware_on(card)
    fault(card)
    assert failed(firmware, ALL) == part
    assert failed(firmware, ALL & ~part) == Part(0)


def test_the_answers_are_those_of_the_standards() -> None:
    k = known_answers
    assert DES.new(k.DES_KEY, DES.MODE_CBC, k.DES_IV).encrypt(k.DES_TEXT) == k.DES_CBC
    assert MD2.new(k.ALPHABET).digest() == k.MD2_DIGEST
    assert MD4.new(k.ALPHABET).digest() == k.MD4_DIGEST
    assert pow(k.RSA_BLOCK, k.RSA_D, k.RSA_P * k.RSA_Q) == k.RSA_SIGNATURE
    # PKCS #1: 00 01 FF ... 00, then the digest's ASN.1 head and the digest, 16 bytes
    assert re.fullmatch(r"1f{50,}003020300c06082a864886f70d020205000410[0-9a-f]{32}", f"{k.RSA_BLOCK:x}")


def test_the_files_of_answers_are_fresh() -> None:
    monitor = SOURCES / "monitor"
    assert (monitor / "known_answers.asm").read_text(encoding="ascii") == known_answers.source()
    assert (monitor / "known_keys.asm").read_text(encoding="ascii") == known_answers.key_source()


def test_keys_and_messages_are_forgotten() -> None:
    firmware = firmware_on(Card())
    firmware.command(Opcode.DES_KEY, 1)
    firmware.command(Opcode.MD2_INIT)
    assert failed(firmware) == Part(0)
    for opcode, argument in (
        (Opcode.DES_ECB_ENCRYPT, 1),
        (Opcode.CHIP_ECB_ENCRYPT, 1),
        (Opcode.RSA_CRT, 0),
        (Opcode.RSA_OPERATE, 0),
    ):
        assert firmware.call(opcode, argument) is Status.NO_KEY
    assert firmware.call(Opcode.MD2_UPDATE, 1) is Status.BAD_PARAMETER
