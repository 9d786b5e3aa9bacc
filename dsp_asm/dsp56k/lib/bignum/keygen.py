"""RSA keys from noise: primes found by the DSP56001 (src/bignum/prime.asm)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

from dsp56k.lib.commands import DATA_BUFFER, Opcode
from dsp56k.lib.digits import DIGIT_BITS, WORD, digits_for
from dsp56k.lib.errors import OperandError
from dsp56k.lib.firmware import Firmware
from dsp56k.lib.library_runner import Machine, Result
from dsp56k.lib.operands import check_range, require_int

MIN_BITS, MAX_BITS = 128, 1024
BASES = (
    (1300, 2),
    (850, 3),
    (650, 4),
    (550, 5),
    (450, 6),
    (400, 7),
    (350, 8),
    (300, 9),
    (250, 12),
    (200, 15),
    (150, 18),
)
"""Bases of Miller and Rabin's test for primes of at least these bits: an error of 2^-80 (Handbook of Applied
Cryptography, table 4.4).
"""
MAX_BASES = 27
MAX_NOISE = 256
"""Bytes of one command (docs/reference/firmware.md, section 4)."""
PRIME_BEGIN, PRIME_SEARCH = 0x60, 0x61
"""Opcodes of src/keys.asm: primes from the card's noise, `image(commands="keys")`."""
PRIME_BYTES = range(8, 65)
"""Permitted sizes of a prime."""
PRIME_CLOCKS = 100_000
"""Maximum clocks of either command for a byte, and for up to 64 more: a test of 64 bytes by all its bases."""
TRIES = 64
"""Starts for a prime: one in more than that many is not found by chance."""

Noise = Callable[[int], Result[bytes]]


@dataclass(frozen=True)
class RsaPrivateKey:
    """A key with two factors, with the parameters of `rsa_private`.

    Attributes:
        p, q: the factors, p > q.
        dp, dq: the private exponent modulo p - 1 and q - 1.
        qinv: 1/q modulo p.
        e: the public exponent.
    """

    p: int
    q: int
    dp: int
    dq: int
    qinv: int
    e: int

    @property
    def n(self) -> int:
        """The modulus."""
        return self.p * self.q

    @property
    def d(self) -> int:
        """The private exponent."""
        return pow(self.e, -1, (self.p - 1) * (self.q - 1))


def noise(firmware: Firmware, count: int) -> Result[bytes]:
    """Return bytes of the card's noise circuit, with its health tests, by the firmware's command NOISE.

    Args:
        firmware: on a chip that is wired to a noise circuit.
        count: 1 to 256.

    Raises:
        FirmwareError: the bits failed a test.
        OperandError: a count out of range.
    """
    count = require_int("count", count)
    check_range("count", count, 1, MAX_NOISE)
    clocks, instructions = firmware.clocks, firmware.instructions
    firmware.command(Opcode.NOISE, count)
    data = firmware.read(DATA_BUFFER, count)
    return Result(data, firmware.clocks - clocks, firmware.instructions - instructions)


def rsa_generate(bits: int = 512, *, source: Noise, e: int = 65537) -> Result[RsaPrivateKey]:
    """Return a new RSA key: the DSP searches its primes from random starts. Both are 3 modulo 4.

    Candidates are sieved by the primes below 1000. A candidate that remains must pass the Miller-Rabin test with the
    bases 2, 3, 5 ... The exponentiations of the test take constant time, but the search does not: its duration shows
    the distance of a prime from its start.

    Args:
        bits: of the modulus, even, 128 to 1024.
        source: a function that returns `count` random bytes, such as `noise` of a card.
        e: the public exponent, odd, at least 3, less than 2^(bits/2).

    Returns:
        The key; clocks and instructions are those of the source's calls and of the search. The host computes dp,
        dq and qinv, as when a key is loaded.

    Raises:
        OperandError: an operand out of range; a source that gives too few bytes, or no primes.
    """
    bits, e = require_int("bits", bits), require_int("e", e)
    check_range("bits", bits, MIN_BITS, MAX_BITS)
    if bits % 2:
        raise OperandError("bits must be even: half of them for each prime", name="bits", value=bits)
    check_range("e", e, 3, (1 << bits // 2) - 1)
    if e % 2 == 0:
        raise OperandError("e must be odd, because no even number is a public exponent", name="e", value=e)
    found: list[int] = []
    clocks = instructions = 0
    for _ in range(TRIES):
        start = source(-(-bits // 16))
        prime = _prime(_start(start.value, bits // 2))
        clocks += start.clocks + prime.clocks
        instructions += start.instructions + prime.instructions
        if prime.value.bit_length() == bits // 2 and gcd(e, prime.value - 1) == 1 and prime.value not in found:
            found.append(prime.value)
        if len(found) == 2:
            q, p = sorted(found)
            d = pow(e, -1, (p - 1) * (q - 1))
            return Result(RsaPrivateKey(p, q, d % (p - 1), d % (q - 1), pow(q, -1, p), e), clocks, instructions)
    raise OperandError(f"source must yield two primes in {TRIES} attempts, but did not", name="source", value=None)


def _start(data: bytes, bits: int) -> int:
    """Return a number of `bits` bits from random bytes: the two highest are set, so that products have 2 * `bits`."""
    if len(data) * 8 < bits:
        raise OperandError(f"source must give {-(-bits // 8)} bytes, got {len(data)}", name="source", value=len(data))
    number = int.from_bytes(data, "little") & (1 << bits) - 1
    return number | 3 << bits - 2 | 3


def _prime(start: int) -> Result[int]:
    """Return the first prime at or after a number that is 3 modulo 4."""
    bits, digits = start.bit_length(), digits_for(start)
    machine = Machine()
    machine.put("x", "rsa_data", [start >> DIGIT_BITS * place & WORD for place in range(digits)])
    regs = machine.dsp.regs
    regs.x0, regs.y1 = digits, next((bases for least, bases in BASES if bits >= least), MAX_BASES)
    machine.call("prime_search")
    words = machine.get("x", "rsa_data", digits)
    value = sum(word << DIGIT_BITS * place for place, word in enumerate(words))
    return Result(value, machine.clocks, machine.instructions)
