"""A deterministic random bit generator, HMAC_DRBG of SP 800-90A, with SHA-1 on the DSP56001."""

from __future__ import annotations

from typing import SupportsIndex

from dsp56k.lib.ciphers.sha1 import DIGEST_BYTES, LONGEST_DATA, hmac_sha1
from dsp56k.lib.errors import OperandError
from dsp56k.lib.operands import check_range, check_size, octets, require_int
from dsp56k.lib.result import Costs, Result
from dsp56k.system.text import counted

MIN_ENTROPY_BYTES, MIN_NONCE_BYTES = 16, 8
"""For the security strength of 128 bits (SP 800-90A, 8.6.3 and 8.6.7)."""
MAX_REQUEST_BYTES = 1 << 16
RESEED_INTERVAL = 1 << 48
"""Maximum bytes of a request, and requests between two seeds (SP 800-90A, table 2)."""
MAX_INPUT_BYTES = LONGEST_DATA - DIGEST_BYTES - 1
"""Maximum bytes of all inputs of a call together, which one message of HMAC contains."""


class HmacDrbg:
    """A generator with a security strength of 128 bits; `setup` is the cost of its first seed.

    `generate` is a source of `rsa_generate`.
    """

    def __init__(
        self,
        entropy: bytes,
        nonce: bytes,
        personalization: bytes = b"",
        *,
        reseed_interval: SupportsIndex = RESEED_INTERVAL,
    ) -> None:
        """Seed the generator.

        Args:
            entropy: at least 16 bytes with at least 128 bits of entropy, such as those of `noise`: its health tests
                are not repeated here.
            nonce: at least 8 bytes that no other generator has.
            personalization: any bytes.
            reseed_interval: requests before a new seed is required, 1 to 2^48.

        Raises:
            OperandError: too few bytes, or more than 8,043 together, an interval out of range.
        """
        nonce = _at_least("nonce", nonce, MIN_NONCE_BYTES)
        entropy = _at_least("entropy", entropy, MIN_ENTROPY_BYTES)
        self._interval = require_int("reseed_interval", reseed_interval)
        check_range("reseed_interval", self._interval, 1, RESEED_INTERVAL)
        self._key, self._value = bytes(DIGEST_BYTES), b"\x01" * DIGEST_BYTES
        self.setup = self._seed(entropy + nonce + octets("personalization", personalization), "personalization")

    def reseed(self, entropy: bytes, additional: bytes = b"") -> Result[None]:
        """Mix new entropy, at least 16 bytes, and any additional bytes into the state.

        Raises:
            OperandError: too few bytes, or more than 8,043 together.
        """
        entropy = _at_least("entropy", entropy, MIN_ENTROPY_BYTES)
        return self._seed(entropy + octets("additional", additional), "additional")

    def generate(self, count: int, additional: bytes = b"") -> Result[bytes]:
        """Return `count` pseudo-random bytes, 0 to 65,536; `additional` bytes are mixed into the state before.

        Raises:
            OperandError: a count out of range, more than 8,043 bytes, a new seed is required.
        """
        count, additional = require_int("count", count), octets("additional", additional)
        check_range("count", count, 0, MAX_REQUEST_BYTES)
        _check_input("additional", additional)
        if self._requests >= self._interval:
            message = f"cannot generate bytes: a new seed is required after {counted(self._interval, 'request')}"
            raise OperandError(f"{message}; call reseed", name="count", value=count)
        costs = Costs()
        if additional:
            self._update(costs, additional)
        blocks = []
        for _ in range(-(-count // DIGEST_BYTES)):
            self._value = costs.add(hmac_sha1(self._key, self._value))
            blocks.append(self._value)
        self._update(costs, additional)
        self._requests += 1
        return costs.result(b"".join(blocks)[:count])

    def _seed(self, material: bytes, name: str) -> Result[None]:
        _check_input(name, material)
        costs = Costs()
        self._update(costs, material)
        self._requests = 0
        return costs.result(None)

    def _update(self, costs: Costs, data: bytes) -> None:
        """Change key and value by data, so that outputs before cannot be computed from them (SP 800-90A, 10.1.2.2)."""
        for octet in (b"\x00", b"\x01") if data else (b"\x00",):
            self._key = costs.add(hmac_sha1(self._key, self._value + octet + data))
            self._value = costs.add(hmac_sha1(self._key, self._value))


def _at_least(name: str, given: bytes, least: int) -> bytes:
    given = octets(name, given)
    check_size(name, given, len(given) >= least, f"at least {least} bytes")
    return given


def _check_input(name: str, material: bytes) -> None:
    if len(material) > MAX_INPUT_BYTES:
        message = f"all inputs of a call must be at most {MAX_INPUT_BYTES} bytes, got {counted(len(material), 'byte')}"
        raise OperandError(message, name=name, value=len(material))
