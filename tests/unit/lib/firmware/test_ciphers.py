"""RC4 and MD5 as commands of the card: exact, in one command and in many, and every misuse a named status."""

import hashlib
import random

import pytest
from Crypto.Cipher import ARC4

from dsp56k.card import Card
from dsp56k.host.cpu_modes import ModeName
from dsp56k.lib.ciphers import md5, rc4
from dsp56k.lib.firmware import DATA_BUFFER, Check, Firmware, Opcode, Status, image
from dsp56k.lib.image import LARGE_BANK, SMALL_BANK
from shared.firmware_on_card import call_with, command_image, driver_on, firmware_on

CALL, BLOCK, BYTE = 15_400, 3050, 20
"""Clocks: at most of a command of MD5 and of each of its blocks; of a byte of RC4."""


@pytest.fixture
def firmware() -> Firmware:
    return firmware_on(Card(bank_words=LARGE_BANK, strict=True), command_image("ciphers"))


def stream(firmware: Firmware, data: bytes) -> bytes:
    assert call_with(firmware, rc4.STREAM_COMMAND, data) == Status.OK
    return firmware.read(DATA_BUFFER, len(data))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 255, 256])
def test_rc4_with_keys_of_any_length_in_any_parts(firmware: Firmware, size: int) -> None:
    source = random.Random(size)
    key, data = source.randbytes(size), source.randbytes(1400)
    assert call_with(firmware, rc4.KEY_COMMAND, key) == Status.OK
    found = b"".join(stream(firmware, data[first:last]) for first, last in ((0, 1), (1, 3), (3, 300), (300, 1400)))
    assert found == ARC4.new(key if size > 4 else key * 8 if size != 3 else key * 4).encrypt(data)


def test_rc4_takes_as_long_whatever_key_and_data(firmware: Firmware) -> None:
    taken = set()
    for seed in range(4):
        source = random.Random(seed)
        call_with(firmware, rc4.KEY_COMMAND, source.randbytes(16))
        before = firmware.clocks
        stream(firmware, source.randbytes(500))
        middle = firmware.clocks
        stream(firmware, source.randbytes(1500))
        taken.add((middle - before, firmware.clocks - middle))
    ((short, long),) = taken
    assert long - short == pytest.approx(1000 * BYTE, abs=3 * 1000)  # and the checksums over the bytes


@pytest.mark.parametrize("length", [*range(53, 68, 2), 119, 120, 127, 128, 4096])
def test_md5_at_the_ends_of_blocks(firmware: Firmware, length: int) -> None:
    data = random.Random(length).randbytes(length)
    before = firmware.clocks
    assert call_with(firmware, md5.HASH_COMMAND, data) == Status.OK
    assert firmware.clocks - before < CALL + BLOCK * ((length + 8) // 64 + 1)
    assert firmware.read(DATA_BUFFER, 16) == hashlib.md5(data).digest()


def test_md5_in_parts_with_other_commands_between(firmware: Firmware) -> None:
    data = random.Random(1).randbytes(64 * 40 + 17)
    assert firmware.call(md5.INIT_COMMAND, 0) == Status.OK
    for first in range(0, 2560, 640):
        assert call_with(firmware, md5.UPDATE_COMMAND, data[first : first + 640]) == Status.OK
        assert call_with(firmware, Opcode.MD4_HASH, b"abc") == Status.OK
        assert call_with(firmware, rc4.KEY_COMMAND, b"Key") == Status.OK
    assert call_with(firmware, md5.FINAL_COMMAND, data[2560:]) == Status.OK
    assert firmware.read(DATA_BUFFER, 16) == hashlib.md5(data).digest()


@pytest.mark.parametrize(
    ("opcode", "data", "status"),
    [
        (rc4.KEY_COMMAND, b"", Status.BAD_PARAMETER),
        (rc4.KEY_COMMAND, bytes(257), Status.BAD_PARAMETER),
        (rc4.STREAM_COMMAND, b"", Status.BAD_PARAMETER),
        (rc4.STREAM_COMMAND, b"data", Status.NO_KEY),
        (md5.INIT_COMMAND, b"data", Status.BAD_PARAMETER),
        (md5.UPDATE_COMMAND, bytes(64), Status.BAD_PARAMETER),
        (md5.FINAL_COMMAND, b"data", Status.BAD_PARAMETER),
    ],
)
def test_misuse_has_its_status(firmware: Firmware, opcode: int, data: bytes, status: Status) -> None:
    assert call_with(firmware, opcode, data) == status


def test_part_of_a_block_is_only_for_the_end(firmware: Firmware) -> None:
    assert firmware.call(md5.INIT_COMMAND, 0) == Status.OK
    assert call_with(firmware, md5.UPDATE_COMMAND, bytes(63)) == Status.BAD_PARAMETER


@pytest.mark.parametrize("between", [Opcode.MD2_HASH, Opcode.MD4_HASH, md5.HASH_COMMAND])
def test_a_command_between_ends_rc4_s_stream(firmware: Firmware, between: int) -> None:
    call_with(firmware, rc4.KEY_COMMAND, b"Key")
    stream(firmware, b"data")
    assert call_with(firmware, between, b"abc") == Status.OK
    assert call_with(firmware, rc4.STREAM_COMMAND, b"data") == Status.NO_KEY


def test_a_refused_key_ends_it_too(firmware: Firmware) -> None:
    call_with(firmware, rc4.KEY_COMMAND, b"Key")
    call_with(firmware, rc4.KEY_COMMAND, b"")
    assert call_with(firmware, rc4.STREAM_COMMAND, b"data") == Status.NO_KEY


@pytest.mark.parametrize("name", ["RC4_I", "RC4_J", "rc4_ready", "rc4_sum"])
def test_rc4_s_state_is_compared(firmware: Firmware, name: str) -> None:
    call_with(firmware, rc4.KEY_COMMAND, b"Key")
    firmware.dsp.x[firmware.symbol(name)] ^= 4
    assert call_with(firmware, rc4.STREAM_COMMAND, b"data") == Status.NO_KEY


def test_md5_s_state_is_compared(firmware: Firmware) -> None:
    for checks, status in ((Check.STATE, Status.MEMORY_CHANGED), (0, Status.OK)):
        firmware.call(Opcode.CHECKS, checks)
        firmware.call(md5.INIT_COMMAND, 0)
        assert call_with(firmware, md5.UPDATE_COMMAND, bytes(64)) == Status.OK
        firmware.dsp.x[firmware.symbol("md5_saved") + 3] ^= 0x10000
        assert call_with(firmware, md5.FINAL_COMMAND, b"data") == status


def test_they_need_large_banks() -> None:
    with pytest.raises(Exception, match="not the user's"):
        image(commands="ciphers", bank_words=SMALL_BANK)


@pytest.mark.parametrize(("mode", "cpu"), [("flat32", "i386"), ("real16", "i286")])
def test_both_drivers(mode: ModeName, cpu: str) -> None:
    driver = driver_on(Card(bank_words=LARGE_BANK, strict=True), command_image("ciphers"), mode=mode, cpu=cpu)
    for length in (1, 100, 4096, 9000):
        source = random.Random(length)
        key, data = source.randbytes(16), source.randbytes(length)
        assert driver.call("rc4", key, data).value == ARC4.new(key).encrypt(data)
        assert driver.call("md5", data).value == hashlib.md5(data).digest()
    assert driver.call("md5", b"").value == hashlib.md5(b"").digest()
