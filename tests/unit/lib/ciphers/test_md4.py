"""MD4 on the DSP against pycryptodome."""

import pytest
from Crypto.Hash import MD2, MD4
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, Firmware, Opcode, Status


def oracle(data: bytes) -> bytes:
    return MD4.new(data).digest()


@hypothesis_settings(max_examples=40)
@given(st.lists(st.integers(0, 4), max_size=5), st.binary(max_size=200), st.sampled_from([0x00, 0x80, 0xFF, None]))
def test_any_chunks(blocks: list[int], last: bytes, fill: int | None) -> None:
    firmware = Firmware()
    firmware.command(Opcode.MD4_INIT)
    absorbed = b""
    for number, count in enumerate(blocks):
        chunk = bytes((number * 31 + place * 7 if fill is None else fill) & 0xFF for place in range(64 * count))
        firmware.write(DATA_BUFFER, chunk)
        firmware.command(Opcode.MD4_UPDATE, len(chunk))
        absorbed += chunk
    firmware.write(DATA_BUFFER, last)
    firmware.command(Opcode.MD4_FINAL, len(last))
    assert firmware.read(DATA_BUFFER, 16) == oracle(absorbed + last)


def test_the_length_is_counted_beyond_24_bits() -> None:
    """Continue as after 2^29 bytes: pycryptodome cannot do that, but the padding of RFC 1320 can be written out."""
    firmware = Firmware()
    firmware.command(Opcode.CHECKS, 0)
    firmware.command(Opcode.MD4_INIT)
    count = firmware.symbol("md4_count")
    firmware.dsp.x[count : count + 2] = [1 << 5, 0]
    firmware.write(DATA_BUFFER, b"abc")
    firmware.command(Opcode.MD4_FINAL, 3)
    digest = firmware.read(DATA_BUFFER, 16)
    firmware.command(Opcode.MD4_INIT)
    bits = 8 * ((1 << 29) + 3)
    firmware.write(DATA_BUFFER, (b"abc\x80".ljust(56, b"\0") + bits.to_bytes(8, "little")))
    firmware.command(Opcode.MD4_UPDATE, 64)
    saved = firmware.symbol("md4_saved")
    words = [int(word) for word in firmware.dsp.x[saved : saved + 8]]
    state = b"".join(
        (high << 8 | low >> 16).to_bytes(4, "little") for high, low in zip(*[iter(words)] * 2, strict=True)
    )
    assert digest == state


def test_state_survives_other_commands_and_md2_survives_it() -> None:
    firmware = Firmware()
    firmware.write(DATA_BUFFER, b"x" * 64)
    firmware.command(Opcode.MD2_INIT)
    firmware.command(Opcode.MD2_UPDATE, 20)
    firmware.command(Opcode.MD4_INIT)
    firmware.command(Opcode.MD4_UPDATE, 64)
    firmware.command(Opcode.DES_KEY, 1)
    firmware.command(Opcode.DES_CBC_ENCRYPT, 2)
    firmware.write(DATA_BUFFER, b"y" * 30)
    firmware.command(Opcode.MD2_FINAL, 30)
    assert firmware.read(DATA_BUFFER, 16) == MD2.new(b"x" * 20 + b"y" * 30).digest()
    firmware.write(DATA_BUFFER, b"z" * 70)
    firmware.command(Opcode.MD4_FINAL, 70)
    assert firmware.read(DATA_BUFFER, 16) == oracle(b"x" * 64 + b"z" * 70)


def test_refusals() -> None:
    firmware = Firmware()
    for opcode in (Opcode.MD4_UPDATE, Opcode.MD4_FINAL):
        assert firmware.call(opcode, 64) is Status.BAD_PARAMETER  # no MD4_INIT
    firmware.command(Opcode.MD4_INIT)
    assert firmware.call(Opcode.MD4_INIT, 1) is Status.BAD_PARAMETER
    for count in (1, 63, 65):
        assert firmware.call(Opcode.MD4_UPDATE, count) is Status.BAD_PARAMETER
    assert firmware.call(Opcode.MD4_FINAL, DATA_WORDS + 1) is Status.BAD_PARAMETER
    firmware.command(Opcode.MD4_HASH, 0)
    assert firmware.call(Opcode.MD4_FINAL, 0) is Status.BAD_PARAMETER


@pytest.mark.parametrize(("label", "offset"), [("md4_saved", 3), ("md4_count", 1)])
def test_a_changed_state_is_found_by_the_next_command(label: str, offset: int) -> None:
    firmware = Firmware()
    firmware.command(Opcode.MD4_INIT)
    firmware.dsp.x[firmware.symbol(label) + offset] ^= 0x100
    assert firmware.call(Opcode.MD4_UPDATE, 64) is Status.MEMORY_CHANGED


def test_changed_code_is_found_by_confirm() -> None:
    firmware = Firmware()
    firmware.command(Opcode.MD4_INIT)
    firmware.command(Opcode.CONFIRM)
    firmware.dsp.p[firmware.symbol("md4_three_bytes") + 2] ^= 0x100
    # MD4_FINAL does not wait for the sum, and this digest is wrong
    firmware.write(DATA_BUFFER, bytes(range(64)))
    firmware.command(Opcode.MD4_FINAL, 64)
    assert firmware.read(DATA_BUFFER, 16) != oracle(bytes(range(64)))
    assert firmware.call(Opcode.CONFIRM) is Status.MEMORY_CHANGED
