"""MD2 on the DSP against pycryptodome."""

from Crypto.Hash import MD2
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from dsp56k.lib.firmware import DATA_BUFFER, Firmware, Opcode, Status
from dsp56k.lib.tables import md2_table


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
