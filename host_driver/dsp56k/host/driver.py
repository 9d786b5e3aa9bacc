"""The card's driver, from Python: each call runs the x86 driver (host_driver/src/driver/card.h) on the PC.

The driver does the complete job on the card. The time of a result is end to end: from the call of the driver's function
to its return, including every bus cycle and all waits for the DSP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import gcd
from typing import Any, Protocol, Unpack

from dsp56k.card.chips.control import CTRL
from dsp56k.host.algorithm_calls import Measured, octets_of_sizes, row_of
from dsp56k.host.batched_jobs import Batches
from dsp56k.host.bus import i8254
from dsp56k.host.cpu_modes import Pointer, StackArgument
from dsp56k.host.driver_calls import LAYERED, des_block
from dsp56k.host.errors import HostError, WrongResultError
from dsp56k.host.fifo_jobs import Streams
from dsp56k.host.pc import PC
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.host.program import builtin_program
from dsp56k.host.random_bits import RandomBits
from dsp56k.host.short_operations import ShortOperations
from dsp56k.host.signatures import WORD_BYTES, LoadedRsaKeys, card_digits
from dsp56k.host.software import DES_BLOCK, DIGEST, RsaKey
from dsp56k.host.table_ciphers import TableCiphers
from dsp56k.host.triple_des import WrappedKeys
from dsp56k.lib.algorithm import Algorithm, Form
from dsp56k.lib.bignum.keygen import PRIME_BEGIN, PRIME_BYTES, PRIME_CLOCKS, PRIME_SEARCH
from dsp56k.lib.ciphers import des
from dsp56k.lib.commands import ALL_CHECKS, Status
from dsp56k.lib.operands import octets, require_int

WINDOW = 0xD_0000
WINDOW_BYTES = 0x8000
IO_BASE = 0x300

INTERRUPT = "driver-interrupt"
"""The program of the driver that the card interrupts, on a PC with an interrupt controller."""
_OTHER_WORK = "other_work"
"""The symbol of the PC's work during the sleep of that driver."""
_PLACEHOLDER_KEY = b"\1" * DES_BLOCK
"""A key of odd parity."""
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


_GOLDEN = 0x9E37_79B9_7F4A_7C15
"""The golden section in 64 bits: this fraction of a modulus has no common factor with it, unlike a third."""


class CardDriver(TableCiphers, WrappedKeys, RandomBits, ShortOperations, LoadedRsaKeys):
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
        if layers and (streams is not None or LAYERED not in pc.program.symbols):
            raise HostError("layers must be 0 with streams, and with a driver for 16 bits or packets", field="layers")
        super().__init__(pc, layers)
        self._batches = batches
        self._streams = streams
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
        place = self._work.put_parameters(des_block("key", key))
        return self._call(f"load a DES key into the {_place(chip)}", "card_load_des_key", int(chip), place)

    def load_wrapped_des_key(self, wrapped: bytes, *, chip: bool = False) -> Measured[None]:
        """Load a key of 8 bytes under the master key into the DSP or the DES chip, for the calls whose key is None.

        A card needs the commands of `image(commands="wrapped_keys")`. A key of triple DES is lost.

        Raises:
            KeyParityError: as `load_wrapped_key`.
            FirmwareError: no master key is loaded.
        """
        wrapped = des_block("wrapped", wrapped)
        # The driver calls without a key after it has loaded one, which the card then replaces.
        before = self.load_des_key(_PLACEHOLDER_KEY, chip=chip)
        loaded = self._unwrap(des.UNWRAP_CHIP if chip else des.UNWRAP_DES, wrapped)
        return Measured(None, before.clocks + loaded.clocks, before.time + loaded.time)

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
        """Load a key of AES or triple DES that stays in the card, for calls whose key is None.

        The first key of AES makes the tables.
        """
        row = row_of(algorithm)
        commands = row.user_commands
        assert commands is not None
        assert commands.load is not None
        load = self.job(None, b"", commands.load, octets_of_sizes("key", key, row.key_bytes), clocks=commands.clocks)
        return Measured(None, load.clocks, load.time)

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

    def _blocks(self, row: Algorithm, key: bytes | None, *iv_and_data: bytes, chip: bool) -> Measured[bytes]:
        *ivs, data = iv_and_data
        data = octets("data", data)
        if not data or len(data) % DES_BLOCK:
            raise HostError(f"{len(data)} bytes: must be whole blocks of {DES_BLOCK}, at least one", field="data")
        self._check_length(data)
        work, iv = self._work, ivs[0] if ivs else None
        places = [
            _NULL if value is None else work.put_parameters(des_block(name, value), offset)
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
        place = _NULL if key is None else work.put_parameters(des_block("key", key))
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


def driver_pc(*, program: str = "driver", **parameters: Unpack[PcParameters]) -> PC:
    """Return a PC with the driver for its mode, for the card to be inserted; `parameters` are the PC's."""
    return PC(builtin_program(program, parameters.get("mode", "flat32")), **parameters)


def _place(chip: bool) -> str:
    return "chip" if chip else "DSP"


def _pack_words(words: Iterable[int]) -> bytes:
    """Return 24-bit words as bytes for the window: low, middle, high byte."""
    return b"".join(word.to_bytes(WORD_BYTES, "little") for word in words)
