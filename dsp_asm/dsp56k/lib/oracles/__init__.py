"""Correct results of the algorithms, by code that shares nothing with the library.

They come from hashlib, from pycryptodome, which the extra `card` installs, and from models in plain Python.
"""

from __future__ import annotations

import hashlib
import hmac

from dsp56k.lib.oracles.cipher_models import seal_model

__all__ = [
    "aes_cbc_decrypt",
    "aes_cbc_encrypt",
    "aes_ecb_decrypt",
    "aes_ecb_encrypt",
    "blowfish",
    "des3_cbc_decrypt",
    "des3_cbc_encrypt",
    "des_cbc_decrypt",
    "des_cbc_encrypt",
    "des_ecb_decrypt",
    "des_ecb_encrypt",
    "des_mac",
    "hmac_drbg",
    "hmac_sha1",
    "md2",
    "md4",
    "md5",
    "rc4",
    "seal",
    "sha1",
]

# pycryptodome is imported where it is used: the library works without it.


def des_ecb_encrypt(key: bytes, data: bytes) -> bytes:
    """Encrypt in the mode ECB."""
    from Crypto.Cipher import DES

    return DES.new(key, DES.MODE_ECB).encrypt(data)


def des_ecb_decrypt(key: bytes, data: bytes) -> bytes:
    """Decrypt in the mode ECB."""
    from Crypto.Cipher import DES

    return DES.new(key, DES.MODE_ECB).decrypt(data)


def des_cbc_encrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Encrypt in the mode CBC."""
    from Crypto.Cipher import DES

    return DES.new(key, DES.MODE_CBC, iv).encrypt(data)


def des_cbc_decrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Decrypt in the mode CBC."""
    from Crypto.Cipher import DES

    return DES.new(key, DES.MODE_CBC, iv).decrypt(data)


def des3_cbc_encrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Encrypt with triple DES in the mode CBC, with three keys one after the other."""
    from Crypto.Cipher import DES3

    return DES3.new(key, DES3.MODE_CBC, iv).encrypt(data)


def des3_cbc_decrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Decrypt, as `des3_cbc_encrypt` encrypts."""
    from Crypto.Cipher import DES3

    return DES3.new(key, DES3.MODE_CBC, iv).decrypt(data)


def des_mac(key: bytes, data: bytes, size: int = 4) -> bytes:
    """Return the code of FIPS 113: the start of the last CBC block, with an initial vector of zeros."""
    return des_cbc_encrypt(key, bytes(8), data + bytes(-len(data) % 8))[-8:][:size]


def md2(data: bytes) -> bytes:
    """Return the MD2 digest."""
    from Crypto.Hash.MD2 import MD2Hash

    return MD2Hash(data).digest()


def md4(data: bytes) -> bytes:
    """Return the MD4 digest."""
    from Crypto.Hash.MD4 import MD4Hash

    return MD4Hash(data).digest()


def md5(data: bytes) -> bytes:
    """Return the MD5 digest."""
    return hashlib.md5(data, usedforsecurity=False).digest()


def sha1(data: bytes) -> bytes:
    """Return the SHA-1 digest."""
    return hashlib.sha1(data, usedforsecurity=False).digest()


def hmac_sha1(key: bytes, data: bytes) -> bytes:
    """Return the HMAC with SHA-1."""
    return hmac.new(key, data, "sha1").digest()


def hmac_drbg(seed: bytes, size: int, request: int = 4096) -> bytes:
    """Return bytes of HMAC_DRBG with SHA-1 in requests of `request` bytes (SP 800-90A, 10.1.2)."""
    key, value = bytes(20), b"\x01" * 20

    def update(key: bytes, value: bytes, data: bytes = b"") -> tuple[bytes, bytes]:
        for octet in (b"\0", b"\1") if data else (b"\0",):
            key = hmac_sha1(key, value + octet + data)
            value = hmac_sha1(key, value)
        return key, value

    key, value = update(key, value, seed)
    made = b""
    while len(made) < size:
        end = min(len(made) + request, size)
        while len(made) < end:
            value = hmac_sha1(key, value)
            made += value
        made = made[:end]
        key, value = update(key, value)
    return made


def rc4(key: bytes, data: bytes) -> bytes:
    """Encrypt or decrypt with RC4."""
    from Crypto.Cipher import ARC4

    return ARC4.new(key).encrypt(data)


def aes_ecb_encrypt(key: bytes, data: bytes) -> bytes:
    """Encrypt with AES in the mode ECB."""
    from Crypto.Cipher import AES

    return AES.new(key, AES.MODE_ECB).encrypt(data)


def aes_ecb_decrypt(key: bytes, data: bytes) -> bytes:
    """Decrypt with AES in the mode ECB."""
    from Crypto.Cipher import AES

    return AES.new(key, AES.MODE_ECB).decrypt(data)


def aes_cbc_encrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Encrypt with AES in the mode CBC."""
    from Crypto.Cipher import AES

    return AES.new(key, AES.MODE_CBC, iv).encrypt(data)


def aes_cbc_decrypt(key: bytes, iv: bytes, data: bytes) -> bytes:
    """Decrypt with AES in the mode CBC."""
    from Crypto.Cipher import AES

    return AES.new(key, AES.MODE_CBC, iv).decrypt(data)


def blowfish(key: bytes, data: bytes) -> bytes:
    """Encrypt with Blowfish in the mode ECB."""
    from Crypto.Cipher import Blowfish

    return Blowfish.new(key, Blowfish.MODE_ECB).encrypt(data)


def seal(key: bytes, data: bytes, position: int = 0) -> bytes:
    """Encrypt or decrypt with SEAL; the data are whole parts of 1024 bytes."""
    stream = seal_model(key, position, -(-len(data) // 1024))
    return bytes(one ^ other for one, other in zip(data, stream, strict=False))
