"""Start and end of the words of the synchronous serial interface (UM 11-86 to 11-130).

Each half of the interface is a Section, a sequence of slots. Tables 11-6 and 11-7 define the kind of sequence:

- FRAMES: word times at regular distances, whether anything is sent or not;
- DEMAND: a word begins with the bit clock after the write of TX;
- CLOCKED: words begin when a gated clock comes from outside.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from math import ceil

from reference_model.peripherals.peripheral import Unmodelled
from reference_model.peripherals.ssi_registers import Control

HALF = Fraction(1, 2)
GAP = 2
"""Bits between two words on demand (UM 11-126)."""


@dataclass
class SsiBoard:
    """The board at the pins of the interface."""

    bit: Fraction | None = None
    """Oscillator clocks of a bit at SCK or SC0 where they are inputs; None: no clock."""
    frame_bits: int = 0
    """Bits from one frame sync at SC2 or SC1 to the next; 0: as many as the programmed frame has."""
    words: deque[int] = field(default_factory=deque)
    """Words that come on SRD, one in each slot that is received; zeros when there are no more."""
    clocked: int = 0
    """Words that an external gated clock will clock out of the transmitter."""

    def next_word(self) -> int:
        """Return the word on SRD during a received slot."""
        return self.words.popleft() if self.words else 0


class Sort(Enum):
    """The kinds of sequences of slots."""

    FRAMES = "frames"
    DEMAND = "demand"
    CLOCKED = "clocked"


@dataclass
class Section:
    """The position of the transmitter or the receiver in its frames. Clocks are those of the oscillator."""

    sort: Sort
    origin: Fraction
    """Clock at which the bit clock started; it has a positive edge every `bit` clocks."""
    bit: Fraction
    word_bits: int
    slots: int = 1
    """Slots of a frame: word times in network mode; in normal mode the word, and the rest of the frame if any."""
    distance: int = 0
    """Bits from one frame to the next."""
    network: bool = False
    waiting: Callable[[], bool] = lambda: False
    """True if the board has the clocks of a word for a section with an external clock."""
    number: int = 0
    begin: Fraction | None = None
    """The positive edge at which the next slot begins, or the present one has begun; None: not known yet."""
    end: Fraction | None = None
    """The negative edge of the last bit of the current slot; None between slots."""
    enabled: bool = False
    """TE or RE, looked at as a frame begins (UM 11-79)."""
    word_under_way: bool = False

    def __post_init__(self) -> None:
        self.free = self.origin + self.bit
        """Before this edge no word begins: the bit that a frame sync takes comes first (hardware-ambiguities.md)."""
        if self.sort is Sort.FRAMES:
            self.begin = self.free
        self._frame = self.free

    @property
    def due(self) -> Fraction | None:
        """Return the clock of the next event: the end of the current slot, or the start of the next."""
        return self.begin if self.end is None else self.end

    @property
    def transfers(self) -> bool:
        """In normal mode only the first word time of a frame carries a word (UM 11-79)."""
        return self.network or self.number == 0

    def open(self) -> None:
        """The slot begins."""
        assert self.begin is not None
        after = self.begin + self.word_bits * self.bit if self.transfers else self._frame + self.distance * self.bit
        self.end = after - HALF * self.bit
        self.word_under_way = False

    def close(self) -> None:
        """The last bit was sampled; find the next slot."""
        assert self.end is not None
        after = self.end + HALF * self.bit
        self.end, self.word_under_way = None, False
        if self.sort is not Sort.FRAMES:
            self.begin = None
            self.free = after + (GAP if self.sort is Sort.DEMAND else 0) * self.bit
        elif self.number + 1 < self.slots:
            self.begin, self.number = after, self.number + 1
        else:
            self._frame += self.distance * self.bit
            self.begin, self.number = self._frame, 0

    def arrange(self, clock: int, wanted: bool) -> None:
        """Start the next word at the first edge after a clock if one is requested and frames do not determine it."""
        if self.sort is Sort.FRAMES or self.end is not None:
            return
        if not wanted:
            self.begin = None
        elif self.begin is None:
            edge = self.origin + ceil((clock + 1 - self.origin) / self.bit) * self.bit
            self.begin = max(edge, self.free)


def _frames(control: Control, internal_sync: bool, board: SsiBoard) -> tuple[int, int]:
    """Slots of a frame, and bits from one frame to the next.

    The frame rate divider makes the internal frame sync; in normal mode with an external one each sync brings a word
    (Figure 11-42). A sync before the frame has ended is not recognized (UM 11-105).
    """
    network = control.on("MOD")
    distance = control.divider * control.word_bits
    if not internal_sync and board.frame_bits:
        length = distance if network else control.word_bits
        distance = -(-length // board.frame_bits) * board.frame_bits
    if network:
        return control.divider, distance
    return 1 + (distance > control.word_bits), distance


def transmitter(control: Control, board: SsiBoard, clock: int) -> Section | None:
    """The transmitter's section from a start of the bit clock on; None: it has no clock.

    Raises:
        Unmodelled: network mode with a gated clock, other than on demand with the internal clock (Table 11-7).
    """
    internal, gated = control.on("SCKD"), control.on("GCK")
    if gated and control.on("MOD") and not (control.on_demand and internal):
        raise Unmodelled("network mode with a gated clock")
    period = Fraction(control.internal_bit) if internal else board.bit
    if period is None:
        return None
    slots, distance = _frames(control, gated or control.on("SCD2"), board)
    sort = Sort.DEMAND if control.on_demand else Sort.CLOCKED if gated and not internal else Sort.FRAMES
    both = control.on("SYN")
    return Section(
        sort,
        Fraction(clock),
        period,
        control.word_bits,
        slots,
        distance,
        control.on("MOD"),
        lambda: board.clocked > 0 or (both and len(board.words) > 0),
    )


def receiver(control: Control, board: SsiBoard, clock: int) -> Section | None:
    """The receiver's section; None: it has no clock, or it is clocked with the transmitter's words."""
    if follows(control):
        return None
    synchronous, gated = control.on("SYN"), control.on("GCK")
    internal = control.on("SCKD" if synchronous else "SCD0")
    period = Fraction(control.internal_bit) if internal else board.bit
    if period is None:
        return None
    slots, distance = _frames(control, control.on("SCD2" if synchronous else "SCD1"), board)
    return Section(
        Sort.CLOCKED if gated else Sort.FRAMES,
        Fraction(clock),
        period,
        control.word_bits,
        slots,
        distance,
        control.on("MOD"),
        waiting=lambda: len(board.words) > 0,
    )


def follows(control: Control) -> bool:
    """Return True if the transmitter's words clock the receiver (Tables 11-6, 11-7: modes 6, 7 and 9).

    On demand that is the synchronous mode; with a gated clock also an internal clock of the receiver's.
    """
    if control.on("GCK"):
        return control.on("SYN") or control.on("SCD0")
    return control.on("SYN") and control.on_demand
