"""Primes and RSA keys as commands of the card: from noise to a key that is tried, in steps that have a bound."""

from typing import Any

import pytest
from Crypto.Util.number import isPrime

from dsp56k.card import Card
from dsp56k.card.faults import StuckLine
from dsp56k.host.algorithm_calls import Measured
from dsp56k.host.driver import CardDriver
from dsp56k.host.driver_calls import DriverCalls
from dsp56k.host.errors import DriverError, HostError, NoiseHealthError
from dsp56k.lib.bignum.keygen import BASES, MAX_BASES, PRIME_BEGIN, PRIME_CLOCKS, PRIME_SEARCH
from dsp56k.lib.firmware import DATA_BUFFER, Firmware, Opcode, Status
from dsp56k.lib.image import LARGE_BANK
from shared.firmware_on_card import command_image, driver_on, firmware_on

MANY = 300
"""Steps; no search from these seeds takes so many."""


def keys_on(seed: int) -> Firmware:
    return firmware_on(Card(seed=seed, bank_words=LARGE_BANK, strict=True), command_image("keys"))


def given(firmware: Firmware, opcode: int, count: int) -> tuple[int, bytes]:
    firmware.write(DATA_BUFFER, bytes(count))
    before = firmware.clocks
    status = firmware.call(opcode, count)
    assert firmware.clocks - before < PRIME_CLOCKS * (count + 64)
    return status, firmware.read(DATA_BUFFER, count)


def prime(firmware: Firmware, count: int) -> int:
    assert given(firmware, PRIME_BEGIN, count) == (Status.OK, bytes(count))
    for _ in range(MANY):
        status, found = given(firmware, PRIME_SEARCH, count)
        assert status == Status.OK
        if any(found):
            return int.from_bytes(found, "little")
    raise AssertionError("no prime")


@pytest.mark.parametrize("count", [8, 17, 32])
def test_primes_that_are_right_for_a_key(count: int) -> None:
    firmware = keys_on(count)
    found = prime(firmware, count)
    firmware.write(DATA_BUFFER, bytes(count))
    assert isPrime(found)
    assert found % 4 == 3
    assert found >> 8 * count - 2 == 3
    # Nothing of it remains, and no key is being loaded.
    dsp = firmware.dsp
    for name, end in (("USER_DATA", "USER_DATA_END"), ("rsa_key", "rsa_p"), ("data_buffer", "pair_tables")):
        assert not any(dsp.x[firmware.symbol(name) : firmware.symbol(end)])
    assert not any(dsp.y[0:256])
    assert not any(dsp.x[0:256])
    assert given(firmware, PRIME_SEARCH, count)[0] == Status.NO_KEY


@pytest.fixture(scope="module")
def shared() -> Firmware:
    return keys_on(1)


@pytest.mark.parametrize("count", [8, 18, 19, 31, 32, 49, 50, 56, 57])
def test_bases_are_those_of_the_library(shared: Firmware, count: int) -> None:
    assert given(shared, PRIME_BEGIN, count)[0] == Status.OK
    bases = shared.dsp.x[shared.symbol("PRIME_BASES")]
    assert bases == next((bases for least, bases in BASES if 8 * count >= least), MAX_BASES)


def test_every_misuse_is_named_and_other_jobs_go_on() -> None:
    firmware = keys_on(3)
    for count in (0, 7, 65):
        assert given(firmware, PRIME_BEGIN, count)[0] == Status.BAD_PARAMETER
        assert given(firmware, PRIME_SEARCH, count)[0] == Status.NO_KEY
    assert given(firmware, PRIME_BEGIN, 8)[0] == Status.OK
    assert given(firmware, PRIME_SEARCH, 9)[0] == Status.NO_KEY
    firmware.write(DATA_BUFFER, b"abc")
    firmware.command(Opcode.MD2_HASH, 3)
    assert firmware.read(DATA_BUFFER, 16).hex() == "da853b0d3f88d99b30283a69e6ded6bb"  # RFC 1319, A.5
    assert firmware.call(Opcode.RSA_OPERATE, 0) == Status.NO_KEY


def started(seed: int) -> tuple[CardDriver, Card]:
    card = Card(seed=seed, bank_words=LARGE_BANK)
    return driver_on(card, command_image("keys")), card


def test_a_key_through_the_driver() -> None:
    driver, card = started(5)
    before = card.dsp.clocks
    made = driver.rsa_keys.generate(256)
    key = made.value
    assert key.n.bit_length() == 256
    assert isPrime(key.p)
    assert isPrime(key.q)
    assert pow(pow(5, key.e, key.n), key.d, key.n) == 5
    assert made.time >= (card.dsp.clocks - before) * 40_000  # the DSP's clocks at 20 MHz, and the PC's work
    card.faults.add(StuckLine("noise.data", level=1))
    with pytest.raises(NoiseHealthError):
        driver.rsa_keys.generate(256)


@pytest.mark.parametrize("damage", [4, 6, 12])
def test_factors_that_are_no_primes_are_found(monkeypatch: pytest.MonkeyPatch, damage: int) -> None:
    driver, _ = started(6)
    right = DriverCalls.job

    def damaged(*arguments: Any, **named: Any) -> Measured[bytes]:
        step = right(*arguments, **named)
        wrong = bytes([step.value[0] ^ damage]) + step.value[1:] if any(step.value) else step.value
        return type(step)(wrong, step.clocks, step.time)

    monkeypatch.setattr(DriverCalls, "job", damaged)
    with pytest.raises(DriverError, match="wrong"):
        driver.rsa_keys.generate(128)


@pytest.mark.parametrize(("bits", "e"), [(120, 3), (250, 3), (1040, 3), (256, 4), (256, 1)])
def test_what_the_driver_refuses(bits: int, e: int) -> None:
    driver, _ = started(7)
    with pytest.raises(HostError):
        driver.rsa_keys.generate(bits, e=e)
