"""RSA keys from the card's noise: the search for primes on the DSP, and its clocks."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from Crypto.Util.number import isPrime

from dsp56k import lib
from dsp56k.card import Card
from dsp56k.lib import number_algorithms
from dsp56k.lib.digits import DIGIT_BITS, WORD, digits_for
from dsp56k.lib.errors import OperandError
from dsp56k.lib.image import SMALL_BANK, image
from dsp56k.lib.library_runner import PROGRAM, Machine, Result
from dsp56k.lib.program_cache import assembled
from dsp56k.testing.timing.assessments import FactorLevel
from shared.firmware_on_card import firmware_on

SECOND = 20_000_000
"""Clocks at 20 MHz."""


def words(value: int, digits: int) -> list[int]:
    return [value >> DIGIT_BITS * place & WORD for place in range(digits)]


def card_noise(seed: int) -> Callable[[int], Result[bytes]]:
    firmware = firmware_on(Card(seed=seed))
    return lambda count: lib.noise(firmware, count)


def numbers(seed: int) -> Callable[[int], Result[bytes]]:
    """A source that costs nothing."""
    source = random.Random(seed)
    return lambda count: Result(source.randbytes(count), 0, 0)


def search(start: int, digits: int) -> Machine:
    machine = Machine()
    machine.put("x", "rsa_data", words(start, digits))
    machine.dsp.regs.x0, machine.dsp.regs.y1 = digits, 6
    machine.call("prime_search")
    return machine


@pytest.mark.parametrize("bits", [40, 64, 120, 192, 256])
def test_the_search_finds_the_first_prime(bits: int) -> None:
    start = random.Random(bits).getrandbits(bits) | 3 | 3 << bits - 2
    digits = digits_for(start)
    machine = search(start, digits)
    while not isPrime(start):
        start += 4
    assert machine.dsp.regs.a == 0
    assert machine.get("x", "rsa_data", digits) == words(start, digits)


@pytest.mark.parametrize("start", [2**47 - 1, 2**47 + 3, 2**48 - 1])
def test_the_search_ends_without_a_prime_of_its_length(start: int) -> None:
    # 2^47 - 1 = 2351 * 4513 * 13264529; the others are above the range
    assert search(start, 2).dsp.regs.a != 0


def test_the_search_is_larger_than_the_card_s_room_for_it() -> None:
    program = assembled(PROGRAM)
    first = int(program.symbols["prime_table"])  # the last of the program
    search = sum(1 for space, address in program.words if space == "P" and address >= first)
    used = max(segment.address + len(segment.words) for segment in image().segments if segment.space == "P")
    page = Path(__file__).parents[4] / "docs" / "reference" / "library.md"
    document = " ".join(page.read_text(encoding="utf-8").split())
    assert f"Its {search} words with the table of small primes are more than the {SMALL_BANK - used} that a" in document
    assert search > SMALL_BANK - used


def passes(number: int, bases: int) -> bool:
    digits = digits_for(number)
    machine = Machine()
    machine.put("x", "rsa_data", words(number, digits))
    machine.set(size=digits)
    machine.put("x", "PRIME_BASES", [bases])
    machine.call("prime_test")
    return machine.dsp.regs.a1 == 0


def test_a_strong_pseudoprime_is_told_by_the_first_base_that_can() -> None:
    # The least strong pseudoprime to the bases 2, 3, 5 and 7 (Pomerance, Selfridge and Wagstaff, 1980)
    assert [passes(3_215_031_751, bases) for bases in (1, 2, 3, 4, 5)] == [True, True, True, True, False]
    assert passes(2**89 - 1, 12)
    assert not passes((2**31 - 1) * (2**61 - 1) * 3 * 7, 1)


def test_keys_of_512_bits_from_the_noise_circuit_take_less_than_a_second() -> None:
    total = 0
    for seed in range(3):
        made = lib.rsa_generate(512, source=card_noise(seed))
        key, c = made.value, 0x123456789
        assert isPrime(key.p)
        assert isPrime(key.q)
        assert key.n.bit_length() == 512
        signed = lib.rsa_private(c, p=key.p, q=key.q, dp=key.dp, dq=key.dq, qinv=key.qinv, check=key.e).value
        assert signed == pow(c, key.d, key.n)
        assert lib.rsa_public(signed, n=key.n, e=key.e).value == c
        total += made.clocks
    assert total < 3 * SECOND


@pytest.mark.parametrize(("bits", "e"), [(128, 3), (130, 65537), (200, 17)])
def test_other_lengths_and_exponents(bits: int, e: int) -> None:
    key = lib.rsa_generate(bits, source=numbers(bits), e=e).value
    assert key.n.bit_length() == bits
    assert pow(pow(5, e, key.n), key.d, key.n) == 5


def test_a_source_decides_the_key() -> None:
    one, other = (lib.rsa_generate(128, source=numbers(7)) for _ in range(2))
    assert one == other
    assert lib.rsa_generate(128, source=numbers(8)).value != one.value


@pytest.mark.parametrize(
    ("bits", "e", "source", "name"),
    [
        (126, 65537, numbers(1), "bits"),
        (1026, 65537, numbers(1), "bits"),
        (257, 65537, numbers(1), "bits"),
        (256, 1, numbers(1), "e"),
        (256, 4, numbers(1), "e"),
        (256, 65537, lambda count: Result(bytes(count - 1), 0, 0), "source"),
        (128, 65537, lambda count: Result(bytes(count), 0, 0), "source"),
    ],
)
def test_what_makes_no_key_is_refused_by_name(
    bits: int, e: int, source: Callable[[int], Result[bytes]], name: str
) -> None:
    with pytest.raises(OperandError) as error:
        lib.rsa_generate(bits, source=source, e=e)
    assert error.value.fields["name"] == name


def test_noise_is_at_most_a_command() -> None:
    with pytest.raises(OperandError):
        lib.noise(firmware_on(Card()), 257)


@pytest.mark.parametrize(("start", "step"), [((1 << 63) + 1, 2), ((1 << 64) - 1, -2)])
def test_a_key_of_a_timing_assessment_has_the_nearest_prime_of_its_size(start: int, step: int) -> None:
    found = number_algorithms._prime(start)
    assert isPrime(found)
    assert not any(map(isPrime, range(start, found, step)))
    assert found.bit_length() == start.bit_length()


@pytest.mark.parametrize("index", range(4))
def test_numbers_of_a_timing_assessment_reach_the_ends_of_their_ranges(index: int) -> None:
    """The factors are levels of which 0 to 3 are ends: a secret exponent cannot be searched, and is below its order."""
    modulus, exponent, data = (FactorLevel(factor, index) for factor in ("modulus", "exponent", "data"))
    private = number_algorithms._private(modulus, exponent, data)
    assert [private[name].bit_length() for name in ("n", "d")] == [512, (49, 511)[index % 2]]
    crt = number_algorithms._crt(modulus, data)
    assert [crt[name].bit_length() for name in ("p", "q")] == [256, 255]
    assert crt["qinv"] * crt["q"] % crt["p"] == 1
