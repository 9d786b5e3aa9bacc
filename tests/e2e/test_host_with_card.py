"""The whole chain: x86 driver, ISA bus, card, firmware on the emulated DSP; every answer checked by another library."""

from __future__ import annotations

import math
import random
from contextlib import nullcontext

import pytest
from Crypto.Cipher import DES
from Crypto.Hash import MD2, MD4
from Crypto.Util.number import getPrime

from dsp56k.card import Card
from dsp56k.card.faults import BusyDesChip, MissingDesChip, StuckLine
from dsp56k.host.cpu_modes import MODES, ModeName
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.errors import (
    CardTimeoutError,
    DesChipAbsentError,
    DesChipBusyError,
    DriverError,
    FirmwareError,
    HostError,
    KeyParityError,
    MemoryChangedError,
    NoiseHealthError,
    SelfTestError,
)
from dsp56k.host.slot import insert
from dsp56k.host.software import RsaKey
from dsp56k.lib import firmware
from dsp56k.lib.commands import VERSION
from dsp56k.lib.image import LARGE_BANK, PACES, image

KEY = bytes.fromhex("133457799BBCDFF1")
"""With odd parity, which the chip checks."""


def machine(card: Card, mode: ModeName = "flat32") -> CardDriver:
    """A driver with the firmware running on `card`."""
    pc = driver_pc(mode=mode)
    insert(card, pc)
    driver = CardDriver(pc)
    assert driver.start(firmware.image().segments).value == VERSION
    return driver


@pytest.fixture(scope="module", params=MODES)
def mode(request: pytest.FixtureRequest) -> ModeName:
    chosen: ModeName = request.param
    return chosen


@pytest.fixture(scope="module")
def card(mode: ModeName) -> Card:
    return Card(strict=True)


@pytest.fixture(scope="module")
def driver(card: Card, mode: ModeName) -> CardDriver:
    return machine(card, mode)


@pytest.mark.parametrize("chip", [False, True])
@pytest.mark.parametrize("size", [8, 16, 600, 4096, 4104, 9000])
def test_des_cbc(driver: CardDriver, size: int, chip: bool) -> None:
    rng = random.Random(size)
    key, iv, data = KEY, rng.randbytes(8), rng.randbytes(size)
    encrypted = driver.call("des_cbc_encrypt", key, iv, data, chip=chip)
    assert encrypted.value == DES.new(key, DES.MODE_CBC, iv).encrypt(data)
    assert driver.call("des_cbc_decrypt", key, iv, encrypted.value, chip=chip).value == data
    assert encrypted.time == encrypted.clocks * 50_000


@pytest.mark.parametrize("chip", [False, True])
@pytest.mark.parametrize("size", [8, 4096, 4104])
def test_des_ecb(driver: CardDriver, size: int, chip: bool) -> None:
    data = random.Random(size).randbytes(size)
    encrypted = driver.call("des_ecb_encrypt", KEY, data, chip=chip)
    assert encrypted.value == DES.new(KEY, DES.MODE_ECB).encrypt(data)
    assert driver.call("des_ecb_decrypt", KEY, encrypted.value, chip=chip).value == data


@pytest.mark.parametrize("chip", [False, True])
def test_des_with_a_loaded_key(driver: CardDriver, chip: bool) -> None:
    """It survives other jobs, saves the schedule, and is not used by a caller who did not load it."""
    data, iv = random.Random(7).randbytes(800), random.Random(8).randbytes(8)
    cold = driver.call("des_cbc_encrypt", KEY, iv, data, chip=chip)
    with pytest.raises(FirmwareError, match="no key was loaded"):
        driver.call("des_cbc_encrypt", None, iv, data, chip=chip)
    driver.load_key("des_cbc_encrypt", KEY, chip=chip)
    warm = driver.call("des_cbc_encrypt", None, iv, data, chip=chip)
    assert warm.value == cold.value == DES.new(KEY, DES.MODE_CBC, iv).encrypt(data)
    assert warm.time < cold.time
    assert driver.call("des_cbc_decrypt", None, iv, warm.value, chip=chip).value == data
    driver.call("md2", data)
    driver.random(5)
    driver.call("rsa_public", [3], 5, (1 << 512) - 569)
    driver.call("des_ecb_encrypt", bytes.fromhex("0101010101010101"), data, chip=not chip)
    assert driver.call("des_ecb_encrypt", None, data, chip=chip).value == DES.new(KEY, DES.MODE_ECB).encrypt(data)
    driver.self_test()
    with pytest.raises(FirmwareError, match="no key was loaded"):
        driver.call("des_ecb_decrypt", None, data, chip=chip)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 1000, 4096, 4097])
def test_md2(driver: CardDriver, size: int) -> None:
    data = random.Random(size).randbytes(size)
    assert driver.call("md2", data).value == MD2.new(data).digest()


@pytest.mark.parametrize("size", [0, 55, 56, 64, 4096, 4160, 9000])
def test_md4(driver: CardDriver, size: int) -> None:
    data = random.Random(size).randbytes(size)
    assert driver.call("md4", data).value == MD4.new(data).digest()


@pytest.mark.parametrize("size", [1, 8, 28, 4096, 4097, 9000])
def test_des_mac(driver: CardDriver, size: int) -> None:
    data = random.Random(size).randbytes(size)
    right = DES.new(KEY, DES.MODE_CBC, bytes(8)).encrypt(data + bytes(-size % 8))[-8:]
    cold = driver.call("des_mac", KEY, data, 8)
    assert cold.value == right
    driver.load_key("des_cbc_encrypt", KEY)
    warm = driver.call("des_mac", None, data)
    assert warm.value == right[:4]
    if size <= 28:  # In longer jobs the driver's turns of waiting differ by more than a key costs
        assert warm.time < cold.time


def test_rsa(driver: CardDriver) -> None:
    # The two largest primes below 2^256, and the largest of 15 bits
    p, q, e = (1 << 256) - 189, (1 << 256) - 357, 32749
    assert all(pow(base, prime - 1, prime) == 1 for prime in (p, q) for base in (2, 3, 5))
    key = RsaKey(p * q, e, pow(e, -1, (p - 1) * (q - 1)), p, q)
    messages = [0, 1, key.n - 1, random.Random(5).randrange(key.n)]
    ciphers = driver.call("rsa_public", messages, e, key.n).value
    assert ciphers == [pow(message, e, key.n) for message in messages]
    assert driver.call("rsa_crt", ciphers, key).value == messages
    assert driver.call("rsa_public", ciphers[-1:], key.d, key.n).value == messages[-1:]
    with pytest.raises(FirmwareError):
        driver.call("rsa_public", [1], 3, 1 << 500)
    assert driver.call("md2", b"abc").value == MD2.new(b"abc").digest()


def test_firmware_at_its_slowest_pace(mode: ModeName) -> None:
    pc = driver_pc(mode=mode)
    insert(Card(), pc)
    driver = CardDriver(pc)
    driver.start(image(des_pace=PACES[-1], md2_pace=PACES[-1]).segments)
    data = random.Random(4096).randbytes(4096)
    assert driver.call("des_cbc_encrypt", KEY, KEY, data).value == DES.new(KEY, DES.MODE_CBC, KEY).encrypt(data)
    assert driver.call("md2", data).value == MD2.new(data).digest()


def test_the_longest_firmware_starts_at_the_slowest_clock(mode: ModeName) -> None:
    """The driver refuses a DSP below 900 kHz."""
    pc = driver_pc(mode=mode)
    insert(Card(bank_words=LARGE_BANK, dsp_clock_hz=905_000), pc)
    assert CardDriver(pc).start(image(commands="table_ciphers", bank_words=LARGE_BANK).segments).value == VERSION


@pytest.mark.parametrize("digits", [2, 20, 21, 22, 43])
def test_rsa_with_the_largest_exponents(driver: CardDriver, digits: int) -> None:
    """Especially with lengths for which the DSP has no kernel, executed twice: the longest jobs of the card."""
    modulus = (1 << 24 * digits - 8) - 59
    exponent = (1 << 24 * digits - 9) - 1
    assert driver.call("rsa_public", [5], exponent, modulus).value == [pow(5, exponent, modulus)]


@pytest.mark.parametrize(("p_bits", "q_bits"), [(232, 200), (500, 100), (520, 520), (240, 30)])
def test_rsa_with_factors_and_exponents_of_any_length(driver: CardDriver, p_bits: int, q_bits: int) -> None:
    source = random.Random(p_bits + q_bits)
    p, q = (getPrime(bits, source.randbytes) for bits in (p_bits, q_bits))
    e = (1 << p_bits - 2) - 1
    while math.gcd(e, (p - 1) * (q - 1)) != 1:
        e -= 2
    key = RsaKey(p * q, e, pow(e, -1, (p - 1) * (q - 1)), p, q)
    cipher = source.getrandbits(q_bits)
    assert driver.call("rsa_crt", [cipher], key).value == [pow(cipher, key.d, key.n)]


def test_random_bytes_differ(driver: CardDriver) -> None:
    assert driver.random(8).value != driver.random(8).value


def test_nothing_the_driver_did_was_an_anomaly(driver: CardDriver, card: Card) -> None:
    driver.ping()
    assert card.anomalies == ()


def test_large_banks_and_a_faster_dsp_make_des_faster(mode: ModeName) -> None:
    key, iv, data = KEY, bytes(8), random.Random(1).randbytes(4096)
    cards = Card(), Card(bank_words=32768, strict=True), Card(bank_words=32768, dsp_clock_hz=27_000_000)
    times = [machine(card, mode).call("des_cbc_encrypt", key, iv, data) for card in cards]
    assert [measured.value for measured in times] == [DES.new(key, DES.MODE_CBC, iv).encrypt(data)] * 3
    assert times[1].time < 0.9 * times[0].time
    assert times[2].time < 0.85 * times[1].time


def test_the_same_run_takes_the_same_clocks() -> None:
    one, other = (machine(Card()).call("des_cbc_encrypt", bytes(8), bytes(8), bytes(800)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("segment", range(len(firmware.image().segments)))
def test_a_wrong_bit_of_the_download_is_found_at_the_start(segment: int) -> None:
    segments = list(firmware.image().segments)
    rng = random.Random(segment)
    words = list(segments[segment].words)
    # The boot code's own first words aside: whatever they become, they do not come to HF3
    words[rng.randrange(len(words))] ^= 1 << rng.randrange(24)
    segments[segment] = firmware.Segment(segments[segment].space, segments[segment].address, tuple(words))
    pc = driver_pc()
    insert(Card(), pc)
    with pytest.raises(DriverError) as caught:
        CardDriver(pc).start(segments)
    assert caught.value.fields["code"] in (0x111, 0x11D)


def test_a_dsp_that_never_answers() -> None:
    pc = driver_pc()
    insert(Card(), pc)
    with pytest.raises(CardTimeoutError, match="did not start"):
        CardDriver(pc).start([])


@pytest.mark.parametrize("label", ["des_keys", "des_d_high", "des_d_low"])
def test_a_loaded_key_that_changed_is_found(label: str) -> None:
    card = Card()
    driver = machine(card)
    for bit in (0, 23):
        driver.load_key("des_cbc_encrypt", KEY)
        card.dsp.x[firmware.image().symbols[label] + 5] ^= 1 << bit
        with pytest.raises(MemoryChangedError):
            driver.call("des_cbc_encrypt", None, bytes(8), bytes(800))
        with pytest.raises(FirmwareError, match="no key was loaded"):
            driver.call("des_ecb_encrypt", None, bytes(800))


PINGS_IN_TWO_PASSES = 300
"""A pass takes 5.0 ms of waiting, which is at least 50 us in each PING."""


@pytest.mark.parametrize("by", ["image", "driver"])
def test_checks_are_a_setting_of_the_image_and_of_the_driver(mode: ModeName, by: str) -> None:
    """The sum over code and tables takes no time of a call, and finds a changed S box while the card waits."""
    pc = driver_pc(mode=mode)
    card = Card()
    insert(card, pc)
    driver = CardDriver(pc)
    times = {}
    for checks in (0, 6, 7):
        driver.start(image(checks=checks if by == "image" else 7 - checks).segments)
        if by == "driver":
            driver.set_checks(checks)
        right = driver.call("des_cbc_encrypt", KEY, KEY, bytes(8))
        times[checks] = right.time
        for place in range(64):
            card.dsp.x[image(checks=checks).symbols["s_high"] + place] ^= 1
        assert driver.call("des_cbc_encrypt", KEY, KEY, bytes(800)).value[:8] != right.value
        with pytest.raises(MemoryChangedError) if checks & 1 else nullcontext():
            for _ in range(PINGS_IN_TWO_PASSES):
                driver.ping()
    assert 20e6 < times[6] - times[0] < 80e6
    assert abs(times[7] - times[6]) < 20e6


def test_confirm_finds_a_changed_table(mode: ModeName) -> None:
    card = Card()
    driver = machine(card, mode)
    driver.call("des_cbc_encrypt", KEY, KEY, bytes(8))
    assert 5e9 < driver.confirm().time < 5.4e9
    assert driver.confirm().time < 300e6
    card.dsp.x[image().symbols["s_high"]] ^= 1
    driver.call("des_cbc_encrypt", KEY, KEY, bytes(8))
    with pytest.raises(MemoryChangedError):
        driver.confirm()


@pytest.mark.parametrize("checks", [-1, 8])
def test_checks_that_do_not_exist(driver: CardDriver, checks: int) -> None:
    with pytest.raises(HostError, match="checks must be 0 to 7, got"):
        driver.set_checks(checks)


def test_a_des_chip_that_stays_busy() -> None:
    card = Card()
    driver = machine(card)
    card.faults.add(BusyDesChip())
    with pytest.raises(DesChipBusyError, match="stayed busy") as caught:
        driver.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(80), chip=True)
    assert caught.value.fields["code"] == 4
    assert driver.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(8)).value == DES.new(
        bytes(8), DES.MODE_ECB
    ).encrypt(bytes(8))


def test_a_key_of_even_parity_is_refused_by_the_chip_alone(driver: CardDriver) -> None:
    with pytest.raises(KeyParityError):
        driver.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(8), chip=True)
    assert driver.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(8)).value == DES.new(
        bytes(8), DES.MODE_ECB
    ).encrypt(bytes(8))


def test_the_self_test_can_be_asked_for_and_names_what_failed(mode: ModeName) -> None:
    card = Card()
    driver = machine(card, mode)
    driver.self_test()
    card.faults.add(MissingDesChip(), StuckLine("noise.data", level=0))
    with pytest.raises(SelfTestError, match="CHIP, NOISE") as caught:
        driver.self_test()
    assert caught.value.fields["detail"] == "CHIP, NOISE"
    # It does not keep the card from other jobs
    assert driver.call("md2", b"").value == MD2.new(b"").digest()
    machine(Card(des_chip=False), mode).self_test()


def test_a_card_without_des_chip() -> None:
    driver = machine(Card(des_chip=False))
    with pytest.raises(DesChipAbsentError, match="no DES chip responds"):
        driver.call("des_cbc_encrypt", KEY, bytes(8), bytes(8), chip=True)
    assert driver.call("md2", b"").value == MD2.new(b"").digest()


def test_a_noise_circuit_that_is_stuck() -> None:
    card = Card()
    driver = machine(card)
    card.faults.add(StuckLine("noise.data", level=1))
    with pytest.raises(NoiseHealthError, match="health test"):
        driver.random(4)
