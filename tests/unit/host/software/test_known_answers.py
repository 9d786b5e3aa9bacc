"""The PC's own software against published answers: NIST's, FIPS 81's and FIPS 113's, and the RFCs'."""

from __future__ import annotations

import random

import pytest
from Crypto.Cipher import ARC4, DES
from Crypto.Hash import MD4, MD5

from dsp56k.host.errors import HostError
from dsp56k.host.software import HostSoftware, host_software
from dsp56k.lib.ciphers.tables import TABLE_CIPHERS, TableCipher
from dsp56k.lib.errors import OperandError
from shared.ciphers import merkle as published
from shared.ciphers.rfc_vectors import RFC_1321, RFC_6229
from shared.des_vectors import CBC_FILES, ECB_FILES, single_des
from shared.host_grades import MODES_AND_GRADES

STANDARD_KEY = bytes.fromhex("0123456789abcdef")
"""Key of the examples in FIPS 81 and FIPS 113."""
STANDARD_TEXT = b"Now is the time for all "
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
LETTERS_AND_DIGITS = f"{ALPHABET.upper()}{ALPHABET}0123456789"
RFC_1319 = {
    "": "8350e5a3e24c153df2275c9f80692773",
    "a": "32ec01ec4a6dac72c0ab96fb34c0b5d1",
    "abc": "da853b0d3f88d99b30283a69e6ded6bb",
    "message digest": "ab4f496bfb2a530b219ff33031fe06b0",
    ALPHABET: "4e8ddff3650292ab5a4108c3aa47940b",
    LETTERS_AND_DIGITS: "da33def2a42df13975352846c30338cd",
    "1234567890" * 8: "d5976f79d83d3a0dc9806c3c66f3efd8",
}
RFC_1320 = {
    "": "31d6cfe0d16ae931b73c59d7e0c089c0",
    "a": "bde52cb31de33e46245e05fbdbd6fb24",
    "abc": "a448017aaf21d8525fc10ae87aa6729d",
    "message digest": "d9130a8164549fe818874806e1c7014b",
    ALPHABET: "d79e1c308aa5bbcdeea8ed63df412da9",
    LETTERS_AND_DIGITS: "043f8582f241db351ce627e153e7f0e4",
    "1234567890" * 8: "e33b4ddc9c38f2199c3e7b164fcc0536",
}


@pytest.fixture(scope="module", params=MODES_AND_GRADES, ids="-".join)
def software(request: pytest.FixtureRequest) -> HostSoftware:
    mode, grade = request.param
    return host_software(grade, mode=mode)


@pytest.mark.parametrize("table", ECB_FILES)
def test_ecb_vectors(software: HostSoftware, table: str) -> None:
    cases = single_des("ECB", table)
    assert len(cases) >= 20
    for section, key, case in cases:
        if section == "ENCRYPT":
            assert software.des_ecb_encrypt(key, case["PLAINTEXT"]).value == case["CIPHERTEXT"]
        else:
            assert software.des_ecb_decrypt(key, case["CIPHERTEXT"]).value == case["PLAINTEXT"]


@pytest.mark.parametrize("table", CBC_FILES)
def test_cbc_vectors(software: HostSoftware, table: str) -> None:
    cases = single_des("CBC", table)
    assert len(cases) >= 20
    for section, key, case in cases:
        if section == "ENCRYPT":
            assert software.des_cbc_encrypt(key, case["IV"], case["PLAINTEXT"]).value == case["CIPHERTEXT"]
        else:
            assert software.des_cbc_decrypt(key, case["IV"], case["CIPHERTEXT"]).value == case["PLAINTEXT"]


@pytest.mark.parametrize("loaded", [False, True])
def test_the_examples_of_fips_81(software: HostSoftware, loaded: bool) -> None:
    software.load_des_key(STANDARD_KEY)
    key = None if loaded else STANDARD_KEY
    iv = bytes.fromhex("1234567890abcdef")
    ecb = bytes.fromhex("3fa40e8a984d48156a271787ab8883f9893d51ec4b563b53")
    cbc = bytes.fromhex("e5c7cdde872bf27c43e934008c389c0f683788499a7c05f6")
    assert software.des_ecb_encrypt(key, STANDARD_TEXT).value == ecb
    assert software.des_ecb_decrypt(key, ecb).value == STANDARD_TEXT
    assert software.des_cbc_encrypt(key, iv, STANDARD_TEXT).value == cbc
    assert software.des_cbc_decrypt(key, iv, cbc).value == STANDARD_TEXT


@pytest.mark.parametrize("loaded", [False, True])
def test_the_example_of_fips_113(software: HostSoftware, loaded: bool) -> None:
    software.load_des_key(STANDARD_KEY)
    key = None if loaded else STANDARD_KEY
    text = b"7654321 Now is the time for "
    assert software.des_mac(key, text).value.hex() == "f1d30f68"
    assert software.des_mac(key, text, 8).value.hex() == "f1d30f6849312ca4"


@pytest.mark.parametrize("length", [1, 7, 8, 9, 16, 1001])
def test_codes_of_any_length(software: HostSoftware, length: int) -> None:
    rng = random.Random(length)
    key, data = rng.randbytes(8), rng.randbytes(length)
    padded = data + bytes(-length % 8)
    last = DES.new(key, DES.MODE_CBC, bytes(8)).encrypt(padded)[-8:]
    assert [software.des_mac(key, data, size).value for size in (2, 4, 8)] == [last[:2], last[:4], last]


def test_a_loaded_key_stays_and_saves_the_schedule(software: HostSoftware) -> None:
    rng = random.Random(5)
    key, other, iv, data = rng.randbytes(8), rng.randbytes(8), rng.randbytes(8), rng.randbytes(40)
    loading = software.load_des_key(key)
    assert loading.value is None
    for mode, make in (
        (software.des_ecb_encrypt, DES.new(key, DES.MODE_ECB).encrypt),
        (software.des_ecb_decrypt, DES.new(key, DES.MODE_ECB).decrypt),
    ):
        cold = mode(key, data)
        assert mode(other, data).value != cold.value
        warm = mode(None, data)
        assert warm.value == cold.value == make(data)
        assert warm.clocks < cold.clocks < warm.clocks + loading.clocks
    cold, warm = (software.des_cbc_encrypt(one, iv, data) for one in (key, None))
    assert warm.value == cold.value == DES.new(key, DES.MODE_CBC, iv).encrypt(data)
    assert software.des_cbc_decrypt(None, iv, warm.value).value == data


@pytest.mark.parametrize(("text", "digest"), RFC_1319.items())
def test_md2_of_rfc_1319(software: HostSoftware, text: str, digest: str) -> None:
    assert software.md2(text.encode()).value.hex() == digest


@pytest.mark.parametrize(("text", "digest"), RFC_1320.items())
def test_md4_of_rfc_1320(software: HostSoftware, text: str, digest: str) -> None:
    assert software.md4(text.encode()).value.hex() == digest


@pytest.mark.parametrize("length", [*range(53, 68), *range(117, 131), 1000])
def test_md4_at_the_ends_of_blocks(software: HostSoftware, length: int) -> None:
    data = bytes(position * 7 & 255 for position in range(length))
    assert software.md4(data).value == MD4.new(data).digest()


@pytest.mark.parametrize(("text", "digest"), RFC_1321.items())
def test_md5_of_rfc_1321(software: HostSoftware, text: str, digest: str) -> None:
    assert software.md5(text.encode()).value.hex() == digest


@pytest.mark.parametrize("length", [*range(53, 68), *range(117, 131), 1000])
def test_md5_at_the_ends_of_blocks(software: HostSoftware, length: int) -> None:
    data = bytes(position * 7 & 255 for position in range(length))
    assert software.md5(data).value == MD5.new(data).digest()


@pytest.mark.parametrize("key", RFC_6229)
def test_rc4_of_rfc_6229(software: HostSoftware, key: str) -> None:
    stream = software.rc4(bytes.fromhex(key), bytes(256)).value
    for offset, words in RFC_6229[key].items():
        assert stream[offset:].hex().startswith(words)


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 7, 8, 257])
def test_rc4_of_any_length_with_the_longest_key(software: HostSoftware, length: int) -> None:
    key, data = bytes(range(256)), bytes(position * 7 & 255 for position in range(length))
    assert software.rc4(key, data).value == ARC4.new(key).encrypt(data)


@pytest.mark.parametrize("cipher", TABLE_CIPHERS.values(), ids=list(TABLE_CIPHERS))
def test_ciphers_with_tables_are_as_on_a_dsp(software: HostSoftware, cipher: TableCipher) -> None:
    source = random.Random(cipher.name)
    key, data = source.randbytes(cipher.key_bytes), source.randbytes(1064)
    software.load_cipher(cipher, key)
    text = cipher.encrypt(key, data)
    for size in range(17) if cipher.block == 1 else (0, 8, 16):
        assert software.cipher_encrypt(cipher, data[:size]).value == text[:size]
    assert software.cipher_encrypt(cipher, data).value == text


def test_khufu_and_khafre_of_published_vectors(software: HostSoftware) -> None:
    khufu, khafre = TABLE_CIPHERS["khufu"], TABLE_CIPHERS["khafre"]
    software.load_cipher(khufu, published.KHUFU_KEY)
    assert software.cipher_encrypt(khufu, published.PLAIN).value.hex() == published.KHUFU[4]
    software.load_cipher(khafre, bytes(range(8)))
    assert software.cipher_encrypt(khafre, published.PLAIN).value.hex() == published.KHAFRE[4, 8]


def test_blowfish_of_a_key_that_the_pc_schedules(software: HostSoftware) -> None:
    """Two of Schneier's vectors, and keys of the least and the most bytes."""
    cipher = TABLE_CIPHERS["blowfish"]
    software.load_cipher_basis(cipher)
    for key, plain, text in (
        ("0123456789abcdef", "1111111111111111", "61f9c3802281b096"),
        ("f0e1d2c3b4a59687", "fedcba9876543210", "e87a244e2cc85e82"),
    ):
        assert software.new_cipher_key(cipher, bytes.fromhex(key)).clocks > 0
        assert software.cipher_encrypt(cipher, bytes.fromhex(plain)).value.hex() == text
    for size in (4, 56):
        key_bytes = bytes(range(size))
        software.new_cipher_key(cipher, key_bytes)
        assert software.cipher_encrypt(cipher, bytes(16)).value == cipher.encrypt(key_bytes, bytes(16))


def test_ciphers_want_tables_and_whole_blocks(software: HostSoftware) -> None:
    cipher = TABLE_CIPHERS["khafre"]
    software.restart()
    with pytest.raises(HostError, match="nothing is loaded that keys of khafre share"):
        software.new_cipher_key(cipher, bytes(8))
    with pytest.raises(OperandError, match="seal does not have tables that are the same for all keys"):
        software.load_cipher_basis(TABLE_CIPHERS["seal"])
    with pytest.raises(HostError, match="no tables of khafre"):
        software.cipher_encrypt(cipher, bytes(8))
    software.load_cipher(cipher, bytes(8))
    for wrong in (bytes(9), bytes(software.max_data)):
        with pytest.raises(HostError, match="bytes"):
            software.cipher_encrypt(cipher, wrong)
