"""PKCS #1 with RSA keys that stay in the card, by the commands of `image(commands="signatures")`.

The card digests, signs, and raises numbers to an exponent; a signature leaves it only after a check. Python makes and
checks the other blocks of PKCS #1, and its time is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hmac import compare_digest

from dsp56k.host.algorithm_calls import AlgorithmCalls, Measured
from dsp56k.host.cpu_modes import Pointer
from dsp56k.host.driver_calls import DriverCalls
from dsp56k.host.errors import HostError
from dsp56k.host.software import RsaKey
from dsp56k.lib.ciphers import sha1
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


def card_digits(modulus: int) -> int:
    """Return the firmware's number of words for a number below `modulus` (docs/reference/firmware.md, section 8)."""
    return -(-(modulus.bit_length() + 8) // 24)


class LoadedRsaKeys(AlgorithmCalls, DriverCalls):
    """Calls of the driver with a loaded private key, a loaded public key, or both."""

    _private: RsaKey | None = None
    _public: tuple[int, int] | None = None

    def load_rsa_key(self, key: RsaKey) -> Measured[None]:
        """Load a private key that stays in the card, for `rsa_sign` and `rsa_decrypt`."""
        parts = [require_int("key", part) for part in (key.p, key.q, key.dp, key.dq, key.qinv, key.e)]
        loaded = self.load_numbers("load an RSA key", 1, max(map(card_digits, parts[:2])), parts)
        self._private = key
        return loaded

    def load_rsa_public_key(self, n: int, e: int) -> Measured[None]:
        """Load a public key that stays in the card, for `rsa_verify` and `rsa_encrypt`."""
        n, e = require_int("n", n), require_int("e", e)
        loaded = self.load_numbers("load a public RSA key", 0, card_digits(n), (n, e, 0))
        self._public = n, e
        return loaded

    def rsa_sign(self, message: bytes) -> Measured[bytes]:
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
        return self.message(SIGN_INIT, message, size, block_clocks=SIGN_BLOCK_CLOCKS, last_clocks=most)

    def rsa_verify(self, message: bytes, signature: bytes) -> Measured[bool]:
        """Return True if a signature of `rsa_sign` is that of the message and of the loaded public key."""
        n, _ = self._public_key()
        signature = octets("signature", signature)
        digest = self.sha1(message)
        if len(signature) != modulus_bytes(n) or int.from_bytes(signature) >= n:
            return Measured(False, digest.clocks, digest.time)
        opened = self.job(None, b"", PUBLIC, signature, clocks=NUMBER_CLOCKS)
        right = compare_digest(opened.value, signed_block(digest.value, n, "sha1"))
        return Measured(right, digest.clocks + opened.clocks, digest.time + opened.time)

    def rsa_encrypt(self, message: bytes, *, padding: bytes | None = None) -> Measured[bytes]:
        """Encrypt a message with the loaded public key, RSAES-PKCS1-v1_5; as `dsp56k.lib.pkcs.encrypt`."""
        block = encryption_block(octets("message", message), self._public_key()[0], padding)
        return self.job(None, b"", PUBLIC, block, clocks=NUMBER_CLOCKS)

    def rsa_decrypt(self, data: bytes) -> Measured[bytes]:
        """Decrypt with the loaded private key, as `dsp56k.lib.pkcs.decrypt`; the card checks the operation.

        Raises:
            OperandError: data is not as long as the modulus or not below it, or the padding is wrong.
        """
        block = self.job(None, b"", PRIVATE, checked_data(data, self._private_key().n, OVERHEAD), clocks=NUMBER_CLOCKS)
        return Measured(encrypted_message(block.value), block.clocks, block.time)

    def _private_key(self) -> RsaKey:
        if self._private is None:
            raise HostError("no private RSA key is loaded: call load_rsa_key", field="key")
        return self._private

    def _public_key(self) -> tuple[int, int]:
        if self._public is None:
            raise HostError("no public RSA key is loaded: call load_rsa_public_key", field="key")
        return self._public

    def load_numbers(self, name: str, crt: int, digits: int, key: Sequence[int]) -> Measured[None]:
        """Load the numbers of a key, of `digits` words each, by RSA_LOAD_CRT (crt 1) or RSA_LOAD (0)."""
        place = self._put_key(crt, _key_bytes(digits, key))
        return self._call(name, "card_rsa", crt, digits, place, self._work.data, self._work.results, 0)

    def _put_key(self, crt: int, numbers: bytes) -> Pointer:
        """Write a key among the parameters; it will replace the loaded one of its kind."""
        if crt:
            self._private = None
        else:
            self._public = None
        return self._work.put_parameters(numbers)

    def _rsa(
        self, name: str, crt: int, digits: int, key: Iterable[int], operands: Sequence[int]
    ) -> Measured[list[int]]:
        numbers = _key_bytes(digits, key)
        size = WORD_BYTES * digits * (1 + crt)
        if not 0 < len(operands) * size <= self.max_data:
            raise HostError(f"{len(operands)} operands: must be 1 to {self.max_data // size}", field="operands")
        work = self._work
        work.put_data(b"".join(_little(require_int("operands", number), size, "operands") for number in operands))
        place = self._put_key(crt, numbers)
        moved = len(operands) * size, len(operands) * size
        given = digits, place, work.data, work.results, len(operands)
        measured = self._call(name, "card_rsa", crt, *given, moved=moved)
        return Measured(work.numbers(len(operands), size), measured.clocks, measured.time)


def _key_bytes(digits: int, key: Iterable[int]) -> bytes:
    """Return the numbers of an RSA key as the driver takes them."""
    if digits > MAX_DIGITS:
        raise HostError(f"a number of {digits} words: at most {MAX_DIGITS}", field="key")
    return b"".join(_little(number, WORD_BYTES * digits, "key") for number in key)


def _little(number: int, size: int, field: str) -> bytes:
    if number < 0 or number.bit_length() > 8 * size:
        raise HostError(f"a number of {number.bit_length()} bits does not fit {size} bytes", field=field)
    return number.to_bytes(size, "little")
