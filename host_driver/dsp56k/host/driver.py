"""The card's driver, from Python: each call runs the x86 driver (host_driver/src/driver/card.h) on the PC.

The driver does the complete job on the card. The time of a result is end to end: from the call of the driver's function
to its return, including every bus cycle and all waits for the DSP.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Protocol, Unpack

from dsp56k.card.chips.control import CTRL
from dsp56k.host.algorithm_calls import (
    AlgorithmCalls,
    FormCalls,
    Measured,
    commands_of,
    in_sequence,
    octets_of_sizes,
    whole_blocks,
)
from dsp56k.host.batched_jobs import Batches
from dsp56k.host.bus import i8254
from dsp56k.host.cpu_modes import Pointer, StackArgument
from dsp56k.host.drbg import CardDrbg
from dsp56k.host.driver_calls import DEFAULT_JOB_CLOCKS, LAYERED, DriverCalls, des_place
from dsp56k.host.errors import HostError
from dsp56k.host.fifo_jobs import Streams
from dsp56k.host.pc import PC
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.host.program import builtin_program
from dsp56k.host.rsa_keys import WORD_BYTES, RsaKeys
from dsp56k.host.short_operations import ShortDes
from dsp56k.host.software import DES_BLOCK, DIGEST
from dsp56k.host.table_ciphers import CardTableCiphers
from dsp56k.host.wrapped_keys import WrappedKeys
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.commands import ALL_CHECKS
from dsp56k.lib.operands import octets, require_int
from dsp56k.system.properties import RenamedAttribute

WINDOW = 0xD_0000
WINDOW_BYTES = 0x8000
IO_BASE = 0x300

INTERRUPT = "driver-interrupt"
"""The program of the driver that the card interrupts, on a PC with an interrupt controller."""
_OTHER_WORK = "other_work"
"""The symbol of the PC's work during the sleep of that driver."""
_NULL = Pointer(0)
"""An address without data for the driver's functions."""
_SEGMENT_BYTES = 16
OVERHEADS_US = range(100_001)
LAYERS = range(101)


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


class CardDriver(AlgorithmCalls):
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

    Attributes:
        pc: the machine with the driver.
        max_data: maximum bytes of data of a call.
        drbg: the card's generator of random bytes.
        rsa_keys: RSA keys that stay in the card, and new ones.
        short_des: many short operations of DES with one call.
        table_ciphers: Blowfish, SEAL, Khufu and Khafre in both directions, with tables that stay in the card.
        wrapped_keys: keys of DES and triple DES under a master key.
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
        if layers and (streams is not None or LAYERED not in pc.program.symbols):
            raise HostError("layers must be 0 with streams, and with a driver for 16 bits or packets", field="layers")
        self.pc = pc
        self._calls = calls = DriverCalls(pc, layers)
        self.max_data = calls.max_data
        self.table_ciphers: CardTableCiphers = CardTableCiphers(calls)
        self.wrapped_keys = WrappedKeys(calls)
        self.drbg = CardDrbg(calls)
        self.short_des = ShortDes(calls, batches, streams)
        self.rsa_keys = RsaKeys(calls)
        self._overhead = round(overhead_us * i8254.HERTZ / 1_000_000)
        self._installation = (io_base, Pointer(window), window_bytes)

    @property
    def free_clocks(self) -> int:
        """CPU clocks since power-up in which the driver slept and the PC did other work; 0 of a driver that polls."""
        return self.pc.clocks_of(_OTHER_WORK) if _OTHER_WORK in self.pc.program.symbols else 0

    def start(self, segments: Iterable[FirmwareSegment]) -> Measured[int]:
        """Find the card, reset it, download the firmware, start and test it; return the firmware's version."""
        descriptions: list[tuple[StackArgument, ...]] = []
        content = bytearray()
        segments = list(segments)
        place = self._calls.work.data.address + _SEGMENT_BYTES * len(segments)
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
        self._calls.work.put_data(table + bytes(content))
        self._calls.run("find the card", "card_install", *self._installation)
        if self._overhead:
            self._calls.run("set the overhead", "card_set_overhead", self._overhead)
        work = self._calls.work
        measured = self._calls.run_tested("start the firmware", "card_start", work.data, len(segments), work.results)
        return Measured(self._calls.result_word(), measured.clocks, measured.time)

    def self_test(self) -> Measured[None]:
        """Run the self-test of `start` again: DES, MD2, DES chip if fitted, RSA, noise.

        Raises:
            SelfTestError: its `detail` names the parts that failed.
        """
        return self._calls.run_tested("test the card", "card_self_test")

    def ping(self) -> Measured[int]:
        """Return the firmware's version by the shortest exchange with the card."""
        measured = self._calls.run("ping", "card_ping", self._calls.work.results)
        return Measured(self._calls.result_word(), measured.clocks, measured.time)

    def set_checks(self, checks: int) -> Measured[None]:
        """Select the checks by the sum of 1 (code and tables, while idle), 2 (keys and states) and 4 (RSA results).

        0 leaves only the checksums of the transfers. `start` selects those of the image again.
        """
        checks = require_int("checks", checks)
        if checks not in range(ALL_CHECKS + 1):
            raise HostError(f"checks must be 0 to {ALL_CHECKS}, got {checks}", field="checks")
        return self._calls.run("select the checks", "card_set_checks", checks)

    def confirm(self) -> Measured[None]:
        """Wait until the firmware has summed all its code and tables since the last job.

        So the results since the last `confirm` were made by the code and the tables of the start.

        Raises:
            MemoryChangedError: code or tables changed; start the card again.
        """
        return self._calls.run("confirm the card's memory", "card_confirm")

    def job(
        self, setup_opcode: int | None, setup: bytes, opcode: int, data: bytes, *, clocks: int = DEFAULT_JOB_CLOCKS
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
            FirmwareError: the firmware does not have the command, or the command returned its own status.
        """
        return self._calls.job(setup_opcode, setup, opcode, data, clocks=clocks)

    def command(self, opcode: int, given: bytes, *, clocks: int) -> Measured[None]:
        """Run a user's command that takes up to 4096 bytes and returns none; opcode and clocks are as of `job`."""
        return self._calls.command(opcode, given, clocks=clocks)

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
        return self._calls.message(init, data, value_bytes, block_clocks=block_clocks, last_clocks=last_clocks)

    def random(self, count: int) -> Measured[bytes]:
        """Return `count` random bytes from the noise circuit; raise NoiseHealthError if it fails its test."""
        count = require_int("count", count)
        if not 0 < count <= self.max_data:
            raise HostError(f"{count} random bytes: must be 1 to {self.max_data}", field="count")
        measured = self._calls.run("read noise", "card_noise", self._calls.work.results, count)
        return Measured(self._calls.work.taken(count), measured.clocks, measured.time)

    def _forms(self, *, chip: bool) -> FormCalls:
        return {
            "digest": self._digest,
            "keyed-digest": self._keyed_digest,
            "generator": self.drbg.of_seed,
            "stream": self._stream,
            "blocks": partial(self._blocks, chip=chip),
            "keyed-blocks": self._keyed_blocks,
            "code": self._code,
            "tables": self._with_tables,
            "power": self.rsa_keys.powers,
            "crt": self.rsa_keys.private_powers,
        }

    def _load_des_key(self, key: bytes, *, chip: bool) -> Measured[None]:
        return self._calls.load_des_key(key, chip=chip)

    def _load_block_key(self, row: Algorithm, key: bytes) -> Measured[None]:
        commands = commands_of(row)
        assert commands.load is not None
        key = octets_of_sizes("key", key, row.key_bytes)
        return in_sequence(None, self._calls.job(None, b"", commands.load, key, clocks=commands.clocks))

    def _blocks(self, row: Algorithm, key: bytes | None, *iv_and_data: bytes, chip: bool) -> Measured[bytes]:
        *ivs, data = iv_and_data
        data = whole_blocks(data, DES_BLOCK)
        self._calls.check_length(data)
        work = self._calls.work
        places = [_NULL if key is None else work.put_parameters(octets_of_sizes("key", key, (DES_BLOCK,)))]
        # Without an IV the driver does ECB.
        ivs = [octets_of_sizes("iv", iv, (DES_BLOCK,)) for iv in ivs]
        places += [work.put_parameters(iv, DES_BLOCK) for iv in ivs] or [_NULL]
        work.put_data(data)
        decrypt = int(row.name.endswith("decrypt"))
        name = f"{row.title} on the {des_place(chip)}"
        given: tuple[StackArgument, ...] = (decrypt, *places, work.data, work.results, len(data))
        measured = self._calls.run(name, "card_des", int(chip), *given, moved=(len(data), len(data)))
        return Measured(work.taken(len(data)), measured.clocks, measured.time)

    def _keyed_blocks(self, row: Algorithm, key: bytes | None, *iv_and_data: bytes) -> Measured[bytes]:
        commands = commands_of(row)
        given, iv, data = self._checked_blocks(row, key, iv_and_data)
        setup = commands.iv if key is None else commands.key
        return self._calls.job(setup, given + iv, commands.data, data, clocks=commands.clocks)

    def _code(self, row: Algorithm, key: bytes | None, data: bytes, size: int = 4) -> Measured[bytes]:
        data, size = octets("data", data), require_int("size", size)
        if not 2 <= size <= DES_BLOCK:
            raise HostError(f"a code of {size} bytes: must be 2 to {DES_BLOCK}", field="size")
        if not data:
            raise HostError("0 bytes: must be at least one", field="data")
        self._calls.check_length(data)
        work = self._calls.work
        place = _NULL if key is None else work.put_parameters(octets_of_sizes("key", key, (DES_BLOCK,)))
        work.put_data(data)
        given = place, work.data, len(data), work.results
        measured = self._calls.run(row.title, f"card_{row.name}", *given, moved=(len(data), DES_BLOCK))
        return Measured(work.taken(size), measured.clocks, measured.time)

    def _stream(self, row: Algorithm, key: bytes, data: bytes) -> Measured[bytes]:
        commands = commands_of(row)
        return self._calls.job(commands.key, key, commands.data, data, clocks=commands.clocks)

    def _keyed_digest(self, row: Algorithm, key: bytes, data: bytes) -> Measured[bytes]:
        commands = commands_of(row)
        assert commands.key is not None
        short = self._short_key(key)
        # HMAC fills a key up with zeros, so that of one zero is the empty one, which a command cannot take.
        load = self._calls.job(None, b"", commands.key, short.value or bytes(1), clocks=commands.clocks)
        done = self._calls.message(commands.data, data, row.digest_bytes, block_clocks=commands.clocks)
        return in_sequence(done.value, short, load, done)

    def _digest(self, row: Algorithm, data: bytes) -> Measured[bytes]:
        commands = row.user_commands
        if commands is not None:
            return self._calls.message(commands.data, data, row.digest_bytes, block_clocks=commands.clocks)
        data = octets("data", data)
        self._calls.check_length(data)
        work = self._calls.work
        work.put_data(data)
        moved = len(data), DIGEST
        measured = self._calls.run(row.title, f"card_{row.name}", work.data, len(data), work.results, moved=moved)
        return Measured(work.taken(DIGEST), measured.clocks, measured.time)

    batch = RenamedAttribute("short_des.batch")
    cipher_decrypt = RenamedAttribute("table_ciphers.decrypt")
    close_stream = RenamedAttribute("short_des.fifos.close")
    des3_cbc_decrypt = RenamedAttribute("call", "des3_cbc_decrypt", None)
    des3_cbc_encrypt = RenamedAttribute("call", "des3_cbc_encrypt", None)
    des_operations = RenamedAttribute("short_des.run")
    drbg_bytes = RenamedAttribute("drbg.generate")
    instantiate_drbg = RenamedAttribute("drbg.instantiate")
    load_master_key = RenamedAttribute("wrapped_keys.load_master")
    load_operation_keys = RenamedAttribute("short_des.load_keys")
    load_rsa_key = RenamedAttribute("rsa_keys.load")
    load_rsa_public_key = RenamedAttribute("rsa_keys.load_public")
    load_stream_keys = RenamedAttribute("short_des.fifos.load_keys")
    load_wrapped_des_key = RenamedAttribute("wrapped_keys.load_des")
    load_wrapped_key = RenamedAttribute("wrapped_keys.load")
    open_stream = RenamedAttribute("short_des.fifos.open")
    reseed_drbg = RenamedAttribute("drbg.reseed")
    rsa_decrypt = RenamedAttribute("rsa_keys.decrypt")
    rsa_encrypt = RenamedAttribute("rsa_keys.encrypt")
    rsa_generate = RenamedAttribute("rsa_keys.generate")
    rsa_sign = RenamedAttribute("rsa_keys.sign")
    rsa_verify = RenamedAttribute("rsa_keys.verify")
    stream = RenamedAttribute("short_des.fifos.send")
    stream_operations = RenamedAttribute("short_des.fifos.run")


def driver_pc(*, program: str = "driver", **parameters: Unpack[PcParameters]) -> PC:
    """Return a PC with the driver for its mode, for the card to be inserted; `parameters` are the PC's."""
    return PC(builtin_program(program, parameters.get("mode", "flat32")), **parameters)


def _pack_words(words: Iterable[int]) -> bytes:
    """Return 24-bit words as bytes for the window: low, middle, high byte."""
    return b"".join(word.to_bytes(WORD_BYTES, "little") for word in words)
