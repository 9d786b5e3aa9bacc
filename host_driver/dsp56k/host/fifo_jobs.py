"""Short DES operations through the FIFOs of a card: their transfer to the firmware (src/streams.asm)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dsp56k.host.batched_jobs import BLOCKS, DECRYPT, DES_BLOCK, DesOperation
from dsp56k.host.errors import HostError

STREAM_KEYS = 0x60
"""The command that loads keys."""
MAX_KEYS = 16
MAX_BATCHED = 400
"""Operations whose parameters are sent first: the DSP's buffer of 4096 bytes has space for them."""
MAX_COUNTED = 50_000
"""Operations with any other command; the pump counts 16 bits."""
BY_WINDOW, UNCHECKED = 1, 2
"""Flags of card_stream (host_driver/src/driver/card.h)."""
_COUNT_BYTES = 3

Order = Literal["each", "batched", "window"]


@dataclass(frozen=True, slots=True)
class Part:
    """Data of one command: its request, bytes for the FIFO, and the number of bytes that return."""

    request: bytes
    given: bytes
    made: int


@dataclass(frozen=True, slots=True)
class Streams:
    """The transfer of operations through the FIFOs.

    Attributes:
        command: $61 to $69, the firmware's command.
        order: each operation's parameters before its data; those of all first; or those of all by the memory window.
        checked: True if a known operation precedes and follows all others. Without one, errors of the card are not
            found.
        endless: True if `command` opens a stream without an end.
        back: True if results return through the chip, and must result in the data, before they are accepted.
            Known operations find permanent faults, this also finds transient ones. Without it, transient errors
            are not found.
    """

    command: int
    order: Order = "each"
    checked: bool = True
    endless: bool = False
    back: bool = True

    @property
    def flags(self) -> int:
        """Flags for card_stream."""
        return (BY_WINDOW if self.order == "window" else 0) | (0 if self.checked else UNCHECKED)

    def parts(self, operations: Sequence[DesOperation], keys: Sequence[bytes]) -> Iterator[Part]:
        """Yield the operations as commands, with the numbers of their keys in `keys`; HostError for impossible ones."""
        most = MAX_COUNTED if self.order == "each" else MAX_BATCHED
        places = {key: place for place, key in enumerate(keys, 1)}
        for first in range(0, len(operations), most):
            some = operations[first : first + most]
            parameters = [_parameters(each, places) for each in some]
            made = sum(len(each.data) for each in some)
            count = len(some).to_bytes(_COUNT_BYTES, "little")
            if self.order == "each":
                given = b"".join(head + each.data for head, each in zip(parameters, some, strict=True))
                yield Part(count, given, made)
                continue
            heads, data = b"".join(parameters), b"".join(each.data for each in some)
            yield Part(heads, data, made) if self.order == "window" else Part(count, heads + data, made)


def keys_of(operations: Sequence[DesOperation]) -> list[bytes]:
    """Return the keys of operations, each once; raise HostError if there are more than the firmware can store."""
    keys = list(dict.fromkeys(each.key for each in operations))
    if not 0 < len(keys) <= MAX_KEYS:
        raise HostError(f"operations under {len(keys)} keys: must be 1 to {MAX_KEYS}", field="operations")
    return keys


def undoing(operations: Sequence[DesOperation], results: bytes) -> list[DesOperation]:
    """Return the operations that restore the data of `operations` from their results."""
    found, place = [], 0
    for each in operations:
        result = results[place : place + len(each.data)]
        found.append(DesOperation(each.key, each.iv, result, decrypt=not each.decrypt))
        place += len(result)
    return found


def _parameters(operation: DesOperation, places: dict[bytes, int]) -> bytes:
    blocks, rest = divmod(len(operation.data), DES_BLOCK)
    if rest or not 0 < blocks <= BLOCKS:
        most = BLOCKS * DES_BLOCK
        message = f"an operation of {len(operation.data)} bytes: must be whole blocks of 8, up to {most} bytes"
        raise HostError(message, field="operations")
    if operation.key not in places:
        raise HostError("an operation under a key that was not loaded", field="operations")
    return bytes([blocks | (DECRYPT if operation.decrypt else 0), places[operation.key]]) + operation.iv
