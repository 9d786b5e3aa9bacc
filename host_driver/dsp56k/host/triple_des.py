"""Triple DES with keys that come encrypted under a master key, by the commands of `image(commands="wrapped_keys")`.

The card decrypts a wrapped key, and no command returns it. A program can still read the key through the window.
"""

from __future__ import annotations

from dsp56k.host.algorithm_calls import Measured, octets_of_sizes, whole_blocks
from dsp56k.host.driver_calls import DriverCalls
from dsp56k.host.errors import KeyParityError
from dsp56k.lib.ciphers import des


class WrappedKeys(DriverCalls):
    """Calls of the driver with a wrapped key of DES or triple DES."""

    def load_master_key(self, key: bytes) -> Measured[None]:
        """Load the master key of triple DES, 16 or 24 bytes, which stays in the card until the next one."""
        return self._load(des.MASTER_KEY, octets_of_sizes("key", key, des.TRIPLE_KEY_BYTES))

    def load_wrapped_key(self, wrapped: bytes) -> Measured[None]:
        """Load a key that `dsp56k.lib.ciphers.des.wrap_key` has encrypted, for `des3_cbc_encrypt` and its inverse.

        A key of 8 bytes is used three times, with which triple DES is DES.

        Raises:
            KeyParityError: the decrypted key has a byte of even parity: this or the master key is wrong. No key is
                loaded.
            FirmwareError: no master key is loaded.
        """
        return self._unwrap(des.UNWRAP_KEY, octets_of_sizes("wrapped", wrapped, des.WRAPPED_KEY_BYTES))

    def _unwrap(self, opcode: int, wrapped: bytes) -> Measured[None]:
        try:
            return self._load(opcode, wrapped)
        except KeyParityError as error:
            detail = "a byte of the decrypted key has even parity: the wrapped or the master key is wrong"
            raise KeyParityError(f"load a wrapped key: {detail}", **error.fields | {"detail": detail}) from None

    def des3_cbc_encrypt(self, iv: bytes, data: bytes) -> Measured[bytes]:
        """Encrypt in triple DES-CBC with the loaded key; `data` in whole blocks of 8 bytes."""
        return self._chained(des.DES3_CBC_ENCRYPT, iv, data)

    def des3_cbc_decrypt(self, iv: bytes, data: bytes) -> Measured[bytes]:
        """Decrypt, as `des3_cbc_encrypt` encrypts."""
        return self._chained(des.DES3_CBC_DECRYPT, iv, data)

    def _chained(self, opcode: int, iv: bytes, data: bytes) -> Measured[bytes]:
        iv, data = octets_of_sizes("iv", iv, (des.BLOCK_BYTES,)), whole_blocks(data, des.BLOCK_BYTES)
        return self.job(des.CHAIN_IV, iv, opcode, data, clocks=des.DES3_CLOCKS)

    def _load(self, opcode: int, key: bytes) -> Measured[None]:
        load = self.job(None, b"", opcode, key, clocks=des.DES3_CLOCKS)
        return Measured(None, load.clocks, load.time)
