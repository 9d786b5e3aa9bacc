"""The pump: a state machine that moves bytes between FIFOs and the DES chip without the DSP.

Data sheet
==========

Our decision: Lindemann and Smith describe the purpose of theirs ("a FIFO/state machine structure that can transport
data quickly into and out of an algorithm engine"), not its registers. It has the clock of the DES chip.

    offset  register     access  reset  what
    0       CONTROL      w       $00    path of the bytes; HALT, RSF and LDK act at once
    0       STATUS       r       $12    the pump, and the flags of the FIFOs
    1       LENGTH HIGH  r/w     $00    written: bits 15-8 of the length, kept; read: the rest
    2       LENGTH LOW   r/w     $00    bits 7-0; the write starts the pump
    3       KEYS         w       -      next byte of the table of keys, 32 of 8 bytes

Paths. *Chip*: the length counts blocks of 8 bytes; if the chip requests text (DIR) a byte of the input FIFO goes to
DATA, if it has a result (DOR) a byte of DATA goes to the output FIFO. BYPASS: the length counts bytes from the input
FIFO to the parameter FIFO. AUTO: the length counts operations, each in the input FIFO a byte of direction (bit 7:
decrypt) and blocks (bits 6-0, not 0), a byte that says which key of the table, eight bytes of IV, and its blocks; the
pump resets the chip, gives it mode, key and IV itself and moves the blocks. With ENDLESS the length does not count
down: there is no end but HALT. An index past the keys that were loaded, or no blocks, sets BAD and stops the pump.

Timing. A byte takes two clocks, as does a look at the chip's STATUS that finds it busy. Where a FIFO is empty or full
the pump waits. The DSP has no access to the DES chip while BSY is set.

Errors. UNDER: the DSP read an empty FIFO and got $00; latched until CONTROL.RSF.

Erratum, if the description says so: a LENGTH written with a short strobe is lost. The pump starts with the length that
it had.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dsp56k.card.parts.fifo import Fifo
from dsp56k.card.parts.register import ANY_BYTE, Register, bit
from dsp56k.emu.device import PortDevice
from dsp56k.emu.timeline import Clock, Time

CONTROL = Register(
    "PUMP CONTROL",
    0,
    "w",
    0x00,
    "path of the bytes, and immediate actions",
    fields=(
        bit("BYPASS", 0, "from the input FIFO to the parameter FIFO, without the DES chip"),
        bit("AUTO", 1, "operations with their parameters in the data"),
        bit("ENDLESS", 2, "the length does not count down"),
        bit("LDK", 5, "KEYS starts again at the first byte; no key is loaded"),
        bit("RSF", 6, "resets all FIFOs; clears UNDER"),
        bit("HALT", 7, "ends the current operation; clears BAD"),
    ),
)
STATUS = Register(
    "PUMP STATUS",
    0,
    "r",
    0x12,
    "pump and flags of the FIFOs",
    fields=(
        bit("BSY", 0, "bytes remain"),
        bit("IE", 1, "the input FIFO is empty"),
        bit("IH", 2, "the input FIFO is half full"),
        bit("OF", 3, "the output FIFO is full"),
        bit("PE", 4, "the parameter FIFO is empty"),
        bit("PH", 5, "the parameter FIFO is half full"),
        bit("BAD", 6, "AUTO found an invalid operation"),
        bit("UNDER", 7, "the DSP read an empty FIFO"),
    ),
)
LENGTH_HIGH = Register(
    "PUMP LENGTH HIGH", 1, "r/w", 0x00, "bits 15-8 of the length; read: of the rest", fields=ANY_BYTE
)
LENGTH_LOW = Register(
    "PUMP LENGTH LOW", 2, "r/w", 0x00, "bits 7-0; the write starts the pump; read: of the rest", fields=ANY_BYTE
)
KEYS = Register("PUMP KEYS", 3, "w", None, "next byte of the table of keys", fields=ANY_BYTE)
REGISTERS = (CONTROL, STATUS, LENGTH_HIGH, LENGTH_LOW, KEYS)

_BYPASS, _AUTO, _ENDLESS = (CONTROL[name].mask for name in ("BYPASS", "AUTO", "ENDLESS"))
_BSY, _IE, _IH, _OF, _PE, _PH, _BAD, _UNDER = (field.mask for field in STATUS)
TABLE_BYTES = 256
KEY_BYTES = UNIT_BYTES = 8
HEADER_BYTES = 2
_BLOCKS, _DECRYPT = 0x7F, 0x80


class Engine(Protocol):
    """The plug of the chip that processes the bytes: DATA at offset 0, COMMAND and STATUS at 1."""

    @property
    def part(self) -> PortDevice:
        """The device that is plugged in."""


@dataclass(frozen=True)
class EngineBits:
    """Bits of the chip's registers that the pump is wired to.

    Attributes:
        wants, has: bits DIR and DOR of STATUS.
        reset: bit RST of COMMAND.
        encrypt, decrypt: commands that request key and IV, and then text.
    """

    wants: int
    has: int
    reset: int
    encrypt: int
    decrypt: int


@dataclass(frozen=True)
class PumpDescription:
    """Parameters in which another pump could differ."""

    clock_hz: int = 10_000_000
    """Clock of the DES chip."""
    clocks_per_byte: int = 2
    """Minimum time between two accesses that the chip accepts."""
    short_length_is_lost: bool = False
    """The erratum: a LENGTH written with a short strobe is lost."""


class Pump:
    """The pump as a bus device; `engine` is the chip behind it, `bits` are the bits of the chip that it uses."""

    def __init__(
        self,
        engine: Engine,
        bits: EngineBits,
        source: Fifo,
        sink: Fifo,
        parameters: Fifo,
        description: PumpDescription | None = None,
    ) -> None:
        self.description = description or PumpDescription()
        self.short_strobe = False
        self._engine = engine
        self._bits = bits
        self._source, self._sink, self._parameters = source, sink, parameters
        self._clock = Clock(self.description.clock_hz)
        self._at = 0  # clock at which the next byte may move
        self._clear()

    # The device protocol

    def reset(self, now: Time) -> None:
        """Reset the pump (reset pin): idle, no keys, empty FIFOs."""
        self._at = self._clock.count_at(now)
        self._clear()
        self._reset_fifos(now)

    def read(self, offset: int, now: Time) -> int:
        """Return STATUS or LENGTH."""
        self.advance(now)
        if offset == STATUS.offset:
            return self._status()
        if offset == LENGTH_HIGH.offset:
            return self._left >> 8
        return self._left & 0xFF if offset == LENGTH_LOW.offset else 0

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write CONTROL, LENGTH or KEYS."""
        self.advance(now)
        if offset == CONTROL.offset:
            self._write_control(value, now)
        elif offset == KEYS.offset:
            if len(self._keys) < TABLE_BYTES:
                self._keys.append(value)
        else:
            self._write_length(offset, value, now)

    def advance(self, now: Time) -> None:
        """Move all bytes that are due by `now`."""
        if not self._left:
            return
        count = self._clock.count_at(now)
        while self._left and self._at <= count:
            if not self._move(self._clock.time_of(self._at)):
                self._at = max(self._at, count)
                return
            self._at += self.description.clocks_per_byte

    def next_event(self) -> Time | None:
        """Return the time at which a byte may move next, or None while the pump is idle."""
        return self._clock.time_of(self._at) if self._left else None

    @property
    def busy(self) -> bool:
        """True if the pump has the DES chip (STATUS.BSY)."""
        return bool(self._left)

    def underrun(self) -> None:
        """Record that the DSP has read an empty FIFO."""
        self._under = True

    # Registers

    def _clear(self) -> None:
        self._control = 0
        self._length = 0
        self._left = 0
        self._bad = self._under = False
        self._keys = bytearray()
        self._begin_operation()

    def _reset_fifos(self, now: Time) -> None:
        for fifo in (self._source, self._sink, self._parameters):
            fifo.reset(now)

    def _status(self) -> int:
        # The DSP polls it: `STATUS.pack` takes three times as long.
        return (
            _BSY * self.busy
            | _IE * self._source.empty
            | _IH * self._source.half_full
            | _OF * self._sink.full
            | _PE * self._parameters.empty
            | _PH * self._parameters.half_full
            | _BAD * self._bad
            | _UNDER * self._under
        )

    def _write_control(self, value: int, now: Time) -> None:
        self._control = value
        if value & CONTROL["HALT"].mask:
            self._left = 0
            self._bad = False
            self._begin_operation()
        if value & CONTROL["RSF"].mask:
            self._under = False
            self._reset_fifos(now)
        if value & CONTROL["LDK"].mask:
            self._keys.clear()

    def _write_length(self, offset: int, value: int, now: Time) -> None:
        kept = self.short_strobe and self.description.short_length_is_lost
        if not kept:
            high = offset == LENGTH_HIGH.offset
            self._length = value << 8 | self._length & 0xFF if high else self._length & 0xFF00 | value
        if offset == LENGTH_LOW.offset:
            self._left = self._length
            self._at = max(self._at, self._clock.count_at(now) + 1)
            self._begin_operation()

    # Movement of the bytes

    def _begin_operation(self) -> None:
        self._header = bytearray()
        self._setup: list[tuple[int, int]] = []
        self._ivs = 0
        self._blocks = 0
        self._out = 0

    def _move(self, now: Time) -> bool:
        """Run two clocks; return False if the pump has to wait for a FIFO."""
        if self._control & _BYPASS:
            return self._from_input(self._pass_by)
        if self._control & _AUTO and not self._blocks:
            return self._prepare(now)
        return self._through_chip(now)

    def _from_input(self, use: Callable[[int], None]) -> bool:
        if self._control & _BYPASS and self._parameters.full:
            return False
        byte = self._source.read()
        if byte is None:
            return False
        use(byte)
        return True

    def _pass_by(self, byte: int) -> None:
        self._parameters.write(byte)
        self._left -= 1

    def _through_chip(self, now: Time) -> bool:
        chip, bits = self._engine.part, self._bits
        status = chip.read(1, now)
        if status & bits.wants:
            byte = self._source.read()
            if byte is None:
                return False
            chip.write(0, byte, now)
        elif status & bits.has:
            if self._sink.full:
                return False
            self._sink.write(chip.read(0, now))
            self._out += 1
            if self._out == UNIT_BYTES:
                self._out = 0
                self._done_block()
        return True

    def _done_block(self) -> None:
        if self._control & _AUTO:
            self._blocks -= 1
            if not self._blocks:
                self._count_down()
                self._begin_operation()
        else:
            self._count_down()

    def _count_down(self) -> None:
        if not self._control & _ENDLESS:
            self._left -= 1

    def _prepare(self, now: Time) -> bool:
        """Begin an operation of AUTO (header, mode, key, IV); return False if the pump has to wait."""
        if len(self._header) < HEADER_BYTES:
            return self._from_input(self._take_header)
        chip = self._engine.part
        if self._setup:
            offset, value = self._setup.pop(0)
            chip.write(offset, value, now)
            return True
        byte = self._source.read()
        if byte is None:
            return False
        chip.write(0, byte, now)
        self._ivs += 1
        if self._ivs == UNIT_BYTES:
            self._blocks = self._header[0] & _BLOCKS
        return True

    def _take_header(self, byte: int) -> None:
        self._header.append(byte)
        if len(self._header) < HEADER_BYTES:
            return
        first, index = self._header
        key = bytes(self._keys[index * KEY_BYTES : (index + 1) * KEY_BYTES])
        if len(key) < KEY_BYTES or not first & _BLOCKS:
            self._bad = True
            self._left = 0
            return
        mode = self._bits.decrypt if first & _DECRYPT else self._bits.encrypt
        self._setup = [(1, self._bits.reset), (1, mode), *((0, each) for each in key)]
