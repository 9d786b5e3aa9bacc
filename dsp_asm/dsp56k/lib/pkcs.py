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
from dsp56k.lib.result import Costs, Result
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import counted

DIGESTS: Mapping[str, tuple[Callable[[bytes], Result[bytes]], bytes]] = MappingProxyType(
    {
        "md2": (md2, bytes.fromhex("3020300c06082a864886f70d020205000410")),
        "md5": (md5, bytes.fromhex("3020300c06082a864886f70d020505000410")),
        "sha1": (sha1, bytes.fromhex("3021300906052b0e03021a05000414")),
    }
)
"""Digests of `sign` and `verify`: function and DigestInfo (RFC 8017, 9.2)."""
_OVERHEAD = 11
"""Bytes of a block of version 1.5 without its contents: 0, the type, at least eight bytes of padding, 0."""
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
        return self.add(result).to_bytes(_length(key.n))

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
        padding: 11 bytes less than n less message, and 8 more, none of them 0; None: random ones.

    Raises:
        OperandError: a message that is too long, wrong padding, a key out of range.
    """
    message, size = octets("message", message), _length(n)
    _check_message(message, size, _OVERHEAD)
    count = size - len(message) - 3
    given = bytes(1 + secrets.randbelow(255) for _ in range(count)) if padding is None else octets("padding", padding)
    if len(given) != count or 0 in given:
        got = f"{counted(len(given), 'byte')}{', of which one is 0' * (0 in given)}"
        text = f"padding must be {counted(count, 'byte')} from 1 to 255, got {got}"
        raise OperandError(text, name="padding", value=given)
    work = _Work()
    block = b"\x00\x02" + given + b"\x00" + message
    return work.result(work.public(int.from_bytes(block), n, e).to_bytes(size))


def decrypt(data: bytes, key: RsaPrivateKey) -> Result[bytes]:
    """Return the message of `encrypt`.

    An attacker who learns which data are refused can decrypt others (Bleichenbacher's attack): continue with a random
    message after the error, or use OAEP.

    Raises:
        OperandError: not as many bytes as the modulus, a number above it; all wrong padding.
        RoutineError: the block is wrong, because the DSP made an error.
    """
    work = _Work()
    block = work.private(_checked_data(data, key, _OVERHEAD), key)
    wrong, end = block[0] | block[1] ^ 2, _first_after(block, 2, 0)
    return work.result(_message_of(block, end + 1, wrong | _is_less(end, _OVERHEAD - 1)))


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
        label: bytes that `decrypt_oaep` must be given, too.
        seed: 20 bytes; None: random ones.

    Raises:
        OperandError: a message that is too long, another size of the seed, a key out of range.
    """
    message, size = octets("message", message), _length(n)
    _check_message(message, size, _OAEP_OVERHEAD)
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
    block = work.private(_checked_data(data, key, _OAEP_OVERHEAD), key)
    masked = block[DIGEST_BYTES + 1 :]
    content = work.mask(work.mask(masked, block[1 : DIGEST_BYTES + 1]), masked)
    right = compare_digest(content[:DIGEST_BYTES], work.add(sha1(octets("label", label))))
    end = _first_after(content, DIGEST_BYTES, 1)
    wrong = block[0] | (not right) | (end == len(content))
    for place, byte in enumerate(content):
        wrong |= byte * (DIGEST_BYTES <= place < end)
    return work.result(_message_of(content, end + 1, wrong))


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
    return _message_of(data, 0, wrong)[: len(data) - count]


def _block_size(block_bytes: int) -> int:
    size = require_int("block_bytes", block_bytes)
    check_range("block_bytes", size, 1, _LAST_BLOCK_BYTES)
    return size


def _length(n: int) -> int:
    """Return the bytes of a modulus."""
    return -(-require_int("n", n).bit_length() // 8)


def _signed_block(work: _Work, message: bytes, n: int, digest: str) -> bytes:
    if digest not in DIGESTS:
        raise OperandError(unknown("digest", digest, DIGESTS), name="digest", value=digest)
    function, info = DIGESTS[digest]
    content = info + work.add(function(octets("message", message)))
    size = _length(n)
    if size < len(content) + _OVERHEAD:
        wanted = f"at least {len(content) + _OVERHEAD} bytes for {digest}"
        raise OperandError(f"n must be {wanted}, got {counted(size, 'byte')}", name="n", value=n)
    return b"\x00\x01" + b"\xff" * (size - len(content) - 3) + b"\x00" + content


def _opened(work: _Work, signature: bytes, n: int, e: int) -> int | None:
    """Return the block of a signature; None if it has the wrong length or is not below n."""
    signature = octets("signature", signature)
    number = int.from_bytes(signature)
    return work.public(number, n, e) if len(signature) == _length(n) and number < n else None


def _check_message(message: bytes, size: int, overhead: int) -> None:
    _check_size("n", size, overhead)
    if len(message) > size - overhead:
        most = counted(size - overhead, "byte")
        text = f"message must be at most {most} for this key, got {counted(len(message), 'byte')}"
        raise OperandError(text, name="message", value=len(message))


def _check_size(name: str, size: int, overhead: int) -> None:
    if size < overhead:
        text = f"{name} must be at least {overhead} bytes, got {counted(size, 'byte')}"
        raise OperandError(text, name=name, value=size)


def _checked_data(data: bytes, key: RsaPrivateKey, overhead: int) -> bytes:
    data, size = octets("data", data), _length(key.n)
    _check_size("key", size, overhead)
    if len(data) != size or int.from_bytes(data) >= key.n:
        message = f"data must be {size} bytes, a number below n, got {counted(len(data), 'byte')}"
        raise OperandError(message, name="data", value=data)
    return data


def _first_after(block: bytes, start: int, value: int) -> int:
    """Return the index of the first byte `value` from `start` on, or the length; every byte is read."""
    index, seen = len(block), 0
    for place in range(start, len(block)):
        equal = _is_less(block[place] ^ value, 1)
        index += (place - index) * (equal & 1 - seen)
        seen |= equal
    return index


def _is_less(one: int, other: int) -> int:
    return one - other >> 63 & 1


def _message_of(block: bytes, start: int, wrong: int) -> bytes:
    """Return the end of a block, if nothing is wrong: the only error of padding."""
    if wrong or start > len(block):
        raise OperandError("cannot decrypt data: the padding is wrong", name="data", value=None)
    return block[start:]


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
