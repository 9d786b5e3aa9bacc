"""The DES chip in Python with pycryptodome's DES: the reference of `dsp56k.card.chips.wd20c03`."""

from functools import lru_cache
from typing import TYPE_CHECKING, cast

from Crypto.Cipher import DES

from dsp56k.card.chips.wd20c03 import COMMAND, STATUS, UNIT_BYTES, Phase, Wd20c03Description, Wd20c03State
from dsp56k.emu.timeline import Clock, Time

if TYPE_CHECKING:
    from Crypto.Cipher._mode_ecb import EcbMode

_COMMAND, _STATUS = COMMAND.offset, STATUS.offset
_CIPHERS_KEPT = 64
IDLE, KEY, IV, TEXT, CIPHER, RESULT = Phase


class Wd20c03InPython:
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

    def state(self) -> Wd20c03State:
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

    # Time

    def _settle(self, count: int) -> None:
        """End the running cipher if it is due."""
        if count >= self._done_at:
            self._phase = RESULT

    def _takes(self, now: Time) -> bool:
        """Return True if an access is not too soon after the last one."""
        count = self._clock.count_at(now)
        if self._phase is CIPHER:
            self._settle(count)
        if count < self._free_at:
            self._errors |= self._s["OVR"]
            return False
        self._free_at = count + self.description.clocks_per_access
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
