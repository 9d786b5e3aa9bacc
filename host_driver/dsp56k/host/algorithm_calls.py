"""The call of an algorithm, by its name in `dsp56k.lib.algorithms`, by host software or on the card."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from dsp56k.emu.timeline import Time
from dsp56k.host.errors import HostError
from dsp56k.lib import drbg
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.ciphers import sha1
from dsp56k.lib.ciphers.tables import TableCipher
from dsp56k.lib.operands import octets
from dsp56k.lib.pkcs import pad_blocks, unpad_blocks
from dsp56k.system.suggestions import unknown
from dsp56k.system.text import counted

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Measured(Generic[Value]):
    """A result with its cost: CPU clocks, and picoseconds."""

    value: Value
    clocks: int
    time: Time


class Cost(Protocol):
    """CPU clocks and picoseconds of a call."""

    @property
    def clocks(self) -> int:
        """Clocks of the side that was called."""

    @property
    def time(self) -> Time:
        """Picoseconds."""


def in_sequence(value: Value, *calls: Cost) -> Measured[Value]:
    """Return a result with the total cost of the calls that it took."""
    return Measured(value, sum(call.clocks for call in calls), sum(call.time for call in calls))


def row_of(algorithm: str) -> Algorithm:
    """Return the declaration of an algorithm that a PC and a card can be called for.

    Raises:
        HostError: there is no such algorithm, or only a DSP has it.
    """
    row = ALGORITHMS.get(algorithm)
    if row is None or row.form is None:
        names = [each.name for each in ALGORITHMS.values() if each.form is not None]
        raise HostError(unknown("algorithm", algorithm, names), field="algorithm")
    return row


def octets_of_sizes(field: str, given: bytes, sizes: Sequence[int]) -> bytes:
    """Return bytes whose number is one of `sizes`.

    Raises:
        HostError: there is another number of bytes.
    """
    given = octets(field, given)
    if len(given) not in sizes:
        *others, last = map(str, sizes)
        permitted = " or ".join(filter(None, (", ".join(others), last)))
        raise HostError(f"{field} must be {permitted} bytes, got {counted(len(given), 'byte')}", field=field)
    return given


def whole_blocks(data: bytes, block: int) -> bytes:
    """Return data of whole blocks of `block` bytes.

    Raises:
        HostError: the last block is incomplete or missing.
    """
    data = octets("data", data)
    if not data or len(data) % block:
        got = counted(len(data), "byte")
        raise HostError(f"data must be whole blocks of {block} bytes, at least one, got {got}", field="data")
    return data


def check_generator_seed(seed: bytes) -> bytes:
    """Return the seed of a generator.

    Raises:
        HostError: it has too few or too many bytes.
    """
    least, most = drbg.MIN_SEED_BYTES, drbg.CARD_SEED_BYTES
    seed = octets("seed", seed)
    if not least <= len(seed) <= most:
        raise HostError(f"seed must be {least} to {most} bytes, got {counted(len(seed), 'byte')}", field="seed")
    return seed


class AlgorithmCalls(ABC):
    """A side that computes algorithms: `call` does all of them, the other methods have the types of the paper's."""

    @abstractmethod
    def call(self, algorithm: str, *arguments: Any, chip: bool = False) -> Measured[Any]:
        """Return the result of an algorithm.

        Args:
            algorithm: its name in `dsp56k.lib.algorithms`.
            arguments: those of its form (`dsp56k.lib.algorithm.Form`). The key of the forms `blocks`, `keyed-blocks`,
                `code` and `tables` is None for a loaded one; otherwise its schedule or tables are part of the call.
            chip: whether the card's DES chip does the work.

        Raises:
            HostError: an unknown algorithm, a wrong operand, or no loaded key.
        """

    @abstractmethod
    def load_des_key(self, key: bytes, *, chip: bool = False) -> Measured[None]:
        """Load a DES key of 8 bytes, for calls whose key is None."""

    @abstractmethod
    def load_block_key(self, algorithm: str, key: bytes) -> Measured[None]:
        """Load a key of AES, 16, 24 or 32 bytes, or of triple DES, 24 bytes, for calls whose key is None."""

    @abstractmethod
    def load_cipher(self, cipher: TableCipher, key: bytes) -> Measured[None]:
        """Load the tables of a key, which are computed outside of the side's time, to encrypt."""

    @abstractmethod
    def load_cipher_basis(self, cipher: TableCipher) -> None:
        """Load the common tables of all keys of a cipher, for calls of `new_cipher_key`."""

    @abstractmethod
    def new_cipher_key(self, cipher: TableCipher, key: bytes) -> Measured[None]:
        """Load a key to encrypt, after `load_cipher_basis`."""

    @abstractmethod
    def cipher_encrypt(self, cipher: TableCipher, data: bytes) -> Measured[bytes]:
        """Encrypt with a cipher whose tables are loaded."""

    def load_key(self, algorithm: str, key: bytes, *, chip: bool = False) -> Measured[None]:
        """Load a key for calls of an algorithm without one."""
        row = row_of(algorithm)
        if row.form == "keyed-blocks":
            return self.load_block_key(algorithm, key)
        return self.load_des_key(key, chip=chip) if row.tables is None else self.load_cipher(row.tables, key)

    def prepare_keys(self, algorithm: str) -> None:
        """Load or make the common tables of all keys, if the algorithm has them, before a call with a key.

        AES makes them with a key of zeros, which replaces the loaded key.
        """
        row = row_of(algorithm)
        if row.form == "keyed-blocks":
            self.load_block_key(algorithm, bytes(row.key_bytes[0]))
        if row.tables is not None and row.tables.basis is not None:
            self.load_cipher_basis(row.tables)

    @staticmethod
    def _checked_blocks(row: Algorithm, key: bytes | None, iv_and_data: Sequence[bytes]) -> tuple[bytes, bytes, bytes]:
        """Return key, IV and data of a call of the form `keyed-blocks`; a missing key or IV is empty."""
        *ivs, data = iv_and_data
        given = b"" if key is None else octets_of_sizes("key", key, row.key_bytes)
        iv = b"".join(octets_of_sizes("iv", each, (row.block,)) for each in ivs)
        return given, iv, whole_blocks(data, row.block)

    def _with_tables(self, row: Algorithm, key: bytes | None, data: bytes) -> Measured[bytes]:
        cipher = row.tables
        assert cipher is not None
        if key is None:
            return self.cipher_encrypt(cipher, data)
        load = (self.load_cipher if cipher.basis is None else self.new_cipher_key)(cipher, key)
        done = self.cipher_encrypt(cipher, data)
        return Measured(done.value, load.clocks + done.clocks, load.time + done.time)

    def des_ecb_encrypt(self, key: bytes | None, data: bytes, *, chip: bool = False) -> Measured[bytes]:
        """Encrypt in DES-ECB; `data` in whole blocks of 8 bytes, with the loaded key if `key` is None."""
        return self.call("des_ecb_encrypt", key, data, chip=chip)

    def des_ecb_decrypt(self, key: bytes | None, data: bytes, *, chip: bool = False) -> Measured[bytes]:
        """Decrypt, as `des_ecb_encrypt` encrypts."""
        return self.call("des_ecb_decrypt", key, data, chip=chip)

    def des_cbc_encrypt(
        self, key: bytes | None, iv: bytes, data: bytes, *, chip: bool = False, padded: bool = False
    ) -> Measured[bytes]:
        """Encrypt in DES-CBC, as `des_ecb_encrypt`; `iv` is the initial vector, 8 bytes.

        With `padded`, data can have any length: 1 to 8 bytes are added, each of which is their number (RFC 1423, 1.1).
        """
        return self.call("des_cbc_encrypt", key, iv, pad_blocks(data, 8) if padded else data, chip=chip)

    def des_cbc_decrypt(
        self, key: bytes | None, iv: bytes, data: bytes, *, chip: bool = False, padded: bool = False
    ) -> Measured[bytes]:
        """Decrypt, as `des_cbc_encrypt` encrypts; wrong padding raises OperandError."""
        done = self.call("des_cbc_decrypt", key, iv, data, chip=chip)
        return Measured(unpad_blocks(done.value, 8), done.clocks, done.time) if padded else done

    def aes_ecb_encrypt(self, key: bytes | None, data: bytes) -> Measured[bytes]:
        """Encrypt in AES-ECB with a key of 16, 24 or 32 bytes, or the loaded one; `data` in whole blocks of 16 bytes.

        A card needs the commands of `image(commands="aes")`.
        """
        return self.call("aes_ecb_encrypt", key, data)

    def aes_ecb_decrypt(self, key: bytes | None, data: bytes) -> Measured[bytes]:
        """Decrypt, as `aes_ecb_encrypt` encrypts."""
        return self.call("aes_ecb_decrypt", key, data)

    def aes_cbc_encrypt(self, key: bytes | None, iv: bytes, data: bytes, *, padded: bool = False) -> Measured[bytes]:
        """Encrypt in AES-CBC, as `aes_ecb_encrypt`; `iv` is the initial vector, 16 bytes.

        With `padded`, data can have any length: 1 to 16 bytes are added, each of which is their number (RFC 5652, 6.3).
        """
        return self.call("aes_cbc_encrypt", key, iv, pad_blocks(data, 16) if padded else data)

    def aes_cbc_decrypt(self, key: bytes | None, iv: bytes, data: bytes, *, padded: bool = False) -> Measured[bytes]:
        """Decrypt, as `aes_cbc_encrypt` encrypts; wrong padding raises OperandError."""
        done = self.call("aes_cbc_decrypt", key, iv, data)
        return Measured(unpad_blocks(done.value, 16), done.clocks, done.time) if padded else done

    def des_mac(self, key: bytes | None, data: bytes, size: int = 4) -> Measured[bytes]:
        """Return the data authentication code of FIPS 113, `size` bytes: 2 to 8, by default the 4 of ANSI X9.9.

        It is the start of the last block of a DES-CBC encryption from zeros; zeros fill up the last block of `data`,
        which must not be empty.
        """
        return self.call("des_mac", key, data, size)

    def md2(self, data: bytes) -> Measured[bytes]:
        """Return the MD2 digest, 16 bytes."""
        return self.call("md2", data)

    def md4(self, data: bytes) -> Measured[bytes]:
        """Return the MD4 digest, 16 bytes."""
        return self.call("md4", data)

    def md5(self, data: bytes) -> Measured[bytes]:
        """Return the MD5 digest, 16 bytes; a card needs the commands of `image(commands="ciphers")`."""
        return self.call("md5", data)

    def sha1(self, data: bytes) -> Measured[bytes]:
        """Return the SHA-1 digest, 20 bytes; a card needs the commands of `image(commands="signatures")`."""
        return self.call("sha1", data)

    def hmac_sha1(self, key: bytes, data: bytes) -> Measured[bytes]:
        """Return the HMAC-SHA-1 of `data`, 20 bytes; a card needs `image(commands="signatures")`.

        A key of more than 64 bytes is digested first, which is part of the call.
        """
        return self.call("hmac_sha1", key, data)

    def _short_key(self, key: bytes) -> Measured[bytes]:
        """Return the key of an HMAC, or its digest if it is longer than a block."""
        key = octets("key", key)
        return Measured(key, 0, 0) if len(key) <= sha1.BLOCK_BYTES else self.sha1(key)

    def rc4(self, key: bytes, data: bytes) -> Measured[bytes]:
        """Apply RC4 to `data` with a key of 1 to 256 bytes; a card needs `image(commands="ciphers")`."""
        return self.call("rc4", key, data)
