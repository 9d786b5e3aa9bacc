"""Blowfish, SEAL, Khufu and Khafre as commands of the card: the results of the programs without the card, in both
directions; every misuse is a named status.
"""

import random

import pytest

from dsp56k.card import Card
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.errors import FirmwareError, HostError
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.ciphers.blowfish import BLOWFISH_TABLES as BLOWFISH
from dsp56k.lib.ciphers.blowfish import KEY_COMMAND
from dsp56k.lib.ciphers.merkle import KHAFRE_TABLES as KHAFRE
from dsp56k.lib.ciphers.merkle import KHUFU_TABLES as KHUFU
from dsp56k.lib.ciphers.seal import SEAL_TABLES as SEAL
from dsp56k.lib.ciphers.tables import LOAD_STARTS, LOAD_TABLES, LOAD_WORDS, TableCipher, Tables
from dsp56k.lib.errors import OperandError
from dsp56k.lib.firmware import DATA_BUFFER, Check, Firmware, Opcode, Status
from dsp56k.lib.image import LARGE_BANK
from shared.firmware_on_card import call_with, command_image, driver_on, firmware_on

CLOCKS = {"blowfish": 1208, "seal": 32_976, "khufu": 682, "khafre": 714}
"""Clocks of the DSP for a block, of SEAL for 1024 bytes, with the checksums over them."""
KEY = 621_022
"""Clocks of the command that makes Blowfish's tables, for any key."""
CIPHERS = [row.tables for row in ALGORITHMS.values() if row.tables is not None]
ciphers = pytest.mark.parametrize("cipher", CIPHERS, ids=lambda cipher: cipher.name)


@pytest.fixture(scope="module")
def firmware() -> Firmware:
    """Return one machine for all tests, because each begins with its own tables."""
    return firmware_on(Card(bank_words=LARGE_BANK, strict=True), command_image("table_ciphers"))


def given_tables(firmware: Firmware, tables: Tables) -> None:
    assert call_with(firmware, LOAD_TABLES, tables.head) == Status.OK
    for place in range(0, len(tables.card), 4096):
        assert call_with(firmware, LOAD_WORDS, tables.card[place : place + 4096]) == Status.OK


def given_pi(firmware: Firmware) -> None:
    assert BLOWFISH.basis is not None
    given_tables(firmware, BLOWFISH.basis())


def loaded(firmware: Firmware, cipher: TableCipher, key: bytes, *, back: bool = False) -> None:
    tables = cipher.tables(key)
    given_tables(firmware, tables)
    starts = (back and tables.starts_back) or tables.starts
    if starts:
        assert call_with(firmware, LOAD_STARTS, starts) == Status.OK


def done(firmware: Firmware, cipher: TableCipher, data: bytes, *, back: bool = False) -> bytes:
    assert call_with(firmware, cipher.opcodes[back], data) == Status.OK
    return firmware.read(DATA_BUFFER, len(data))


@ciphers
def test_both_ways(firmware: Firmware, cipher: TableCipher) -> None:
    source = random.Random(cipher.name)
    key, data = source.randbytes(cipher.key_bytes), source.randbytes(520)
    loaded(firmware, cipher, key)
    text = done(firmware, cipher, data)
    assert text == cipher.encrypt(key, data)
    loaded(firmware, cipher, key, back=True)
    assert done(firmware, cipher, text, back=True) == data


@ciphers
def test_clocks_are_the_same_whatever_key_and_data(firmware: Firmware, cipher: TableCipher) -> None:
    taken = set()
    source = random.Random(cipher.name)
    unit = 1024 if cipher is SEAL else 8
    for _ in range(2):
        loaded(firmware, cipher, source.randbytes(cipher.key_bytes))
        times = [firmware.clocks]
        for units in (1, 3):
            done(firmware, cipher, source.randbytes(unit * units))
            times.append(firmware.clocks)
        taken.add((times[1] - times[0], times[2] - times[1]))
    ((one, three),) = taken
    assert (three - one) / 2 == CLOCKS[cipher.name]


def test_the_stream_of_seal_goes_on(firmware: Firmware) -> None:
    source = random.Random(1)
    key, data = source.randbytes(20), source.randbytes(5000)
    loaded(firmware, SEAL, key)
    assert done(firmware, SEAL, data[:4096]) + done(firmware, SEAL, data[4096:]) == SEAL.encrypt(key, data)


def test_misuse_has_its_status(firmware: Firmware) -> None:
    assert call_with(firmware, LOAD_TABLES, b"") == Status.BAD_PARAMETER
    for wrong in (b"\0\0", b"\5\4", b"\3\0", b"\3\t"):
        assert call_with(firmware, LOAD_TABLES, wrong) == Status.BAD_PARAMETER
    assert call_with(firmware, LOAD_WORDS, bytes(4)) == Status.BAD_PARAMETER
    assert call_with(firmware, LOAD_STARTS, bytes(5)) == Status.BAD_PARAMETER
    for cipher in CIPHERS:
        assert call_with(firmware, cipher.opcodes[0], bytes(8)) == Status.NO_KEY
        assert call_with(firmware, cipher.opcodes[1], b"") == Status.BAD_PARAMETER
        if cipher is not SEAL:
            assert call_with(firmware, cipher.opcodes[0], bytes(12)) == Status.BAD_PARAMETER


def test_tables_that_are_not_whole_are_none(firmware: Firmware) -> None:
    key = bytes(16)
    loaded(firmware, BLOWFISH, key)
    assert call_with(firmware, LOAD_TABLES, b"\x01\x00") == Status.OK
    assert call_with(firmware, LOAD_WORDS, bytes(3)) == Status.BAD_PARAMETER
    assert call_with(firmware, LOAD_WORDS, bytes(4096)) == Status.OK
    assert call_with(firmware, BLOWFISH.opcodes[0], bytes(8)) == Status.NO_KEY
    assert call_with(firmware, LOAD_WORDS, bytes(76)) == Status.BAD_PARAMETER  # 72 are left
    assert call_with(firmware, LOAD_WORDS, bytes(72)) == Status.OK
    assert call_with(firmware, BLOWFISH.opcodes[0], bytes(8)) == Status.OK


def test_tables_are_of_one_cipher_and_with_what_goes_with_them(firmware: Firmware) -> None:
    loaded(firmware, KHUFU, bytes(64))
    assert call_with(firmware, BLOWFISH.opcodes[0], bytes(8)) == Status.NO_KEY
    assert call_with(firmware, KHAFRE.opcodes[0], bytes(8)) == Status.NO_KEY  # a key of other words
    assert call_with(firmware, KHUFU.opcodes[0], bytes(8)) == Status.OK
    loaded(firmware, SEAL, bytes(20))
    assert call_with(firmware, LOAD_STARTS, bytes(16)) == Status.OK
    assert call_with(firmware, SEAL.opcodes[0], bytes(1025)) == Status.NO_KEY
    assert call_with(firmware, SEAL.opcodes[0], bytes(1024)) == Status.OK
    assert call_with(firmware, SEAL.opcodes[0], bytes(1)) == Status.NO_KEY


def test_pair_tables_of_des_and_those_of_a_cipher_end_each_other(firmware: Firmware) -> None:
    loaded(firmware, BLOWFISH, bytes(16))
    assert firmware.call(Opcode.DES_TABLES, 1) == Status.OK
    assert call_with(firmware, BLOWFISH.opcodes[0], bytes(8)) == Status.NO_KEY
    loaded(firmware, BLOWFISH, bytes(16))
    assert done(firmware, BLOWFISH, bytes(8)) == BLOWFISH.encrypt(bytes(16), bytes(8))


overwriting = pytest.mark.parametrize(
    ("opcode", "arguments"), [(Opcode.DES_TABLES, (1, 0)), (Opcode.MEMORY, (32,)), (Opcode.MEMORY, (32, 8))]
)


@pytest.mark.parametrize("checks", [0, Check.CONSTANTS | Check.STATE | Check.RESULTS])
@overwriting
def test_tables_that_another_command_overwrote_are_gone(
    firmware: Firmware, opcode: int, arguments: tuple[int, ...], checks: int
) -> None:
    firmware.call(Opcode.CHECKS, checks)
    loaded(firmware, BLOWFISH, bytes(16))
    for argument in arguments:
        assert firmware.call(opcode, argument) == Status.OK
    assert call_with(firmware, BLOWFISH.opcodes[0], bytes(8)) == Status.NO_KEY
    loaded(firmware, BLOWFISH, bytes(16))
    assert done(firmware, BLOWFISH, bytes(8)) == BLOWFISH.encrypt(bytes(16), bytes(8))
    firmware.call(Opcode.CHECKS, Check.CONSTANTS | Check.STATE | Check.RESULTS)


@overwriting
def test_tables_that_another_command_overwrote_cannot_be_completed(
    firmware: Firmware, opcode: int, arguments: tuple[int, ...]
) -> None:
    tables = BLOWFISH.tables(bytes(16))
    assert call_with(firmware, LOAD_TABLES, tables.head) == Status.OK
    assert call_with(firmware, LOAD_WORDS, tables.card[:4000]) == Status.OK
    for argument in arguments:
        assert firmware.call(opcode, argument) == Status.OK
    assert call_with(firmware, LOAD_WORDS, tables.card[4000:]) == Status.BAD_PARAMETER
    assert call_with(firmware, BLOWFISH.opcodes[0], bytes(8)) == Status.NO_KEY


def test_the_dsp_makes_the_tables_of_a_key(firmware: Firmware) -> None:
    given_pi(firmware)
    data, taken = bytes(range(16)), set()
    for size in (4, 16, 56):
        key, before = random.Random(size).randbytes(size), firmware.clocks
        assert call_with(firmware, KEY_COMMAND, key) == Status.OK
        taken.add(firmware.clocks - before)
        assert done(firmware, BLOWFISH, done(firmware, BLOWFISH, data), back=True) == data
        assert done(firmware, BLOWFISH, data) == BLOWFISH.encrypt(key, data)
    assert taken == {KEY}
    for wrong in (3, 57):
        assert call_with(firmware, KEY_COMMAND, bytes(wrong)) == Status.BAD_PARAMETER


def test_there_are_no_tables_of_a_key_without_pi(firmware: Firmware) -> None:
    given_pi(firmware)
    assert call_with(firmware, BLOWFISH.opcodes[0], bytes(8)) == Status.NO_KEY
    assert firmware.call(Opcode.DES_TABLES, 1) == Status.OK  # where the digits lie
    assert firmware.call(Opcode.DES_TABLES, 0) == Status.OK
    assert call_with(firmware, KEY_COMMAND, bytes(8)) == Status.MEMORY_CHANGED
    given_pi(firmware)
    assert firmware.call(Opcode.DES_TABLES, 1) == Status.OK
    loaded(firmware, BLOWFISH, bytes(16))
    assert call_with(firmware, KEY_COMMAND, bytes(8)) == Status.NO_KEY
    assert call_with(firmware, LOAD_TABLES, b"\x04\x00") == Status.OK
    assert call_with(firmware, KEY_COMMAND, bytes(8)) == Status.NO_KEY


@pytest.mark.parametrize("place", ["CIPHER_PLACE", "CIPHER_STARTS"])
def test_tables_are_compared(firmware: Firmware, place: str) -> None:
    for checks, status in ((Check.STATE, Status.MEMORY_CHANGED), (0, Status.OK)):
        firmware.call(Opcode.CHECKS, checks)
        loaded(firmware, KHUFU, bytes(64))
        firmware.dsp.x[firmware.symbol(place) + 3] ^= 0x10000
        assert call_with(firmware, KHUFU.opcodes[0], bytes(8)) == status
    firmware.call(Opcode.CHECKS, Check.CONSTANTS | Check.STATE | Check.RESULTS)


@pytest.mark.parametrize(("mode", "cpu"), [("flat32", "i386"), ("real16", "i286")])
def test_both_drivers(mode: ModeName, cpu: str) -> None:
    driver = driver_on(Card(bank_words=LARGE_BANK, strict=True), command_image("table_ciphers"), mode=mode, cpu=cpu)
    for cipher in (SEAL, KHAFRE):
        source = random.Random(cipher.name)
        key, data = source.randbytes(cipher.key_bytes), source.randbytes(4104)
        driver.table_ciphers.load(cipher, key)
        text = driver.table_ciphers.encrypt(cipher, data).value
        assert text == cipher.encrypt(key, data)
        if cipher is SEAL:
            assert driver.table_ciphers.encrypt(cipher, data[:1021]).value == text[:1021]
    with pytest.raises(HostError, match="no tables of khafre"):
        driver.table_ciphers.decrypt(KHAFRE, text)
    for cipher, fresh in ((BLOWFISH, b"fresh"), (KHAFRE, b"new key!")):
        driver.table_ciphers.load_basis(cipher)
        driver.table_ciphers.load_new_key(cipher, fresh)
        assert driver.table_ciphers.encrypt(cipher, data).value == cipher.encrypt(fresh, data)
    with pytest.raises(OperandError, match="seal does not have tables that are the same for all keys"):
        driver.table_ciphers.load_basis(SEAL)
    driver.table_ciphers.load(KHAFRE, key, back=True)
    assert driver.table_ciphers.decrypt(KHAFRE, text).value == data
    with pytest.raises(HostError, match="no tables of seal"):
        driver.table_ciphers.encrypt(SEAL, b"data")
    with pytest.raises(HostError, match="whole blocks"):
        driver.table_ciphers.decrypt(KHAFRE, bytes(9))
    with pytest.raises(FirmwareError):
        driver.job(None, b"", SEAL.opcodes[0], b"data")
