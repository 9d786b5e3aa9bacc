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
from enum import Enum
from typing import Self, final

from dsp56k.card.errors import CardError
from dsp56k.card.parts.register import Field, Register, Source, bit
from dsp56k.emu.board_parts import DesChip
from dsp56k.emu.timeline import Clock
from dsp56k.emu.validation import require_int

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

UNIT_BYTES = 8
MAX_CLOCKS = 1 << 32
"""Maximum clocks of an access, or to the result."""


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

    def __post_init__(self) -> None:
        for name in ("clocks_per_access", "clocks_to_result"):
            require_int(getattr(self, name), name, 0, MAX_CLOCKS)


class Phase(Enum):
    """The unit to which the next DATA access belongs."""

    IDLE = 0
    KEY = 1
    IV = 2
    TEXT = 3
    CIPHER = 4
    RESULT = 5


@dataclass(frozen=True)
class Wd20c03State:
    """State of the chip between two accesses."""

    short_strobe: bool
    free_at: int
    command: int
    errors: int
    key: bytes
    chain: bytes
    phase: Phase
    unit: bytes
    done_at: int


@final
class Wd20c03(DesChip):
    """The DES chip as a bus device: offset 0 is DATA, offset 1 COMMAND and STATUS; values are 8 bits.

    The registers are native code: the DSP accesses them without Python.

    Attributes:
        short_strobe: True if the next access has a short strobe: one of few wait states.
    """

    description: Wd20c03Description

    def __new__(cls, description: Wd20c03Description | None = None) -> Self:
        """Return a chip after power-up."""
        description = description or Wd20c03Description()
        chip = super().__new__(
            cls,
            {field.name: field.mask for field in description.command},
            {field.name: field.mask for field in description.status},
            (description.clocks_per_access, description.clocks_to_result),
            (description.parity_error_stops, description.short_iv_is_lost),
            Clock(description.clock_hz).period,
        )
        chip.description = description
        return chip

    def state(self) -> object:
        """Return registers, key, the current unit and its clocks."""
        short_strobe, free_at, command, errors, key, chain, phase, unit, done_at = self.fields()
        return Wd20c03State(short_strobe, free_at, command, errors, key, chain, Phase(phase), unit, done_at)

    def restore(self, state: object) -> None:
        """Restore a state of the chip."""
        if not isinstance(state, Wd20c03State):
            raise CardError(f"{type(state).__name__} is not a state of a WD20C03")
        self.set_fields(
            (
                state.short_strobe,
                state.free_at,
                state.command,
                state.errors,
                state.key,
                state.chain,
                state.phase.value,
                state.unit,
                state.done_at,
            )
        )
