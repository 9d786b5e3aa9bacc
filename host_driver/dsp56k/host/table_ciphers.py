"""Ciphers whose tables are loaded into the card, by the commands of `image(commands="table_ciphers")`."""

from __future__ import annotations

from dsp56k.host.algorithm_calls import Measured, in_sequence
from dsp56k.host.driver_calls import DriverCalls
from dsp56k.host.errors import HostError
from dsp56k.lib.ciphers.tables import LOAD_CLOCKS, LOAD_STARTS, LOAD_TABLES, LOAD_WORDS, TableCipher, Tables
from dsp56k.lib.operands import octets


class CardTableCiphers:
    """Calls of the driver with the tables of one cipher at a time."""

    def __init__(self, calls: DriverCalls) -> None:
        self._calls = calls
        self._cipher: tuple[str, Tables, bool] | None = None
        """The cipher whose tables are loaded, the tables, and whether they decrypt."""

    def load(self, cipher: TableCipher, key: bytes, *, back: bool = False) -> Measured[None]:
        """Compute the tables of a key outside the PC, and load them to encrypt or, with `back`, to decrypt.

        These are commands of `image(commands="table_ciphers")`, which have the tables of one cipher at a time.
        """
        tables = cipher.tables(octets("key", key))
        loads = [self._load_tables(tables)]
        if cipher.each is None and tables.starts:
            starts = tables.starts_back if back else tables.starts
            loads.append(self._calls.job(None, b"", LOAD_STARTS, starts, clocks=LOAD_CLOCKS))
        self._cipher = cipher.name, tables, back
        return in_sequence(None, *loads)

    def load_basis(self, cipher: TableCipher) -> None:
        """Load the common tables of all keys of a cipher, if it has them, for calls of `load_new_key`."""
        self._load_tables(cipher.shared())

    def load_new_key(self, cipher: TableCipher, key: bytes) -> Measured[None]:
        """Load a key to encrypt, after `load_basis`.

        The DSP computes Blowfish's tables; Khafre's words are loaded.
        """
        opcode, given, clocks = cipher.key_command(octets("key", key))
        self._cipher = None
        load = self._calls.job(None, b"", opcode, given, clocks=clocks)
        self._cipher = cipher.name, cipher.tables(key), False
        return in_sequence(None, load)

    def _load_tables(self, tables: Tables) -> Measured[bytes]:
        self._cipher = None  # until they are complete
        return self._calls.job(LOAD_TABLES, tables.head, LOAD_WORDS, tables.card, clocks=LOAD_CLOCKS)

    def encrypt(self, cipher: TableCipher, data: bytes) -> Measured[bytes]:
        """Encrypt with a cipher of `dsp56k.lib.ciphers.tables` whose tables are loaded.

        Raises:
            HostError: they are not, or data of a wrong length.
            FirmwareError: the card has lost them.
        """
        return self._table_cipher(cipher, data, back=False)

    def decrypt(self, cipher: TableCipher, data: bytes) -> Measured[bytes]:
        """Decrypt, as `encrypt` encrypts."""
        return self._table_cipher(cipher, data, back=True)

    def _table_cipher(self, cipher: TableCipher, data: bytes, *, back: bool) -> Measured[bytes]:
        data, loaded = octets("data", data), self._cipher
        if loaded is None or loaded[0] != cipher.name or (loaded[2] != back and loaded[1].starts_back):
            raise HostError(f"no tables of {cipher.name} for this are loaded", field="key")
        if len(data) % cipher.block:
            raise HostError(f"{len(data)} bytes: must be whole blocks of {cipher.block}", field="data")
        starts = cipher.starts(loaded[1], len(data))
        if cipher.each is not None and len(data) > cipher.each[1] * (len(loaded[1].starts) // cipher.each[0]):
            raise HostError(f"{len(data)} bytes: more than what {cipher.name} has words for", field="data")
        setup = LOAD_STARTS if starts else None
        return self._calls.job(setup, starts, cipher.opcodes[back], data, clocks=cipher.clocks)
