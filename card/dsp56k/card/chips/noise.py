"""The card's noise circuit: diode, two amplifier stages, comparator (paper 5.4).

Data sheet
==========

    offset  register  access  reset  bits
    0       NOISE     r       -      0 BIT: the comparator's output at the instant of reading (paper: the circuit is
                                     connected to the DSP and the status registers)

Circuit. A CND6002A diode gives at least 7 uV per root Hz from 10 Hz to 100 kHz (paper 5.4): 7 uV x sqrt(100 kHz) =
2.2 mV rms. Two op-amp stages amplify it; each is one pole. A precision comparator makes bits. Gains, poles and the
comparator's errors are parameters, with defaults that are our decision: nothing about them is published.

Model. The voltage is Gaussian noise, white on a grid of `GRID_PICOSECONDS` and filtered by the two poles; between grid
points it is held. With one pole f, bits read t apart correlate by (2/pi) asin(exp(-2 pi f t)): for 100 kHz 0.18 at
2 us, 0.03 at 5 us, nothing at 20 us; the second pole adds a little (0.21 at 2 us by default). A tight polling loop
therefore yields poor bits: a reader must pace itself.

The bit is a function of seed, parameters and time of reading, and of nothing else: the numbers come from a
counter-based generator (Philox) addressed by grid position, so that reading in any order, or twice, gives the same
bits. Values that are stored between reads are a cache.

This is a model for tests and measurements. Its output is as predictable as its seed: no source of key material.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import get_ident
from typing import Any

import numpy
from numpy.typing import NDArray

from dsp56k.card.errors import CardError
from dsp56k.card.parts.register import Register, Source, bit
from dsp56k.emu.device import UntimedDevice
from dsp56k.emu.timeline import PICOSECONDS_PER_SECOND, Time
from dsp56k.emu.validation import is_int_in_range
from dsp56k.system.text import described

NOISE = Register(
    "NOISE",
    0,
    "r",
    None,
    "output of the comparator; writes have no effect",
    fields=(bit("BIT", 0, "noise bit", Source.PAPER),),
)
REGISTERS = (NOISE,)

GRID_PICOSECONDS: Time = 100_000
"""Between noise values: 1/16 of the time constant of a 100 kHz pole."""
BLOCK = 256
"""Noise values made at a time; only speed depends on it being about the filter's length."""
NEGLIGIBLE = 1e-6
"""The filter's memory ends where a pole's response has fallen to this part."""
BLOCKS_KEPT = 8192
"""White noise of 0.2 s, 16 MB: the start of a card reads it, and cards of one seed start at nearly the same times."""
LOOK_BACK = 64 * BLOCK
"""Grid steps after which hysteresis gives up looking for the last decision: 1.6 ms, a thousand time constants."""
MICROHERTZ = 1_000_000
"""In a hertz."""

Samples = NDArray[numpy.float64]


@dataclass(frozen=True)
class NoiseParameters:
    """The circuit's values. Volts are at the comparator unless stated otherwise."""

    density: float = 7e-6
    """Diode noise in volts per root hertz (paper 5.4)."""
    bandwidth_hz: float = 100_000.0
    """Diode bandwidth (paper 5.4): sets the rms value before gain."""
    gain: float = 1000.0
    """Both stages together."""
    stage_poles_hz: tuple[float, ...] = (100_000.0, 1_000_000.0)
    """One pole per op-amp stage: the first limits the band, the second is well above it."""
    offset: float = 0.0
    """Comparator offset: P(1) = Phi(offset / rms)."""
    drift_per_second: float = 0.0
    """Change of the offset."""
    hysteresis: float = 0.0
    """The comparator changes its mind only beyond plus or minus this."""
    hum: float = 0.0
    """Amplitude of mains hum."""
    hum_hz: float = 60.0
    coupling: float = 0.0
    """Amplitude of a clock that leaks in."""
    coupling_hz: float = 20_000_000.0

    @property
    def rms(self) -> float:
        """Noise voltage at the comparator: density x sqrt(bandwidth) x gain."""
        return self.density * math.sqrt(self.bandwidth_hz) * self.gain

    def __post_init__(self) -> None:
        positive = (self.density, self.bandwidth_hz, self.gain, *self.stage_poles_hz)
        if not self.stage_poles_hz or min(positive) <= 0 or not all(map(math.isfinite, positive)):
            raise CardError("noise circuit: density, bandwidth, gain and every pole must be positive numbers")
        if min(self.stage_poles_hz) < 1000:
            raise CardError("noise circuit: a pole below 1 kHz; the model's memory is too short for it")
        if self.hysteresis < 0:
            raise CardError("noise circuit: hysteresis must not be negative")


class NoiseSource(UntimedDevice):
    """The circuit as a bus device: `read` at any offset gives the bit.

    `seed` is any integer from 0 to 2^128 - 1. `stray` gives the volts that get into the comparator's input from
    elsewhere on the board, by time; None if there are none.
    """

    def __init__(self, seed: int, parameters: NoiseParameters | None = None) -> None:
        if not is_int_in_range(seed, 0, (1 << 128) - 1):
            raise CardError(f"noise seed {described(seed)}: must be from 0 to 2^128 - 1")
        self.parameters = parameters or NoiseParameters()
        self.stray: Callable[[Time], float] | None = None
        self._response = _response(self.parameters.stage_poles_hz) * self.parameters.rms
        self._reversed = self._response[::-1].copy()
        self._seed = seed

    def reset(self, now: Time) -> None:
        """Do nothing: noise has no reset."""

    def read(self, offset: int, now: Time) -> int:
        """Return the bit at time `now`."""
        del offset
        return self.bit(now)

    def write(self, offset: int, value: int, now: Time) -> None:
        """Ignore the write: the register is read-only."""

    def state(self) -> object:
        """Return None: the value depends only on the time of reading."""
        return None

    def restore(self, state: object) -> None:
        """Do nothing: the circuit has no state."""

    def bit(self, now: Time) -> int:
        """Return the comparator's output at `now` picoseconds since power-up."""
        if self.parameters.hysteresis:
            return self._decided(now)
        return int(self.voltage(now) > 0)

    def voltage(self, now: Time) -> float:
        """Return the comparator's input at `now`, in volts, including its offset."""
        # The sum of products that a convolution computes, without its arrays.
        white = self._white(now // GRID_PICOSECONDS, 1)
        return float(numpy.dot(white, self._reversed)) + self._disturbance(now)

    def _disturbance(self, now: Time) -> float:
        p = self.parameters
        hum = p.hum and p.hum * sine(now, p.hum_hz)
        coupling = p.coupling and p.coupling * sine(now, p.coupling_hz)
        stray = 0.0 if self.stray is None else self.stray(now)
        return p.offset + p.drift_per_second * now / PICOSECONDS_PER_SECOND + hum + coupling + stray

    def _decided(self, now: Time) -> int:
        """Return the comparator's output with hysteresis.

        It is the sign of the last voltage beyond the threshold, found by going back on the grid.
        """
        latest = self.voltage(now)
        if abs(latest) > self.parameters.hysteresis:
            return int(latest > 0)
        position = now // GRID_PICOSECONDS
        for end in range(position, max(position - LOOK_BACK, 0), -BLOCK):
            values = self._filtered(end - BLOCK, BLOCK)
            values += numpy.array([self._disturbance((end - BLOCK + i) * GRID_PICOSECONDS) for i in range(BLOCK)])
            beyond = numpy.flatnonzero(numpy.abs(values) > self.parameters.hysteresis)
            if beyond.size:
                return int(values[beyond[-1]] > 0)
        return 0

    def _filtered(self, position: int, count: int) -> Samples:
        """Return `count` noise voltages starting at grid `position`."""
        return numpy.convolve(self._white(position, count), self._response, mode="valid")

    def _white(self, position: int, count: int) -> Samples:
        """Return the unit Gaussian values that determine `count` noise voltages starting at grid `position`."""
        first = position - len(self._response) + 1
        blocks = range(first // BLOCK, (position + count - 1) // BLOCK + 1)
        white = numpy.concatenate([_white_block(self._seed, block) for block in blocks])
        start = first - blocks[0] * BLOCK
        return white[start : start + len(self._response) - 1 + count]


@lru_cache(8)
def _generator(seed: int, _thread: int) -> tuple[numpy.random.Philox, Any]:
    """Return the generator of a thread and its initial state. Another thread could draw between two of its steps."""
    generator = numpy.random.Philox(key=seed)
    return generator, generator.state


@lru_cache(BLOCKS_KEPT)
def _white_block(seed: int, block: int) -> Samples:
    """Return unit Gaussian values of one block, which all circuits of a seed have.

    Before time zero the block number is negative, which is valid as well.
    """
    # A new generator would take five times as long: it draws entropy that it does not use.
    generator, state = _generator(seed, get_ident())
    state["state"]["counter"][3] = block % (1 << 64)
    generator.state = state
    raw = generator.random_raw(BLOCK)
    # Box and Muller's method on the generator's raw words, whose sequence numpy promises to keep.
    uniform = (raw.astype(numpy.float64) + 0.5) / 2.0**64
    radius = numpy.sqrt(-2 * numpy.log(uniform[: BLOCK // 2]))
    angle = 2 * numpy.pi * uniform[BLOCK // 2 :]
    return numpy.concatenate([radius * numpy.cos(angle), radius * numpy.sin(angle)])


def _response(poles_hz: tuple[float, ...]) -> Samples:
    """Return the stages' impulse response on the grid, scaled to unit variance."""
    response = numpy.ones(1)
    for pole in poles_hz:
        decay = math.exp(-2 * math.pi * pole * GRID_PICOSECONDS / PICOSECONDS_PER_SECOND)
        length = max(1, math.ceil(math.log(NEGLIGIBLE) / math.log(decay)))
        response = numpy.convolve(response, decay ** numpy.arange(length))
    scaled: Samples = response / numpy.sqrt(numpy.sum(response**2))
    return scaled


def sine(now: Time, hertz: float) -> float:
    """Return the value at `now` of a sine of amplitude 1 that is 0 at power-up.

    The frequency is exact to the microhertz.
    """
    # Whole periods are removed in integers, so that a late `now` loses no precision.
    one = PICOSECONDS_PER_SECOND * MICROHERTZ
    turns = now * round(hertz * MICROHERTZ) % one / one
    return math.sin(2 * math.pi * turns)
