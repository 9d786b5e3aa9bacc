"""Short DES operations through the FIFOs of a card that has some: how they go to the firmware (src/streams.asm)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dsp56k.host.batches import BLOCKS, DECRYPT, DES_BLOCK, DesOperation
from dsp56k.host.errors import HostError

STREAM_KEYS = 0x60
"""The command that takes keys."""
MOST_KEYS = 16
MOST_BATCHED = 400
"""Operations whose parameters go first: so many fit the DSP's buffer of 4096 bytes."""
MOST_COUNTED = 50_000
"""Operations with any other command; the pump counts 16 bits."""
BY_WINDOW, UNCHECKED = 1, 2
"""Flags of card_stream (host_driver/src/driver/card.h)."""
_COUNT_BYTES = 3

Order = Literal["each", "batched", "window"]


@dataclass(frozen=True, slots=True)
class Part:
    """What goes with one command: its request, bytes into the FIFO, and how many come out."""

    request: bytes
    given: bytes
    made: int


@dataclass(frozen=True, slots=True)
class Streams:
    """How operations go through the FIFOs.

    Attributes:
        command: $61 to $69, the firmware's command.
        order: each operation's parameters before its data; those of all first; or those of all by the memory window.
        checked: whether a known operation goes before and after all others. Without one, a card may be wrong.
        endless: whether `command` opens a stream that has no end.
        back: whether results go back through the chip, and must come out as what was given, before they are believed.
            Known operations find what has come to stay, this also finds what has passed. Without it, a card may be
            wrong for a moment.
    """

    command: int
    order: Order = "each"
    checked: bool = True
    endless: bool = False
    back: bool = True

    @property
    def flags(self) -> int:
        """As card_stream takes them."""
        return (BY_WINDOW if self.order == "window" else 0) | (0 if self.checked else UNCHECKED)

    def parts(self, operations: Sequence[DesOperation], keys: Sequence[bytes]) -> Iterator[Part]:
        """The operations as commands, their keys by the place in `keys`; HostError for those that it cannot do."""
        most = MOST_COUNTED if self.order == "each" else MOST_BATCHED
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
    """The keys of operations, each once; HostError if they are more than the firmware takes."""
    keys = list(dict.fromkeys(each.key for each in operations))
    if not 0 < len(keys) <= MOST_KEYS:
        raise HostError(f"operations under {len(keys)} keys: must be 1 to {MOST_KEYS}", field="operations")
    return keys


def undoing(operations: Sequence[DesOperation], results: bytes) -> list[DesOperation]:
    """What makes the data of operations from their results again."""
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
