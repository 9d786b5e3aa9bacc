"""AES on the DSP against NIST's response files and pycryptodome; its clocks, words and errors."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cryptography_vectors
import pytest
from Crypto.Cipher import AES
from hypothesis import given, settings
from hypothesis import strategies as st

from dsp56k import lib
from dsp56k.lib import OperandError
from dsp56k.lib.ciphers.aes import KEY_BYTES, LONGEST_DATA, program
from dsp56k.lib.library_runner import Machine

VECTORS = Path(cryptography_vectors.__file__).parent / "ciphers" / "AES"
FILES = [
    f"{mode}/{mode}{kind}{bits}"
    for mode in ("ECB", "CBC")
    for kind in ("GFSbox", "KeySbox", "MMT")
    for bits in (128, 192, 256)
]
ROUNDS_CLOCKS = 142
"""Clocks of a round: 68 instructions of four columns, and three for the exchange of the states."""
KEY_CLOCKS = {16: 7030, 24: 8118, 32: 9606}
CALLS = {"ecb_encrypt": (84, 1616), "ecb_decrypt": (78, 1616), "cbc_encrypt": (364, 1632), "cbc_decrypt": (406, 1670)}
"""Clocks of a call, and of each block with a key of 16 bytes."""


def cases(name: str) -> Iterator[dict[str, bytes]]:
    case: dict[str, bytes] = {}
    for line in (VECTORS / f"{name}.rsp").read_text(encoding="ascii").splitlines():
        field, _, value = line.partition(" = ")
        if field == "COUNT":
            case = {}
        elif value:
            case[field] = bytes.fromhex(value)
        if {"PLAINTEXT", "CIPHERTEXT"} <= case.keys():
            yield case
            case = {}


@pytest.mark.parametrize("name", FILES)
def test_nists_response_files(name: str) -> None:
    """Known answers for the S-box of text and key, and messages of 1 to 10 blocks, in both directions."""
    checked = 0
    for case in cases(name):
        key, iv, plain, cipher = (case.get(field, b"") for field in ("KEY", "IV", "PLAINTEXT", "CIPHERTEXT"))
        if name.startswith("ECB"):
            assert lib.aes_ecb_encrypt(key, plain).value == cipher
            assert lib.aes_ecb_decrypt(key, cipher).value == plain
        else:
            assert lib.aes_cbc_encrypt(key, iv, plain).value == cipher
            assert lib.aes_cbc_decrypt(key, iv, cipher).value == plain
        checked += 1
    assert checked >= 10


@settings(max_examples=30)
@given(st.sampled_from(KEY_BYTES), st.binary(min_size=64, max_size=64), st.integers(0, 4), st.data())
def test_any_key_and_data(size: int, material: bytes, blocks: int, data: st.DataObject) -> None:
    key, iv = material[:size], material[-16:]
    text = data.draw(st.binary(min_size=16 * blocks, max_size=16 * blocks))
    found = lib.aes_cbc_encrypt(key, iv, text).value
    assert found == AES.new(key, AES.MODE_CBC, iv).encrypt(text)
    assert lib.aes_cbc_decrypt(key, iv, found).value == text
    found = lib.aes_ecb_encrypt(key, text).value
    assert found == AES.new(key, AES.MODE_ECB).encrypt(text)
    assert lib.aes_ecb_decrypt(key, found).value == text


@pytest.mark.parametrize("mode", CALLS)
@pytest.mark.parametrize("size", KEY_BYTES)
def test_clocks_are_the_same_whatever_key_and_data(mode: str, size: int) -> None:
    source = random.Random(mode)
    call, block = CALLS[mode]
    block += 2 * ROUNDS_CLOCKS * (size - KEY_BYTES[0]) // 8
    for blocks in (1, 2, 5):
        iv = (source.randbytes(16),) if mode.startswith("cbc") else ()
        result = getattr(lib, f"aes_{mode}")(source.randbytes(size), *iv, source.randbytes(16 * blocks))
        alone = 8 * (mode == "cbc_decrypt" and blocks == 1)  # the loop of the blocks before is left out
        assert (result.clocks + alone, result.setup_clocks) == (call + blocks * block, KEY_CLOCKS[size])


def test_tables_are_made_in_the_documented_time() -> None:
    machine = Machine("ciphers/aes.asm")
    machine.call("aes_tables")
    assert machine.clocks == 402_620


def test_words() -> None:
    """The core is in internal memory, and the header states its size."""
    words = [address for space, address in program().words if space == "P"]
    core = [address for address in words if address < 0x200]
    assert (len(core), core[0], len(words)) == (226, 0x60, 778)
    assert {space for space, _ in program().words} == {"P"}


def test_the_next_chaining_value() -> None:
    """Two calls give what one gives, in both directions, at other addresses of everything."""
    key, iv, text = bytes(range(16)), bytes(range(16, 32)), bytes(range(64))
    whole = lib.aes_cbc_encrypt(key, iv, text).value
    place = {"AES_CODE": 0x80, "AES_REST": 0x800, "AES_MEMORY": 0x40, "AES_KEY": 0x1800, "AES_CHAIN": 0x1900}
    machine = Machine("ciphers/aes.asm", AES_PAGE=0x0A, **place)
    machine.call("aes_tables")
    machine.put("x", place["AES_KEY"], key)
    machine.dsp.regs.n7 = len(key)
    machine.call("aes_key")
    for direction, before, after in (("encrypt", text, whole), ("decrypt", whole, text)):
        machine.put("x", place["AES_CHAIN"], iv)
        machine.put("x", 0x2000, before)
        for start, blocks in ((0, 1), (16, 3)):
            machine.dsp.regs.r7, machine.dsp.regs.n7 = 0x2000 + start, blocks
            machine.call(f"aes_cbc_{direction}")
        assert bytes(machine.get("x", 0x2000, 64)) == after
        assert bytes(machine.get("x", place["AES_CHAIN"], 16)) == whole[-16:]


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"key": bytes(15)}, "key"),
        ({"key": bytes(33)}, "key"),
        ({"iv": bytes(8)}, "iv"),
        ({"data": bytes(15)}, "data"),
        ({"data": bytes(LONGEST_DATA + 16)}, "data"),
        ({"data": [256]}, "data"),
    ],
)
def test_what_is_refused(change: dict[str, Any], name: str) -> None:
    with pytest.raises(OperandError) as caught:
        lib.aes_cbc_encrypt(**{"key": bytes(16), "iv": bytes(16), "data": bytes(16)} | change)
    assert caught.value.fields["name"] == name
