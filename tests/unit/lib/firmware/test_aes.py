"""AES as commands of the card: keys and chaining values that survive other commands, clocks, misuse, changed memory."""

import random

import pytest
from Crypto.Cipher import AES

from dsp56k.card import Card
from dsp56k.host.errors import DriverError, HostError
from dsp56k.lib import OperandError
from dsp56k.lib.ciphers import aes
from dsp56k.lib.firmware import DATA_BUFFER, Check, Firmware, Opcode, Status
from dsp56k.lib.image import LARGE_BANK
from shared.firmware_on_card import call_with, command_image, driver_on, firmware_on

BLOCKS = {16: 2306, 24: 2718, 32: 3130}
"""Clocks of a block of CBC, by the bytes of the key."""
CALL = 9310
"""Clocks of an encryption in CBC without its blocks."""


@pytest.fixture
def firmware() -> Firmware:
    return firmware_on(Card(bank_words=LARGE_BANK, strict=True), command_image("aes"))


def result(firmware: Firmware, opcode: int, data: bytes) -> bytes:
    assert call_with(firmware, opcode, data) == Status.OK
    return firmware.read(DATA_BUFFER, len(data))


@pytest.mark.parametrize("size", aes.KEY_BYTES)
def test_cbc_continues_after_other_commands(firmware: Firmware, size: int) -> None:
    source = random.Random(size)
    key, iv, data = source.randbytes(size), source.randbytes(16), source.randbytes(160)
    right = AES.new(key, AES.MODE_CBC, iv).encrypt(data)
    for opcode, text, expected in ((aes.CBC_ENCRYPT_COMMAND, data, right), (aes.CBC_DECRYPT_COMMAND, right, data)):
        assert call_with(firmware, aes.KEY_IV_COMMAND, key + iv) == Status.OK
        first = result(firmware, opcode, text[:16])
        assert call_with(firmware, Opcode.MD4_HASH, b"abc") == Status.OK  # which uses internal memory
        assert first + result(firmware, opcode, text[16:]) == expected


@pytest.mark.parametrize("size", aes.KEY_BYTES)
def test_clocks_do_not_depend_on_key_and_data(firmware: Firmware, size: int) -> None:
    taken = set()
    for seed in range(3):
        source = random.Random(seed)
        call_with(firmware, aes.KEY_IV_COMMAND, source.randbytes(size + 16))
        counts = []
        for blocks in (1, 2, 20):
            before = firmware.clocks
            result(firmware, aes.CBC_ENCRYPT_COMMAND, source.randbytes(16 * blocks))
            counts.append(firmware.clocks - before)
        taken.add((counts[0], counts[1] - counts[0], counts[2] - counts[1]))
    assert taken == {(CALL + BLOCKS[size], BLOCKS[size], 18 * BLOCKS[size])}


@pytest.mark.parametrize(
    ("opcode", "data", "status"),
    [
        (aes.KEY_COMMAND, bytes(15), Status.BAD_PARAMETER),
        (aes.KEY_COMMAND, bytes(20), Status.BAD_PARAMETER),
        (aes.KEY_COMMAND, bytes(40), Status.BAD_PARAMETER),
        (aes.KEY_IV_COMMAND, bytes(16), Status.BAD_PARAMETER),
        (aes.IV_COMMAND, bytes(15), Status.BAD_PARAMETER),
        (aes.IV_COMMAND, bytes(16), Status.NO_KEY),
        (aes.ECB_ENCRYPT_COMMAND, bytes(16), Status.NO_KEY),
        (aes.CBC_DECRYPT_COMMAND, bytes(17), Status.BAD_PARAMETER),
        (aes.CBC_DECRYPT_COMMAND, b"", Status.BAD_PARAMETER),
    ],
)
def test_misuse_has_its_status(firmware: Firmware, opcode: int, data: bytes, status: Status) -> None:
    assert call_with(firmware, opcode, data) == status


@pytest.mark.parametrize("checks", [7, 0])
@pytest.mark.parametrize(
    ("opcode", "arguments"),
    [
        (Opcode.DES_TABLES, (1,)),
        (Opcode.DES_TABLES, (1, 0)),
        (Opcode.MEMORY, (32,)),
        (Opcode.MEMORY, (32, 8)),
    ],
)
def test_other_uses_of_the_tables_memory_end_the_key(
    firmware: Firmware, opcode: int, arguments: tuple[int, ...], checks: int
) -> None:
    firmware.command(Opcode.CHECKS, checks)
    call_with(firmware, aes.KEY_COMMAND, bytes(16))
    for argument in arguments:
        firmware.command(opcode, argument)
        if argument == 32:
            firmware.write(DATA_BUFFER, b"\x63" * 0x7000)
    assert call_with(firmware, aes.ECB_ENCRYPT_COMMAND, bytes(16)) == Status.NO_KEY
    assert call_with(firmware, aes.KEY_COMMAND, bytes(16)) == Status.OK
    assert result(firmware, aes.ECB_ENCRYPT_COMMAND, bytes(16)) == AES.new(bytes(16), AES.MODE_ECB).encrypt(bytes(16))


@pytest.mark.parametrize(
    ("name", "check"),
    [("AES_KEY", Check.STATE), ("AES_CHAIN", Check.STATE), ("aes_bytes", Check.STATE), ("AES_TABLES", Check.CONSTANTS)],
)
def test_changed_memory_is_found_and_the_result_erased(firmware: Firmware, name: str, check: Check) -> None:
    for checks in (check, 0):
        firmware.call(Opcode.CHECKS, checks)
        call_with(firmware, aes.KEY_IV_COMMAND, bytes(48))
        firmware.dsp.x[firmware.symbol(name)] ^= 8 if name == "aes_bytes" else 0x10
        status = call_with(firmware, aes.CBC_ENCRYPT_COMMAND, b"sixteen bytes...")
        assert status == (Status.MEMORY_CHANGED if checks else Status.OK)
        if checks:
            assert not any(firmware.read(DATA_BUFFER, 16))
        firmware.dsp.x[firmware.symbol("aes_tables_made")] = 0


@pytest.mark.parametrize("offset", [0, 1535, 3071])
def test_a_bit_that_flips_while_the_tables_are_made_is_found(firmware: Firmware, offset: int) -> None:
    firmware.write(DATA_BUFFER, bytes(16))
    regs = firmware.dsp.regs
    regs.r0, regs.x0 = aes.KEY_COMMAND, 16
    firmware.dsp.x[firmware.symbol("opcode")], firmware.dsp.x[firmware.symbol("argument")] = aes.KEY_COMMAND, 16
    firmware.enter(firmware.symbol("dispatch"), firmware.symbol("aes_tables_sum"))
    firmware.dsp.x[firmware.symbol("AES_TABLES") + offset] ^= 0x40
    firmware.dsp.stack[1] = firmware.symbol("command_loop"), regs.sr
    firmware.dsp.run(until=firmware.symbol("command_loop"), max_clocks=1_000_000)
    assert regs.a1 == Status.MEMORY_CHANGED
    assert call_with(firmware, aes.KEY_COMMAND, bytes(16)) == Status.OK
    assert result(firmware, aes.ECB_ENCRYPT_COMMAND, bytes(16)) == AES.new(bytes(16), AES.MODE_ECB).encrypt(bytes(16))


def test_changed_round_keys_are_made_again(firmware: Firmware) -> None:
    call_with(firmware, aes.KEY_COMMAND, bytes(16))
    firmware.dsp.y[firmware.symbol("AES_ENCRYPT") + 5] ^= 0x100
    assert result(firmware, aes.ECB_ENCRYPT_COMMAND, bytes(16)) == AES.new(bytes(16), AES.MODE_ECB).encrypt(bytes(16))


def test_the_driver_refuses_wrong_operands() -> None:
    driver = driver_on(Card(bank_words=LARGE_BANK), command_image("aes"))
    for arguments, field in (
        ((bytes(15), bytes(16), bytes(16)), "key must be 16, 24 or 32 bytes, got 15 bytes"),
        ((bytes(16), bytes(8), bytes(16)), "iv must be 16 bytes, got 8 bytes"),
        ((bytes(16), bytes(16), bytes(17)), "data must be whole blocks of 16 bytes, at least one, got 17 bytes"),
    ):
        with pytest.raises(HostError, match=field):
            driver.call("aes_cbc_encrypt", *arguments)
    with pytest.raises(OperandError, match="iv must be bytes"):
        driver.call("aes_cbc_encrypt", bytes(16), "16 characters   ", bytes(16))
    with pytest.raises(OperandError, match="key must be bytes"):
        driver.load_key("aes_cbc_encrypt", None)  # type: ignore[arg-type]  # no key
    with pytest.raises(DriverError, match="no key"):
        driver.call("aes_ecb_encrypt", None, bytes(16))
