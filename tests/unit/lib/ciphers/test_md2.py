"""MD2 on the DSP against pycryptodome."""

from functools import partial

import pytest
from Crypto.Hash import MD2
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from dsp56k.card import Card
from dsp56k.card.faults import FlippedRam
from dsp56k.host.errors import DriverError
from dsp56k.lib.firmware import DATA_BUFFER, Firmware, Opcode, Status, image
from dsp56k.lib.tables import md2_table
from fault_injection.machine import in_a_copy
from shared.firmware_on_card import driver_on


def oracle(data: bytes) -> bytes:
    return MD2.new(data).digest()


def checksum(data: bytes, *, erratum: bool) -> list[int]:
    """The checksum of whole blocks, with the step as RFC erratum 555 has it or as RFC 1319 prints it."""
    table, result, last = md2_table(), [0] * 16, 0
    for i, byte in enumerate(data):
        looked_up = table[byte ^ last]
        result[i % 16] = last = result[i % 16] ^ looked_up if erratum else looked_up
    return result


def test_checksum_follows_the_erratum() -> None:
    data = bytes(range(32))
    firmware = Firmware()
    firmware.write(DATA_BUFFER, data)
    firmware.command(Opcode.MD2_INIT)
    firmware.command(Opcode.MD2_UPDATE, len(data))
    saved = firmware.symbol("md2_saved")
    assert list(firmware.read(saved + 16, 16)) == checksum(data, erratum=True) != checksum(data, erratum=False)


@hypothesis_settings(max_examples=20)
@given(st.lists(st.binary(max_size=40), max_size=6), st.binary(max_size=40))
def test_any_chunks(chunks: list[bytes], last: bytes) -> None:
    firmware = Firmware()
    firmware.command(Opcode.MD2_INIT)
    for chunk in chunks:
        firmware.write(DATA_BUFFER, chunk)
        firmware.command(Opcode.MD2_UPDATE, len(chunk))
    firmware.write(DATA_BUFFER, last)
    firmware.command(Opcode.MD2_FINAL, len(last))
    assert firmware.read(DATA_BUFFER, 16) == oracle(b"".join(chunks) + last)


def test_state_survives_des() -> None:
    firmware = Firmware()
    firmware.command(Opcode.MD2_INIT)
    firmware.write(DATA_BUFFER, b"x" * 20)
    firmware.command(Opcode.MD2_UPDATE, 20)
    firmware.command(Opcode.DES_KEY, 1)
    firmware.command(Opcode.DES_CBC_ENCRYPT, 2)
    firmware.write(DATA_BUFFER, b"y" * 30)
    firmware.command(Opcode.MD2_FINAL, 30)
    assert firmware.read(DATA_BUFFER, 16) == oracle(b"x" * 20 + b"y" * 30)


def test_without_init() -> None:
    firmware = Firmware()
    assert firmware.call(Opcode.MD2_UPDATE, 1) is Status.BAD_PARAMETER
    firmware.command(Opcode.MD2_HASH, 0)
    assert firmware.call(Opcode.MD2_FINAL, 0) is Status.BAD_PARAMETER


@pytest.mark.parametrize("size", [0, 40])
def test_the_driver_finds_a_flip_of_a_message_and_of_a_digest(size: int) -> None:
    """A byte of the data buffer flips at any time of the call, which is right or fails."""
    card, message = Card(), bytes(range(size))
    driver = driver_on(card, image())
    first = driver.call("md2", message)
    assert first.value == oracle(message)
    begin = driver.pc.now

    def flipped(time: int, byte: int) -> str:
        card.faults.add(FlippedRam(at=begin + time, space="X", address=DATA_BUFFER + byte, bit=byte % 8))
        try:
            return "right" if driver.call("md2", message).value == oracle(message) else "wrong"
        except DriverError:
            return "error"

    found = [
        in_a_copy(partial(flipped, first.time * (number + 1) // 16, 7 * number % (size or 16))) for number in range(16)
    ]
    assert set(found) == {"right", "error"}
    assert found.count("error") > (2 if size == 0 else 8)


def test_a_digest_that_changes_before_its_check_is_erased() -> None:
    firmware = Firmware()
    firmware.write(DATA_BUFFER, b"abc")
    for name, value in (("opcode", Opcode.MD2_HASH), ("argument", 3)):
        firmware.dsp.x[firmware.symbol(name)] = value
    firmware.dsp.regs.r0, firmware.dsp.regs.x0 = Opcode.MD2_HASH, 3
    firmware.enter(firmware.symbol("dispatch"), firmware.symbol("command_loop"))
    assert firmware.read(DATA_BUFFER, 16) == oracle(b"abc")
    firmware.dsp.x[DATA_BUFFER + 5] = int(firmware.dsp.x[DATA_BUFFER + 5]) ^ 4
    firmware.enter(firmware.symbol("check_job"), firmware.symbol("command_loop"))
    assert firmware.dsp.regs.a1 == Status.MEMORY_CHANGED
    assert not any(firmware.read(DATA_BUFFER, 16))
