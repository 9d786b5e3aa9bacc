"""Many short DES operations as one job of the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from Crypto.Cipher import DES

from dsp56k.host.errors import HostError
from dsp56k.lib.ciphers.des import BLOCK_BYTES
from dsp56k.system.text import counted

DES_BLOCK = BLOCK_BYTES
BLOCKS = 0x7F
"""The number of blocks in a record's first byte, and so the maximum of an operation."""
DECRYPT = 0x80
"""The direction in that byte."""
KEY_COMMAND = 0x62
"""BATCH_KEY of src/batches.asm."""

MOST = 10_000
"""Maximum of records for a command without another limit: more than any buffer can have."""

Keys = Literal["each", "once"]


@dataclass(frozen=True, slots=True)
class DesOperation:
    """DES-CBC of whole blocks, each operation with its own key and initial vector, 8 bytes each."""

    key: bytes
    iv: bytes
    data: bytes
    decrypt: bool

    @property
    def head(self) -> int:
        """The first byte of its parameters: the number of blocks and the direction.

        Raises:
            HostError: the data is not 1 to 127 blocks.
        """
        blocks, rest = divmod(len(self.data), DES_BLOCK)
        if rest or not 0 < blocks <= BLOCKS:
            got = counted(len(self.data), "byte")
            message = f"an operation must be whole blocks of {DES_BLOCK} bytes, 1 to {BLOCKS} of them, got {got}"
            raise HostError(message, field="operations")
        return blocks | (DECRYPT if self.decrypt else 0)

    @property
    def right(self) -> bytes:
        """The expected result."""
        cipher = DES.new(self.key, DES.MODE_CBC, self.iv)
        return cipher.decrypt(self.data) if self.decrypt else cipher.encrypt(self.data)


@dataclass(frozen=True, slots=True)
class Batches:
    """The transfer of operations to the card.

    Attributes:
        command: $60 to $7F, the firmware's command that takes records of them (src/batches.asm).
        keys: each record has its key and IV, or all operations have one key, sent before, and an IV of zeros.
        most: maximum number of records of one command.
    """

    command: int
    keys: Keys = "each"
    most: int = MOST

    @property
    def fixed(self) -> int:
        """Bytes of a record before its blocks."""
        return 1 + 2 * DES_BLOCK if self.keys == "each" else 1

    def records(self, operations: Sequence[DesOperation]) -> list[bytes]:
        """Return the operations as records of the command; raise HostError for one that it cannot do."""
        if self.keys == "once":
            first = operations[0].key if operations else b""
            if any(each.decrypt or any(each.iv) or each.key != first for each in operations):
                raise HostError("operations: must have one key, an IV of zeros and encrypt", field="operations")
        return [self._record(each) for each in operations]

    def _record(self, operation: DesOperation) -> bytes:
        own = operation.key + operation.iv if self.keys == "each" else b""
        return bytes([operation.head]) + own + operation.data
