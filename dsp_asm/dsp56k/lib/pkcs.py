"""PKCS #1 signatures and encryption (RFC 8017) with RSA and digests on the DSP56001, and the padding of PKCS #7.

Each function returns the cost of all its digests and of its RSA operation. Python only makes and checks blocks; it
checks those of a decryption without branches on their bytes, and refuses all wrong ones by the same error.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from hmac import compare_digest
from types import MappingProxyType

from dsp56k.lib.bignum.keygen import RsaPrivateKey
from dsp56k.lib.bignum.rsa import rsa_private, rsa_public
from dsp56k.lib.ciphers.digests import md2
from dsp56k.lib.ciphers.md5 import md5
from dsp56k.lib.ciphers.sha1 import DIGEST_BYTES, sha1
from dsp56k.lib.errors import OperandError
from dsp56k.lib.operands import check_range, check_size, octets, octets_of_size, require_int
from dsp56k.lib.pkcs_blocks import (
    OVERHEAD,
    check_message,
    checked_data,
    encrypted_message,
    encryption_block,
    first_after,
    message_of,
    modulus_bytes,
    signed_block,
)
from dsp56k.lib.result import Costs, Result
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import counted

DIGESTS: Mapping[str, Callable[[bytes], Result[bytes]]] = MappingProxyType({"md2": md2, "md5": md5, "sha1": sha1})
"""Digests of `sign` and `verify`."""
_OAEP_OVERHEAD = 2 * DIGEST_BYTES + 2
_TRAILER = 0xBC
_LAST_BLOCK_BYTES = 255


class _Work(Costs):
    """Operations whose costs are added."""

    def public(self, block: int, n: int, e: int) -> int:
        """Return the public operation."""
        return self.add(rsa_public(block, n=n, e=e))

    def private(self, block: bytes, key: RsaPrivateKey) -> bytes:
        """Return the private operation, whose result the DSP checks by the public exponent."""
        p, q, dp, dq, qinv = key.p, key.q, key.dp, key.dq, key.qinv
        result = rsa_private(int.from_bytes(block), p=p, q=q, dp=dp, dq=dq, qinv=qinv, check=key.e)
        return self.add(result).to_bytes(modulus_bytes(key.n))

    def mask(self, seed: bytes, data: bytes) -> bytes:
        """Return data xor the mask MGF1 of a seed, with SHA-1 (RFC 8017, B.2.1)."""
        counts = range(-(-len(data) // DIGEST_BYTES))
        mask = b"".join(self.add(sha1(seed + count.to_bytes(4))) for count in counts)
        return bytes(one ^ other for one, other in zip(data, mask, strict=False))


def sign(message: bytes, key: RsaPrivateKey, *, digest: str = "sha1") -> Result[bytes]:
    """Return the signature of a message, RSASSA-PKCS1-v1_5.

    Args:
        message: as the digest takes it.
        key: at least 46 bytes with SHA-1, 45 with MD5 and MD2.
        digest: one of `DIGESTS`.

    Raises:
        OperandError: no such digest, a message that is too long, a key that is too short or inconsistent.
        RoutineError: the signature is wrong, because the DSP made an error.
    """
    work = _Work()
    return work.result(work.private(_signed_block(work, message, key.n, digest), key))


def verify(message: bytes, signature: bytes, *, n: int, e: int, digest: str = "sha1") -> Result[bool]:
    """Return True if the signature of `sign` is that of the message and of the public key n, e.

    A signature of another length than n is refused before the key is used.

    Raises:
        OperandError: no such digest, a message that is too long, a key that is too short or out of range.
    """
    work = _Work()
    expected = _signed_block(work, message, n, digest)
    opened = _opened(work, signature, n, e)
    return work.result(opened is not None and compare_digest(expected, opened.to_bytes(len(expected))))


def encrypt(message: bytes, *, n: int, e: int, padding: bytes | None = None) -> Result[bytes]:
    """Encrypt a message for a public key, RSAES-PKCS1-v1_5.

    Args:
        message: at least 11 bytes shorter than n.
        n: the modulus.
        e: the public exponent.
        padding: bytes other than 0: as many as the bytes of n, less those of the message, less 3. None: random ones.

    Raises:
        OperandError: a message that is too long, wrong padding, a key out of range.
    """
    block = encryption_block(octets("message", message), n, padding)
    work = _Work()
    return work.result(work.public(int.from_bytes(block), n, e).to_bytes(len(block)))


def decrypt(data: bytes, key: RsaPrivateKey) -> Result[bytes]:
    """Return the message of `encrypt`.

    An attacker who learns which data are refused can decrypt others (Bleichenbacher's attack): continue with a random
    message after the error, or use OAEP.

    Raises:
        OperandError: not as many bytes as the modulus, a number above it; all wrong padding.
        RoutineError: the block is wrong, because the DSP made an error.
    """
    work = _Work()
    block = work.private(checked_data(data, key.n, OVERHEAD), key)
    return work.result(encrypted_message(block))


def sign_pss(message: bytes, key: RsaPrivateKey, *, salt: bytes | None = None) -> Result[bytes]:
    """Return the signature of a message, RSASSA-PSS with SHA-1 and MGF1.

    Args:
        message: at most 8,064 bytes.
        key: at least 42 bytes with a salt of 20.
        salt: any bytes; None: 20 random ones.

    Raises:
        OperandError: a message or a salt that is too long, an inconsistent key.
        RoutineError: the signature is wrong, because the DSP made an error.
    """
    work = _Work()
    salt = secrets.token_bytes(DIGEST_BYTES) if salt is None else octets("salt", salt)
    bits, size = _pss_size(key.n, "salt", len(salt))
    code = _pss_code(work, message, salt)
    data = b"\x01".rjust(size - len(salt) - DIGEST_BYTES - 1, b"\0") + salt
    masked = bytearray(work.mask(code, data))
    masked[0] &= 0xFF >> 8 * size - bits
    return work.result(work.private(bytes(masked) + code + bytes((_TRAILER,)), key))


def verify_pss(message: bytes, signature: bytes, *, n: int, e: int, salt_bytes: int = DIGEST_BYTES) -> Result[bool]:
    """Return True if the signature of `sign_pss`, with a salt of this length, is that of the message and the key.

    A signature of another length than n is refused before the key is used.

    Raises:
        OperandError: a message that is too long, a salt that does not fit, a key out of range.
    """
    work = _Work()
    salt_bytes = require_int("salt_bytes", salt_bytes)
    bits, size = _pss_size(n, "salt_bytes", salt_bytes)
    opened = _opened(work, signature, n, e)
    if opened is None or opened >> bits or opened & 0xFF != _TRAILER:
        return work.result(False)
    block = opened.to_bytes(size)[:-1]
    masked, code = block[:-DIGEST_BYTES], block[-DIGEST_BYTES:]
    data = bytearray(work.mask(code, masked))
    data[0] &= 0xFF >> 8 * size - bits
    head, salt = data[: len(data) - salt_bytes], bytes(data[len(data) - salt_bytes :])
    right = compare_digest(bytes(head), b"\x01".rjust(len(head), b"\0"))
    return work.result(right & compare_digest(_pss_code(work, message, salt), code))


def encrypt_oaep(message: bytes, *, n: int, e: int, label: bytes = b"", seed: bytes | None = None) -> Result[bytes]:
    """Encrypt a message for a public key, RSAES-OAEP with SHA-1 and MGF1.

    Args:
        message: at least 42 bytes shorter than n.
        n: the modulus.
        e: the public exponent.
        label: bytes that `decrypt_oaep` must receive, too.
        seed: 20 bytes; None: random ones.

    Raises:
        OperandError: a message that is too long, another size of the seed, a key out of range.
    """
    message, size = octets("message", message), modulus_bytes(n)
    check_message(message, size, _OAEP_OVERHEAD)
    seed = secrets.token_bytes(DIGEST_BYTES) if seed is None else octets_of_size("seed", seed, DIGEST_BYTES)
    work = _Work()
    content = work.add(sha1(octets("label", label))) + (b"\x01" + message).rjust(size - 2 * DIGEST_BYTES - 1, b"\0")
    masked = work.mask(seed, content)
    block = work.mask(masked, seed) + masked
    return work.result(work.public(int.from_bytes(block), n, e).to_bytes(size))


def decrypt_oaep(data: bytes, key: RsaPrivateKey, *, label: bytes = b"") -> Result[bytes]:
    """Return the message of `encrypt_oaep`.

    Raises:
        OperandError: not as many bytes as the modulus, a number above it; all wrong padding, or another label.
        RoutineError: the block is wrong, because the DSP made an error.
    """
    work = _Work()
    block = work.private(checked_data(data, key.n, _OAEP_OVERHEAD), key)
    masked = block[DIGEST_BYTES + 1 :]
    content = work.mask(work.mask(masked, block[1 : DIGEST_BYTES + 1]), masked)
    right = compare_digest(content[:DIGEST_BYTES], work.add(sha1(octets("label", label))))
    end = first_after(content, DIGEST_BYTES, 1)
    wrong = block[0] | (not right) | (end == len(content))
    for place, byte in enumerate(content):
        wrong |= byte * (DIGEST_BYTES <= place < end)
    return work.result(message_of(content, end + 1, wrong))


def pad_blocks(data: bytes, block_bytes: int) -> bytes:
    """Return data with 1 to `block_bytes` bytes of padding behind it, for CBC and ECB (RFC 5652, 6.3).

    Raises:
        OperandError: a size that is not 1 to 255.
    """
    data, size = octets("data", data), _block_size(block_bytes)
    count = size - len(data) % size
    return data + bytes((count,)) * count


def unpad_blocks(data: bytes, block_bytes: int) -> bytes:
    """Return data without the padding of `pad_blocks`.

    Raises:
        OperandError: a size that is not 1 to 255, no whole blocks; all wrong padding.
    """
    data, size = octets("data", data), _block_size(block_bytes)
    check_size("data", data, bool(data) and len(data) % size == 0, f"whole blocks of {size} bytes, at least one")
    count = data[-1]
    wrong = int(count == 0) | (count > size)
    for place, byte in enumerate(reversed(data[-size:])):
        wrong |= (byte ^ count) * (place < count)
    return message_of(data, 0, wrong)[: len(data) - count]


def _block_size(block_bytes: int) -> int:
    size = require_int("block_bytes", block_bytes)
    check_range("block_bytes", size, 1, _LAST_BLOCK_BYTES)
    return size


def _signed_block(work: _Work, message: bytes, n: int, digest: str) -> bytes:
    if digest not in DIGESTS:
        raise OperandError(unknown("digest", digest, DIGESTS), name="digest", value=digest)
    return signed_block(work.add(DIGESTS[digest](octets("message", message))), n, digest)


def _opened(work: _Work, signature: bytes, n: int, e: int) -> int | None:
    """Return the block of a signature; None if it has the wrong length or is not below n."""
    signature = octets("signature", signature)
    number = int.from_bytes(signature)
    return work.public(number, n, e) if len(signature) == modulus_bytes(n) and number < n else None


def _pss_size(n: int, name: str, salt_bytes: int) -> tuple[int, int]:
    """Return bits and bytes of a block, which is a bit shorter than the modulus; `name` is that of the salt."""
    bits = require_int("n", n).bit_length() - 1
    size = -(-bits // 8)
    most = size - DIGEST_BYTES - 2
    if most < 0:
        raise OperandError(f"n must have at least {8 * DIGEST_BYTES + 10} bits, got {bits + 1}", name="n", value=n)
    if not 0 <= salt_bytes <= most:
        message = f"{name} must be 0 to {counted(most, 'byte')} for this key, got {counted(salt_bytes, 'byte')}"
        raise OperandError(message, name=name, value=salt_bytes)
    return bits, size


def _pss_code(work: _Work, message: bytes, salt: bytes) -> bytes:
    digest = work.add(sha1(octets("message", message)))
    return work.add(sha1(bytes(8) + digest + salt))
