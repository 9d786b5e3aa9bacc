"""The work of each operation: keys and data that depend only on a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from Crypto.Util.number import getPrime

from dsp56k.host.batched_jobs import DesOperation
from dsp56k.host.packets import Packet
from dsp56k.host.software import RsaKey
from dsp56k.system.properties import lazy_property

FACTOR_BITS = 256
PUBLIC_EXPONENT_BITS = 15
DIGIT_BITS = 24


@dataclass(frozen=True)
class Workload:
    """Keys and data that depend only on `seed`."""

    seed: int

    @lazy_property
    def des_key(self) -> bytes:
        """Return a DES key with odd parity, 8 bytes."""
        return bytes(_odd_parity(byte) for byte in self._random("des key").randbytes(8))

    @lazy_property
    def des_iv(self) -> bytes:
        """Return a DES initial vector, 8 bytes."""
        return self._random("des iv").randbytes(8)

    def cipher_key(self, size: int) -> bytes:
        """Return a key of `size` bytes for any other cipher."""
        return self._random(f"key {size}").randbytes(size)

    @lazy_property
    def rsa_key(self) -> RsaKey:
        """Return a 512-bit key with a public exponent of 15 bits, as in the paper's figure 1c."""
        source = self._random("rsa key")
        while True:
            p, q = (getPrime(FACTOR_BITS, source.randbytes) for _ in range(2))
            e = source.getrandbits(PUBLIC_EXPONENT_BITS) | 1 << PUBLIC_EXPONENT_BITS - 1 | 1
            phi = (p - 1) * (q - 1)
            if (p * q).bit_length() == 2 * FACTOR_BITS and p != q and phi % e:
                try:
                    return RsaKey(n=p * q, e=e, d=pow(e, -1, phi), p=p, q=q)
                except ValueError:
                    continue  # e shares a factor with phi: take the next primes

    def data(self, size: int) -> bytes:
        """Return `size` bytes of data."""
        return self._random(f"data {size}").randbytes(size)

    def short_operations(self, lengths: range, keys: int) -> Iterator[DesOperation]:
        """Yield DES-CBC operations without end, each with one of `keys` keys, and all else at random."""
        source = self._random(f"short operations of {lengths.start} to {lengths[-1]}")
        table = [bytes(_odd_parity(byte) for byte in source.randbytes(8)) for _ in range(keys)]
        while True:
            key, iv, decrypt = source.choice(table), source.randbytes(8), bool(source.getrandbits(1))
            yield DesOperation(key, iv, source.randbytes(source.choice(lengths)), decrypt=decrypt)

    def des_keys(self, count: int) -> Iterator[bytes]:
        """Yield `count` DES keys with odd parity."""
        source = self._random(f"{count} des keys")
        for _ in range(count):
            yield bytes(_odd_parity(byte) for byte in source.randbytes(8))

    def packets(self, sizes: Sequence[int]) -> list[Packet]:
        """Return packets of payloads of these sizes, with separate keys and all else at random."""
        source, keys = self._random(f"packets of {', '.join(map(str, sizes))}"), self.des_keys(2 * len(sizes))
        return [
            Packet(source.randbytes(size), next(keys), next(keys), source.randbytes(8), source.randbytes(8))
            for size in sizes
        ]

    def operands(self, count: int) -> list[int]:
        """Return `count` RSA operands below the modulus."""
        source = self._random("operands")
        return [source.randrange(self.rsa_key.n) for _ in range(count)]

    def _random(self, purpose: str) -> random.Random:
        # A generator for each purpose: a new job changes no other job's data.
        return random.Random(f"{self.seed}: {purpose}")


def _odd_parity(byte: int) -> int:
    return byte & 0xFE | ~(byte >> 1).bit_count() & 1
