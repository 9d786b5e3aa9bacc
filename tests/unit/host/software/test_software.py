"""The PC's own crypto software: right against other people's implementations, in exactly these clocks."""

from __future__ import annotations

import random
from typing import Any

import pytest
from Crypto.Cipher import ARC4, DES
from Crypto.Hash import MD2, MD4, MD5

import host_clocks
from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.errors import HostError
from dsp56k.host.machines import builtin_machines, machine
from dsp56k.host.pc import DATA
from dsp56k.host.software import Grade, HostSoftware, RsaKey, host_software
from shared.host_grades import MODES_AND_GRADES

KEYS: dict[int, RsaKey] = {}


def is_prime(number: int, rng: random.Random) -> bool:
    """Miller and Rabin, for making keys."""
    if any(number % small == 0 for small in (3, 5, 7, 11, 13, 17, 19, 23, 29)):
        return False
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(12):
        power = pow(rng.randrange(2, number - 1), odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def rsa_key(bits: int) -> RsaKey:
    """A key with a modulus of `bits` bits, always the same one."""
    if bits not in KEYS:
        rng = random.Random(bits)
        exponent = 32749  # the largest prime of 15 bits
        while True:
            p, q = (_prime(bits // 2, rng) for _ in range(2))
            if (p * q).bit_length() == bits and (p - 1) % exponent and (q - 1) % exponent and p != q:
                break
        KEYS[bits] = RsaKey(p * q, exponent, pow(exponent, -1, (p - 1) * (q - 1)), p, q)
    return KEYS[bits]


def _prime(bits: int, rng: random.Random) -> int:
    while True:
        candidate = rng.getrandbits(bits) | 1 | 1 << bits - 1
        if is_prime(candidate, rng):
            return candidate


@pytest.fixture(scope="module", params=MODES_AND_GRADES, ids="-".join)
def software(request: pytest.FixtureRequest) -> HostSoftware:
    mode, grade = request.param
    return host_software(grade, mode=mode)


def test_des_single_bits(software: HostSoftware) -> None:
    """Each single bit of key and data: every entry of IP, E, PC1 and PC2 is on one of these paths."""
    for bit in range(64):
        one = (1 << bit).to_bytes(8, "big")
        for key, data in ((one, bytes(8)), (bytes(8), one)):
            expected = DES.new(key, DES.MODE_ECB).encrypt(data)
            assert software.call("des_cbc_encrypt", key, bytes(8), data).value == expected


@pytest.mark.parametrize("size", [65_528, 70_000])
def test_data_that_no_segment_holds(software: HostSoftware, size: int) -> None:
    rng = random.Random(size)
    key, iv, data = rng.randbytes(8), rng.randbytes(8), rng.randbytes(size)
    encrypted = software.call("des_cbc_encrypt", key, iv, data).value
    assert encrypted == DES.new(key, DES.MODE_CBC, iv).encrypt(data)
    assert software.call("des_ecb_decrypt", key, encrypted).value == DES.new(key, DES.MODE_ECB).decrypt(encrypted)
    mac = software.call("des_mac", key, data[:-3], 8).value
    assert mac == DES.new(key, DES.MODE_CBC, bytes(8)).encrypt(data[:-3] + bytes(3))[-8:]
    assert software.call("md2", data).value == MD2.new(data).digest()
    assert software.call("md4", data).value == MD4.new(data).digest()
    assert software.call("md5", data).value == MD5.new(data).digest()
    assert software.call("rc4", key, data).value == ARC4.new(key).encrypt(data)


@pytest.mark.parametrize("bits", [512, 1024, 128])
def test_rsa(software: HostSoftware, bits: int) -> None:
    key, rng = rsa_key(bits), random.Random(1)
    messages = [0, 1, key.n - 1, rng.randrange(key.n)]
    ciphers = software.call("rsa_public", messages, key.e, key.n).value
    assert ciphers == [pow(message, key.e, key.n) for message in messages]
    assert software.call("rsa_crt", ciphers, key).value == messages
    if bits == 512:
        assert software.call("rsa_public", ciphers[-1:], key.d, key.n).value == messages[-1:]


def test_rsa_with_factors_in_the_other_order(software: HostSoftware) -> None:
    key = rsa_key(512)
    swapped = RsaKey(key.n, key.e, key.d, key.q, key.p)
    cipher = pow(12345, key.e, key.n)
    assert software.call("rsa_crt", [cipher], swapped).value == software.call("rsa_crt", [cipher], key).value == [12345]


def test_powers_of_awkward_numbers(software: HostSoftware) -> None:
    rng = random.Random(3)
    for modulus in (3, 0xFFFF_FFFF, (1 << 64) - 1, (1 << 65) + 1, (1 << 160) - 47, rng.getrandbits(300) | 1):
        base = rng.randrange(modulus)
        for exponent in (0, 1, 2, 15, 16, 0x1_0000_0000, rng.getrandbits(70)):
            assert software.call("rsa_public", [base], exponent, modulus).value == [pow(base, exponent, modulus)]
        assert software.call("rsa_public", [modulus - 1], 3, modulus).value == [modulus - 1]


CLOCKS = {
    # DES of one block, of a further one; MD2 of 0 bytes, of a further 16; RSA-512 public, private by CRT
    "plain-c": (64188, 5477, 72378, 35428, 2292269, 15311640),
    "period": (9201, 4295, 47297, 22640, 1280931, 8199500),
    "good": (7516, 2603, 47297, 22640, 1280931, 8199500),
    "asm": (4345, 2033, 23927, 11862, 882901, 4652158),
    "period-16": (12876, 6627, 33735, 16713, 3061882, 17437452),
    "asm-16": (10060, 3811, 33735, 16713, 3061882, 17437452),
}


def test_clocks_are_these(software: HostSoftware) -> None:
    key = rsa_key(512)
    one, two = (software.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(size)).clocks for size in (8, 16))
    empty, block = (software.call("md2", bytes(size)).clocks for size in (0, 16))
    public = software.call("rsa_public", [2], key.e, key.n).clocks
    private = software.call("rsa_crt", [12345], key).clocks
    name = software.pc.program.path.removeprefix("software-").removesuffix(".elf")
    assert (one, two - one, empty, block - empty, public, private) == CLOCKS[name]


@pytest.mark.parametrize(("mode", "grade"), MODES_AND_GRADES)
def test_documented_clocks_at_each_level(mode: ModeName, grade: Grade) -> None:
    """The tables of docs/records/host-clocks.md, which tools/documents/host_clocks.py renews."""
    lines = host_clocks.DOCUMENT.read_text(encoding="utf-8").splitlines()
    documented = [line for line in lines if line.startswith(f"| {host_clocks.title(mode, grade)}: ")]
    assert documented == host_clocks.rows(mode, grade)


@pytest.mark.parametrize(
    ("name", "grade"),
    [(name, grade) for name in builtin_machines() for mode, grade in MODES_AND_GRADES if mode == machine(name).mode],
)
def test_results_on_every_machine(name: str, grade: Grade) -> None:
    other = host_software(grade, **machine(name).parameters)
    rng = random.Random(4)
    key, iv, data = rng.randbytes(8), rng.randbytes(8), rng.randbytes(800)
    encrypted = other.call("des_cbc_encrypt", key, iv, data)
    assert encrypted.value == DES.new(key, DES.MODE_CBC, iv).encrypt(data)
    row = machine(name)
    assert encrypted.time == pytest.approx(encrypted.clocks * 10**12 * (1 + row.refresh) / row.clock_hz, abs=1)
    assert other.call("md2", data).value == MD2.new(data).digest()
    rsa = rsa_key(512)
    (cipher,) = other.call("rsa_public", [12345], rsa.e, rsa.n).value
    assert cipher == pow(12345, rsa.e, rsa.n)
    assert other.call("rsa_crt", [cipher], rsa).value == [12345]


@pytest.mark.parametrize("memory", ["bus-unit", "three-units"])
@pytest.mark.parametrize(("name", "bytes_per_second"), [("386-33", 75_000), ("286-10", 8_800)])
def test_des_of_the_period_has_the_published_rate(name: str, bytes_per_second: int, memory: str) -> None:
    """An abstract of about 1990: over 75,000 bytes/s on a 386-33 with cache, over 8,800 on a 286-10, one wait state."""
    software = host_software("period", **machine(name).parameters | {"memory": memory})
    short, long = (software.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(size)).time for size in (8, 8008))
    assert 8000 * 10**12 / (long - short) == pytest.approx(bytes_per_second, rel=0.1)


def test_des_on_a_486_beside_that_of_others() -> None:
    """A 486-50 did 31,802 to 43,552 blocks a second of libdes, by compiler options: other C code of the same kind."""
    software = host_software("good", **machine("486-50").parameters)
    short, long = (software.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(size)).time for size in (8, 808))
    assert 31_802 < 100 * 10**12 / (long - short) < 43_552


@pytest.mark.parametrize(
    ("call", "arguments", "field"),
    [
        ("des_cbc_encrypt", (bytes(7), bytes(8), bytes(8)), "key"),
        ("des_cbc_encrypt", (bytes(8), bytes(9), bytes(8)), "iv"),
        ("des_cbc_decrypt", (bytes(8), bytes(8), bytes(9)), "data"),
        ("des_ecb_encrypt", (None, bytes(8)), "key"),
        ("des_ecb_decrypt", (bytes(8), bytes(9)), "data"),
        ("des_ecb_encrypt", (bytes(9), bytes(8)), "key"),
        ("des_mac", (bytes(8), b""), "data"),
        ("des_mac", (bytes(8), bytes(8), 9), "size"),
        ("des_mac", (bytes(8), bytes(8), 1), "size"),
        ("md2", (bytes(len(DATA)),), "data"),
        ("md4", (bytes(len(DATA)),), "data"),
        ("md5", (bytes(len(DATA)),), "data"),
        ("rc4", (b"Key", bytes(len(DATA))), "data"),
        ("rc4", (b"", b"data"), "key"),
        ("rc4", (bytes(257), b"data"), "key"),
        ("rsa_public", ([2], 3, 10), "modulus"),
        ("rsa_public", ([2], 3, 1), "modulus"),
        ("rsa_public", ([11], 3, 11), "base"),
        ("rsa_public", ([-1], 3, 11), "base"),
        ("rsa_public", ([2], -3, 11), "exponent"),
        ("rsa_public", ([2], 3, (1 << 1024) + 1), "modulus"),
        ("rsa_crt", ([2], RsaKey(22, 3, 3, 11, 2)), "key"),
        ("rsa_public", ([], 3, 11), "operands"),
        ("rsa_crt", ([33], RsaKey(33, 3, 7, 11, 3)), "cipher"),
        ("rsa_crt", ([2], RsaKey(11, 3, 3, 1, 11)), "key"),
        ("rsa_crt", ([2], RsaKey(11, 3, 3, 11, 1)), "key"),
        ("rsa_crt", ([2], RsaKey(77, 7, 43, -11, -7)), "key"),
        ("rsa_crt", ([2], RsaKey(121, 7, 43, 11, 11)), "key"),
        ("rsa_crt", ([90], RsaKey(100, 7, 43, 11, 7)), "key"),
        ("rsa_crt", ([2], RsaKey(11 * ((1 << 61) - 1), 3, 7, (1 << 61) - 1, 11)), "key"),
    ],
)
def test_mistakes_name_the_operand(software: HostSoftware, call: str, arguments: tuple[Any, ...], field: str) -> None:
    with pytest.raises(HostError) as caught:
        software.call(call, *arguments)
    assert caught.value.fields["field"] == field


@pytest.mark.parametrize(
    ("arguments", "operands", "message"),
    [
        (("rsa_crt",), {}, "rsa_crt: missing a required argument: 'ciphers'"),
        (("des_cbc_encrypt", bytes(8), bytes(8)), {}, "des_cbc_encrypt: missing a required argument: 'data'"),
        (("des_ecb_encrypt", bytes(8), bytes(8), bytes(8)), {}, "des_ecb_encrypt: too many positional arguments"),
        (("md2", bytes(8)), {"salt": b""}, "md2: got an unexpected keyword argument 'salt'"),
    ],
)
def test_other_operands_than_those_of_the_algorithm(
    software: HostSoftware, arguments: tuple[Any, ...], operands: dict[str, Any], message: str
) -> None:
    with pytest.raises(TypeError) as caught:
        software.call(*arguments, **operands)
    assert str(caught.value) == message


def test_an_unknown_grade_is_named() -> None:
    unknown: Any = "best"
    with pytest.raises(HostError, match="plain-c, period, good, asm"):
        host_software(unknown)
    with pytest.raises(HostError, match="grade of host software for real16 'good': expected one of period, asm"):
        host_software("good", mode="real16")
