"""DES on the DSP against published vectors, pycryptodome and DES's own laws."""

import pytest
from Crypto.Cipher import DES
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from dsp56k.lib import tables
from dsp56k.lib.ciphers.des import des_cbc_decrypt, des_cbc_encrypt, des_ecb_decrypt, des_ecb_encrypt, des_mac
from dsp56k.lib.errors import OperandError
from dsp56k.lib.firmware import DATA_BUFFER, KEY_BUFFER, Firmware, Opcode, Status

WEAK_KEYS = ("0101010101010101", "FEFEFEFEFEFEFEFE", "1F1F1F1F0E0E0E0E", "E0E0E0E0F1F1F1F1")
SEMI_WEAK = (
    ("01FE01FE01FE01FE", "FE01FE01FE01FE01"),
    ("1FE01FE00EF10EF1", "E01FE01FF10EF10E"),
    ("01E001E001F101F1", "E001E001F101F101"),
    ("1FFE1FFE0EFE0EFE", "FE1FFE1FFE0EFE0E"),
    ("011F011F010E010E", "1F011F010E010E01"),
    ("E0FEE0FEF1FEF1FE", "FEE0FEE0FEF1FEF1"),
)
blocks = st.binary(min_size=8, max_size=8)


@pytest.mark.parametrize("pair_tables", [False, True])
@hypothesis_settings(max_examples=20)
@given(key=blocks, data=st.binary(min_size=1, max_size=80), size=st.integers(2, 8))
def test_codes_of_any_length(pair_tables: bool, key: bytes, data: bytes, size: int) -> None:
    padded = data + bytes(-len(data) % 8)
    last = DES.new(key, DES.MODE_CBC, bytes(8)).encrypt(padded)[-8:]
    assert des_mac(key, data, size, pair_tables=pair_tables).value == last[:size]


def test_a_code_goes_on_from_the_chaining_value_and_leaves_des_as_it_was() -> None:
    firmware, key, iv = Firmware(), b"8 bytes!", b"chaining"
    text = bytes(range(40))
    firmware.write(KEY_BUFFER, key + iv + text)
    firmware.command(Opcode.DES_KEY, 1)
    firmware.command(Opcode.DES_MAC, 5)
    cipher = DES.new(key, DES.MODE_CBC, iv)
    assert firmware.read(DATA_BUFFER, 8) == cipher.encrypt(text)[-8:]
    firmware.write(DATA_BUFFER, text)
    firmware.command(Opcode.DES_CBC_ENCRYPT, 5)
    assert firmware.read(DATA_BUFFER, 40) == cipher.encrypt(text)
    assert firmware.call(Opcode.DES_MAC, 0) is Status.BAD_PARAMETER
    assert firmware.call(Opcode.DES_MAC, 513) is Status.BAD_PARAMETER
    assert Firmware().call(Opcode.DES_MAC, 1) is Status.NO_KEY


@pytest.mark.parametrize(("data", "size", "name"), [(b"", 4, "data"), (b"a", 1, "size"), (b"a", 9, "size")])
def test_codes_that_cannot_be(data: bytes, size: int, name: str) -> None:
    with pytest.raises(OperandError) as caught:
        des_mac(bytes(8), data, size)
    assert caught.value.fields["name"] == name


@pytest.mark.parametrize("pair_tables", [False, True])
@hypothesis_settings(max_examples=20)
@given(key=blocks, iv=blocks, data=st.lists(blocks, min_size=1, max_size=6))
def test_pycryptodome(pair_tables: bool, key: bytes, iv: bytes, data: list[bytes]) -> None:
    text = b"".join(data)
    assert des_ecb_encrypt(key, text, pair_tables=pair_tables).value == DES.new(key, DES.MODE_ECB).encrypt(text)
    assert des_ecb_decrypt(key, text, pair_tables=pair_tables).value == DES.new(key, DES.MODE_ECB).decrypt(text)
    assert des_cbc_encrypt(key, iv, text, pair_tables=pair_tables).value == DES.new(key, DES.MODE_CBC, iv).encrypt(text)
    assert des_cbc_decrypt(key, iv, text, pair_tables=pair_tables).value == DES.new(key, DES.MODE_CBC, iv).decrypt(text)


@hypothesis_settings(max_examples=25)
@given(blocks, blocks)
def test_complementation(key: bytes, block: bytes) -> None:
    def complement(value: bytes) -> bytes:
        return bytes(byte ^ 0xFF for byte in value)

    straight = des_ecb_encrypt(key, block).value
    assert des_ecb_encrypt(complement(key), complement(block)).value == complement(straight)


@hypothesis_settings(max_examples=25)
@given(blocks, blocks, st.lists(blocks, min_size=1, max_size=6))
def test_inverse(key: bytes, iv: bytes, data: list[bytes]) -> None:
    text = b"".join(data)
    assert des_ecb_decrypt(key, des_ecb_encrypt(key, text).value).value == text
    assert des_cbc_decrypt(key, iv, des_cbc_encrypt(key, iv, text).value).value == text


@hypothesis_settings(max_examples=10)
@given(blocks, blocks, blocks)
def test_parity_bits_of_the_key_do_not_matter(key: bytes, parity: bytes, block: bytes) -> None:
    other = bytes(k ^ p & 1 for k, p in zip(key, parity, strict=True))
    assert des_ecb_encrypt(other, block).value == des_ecb_encrypt(key, block).value


@pytest.mark.parametrize("key", WEAK_KEYS)
def test_weak_keys_encrypt_back(key: str) -> None:
    text = bytes(range(16))
    once = des_ecb_encrypt(bytes.fromhex(key), text).value
    assert once != text
    assert des_ecb_encrypt(bytes.fromhex(key), once).value == text


@pytest.mark.parametrize("pair", SEMI_WEAK)
def test_semi_weak_keys_undo_each_other(pair: tuple[str, str]) -> None:
    first, second = map(bytes.fromhex, pair)
    text = bytes(range(16))
    assert des_ecb_encrypt(second, des_ecb_encrypt(first, text).value).value == text


@pytest.mark.parametrize("pair_tables", [False, True])
def test_rivest_cycle(pair_tables: bool) -> None:
    # Rivest's 1985 test: sixteen chained operations that catch any single wrong table entry.
    value = bytes.fromhex("9474B8E8C73BCA7D")
    for step in range(16):
        value = (des_ecb_decrypt if step & 1 else des_ecb_encrypt)(value, value, pair_tables=pair_tables).value
    assert value.hex().upper() == "1B1A2DDB4C642438"


def test_pair_tables_hold_every_pair() -> None:
    # All 4096 entries of the three tables against FIPS 46.
    firmware = Firmware()
    firmware.command(Opcode.DES_TABLES, 1)
    start = firmware.symbol("pair_tables")
    for pair in range(3):
        for index in range(4096):
            field = (index - 2048) % 4096
            entry = tables.s_entry(2 * pair, field >> 6) | tables.s_entry(2 * pair + 1, field & 63)
            place = start + 0x2000 * pair + index
            assert firmware.dsp.x[place] << 24 | firmware.dsp.x[place + 0x1000] == entry


@pytest.mark.parametrize("length", [0, 7, 9])
def test_wrong_lengths(length: int) -> None:
    wrong, right = bytes(length), bytes(8)
    with pytest.raises(OperandError, match=f"key must be 8 bytes, got {length} byte"):
        des_ecb_encrypt(wrong, right)
    with pytest.raises(OperandError, match=f"iv must be 8 bytes, got {length} byte"):
        des_cbc_decrypt(right, wrong, right)
    if length:
        with pytest.raises(OperandError, match=f"data must .*(got {length} byte|not be empty)") as caught:
            des_cbc_encrypt(right, right, wrong)
        assert caught.value.fields == {"name": "data", "value": length}


@pytest.mark.parametrize("name", ["des/des_tables.asm", "digests/md2_table.asm"])
def test_generated_tables_are_fresh(name: str) -> None:
    assert (tables.SOURCES / name).read_text() == tables.files()[name], "run `python -m dsp56k.lib.tables`"


def test_tables_keep_out_of_each_others_way() -> None:
    planes = tables.des_planes()
    taken = [address for label, place in tables.PLACES.items() for address in range(place, place + len(planes[label]))]
    assert len(taken) == len(set(taken))
    assert not set(taken) & set(range(tables.MD2_PLACE, tables.MD2_PLACE + 256))


def test_the_permutations_have_each_bit_once() -> None:
    """A key loses its parities, every eighth bit; a round key has 24 bits of each half of what remains."""
    assert sorted(tables.IP) == list(range(1, 65))
    assert sorted(tables.P) == list(range(1, 33))
    assert sorted(tables.PC1) == [bit for bit in range(1, 65) if bit % 8]
    assert len({*tables.PC2}) == len(tables.PC2) == 48
    assert all((bit > 28) == (place >= 24) for place, bit in enumerate(tables.PC2))
