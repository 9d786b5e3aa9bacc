"""Short DES operations through the FIFOs of a card (src/streams.asm): their transfer, and the calls of the driver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dsp56k.host.algorithm_calls import Measured, in_sequence, octets_of_sizes
from dsp56k.host.batched_jobs import DesOperation
from dsp56k.host.cpu_modes import Pointer
from dsp56k.host.driver_calls import DriverCalls
from dsp56k.host.driver_errors import DriverErrorCode, meaning
from dsp56k.host.errors import HostError
from dsp56k.lib.ciphers.des import BLOCK_BYTES

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
    if operation.key not in places:
        raise HostError("an operation under a key that was not loaded", field="operations")
    return bytes([operation.head, places[operation.key]]) + operation.iv


class DesStreams:
    """Calls of the driver with operations that pass the FIFOs."""

    def __init__(self, calls: DriverCalls) -> None:
        self._calls = calls
        self._keys: Sequence[bytes] = ()

    def load_keys(self, keys: Sequence[bytes]) -> Measured[None]:
        """Load keys for the operations of streams, 1 to 16; the operations use their numbers, starting at 1."""
        content = b"".join(octets_of_sizes("keys", key, (BLOCK_BYTES,)) for key in keys)
        place = self._calls.work.put_parameters(content)
        measured = self._calls.run("load keys", "card_stream_keys", STREAM_KEYS, place, len(content))
        self._keys = tuple(keys)
        return measured

    def send(self, streams: Streams, parts: Sequence[Part]) -> Measured[bytes]:
        """Run commands of a firmware with streams; their bytes pass the FIFOs.

        Raises:
            WrongResultError: a known operation came back wrong.
            LinkError: a FIFO was read while empty, or written while full.
            CardTimeoutError: no byte moved any more.
            FirmwareError: the command's own status: unknown key.
        """
        work = self._calls.work
        slots = b"".join(
            self._calls.pc.slot(size) for part in parts for size in (len(part.request), len(part.given), part.made)
        )
        requests, given = (b"".join(each) for each in zip(*((part.request, part.given) for part in parts), strict=True))
        made = sum(part.made for part in parts)
        content = slots + requests + given
        self._calls.check_length(content)
        if made > self._calls.max_data:
            raise HostError(f"{made} bytes of results: at most {self._calls.max_data}", field="parts")
        work.put_data(content)
        place = work.data.address + len(slots)
        places = Pointer(place), Pointer(place + len(requests)), work.results
        if streams.endless:
            return self._endless(streams, parts, places[1], made)
        function = "card_stream", streams.command, streams.flags, work.data, len(parts), *places
        measured = self._calls.run(f"stream ${streams.command:02X}", *function)
        return Measured(work.taken(made), measured.clocks, measured.time)

    def open(self, streams: Streams) -> Measured[None]:
        """Open a stream without an end: `send` then needs no command, until `close`."""
        return self._calls.run("open a stream", "card_stream_open", streams.command)

    def close(self) -> Measured[None]:
        """Close the stream; return without an error if all received results are valid."""
        return self._calls.run("close the stream", "card_stream_close")

    def _endless(self, streams: Streams, parts: Sequence[Part], given: Pointer, made: int) -> Measured[bytes]:
        size = sum(len(part.given) for part in parts)
        name = f"stream ${streams.command:02X}"
        measured = self._calls.run(name, "card_stream_move", given, size, self._calls.work.results, made)
        return Measured(self._calls.work.taken(made), measured.clocks, measured.time)

    def run(self, streams: Streams, operations: Sequence[DesOperation]) -> Measured[bytes]:
        """Run operations.

        With `streams.back` a second stream undoes them; its comparison with the data, some 5 us an operation, is not
        timed.

        Raises:
            WrongResultError: the undone results differ from the data.
            DriverError: as `send`.
        """
        keys = keys_of(operations)
        steps: list[Measured[Any]] = [] if set(keys) <= set(self._keys) else [self.load_keys(keys)]
        done = self.send(streams, list(streams.parts(operations, self._keys)))
        steps.append(done)
        if streams.back:
            undone = self.send(streams, list(streams.parts(undoing(operations, done.value), self._keys)))
            if undone.value != b"".join(each.data for each in operations):
                code = DriverErrorCode.STREAM_CHANGED
                kind, sentence = meaning(code)
                raise kind(f"streams: {sentence}", code=code, operation="streams", detail=sentence)
            steps.append(undone)
        return in_sequence(done.value, *steps)
