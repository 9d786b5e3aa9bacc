"""The kinds of faults of a campaign: the lines of its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any, Literal

from dsp56k.card.chips.noise import NoiseParameters
from dsp56k.card.faults import (
    BUSES,
    STROBES,
    BusyDesChip,
    ChangedOscillator,
    DoubledStrobe,
    Fault,
    FlippedLine,
    FlippedRam,
    LateLine,
    LostStrobe,
    MissingDesChip,
    NoiseLeak,
    NoiseOffset,
    PcReset,
    SmallBanks,
    StuckLine,
)
from dsp56k.card.faults.fault_models import Way
from dsp56k.emu.timeline import Time
from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, KEY_BUFFER, image
from fault_injection.pc_faults import FlippedRing, LostEnd, PcFault

MICROSECOND: Time = 1_000_000
MILLISECOND: Time = 1000 * MICROSECOND
DES_CHIP_CLOCKS: Time = 200_000
"""The DES chip's two clocks, after which it hears a second strobe."""
DSP_HZ = 20_000_000
WORKING_WORDS = 256
"""X and Y words on the chip."""


@dataclass(frozen=True)
class Moment:
    """Start of the job during which the fault is active, and its end without a fault."""

    begin: Time
    end: Time


Drawn = Fault | PcFault | tuple[Fault, ...]
Draw = Callable[[Random, Moment], Drawn]
PARTS = {
    "des": "chip",
    "noise": "noise",
    "fifo": "fifo",
    "end": "end",
    "dma": "dma",
    "master": "master",
    "bus": "master",
    "line": "line",
}
"""The part of the card to which a wire belongs, if only some jobs use it."""
RING_BYTES = 64
"""Descriptors of a job's packets."""
BANK_WORDS = 8192
LARGE_BANK_WORDS = 32768


@dataclass(frozen=True)
class Kind:
    """One line of the table: `draw` returns a fault of this kind for a job, or several that are one failure.

    `part`: only jobs that use it can activate it. `bank_words`: the card's strap. `beside`: returns a second fault.
    """

    name: str
    draw: Draw
    part: str = ""
    bank_words: int = BANK_WORDS
    beside: Draw | None = None

    def faults(self, random: Random, moment: Moment) -> tuple[Fault | PcFault, ...]:
        """Return the faults to inject into the card."""
        draws = (self.draw,) if self.beside is None else (self.draw, self.beside)
        drawn = [draw(random, moment) for draw in draws]
        return tuple(fault for each in drawn for fault in (each if isinstance(each, tuple) else (each,)))


def _time(random: Random, moment: Moment) -> Time:
    return random.randrange(moment.begin, moment.end + 1)


def _while(random: Random, moment: Moment) -> dict[str, Any]:
    """Return the times of a fault that begins in the job: it is permanent, or takes up to a millisecond."""
    at = _time(random, moment)
    return {"at": at} if random.random() < 0.5 else {"at": at, "until": at + _length(random)}


def _length(random: Random) -> Time:
    return int(10 ** random.uniform(6, 9))


def _line_of(bus: str, way: Way, random: Random, **when: Any) -> Fault:
    bit = random.randrange(BUSES[bus][0])
    if random.random() < 0.3:
        return FlippedLine(bus, bit=bit, way=way, **when)
    return StuckLine(bus, bit=bit, way=way, level=random.randrange(2), **when)


def _stuck(bus: str, way: Way, random: Random, moment: Moment) -> Fault:
    """Return a permanent fault from the job's beginning or a time in it."""
    return _line_of(bus, way, random, at=random.choice((moment.begin, _time(random, moment))))


def _disturbed(bus: str, way: Way, random: Random, moment: Moment) -> Fault:
    """Wrong in an access, or a few, or up to a millisecond."""
    at = _time(random, moment)
    match random.randrange(3):
        case 0:
            return FlippedLine(bus, bit=random.randrange(BUSES[bus][0]), way=way, at=at, count=1)
        case 1:
            return _line_of(bus, way, random, at=at, count=random.randint(2, 9))
        case _:
            return _line_of(bus, way, random, at=at, until=at + _length(random))


def _one_pulse(fault: type[LostStrobe | DoubledStrobe], strobe: str, random: Random, moment: Moment) -> Fault:
    apart = {"apart": DES_CHIP_CLOCKS} if fault is DoubledStrobe and strobe.startswith("des.") else {}
    at, count = _time(random, moment), random.choice((1, 1, 1, 2, 3))
    return fault(strobe, at=at, count=count, **apart)


def _line(fault: Callable[..., Fault], random: Random, moment: Moment) -> Fault:
    return fault(**_while(random, moment))


def _glitch(line: str, level: int, random: Random, moment: Moment) -> Fault:
    at = _time(random, moment)
    return StuckLine(line, level=level, at=at, until=at + int(10 ** random.uniform(5, 9)))


def _ring(random: Random, moment: Moment) -> PcFault:
    return FlippedRing(_time(random, moment), random.randrange(RING_BYTES), random.randrange(8))


def _late(line: str, random: Random, moment: Moment) -> Fault:
    return LateLine(line, by=int(10 ** random.uniform(6, 10)), at=_time(random, moment))


def _oscillator(lowest: float, highest: float, random: Random, moment: Moment) -> Fault:
    return ChangedOscillator(int(DSP_HZ * random.uniform(lowest, highest)), **_while(random, moment))


def _offset(random: Random, moment: Moment) -> Fault:
    volts = random.choice((-1, 1)) * random.uniform(2, 20) * NoiseParameters().rms
    return NoiseOffset(volts=volts, at=moment.begin)


def _leak(random: Random, moment: Moment) -> Fault:
    hertz, volts = 10 ** random.uniform(2, 7.3), random.uniform(10, 40) * NoiseParameters().rms
    return NoiseLeak(hertz=round(hertz, 1), volts=volts, at=moment.begin)


def _mirrored(random: Random, moment: Moment) -> Fault:
    """An address line that ends nowhere: the same words answer twice."""
    return StuckLine("window.address", bit=random.choice((13, 14)), level=0, at=moment.begin)


# Regions of RAM: which words of which space

Region = tuple[Literal["P", "X", "Y"], range]


@cache
def regions() -> dict[str, tuple[bool, tuple[Region, ...]]]:
    """Areas of RAM whose bits flip: by name, True for internal memory, and the words."""
    symbols = image().symbols
    outside: dict[str, list[Region]] = {"P": [], "X": []}
    for segment in image().segments:
        words = range(segment.address, segment.address + len(segment.words))
        outside[segment.space].append((segment.space, words))  # type: ignore[arg-type]  # P or X
    return {
        "RAM: code": (False, tuple(outside["P"])),
        "RAM: tables": (False, tuple(outside["X"])),
        "RAM: key state": (False, (("X", range(symbols["state_begin"], symbols["state_end"])),)),
        "RAM: RSA keys": (False, (("X", range(symbols["rsa_area"], KEY_BUFFER)),)),
        "RAM: data": (
            False,
            (("X", range(KEY_BUFFER, DATA_BUFFER + 64)), ("X", range(DATA_BUFFER, DATA_BUFFER + DATA_WORDS))),
        ),
        "on chip: code": (True, (("P", range(symbols["resident_end"])),)),
        "on chip: X": (True, (("X", range(WORKING_WORDS)),)),
        "on chip: Y": (True, (("Y", range(WORKING_WORDS)),)),
    }


def _ram(region: str, random: Random, moment: Moment) -> Fault:
    on_chip, parts = regions()[region]
    # Data: half of them where short jobs have theirs. Elsewhere each word is as likely as any other.
    weights = None if region == "RAM: data" else [len(words) for _, words in parts]
    space, words = random.choices(parts, weights)[0]
    return FlippedRam(space, random.choice(words), random.randrange(24), on_chip=on_chip, at=_time(random, moment))


@cache
def _image_words() -> tuple[tuple[Literal["P", "X"], int, int], ...]:
    """Return the words of the image in RAM that no job changes: space, address, word."""
    last = image().segments[-1]
    return tuple(
        (segment.space, segment.address + place, word)  # type: ignore[misc]  # P or X
        for segment in image().segments
        if segment is not last
        for place, word in enumerate(segment.words)
    )


def _two_words(random: Random) -> tuple[Literal["P", "X"], tuple[int, int], int]:
    """Two words of code or of tables that differ: their space, their addresses, the bits in which they do."""
    while True:
        (space, first, word), (other_space, second, other) = random.sample(_image_words(), 2)
        if space == other_space and word != other:
            return space, (first, second), word ^ other


def _column(random: Random, moment: Moment) -> tuple[Fault, ...]:
    """A column that is bad for a while: a one becomes a zero in one word, a zero a one in another."""
    space, addresses, differing = _two_words(random)
    bit = random.choice([bit for bit in range(24) if differing >> bit & 1])
    at = _time(random, moment)
    return tuple(FlippedRam(space, address, bit, at=at) for address in addresses)


def _exchange(random: Random, moment: Moment) -> tuple[Fault, ...]:
    space, addresses, differing = _two_words(random)
    at, bits = _time(random, moment), [bit for bit in range(24) if differing >> bit & 1]
    return tuple(FlippedRam(space, address, bit, at=at) for address in addresses for bit in bits)


def _kinds() -> Iterator[Kind]:
    for bus in BUSES:
        part = PARTS.get(bus.split(".")[0], "")
        directed = bus.endswith((".data", ".bits")) and part != "noise"
        ways: tuple[Way, ...] = ("read", "write") if directed else ("both",)
        for way in ways:
            name = bus if way == "both" else f"{bus} ({way}s)"
            yield Kind(f"{name} stuck", partial(_stuck, bus, way), part)
            yield Kind(f"{name} disturbed", partial(_disturbed, bus, way), part)
    for strobe in ("window.read", "window.write", "window.step", "host.read", "host.write", "control.read"):
        yield Kind(f"{strobe} lost", partial(_one_pulse, LostStrobe, strobe))
        yield Kind(f"{strobe} doubled", partial(_one_pulse, DoubledStrobe, strobe))
    yield Kind("control.write lost", partial(_one_pulse, LostStrobe, "control.write"))
    for strobe in STROBES:
        part = PARTS.get(strobe.split(".")[0], "")
        if part:
            yield Kind(f"{strobe} lost", partial(_one_pulse, LostStrobe, strobe), part)
            yield Kind(f"{strobe} doubled", partial(_one_pulse, DoubledStrobe, strobe), part)
    yield Kind("DES chip busy", partial(_line, BusyDesChip), "chip")
    yield Kind("DES chip missing", partial(_line, MissingDesChip), "chip")
    # Can a stuck line make an error look like none?
    stuck_reply = partial(_stuck, "host.data", "read")
    yield Kind("DES chip busy, host.data stuck", partial(_line, BusyDesChip), "chip", beside=stuck_reply)
    yield Kind("BG never", partial(_line, partial(StuckLine, "bg", level=0)))
    yield Kind("BG dropped", partial(_glitch, "bg", 0))
    yield Kind("BG late", partial(_late, "bg"))
    yield Kind("BG stuck", partial(_line, partial(StuckLine, "bg", level=1)))
    yield Kind("BR lost", partial(_line, partial(StuckLine, "br", level=0)))
    yield Kind("BR held", partial(_line, partial(StuckLine, "br", level=1)))
    for line in ("drq", "irq"):
        yield Kind(f"{line.upper()} never", partial(_line, partial(StuckLine, line, level=0)), line)
        yield Kind(f"{line.upper()} dropped", partial(_glitch, line, 0), line)
        yield Kind(f"{line.upper()} late", partial(_late, line), line)
        yield Kind(f"{line.upper()} once more", partial(_glitch, line, 1), line)
        yield Kind(f"{line.upper()} stuck", partial(_line, partial(StuckLine, line, level=1)), line)
    yield Kind("TC lost", lambda random, moment: LostEnd(_time(random, moment)), "dma")
    yield Kind("descriptors damaged", _ring, "master")
    yield Kind("DSP reset", partial(_glitch, "run", 0))
    yield Kind("PC reset", lambda random, moment: PcReset(at=_time(random, moment)))
    yield Kind("oscillator stopped", partial(_line, partial(ChangedOscillator, 0)))
    yield Kind("oscillator slow", partial(_oscillator, 0.01, 0.9))
    yield Kind("oscillator fast", partial(_oscillator, 1.1, 2.0))
    yield Kind("noise offset", _offset, "noise")
    yield Kind("noise leak", _leak, "noise")
    yield Kind("small banks", lambda random, moment: SmallBanks(BANK_WORDS), "start", LARGE_BANK_WORDS)
    yield Kind("small banks, mirrored", _mirrored, "start", LARGE_BANK_WORDS)
    for region in regions():
        yield Kind(region, partial(_ram, region))
    yield Kind("RAM: two flips of a column", _column)
    yield Kind("RAM: two words exchanged", _exchange)


KINDS = {kind.name: kind for kind in _kinds()}
"""Every kind by its name, in the order of the table."""

_WORKING = "only a second computation would show a changed value"
_DES_TEXT = "the DES chip's data have no parity, and test blocks find only lasting faults"
UNDETECTABLE = {
    "des.data (reads) disturbed": _DES_TEXT,
    "des.data (writes) disturbed": _DES_TEXT,
    "RAM: key state": "round keys of DES, a block and the state of MD2, and the count of MD4 are in RAM: a bit can "
    "flip between their computation and their checksum, or between a checksum and the use",
    "RAM: RSA keys": "a key with a public exponent is loaded once: a bit that flips while its constants are "
    "computed changes their checksum and every result",
    "RAM: data": "the banks have no parity: a bit can flip between the input's checksum and its use, or between a "
    "result and its checksum",
    "on chip: X": _WORKING,
    "on chip: Y": _WORKING,
}
"""Kinds of which no check can find every case, with the reason; docs/reference/limitations.md has the same."""
UNDETECTABLE_ONLY_IN = {
    "RAM: key state": ("des-8", "des-600", "des-4104", "mac-601", "md2-20", "md2-4200", "md4-4200", "wrapped"),
}
"""The jobs that the reason concerns, if it does not concern all: those by DES on the DSP, MD2 and MD4."""


def is_undetectable(kind: str, job: str) -> bool:
    """Return True if no check can find every fault of a kind in a job."""
    return kind in UNDETECTABLE and job in UNDETECTABLE_ONLY_IN.get(kind, (job,))
