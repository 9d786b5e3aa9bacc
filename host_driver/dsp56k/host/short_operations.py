"""Many short DES operations with one call: in batches, or as streams through the FIFOs of a card."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.host.algorithm_calls import Measured
from dsp56k.host.batched_jobs import BLOCKS, DES_BLOCK, KEY_COMMAND, Batches, DesOperation
from dsp56k.host.driver_calls import DEFAULT_JOB_CLOCKS, DriverCalls
from dsp56k.host.errors import HostError
from dsp56k.host.fifo_jobs import DesStreams, Streams, keys_of
from dsp56k.lib.operands import octets, require_int


class ShortDes:
    """Calls of the driver with many operations each.

    Args:
        calls: those of the driver.
        batches: the transfer of operations to the card; None for a firmware without such commands.
        streams: their transfer through its FIFOs; None for a card without.

    Attributes:
        fifos: calls with operations that pass the FIFOs.
    """

    def __init__(self, calls: DriverCalls, batches: Batches | None, streams: Streams | None) -> None:
        self._calls = calls
        self._batches = batches
        self._streams = streams
        self.fifos = DesStreams(calls)

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
        self._calls.check_job(setup_opcode, setup, opcode, clocks)
        content = b"".join(octets("records", record) for record in records)
        if not records or any(len(each) != fixed + DES_BLOCK * (each[0] & BLOCKS) for each in records):
            raise HostError("records: must be some, each as long as its first byte says", field="records")
        if require_int("most", most) < 1:
            raise HostError(f"{most} records with a command: must be some", field="most")
        self._calls.check_length(content)
        work = self._calls.work
        first = setup_opcode or 0, work.put_parameters(setup), len(setup), opcode
        work.put_data(content)
        given = work.data, fixed, len(records), most, work.results, clocks
        left = len(content) - fixed * len(records)
        moved = len(content), left
        measured = self._calls.run(f"command ${opcode:02X}", "card_batch", *first, *given, moved=moved)
        return Measured(work.taken(left), measured.clocks, measured.time)

    def run(self, operations: Sequence[DesOperation]) -> Measured[bytes]:
        """Run many short DES operations by the DES chip; return the results one after the other."""
        if self._streams is not None:
            return self.fifos.run(self._streams, operations)
        batches = self._batches
        if batches is None:
            raise HostError("the driver must be created with a batch method for short operations", field="batches")
        key = operations[0].key if operations and batches.keys == "once" else b""
        records = batches.records(operations)
        setup = KEY_COMMAND if key else None
        return self.batch(setup, key, batches.command, records, fixed=batches.fixed, most=batches.most)

    def load_keys(self, operations: Sequence[DesOperation]) -> None:
        """Prepare `run`: load keys into the card, and open a stream if it has no end.

        Raises:
            HostError: each operation is sent with its key.
        """
        if self._streams is None:
            raise HostError("operations that contain their keys cannot have keys to load", field="operations")
        self.fifos.load_keys(keys_of(operations))
        if self._streams.endless:
            self.fifos.open(self._streams)
