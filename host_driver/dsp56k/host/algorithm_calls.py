"""The call of an algorithm, by its name in `dsp56k.lib.algorithms`, by host software or on the card."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from inspect import signature
from typing import Any, Generic, Protocol, TypeVar

from dsp56k.emu.timeline import Time
from dsp56k.host.errors import HostError
from dsp56k.lib import drbg
from dsp56k.lib.algorithm import Algorithm, Form, UserCommands
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.ciphers import sha1
from dsp56k.lib.ciphers.tables import TableCipher
from dsp56k.lib.operands import octets
from dsp56k.lib.pkcs import pad_blocks, unpad_blocks
from dsp56k.system.properties import RenamedAttribute
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


def commands_of(row: Algorithm) -> UserCommands:
    """Return the user's commands of an algorithm whose form needs them."""
    assert row.user_commands is not None
    return row.user_commands


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


class TableCiphers(Protocol):
    """The ciphers whose tables follow from a key: Blowfish, Khufu, Khafre and SEAL."""

    def load(self, cipher: TableCipher, key: bytes) -> Measured[None]:
        """Load the tables of a key, which are computed outside of the side's time, to encrypt."""

    def load_basis(self, cipher: TableCipher) -> None:
        """Load the common tables of all keys of a cipher, for calls of `load_new_key`."""

    def load_new_key(self, cipher: TableCipher, key: bytes) -> Measured[None]:
        """Load a key to encrypt, after `load_basis`: the side computes Blowfish's tables; Khafre's words are loaded."""

    def encrypt(self, cipher: TableCipher, data: bytes) -> Measured[bytes]:
        """Encrypt with a cipher whose tables are loaded.

        Raises:
            HostError: they are not, or data has a wrong length.
        """


FormCalls = Mapping[Form | None, Callable[..., Measured[Any]]]
"""Functions by the form of their arguments, after the algorithm."""


class AlgorithmCalls(ABC):
    """A side that computes the algorithms of `dsp56k.lib.algorithms`, by their names."""

    table_ciphers: TableCiphers

    def call(
        self, algorithm: str, *arguments: Any, chip: bool = False, padded: bool = False, **operands: Any
    ) -> Measured[Any]:
        """Return the result of an algorithm.

        Args:
            algorithm: its name in `dsp56k.lib.algorithms`. A card needs a firmware with its `commands`.
            arguments: those of its form (`dsp56k.lib.algorithm.Form`). The key of the forms `blocks`, `keyed-blocks`,
                `code` and `tables` is None for a loaded one; otherwise its schedule or tables are part of the call.
            chip: True if the card's DES chip does the work.
            padded: True if data of a cipher in blocks may have any length. One byte to a whole block is added, and each
                is the number of added bytes (RFC 1423, 1.1; RFC 5652, 6.3).
            operands: those of the form by name: `key`, `iv` or `data`, and the optional `size`, `request` or
                `undone_by`.

        Raises:
            HostError: an unknown algorithm, a wrong operand, or no loaded key.
            OperandError: wrong padding of deciphered data.
            TypeError: an operand is missing, unknown or one too many.
        """
        row = _row_on(algorithm, chip=chip)
        call = self._forms(chip=chip)[row.form]
        if row.form not in ("blocks", "keyed-blocks"):
            if padded:
                raise HostError(f"{row.title} has no padding", field="padded")
            return _with_operands(row, partial(call, row), *arguments, **operands)
        in_order = _cbc_operands if "_cbc_" in row.name else _ecb_operands
        *before, data = _with_operands(row, in_order, *arguments, **operands)
        if padded and row.name.endswith("decrypt"):
            done = call(row, *before, data)
            return replace(done, value=unpad_blocks(done.value, row.block))
        return call(row, *before, pad_blocks(data, row.block) if padded else data)

    def load_key(self, algorithm: str, key: bytes, *, chip: bool = False) -> Measured[None]:
        """Load a key for calls whose key is None: of DES, triple DES, AES, or a cipher with tables, to encrypt.

        A key of DES is loaded into the DES chip if `chip` is set. The first key of AES makes the tables of a card.
        """
        row = _row_on(algorithm, chip=chip)
        if not row.keyed:
            raise HostError(f"{row.title} has no key that can be loaded", field="algorithm")
        if row.tables is not None:
            return self.table_ciphers.load(row.tables, key)
        return self._load_block_key(row, key) if row.key_bytes else self._load_des_key(key, chip=chip)

    def prepare_keys(self, algorithm: str) -> None:
        """Load or make the common tables of all keys, if the algorithm has them, before a call with a key.

        AES makes them with a key of zeros, which replaces the loaded key.
        """
        row = row_of(algorithm)
        if row.key_bytes:
            self._load_block_key(row, bytes(row.key_bytes[0]))
        if row.tables is not None and row.tables.basis is not None:
            self.table_ciphers.load_basis(row.tables)

    @abstractmethod
    def _forms(self, *, chip: bool) -> FormCalls:
        """Return the functions of this side, or of its DES chip."""

    @abstractmethod
    def _load_des_key(self, key: bytes, *, chip: bool) -> Measured[None]:
        """Load a DES key of 8 bytes."""

    @abstractmethod
    def _load_block_key(self, row: Algorithm, key: bytes) -> Measured[None]:
        """Load a key of the form `keyed-blocks`."""

    @staticmethod
    def _checked_blocks(row: Algorithm, key: bytes | None, iv_and_data: Sequence[bytes]) -> tuple[bytes, bytes, bytes]:
        """Return key, IV and data of a call of the form `keyed-blocks`; a missing key or IV is empty."""
        *ivs, data = iv_and_data
        given = b"" if key is None else octets_of_sizes("key", key, row.key_bytes)
        iv = b"".join(octets_of_sizes("iv", each, (row.block,)) for each in ivs)
        return given, iv, whole_blocks(data, row.block)

    def _with_tables(self, row: Algorithm, key: bytes | None, data: bytes) -> Measured[bytes]:
        cipher, ciphers = row.tables, self.table_ciphers
        assert cipher is not None
        if key is None:
            return ciphers.encrypt(cipher, data)
        load = (ciphers.load if cipher.basis is None else ciphers.load_new_key)(cipher, key)
        done = ciphers.encrypt(cipher, data)
        return in_sequence(done.value, load, done)

    def _short_key(self, key: bytes) -> Measured[bytes]:
        """Return the key of an HMAC, or its digest, which is a part of the call, if it is longer than a block."""
        key = octets("key", key)
        return Measured(key, 0, 0) if len(key) <= sha1.BLOCK_BYTES else self.call("sha1", key)

    aes_cbc_decrypt = RenamedAttribute("call", "aes_cbc_decrypt")
    aes_cbc_encrypt = RenamedAttribute("call", "aes_cbc_encrypt")
    aes_ecb_decrypt = RenamedAttribute("call", "aes_ecb_decrypt")
    aes_ecb_encrypt = RenamedAttribute("call", "aes_ecb_encrypt")
    cipher_encrypt = RenamedAttribute("table_ciphers.encrypt")
    des_cbc_decrypt = RenamedAttribute("call", "des_cbc_decrypt")
    des_cbc_encrypt = RenamedAttribute("call", "des_cbc_encrypt")
    des_ecb_decrypt = RenamedAttribute("call", "des_ecb_decrypt")
    des_ecb_encrypt = RenamedAttribute("call", "des_ecb_encrypt")
    des_mac = RenamedAttribute("call", "des_mac")
    hmac_sha1 = RenamedAttribute("call", "hmac_sha1")
    load_block_key = RenamedAttribute("load_key")
    load_cipher = RenamedAttribute("table_ciphers.load")
    load_cipher_basis = RenamedAttribute("table_ciphers.load_basis")
    load_des_key = RenamedAttribute("load_key", "des_cbc_encrypt")
    md2 = RenamedAttribute("call", "md2")
    md4 = RenamedAttribute("call", "md4")
    md5 = RenamedAttribute("call", "md5")
    new_cipher_key = RenamedAttribute("table_ciphers.load_new_key")
    rc4 = RenamedAttribute("call", "rc4")
    rsa_crt = RenamedAttribute("call", "rsa_crt")
    rsa_power = RenamedAttribute("call", "rsa_public")
    sha1 = RenamedAttribute("call", "sha1")


def _with_operands(row: Algorithm, function: Callable[..., Value], *arguments: Any, **operands: Any) -> Value:
    """Return the result of a function for the operands of an algorithm.

    Raises:
        TypeError: the function takes others. Python's own message names a function of this package.
    """
    try:
        return function(*arguments, **operands)
    except TypeError:
        try:
            signature(function).bind(*arguments, **operands)
        except TypeError as error:
            raise TypeError(f"{row.name}: {error}") from None
        raise


def _ecb_operands(key: bytes | None, data: bytes) -> tuple[Any, ...]:
    """Return the operands of a cipher in the mode ECB in their order."""
    return key, data


def _cbc_operands(key: bytes | None, iv: bytes, data: bytes) -> tuple[Any, ...]:
    """Return the operands of a cipher in the mode CBC in their order; the driver would do ECB without an IV."""
    return key, iv, data


def _row_on(algorithm: str, *, chip: bool) -> Algorithm:
    """Return the declaration of an algorithm; raise HostError if `chip` is set and the DES chip does not have it."""
    row = row_of(algorithm)
    if chip and not row.has_chip:
        raise HostError(f"the DES chip does not do {row.title}", field="chip")
    return row
