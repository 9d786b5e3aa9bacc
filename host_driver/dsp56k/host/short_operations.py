"""Many short DES operations with one call: in batches, or as streams through the FIFOs of a card."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.host.algorithm_calls import Measured
from dsp56k.host.batched_jobs import BLOCKS, KEY_COMMAND, Batches, DesOperation
from dsp56k.host.cpu_modes import Pointer
from dsp56k.host.driver_calls import DEFAULT_JOB_CLOCKS, DriverCalls, des_block
from dsp56k.host.driver_errors import DriverErrorCode, meaning
from dsp56k.host.errors import HostError
from dsp56k.host.fifo_jobs import STREAM_KEYS, Part, Streams, keys_of, undoing
from dsp56k.host.software import DES_BLOCK
from dsp56k.lib.operands import octets, require_int


class ShortOperations(DriverCalls):
    """Calls of the driver with many operations each."""

    _batches: Batches | None = None
    _streams: Streams | None = None
    _stream_keys: Sequence[bytes] = ()

    def batch(
        self,
        setup_opcode: int | None,
        setup: bytes,
        opcode: int,
        records: Sequence[bytes],
        *,
        fixed: int,
        most: int,
        clocks: int = DEFAULT_JOB_CLOCKS,
    ) -> Measured[bytes]:
        """Run operations on blocks of DES by a command that takes many at once, such as those of src/batches.asm.

        Args:
            setup_opcode: as of `job`.
            setup: as of `job`.
            opcode: $60 to $7F, the command for as many records as fit its buffer of 4096 bytes.
            records: each a byte whose bits 6-0 are the number of its blocks, key and IV or the command's parameters,
                and the blocks.
            fixed: bytes of a record before its blocks.
            most: maximum number of records of one command.
            clocks: as of `job`.

        Raises:
            FirmwareError: the firmware does not have the command, or the command returned its own status.
        """
        self._check_job(setup_opcode, setup, opcode, clocks)
        content = b"".join(octets("records", record) for record in records)
        if not records or any(len(each) != fixed + DES_BLOCK * (each[0] & BLOCKS) for each in records):
            raise HostError("records: must be some, each as long as its first byte says", field="records")
        if require_int("most", most) < 1:
            raise HostError(f"{most} records with a command: must be some", field="most")
        self._check_length(content)
        work = self._work
        first = setup_opcode or 0, work.put_parameters(setup), len(setup), opcode
        work.put_data(content)
        given = work.data, fixed, len(records), most, work.results, clocks
        left = len(content) - fixed * len(records)
        moved = len(content), left
        measured = self._call(f"command ${opcode:02X}", "card_batch", *first, *given, moved=moved)
        return Measured(work.taken(left), measured.clocks, measured.time)

    def des_operations(self, operations: Sequence[DesOperation]) -> Measured[bytes]:
        """Run many short DES operations by the DES chip; return the results one after the other."""
        if self._streams is not None:
            return self.stream_operations(self._streams, operations)
        batches = self._batches
        if batches is None:
            raise HostError("the driver must be created with a batch method for short operations", field="batches")
        key = operations[0].key if operations and batches.keys == "once" else b""
        records = batches.records(operations)
        setup = KEY_COMMAND if key else None
        return self.batch(setup, key, batches.command, records, fixed=batches.fixed, most=batches.most)

    def load_stream_keys(self, keys: Sequence[bytes]) -> Measured[None]:
        """Load keys for the operations of streams, 1 to 16; the operations use their numbers, starting at 1."""
        content = b"".join(des_block("keys", key) for key in keys)
        place = self._work.put_parameters(content)
        measured = self._call("load keys", "card_stream_keys", STREAM_KEYS, place, len(content))
        self._stream_keys = tuple(keys)
        return measured

    def stream(self, streams: Streams, parts: Sequence[Part]) -> Measured[bytes]:
        """Run commands of a firmware with streams; their bytes pass the FIFOs.

        Raises:
            WrongResultError: a known operation came back wrong.
            LinkError: a FIFO was read while empty, or written while full.
            CardTimeoutError: no byte moved any more.
            FirmwareError: the command's own status: unknown key.
        """
        work = self._work
        slots = b"".join(
            self.pc.slot(size) for part in parts for size in (len(part.request), len(part.given), part.made)
        )
        requests, given = (b"".join(each) for each in zip(*((part.request, part.given) for part in parts), strict=True))
        made = sum(part.made for part in parts)
        content = slots + requests + given
        self._check_length(content)
        if made > self.max_data:
            raise HostError(f"{made} bytes of results: at most {self.max_data}", field="parts")
        work.put_data(content)
        place = work.data.address + len(slots)
        places = Pointer(place), Pointer(place + len(requests)), work.results
        if streams.endless:
            return self._endless(streams, parts, places[1], made)
        function = "card_stream", streams.command, streams.flags, work.data, len(parts), *places
        measured = self._call(f"stream ${streams.command:02X}", *function)
        return Measured(work.taken(made), measured.clocks, measured.time)

    def open_stream(self, streams: Streams) -> Measured[None]:
        """Open a stream without an end: `stream` then needs no command, until `close_stream`."""
        return self._call("open a stream", "card_stream_open", streams.command)

    def close_stream(self) -> Measured[None]:
        """Close the stream; return without an error if all received results are valid."""
        return self._call("close the stream", "card_stream_close")

    def _endless(self, streams: Streams, parts: Sequence[Part], given: Pointer, made: int) -> Measured[bytes]:
        size = sum(len(part.given) for part in parts)
        name = f"stream ${streams.command:02X}"
        measured = self._call(name, "card_stream_move", given, size, self._work.results, made)
        return Measured(self._work.taken(made), measured.clocks, measured.time)

    def stream_operations(self, streams: Streams, operations: Sequence[DesOperation]) -> Measured[bytes]:
        """Run operations through the FIFOs.

        With `streams.back` a second stream undoes them; its comparison with the data, some 5 us an operation, is not
        timed.

        Raises:
            WrongResultError: the undone results differ from the data.
            DriverError: as `stream`.
        """
        keys = keys_of(operations)
        clocks = time = 0
        if not set(keys) <= set(self._stream_keys):
            loaded = self.load_stream_keys(keys)
            clocks, time = loaded.clocks, loaded.time
        done = self.stream(streams, list(streams.parts(operations, self._stream_keys)))
        clocks, time = clocks + done.clocks, time + done.time
        if streams.back:
            undone = self.stream(streams, list(streams.parts(undoing(operations, done.value), self._stream_keys)))
            if undone.value != b"".join(each.data for each in operations):
                kind, sentence = meaning(DriverErrorCode.STREAM_CHANGED)
                code = DriverErrorCode.STREAM_CHANGED
                raise kind(f"streams: {sentence}", code=code, operation="streams", detail=sentence)
            clocks, time = clocks + undone.clocks, time + undone.time
        return Measured(done.value, clocks, time)

    def load_operation_keys(self, operations: Sequence[DesOperation]) -> None:
        """Prepare `des_operations`: load keys into the card, and open a stream if it has no end.

        Raises:
            HostError: each operation is sent with its key.
        """
        if self._streams is None:
            raise HostError("operations that contain their keys cannot have keys to load", field="operations")
        self.load_stream_keys(keys_of(operations))
        if self._streams.endless:
            self.open_stream(self._streams)
