"""Triple DES with keys that come encrypted under a master key, by the commands of `image(commands="wrapped_keys")`.

The card decrypts a wrapped key, and no command returns it. A program can still read the key through the window.
"""

from __future__ import annotations

from dsp56k.host.algorithm_calls import Measured, in_sequence, octets_of_sizes
from dsp56k.host.driver_calls import DriverCalls
from dsp56k.host.errors import KeyParityError
from dsp56k.lib.ciphers import des

_PLACEHOLDER_KEY = b"\1" * des.BLOCK_BYTES
"""A key of odd parity."""


class WrappedKeys:
    """Calls of the driver with a wrapped key of DES or triple DES."""

    def __init__(self, calls: DriverCalls) -> None:
        self._calls = calls

    def load_master(self, key: bytes) -> Measured[None]:
        """Load the master key of triple DES, 16 or 24 bytes, which stays in the card until the next one."""
        return self._load(des.MASTER_KEY, octets_of_sizes("key", key, des.TRIPLE_KEY_BYTES))

    def load(self, wrapped: bytes) -> Measured[None]:
        """Load a key that `dsp56k.lib.ciphers.des.wrap_key` has encrypted, for triple DES without a key.

        A key of 8 bytes is used three times, with which triple DES is DES.

        Raises:
            KeyParityError: the decrypted key has a byte of even parity: this or the master key is wrong. No key is
                loaded.
            FirmwareError: no master key is loaded.
        """
        return self._unwrap(des.UNWRAP_KEY, octets_of_sizes("wrapped", wrapped, des.WRAPPED_KEY_BYTES))

    def load_des(self, wrapped: bytes, *, chip: bool = False) -> Measured[None]:
        """Load a key of 8 bytes under the master key into the DSP or the DES chip, for DES without a key.

        A key of triple DES is lost.

        Raises:
            KeyParityError: as `load`.
            FirmwareError: no master key is loaded.
        """
        wrapped = octets_of_sizes("wrapped", wrapped, (des.BLOCK_BYTES,))
        # The driver calls without a key after it has loaded one, which the card then replaces.
        before = self._calls.load_des_key(_PLACEHOLDER_KEY, chip=chip)
        return in_sequence(None, before, self._unwrap(des.UNWRAP_CHIP if chip else des.UNWRAP_DES, wrapped))

    def _unwrap(self, opcode: int, wrapped: bytes) -> Measured[None]:
        try:
            return self._load(opcode, wrapped)
        except KeyParityError as error:
            detail = "a byte of the decrypted key has even parity: the wrapped or the master key is wrong"
            raise KeyParityError(f"load a wrapped key: {detail}", **error.fields | {"detail": detail}) from None

    def _load(self, opcode: int, key: bytes) -> Measured[None]:
        load = self._calls.job(None, b"", opcode, key, clocks=des.DES3_CLOCKS)
        return in_sequence(None, load)
