"""Triple DES on the DSP against published vectors and pycryptodome, its clocks, and its errors."""

import pytest
from Crypto.Cipher import DES3
from Crypto.SelfTest.Cipher.test_DES3 import test_data as vectors
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k.lib import des3_cbc_decrypt, des3_cbc_encrypt, des_cbc_encrypt
from dsp56k.lib.ciphers.des import DES3_CBC_DECRYPT, DES3_CBC_ENCRYPT, DES3_KEY, triple_des_image
from dsp56k.lib.errors import OperandError
from dsp56k.lib.firmware import DATA_BUFFER, IV_BUFFER, KEY_BUFFER, Check, Firmware, Opcode, Status

CLOCK_HZ = 20_000_000
CLOCKS = {False: 4116, True: 2970}
"""Per block, without and with pair tables."""
BUFFER_BYTES = 4096
blocks = st.binary(min_size=8, max_size=8)


@pytest.mark.parametrize("vector", vectors, ids=lambda vector: vector[3])
def test_published_vectors(vector: tuple[str, str, str, str]) -> None:
    """SP 800-67 and the other vectors of pycryptodome, in ECB mode: each block from an IV of zeros."""
    text, sent, keys = (bytes.fromhex(field) for field in vector[:3])
    for start in range(0, len(text), 8):
        block, result = text[start : start + 8], sent[start : start + 8]
        assert des3_cbc_encrypt(keys, bytes(8), block).value == result
        assert des3_cbc_decrypt(keys, bytes(8), result).value == block


@pytest.mark.parametrize("pair_tables", [False, True])
@settings(max_examples=15)
@given(st.binary(min_size=16, max_size=16) | st.binary(min_size=24, max_size=24), blocks, st.lists(blocks, max_size=5))
def test_pycryptodome(pair_tables: bool, keys: bytes, iv: bytes, data: list[bytes]) -> None:
    text = b"".join(data)
    try:
        cipher = DES3.new(keys, DES3.MODE_CBC, iv)
    except ValueError:  # keys that make a single DES
        return
    sent = cipher.encrypt(text)
    assert des3_cbc_encrypt(keys, iv, text, pair_tables=pair_tables).value == sent
    assert des3_cbc_decrypt(keys, iv, sent, pair_tables=pair_tables).value == text


def test_three_equal_keys_are_a_single_des() -> None:
    key, iv, text = b"\x01\x23\x45\x67\x89\xab\xcd\xef", b"initial!", bytes(range(24))
    assert des3_cbc_encrypt(3 * key, iv, text).value == des_cbc_encrypt(key, iv, text).value


def test_more_than_a_buffer() -> None:
    keys, iv, text = bytes(range(1, 25)), bytes(8), bytes(i & 0xFF for i in range(BUFFER_BYTES + 16))
    assert des3_cbc_encrypt(keys, iv, text).value == DES3.new(keys, DES3.MODE_CBC, iv).encrypt(text)


@pytest.mark.parametrize("length", [0, 8, 15, 17, 23, 25])
def test_keys_of_other_lengths(length: int) -> None:
    with pytest.raises(OperandError, match=f"keys must be 16 or 24 bytes, got {length} byte") as caught:
        des3_cbc_encrypt(bytes(length), bytes(8), bytes(8))
    assert caught.value.fields == {"name": "keys", "value": length}


def firmware(*, pair_tables: bool = False) -> Firmware:
    started = Firmware(firmware=triple_des_image())
    if pair_tables:
        started.command(Opcode.DES_TABLES, 1)
    started.write(DATA_BUFFER, bytes(range(24)))
    started.command(DES3_KEY, 24)
    started.write(IV_BUFFER, bytes(8))
    started.command(Opcode.DES_IV)
    return started


@pytest.mark.parametrize("pair_tables", CLOCKS)
@pytest.mark.parametrize("opcode", [DES3_CBC_ENCRYPT, DES3_CBC_DECRYPT])
def test_clocks_are_exact_and_the_same_for_all_data(pair_tables: bool, opcode: int) -> None:
    dsp = firmware(pair_tables=pair_tables)
    dsp.command(Opcode.CHECKS, 0)
    clocks = []
    for count, keys in ((1, bytes(24)), (2, bytes(range(24))), (2, b"\xff" * 24), (50, bytes(range(8, 32)))):
        dsp.write(DATA_BUFFER, keys)
        dsp.command(DES3_KEY, 24)
        before = dsp.clocks
        dsp.command(opcode, 8 * count)
        clocks.append(dsp.clocks - before)
    assert clocks[1] == clocks[2]
    assert clocks[1] - clocks[0] == CLOCKS[pair_tables]
    assert clocks[3] - clocks[2] == 48 * CLOCKS[pair_tables]


def test_rates() -> None:
    """Two DES more take less than three DES: permutations and chaining come once."""
    assert 64 * CLOCK_HZ / CLOCKS[False] > 310_000
    assert 64 * CLOCK_HZ / CLOCKS[True] > 430_000


def test_commands_that_are_refused() -> None:
    dsp = Firmware(firmware=triple_des_image())
    assert dsp.call(DES3_CBC_ENCRYPT, 8) is Status.NO_KEY
    for length in (0, 8, 20, 32):
        assert dsp.call(DES3_KEY, length) is Status.BAD_PARAMETER
    dsp = firmware()
    for length in (0, 7, 9, BUFFER_BYTES + 8):
        assert dsp.call(DES3_CBC_DECRYPT, length) is Status.BAD_PARAMETER


def test_the_key_of_single_des_is_lost_and_its_code_left_as_it_was() -> None:
    dsp = firmware()
    dsp.command(DES3_CBC_ENCRYPT, 16)
    assert dsp.call(Opcode.DES_CBC_ENCRYPT, 1) is Status.NO_KEY
    key, iv, text = b"8 bytes!", bytes(8), bytes(range(32))
    dsp.write(KEY_BUFFER, key)
    dsp.command(Opcode.DES_KEY)
    dsp.write(IV_BUFFER, iv)
    dsp.command(Opcode.DES_IV)
    dsp.write(DATA_BUFFER, text)
    dsp.command(Opcode.DES_CBC_ENCRYPT, 4)
    assert dsp.read(DATA_BUFFER, 32) == des_cbc_encrypt(key, iv, text).value


@pytest.mark.parametrize("place", ["key", "code", "chain"])
def test_what_changed_in_memory_is_found(place: str) -> None:
    dsp = firmware()
    dsp.command(Opcode.CHECKS, Check.CONSTANTS | Check.STATE)
    dsp.command(DES3_CBC_ENCRYPT, 8)
    memory, symbol = {
        "key": (dsp.dsp.x, "des3_keys"),
        "code": (dsp.dsp.p, "des3_block"),
        "chain": (dsp.dsp.x, "des_chain"),
    }[place]
    memory[dsp.symbol(symbol) + 1] ^= 1 << 7
    assert dsp.call(DES3_CBC_ENCRYPT, 8) is Status.MEMORY_CHANGED
