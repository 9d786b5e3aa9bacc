"""The card's driver, from Python: each call runs the x86 driver (host_driver/src/driver/card.h) on the PC.

The driver does the complete job on the card. The time of a result is end to end: from the call of the driver's function
to its return, including every bus cycle and all waits for the DSP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import gcd
from typing import Any, Protocol

from dsp56k.card.chips.control import CTRL
from dsp56k.host.algorithm_calls import Measured, octets_of_sizes, row_of
from dsp56k.host.batched_jobs import BLOCKS, KEY_COMMAND, Batches, DesOperation
from dsp56k.host.bus import i8254
from dsp56k.host.cpu_modes import ModeName, Pointer, StackArgument
from dsp56k.host.driver_errors import DriverErrorCode, meaning
from dsp56k.host.errors import HostError, SelfTestError, WrongResultError
from dsp56k.host.fifo_jobs import STREAM_KEYS, Streams, keys_of, undoing
from dsp56k.host.fifo_jobs import Part as StreamPart
from dsp56k.host.operand_memory import PARAMETER_BYTES, Workspace
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from dsp56k.host.random_bits import RandomBits
from dsp56k.host.signatures import LoadedRsaKeys, card_digits
from dsp56k.host.software import DES_BLOCK, DIGEST, RsaKey
from dsp56k.host.triple_des import WrappedKeys
from dsp56k.lib.algorithm import Algorithm, Form
from dsp56k.lib.bignum.keygen import PRIME_BEGIN, PRIME_BYTES, PRIME_CLOCKS, PRIME_SEARCH
from dsp56k.lib.ciphers.tables import LOAD_CLOCKS, LOAD_STARTS, LOAD_TABLES, LOAD_WORDS, TableCipher, Tables
from dsp56k.lib.commands import ALL_CHECKS, DATA_WORDS, USER_OPCODES, Part, Status
from dsp56k.lib.operands import octets, require_int

WINDOW = 0xD_0000
WINDOW_BYTES = 0x8000
IO_BASE = 0x300

INTERRUPT = "driver-interrupt"
"""The program of the driver that the card interrupts, on a PC with an interrupt controller."""
_OTHER_WORK = "other_work"
"""The symbol of the PC's work during the sleep of that driver."""
_NULL = Pointer(0)
"""An address without data for the driver's functions."""
_WORD_BYTES = 3
_REQUEST_BYTES = 68
"""A Request of the driver's layers.h."""
_RESULT_BYTES = 4
"""An unsigned long of C."""
_SEGMENT_BYTES = 16
OVERHEADS_US = range(100_001)
LAYERS = range(101)
_LAYERED = "card_layered"
"""The symbol of the function that passes a request through layers."""
JOB_CLOCKS = range(1, 100_001)
"""Permitted clocks of the DSP for a byte of a user's command."""
BLOCK_CLOCKS = range(1, 1 << 16)
"""Permitted clocks of the DSP for a block of a message: the 16-bit driver multiplies a word."""
DEFAULT_JOB_CLOCKS = 1000
"""Twice the clocks of MD2."""
MAX_DIGITS = 85
"""24-bit words of a number: six of them fit before the data. The firmware's own limit is lower."""


class FirmwareSegment(Protocol):
    """Words of the firmware for one bank."""

    @property
    def space(self) -> str:
        """P or X."""

    @property
    def address(self) -> int:
        """Physical address in the bank."""

    @property
    def words(self) -> tuple[int, ...]:
        """24-bit words."""


_GOLDEN = 0x9E37_79B9_7F4A_7C15
"""The golden section in 64 bits: this fraction of a modulus has no common factor with it, unlike a third."""


class CardDriver(LoadedRsaKeys, WrappedKeys, RandomBits):
    """The driver on one PC.

    Args:
        pc: a machine with the program `driver` and the card in its slot.
        io_base, window, window_bytes: the installation of the card.
        overhead_us: microseconds, 0 to 100,000, that the driver waits before each job, by the PC's interval timer, to
            model software above it.
        layers: layers of software above the driver, 0 to 100, each a software interrupt that copies the request and the
            data (`card_layered`). They are for calls that move data, of at most 64 KB, in the flat mode.
        batches: the transfer of short operations to the card; None for a firmware without such commands.
        streams: their transfer through its FIFOs; None for a card without.
    """

    def __init__(
        self,
        pc: PC,
        *,
        io_base: int = IO_BASE,
        window: int = WINDOW,
        window_bytes: int = WINDOW_BYTES,
        overhead_us: int = 0,
        layers: int = 0,
        batches: Batches | None = None,
        streams: Streams | None = None,
    ) -> None:
        overhead_us = require_int("overhead_us", overhead_us)
        if overhead_us not in OVERHEADS_US:
            raise HostError(f"{overhead_us} us before each job: must be 0 to {OVERHEADS_US[-1]}", field="overhead_us")
        layers = require_int("layers", layers)
        if layers not in LAYERS:
            raise HostError(f"layers must be 0 to {LAYERS[-1]}, got {layers}", field="layers")
        if layers and (streams is not None or _LAYERED not in pc.program.symbols):
            raise HostError("layers must be 0 with streams, and with a driver for 16 bits or packets", field="layers")
        self.pc = pc
        self._layers = layers
        self._batches = batches
        self._streams = streams
        self._stream_keys: list[bytes] = []
        self._cipher: tuple[str, Tables, bool] | None = None
        self._overhead = round(overhead_us * i8254.HERTZ / 1_000_000)
        self._installation = (io_base, Pointer(window), window_bytes)
        self._work = Workspace(pc)
        self.max_data = self._work.max_data
        """Maximum bytes of data of a call."""

    @property
    def free_clocks(self) -> int:
        """CPU clocks since power-up in which the driver slept and the PC did other work; 0 of a driver that polls."""
        return self.pc.clocks_of(_OTHER_WORK) if _OTHER_WORK in self.pc.program.symbols else 0

    def start(self, segments: Iterable[FirmwareSegment]) -> Measured[int]:
        """Find the card, reset it, download the firmware, start and test it; return the firmware's version."""
        descriptions: list[tuple[StackArgument, ...]] = []
        content = bytearray()
        segments = list(segments)
        place = self._work.data.address + _SEGMENT_BYTES * len(segments)
        for segment in segments:
            bank = {"P": 0, "X": CTRL["BANK"].mask}.get(segment.space)
            if bank is None:
                raise HostError(
                    f"firmware segment for {segment.space} memory: the card has P and X", space=segment.space
                )
            descriptions.append((bank, segment.address, len(segment.words), Pointer(place + len(content))))
            content += _pack_words(segment.words)
        if _SEGMENT_BYTES * len(segments) + len(content) > self.max_data:
            raise HostError(f"a firmware of {len(content)} bytes: at most {self.max_data}", size=len(content))
        table = b"".join(self.pc.slot(value) for description in descriptions for value in description)
        self._work.put_data(table + bytes(content))
        self._call("find the card", "card_install", *self._installation)
        if self._overhead:
            self._call("set the overhead", "card_set_overhead", self._overhead)
        work = self._work
        measured = self._tested("start the firmware", "card_start", work.data, len(segments), work.results)
        return Measured(self._result_word(), measured.clocks, measured.time)

    def self_test(self) -> Measured[None]:
        """Run the self-test of `start` again: DES, MD2, DES chip if fitted, RSA, noise.

        Raises:
            SelfTestError: its `detail` names the parts that failed.
        """
        return self._tested("test the card", "card_self_test")

    def ping(self) -> Measured[int]:
        """Return the firmware's version by the shortest exchange with the card."""
        measured = self._call("ping", "card_ping", self._work.results)
        return Measured(self._result_word(), measured.clocks, measured.time)

    def set_checks(self, checks: int) -> Measured[None]:
        """Select the checks by the sum of 1 (code and tables, while idle), 2 (keys and states) and 4 (RSA results).

        0 leaves only the checksums of the transfers. `start` selects those of the image again.
        """
        checks = require_int("checks", checks)
        if checks not in range(ALL_CHECKS + 1):
            raise HostError(f"checks must be 0 to {ALL_CHECKS}, got {checks}", field="checks")
        return self._call("select the checks", "card_set_checks", checks)

    def confirm(self) -> Measured[None]:
        """Wait until the firmware has summed all its code and tables since the last job.

        So the results since the last `confirm` were made by the code and the tables of the start.

        Raises:
            MemoryChangedError: code or tables changed; start the card again.
        """
        return self._call("confirm the card's memory", "card_confirm")

    def load_des_key(self, key: bytes, *, chip: bool = False) -> Measured[None]:
        """Load a DES key that stays in the DSP or in the DES chip, for the calls whose key is None.

        A call with its own key replaces it, and an error of a call that uses it deletes it.
        """
        place = self._work.put_parameters(_des_block("key", key))
        return self._call(f"load a DES key into the {_place(chip)}", "card_load_des_key", int(chip), place)

    def call(self, algorithm: str, *arguments: Any, chip: bool = False) -> Measured[Any]:
        """Return the result of an algorithm, by the firmware or by its user's commands.

        Without a key, with the loaded one: FirmwareError if there is none.
        """
        row = row_of(algorithm)
        if chip and not row.has_chip:
            raise HostError(f"the DES chip does not do {row.title}", field="chip")
        forms: dict[Form | None, Callable[..., Measured[Any]]] = {
            "digest": self._digest,
            "keyed-digest": self._keyed_digest,
            "generator": self.generator_bytes,
            "stream": self._stream,
            "blocks": partial(self._blocks, chip=chip),
            "keyed-blocks": self._keyed_blocks,
            "code": self._code,
            "tables": self._with_tables,
            "power": self._power,
            "crt": lambda _, ciphers, key: self.rsa_crt(ciphers, key),
        }
        return forms[row.form](row, *arguments)

    def load_block_key(self, algorithm: str, key: bytes) -> Measured[None]:
        """Load a key of AES that stays in the card, for calls whose key is None; the first key makes the tables."""
        row = row_of(algorithm)
        commands = row.user_commands
        assert commands is not None
        assert commands.load is not None
        load = self.job(None, b"", commands.load, octets_of_sizes("key", key, row.key_bytes), clocks=commands.clocks)
        return Measured(None, load.clocks, load.time)

    def load_cipher(self, cipher: TableCipher, key: bytes, *, back: bool = False) -> Measured[None]:
        """Compute the tables of a key outside the PC, and load them to encrypt or, with `back`, to decrypt.

        These are commands of `image(commands="table_ciphers")`, which have the tables of one cipher at a time.
        """
        tables = cipher.tables(octets("key", key))
        loads = [self._load_tables(tables)]
        if cipher.each is None and tables.starts:
            starts = tables.starts_back if back else tables.starts
            loads.append(self.job(None, b"", LOAD_STARTS, starts, clocks=LOAD_CLOCKS))
        self._cipher = cipher.name, tables, back
        return Measured(None, sum(load.clocks for load in loads), sum(load.time for load in loads))

    def load_cipher_basis(self, cipher: TableCipher) -> None:
        """Load the common tables of all keys of a cipher, if it has them, for calls of `new_cipher_key`."""
        self._load_tables(cipher.shared())

    def new_cipher_key(self, cipher: TableCipher, key: bytes) -> Measured[None]:
        """Load a key to encrypt, after `load_cipher_basis`.

        The DSP computes Blowfish's tables; Khafre's words are loaded.
        """
        opcode, given, clocks = cipher.key_command(octets("key", key))
        self._cipher = None
        load = self.job(None, b"", opcode, given, clocks=clocks)
        self._cipher = cipher.name, cipher.tables(key), False
        return Measured(None, load.clocks, load.time)

    def _load_tables(self, tables: Tables) -> Measured[bytes]:
        self._cipher = None  # until they are complete
        return self.job(LOAD_TABLES, tables.head, LOAD_WORDS, tables.card, clocks=LOAD_CLOCKS)

    def cipher_encrypt(self, cipher: TableCipher, data: bytes) -> Measured[bytes]:
        """Encrypt with a cipher of `dsp56k.lib.ciphers.tables` whose tables are loaded.

        Raises:
            HostError: they are not, or data of a wrong length.
            FirmwareError: the card has lost them.
        """
        return self._table_cipher(cipher, data, back=False)

    def cipher_decrypt(self, cipher: TableCipher, data: bytes) -> Measured[bytes]:
        """Decrypt, as `cipher_encrypt` encrypts."""
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
        return self.job(LOAD_STARTS if starts else None, starts, cipher.opcodes[back], data, clocks=cipher.clocks)

    def job(
        self,
        setup_opcode: int | None,
        setup: bytes,
        opcode: int,
        data: bytes,
        *,
        clocks: int = DEFAULT_JOB_CLOCKS,
    ) -> Measured[bytes]:
        """Return the result of the user's commands (docs/reference/firmware.md, section 10) for `data`.

        Args:
            setup_opcode: $60 to $7F, the command that takes `setup`; None for none.
            setup: its bytes, up to 4096: keys and other parameters.
            opcode: $60 to $7F, the command for each chunk of up to 4096 bytes of the data, which it changes in place.
            data: at least one byte.
            clocks: maximum clocks of the DSP of either command for a byte. The driver's
                time-out is twice these for the bytes and 64 more, and 300,000 clocks in addition.

        Raises:
            FirmwareError: there is no such command, or it returned its own status.
        """
        data = octets("data", data)
        self._check_job(setup_opcode, setup, opcode, clocks)
        if not data:
            raise HostError("0 bytes: must be at least one", field="data")
        self._check_length(data)
        work = self._work
        first = setup_opcode or 0, work.put_parameters(setup), len(setup)
        work.put_data(data)
        given = opcode, work.data, work.results, len(data), clocks
        moved = len(data), len(data)
        measured = self._call(f"command ${opcode:02X}", "card_job", *first, *given, moved=moved)
        return Measured(work.taken(len(data)), measured.clocks, measured.time)

    def command(self, opcode: int, given: bytes, *, clocks: int) -> Measured[None]:
        """Run a user's command that takes up to 4096 bytes and returns none; opcode and clocks are as of `job`."""
        self._check_job(opcode, given, opcode, clocks)
        work = self._work
        places = work.put_parameters(given), len(given), opcode, work.data, work.results
        return self._call(f"command ${opcode:02X}", "card_job", opcode, *places, 0, clocks)

    def message(
        self, init: int, data: bytes, value_bytes: int, *, block_clocks: int, last_clocks: int = 0
    ) -> Measured[bytes]:
        """Return the value that the user's commands compute from a message: a digest, a code or a signature.

        Args:
            init: $60 to $7C, the command that begins a message; the next three absorb whole blocks of 64 bytes, absorb
                the rest and end it, or do all in one.
            data: the message.
            value_bytes: the size of the value, 1 to 4096.
            block_clocks: maximum clocks of the DSP for a block, 1 to 65,535.
            last_clocks: those of the end of the message in addition.

        Raises:
            HostError: a number is out of its range.
            FirmwareError: the firmware does not have the commands, or a command returned an error status.
        """
        for field, value, permitted in (
            ("init", init, USER_OPCODES[:-3]),
            ("value_bytes", value_bytes, range(1, DATA_WORDS + 1)),
            ("block_clocks", block_clocks, BLOCK_CLOCKS),
        ):
            if require_int(field, value) not in permitted:
                raise HostError(f"{field} must be {permitted[0]} to {permitted[-1]}, got {value}", field=field)
        data = octets("data", data)
        self._check_length(data)
        work = self._work
        work.put_data(data)
        given = work.data, len(data), block_clocks, last_clocks, work.results, value_bytes
        moved = len(data), value_bytes
        measured = self._call(f"message ${init:02X}", "card_message", init, *given, moved=moved)
        return Measured(work.taken(value_bytes), measured.clocks, measured.time)

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
            FirmwareError: there is no such command, or it returned its own status.
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
        content = b"".join(_des_block("keys", key) for key in keys)
        place = self._work.put_parameters(content)
        measured = self._call("load keys", "card_stream_keys", STREAM_KEYS, place, len(content))
        self._stream_keys = list(keys)
        return measured

    def stream(self, streams: Streams, parts: Sequence[StreamPart]) -> Measured[bytes]:
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

    def _endless(self, streams: Streams, parts: Sequence[StreamPart], given: Pointer, made: int) -> Measured[bytes]:
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

    def random(self, count: int) -> Measured[bytes]:
        """Return `count` random bytes from the noise circuit; raise NoiseHealthError if it fails its test."""
        count = require_int("count", count)
        if not 0 < count <= self.max_data:
            raise HostError(f"{count} random bytes: must be 1 to {self.max_data}", field="count")
        measured = self._call("read noise", "card_noise", self._work.results, count)
        return Measured(self._work.taken(count), measured.clocks, measured.time)

    def rsa_power(
        self, bases: Sequence[int], exponent: int, modulus: int, *, undone_by: int = 0
    ) -> Measured[list[int]]:
        """Return base^exponent mod modulus for each of `bases`; the key is loaded once.

        RSA's public operation, or the private one without the Chinese remainder theorem. With `undone_by`, the exponent
        that returns the base, the card checks its results; without it, it computes them twice and compares.
        """
        key = require_int("modulus", modulus), require_int("exponent", exponent), require_int("undone_by", undone_by)
        return self._rsa("RSA", 0, card_digits(key[0]), key, bases)

    def rsa_crt(self, ciphers: Sequence[int], key: RsaKey) -> Measured[list[int]]:
        """Return the private operation by the Chinese remainder theorem on each of `ciphers`; the key is loaded once.

        The card checks every result with the public exponent, and WrongResultError is raised.
        """
        parts = [require_int("key", part) for part in (key.p, key.q, key.dp, key.dq, key.qinv, key.e)]
        return self._rsa("RSA with CRT", 1, max(card_digits(parts[0]), card_digits(parts[1])), parts, ciphers)

    def rsa_generate(self, bits: int = 512, *, e: int = 65537) -> Measured[RsaKey]:
        """Return a new RSA key of the card's noise, by the commands of `image(commands="keys")`.

        The key of RSA_LOAD is lost. The card searches each prime in steps, so that the time of every command is
        bounded. One operation with CRT, whose result the firmware checks, tests the key before it is returned.

        Args:
            bits: of the modulus, a multiple of 16, 128 to 1024.
            e: the public exponent, odd, 3 to 2^64.

        Raises:
            NoiseHealthError: the noise circuit failed its test.
            WrongResultError: the received factors are not primes.
        """
        bits, e = require_int("bits", bits), require_int("e", e)
        if bits % 16 or bits // 16 not in PRIME_BYTES:
            raise HostError(f"a key of {bits} bits: must be a multiple of 16, 128 to 1024", field="bits")
        if e % 2 == 0 or not 3 <= e <= 1 << 64:
            raise HostError(f"a public exponent of {e}: must be odd, 3 to 2^64", field="e")
        factors: list[int] = []
        clocks = time = 0
        zeros = bytes(bits // 16)
        while len(factors) < 2:
            step = self.job(PRIME_BEGIN, zeros, PRIME_SEARCH, zeros, clocks=PRIME_CLOCKS)
            clocks, time = clocks + step.clocks, time + step.time
            while not any(step.value):
                step = self.job(None, b"", PRIME_SEARCH, zeros, clocks=PRIME_CLOCKS)
                clocks, time = clocks + step.clocks, time + step.time
            prime = int.from_bytes(step.value, "little")
            if gcd(e, prime - 1) == 1 and prime not in factors:
                factors.append(prime)
        q, p = sorted(factors)
        if gcd(p, q) != 1:
            detail = "the received factors are wrong: they have a common factor"
            operation = "generate an RSA key"
            raise WrongResultError(f"{operation}: {detail}", code=Status.RSA_WRONG, operation=operation, detail=detail)
        key = RsaKey(p * q, e, pow(e, -1, (p - 1) * (q - 1)), p, q)
        trial = self.rsa_crt([key.n * _GOLDEN >> 64], key)
        return Measured(key, clocks + trial.clocks, time + trial.time)

    def _power(
        self, row: Algorithm, bases: Sequence[int], exponent: int, modulus: int, undone_by: int = 0
    ) -> Measured[list[int]]:
        del row
        return self.rsa_power(bases, exponent, modulus, undone_by=undone_by)

    @staticmethod
    def _check_job(setup_opcode: int | None, setup: bytes, opcode: int, clocks: int) -> None:
        """Check that the user's commands can be called with these arguments."""
        for field, value in (("setup_opcode", setup_opcode), ("opcode", opcode)):
            if value is not None and require_int(field, value) not in USER_OPCODES:
                raise HostError(f"command {value}: the user's are $60 to $7F", field=field)
        if len(octets("setup", setup)) > PARAMETER_BYTES:
            raise HostError(f"{len(setup)} bytes of parameters: at most {PARAMETER_BYTES}", field="setup")
        if require_int("clocks", clocks) not in JOB_CLOCKS:
            raise HostError(f"{clocks} clocks a byte: must be 1 to {JOB_CLOCKS[-1]}", field="clocks")

    def load_numbers(self, name: str, crt: int, digits: int, key: Sequence[int]) -> Measured[None]:
        """Load the numbers of a key, of `digits` words each, by RSA_LOAD_CRT (crt 1) or RSA_LOAD (0)."""
        place = self._put_key(crt, _key_bytes(digits, key))
        return self._call(name, "card_rsa", crt, digits, place, self._work.data, self._work.results, 0)

    def _put_key(self, crt: int, numbers: bytes) -> Pointer:
        """Write a key among the parameters; it will replace the loaded one of its kind."""
        if crt:
            self._private = None
        else:
            self._public = None
        return self._work.put_parameters(numbers)

    def _rsa(
        self, name: str, crt: int, digits: int, key: Iterable[int], operands: Sequence[int]
    ) -> Measured[list[int]]:
        numbers = _key_bytes(digits, key)
        size = _WORD_BYTES * digits * (1 + crt)
        if not 0 < len(operands) * size <= self.max_data:
            raise HostError(f"{len(operands)} operands: must be 1 to {self.max_data // size}", field="operands")
        work = self._work
        work.put_data(b"".join(_little(require_int("operands", number), size, "operands") for number in operands))
        place = self._put_key(crt, numbers)
        moved = len(operands) * size, len(operands) * size
        given = digits, place, work.data, work.results, len(operands)
        measured = self._call(name, "card_rsa", crt, *given, moved=moved)
        return Measured(work.numbers(len(operands), size), measured.clocks, measured.time)

    def _blocks(self, row: Algorithm, key: bytes | None, *iv_and_data: bytes, chip: bool) -> Measured[bytes]:
        *ivs, data = iv_and_data
        data = octets("data", data)
        if not data or len(data) % DES_BLOCK:
            raise HostError(f"{len(data)} bytes: must be whole blocks of {DES_BLOCK}, at least one", field="data")
        self._check_length(data)
        work, iv = self._work, ivs[0] if ivs else None
        places = [
            _NULL if value is None else work.put_parameters(_des_block(name, value), offset)
            for name, value, offset in (("key", key, 0), ("iv", iv, DES_BLOCK))
        ]
        work.put_data(data)
        decrypt = int(row.name.endswith("decrypt"))
        name = f"{row.title} on the {_place(chip)}"
        given: tuple[StackArgument, ...] = (decrypt, *places, work.data, work.results, len(data))
        measured = self._call(name, "card_des", int(chip), *given, moved=(len(data), len(data)))
        return Measured(work.taken(len(data)), measured.clocks, measured.time)

    def _keyed_blocks(self, row: Algorithm, key: bytes | None, *iv_and_data: bytes) -> Measured[bytes]:
        commands = row.user_commands
        assert commands is not None
        given, iv, data = self._checked_blocks(row, key, iv_and_data)
        setup = commands.iv if key is None else commands.key
        return self.job(setup, given + iv, commands.data, data, clocks=commands.clocks)

    def _code(self, row: Algorithm, key: bytes | None, data: bytes, size: int = 4) -> Measured[bytes]:
        data, size = octets("data", data), require_int("size", size)
        if not 2 <= size <= DES_BLOCK:
            raise HostError(f"a code of {size} bytes: must be 2 to {DES_BLOCK}", field="size")
        if not data:
            raise HostError("0 bytes: must be at least one", field="data")
        self._check_length(data)
        work = self._work
        place = _NULL if key is None else work.put_parameters(_des_block("key", key))
        work.put_data(data)
        given = place, work.data, len(data), work.results
        measured = self._call(row.title, f"card_{row.name}", *given, moved=(len(data), DES_BLOCK))
        return Measured(work.taken(size), measured.clocks, measured.time)

    def _stream(self, row: Algorithm, key: bytes, data: bytes) -> Measured[bytes]:
        commands = row.user_commands
        assert commands is not None
        return self.job(commands.key, key, commands.data, data, clocks=commands.clocks)

    def _keyed_digest(self, row: Algorithm, key: bytes, data: bytes) -> Measured[bytes]:
        commands = row.user_commands
        assert commands is not None
        assert commands.key is not None
        short = self._short_key(key)
        # HMAC fills a key up with zeros, so that of one zero is the empty one, which a command cannot take.
        load = self.job(None, b"", commands.key, short.value or bytes(1), clocks=commands.clocks)
        done = self.message(commands.data, data, row.digest_bytes, block_clocks=commands.clocks)
        return Measured(done.value, short.clocks + load.clocks + done.clocks, short.time + load.time + done.time)

    def _digest(self, row: Algorithm, data: bytes) -> Measured[bytes]:
        commands = row.user_commands
        if commands is not None:
            return self.message(commands.data, data, row.digest_bytes, block_clocks=commands.clocks)
        data = octets("data", data)
        self._check_length(data)
        work = self._work
        work.put_data(data)
        moved = len(data), DIGEST
        measured = self._call(row.title, f"card_{row.name}", work.data, len(data), work.results, moved=moved)
        return Measured(work.taken(DIGEST), measured.clocks, measured.time)

    def _check_length(self, data: bytes) -> None:
        if len(data) > self.max_data:
            raise HostError(f"{len(data)} bytes: at most {self.max_data}", field="data")

    def _tested(self, operation: str, function: str, *arguments: StackArgument) -> Measured[None]:
        """Run a call whose last argument is the address for the failed parts of the self-test."""
        failed = Pointer(self._work.results.address + _RESULT_BYTES)
        try:
            return self._call(operation, function, *arguments, failed)
        except SelfTestError as error:
            parts = Part(self._result_word(_RESULT_BYTES))
            names = ", ".join(str(part.name) for part in parts)
            raise SelfTestError(f"{error}: {names}", **error.fields | {"detail": names}) from None

    def _result_word(self, offset: int = 0) -> int:
        """Return a number of 32 bits that a function has written."""
        return int.from_bytes(self._work.taken(_RESULT_BYTES, offset), "little")

    def _call(
        self, operation: str, function: str, *arguments: StackArgument, moved: tuple[int, int] | None = None
    ) -> Measured[None]:
        """Call a function of the driver, through the layers if it moves data.

        `moved` is the number of bytes at the address of the data, and at that of the results.
        """
        if self._layers and moved is not None:
            arguments = (self._request(function, arguments, *moved),)
            function = _LAYERED
        result = self.pc.run(function, *arguments)
        if result.value:
            kind, sentence = meaning(result.value)
            message = f"{operation}: {sentence} (code ${result.value:X})"
            raise kind(message, code=result.value, operation=operation, detail=sentence)
        return Measured(None, result.clocks, result.time)

    def _request(self, function: str, arguments: Sequence[StackArgument], given: int, made: int) -> Pointer:
        """Store a request for the layers (layers.h) and return its address."""
        work = self._work
        places = arguments.index(work.data), given, arguments.index(work.results), made
        head = Pointer(self.pc.program.address_of(function)), len(arguments), *places, self._layers
        content = b"".join(map(self.pc.slot, (*head, *arguments)))
        return work.put_request(content.ljust(_REQUEST_BYTES, b"\0"))


def driver_pc(*, mode: ModeName = "flat32", program: str = "driver", **parameters: Any) -> PC:
    """Return a PC with the driver for the `mode`, for the card to be inserted; `parameters` are the PC's."""
    return PC(builtin_program(program, mode), mode=mode, **parameters)


def _des_block(name: str, value: bytes) -> bytes:
    """Return a key or an initial vector, checked."""
    block = octets(name, value)
    if len(block) != DES_BLOCK:
        raise HostError(f"{name} of {len(block)} bytes: must be {DES_BLOCK}", field=name)
    return block


def _place(chip: bool) -> str:
    return "chip" if chip else "DSP"


def _pack_words(words: Iterable[int]) -> bytes:
    """Return 24-bit words as bytes for the window: low, middle, high byte."""
    return b"".join(word.to_bytes(_WORD_BYTES, "little") for word in words)


def _key_bytes(digits: int, key: Iterable[int]) -> bytes:
    """Return the numbers of an RSA key as the driver takes them."""
    if digits > MAX_DIGITS:
        raise HostError(f"a number of {digits} words: at most {MAX_DIGITS}", field="key")
    return b"".join(_little(number, _WORD_BYTES * digits, "key") for number in key)


def _little(number: int, size: int, field: str) -> bytes:
    if number < 0 or number.bit_length() > 8 * size:
        raise HostError(f"a number of {number.bit_length()} bits does not fit {size} bytes", field=field)
    return number.to_bytes(size, "little")
