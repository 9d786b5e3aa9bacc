"""The firmware and a DES chip that is absent, stuck, or behind a bad wire: the right cipher text or a named error."""

import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from Crypto.Cipher import DES

from dsp56k.card import Card
from dsp56k.card.faults import (
    BusyDesChip,
    DoubledStrobe,
    Fault,
    FlippedLine,
    LostStrobe,
    MissingDesChip,
    StuckLine,
)
from dsp56k.card.faults.fault_models import Way
from dsp56k.lib.firmware import DATA_BUFFER, KEY_BUFFER, Firmware, Opcode, Status, image
from shared.firmware_on_card import firmware_on

KEY, IV = bytes.fromhex("133457799BBCDFF1"), bytes.fromhex("FEDCBA9876543210")
TEXT = bytes(i * 5 + 3 & 0xFF for i in range(64))
BLOCKS = len(TEXT) // 8
Outcome = Callable[[Fault], Status | int]
RIGHT = DES.new(KEY, DES.MODE_CBC, IV).encrypt(TEXT)


def job(firmware: Firmware) -> Status | int:
    """Key and IV, then one CBC encryption by the chip."""
    firmware.write(KEY_BUFFER, KEY + IV + TEXT)
    status = firmware.call(Opcode.CHIP_KEY, 1)
    return status or firmware.call(Opcode.CHIP_CBC_ENCRYPT, BLOCKS)


@pytest.fixture(scope="module")
def card() -> Card:
    return Card()


@pytest.fixture(scope="module")
def firmware(card: Card) -> Firmware:
    return firmware_on(card)


@pytest.fixture
def outcome(card: Card, firmware: Firmware) -> Iterator[Outcome]:
    """The status of the job with a fault, whatever earlier ones have left in the chip; if OK, the result was right."""

    def run(fault: Fault) -> Status | int:
        card.faults.add(fault)
        status = job(firmware)
        card.faults.clear()
        if status is Status.OK:
            assert firmware.read(DATA_BUFFER, len(TEXT)) == RIGHT
        return status

    yield run
    card.faults.clear()


def test_sound(firmware: Firmware) -> None:
    assert job(firmware) is Status.OK
    assert firmware.read(DATA_BUFFER, len(TEXT)) == RIGHT


@pytest.mark.parametrize(
    ("fault", "status"), [(MissingDesChip(), Status.CHIP_ABSENT), (BusyDesChip(), Status.CHIP_TIMEOUT)]
)
def test_absent_and_stuck_are_told_apart(outcome: Outcome, fault: Fault, status: Status) -> None:
    assert outcome(fault) is status
    firmware = firmware_on(Card(des_chip=False))
    assert firmware.call(Opcode.CHIP_KEY) is Status.CHIP_ABSENT


@pytest.mark.parametrize("bit", range(8))
def test_no_data_line_may_be_bad(outcome: Outcome, bit: int) -> None:
    for way in ("read", "write", "both"):
        assert outcome(FlippedLine("des.data", bit=bit, way=way)) is not Status.OK
        for level in (0, 1):
            assert outcome(StuckLine("des.data", bit=bit, way=way, level=level)) is not Status.OK


@pytest.mark.parametrize("bit", range(8))
def test_status_bits_and_address(outcome: Outcome, bit: int) -> None:
    for level in (0, 1):
        outcome(StuckLine("des.status", bit=bit, level=level))
        outcome(StuckLine("des.address", level=level))


@pytest.mark.parametrize("nth", range(1, 240, 7))
def test_lost_and_doubled_strobes(outcome: Outcome, nth: int) -> None:
    for strobe in ("des.read", "des.write"):
        outcome(LostStrobe(strobe, nth=nth, count=1))
        outcome(DoubledStrobe(strobe, nth=nth, count=1))


@pytest.mark.parametrize(("bit", "level", "way"), list(product(range(8), (0, 1), ("read", "write", "both"))))
def test_a_line_that_breaks_after_the_key_was_loaded(
    card: Card, firmware: Firmware, bit: int, level: int, way: Way
) -> None:
    """Whatever the text is: all zeros, ASCII, all ones."""
    for byte in (0x00, 0x7F, 0xFF):
        firmware.write(KEY_BUFFER, KEY + IV + bytes([byte]) * len(TEXT))
        assert firmware.call(Opcode.CHIP_KEY, 1) is Status.OK
        card.faults.add(StuckLine("des.data", bit=bit, level=level, way=way))
        status = firmware.call(Opcode.CHIP_CBC_ENCRYPT, BLOCKS)
        card.faults.clear()
        assert status is not Status.OK


@pytest.mark.parametrize(("bit", "level", "way"), list(product(range(8), (0, 1), ("read", "write", "both"))))
def test_a_line_that_breaks_while_the_key_is_loaded(
    card: Card, firmware: Firmware, outcome: Outcome, bit: int, level: int, way: Way
) -> None:
    """Before, between and after the known answers: the block that is computed later does not depend on the fault."""
    assert job(firmware) is Status.OK
    before = card.dsp.clocks
    assert firmware.call(Opcode.CHIP_KEY, 1) is Status.OK
    taken = card.dsp.clocks - before
    for moment in range(taken // 40, taken, taken // 20):
        at = card._time_of(card.dsp.clocks + moment)  # faults count time from power-up, not from the DSP's reset
        outcome(StuckLine("des.data", at=at, bit=bit, level=level, way=way))


def both_levels(block: bytes) -> bool:
    """Return True if each data line has been 0 and 1."""
    return all({byte >> bit & 1 for byte in block} == {0, 1} for bit in range(8))


def test_the_reference_moves_every_data_line_both_ways(firmware: Firmware) -> None:
    symbols, source, texts = image().symbols, random.Random(81), set()
    for _ in range(100):
        key = bytes(byte & 0xFE | (byte >> 1).bit_count() + 1 & 1 for byte in source.randbytes(8))
        firmware.write(KEY_BUFFER, key + IV)
        assert firmware.call(Opcode.CHIP_KEY, 0) is Status.OK
        text, reference = (firmware.read(symbols[name], 8) for name in ("chip_text", "chip_reference"))
        assert DES.new(key, DES.MODE_ECB).encrypt(text) == reference
        assert both_levels(text)
        assert both_levels(reference)
        texts.add(text)
    # Some keys take more than one try
    assert len(texts) > 1


def test_a_chip_that_lost_its_key(card: Card, firmware: Firmware) -> None:
    firmware.write(KEY_BUFFER, KEY + IV + TEXT)
    assert firmware.call(Opcode.CHIP_KEY, 1) is Status.OK
    assert card.des is not None
    card.des.reset(card.dsp.clock.time_of(card.dsp.clocks))
    assert firmware.call(Opcode.CHIP_CBC_ENCRYPT, BLOCKS) is Status.NO_KEY


@pytest.mark.parametrize("byte", range(8))
def test_key_parity(firmware: Firmware, byte: int) -> None:
    bad = bytearray(KEY)
    bad[byte] ^= 1
    firmware.write(KEY_BUFFER, bytes(bad) + IV + TEXT)
    assert firmware.call(Opcode.CHIP_KEY, 1) is Status.KEY_PARITY
    assert firmware.call(Opcode.CHIP_CBC_ENCRYPT, BLOCKS) is Status.NO_KEY
    # The DSP's own DES takes the key: it leaves the parity bits out, as FIPS 46 allows
    assert firmware.call(Opcode.DES_KEY, 1) is Status.OK
    assert firmware.call(Opcode.DES_CBC_ENCRYPT, BLOCKS) is Status.OK
    assert firmware.read(DATA_BUFFER, len(TEXT)) == RIGHT


def test_the_sample_moves_every_data_line_both_ways() -> None:
    symbols = image().symbols
    firmware = Firmware()
    sent = firmware.read(symbols["sample_key"], 16)
    got = firmware.read(symbols["sample_cipher"], 8)
    assert DES.new(sent[:8], DES.MODE_ECB).encrypt(sent[8:]) == got
    assert both_levels(sent)
    assert both_levels(got)


def test_no_mode_reaches_the_chip(card: Card, firmware: Firmware) -> None:
    firmware.write(KEY_BUFFER, KEY + IV + TEXT)
    assert firmware.call(Opcode.CHIP_KEY, 1) is Status.OK
    assert firmware.call(Opcode.CHIP_CBC_ENCRYPT, BLOCKS) is Status.OK
    card.faults.add(LostStrobe("des.write", count=2))
    status = firmware.call(Opcode.CHIP_CBC_ENCRYPT, BLOCKS)
    card.faults.clear()
    assert status is Status.CHIP_TIMEOUT


def test_a_key_that_is_not_entered_byte_for_byte(card: Card, firmware: Firmware) -> None:
    """Bytes that arrive twice push later ones out: OVR, which loading the IV must not clear unseen."""
    firmware.write(KEY_BUFFER, KEY + IV + TEXT)
    for nth in range(18, 28):
        card.faults.add(DoubledStrobe("des.write", nth=nth, count=3, apart=200_000))
        status = job(firmware)
        card.faults.clear()
        assert status is not Status.OK or firmware.read(DATA_BUFFER, len(TEXT)) == RIGHT


@pytest.mark.parametrize(
    "fault",
    [LostStrobe("des.write", count=1), *(FlippedLine("des.data", bit=bit, way="write", count=1) for bit in (1, 4))],
)
def test_a_mode_that_does_not_reach_the_chip_is_not_the_one_before(
    card: Card, firmware: Firmware, fault: Fault
) -> None:
    firmware.write(KEY_BUFFER, KEY + IV + TEXT)
    assert firmware.call(Opcode.CHIP_KEY, 1) is Status.OK
    card.faults.add(fault)  # the first write is the command
    status = firmware.call(Opcode.CHIP_CBC_ENCRYPT, BLOCKS)
    card.faults.clear()
    assert status is Status.OK
    assert firmware.read(DATA_BUFFER, len(TEXT)) == RIGHT
