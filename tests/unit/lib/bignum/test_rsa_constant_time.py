"""RSA with a secret exponent takes the same instructions and clocks for every key of a size and every operand."""

import hashlib
import random
from array import array

import pytest
from Crypto.Util.number import getPrime, isPrime

from dsp56k import lib
from dsp56k.lib.bignum.rsa import PUBLIC_WORDS
from dsp56k.lib.digits import DIGIT_BITS, WORD
from dsp56k.lib.library_runner import RETURN, Machine

OK = 0


def words(values: list[int], digits: int) -> list[int]:
    return [value >> DIGIT_BITS * place & WORD for value in values for place in range(digits)]


def path(machine: Machine, routine: str) -> tuple[int, str]:
    """The clocks of a call and a hash of the addresses of its instructions, in their order."""
    dsp = machine.dsp
    dsp.regs.pc, dsp.regs.sp = machine.symbols[routine], 1
    dsp.stack[1] = (RETURN, dsp.regs.sr)
    before, addresses = dsp.clocks, array("H")
    while (pc := dsp.regs.pc) != RETURN:
        addresses.append(pc)
        dsp.step()
    assert dsp.regs.a1 == OK
    return dsp.clocks - before, hashlib.sha256(addresses.tobytes()).hexdigest()


def paths(load: str, operate: str, key: list[int], c: int, digits: int, length: int) -> tuple[object, object]:
    """Return the clocks of loading the key and of the operation."""
    machine = Machine()
    machine.put("x", "rsa_public_words", [PUBLIC_WORDS, 0])
    machine.put("x", "rsa_data", words(key, digits))
    machine.dsp.regs.x0 = digits
    loading = path(machine, load)
    machine.put("x", "rsa_data", words([c], length))
    return loading, path(machine, operate)


def last_primes(bits: int) -> list[int]:
    """The two greatest: their highest signed digit has one bit more than their highest word."""
    found: list[int] = []
    candidate = (1 << bits) - 1
    while len(found) < 2:
        if isPrime(candidate):
            found.append(candidate)
        candidate -= 2
    return found


def crt_cases(bits: int) -> list[tuple[list[int], int]]:
    """Keys of two primes, the extremes of exponents among them, with operands at their borders."""
    cases = []
    for seed in range(3):
        source = random.Random(seed)
        p, q = last_primes(bits) if seed == 2 else (getPrime(bits, source.randbytes) for _ in "pq")
        dp, dq = source.choice([(0, 1), (p - 2, q - 2), (1 << bits - 1, 1 << 48), (source.randrange(p), 3 << 49)])
        if max(dp.bit_length(), dq.bit_length()) <= DIGIT_BITS * PUBLIC_WORDS:
            dp, dq = p - 2, q - 2
        dp, dq = dp | 1 << 60, dq | 1 << 60
        for c in (0, 1, p * q - 1, p, 2 * q, source.randrange(p * q)):
            cases.append(([p, q, dp, dq, pow(q, -1, p), 0], c))
    return cases


@pytest.mark.parametrize("bits", [100, 192, 256])
def test_with_crt(bits: int) -> None:
    digits = -(-(bits + 8) // DIGIT_BITS)
    cases = crt_cases(bits)
    taken = {
        paths("rsa_load_crt", "rsa_crt", key, c, digits, 2 * digits) for key, c in cases[:: 2 if bits > 200 else 1]
    }
    assert len(taken) == 1


def test_without_crt() -> None:
    bits, digits = 264, 12
    taken = set()
    for seed in range(3):
        source = random.Random(seed)
        n = source.getrandbits(bits) | 1 | 1 << bits - 1
        d = (source.getrandbits(bits - 1), 1 << 60, (1 << bits - 1) - 1)[seed]
        taken |= {paths("rsa_load", "rsa_private", [n, d, 0], c, digits, digits) for c in (0, n - 1)}
    assert len(taken) == 1


def test_an_exponent_longer_than_the_modulus_is_right_all_the_same() -> None:
    p, q = (1 << 64) - 59, (1 << 128) - 159
    d = 12345678901
    dp, dq = d % (p - 1) + (p - 1 << 55), d % (q - 1) + (q - 1 << 15)
    value = lib.rsa_private(123456789, p=p, q=q, dp=dp, dq=dq, qinv=pow(q, -1, p)).value
    assert (value % p, value % q) == (pow(123456789, dp, p), pow(123456789, dq, q))


@pytest.mark.parametrize("bits", [256, 400])
def test_primes_at_the_end_of_their_length_are_right(bits: int) -> None:
    p, q = last_primes(bits)
    d = pow(65537, -1, (p - 1) * (q - 1))
    crt = {"p": p, "q": q, "dp": d % (p - 1), "dq": d % (q - 1), "qinv": pow(q, -1, p)}
    for c in (2, p, p * q - 1):
        assert lib.rsa_private(c, **crt, check=65537, constant_time=True).value == pow(c, d, p * q)


@pytest.mark.parametrize("constant_time", [True, False])
@pytest.mark.parametrize("bits", [20, 64, 150, 192, 256, 300, 384, 512])
def test_both_ways_give_the_same_value(bits: int, constant_time: bool) -> None:
    source = random.Random(bits)
    p, q = (getPrime(bits, source.randbytes) for _ in "pq")
    d = pow(65537, -1, (p - 1) * (q - 1))
    c = source.randrange(p * q)
    crt = {"p": p, "q": q, "dp": d % (p - 1), "dq": d % (q - 1), "qinv": pow(q, -1, p)}
    expected = pow(c, d, p * q)
    assert lib.rsa_private(c, **crt, constant_time=constant_time).value == expected
    assert lib.rsa_private(c, **crt, check=65537, constant_time=constant_time).value == expected
    assert lib.rsa_private(c, n=p * q, d=d, constant_time=constant_time).value == expected
