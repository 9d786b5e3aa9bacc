"""RSA on the card: powers, PKCS #1 with keys that stay in the card, and new keys.

With `image(commands="signatures")` the card digests, signs, and raises numbers to an exponent; a signature leaves it
only after a check. Python makes and checks the other blocks of PKCS #1, and its time is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hmac import compare_digest
from math import gcd

from dsp56k.host.algorithm_calls import Measured
from dsp56k.host.cpu_modes import Pointer
from dsp56k.host.driver_calls import DriverCalls
from dsp56k.host.errors import HostError, WrongResultError
from dsp56k.host.software import RsaKey
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.bignum.keygen import PRIME_BEGIN, PRIME_BYTES, PRIME_CLOCKS, PRIME_SEARCH
from dsp56k.lib.ciphers import sha1
from dsp56k.lib.commands import Status
from dsp56k.lib.operands import octets, require_int
from dsp56k.lib.pkcs_blocks import (
    OVERHEAD,
    checked_data,
    encrypted_message,
    encryption_block,
    modulus_bytes,
    signed_block,
)

SIGN_INIT, PRIVATE, PUBLIC = 0x64, 0x68, 0x69
"""Opcodes of src/signatures.asm."""
SIGN_BLOCK_CLOCKS = 2 * sha1.BLOCK_CLOCKS
RSA_CRT_CUBIC, RSA_CRT_SQUARE = 420, 8000
"""Maximum clocks of an operation with n digits: n^2 (CUBIC n + SQUARE), of driver.c."""
SIGN_CLOCKS = 300_000
"""Maximum clocks of a signature in addition to its blocks and operation: its sums, and a pass over code and tables."""
WORD_BYTES = 3
MAX_DIGITS = 85
"""24-bit words of a number: six of them fit before the data. The firmware's own limit is lower."""
NUMBER_CLOCKS = 100_000
"""Maximum clocks of an operation for each byte of its operand, and for 64 more bytes."""
_GOLDEN = 0x9E37_79B9_7F4A_7C15
"""The golden section in 64 bits: this fraction of a modulus has no common factor with it, unlike a third."""


def card_digits(modulus: int) -> int:
    """Return the firmware's number of words for a number below `modulus` (docs/reference/firmware.md, section 8)."""
    return -(-(modulus.bit_length() + 8) // 24)


class RsaKeys:
    """Calls of the driver with a loaded private key, a loaded public key, or both, or with the key of the call."""

    def __init__(self, calls: DriverCalls) -> None:
        self._calls = calls
        self._private: RsaKey | None = None
        self._public: tuple[int, int] | None = None

    def load(self, key: RsaKey) -> Measured[None]:
        """Load a private key that stays in the card, for `sign` and `decrypt`."""
        loaded = self._load_numbers("load an RSA key", 1, *_factors(key))
        self._private = key
        return loaded

    def load_public(self, n: int, e: int) -> Measured[None]:
        """Load a public key that stays in the card, for `verify` and `encrypt`."""
        n, e = require_int("n", n), require_int("e", e)
        loaded = self._load_numbers("load a public RSA key", 0, card_digits(n), (n, e, 0))
        self._public = n, e
        return loaded

    def sign(self, message: bytes) -> Measured[bytes]:
        """Return the signature of a message, RSASSA-PKCS1-v1_5 with SHA-1, with the loaded private key.

        In one job the card digests the message twice, pads, signs, raises the signature to the public exponent, and
        compares the result with the padded second digest. If they differ, it erases the signature, and WrongResultError
        is raised.

        Raises:
            HostError: no key is loaded.
            FirmwareError: the card has lost the key, or the modulus has fewer than 46 bytes.
        """
        key, message = self._private_key(), octets("message", message)
        digits = max(card_digits(key.p), card_digits(key.q))
        most = digits**2 * (RSA_CRT_CUBIC * digits + RSA_CRT_SQUARE) + SIGN_CLOCKS
        size = modulus_bytes(key.n)
        return self._calls.message(SIGN_INIT, message, size, block_clocks=SIGN_BLOCK_CLOCKS, last_clocks=most)

    def verify(self, message: bytes, signature: bytes) -> Measured[bool]:
        """Return True if a signature of `sign` is that of the message and of the loaded public key."""
        n, _ = self._public_key()
        signature = octets("signature", signature)
        digest = self._calls.message(sha1.INIT_COMMAND, message, sha1.DIGEST_BYTES, block_clocks=sha1.BLOCK_CLOCKS)
        if len(signature) != modulus_bytes(n) or int.from_bytes(signature) >= n:
            return Measured(False, digest.clocks, digest.time)
        opened = self._calls.job(None, b"", PUBLIC, signature, clocks=NUMBER_CLOCKS)
        right = compare_digest(opened.value, signed_block(digest.value, n, "sha1"))
        return Measured(right, digest.clocks + opened.clocks, digest.time + opened.time)

    def encrypt(self, message: bytes, *, padding: bytes | None = None) -> Measured[bytes]:
        """Encrypt a message with the loaded public key, RSAES-PKCS1-v1_5; as `dsp56k.lib.pkcs.encrypt`."""
        block = encryption_block(octets("message", message), self._public_key()[0], padding)
        return self._calls.job(None, b"", PUBLIC, block, clocks=NUMBER_CLOCKS)

    def decrypt(self, data: bytes) -> Measured[bytes]:
        """Decrypt with the loaded private key, as `dsp56k.lib.pkcs.decrypt`; the card checks the operation.

        Raises:
            OperandError: data is not as long as the modulus or not below it, or the padding is wrong.
        """
        data = checked_data(data, self._private_key().n, OVERHEAD)
        block = self._calls.job(None, b"", PRIVATE, data, clocks=NUMBER_CLOCKS)
        return Measured(encrypted_message(block.value), block.clocks, block.time)

    def powers(
        self, row: Algorithm, bases: Sequence[int], exponent: int, modulus: int, undone_by: int = 0
    ) -> Measured[list[int]]:
        """Return base^exponent mod modulus for each of `bases`; the key is loaded once.

        RSA's public operation, or the private one without the Chinese remainder theorem. With `undone_by`, the exponent
        that returns the base, the card checks its results; without it, it computes them twice and compares.
        """
        key = require_int("modulus", modulus), require_int("exponent", exponent), require_int("undone_by", undone_by)
        return self._operate("RSA", 0, card_digits(key[0]), key, bases)

    def private_powers(self, row: Algorithm, ciphers: Sequence[int], key: RsaKey) -> Measured[list[int]]:
        """Return the private operation by the Chinese remainder theorem on each of `ciphers`; the key is loaded once.

        The card checks every result with the public exponent, and WrongResultError is raised.
        """
        return self._operate("RSA with CRT", 1, *_factors(key), ciphers)

    def generate(self, bits: int = 512, *, e: int = 65537) -> Measured[RsaKey]:
        """Return a new RSA key of the card's noise, by the commands of `image(commands="keys")`.

        The key of RSA_LOAD is lost. The card searches each prime in steps, so that the time of every command is
        bounded. One operation with CRT, whose result the firmware checks, tests the key before it is returned.

        Args:
            bits: of the modulus, a multiple of 16, 128 to 1024.
            e: the public exponent, odd, 3 to 2^64.

        Raises:
            NoiseHealthError: the noise circuit failed its test.
            WrongResultError: the received factors are not primes.
        """
        bits, e = require_int("bits", bits), require_int("e", e)
        if bits % 16 or bits // 16 not in PRIME_BYTES:
            raise HostError(f"a key of {bits} bits: must be a multiple of 16, 128 to 1024", field="bits")
        if e % 2 == 0 or not 3 <= e <= 1 << 64:
            raise HostError(f"a public exponent of {e}: must be odd, 3 to 2^64", field="e")
        factors: list[int] = []
        clocks = time = 0
        zeros = bytes(bits // 16)
        while len(factors) < 2:
            step = self._calls.job(PRIME_BEGIN, zeros, PRIME_SEARCH, zeros, clocks=PRIME_CLOCKS)
            clocks, time = clocks + step.clocks, time + step.time
            while not any(step.value):
                step = self._calls.job(None, b"", PRIME_SEARCH, zeros, clocks=PRIME_CLOCKS)
                clocks, time = clocks + step.clocks, time + step.time
            prime = int.from_bytes(step.value, "little")
            if gcd(e, prime - 1) == 1 and prime not in factors:
                factors.append(prime)
        q, p = sorted(factors)
        if gcd(p, q) != 1:
            detail = "the received factors are wrong: they have a common factor"
            operation = "generate an RSA key"
            raise WrongResultError(f"{operation}: {detail}", code=Status.RSA_WRONG, operation=operation, detail=detail)
        key = RsaKey(p * q, e, pow(e, -1, (p - 1) * (q - 1)), p, q)
        trial = self._operate("RSA with CRT", 1, *_factors(key), [key.n * _GOLDEN >> 64])
        return Measured(key, clocks + trial.clocks, time + trial.time)

    def _private_key(self) -> RsaKey:
        if self._private is None:
            raise HostError("no private RSA key is loaded: call rsa_keys.load", field="key")
        return self._private

    def _public_key(self) -> tuple[int, int]:
        if self._public is None:
            raise HostError("no public RSA key is loaded: call rsa_keys.load_public", field="key")
        return self._public

    def _load_numbers(self, name: str, crt: int, digits: int, key: Sequence[int]) -> Measured[None]:
        """Load the numbers of a key, of `digits` words each, by RSA_LOAD_CRT (crt 1) or RSA_LOAD (0)."""
        place = self._put_key(crt, _key_bytes(digits, key))
        return self._calls.run(name, "card_rsa", crt, digits, place, self._calls.work.data, self._calls.work.results, 0)

    def _put_key(self, crt: int, numbers: bytes) -> Pointer:
        """Write a key among the parameters; it will replace the loaded one of its kind."""
        if crt:
            self._private = None
        else:
            self._public = None
        return self._calls.work.put_parameters(numbers)

    def _operate(
        self, name: str, crt: int, digits: int, key: Iterable[int], operands: Sequence[int]
    ) -> Measured[list[int]]:
        numbers = _key_bytes(digits, key)
        size = WORD_BYTES * digits * (1 + crt)
        if not 0 < len(operands) * size <= self._calls.max_data:
            raise HostError(f"{len(operands)} operands: must be 1 to {self._calls.max_data // size}", field="operands")
        work = self._calls.work
        work.put_data(b"".join(_little(require_int("operands", number), size, "operands") for number in operands))
        place = self._put_key(crt, numbers)
        moved = len(operands) * size, len(operands) * size
        given = digits, place, work.data, work.results, len(operands)
        measured = self._calls.run(name, "card_rsa", crt, *given, moved=moved)
        return Measured(work.numbers(len(operands), size), measured.clocks, measured.time)


def _factors(key: RsaKey) -> tuple[int, list[int]]:
    """Return the numbers of a private key as RSA_LOAD_CRT takes them, after their number of words."""
    numbers = [require_int("key", number) for number in (key.p, key.q, key.dp, key.dq, key.qinv, key.e)]
    return max(map(card_digits, numbers[:2])), numbers


def _key_bytes(digits: int, key: Iterable[int]) -> bytes:
    """Return the numbers of an RSA key as the driver takes them."""
    if digits > MAX_DIGITS:
        raise HostError(f"a number of {digits} words: at most {MAX_DIGITS}", field="key")
    return b"".join(_little(number, WORD_BYTES * digits, "key") for number in key)


def _little(number: int, size: int, field: str) -> bytes:
    if number < 0:
        raise HostError(f"{field} must be at least 0, got {number}", field=field)
    if number.bit_length() > 8 * size:
        raise HostError(f"a number of {number.bit_length()} bits does not fit {size} bytes", field=field)
    return number.to_bytes(size, "little")
