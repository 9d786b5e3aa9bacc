"""WD20C03, the card's DES chip (paper 5.2).

Data sheet
==========

No data sheet of the WD20C03 was found. Known facts: 64-bit blocks, 56-bit key, ECB and CBC, both directions, an 8-bit
microprocessor bus, key parity checked as the bytes are loaded, key not readable; ECB rates of 0.77 to 3.85 Mbyte/s at
5 to 25 MHz, each of which is 52 clocks per block (Tundra CA20C03A, the second source, first page). The card clocks it
at 10 MHz (paper 5.2). Registers, bits and handshake below are our decision; a data sheet would change this file only.

    A0=0  DATA      next byte of key, IV or text by phase, most significant first; next byte of the result
    A0=1  COMMAND   written: see COMMAND below; takes effect at once and ends whatever was in progress
    A0=1  STATUS    read: see STATUS below

Sequence. LDKEY requests eight key bytes (KR), then LDIV for eight bytes of initial vector (IVR), then ACT for text
(DIR). The eighth byte of text starts the cipher (BSY); then the result waits (DOR), and when its eighth byte has been
read the chip requests text again. ENC and CBC may change between blocks. In CBC the chaining register holds the IV and
then the last ciphertext block; it is zero after reset.

Timing, in chip clocks. A DATA or COMMAND access takes 2; the result waits 20 after the end of the eighth access;
16 accesses and the cipher make 52. CBC costs nothing more. A DATA or COMMAND access that comes sooner than 2 clocks
after the one before finds the chip not listening: it has no effect (a read gives 0) and sets OVR. Clocks are counted by
their edges, so an access less than one clock too early may still be heard. A STATUS read is always answered.

Errors. OVR: an access too soon, an unrequested byte, a read without a result, a command that cut off a half-entered
unit, a running cipher or an unread result (CLR and RST may). KPE: a key byte had even parity; latched until LDKEY or
RST; it does not stop the chip unless the description says so. Both wait until the program reads them: nothing else
happens.

Erratum, if the description says so: a byte of IV written with a short strobe is counted and lost; its position in the
chaining register stays as it was. Lindemann and Smith found it in their chip (experiment 8).
"""

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from Crypto.Cipher import DES

from dsp56k.card.errors import CardError
from dsp56k.card.parts.register import Field, Register, Source, bit
from dsp56k.emu.timeline import Clock, Time

if TYPE_CHECKING:
    from Crypto.Cipher._mode_ecb import EcbMode

DATA = Register(
    "DES DATA",
    0,
    "r/w",
    None,
    "byte of key, IV, text or result by phase, most significant first",
    fields=(Field("BYTE", 7, 0, "D0-D7", Source.DATA_SHEET),),
)
COMMAND = Register(
    "DES COMMAND",
    1,
    "w",
    0x00,
    "next operation",
    fields=(
        bit("ACT", 0, "accept text after key and IV"),
        bit("ENC", 1, "1 encrypt, 0 decrypt", Source.DATA_SHEET),
        bit("LDKEY", 2, "load a key first; clears KPE and KV"),
        bit("LDIV", 3, "load an initial vector first"),
        bit("CBC", 4, "1 CBC, 0 ECB", Source.PAPER),
        bit("CLR", 6, "clear byte phase and OVR; keep key and chaining register"),
        bit("RST", 7, "reset everything including the key; other bits are ignored"),
    ),
)
STATUS = Register(
    "DES STATUS",
    1,
    "r",
    0x00,
    "state of the chip",
    fields=(
        bit("BSY", 0, "the cipher runs"),
        bit("DIR", 1, "requests a byte of text"),
        bit("DOR", 2, "has a byte of result"),
        bit("KR", 3, "requests a byte of key"),
        bit("IVR", 4, "requests a byte of IV"),
        bit("KPE", 5, "a key byte had even parity", Source.DATA_SHEET),
        bit("KV", 6, "eight key bytes are loaded"),
        bit("OVR", 7, "protocol error; cleared by CLR and RST"),
    ),
)
REGISTERS = (DATA, COMMAND, STATUS)
_COMMAND, _STATUS = COMMAND.offset, STATUS.offset

UNIT_BYTES = 8
_CIPHERS_KEPT = 64
"""Ciphers by key: programs alternate between a few keys."""


@dataclass(frozen=True)
class Wd20c03Description:
    """Properties that a data sheet would determine: bits, clocks and policy."""

    command: Register = COMMAND
    status: Register = STATUS
    clock_hz: int = 10_000_000
    """Paper 5.2."""
    clocks_per_access: int = 2
    """Our decision; with `clocks_to_result` it makes the data sheet's 52 clocks per block."""
    clocks_to_result: int = 20
    """From the end of the eighth text access to DOR: 16 rounds and 4. Our decision, as above."""
    parity_error_stops: bool = False
    """True if KPE refuses text. Our decision."""
    short_iv_is_lost: bool = False
    """The erratum: a byte of IV written with a short strobe is lost."""


class Phase(Enum):
    """The unit to which the next DATA access belongs."""

    IDLE = auto()
    KEY = auto()
    IV = auto()
    TEXT = auto()
    CIPHER = auto()
    RESULT = auto()

    __hash__ = object.__hash__
    """The hash of Enum is a function in Python, which each read of STATUS would call."""


# Asking the class for a member takes as long as all else that an access does.
IDLE, KEY, IV, TEXT, CIPHER, RESULT = Phase


@dataclass(frozen=True)
class Wd20c03State:
    """State of the chip between two accesses; the names are those of `Wd20c03`."""

    short_strobe: bool
    free_at: int
    command: int
    errors: int
    key: bytes
    chain: bytes
    phase: Phase
    unit: bytes
    done_at: int


class Wd20c03:
    """The DES chip as a bus device: offset 0 is DATA, offset 1 COMMAND and STATUS; values are 8 bits.

    Attributes:
        short_strobe: True if the next access has a short strobe: one of few wait states.
    """

    _phase: Phase
    _unit: bytearray
    """Bytes of the unit being entered, or of the result not yet read."""
    _done_at: int
    """Chip clock at which the running cipher ends."""

    def __init__(self, description: Wd20c03Description | None = None) -> None:
        self.description = description or Wd20c03Description()
        self.short_strobe = False
        self._clock = Clock(self.description.clock_hz)
        # Each access converts its time. Calls of the clock and chains of attributes would double the time of an access.
        self._picoseconds, self._cycles = self._clock.period
        self._clocks_per_access = self.description.clocks_per_access
        command, status = self.description.command, self.description.status
        self._c = {field.name: field.mask for field in command}
        self._s = {field.name: field.mask for field in status}
        self._phase_bit = {
            IDLE: 0,
            KEY: self._s["KR"],
            IV: self._s["IVR"],
            TEXT: self._s["DIR"],
            CIPHER: self._s["BSY"],
            RESULT: self._s["DOR"],
        }
        self._free_at = 0  # chip clock from which the chip listens again
        self._clear_all()

    # The device protocol

    def reset(self, now: Time) -> None:
        """Clear everything (reset pin), including the key."""
        self._free_at = self._clock.count_at(now)
        self._clear_all()

    def read(self, offset: int, now: Time) -> int:
        """Return DATA (0) or STATUS (1)."""
        if offset == _STATUS:
            if self._phase is CIPHER:
                self._settle(self._clock.count_at(now))
            return self._status()
        if not self._takes(now):
            return 0
        if self._phase is not RESULT:
            self._errors |= self._s["OVR"]
            return 0
        byte = self._unit[0]
        del self._unit[0]
        if not self._unit:
            self._enter_next(load_key=False, load_iv=False)
        return byte

    def write(self, offset: int, value: int, now: Time) -> None:
        """Write DATA (0) or COMMAND (1)."""
        if not self._takes(now):
            return
        if offset == _COMMAND:
            self._write_command(value)
        else:
            self._write_data(value)

    def advance(self, now: Time) -> None:
        """Let time pass until `now`."""
        if self._phase is CIPHER:
            self._settle(self._clock.count_at(now))

    def next_event(self) -> Time | None:
        """Return the time at which the running cipher ends, or None."""
        if self._phase is not CIPHER:
            return None
        return self._clock.time_of(self._done_at)

    def state(self) -> object:
        """Return registers, key, the current unit and its clocks."""
        return Wd20c03State(
            self.short_strobe,
            self._free_at,
            self._command,
            self._errors,
            self._key,
            self._chain,
            self._phase,
            bytes(self._unit),
            self._done_at,
        )

    def restore(self, state: object) -> None:
        """Restore a state of the chip."""
        if not isinstance(state, Wd20c03State):
            raise CardError(f"{type(state).__name__} is not a state of a WD20C03")
        self.short_strobe, self._free_at = state.short_strobe, state.free_at
        self._command, self._errors = state.command, state.errors
        self._key, self._chain = state.key, state.chain
        self._phase, self._unit, self._done_at = state.phase, bytearray(state.unit), state.done_at
        if state.key:
            self._cipher = _cipher(state.key)

    # Time

    def _settle(self, count: int) -> None:
        """End the running cipher if it is due."""
        if count >= self._done_at:
            self._phase = RESULT

    def _takes(self, now: Time) -> bool:
        """Return True if an access is not too soon after the last one."""
        count = ((now + 1) * self._cycles - 1) // self._picoseconds  # Clock.count_at
        if self._phase is CIPHER:
            self._settle(count)
        if count < self._free_at:
            self._errors |= self._s["OVR"]
            return False
        self._free_at = count + self._clocks_per_access
        return True

    # Commands and data

    def _clear_all(self) -> None:
        self._command = 0
        self._errors = 0
        self._key = b""
        self._chain = bytes(UNIT_BYTES)
        self._phase = IDLE
        self._unit = bytearray()
        self._done_at = 0

    def _status(self) -> int:
        value = self._phase_bit[self._phase] | self._errors
        return value | self._s["KV"] if self._key else value

    def _write_command(self, value: int) -> None:
        if value & self._c["RST"]:
            self._clear_all()
            return
        if value & self._c["CLR"]:
            self._errors &= ~self._s["OVR"]
        elif self._phase in (CIPHER, RESULT) or self._unit:
            self._errors |= self._s["OVR"]
        self._command = value
        self._unit.clear()
        if value & self._c["LDKEY"]:
            self._key = b""
            self._errors &= ~self._s["KPE"]
        self._enter_next(load_key=bool(value & self._c["LDKEY"]), load_iv=bool(value & self._c["LDIV"]))

    def _enter_next(self, *, load_key: bool, load_iv: bool) -> None:
        """Enter the next phase: the first of key, IV and text that is requested and possible."""
        refused = self.description.parity_error_stops and self._errors & self._s["KPE"]
        if load_key:
            self._phase = KEY
        elif load_iv:
            self._phase = IV
        elif self._command & self._c["ACT"] and self._key and not refused:
            self._phase = TEXT
        else:
            self._phase = IDLE

    def _write_data(self, value: int) -> None:
        phase = self._phase
        if phase is not TEXT and phase is not KEY and phase is not IV:
            self._errors |= self._s["OVR"]
            return
        if phase is KEY and value.bit_count() % 2 == 0:
            self._errors |= self._s["KPE"]
        if phase is IV and self.short_strobe and self.description.short_iv_is_lost:
            value = self._chain[len(self._unit)]
        entered = self._unit
        entered.append(value)
        if len(entered) < UNIT_BYTES:
            return
        unit = bytes(entered)
        entered.clear()
        if phase is KEY:
            self._key = unit
            self._cipher = _cipher(unit)
            self._enter_next(load_key=False, load_iv=bool(self._command & self._c["LDIV"]))
        elif phase is IV:
            self._chain = unit
            self._enter_next(load_key=False, load_iv=False)
        else:
            self._unit.extend(self._transform(unit))
            self._phase = CIPHER
            self._done_at = self._free_at + self.description.clocks_to_result

    def _transform(self, block: bytes) -> bytes:
        """Return one block encrypted or decrypted, in the mode of the command register."""
        encrypt = bool(self._command & self._c["ENC"])
        if not self._command & self._c["CBC"]:
            return self._cipher.encrypt(block) if encrypt else self._cipher.decrypt(block)
        if encrypt:
            self._chain = self._cipher.encrypt(_xor(block, self._chain))
            return self._chain
        result = _xor(self._cipher.decrypt(block), self._chain)
        self._chain = block
        return result


@lru_cache(_CIPHERS_KEPT)
def _cipher(key: bytes) -> "EcbMode":
    """Return DES in ECB mode by a key; the object has no state that chips could share."""
    # The annotation of new() does not state that it returns the type of the mode.
    return cast("EcbMode", DES.new(key, DES.MODE_ECB))


def _xor(left: bytes, right: bytes) -> bytes:
    return (int.from_bytes(left) ^ int.from_bytes(right)).to_bytes(UNIT_BYTES)
