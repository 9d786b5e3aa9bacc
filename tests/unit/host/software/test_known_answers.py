"""The PC's own software against pycryptodome and the DSP; tests/unit/algorithms has the published answers."""

from __future__ import annotations

import random

import pytest
from Crypto.Cipher import ARC4, DES

from dsp56k.host.errors import HostError
from dsp56k.host.software import HostSoftware, host_software
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.ciphers.blowfish import BLOWFISH_TABLES
from dsp56k.lib.ciphers.merkle import KHAFRE_TABLES
from dsp56k.lib.ciphers.seal import SEAL_TABLES
from dsp56k.lib.errors import OperandError
from shared.host_grades import MODES_AND_GRADES


@pytest.fixture(scope="module", params=MODES_AND_GRADES, ids="-".join)
def software(request: pytest.FixtureRequest) -> HostSoftware:
    mode, grade = request.param
    return host_software(grade, mode=mode)


def test_a_loaded_key_stays_and_saves_the_schedule(software: HostSoftware) -> None:
    rng = random.Random(5)
    key, other, iv, data = rng.randbytes(8), rng.randbytes(8), rng.randbytes(8), rng.randbytes(40)
    loading = software.load_key("des_cbc_encrypt", key)
    assert loading.value is None
    for mode, make in (
        ("des_ecb_encrypt", DES.new(key, DES.MODE_ECB).encrypt),
        ("des_ecb_decrypt", DES.new(key, DES.MODE_ECB).decrypt),
    ):
        cold = software.call(mode, key, data)
        assert software.call(mode, other, data).value != cold.value
        warm = software.call(mode, None, data)
        assert warm.value == cold.value == make(data)
        assert warm.clocks < cold.clocks < warm.clocks + loading.clocks
    cold, warm = (software.call("des_cbc_encrypt", one, iv, data) for one in (key, None))
    assert warm.value == cold.value == DES.new(key, DES.MODE_CBC, iv).encrypt(data)
    assert software.call("des_cbc_decrypt", None, iv, warm.value).value == data


@pytest.mark.parametrize("length", [0, 1, 2, 3, 4, 5, 7, 8, 257])
def test_rc4_of_any_length_with_the_longest_key(software: HostSoftware, length: int) -> None:
    key, data = bytes(range(256)), bytes(position * 7 & 255 for position in range(length))
    assert software.call("rc4", key, data).value == ARC4.new(key).encrypt(data)


@pytest.mark.parametrize("algorithm", [row.name for row in ALGORITHMS.values() if row.tables])
def test_ciphers_with_tables_are_as_on_a_dsp(software: HostSoftware, algorithm: str) -> None:
    cipher = ALGORITHMS[algorithm].tables
    assert cipher is not None
    source = random.Random(cipher.name)
    key, data = source.randbytes(cipher.key_bytes), source.randbytes(1064)
    if cipher.basis is not None:
        software.table_ciphers.load_basis(cipher)
    software.table_ciphers.load(cipher, key)
    text = cipher.encrypt(key, data)
    for size in range(17) if cipher.block == 1 else (0, 8, 16):
        assert software.table_ciphers.encrypt(cipher, data[:size]).value == text[:size]
    assert software.call(algorithm, None, data).value == software.call(algorithm, key, data).value == text


def test_blowfish_of_a_key_that_the_pc_schedules(software: HostSoftware) -> None:
    """Keys of the least and the most bytes."""
    cipher = BLOWFISH_TABLES
    software.table_ciphers.load_basis(cipher)
    for size in (4, 56):
        key_bytes = bytes(range(size))
        assert software.table_ciphers.load_new_key(cipher, key_bytes).clocks > 0
        assert software.table_ciphers.encrypt(cipher, bytes(16)).value == cipher.encrypt(key_bytes, bytes(16))


def test_ciphers_want_tables_and_whole_blocks(software: HostSoftware) -> None:
    cipher = KHAFRE_TABLES
    software.restart()
    with pytest.raises(HostError, match="nothing is loaded that keys of khafre share"):
        software.table_ciphers.load_new_key(cipher, bytes(8))
    with pytest.raises(OperandError, match="seal does not have tables that are the same for all keys"):
        software.table_ciphers.load_basis(SEAL_TABLES)
    with pytest.raises(HostError, match="no tables of khafre"):
        software.table_ciphers.encrypt(cipher, bytes(8))
    software.table_ciphers.load(cipher, bytes(8))
    for wrong in (bytes(9), bytes(software.max_data)):
        with pytest.raises(HostError, match="bytes"):
            software.table_ciphers.encrypt(cipher, wrong)
