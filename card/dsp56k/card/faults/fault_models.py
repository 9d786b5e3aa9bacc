"""The fault models, as plain data: kind of the fault, and times.

Times are picoseconds since power-up: a fault is in force from `at` to just before `until`, permanently if that is None.
Faults of wires that carry accesses count these as well: the accesses `nth` to `nth + count - 1` are hit, counted from 1
among those of the fault's direction since `at`; with `count` None all starting at `nth`.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import ClassVar, Literal

from dsp56k.card.faults.signal_names import LINES, STROBES, FaultError, width_of
from dsp56k.emu.timeline import Time
from dsp56k.system.suggestions import unknown

WORD_BITS = 24
ADDRESSES = 1 << 16

Way = Literal["read", "write", "both"]


def _whole(name: str, value: object, least: int, most: int | None = None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least or (most is not None and value > most):
        limits = f"at least {least}" if most is None else f"{least} to {most}"
        raise FaultError(f"{name} is {value!r}: must be an integer, {limits}", name)


@dataclass(frozen=True, kw_only=True)
class Fault:
    """The times at which a fault is in force, common to all faults.

    Raises:
        FaultError: a value is invalid; its attribute `field` names it.
    """

    WHAT: ClassVar[str] = ""
    """Description of the fault without its time: a format of its attributes."""

    at: Time = 0
    until: Time | None = None

    def __post_init__(self) -> None:
        _whole("at", self.at, 0)
        if self.until is not None:
            _whole("until", self.until, self.at + 1)

    @property
    def what(self) -> str:
        """Return a description of the fault without its time."""
        return self.WHAT.format(self)

    def describe(self) -> str:
        """Return a line that describes the fault and its time."""
        since = f" from {self.at} ps" if self.at else ""
        return f"{self.what}{since}{'' if self.until is None else f' to {self.until} ps'}"


@dataclass(frozen=True, kw_only=True)
class AccessFault(Fault):
    """A fault that can also be selected by a count of accesses."""

    nth: int = 1
    count: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        _whole("nth", self.nth, 1)
        if self.count is not None:
            _whole("count", self.count, 1)

    def describe(self) -> str:
        """Return a line that describes the fault and its time."""
        if self.count is None:
            which = f", accesses from {self.nth} on" if self.nth > 1 else ""
        else:
            last = self.nth + self.count - 1
            which = f", access {self.nth}" if self.count == 1 else f", accesses {self.nth} to {last}"
        return super().describe() + which


@dataclass(frozen=True)
class LineFault(AccessFault):
    """A fault of line `bit` of a bus of `BUSES`, or of a control line of `LINES` (bit 0, no counted accesses).

    `way` is the direction that it affects: "read" (to the PC, or to the DSP), "write" or "both".
    """

    wire: str
    bit: int = 0
    way: Way = "both"

    def __post_init__(self) -> None:
        super().__post_init__()
        _whole("bit", self.bit, 0, width_of(self.wire) - 1)
        if self.way not in ("read", "write", "both"):
            raise FaultError(f"way must be 'read', 'write' or 'both', got {self.way!r}", "way")
        if self.wire in LINES:
            for field, value, default in (("nth", self.nth, 1), ("count", self.count, None), ("way", self.way, "both")):
                if value != default:
                    raise FaultError(f"{field} is {value!r}: {self.wire} is a control line without accesses", field)

    @property
    def where(self) -> str:
        """Name of the line."""
        name = self.wire if width_of(self.wire) == 1 else f"{self.wire} bit {self.bit}"
        return name if self.way == "both" else f"{name} ({self.way}s)"


@dataclass(frozen=True)
class StuckLine(LineFault):
    """A line that is stuck at `level`, 0 or 1."""

    WHAT = "{0.where} stuck at {0.level}"

    level: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        _whole("level", self.level, 0, 1)


@dataclass(frozen=True)
class FlippedLine(LineFault):
    """A line that carries the inverse of its level."""

    WHAT = "{0.where} inverted"


@dataclass(frozen=True)
class LateLine(Fault):
    """A control line of `LINES` whose assertion arrives `by` picoseconds late; its release is in time."""

    WHAT = "{0.wire} asserted {0.by} ps late"

    wire: str
    by: Time

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.wire not in LINES:
            raise FaultError(unknown("control line", self.wire, LINES), "wire")
        _whole("by", self.by, 1)


@dataclass(frozen=True)
class StrobeFault(AccessFault):
    """A fault of a pulse of `STROBES`."""

    strobe: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.strobe not in STROBES:
            raise FaultError(unknown("strobe", self.strobe, STROBES), "strobe")


@dataclass(frozen=True)
class LostStrobe(StrobeFault):
    """An access that does not happen: a read sees the undriven bus, a write is lost."""

    WHAT = "{0.strobe} lost"


@dataclass(frozen=True)
class DoubledStrobe(StrobeFault):
    """An access that happens twice; a read's value is the second one's. `apart`: picoseconds between the two."""

    apart: Time = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        _whole("apart", self.apart, 0)

    @property
    def what(self) -> str:
        """Return a description of the fault without its time."""
        return f"{self.strobe} doubled" + (f" {self.apart} ps apart" if self.apart else "")


@dataclass(frozen=True)
class BusyDesChip(Fault):
    """The DES chip is stuck: STATUS reads only BSY, DATA 0, and writes have no effect."""

    WHAT = "DES chip stuck busy"


@dataclass(frozen=True)
class MissingDesChip(Fault):
    """The DES chip is out of its socket, although STATUS.DES is 1: the pulled-down bus reads 0."""

    WHAT = "DES chip missing"


@dataclass(frozen=True)
class FlippedRam(Fault):
    """Bit `bit` of a word changes at `at`, once.

    `space` and `address` are those of the card's P or X bank; with `on_chip` those of the DSP's internal memory (P, X
    or Y) as its current memory map shows it.
    """

    space: Literal["P", "X", "Y"]
    address: int
    bit: int
    on_chip: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.until is not None:
            raise FaultError("until: a bit flips once, at a time", "until")
        if self.space not in (("P", "X", "Y") if self.on_chip else ("P", "X")):
            raise FaultError(f"space {self.space!r}: banks are P and X, on the chip is P, X and Y", "space")
        _whole("address", self.address, 0, ADDRESSES - 1)
        _whole("bit", self.bit, 0, WORD_BITS - 1)

    @property
    def what(self) -> str:
        """Return a description of the fault without its time."""
        return f"{'on-chip ' * self.on_chip}{self.space}:${self.address:04X} bit {self.bit} flipped"


@dataclass(frozen=True)
class ChangedOscillator(Fault):
    """The DSP's oscillator runs at `hertz` instead of its nominal frequency; at 0 it is stopped."""

    hertz: int | Fraction

    def __post_init__(self) -> None:
        super().__post_init__()
        given: object = self.hertz
        if isinstance(given, bool) or not isinstance(given, int | Fraction) or given < 0:
            raise FaultError(f"hertz is {self.hertz!r}: must be an integer or a fraction, 0 or more", "hertz")

    @property
    def what(self) -> str:
        """Return a description of the fault without its time."""
        return f"DSP oscillator at {self.hertz} Hz" if self.hertz else "DSP oscillator stopped"


@dataclass(frozen=True)
class PcReset(Fault):
    """A pulse on the PC's reset line at `at`, as the card sees it."""

    WHAT = "reset by the PC's reset line"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.until is not None:
            raise FaultError("until must be later than at: the pulse must have a length", "until")


@dataclass(frozen=True)
class NoiseOffset(Fault):
    """A comparator of the noise circuit that is off by `volts`: bits are biased."""

    WHAT = "noise comparator off by {0.volts} V"

    volts: float

    def __post_init__(self) -> None:
        super().__post_init__()
        _finite("volts", self.volts)


@dataclass(frozen=True)
class NoiseLeak(Fault):
    """A clock of `hertz` with `volts` of amplitude that leaks into the noise comparator's input: a sine."""

    WHAT = "{0.hertz} Hz of {0.volts} V in the noise circuit"

    hertz: float
    volts: float

    def __post_init__(self) -> None:
        super().__post_init__()
        _finite("volts", self.volts)
        _finite("hertz", self.hertz)
        if self.hertz <= 0:
            raise FaultError(f"hertz is {self.hertz!r}: must be positive", "hertz")


@dataclass(frozen=True)
class SmallBanks(Fault):
    """RAM of `words` words in each bank, fewer than the strap specifies: above them the bus is open, for PC and DSP."""

    WHAT = "banks of {0.words} words only"

    words: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.at or self.until is not None:
            raise FaultError("the size of the banks is fixed at power-up", "at" if self.at else "until")
        _whole("words", self.words, 1, ADDRESSES - 1)


def _finite(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise FaultError(f"{name} is {value!r}: must be a finite number", name)
