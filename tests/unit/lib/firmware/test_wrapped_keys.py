"""Keys under a master key: unwrapped on the card, used there, never returned; pycryptodome has the right results."""

import random

import pytest
from Crypto.Cipher import DES, DES3

from dsp56k.card import Card
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.errors import DriverError, HostError, KeyParityError
from dsp56k.lib import OperandError
from dsp56k.lib.ciphers import des
from dsp56k.lib.commands import Take
from dsp56k.lib.firmware import DATA_BUFFER, IV_BUFFER, KEY_BUFFER, Firmware, Opcode, Status
from dsp56k.lib.image import LARGE_BANK
from shared.firmware_on_card import call_with, command_image, driver_on, firmware_on

UNWRAP_CLOCKS = {8: 21_260, 16: 25_846, 24: 30_426}


def odd(data: bytes) -> bytes:
    return bytes(byte & 0xFE | ~(byte >> 1).bit_count() & 1 for byte in data)


def three(key: bytes) -> bytes:
    """All 24 bytes that a key of 16 or 24 is."""
    return (key + key)[:24] if len(key) == 16 else key


def under_key(key: bytes, iv: bytes, data: bytes) -> bytes:
    if len(key) == 8:
        return DES.new(key, DES.MODE_CBC, iv).encrypt(data)
    return DES3.new(three(key), DES3.MODE_CBC, iv).encrypt(data)


@pytest.fixture
def firmware() -> Firmware:
    return firmware_on(Card(bank_words=LARGE_BANK, strict=True), command_image("wrapped_keys"))


def loaded(firmware: Firmware, master: bytes, key: bytes) -> bytes:
    """Load both; return the wrapped key."""
    wrapped = DES3.new(three(master), DES3.MODE_ECB).encrypt(key)
    assert call_with(firmware, des.MASTER_KEY, master) == Status.OK
    assert not any(firmware.read(DATA_BUFFER, len(master)))
    assert call_with(firmware, des.UNWRAP_KEY, wrapped) == Status.OK
    return wrapped


@pytest.mark.parametrize("master_size", des.TRIPLE_KEY_BYTES)
@pytest.mark.parametrize("size", des.WRAPPED_KEY_BYTES)
def test_a_wrapped_key_is_used_and_not_returned(firmware: Firmware, master_size: int, size: int) -> None:
    source = random.Random(size)
    master, key, iv = odd(source.randbytes(master_size)), odd(source.randbytes(size)), source.randbytes(8)
    wrapped = loaded(firmware, master, key)
    # Only the two areas of keys have their bytes.
    dsp, kept = firmware.dsp, {firmware.symbol("des3_keys"), firmware.symbol("wrap_master")}
    memory = [int(word) for word in dsp.x[0x100:0x2000]]
    for secret in (key, master):
        found = {0x100 + place for place in range(len(memory)) if memory[place : place + 8] == list(secret[:8])}
        assert {place for place in found if all(place - start not in (0, 8, 16) for start in kept)} == set()
    assert not any(dsp.x[firmware.symbol("des_keys") : firmware.symbol("des_chain")])
    data = source.randbytes(160)
    assert call_with(firmware, des.CHAIN_IV, iv) == Status.OK
    assert call_with(firmware, des.DES3_CBC_ENCRYPT, data) == Status.OK
    assert firmware.read(DATA_BUFFER, 160) == under_key(key, iv, data)
    assert des.wrap_key(master, key).value == wrapped


@pytest.mark.parametrize("size", des.WRAPPED_KEY_BYTES)
def test_clocks_do_not_depend_on_the_keys(firmware: Firmware, size: int) -> None:
    taken = set()
    for seed in range(3):
        source = random.Random(seed)
        wrapped = loaded(firmware, odd(source.randbytes(16)), odd(source.randbytes(size)))
        before = firmware.clocks
        call_with(firmware, des.UNWRAP_KEY, wrapped)
        taken.add(firmware.clocks - before)
    assert taken == {UNWRAP_CLOCKS[size]}


def test_a_wrong_key_is_erased(firmware: Firmware) -> None:
    wrapped = loaded(firmware, odd(bytes(range(16))), odd(bytes(range(8))))
    assert call_with(firmware, des.UNWRAP_KEY, bytes([wrapped[0] ^ 1]) + wrapped[1:]) == Status.KEY_PARITY
    assert not any(firmware.read(DATA_BUFFER, 8))
    assert call_with(firmware, des.DES3_CBC_ENCRYPT, bytes(8)) == Status.NO_KEY
    start = firmware.symbol("des3_keys")
    assert not any(firmware.dsp.x[start : start + 24])


SINGLE = [(des.UNWRAP_DES, Opcode.DES_CBC_ENCRYPT), (des.UNWRAP_CHIP, Opcode.CHIP_CBC_ENCRYPT)]


@pytest.mark.parametrize(("unwrap", "operation"), SINGLE)
def test_a_wrapped_key_of_des_for_dsp_and_chip(firmware: Firmware, unwrap: int, operation: Opcode) -> None:
    """Only the operation has the key; a wrong one leaves no key there."""
    source = random.Random(1)
    master, key, iv, data = odd(source.randbytes(24)), odd(source.randbytes(8)), bytes(8), source.randbytes(16)
    wrapped = loaded(firmware, master, key)
    assert call_with(firmware, unwrap, wrapped) == Status.OK
    memory = [int(word) for word in firmware.dsp.x[0x100:0x2000]]
    assert not any(memory[place : place + 8] == list(key) for place in range(len(memory)))
    firmware.write(IV_BUFFER, iv)
    firmware.write(DATA_BUFFER, data)
    assert firmware.call(operation, Take.IV | 2) == Status.OK
    assert firmware.read(DATA_BUFFER, 16) == under_key(key, iv, data)
    assert call_with(firmware, des.DES3_CBC_ENCRYPT, bytes(8)) == Status.NO_KEY
    for size in (0, 7, 16):
        assert call_with(firmware, unwrap, bytes(size)) == Status.BAD_PARAMETER
    assert firmware.call(operation, 1) == Status.OK
    assert call_with(firmware, unwrap, bytes([wrapped[0] ^ 1]) + wrapped[1:]) == Status.KEY_PARITY
    assert firmware.call(operation, 1) == Status.NO_KEY
    assert not any(firmware.read(KEY_BUFFER, 8))


def test_misuse_has_its_status(firmware: Firmware) -> None:
    key, iv, data = odd(bytes(8)), bytes(range(8)), bytes(range(16))
    call_with(firmware, des.DES3_KEY_IV, 3 * key + iv)
    assert call_with(firmware, des.UNWRAP_KEY, bytes(8)) == Status.NO_KEY
    assert call_with(firmware, des.DES3_CBC_ENCRYPT, data) == Status.OK
    wrapped = loaded(firmware, odd(bytes(range(16))), key)
    call_with(firmware, des.CHAIN_IV, iv)
    for opcode, sizes in (
        (des.DES3_KEY, (0, 8, 20, 32)),
        (des.MASTER_KEY, (0, 8, 20, 32)),
        (des.UNWRAP_KEY, (0, 7, 32)),
        (des.CHAIN_IV, (0, 7, 16)),
        (des.DES3_KEY_IV, (0, 24, 31, 33)),
    ):
        for size in sizes:
            assert call_with(firmware, opcode, bytes(size)) == Status.BAD_PARAMETER
    # Keys and chaining value are still there.
    assert call_with(firmware, des.DES3_CBC_ENCRYPT, data) == Status.OK
    assert firmware.read(DATA_BUFFER, 16) == under_key(key, iv, data)
    assert call_with(firmware, des.UNWRAP_KEY, wrapped) == Status.OK


def test_a_changed_master_key_is_found(firmware: Firmware) -> None:
    wrapped = loaded(firmware, odd(bytes(range(16))), odd(bytes(8)))
    firmware.dsp.x[firmware.symbol("wrap_master") + 7] ^= 0x10
    assert call_with(firmware, des.UNWRAP_KEY, wrapped) == Status.MEMORY_CHANGED


@pytest.mark.parametrize("mode", ["flat32", "real16"])
def test_both_drivers_load_wrapped_keys(mode: ModeName) -> None:
    driver = driver_on(Card(bank_words=LARGE_BANK, strict=True), command_image("wrapped_keys"), mode=mode)
    source = random.Random(1)
    master, key, iv, data = odd(source.randbytes(24)), odd(source.randbytes(16)), bytes(8), source.randbytes(4104)
    with pytest.raises(DriverError, match="no key"):
        driver.wrapped_keys.load(bytes(16))
    driver.wrapped_keys.load_master(master)
    driver.wrapped_keys.load(des.wrap_key(master, key).value)
    encrypted = driver.call("des3_cbc_encrypt", None, iv, data).value
    assert encrypted == under_key(key, iv, data)
    assert driver.call("des3_cbc_decrypt", None, iv, encrypted).value == data
    with pytest.raises(KeyParityError, match="master key is wrong"):
        driver.wrapped_keys.load(bytes(16))
    with pytest.raises(HostError, match="wrapped must be 8, 16 or 24 bytes, got 9 bytes"):
        driver.wrapped_keys.load(bytes(9))


@pytest.mark.parametrize("mode", ["flat32", "real16"])
@pytest.mark.parametrize("chip", [False, True])
def test_both_drivers_load_wrapped_keys_of_des(mode: ModeName, chip: bool) -> None:
    driver = driver_on(Card(bank_words=LARGE_BANK, strict=True), command_image("wrapped_keys"), mode=mode)
    master, key, iv, data = odd(bytes(range(24))), odd(bytes(range(8))), bytes(8), bytes(range(16))
    with pytest.raises(DriverError, match="no key"):
        driver.wrapped_keys.load_des(bytes(8), chip=chip)
    # The driver does not use its placeholder.
    with pytest.raises(DriverError, match="no key"):
        driver.call("des_cbc_encrypt", None, iv, data, chip=chip)
    driver.wrapped_keys.load_master(master)
    driver.wrapped_keys.load_des(des.wrap_key(master, key).value, chip=chip)
    assert driver.call("des_cbc_encrypt", None, iv, data, chip=chip).value == under_key(key, iv, data)
    with pytest.raises(KeyParityError, match="master key is wrong"):
        driver.wrapped_keys.load_des(bytes(8), chip=chip)
    with pytest.raises(DriverError, match="no key"):
        driver.call("des_cbc_encrypt", None, iv, data, chip=chip)


def test_wrong_operands_of_wrap_key_are_named() -> None:
    with pytest.raises(OperandError, match="key must have bytes of odd parity, got even parity in byte 1"):
        des.wrap_key(bytes(16), b"\x01\x03" * 4)
    with pytest.raises(OperandError, match="key must be 8, 16 or 24 bytes, got 9 bytes"):
        des.wrap_key(bytes(16), b"\x01" * 9)
    with pytest.raises(OperandError, match="master must be 16 or 24 bytes, got 8 bytes"):
        des.wrap_key(bytes(8), b"\x01" * 8)
